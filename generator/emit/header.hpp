// Generated files as text: headers in both styles, and the kernel that runs a batch.
#pragma once

#include <string>
#include <vector>

#include "ir/program.hpp"
#include "plan/header_functions.hpp"
#include "spec/spec.hpp"

namespace limbsmith::emit {

// The header that was asked for, with what its loops call. Deterministic: the same text for the same spec and
// version. requires: functions are plan::header_functions(spec), proved unless spec.proofs is skipped; no
// loops in the macro style (parse_operations sees to it).
std::string header(const Spec& spec, const std::vector<plan::Function>& functions);
// Of functions made anew.
inline std::string header(const Spec& spec) { return header(spec, plan::header_functions(spec)); }

// A CUDA source that includes `header_name` and defines, for each function that was asked for, a kernel
//     extern "C" void KERNEL(uint32_t* result, const uint32_t* input..., unsigned long long numbers)
// over limb-major arrays: thread k computes number k, the words of its outputs one after the other.
// requires: spec.style is Style::inlined.
std::string batch_kernels(const Spec& spec, const std::string& header_name);

// The name of a program's kernel: batch_add, batch_add_carry ...
std::string kernel_name(const ir::Program& program);

}  // namespace limbsmith::emit
