// How the values of a routine over lanes lie in a routine of one thread.
#pragma once

#include <set>
#include <vector>

#include "ir/library.hpp"

namespace limbsmith::proved_form {

enum class Spread {
    same,   // a word, an array of words or a number of its own that is the same in all lanes
    whole,  // a number, or an array of numbers, with the words of all lanes
    each,   // a value for each lane
};

// The spread of each variable. A number is whole where all lanes together are used: as a parameter, by other routines over
// lanes, or by a word from a lane that all lanes name. Words of the caller are the same in all lanes; so is a number that
// every lane makes for itself from such words.
std::vector<Spread> spreads(const ir::Routine& routine, const ir::Library& library);

// Variables that are copied, or passed to routines whose elements stand for residues. A number that is neither, such as a
// modulus, is none, whatever its type is.
std::set<int> elements(const ir::Routine& routine, const ir::Library& library);

// Whether the word is the same in all lanes.
bool is_same(const ir::Scalar& scalar, const std::vector<Spread>& spreads);
// The number of which a lane gives one limb, if all lanes name the same lane and the same limb; else null.
const ir::Place* limb_of_same_lane(const ir::Exchange& exchange, const std::vector<Spread>& spreads);

}  // namespace limbsmith::proved_form
