// Proves each kind of claim and records what it implies for later ones.
//
// Rules need a number without a constant: bare sides have the constant on the other side. What is read from
// the claim itself refers to the sides as they are written.
#include <algorithm>

#include "proof/prover.hpp"
#include "spec/width.hpp"

namespace limbsmith::proof {
namespace {

// The first signed term of the sum; constants are skipped, since nothing can be learnt of them.
const ir::ClaimTerm* signed_term(const ir::ClaimSum& number) {
    const auto found = std::ranges::find_if(number, [](const ir::ClaimTerm& term) {
        return term.factors.size() == 1 && term.factors[0].is_signed() && term.factors[0].word.is_word;
    });
    return found == number.end() ? nullptr : &*found;
}

// Whether the word is its instruction's result less a dropped carry or high word.
bool loses_something(const Equations::Value& word) {
    return std::ranges::any_of(word.definition.terms(), [](const auto& term) { return term.second < 0; });
}

}  // namespace

Prover::BareSides Prover::Sides::bare() const {
    const Polynomial constant = number.constant();
    return {number - constant, rest - constant};
}

bool Prover::prove(const ir::Claim& claim) {
    const uint32_t size = equations.size();
    const Sides sides{value(claim.number), value(claim.rest)};
    // stop before the parts of words that this claim is the first to name: more is known of the whole words
    if (equations.size() > size && (stops_.empty() || stops_.back() != size)) stops_.push_back(size);
    switch (claim.kind) {
        case ir::Claim::Kind::opaque: return make_opaque(sides.number), true;
        case ir::Claim::Kind::congruent: return prove_congruent(claim);
        case ir::Claim::Kind::equal: return prove_equal(claim, sides);
        case ir::Claim::Kind::within: return prove_within(sides.bare(), -sides.number.constant());
        case ir::Claim::Kind::at_most: return prove_at_most(claim, sides);
    }
    return false;
}

void Prover::make_opaque(const Polynomial& words) {
    for (const auto& [monomial, weight] : words.terms()) {
        if (!monomial.empty() && loses_something(equations[front(monomial)]))
            opaque_.insert(front(monomial).index());
    }
}

// The term of a signed word whose weight exceeds the sum of all other terms, or nullptr.
const ir::ClaimTerm* Prover::top_in_twos_complement(const ir::Claim& claim, const Polynomial& number) {
    const ir::ClaimTerm* top = signed_term(claim.number);
    if (!top) return nullptr;
    Polynomial low = number;
    low.add(value(top->factors[0]), -top->weight);
    const Limits none;
    const Ranges ranges(equations, none);
    const bool is_above = ranges.lower(low.parked()) >= 0 && ranges.upper(low.parked()) < top->weight;
    return is_above ? top : nullptr;
}

bool Prover::prove_equal(const ir::Claim& claim, const Sides& sides) {
    const ir::ClaimTerm* top = top_in_twos_complement(claim, sides.number);
    const mpz_class range = top ? mpz_class(top->weight * base) : mpz_class(0);
    const auto zero = difference(sides.number, sides.rest, range);
    if (!zero) return false;
    learn_zero(*zero);
    add_equality(sides.bare());
    if (!top) return true;
    const Polynomial sign = equations.bits(top->factors[0].word, limb_bits - 1, limb_bits);
    if (!sign.is_constant() && sign.terms().size() == 1)
        signs_.push_back({front(sign.terms().begin()->first), sides.rest + Polynomial(range) * sign, range});
    return true;
}

// least <= number <= limit. The number is congruent to F modulo what its words can hold; with F in range they
// are equal.
bool Prover::prove_within(const BareSides& sides, const mpz_class& least) {
    const auto& [number, limit] = sides;
    mpz_class most = 0, unit = 0;
    for (const auto& [monomial, weight] : number.terms()) {
        most += weight * (base - 1);
        if (unit == 0 || weight < unit) unit = weight;
    }
    if (!is_sum_of_words(number) || !limit.is_constant() || limit.constant() >= most + unit) return false;
    const auto value = number_within(number, most + unit, std::max<mpz_class>(least, 0), limit);
    if (!value) return false;
    add_equality({number, *value});
    learn_limit(sides);
    return true;
}

bool Prover::prove_at_most(const ir::Claim& claim, const Sides& sides) {
    const auto shown = at_most_zero_at(sides.number - sides.rest);
    if (!shown) return false;
    const BareSides bare = sides.bare();
    const bool is_constant = sides.rest.is_constant();
    if (is_constant && is_sum_of_words(bare.number))
        find_zeros(bare.number - bare.rest, bare.rest.constant(), *shown);
    if (const ir::ClaimTerm* top = signed_term(claim.number); top && is_constant)
        learn_limit_of_top(claim, *top, sides.rest.constant());
    learn_limit(bare);
    if (claim.number.size() == 1 && is_constant) name_word(claim.number[0], sides.rest.constant());
    return true;
}

}  // namespace limbsmith::proof
