// Tries every straight-line function of a header for a modulus on values that its contract allows. Limbs go
// in and out unchanged, so that lazy forms and reductions are tried up to their largest values. GMP gives the
// expected results.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ir/program.hpp"
#include "jit/batch.hpp"
#include "support/programs.hpp"

namespace limbsmith::test {

// The functions of a header, without the parts of loops.
inline std::vector<catalogue::Function> straight_functions(const Spec& spec) {
    std::vector<catalogue::Function> all = catalogue::functions(spec);
    std::erase_if(all, [](const catalogue::Function& function) { return function.is_part; });
    return all;
}

// Computes a batch: takes limb-major columns, one for each input of the program, and writes `result`.
using Machine = std::function<void(const ir::Program&, const std::vector<std::vector<uint32_t>>& columns,
                                   std::span<uint32_t> result, size_t count)>;
// The kernels of emit::function_kernels on the device. requires: both outlive the machine.
Machine on_device(runtime::BatchKernels& kernels, const std::vector<catalogue::Function>& functions);
Machine interpreted();

// Tries `count` numbers, every second one made of edges only. Returns the index of the first wrong one.
std::optional<size_t> first_wrong(const Spec& spec, const ir::Program& program, size_t count,
                                  const Machine& machine);

}  // namespace limbsmith::test
