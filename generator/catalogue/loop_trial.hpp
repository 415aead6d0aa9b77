// Tries a loop on edges and random inputs, and checks the results against its contract with GMP.
#pragma once

#include <cstddef>
#include <string>

#include "eval/cases.hpp"
#include "ir/library.hpp"
#include "spec/spec.hpp"

namespace limbsmith::catalogue {

// Why a loop is not tried, such as `its contract has no relation`; empty for those that are.
std::string why_not_tried(const ir::Routine& loop);

// Runs the loop by the interpreter, over lanes where it is, with its callees in the library, on `cases` inputs
// (eval/cases), or on fewer after `seconds`. Arrays of the caller's size have several lengths; each element of an array of numbers
// is a case. Members of a modulus object that the loop fills in are compared with their definitions. No case is tried
// where none is drawn that the contract allows. requires: why_not_tried(loop) is empty.
eval::Trial try_out(const Spec& spec, const ir::Routine& loop, const ir::Library& library,
                    eval::Samples& samples, size_t cases, double seconds);

}  // namespace limbsmith::catalogue
