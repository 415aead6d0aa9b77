// Safe forms cost nothing, where the machine code is the same as of the program as it is meant.
#include <doctest/doctest.h>

#include "ir/builder.hpp"
#include "pass/pass.hpp"
#include "sass/compilers.hpp"
#include "support/ptx_kernels.hpp"

namespace limbsmith::test {
namespace {

using ir::Builder, ir::Chain, ir::Opcode, ir::Operand, ir::Program;

// x or, unless there is a borrow, x - N: how a Montgomery product ends.
Program final_subtraction() {
    Builder builder("final_subtraction");
    const std::vector<Operand> x = builder.input("x", ir::number, 4);
    const uint32_t n[] = {0xfffffc2f, 0xfffffffe, 0x7fffffff, 1};
    Chain chain(builder);
    std::vector<Operand> less, r;
    for (int i = 0; i < 4; ++i) less.push_back(chain.sub(x[i], Operand(n[i])));
    const Operand mask = chain.sub(Operand(0u), Operand(0u));
    for (int i = 0; i < 4; ++i) r.push_back(builder.emit(Opcode::select, mask, x[i], less[i]));
    builder.output("r", ir::number, r);
    return std::move(builder).finish({});
}

std::vector<std::string> code(const sass::Assembler& assembler, const std::string& architecture,
                              const Program& program) {
    const auto functions =
        assembler.functions(ptx_kernels(std::vector<PtxKernel>{{"kernel", &program}}), architecture);
    std::vector<std::string> lines;
    for (const sass::Instruction& instruction : sass::find(functions, "kernel").code)
        lines.push_back(instruction.text);
    return lines;
}

void check_code(const sass::Assembler& assembler) {
    const Program meant = final_subtraction(), safe = pass::in_safe_forms(meant);
    for (const std::string architecture : {"sm_80", "sm_90", "sm_120"}) {
        CAPTURE(assembler.version());
        CAPTURE(architecture);
        CHECK(code(assembler, architecture, safe) == code(assembler, architecture, meant));
    }
}

}  // namespace

TEST_CASE("a final subtraction in safe forms is the same machine code") {
    check_code(own_assembler());
    for (const char* release : {"12.9", "13.5"}) {
        if (const auto assembler = required_assembler(release)) check_code(*assembler);
    }
}

}  // namespace limbsmith::test
