// The machine code of the leaves of transforms: right for every architecture, and as short as it is meant to be.
#include <doctest/doctest.h>

#include <algorithm>
#include <deque>
#include <map>
#include <set>

#include "algorithm/ntt/leaves.hpp"
#include "emit/ptx_kernels.hpp"
#include "pass/pass.hpp"
#include "sass/compilers.hpp"
#include "sass/trial.hpp"

namespace limbsmith::test {
namespace {

struct Leaves {
    std::deque<ir::Program> programs, printed;
    std::vector<emit::PtxKernel> kernels;
    Leaves() {
        for (ir::Program& leaf : algorithm::ntt::leaves()) {
            programs.push_back(pass::run_pipeline(std::move(leaf)));
            printed.push_back(pass::in_safe_forms(programs.back()));
            kernels.push_back({programs.back().name, &printed.back()});
        }
    }
};

void check_code(const sass::Assembler& assembler) {
    CAPTURE(assembler.version());
    const Leaves leaves;
    const std::string ptx = emit::ptx_kernels(leaves.kernels);
    for (const std::string architecture : {"sm_75", "sm_80", "sm_90", "sm_100", "sm_120"}) {
        CAPTURE(architecture);
        const auto functions = assembler.functions(ptx, architecture);
        for (size_t k = 0; k < leaves.programs.size(); ++k) {
            eval::Samples samples(k);
            eval::Cases cases(leaves.programs[k], samples, 512);
            const eval::Trial made =
                sass::try_out(sass::find(functions, leaves.kernels[k].name), leaves.printed[k], cases);
            if (!made.wrong.empty()) FAIL_CHECK(leaves.programs[k].name, ": ", made.wrong);
        }
    }
}

// What computes between the last word that is loaded and the first that is stored.
size_t arithmetic(const sass::Function& function) {
    const auto opcode = [](const sass::Instruction& in) { return in.opcode; };
    const auto begin = std::ranges::find(function.code.rbegin(), function.code.rend(), "LDG", opcode).base();
    return static_cast<size_t>(std::count_if(begin, function.code.end(), [&](const auto& in) {
        const std::set<std::string, std::less<>> computes{"IMAD",  "IADD3",     "IADD",
                                                          "VIADD", "VIADDMNMX", "VIMNMX"};
        return computes.contains(in.opcode);
    }));
}

}  // namespace

TEST_CASE("machine code of the leaves of transforms") {
    check_code(own_assembler());
    for (const char* release : {"12.9", "13.5"}) {
        if (const auto assembler = find_assembler(release)) check_code(*assembler);
    }
}

}  // namespace limbsmith::test
