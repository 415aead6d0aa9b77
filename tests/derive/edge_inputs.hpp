// Legal inputs that are likely to expose a program that is nearly right.
//
// Promises: they satisfy every precondition of the contract and fit the words of the inputs. In addition to
// eval/samples: the exact ends of each range, in all combinations; sums and products next to a bound, a
// modulus or a power of two, so that carries run through all limbs and the last bit decides final
// subtractions; words taken from a bound, so that the lowest limb decides comparisons.
#pragma once

#include <gmpxx.h>

#include <vector>

#include "eval/samples.hpp"
#include "ir/program.hpp"

namespace limbsmith::test {

// `count` lines with one value for each input of the program, the ends of the ranges first; fewer lines if
// the contract allows hardly any. Deterministic for given samples.
std::vector<std::vector<mpz_class>> edge_inputs(const ir::Program& program, size_t count,
                                                eval::Samples& samples);

}  // namespace limbsmith::test
