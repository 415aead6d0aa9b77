// Files of kernels around a header: batch kernels made ahead of time, and a benchmark program.
#pragma once

#include <string>
#include <vector>

#include "plan/header_functions.hpp"
#include "spec/field_spec.hpp"
#include "spec/spec.hpp"

namespace limbsmith::emit {

// A source, for nvcc or as plain C++, that includes `header` and gives limbsmith::apply kernels for the
// operations that were asked for: all operands and results limb-major, all number-major, and interleaved
// operands with limb-major results. requires: spec.style is Style::inlined; functions are
// plan::header_functions(spec).
std::string ahead_of_time_kernels(const Spec& spec, const std::vector<plan::Function>& functions,
                                  const std::string& header);
std::string ahead_of_time_kernels(const FieldSpec& spec, const std::vector<plan::Function>& functions,
                                  const std::string& header);

// A program for nvcc that includes `header` alone, and times the operations that were asked for in every
// layout and in registers. requires: as above.
std::string benchmark_program(const Spec& spec, const std::vector<plan::Function>& functions,
                              const std::string& header);
std::string benchmark_program(const FieldSpec& spec, const std::vector<plan::Function>& functions,
                              const std::string& header);

}  // namespace limbsmith::emit
