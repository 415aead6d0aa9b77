// Polynomials in bits: words that depend on a few carries, borrows and signs alone.
#pragma once

#include <functional>
#include <initializer_list>
#include <optional>
#include <span>
#include <vector>

#include "proof/polynomial.hpp"

namespace limbsmith::proof {

// The variables of a polynomial that are bits, if it has no others.
std::optional<std::vector<Var>> only_bits(const Polynomial& polynomial);
// The bits of all polynomials together, if they have nothing else and are few.
std::optional<std::vector<Var>> bits_of(std::initializer_list<Polynomial> polynomials);
// Whether a word has 32 equal bits.
bool is_mask(const Polynomial& word);
// Its value for a choice of them: bit k of `choice` is that of vars[k].
mpz_class evaluated(const Polynomial& polynomial, std::span<const Var> vars, uint32_t choice);
// The polynomial in the bits `vars` that has the value of `at` for every choice of them.
Polynomial interpolated(std::span<const Var> vars, const std::function<mpz_class(uint32_t choice)>& at);

}  // namespace limbsmith::proof
