#include "support/ptx_kernels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "emit/ptx.hpp"

namespace limbsmith::test {
namespace {

// The instruction with register %rk in place of operand %k.
std::string in_registers(const std::string& instruction) {
    std::string out;
    for (const char c : instruction) {
        out += c;
        if (c == '%') out += 'r';
    }
    return out;
}

// Spells a word as its index among the words of all inputs, or of all outputs.
emit::Spelling by_number(const ir::Program& program) {
    return [&program](const std::string& parameter, const ir::Representation&, int index) {
        size_t first = 0;
        for (const ir::Input& input : program.inputs) {
            if (input.name == parameter) return fmt::format("{}", first + static_cast<size_t>(index));
            first += input.words.size();
        }
        first = 0;
        for (const ir::Output& output : program.outputs) {
            if (output.name == parameter) break;
            first += output.words.size();
        }
        return fmt::format("{}", first + static_cast<size_t>(index));
    };
}

size_t words(const auto& parameters) {
    size_t count = 0;
    for (const auto& parameter : parameters) count += parameter.words.size();
    return count;
}

void print(std::string& out, const PtxKernel& kernel) {
    const emit::PtxStatement statement = emit::ptx(*kernel.program, by_number(*kernel.program));
    const auto to = std::back_inserter(out);
    fmt::format_to(to, ".visible .entry {}(.param .u64 result, .param .u64 input)\n{{\n", kernel.name);
    fmt::format_to(to, ".reg .u64 %to, %from;\n.reg .u32 %case, %block, %size, %r<{}>;\n",
                   statement.outputs.size() + statement.inputs.size());
    if (statement.temporaries) fmt::format_to(to, ".reg .u32 t<{}>;\n", statement.temporaries);
    if (statement.pairs) fmt::format_to(to, ".reg .u64 d<{}>;\n", statement.pairs);
    out +=
        "ld.param.u64 %to, [result];\ncvta.to.global.u64 %to, %to;\n"
        "ld.param.u64 %from, [input];\ncvta.to.global.u64 %from, %from;\n";
    out +=
        "mov.u32 %case, %tid.x;\nmov.u32 %block, %ctaid.x;\nmov.u32 %size, %ntid.x;\n"
        "mad.lo.u32 %case, %block, %size, %case;\n";
    fmt::format_to(to, "mad.wide.u32 %to, %case, {}, %to;\nmad.wide.u32 %from, %case, {}, %from;\n",
                   4 * words(kernel.program->outputs), 4 * words(kernel.program->inputs));
    for (size_t k = 0; k < statement.inputs.size(); ++k) {
        fmt::format_to(to, "ld.global.u32 %r{}, [%from+4*{}];\n", statement.outputs.size() + k,
                       statement.inputs[k]);
    }
    for (const std::string& instruction : statement.instructions) out += in_registers(instruction) + "\n";
    for (size_t k = 0; k < statement.outputs.size(); ++k)
        fmt::format_to(to, "st.global.u32 [%to+4*{}], %r{};\n", statement.outputs[k], k);
    out += "ret;\n}\n";
}

}  // namespace

std::string ptx_kernels(std::span<const PtxKernel> kernels) {
    std::string out = ".version 7.8\n.target sm_75\n.address_size 64\n";
    for (const PtxKernel& kernel : kernels) print(out, kernel);
    return out;
}

}  // namespace limbsmith::test
