// Programs that take carried numbers (ir/representation) apart into those of lanes, and put them together, in a routine of
// one thread.
//
// There a carried number is one in signed digits. The lanes can have one number in many different parts: a routine is proved
// for all parts that the contracts allow. `words` are those of a lane, the one on top among them.
#pragma once

#include "ir/program.hpp"

namespace limbsmith::proved_form {

// How the number lies in one thread.
ir::Representation whole_carried();
int whole_carried_words(int lanes, int words);

// a = the sum of (p_k - 2·W)·W^k for a below 2·W^lanes in magnitude; each part but that of the last lane stands for a
// number of at most 5/4·W in magnitude.
ir::Program split_carried(int lanes, int words);
// r = this sum. The part of the last lane is below 4·W.
ir::Program join_carried(int lanes, int words);

}  // namespace limbsmith::proved_form
