// Polynomials in bits, for words that depend only on a few carries, borrows and signs.
#pragma once

#include <functional>
#include <initializer_list>
#include <optional>
#include <span>
#include <vector>

#include "proof/polynomial.hpp"

namespace limbsmith::proof {

// The variables of the polynomial if all are bits, else nullopt.
std::optional<std::vector<Var>> only_bits(const Polynomial& polynomial);
// The variables of all polynomials if all are bits and there are at most 4, else nullopt.
std::optional<std::vector<Var>> bits_of(std::initializer_list<Polynomial> polynomials);
// Whether the word is 0 or 2^32 - 1 for every choice of its bits.
bool is_mask(const Polynomial& word);
// The value of the polynomial where bit k of `choice` is the value of vars[k].
mpz_class evaluated(const Polynomial& polynomial, std::span<const Var> vars, uint32_t choice);
// The polynomial in the bits `vars` with the value at(choice) for every choice.
Polynomial interpolated(std::span<const Var> vars, const std::function<mpz_class(uint32_t choice)>& at);

}  // namespace limbsmith::proof
