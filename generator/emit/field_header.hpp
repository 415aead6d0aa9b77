// The header for a modulus, and the kernels that run batches modulo it.
#pragma once

#include <string>
#include <vector>

#include "plan/header_functions.hpp"
#include "spec/field_spec.hpp"

namespace limbsmith::emit {

// Deterministic: the same text for the same spec and version. requires: functions are
// plan::header_functions(spec), proved unless spec.proofs is skipped.
std::string field_header(const FieldSpec& spec, const std::vector<plan::Function>& functions);
// Of functions made anew.
inline std::string field_header(const FieldSpec& spec) {
    return field_header(spec, plan::header_functions(spec));
}

// A CUDA source that includes `header_name` and defines, for each operation of the spec with a field_meaning,
// a kernel
//     extern "C" void batch_OP(uint32_t* result, const uint32_t* input..., unsigned long long numbers)
// over limb-major arrays of canonical residues: conversion in, the operation, conversion out.
std::string field_batch_kernels(const FieldSpec& spec, const std::string& header_name);

}  // namespace limbsmith::emit
