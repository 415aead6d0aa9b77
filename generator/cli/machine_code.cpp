#include "cli/machine_code.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>

#include "cli/progress.hpp"
#include "emit/function_kernels.hpp"
#include "engine/kernels.hpp"
#include "engine/parallel.hpp"
#include "sass/process.hpp"
#include "sass/trial.hpp"
#include "spec/error.hpp"

namespace limbsmith::cli {
namespace {

// The architectures for which the address of kernel parameters is known.
constexpr std::string_view known[] = {"sm_75", "sm_80",  "sm_86",  "sm_87",  "sm_89",
                                      "sm_90", "sm_100", "sm_103", "sm_120", "sm_121"};

std::string ptx_of(const Header& header, const sass::FrontEnd& front_end) {
    const sass::Scratch folder;
    const std::string file = header.name + ".cuh";
    sass::write_file(folder / file, header.text);
    sass::write_file(folder / "kernels.cu", engine::function_kernels(header.name, file, header.functions));
    return front_end.compile(folder / "kernels.cu", header.least_capability);
}

// The number of instructions up to the last EXIT. Those after it never run.
size_t length(const sass::Function& function) {
    const auto end =
        std::ranges::find(function.code.rbegin(), function.code.rend(), "EXIT", &sass::Instruction::opcode);
    return static_cast<size_t>(function.code.rend() - end);
}

}  // namespace

Compilers find_compilers(const std::string& compiler) try {
    if (compiler.empty()) return {sass::FrontEnd::find(), sass::Assembler::find()};
    const std::string says = sass::run_program({compiler, "--version"}).out;
    if (says.find("Cuda compiler driver") != says.npos) {
        const sass::FrontEnd nvcc = sass::FrontEnd::find(compiler);
        return {nvcc, sass::Assembler::find(nvcc.assembler())};
    }
    if (says.find("Ptx optimizing assembler") != says.npos)
        return {sass::FrontEnd::find(), sass::Assembler::find(compiler)};
    throw usage_error("--compiler: neither an nvcc nor a ptxas: " + compiler);
} catch (const sass::MissingTool& missing) {
    throw unsupported(missing.what());
}

std::vector<std::string> parse_architectures(const std::string& list) {
    std::vector<std::string> chosen;
    for (size_t at = 0; at <= list.size();) {
        const size_t comma = std::min(list.find(',', at), list.size());
        const std::string one = list.substr(at, comma - at);
        at = comma + 1;
        const bool is_name =
            one.starts_with("sm_") && one.size() > 3 && one.find_first_not_of("0123456789", 3) == one.npos;
        if (!is_name) throw usage_error(fmt::format("--arch: no architecture such as sm_90: '{}'", one));
        if (std::ranges::find(known, one) == std::end(known)) {
            throw unsupported(fmt::format("--arch: machine code of {} is not known here; that of {} is", one,
                                          fmt::join(known, ", ")));
        }
        if (std::ranges::find(chosen, one) == chosen.end()) chosen.push_back(one);
    }
    return chosen;
}

std::vector<MachineCode> try_machine_code(const Header& header, const Compilers& compilers,
                                          const std::vector<std::string>& architectures, size_t cases,
                                          uint64_t seed) {
    Progress progress("compiling");
    const std::string ptx = ptx_of(header, compilers.front_end);
    progress.report(1.0 / double(architectures.size() + 1));
    std::vector<std::vector<sass::Function>> code;
    for (const std::string& architecture : architectures) {
        code.push_back(compilers.assembler.functions(ptx, architecture));
        progress.report(double(code.size() + 1) / double(architectures.size() + 1));
    }
    std::vector<MachineCode> all(header.functions.size() * architectures.size());
    engine::parallel_ranges(header.functions.size(), 1, [&] {
        return [&](size_t k, size_t) {
            const catalogue::Function& printed = header.functions[k];
            eval::Samples samples(seed + k);
            eval::Cases inputs(printed.program, samples, cases);
            for (size_t a = 0; a < architectures.size(); ++a) {
                const sass::Function& function = sass::find(code[a], emit::function_kernel(k));
                all[a * header.functions.size() + k] = {printed.label, architectures[a], length(function),
                                                        sass::try_out(function, printed.program, inputs)};
            }
        };
    });
    return all;
}

}  // namespace limbsmith::cli
