// Every straight-line function of a header for a modulus at values that its contract allows: limbs go in and
// out as they stand, so that lazy forms and reductions are tried up to the largest ones. GMP is the judge.
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

// The functions of a header, each with the operation that it is.
struct FieldFunction {
    FieldOp op;
    ir::Program program;
};
std::vector<FieldFunction> functions_of(const FieldSpec& spec);

// A source with a kernel for each function, limbs in and limbs out, around "field.cuh".
std::string kernels_of(const FieldSpec& spec, const std::vector<FieldFunction>& functions);

// What computes a batch: numbers in limb-major columns, one for each input of the program, to `result`.
using Machine = std::function<void(const ir::Program&, const std::vector<std::vector<uint32_t>>& columns,
                                   std::span<uint32_t> result, size_t count)>;
// The kernels on the device. requires: they outlive the machine.
Machine on_device(runtime::BatchKernels& kernels);
Machine interpreted();

// Runs `count` numbers, every second one of edges alone. Returns the first number that is wrong.
std::optional<size_t> first_wrong(const FieldSpec& spec, const ir::Program& program, size_t count,
                                  const Machine& machine);

}  // namespace limbsmith::test
