// Shows that a polynomial is at most 0: by ranges, by facts, by case splits.
#include <algorithm>

#include "proof/prover.hpp"
#include "spec/width.hpp"

namespace limbsmith::proof {
namespace {

constexpr size_t most_cases = 6;  // bits that are split into cases

}  // namespace

std::vector<Var> Prover::decisions(const Polynomial& polynomial) const {
    std::vector<Var> bits;
    for (const auto& [monomial, coefficient] : polynomial.terms()) {
        for (char32_t code : monomial) {
            const Var var = Var::of_code(code);
            const bool is_known = std::ranges::find(bits, var) != bits.end();
            if (var.is_bit() && !is_known &&
                (equations[var].is_decision || equations[var].kind == Equations::Kind::bits))
                bits.push_back(var);
        }
    }
    // by_cases takes the last bit first: put those with facts at the end
    std::ranges::stable_partition(bits,
                                  [&](Var bit) { return equations[bit].kind == Equations::Kind::bits; });
    return bits;
}

// A number that is not zero is at least 1: [not 0] - (sum of leaves) <= 0. requires: the leaves are words;
// else 0.
Polynomial Prover::nonzero_fact(const ZeroTest& test) const {
    const Polynomial bit = test.bit.parked(), one = mpz_class(1);
    Polynomial fact = test.is_inverted ? bit : one - bit;
    mpz_class weight = 1;
    for (const Polynomial& leaf : test.leaves) {
        if (!is_sum_of_words(leaf)) return {};
        fact.add(leaf.parked(), -weight);
        weight *= base;
    }
    return fact;
}

// What is known of the bits in the polynomial and of all words: a list of facts, each <= 0.
std::vector<Polynomial> Prover::facts(const Polynomial& polynomial, uint32_t down_to) const {
    std::vector<Polynomial> facts(inequalities_.rbegin(), inequalities_.rend());
    for (const Limit& limit : limits_.all()) {
        if (limit.is_given ? !limit.limit.is_constant() : !decisions(limit.number).empty())
            facts.push_back(limit.number - limit.limit);
    }
    for (Var bit : decisions(polynomial)) {
        const Equations::Value& value = equations[bit];
        if (value.kind == Equations::Kind::bits &&
            !value.definition.is_zero()) {  // the rest is below 2^shift
            const mpz_class weight = mpz_class(1) << value.shift;
            Polynomial rest = eliminated(value.definition, down_to).parked();
            rest.add(Polynomial(bit.parked()), -weight);
            facts.push_back(Polynomial() - rest);
            facts.push_back(rest - Polynomial(mpz_class(weight - 1)));
        }
        for (const ZeroTest& test : zero_tests_) {
            if (test.bit.parked() == bit.parked()) facts.push_back(nonzero_fact(test));
        }
        for (const Sign& sign : signs_) {  // 0 <= value + weight·sign < weight
            if (sign.bit.parked() != bit.parked()) continue;
            const Polynomial low = eliminated(sign.low, down_to).parked();
            facts.push_back(Polynomial() - low);
            facts.push_back(low - Polynomial(mpz_class(sign.weight - 1)));
        }
        if (value.kind != Equations::Kind::flag) continue;
        Polynomial number;  // the number that the chain wrote: in [0, 2^(32·words) - 1]
        mpz_class weight = 1;
        for (ir::Operand word : equations.chain_of(bit)) {
            number.add(equations.value(word), weight);
            weight *= base;
        }
        number = eliminated(number, down_to).parked();
        facts.push_back(Polynomial() - number);
        facts.push_back(number - Polynomial(mpz_class(weight - 1)));
    }
    return facts;
}

// Tries symbolic limits once, always and never.
bool Prover::is_at_most_zero_by_ranges(const Polynomial& p) const {
    for (const auto use : {Ranges::Symbolic::once, Ranges::Symbolic::always, Ranges::Symbolic::never}) {
        if (use != Ranges::Symbolic::never && !has_symbolic_limits_) continue;
        if (Ranges(equations, limits_, use).upper(p) <= 0) return true;
    }
    return false;
}

// Uses p <= p - λ·fact, for a fact <= 0 and λ >= 0, such that a term of p vanishes.
bool Prover::with_facts(const Polynomial& polynomial, const std::vector<Polynomial>& facts) const {
    if (is_at_most_zero_by_ranges(polynomial)) return true;
    for (const Polynomial& fact : facts) {
        if (fact.is_zero() ||
            sgn(polynomial.coefficient(fact.terms().begin()->first)) != sgn(fact.terms().begin()->second))
            continue;
        std::vector<std::pair<mpz_class, mpz_class>> tried;
        for (const auto& [monomial, weight] : fact.terms()) {
            const mpz_class coefficient = polynomial.coefficient(monomial);
            if (monomial.empty() || sgn(weight) * sgn(coefficient) <= 0 || tried.size() == 3) continue;
            const mpz_class divisor = gcd(weight, coefficient);
            const std::pair<mpz_class, mpz_class> ratio{abs(coefficient) / divisor, abs(weight) / divisor};
            if (std::ranges::find(tried, ratio) != tried.end()) continue;
            tried.push_back(ratio);
            Polynomial sum = polynomial;
            sum *= ratio.second;
            sum.add(fact, -ratio.first);
            sum -= Polynomial(mpz_class(ratio.second - 1));  // an integer below 1 is at most 0
            if (is_at_most_zero_by_ranges(sum)) return true;
        }
    }
    return false;
}

// Sets `bit` to `side`. If that makes a zero test true, its leaves are set to 0. Returns whether p changed.
bool Prover::assume(Polynomial& p, Var bit, int side) const {
    bool is_changed = p.substitute(bit, mpz_class(side));
    for (const ZeroTest& test : zero_tests_) {
        if (test.bit.parked() != bit.parked() || side != (test.is_inverted ? 0 : 1)) continue;
        for (const Polynomial& difference : test.leaves) {
            Polynomial leaf = difference.parked();
            if (leaf.is_constant()) continue;
            const auto& [monomial, sign] = *leaf.terms().begin();
            if (monomial.size() != 1 || abs(sign) != 1) continue;
            if (sign < 0) leaf *= -1;
            is_changed |= p.substitute(front(monomial), Polynomial(front(monomial)) - leaf);
        }
    }
    return is_changed;
}

bool Prover::by_cases(const Polynomial& polynomial, const std::vector<Polynomial>& facts,
                      std::vector<Var> bits) const {
    if (with_facts(polynomial, facts)) return true;
    if (bits.empty()) return false;
    const Var bit = bits.back();
    bits.pop_back();
    return by_cases(polynomial, facts, bits, bit, 0) && by_cases(polynomial, facts, bits, bit, 1);
}

bool Prover::by_cases(Polynomial polynomial, std::vector<Polynomial> facts, const std::vector<Var>& bits,
                      Var bit, int side) const {
    assume(polynomial, bit, side);
    for (Polynomial& fact : facts) {
        // this case does not occur
        if (assume(fact, bit, side) && Ranges(equations, limits_).lower(fact) > 0) return true;
    }
    return by_cases(polynomial, facts, bits);
}

bool Prover::at_most_zero_here(const Polynomial& polynomial, uint32_t down_to, Means means) const {
    Polynomial p = polynomial.parked();
    absorb(p);
    if (is_at_most_zero_by_ranges(p)) return true;
    if (means == Means::ranges) return false;
    std::vector<Var> bits = decisions(p);
    // too many bits: drop those that are not decisions, then all that are split from words
    const auto is_cut = [&](Var bit) { return equations[bit].kind == Equations::Kind::bits; };
    if (bits.size() > most_cases)
        std::erase_if(bits, [&](Var bit) { return is_cut(bit) && !equations[bit].is_decision; });
    if (bits.size() > most_cases) std::erase_if(bits, is_cut);
    if (bits.size() > most_cases) return false;
    return by_cases(p, facts(p, down_to), bits);
}

std::vector<How> Prover::ways() const {
    std::vector<How> ways{{.cut = Cut::if_positive}};
    if (equations.has_fields()) {
        ways.push_back({.cut = Cut::always});
        ways.push_back({.cut = Cut::always, .by_decisions = true});
    }
    if (!equalities_.empty())
        ways.push_back({.cut = Cut::always, .by_upper_words = true, .by_decisions = true});
    ways.push_back({.cut = Cut::if_positive, .by_products = true});
    ways.push_back({.cut = Cut::if_positive, .by_carries = true});
    return ways;
}

// At each stop, in all ways; a polynomial that another way has produced is not tried again.
std::optional<Prover::Place> Prover::at_most_zero_at(const Polynomial& polynomial) const {
    const std::vector<How> ways = this->ways();
    return nearest([&](Means means, std::span<const uint32_t> stops, size_t begin) -> std::optional<Place> {
        std::vector<Polynomial> rewritten(ways.size(), polynomial);
        for (size_t i = 0; i < stops.size(); ++i) {
            for (size_t k = 0; k < ways.size(); ++k) {
                Polynomial& p = rewritten[k];
                p = eliminated(std::move(p), stops[i], {}, ways[k]);
                if (i < begin ||
                    std::find(rewritten.begin(), rewritten.begin() + k, p) != rewritten.begin() + k)
                    continue;
                if (at_most_zero_here(p, stops[i], means)) return Place{ways[k], stops[i]};
            }
        }
        return std::nullopt;
    });
}

}  // namespace limbsmith::proof
