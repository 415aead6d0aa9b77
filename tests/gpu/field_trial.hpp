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
#include "spec/field_spec.hpp"

namespace limbsmith::test {

// A function of a header and its operation.
struct FieldFunction {
    FieldOp op;
    ir::Program program;
};
std::vector<FieldFunction> functions_of(const FieldSpec& spec);

// A source with a kernel for each function, from limbs to limbs, that includes "field.cuh".
std::string kernels_of(const FieldSpec& spec, const std::vector<FieldFunction>& functions);

// Computes a batch: takes limb-major columns, one for each input of the program, and writes `result`.
using Machine = std::function<void(const ir::Program&, const std::vector<std::vector<uint32_t>>& columns,
                                   std::span<uint32_t> result, size_t count)>;
// The kernels on the device. requires: they outlive the machine.
Machine on_device(runtime::BatchKernels& kernels);
Machine interpreted();

// Tries `count` numbers, every second one made of edges only. Returns the index of the first wrong one.
std::optional<size_t> first_wrong(const FieldSpec& spec, const ir::Program& program, size_t count,
                                  const Machine& machine);

}  // namespace limbsmith::test
