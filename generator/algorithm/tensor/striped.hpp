// Numbers in a striped arrangement: limb i of lane l is word 32·i + l. Products by matrices have the words of their sums so
// (product.hpp), and need no exchange of limbs between lanes to go on with them; elsewhere lanes have a run of words each,
// which is a blocked arrangement.
//
// The names of variables end in `suffix`. requires: a warp.
#pragma once

#include "algorithm/group/carries.hpp"
#include "algorithm/group/lanes.hpp"

namespace limbsmith::algorithm::tensor {

// below = the word before each of the number's; before word 0 stands `first`. Returns a word that in lane 0 is the number's last.
ir::Place words_below(const group::Lanes& lanes, const ir::Place& below, const ir::Place& number,
                      const ir::Scalar& first, const std::string& suffix);

// r + 2^(32·limbs)·over = digits + 2^32·overs + first, for overs below 2^31 and first below 2^32; returns over, below 2^32, for
// all lanes where it is wanted. requires: r is neither of them.
ir::Place striped_sum(const group::Lanes& lanes, const ir::Place& r, const ir::Place& digits,
                      const ir::Place& overs, const ir::Scalar& first, group::CarryOut out,
                      const std::string& suffix);

// r = (r + 2^(32·limbs)·over) mod m, for a sum below 2m.
void settle_striped(const group::Lanes& lanes, const ir::Place& r, const ir::Place& over, const ir::Place& m,
                    const std::string& suffix);

// The same number in the other arrangement, by way of shared memory from its word `first` on. A barrier stands before the words
// are read.
void to_striped(const group::Lanes& lanes, const ir::Place& memory, int first, const ir::Place& r,
                const ir::Place& number);
void to_blocked(const group::Lanes& lanes, const ir::Place& memory, int first, const ir::Place& r,
                const ir::Place& number);

}  // namespace limbsmith::algorithm::tensor
