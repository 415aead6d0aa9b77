// A small routine of several lanes for tests: a sum, in which each lane adds its limbs, and carries that would run through all
// of them are found at once.
#pragma once

#include "ir/routine_builder.hpp"

namespace limbsmith::test {

// The sum of numbers of lanes·words limbs, the least significant in lane 0, and the carry out of the last
// lane, which all lanes get; calls lane_add and add_word of as many words. The lanes tell each other by ballots
// where carries begin and where they pass; so do the warps of a block (carries.hpp). requires: 2 <= lanes <= 32, or a
// power of two up to 1024.
ir::Routine carry_lookahead_add(int lanes, int words, const ir::Library& library);

}  // namespace limbsmith::test
