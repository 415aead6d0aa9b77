// Moduli that are inputs: finds the facts about x mod N in the contract, for a number N of words.
#pragma once

#include "derive/search/search.hpp"

namespace limbsmith::derive {

// Shows that the moduli of the contract are positive. Then every x mod N lies in [0, N). If the contract says that N is odd,
// so does a definition.
void learn_moduli(Search& search);

// bit - 1 = 0: the words whose lowest bit it is are odd.
void learn_odd(Search& search, Variable bit, Id is_one);

// polynomial = 0, if it is a multiple of a modulus N and lies between -N and N.
std::optional<Id> zero_by_modulus(Search& search, const Replaced& replaced);

}  // namespace limbsmith::derive
