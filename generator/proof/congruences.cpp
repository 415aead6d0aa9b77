// Claims modulo powers of two.
#include <algorithm>

#include "proof/prover.hpp"
#include "proof/residues.hpp"
#include "spec/width.hpp"

namespace limbsmith::proof {
namespace {

constexpr int most_rounds = 16;  // a product may occur again in what replaced it

// The product of two words that has coefficient 1, or nullptr.
const Monomial* leading_product(const Polynomial& number) {
    for (const auto& [monomial, coefficient] : number.terms()) {
        if (monomial.size() == 2 && coefficient == 1) return &monomial;
    }
    return nullptr;
}

}  // namespace

bool Prover::is_odd(ir::Operand word) const {
    const Polynomial value = equations.value(word);
    const auto is_even = [](const auto& term) { return mpz_even_p(term.second.get_mpz_t()) != 0; };
    return std::ranges::any_of(odd_, [&](Var odd) {
        Polynomial rest = value;
        const Polynomial weight = rest.extract(odd);
        return weight.is_constant() && mpz_odd_p(weight.constant().get_mpz_t()) &&
               std::ranges::all_of(rest.terms(), is_even);
    });
}

bool Prover::is_congruent_to_zero(Polynomial p, const mpz_class& modulus) const {
    if (modulus == 0 || congruences_.products.empty()) return false;
    for (uint32_t stop : stops()) {
        p = eliminated(std::move(p), stop, Modulo{modulus});
        Polynomial rest = p.parked();
        for (int round = 0; round < most_rounds; ++round) {
            const Polynomial before = rest;
            congruences_.reduce(rest);
            rest.reduce_coefficients(modulus);
            if ((rest - before).is_zero()) break;
        }
        if (rest.is_zero()) return true;
    }
    return false;
}

bool Prover::is_congruent(const ir::Claim& claim) {
    if (holds_for_all_residues(program_, claim, [this](ir::Operand word) { return is_odd(word); }))
        return true;
    Polynomial p = value(claim.number) - value(claim.rest);
    if (is_congruent_to_zero(p, claim.modulus)) return true;
    for (uint32_t stop : stops()) {
        p = eliminated(std::move(p), stop, Modulo{claim.modulus});
        p.reduce_coefficients(claim.modulus);
        if (p.is_zero()) return true;
    }
    return false;
}

bool Prover::prove_congruent(const ir::Claim& claim) {
    if (claim.modulus <= 1 || !is_congruent(claim)) return false;
    const Polynomial number = value(claim.number).parked(), rest = value(claim.rest).parked(),
                     most = mpz_class(claim.modulus - 1);
    // a sum of words below the modulus equals its residue; if that is 0 or 1, all words of larger weight are
    // 0
    const bool is_bit = rest.is_constant() && rest.constant() >= 0 && rest.constant() <= 1;
    if (is_bit && is_sum_of_words(number) && is_at_most_zero(number - most)) {
        const auto lowest = unit_in(number);
        const bool is_single = lowest && !unit_in(number - Polynomial(*lowest));
        for (const auto& [monomial, weight] : number.terms()) {
            if (weight > 1) congruences_.rules.emplace_back(front(monomial), Polynomial());
        }
        if (is_single) congruences_.rules.emplace_back(*lowest, rest);
    }
    if (const Monomial* product = leading_product(number)) {
        Polynomial value = rest - number;
        value.add(*product, 1);
        value += Polynomial(claim.modulus) * equations.integer();
        const std::pair<Var, Var> factors{front(*product), Var::of_code(product->back())};
        congruences_.products.insert(congruences_.products.begin(), {factors, std::move(value)});
    }
    return true;
}

}  // namespace limbsmith::proof
