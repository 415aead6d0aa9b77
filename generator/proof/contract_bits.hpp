// A contract evaluated on words of which only some bits are known.
//
// Promises: what holds, holds for every choice of the unknown bits. It knows the forms in which contracts count
// bits: sums, 2^x, x | y, 2·x, x mod 2^y, floor(x / 2^y), choices.
#pragma once

#include <vector>

#include "ir/program.hpp"
#include "proof/symbolic_bits.hpp"

namespace limbsmith::proof {

// The words of the inputs, every bit by its name; the others are not filled in.
std::vector<BitWord> named_inputs(const ir::Program& program);

// Whether the contract holds after a run on these inputs, for every choice of the bits that are not known.
bool holds_on(const ir::Program& program, std::vector<BitWord> inputs);

}  // namespace limbsmith::proof
