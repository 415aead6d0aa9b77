// Sums and differences of numbers that lie in several lanes, as pieces of routines.
//
// The names of their variables end in `suffix`.
#pragma once

#include "algorithm/group/carries.hpp"
#include "algorithm/group/lanes.hpp"

namespace limbsmith::algorithm::group {

// r = a + b mod 2^(32·limbs), or the same with a - b; returns the carry or borrow out of it.
ir::Place sum(const Lanes& lanes, const ir::Place& r, const ir::Place& a, const ir::Place& b,
              CarryOut out = CarryOut::wanted, const std::string& suffix = {});
ir::Place difference(const Lanes& lanes, const ir::Place& r, const ir::Place& a, const ir::Place& b,
                     CarryOut out = CarryOut::wanted, const std::string& suffix = {});

// r = r + b for numbers of twice the limbs of a lane, whose sum is one; by wide_leaves() (leaves.hpp).
void wide_sum(const Lanes& lanes, const ir::Place& r, const ir::Place& b);

// low + 2^(32·limbs)·high = x + y, for two numbers of twice the limbs, of which `read` puts a half into x and y: that from a
// word on. `over` is for the carry out of the upper half of a lane.
void sum_by_halves(const Lanes& lanes, const ir::Place& low, const ir::Place& high, const ir::Place& x,
                   const ir::Place& y, const ir::Place& over, const std::function<void(int first)>& read);

// r = the sum of the terms mod 2^(32·limbs): each lane counts the carries out of its own sums, and carries go from lane to
// lane once. requires: three terms or more, none of them r.
void sum_of(const Lanes& lanes, const ir::Place& r, const std::vector<ir::Place>& terms,
            const std::string& suffix);

// r = r + b·bit mod 2^(32·limbs), for a bit that is the same in all lanes.
void sum_if(const Lanes& lanes, const ir::Place& r, const ir::Place& b, const ir::Scalar& bit,
            const std::string& suffix);

// Adds parts. The excess of each part over 2^(32·words) goes to the next lane; `first` goes to lane 0.
// Returns the excess of the whole. requires: that excess is below 2^32.
ir::Place carry_up(const Lanes& lanes, const ir::Place& part, const ir::Place& over, const ir::Scalar& first,
                   const std::string& suffix, CarryOut out);

// The bitwise or of a word of all lanes, in place.
void or_of_lanes(const Lanes& lanes, const ir::Place& word, const std::string& suffix = {});
// The word `index` of a number, of all its words, for all lanes.
ir::Place word_at(const Lanes& lanes, const ir::Place& number, int index, const std::string& name);

}  // namespace limbsmith::algorithm::group
