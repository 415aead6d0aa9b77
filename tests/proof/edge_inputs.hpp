// Inputs within a contract that are likely to show a nearly right program wrong.
//
// Promises: every requirement of the contract holds of them, and they fit the words of the inputs. Beside
// what eval/samples draws: each range at its very ends, in all combinations; sums and products that land next
// to a bound, a modulus or a power of two, so that carries run through all limbs and final subtractions are
// decided by the last bit; words taken from a bound, so that comparisons are decided by the lowest limb.
#pragma once

#include <gmpxx.h>

#include <vector>

#include "eval/samples.hpp"
#include "ir/program.hpp"

namespace limbsmith::test {

// `count` lines of one value for each input of the program, the ends of the ranges first; fewer where the
// contract allows hardly any. The same for the same samples.
std::vector<std::vector<mpz_class>> edge_inputs(const ir::Program& program, size_t count,
                                                eval::Samples& samples);

}  // namespace limbsmith::test
