// Numbers in a striped arrangement: limb i of lane l is word 32·i + l. Products by matrices have the words of their sums so
// (product.hpp), and need no exchange of limbs between lanes to go on with them; elsewhere lanes have a run of words each,
// which is a blocked arrangement.
//
// The names of variables end in `suffix`. requires: a warp.
#pragma once

#include "algorithm/group/lanes.hpp"

namespace limbsmith::algorithm::tensor {

// below = the word before each of the number's, of `count` limbs; before word 0 stands `first`. Returns a word that in lane 0 is
// the number's last.
ir::Place words_below(const group::Lanes& lanes, const ir::Place& below, const ir::Place& number, int count,
                      const ir::Scalar& first, const std::string& suffix);

// r + 2^(32·32·count)·carry = x + y + in, for `count` limbs of a lane and a bit `in`; returns the carry. Both bits are the same
// in all lanes. requires: r is not y. Limbs from `count` on are not used.
ir::Scalar striped_sum(const group::Lanes& lanes, const ir::Place& r, const ir::Place& x, const ir::Place& y,
                       int count, const ir::Scalar& in, const std::string& suffix);

// A carry from words to those above them: over + bit, where `over` counts in lane 0 alone and the bit is one for all lanes.
struct Carry {
    ir::Scalar over{0}, bit{0};
};
// r + 2^(32·32·count)·carry = digits + 2^32·overs + first, for `count` limbs of a lane and overs below 2^31; returns the carry.
// requires: r is neither of them; limbs of `count` or more may stand for nothing.
Carry striped_words(const group::Lanes& lanes, const ir::Place& r, const ir::Place& digits,
                    const ir::Place& overs, int count, const Carry& first, const std::string& suffix);
// The carry as a word that is the same in all lanes.
ir::Place for_all_lanes(const group::Lanes& lanes, const Carry& carry, const std::string& suffix);

// r = (r + 2^(32·limbs)·over) mod m, for a sum below 2m.
void settle_striped(const group::Lanes& lanes, const ir::Place& r, const ir::Place& over, const ir::Place& m,
                    const std::string& suffix);

// Shared memory by way of which a number changes its arrangement: 32 words of it from every `row` words, from word `first` on.
struct Exchanged {
    ir::Place memory;
    int first = 0, row = ir::warp;
};
// The same number in the other arrangement. A barrier stands before the words are read. requires: the row is a warp's, or
// padded_row (ntt/passes.hpp).
void to_striped(const group::Lanes& lanes, const Exchanged& in, const ir::Place& r, const ir::Place& number);
void to_blocked(const group::Lanes& lanes, const Exchanged& in, const ir::Place& r, const ir::Place& number);

}  // namespace limbsmith::algorithm::tensor
