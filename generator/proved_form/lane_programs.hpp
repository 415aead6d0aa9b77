// The programs that stand for lanes in a routine of one thread (one_thread.hpp).
#pragma once

#include <string>

#include "ir/program.hpp"

namespace limbsmith::proved_form {

// A number of lanes·words words as one number for each lane, p0 the least significant, and back.
ir::Program split_lanes(int lanes, int words);
ir::Program join_lanes(int lanes, int words);
// A word whose bit k says whether v_k is not 0.
ir::Program ballot_of_lanes(int lanes);
// The word a if the condition is not 0, else b.
ir::Program select_word();

// A bit that is 1 if v is not 0. For v = 0 the contract says nothing: then the other numbers of a warp decide. Callers
// are proved from the contract alone, and so for all other numbers.
ir::Program any_of_warp();

}  // namespace limbsmith::proved_form
