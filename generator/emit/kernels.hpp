// Source files with kernels around a header: batch kernels compiled ahead of time, a benchmark program, and a
// self-test program.
#pragma once

#include <string>
#include <vector>

#include "catalogue/loops.hpp"
#include "spec/kernels.hpp"
#include "spec/spec.hpp"

namespace limbsmith::emit {

// The source with kernels for the requested operations. It includes `header`. requires: spec.style is
// Style::inlined; functions are catalogue::functions(spec), loops those of them.
std::string kernels(const Spec& spec, const std::vector<catalogue::Function>& functions,
                    const catalogue::Loops& loops, const std::string& header, Kernels kind);

}  // namespace limbsmith::emit
