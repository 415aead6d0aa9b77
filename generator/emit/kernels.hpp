// Files of kernels around a header: batch kernels made ahead of time, and a benchmark program.
#pragma once

#include <string>
#include <vector>

#include "catalogue/operation.hpp"
#include "spec/spec.hpp"

namespace limbsmith::emit {

enum class Kernels {
    // A source, for nvcc or as plain C++, that gives limbsmith::apply kernels: all operands and results
    // limb-major, all number-major, and interleaved operands with limb-major results.
    batch,
    // A program for nvcc that times the operations in every layout and in registers.
    bench,
    // A program for nvcc that compares the operations on the device with those on the host.
    selftest,
};
// One by its name. Throws usage_error for another text.
Kernels parse_kernels(const std::string& text);

// The operations that were asked for, as kernels around `header`, which they include. requires: spec.style is
// Style::inlined; functions are catalogue::functions(spec).
std::string kernels(const Spec& spec, const std::vector<catalogue::Function>& functions,
                    const std::string& header, Kernels kind);

}  // namespace limbsmith::emit
