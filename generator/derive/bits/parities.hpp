// Even and odd: the lowest bits of numbers, as contracts and instructions name them.
#pragma once

#include <optional>
#include <vector>

#include "derive/search/search.hpp"

namespace limbsmith::derive {

// number - 2·half - bit = 0, bit >= 0, 1 - bit >= 0
struct Lowest {
    Polynomial number, half, bit;
    Id zero, least, most;
};
// The lowest bit that instruction i takes of its source.
std::optional<Lowest> lowest_at(Search& search, size_t i);

// t + x - 1 = 0 for the product x of bits and a t = [x = 0] of the contract.
struct TestedBit {
    Polynomial value;
    Id least, most;  // value >= 0, 1 - value >= 0
};
Id no_product(Search& search, const Search::Comparison& t, const std::vector<TestedBit>& bits);

// Where a contract asks whether a product of such bits is 0: the answer is 1 minus the product.
void learn_parity_tests(Search& search);

// Instruction i names the lowest bit of a word. The rests modulo 2 of equal numbers are this bit. If it is the
// lowest one of the common bits of two words, it is the product of two such rests.
void resolve_parity(Search& search, size_t i);

}  // namespace limbsmith::derive
