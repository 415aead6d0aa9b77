// The machine code of the leaves of transforms, and of products by matrices: right for every architecture, and as short as it is meant to be.
#include <doctest/doctest.h>

#include <algorithm>
#include <deque>
#include <string_view>
#include <vector>

#include "algorithm/ntt/leaves.hpp"
#include "algorithm/tensor/leaves.hpp"
#include "pass/pass.hpp"
#include "sass/compilers.hpp"
#include "sass/trial.hpp"
#include "support/ptx_kernels.hpp"

namespace limbsmith::test {
namespace {

struct Leaves {
    std::deque<ir::Program> programs, printed;
    std::vector<PtxKernel> kernels;
    Leaves() {
        std::vector<ir::Program> all = algorithm::ntt::leaves();
        for (ir::Program& leaf : algorithm::tensor::leaves()) all.push_back(std::move(leaf));
        for (ir::Program& leaf : all) {
            programs.push_back(pass::run_pipeline(std::move(leaf)));
            printed.push_back(pass::in_safe_forms(programs.back()));
            kernels.push_back({programs.back().name, &printed.back()});
        }
    }
};

void check_leaves(const sass::Assembler& assembler) {
    CAPTURE(assembler.version());
    const Leaves leaves;
    const std::string ptx = ptx_kernels(leaves.kernels);
    for (const std::string architecture : {"sm_80", "sm_90", "sm_100", "sm_120"}) {
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

size_t count(const sass::Function& function, std::string_view opcode) {
    return static_cast<size_t>(std::ranges::count(function.code, opcode, &sass::Instruction::opcode));
}

}  // namespace

TEST_CASE("machine code of the leaves of transforms") {
    check_leaves(own_assembler());
    for (const char* release : {"12.9", "13.5"}) {
        if (const auto assembler = find_assembler(release)) check_leaves(*assembler);
    }
}

TEST_CASE("a reduction of the leaves of transforms is one instruction") {
    const Leaves leaves;
    const auto functions = own_assembler().functions(ptx_kernels(leaves.kernels), "sm_90");
    for (size_t k = 0; k < leaves.programs.size(); ++k) {
        CAPTURE(leaves.programs[k].name);
        const sass::Function& function = sass::find(functions, leaves.kernels[k].name);
        CHECK(count(function, "VIADDMNMX") ==
              static_cast<size_t>(
                  std::ranges::count(leaves.programs[k].body, ir::Opcode::min, &ir::Instruction::op)));
        CHECK(count(function, "VIMNMX") == 0);
    }
}

}  // namespace limbsmith::test
