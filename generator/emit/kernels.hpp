// Source files with kernels around a header: batch kernels compiled ahead of time, a benchmark program, and a
// self-test program.
#pragma once

#include <string>
#include <vector>

#include "catalogue/operation.hpp"
#include "spec/spec.hpp"

namespace limbsmith::emit {

enum class Kernels {
    // A source for nvcc, or plain C++, that registers kernels with limbsmith::apply for three layouts: all
    // operands and results limb-major; all number-major; interleaved operands with limb-major results.
    batch,
    // A program for nvcc that times the operations in every layout and in registers.
    bench,
    // A program for nvcc that compares the operations on the device with those on the host.
    selftest,
};
// Parses `batch`, `bench` or `selftest`. Throws usage_error for any other text.
Kernels parse_kernels(const std::string& text);

// The source with kernels for the requested operations. It includes `header`. requires: spec.style is
// Style::inlined; functions are catalogue::functions(spec).
std::string kernels(const Spec& spec, const std::vector<catalogue::Function>& functions,
                    const std::string& header, Kernels kind);

}  // namespace limbsmith::emit
