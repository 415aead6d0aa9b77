// Tries a loop on edges and random inputs, and checks the results against its contract with GMP.
#pragma once

#include <cstddef>
#include <optional>

#include "eval/cases.hpp"
#include "ir/library.hpp"
#include "spec/spec.hpp"

namespace limbsmith::catalogue {

// Runs the loop by the interpreter, with its callees in the library, on `cases` inputs (eval/cases), or on fewer after
// `seconds`. nullopt for a loop of arrays, one over lanes, or one that makes a modulus object.
std::optional<eval::Trial> try_out(const Spec& spec, const ir::Routine& loop, const ir::Library& library,
                                   eval::Samples& samples, size_t cases, double seconds);

}  // namespace limbsmith::catalogue
