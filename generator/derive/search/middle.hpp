// The number in the middle of a program (ir::Middle): a product that the instructions after it reduce.
//
// Later steps need only its limit. So its words become values of their own, and their sum in terms of the inputs is used
// once, where the relation of the contract is shown.
#pragma once

#include <optional>

#include "derive/search/search.hpp"

namespace limbsmith::derive {

struct Middle {
    size_t end;                   // how many instructions there are before it is complete
    std::vector<Variable> words;  // the lowest first
    mpz_class limit;
};

// nullopt if the program has none that its instructions make, or if N is an input.
std::optional<Middle> middle_of(const Search& search);

// Learns the limit of the number, and forgets how its words are made. Returns the zero that gives the number in terms of
// inputs; nullopt, and nothing changes, if the search does not find it. requires: the instructions before the end are
// analysed.
std::optional<Id> cut(Search& search, const Middle& middle);

// Values that the contract defines by the product have definitions by the number from now on. Returns whether there are
// such: the number's words then stay values of their own, and the goals on them are short.
bool name_in_contract(Search& search, Id zero);

// From now on the zero defines the lowest word.
void join(Search& search, const Middle& middle, Id zero);

}  // namespace limbsmith::derive
