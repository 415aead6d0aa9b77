// Replaces values by their definitions, down to the inputs.
#include <algorithm>
#include <set>

#include "proof/budget.hpp"
#include "proof/prover.hpp"
#include "spec/width.hpp"

namespace limbsmith::proof {
namespace {

bool is_multiple(const Polynomial& polynomial, const mpz_class& divisor) {
    return std::ranges::all_of(polynomial.terms(), [&](const auto& term) {
        return mpz_divisible_p(term.second.get_mpz_t(), divisor.get_mpz_t());
    });
}

bool is_positive(const Polynomial& polynomial) {
    return std::ranges::all_of(polynomial.terms(), [](const auto& term) { return term.second > 0; });
}

}  // namespace

void Modulo::reduce(Polynomial& polynomial) const {
    for (const auto& [pair, value] : products) {
        Polynomial with_first = polynomial.extract(pair.first);
        const Polynomial with_both = with_first.extract(pair.second);
        polynomial += with_first * Polynomial(pair.first) + with_both * value;
    }
    for (const auto& [var, value] : rules) polynomial.substitute(var, value);
    if (modulus != 0) polynomial.drop_multiples(modulus);
}

std::vector<uint32_t> Prover::stops() const {
    std::vector<uint32_t> stops(stops_.rbegin(), stops_.rend());
    if (stops.empty() || stops.front() != equations.size()) stops.insert(stops.begin(), equations.size());
    if (stops.back() != 0) stops.push_back(0);
    return stops;
}

void Prover::add_equality(const BareSides& sides) {
    const auto& [number, rest] = sides;
    // a stop between the words and the polynomial that they equal
    stops_.push_back(equations.size());
    equations.add_mark();
    equalities_.push_back({number, rest, equations.size()});
    // words on both sides cancel in sums that contain the others only
    Polynomial common;
    for (const auto& [monomial, weight] : number.terms()) {
        if (rest.coefficient(monomial) == weight) common.add(monomial, weight);
    }
    if (!common.is_zero()) equalities_.push_back({number - common, rest - common, equations.size()});
}

// Replaces λ·m·number in p by λ·m·rest, wherever p contains m·number with all its words. The bits of number,
// which give the sign of a word, may be missing.
void Prover::apply(const Equality& equality, Polynomial& p, const mpz_class& modulus) const {
    const auto is_word = [](const auto& term) { return !front(term.first).is_bit(); };
    // the word of the lowest weight
    auto first = std::ranges::find_if(equality.number.terms(), is_word);
    if (first == equality.number.terms().end()) return;
    for (auto term = first; term != equality.number.terms().end(); ++term) {
        if (is_word(*term) && abs(term->second) < abs(first->second)) first = term;
    }
    const auto are_same = [&](const mpz_class& x, const mpz_class& y) {
        return x == y || (modulus != 0 && mpz_congruent_p(x.get_mpz_t(), y.get_mpz_t(), modulus.get_mpz_t()));
    };
    const auto& [leading, weight] = *first;
    std::set<Monomial> tried;
    for (bool again = true; again;) {
        again = false;
        Budget::spend(p.terms().size());
        std::vector<Monomial> factors;
        for (const auto& [monomial, coefficient] : p.terms()) {
            if (contains(monomial, front(leading))) factors.push_back(without(monomial, front(leading)));
        }
        for (const Monomial& factor : factors) {
            const mpz_class times = p.coefficient(product(leading, factor)) / weight;
            // in a square, a product of two different words counts twice
            const auto is_in_number = [&](char32_t code) {
                return equality.number.coefficient(Monomial(1, code)) != 0;
            };
            const bool is_square = std::ranges::any_of(factor, is_in_number);
            const bool is_whole =
                times != 0 && std::ranges::all_of(equality.number.terms(), [&](const auto& term) {
                    const mpz_class there = p.coefficient(product(term.first, factor)),
                                    wanted = times * term.second;
                    return !is_word(term) || are_same(there, wanted) ||
                           (is_square && sgn(there) == sgn(wanted) && abs(there) >= abs(wanted));
                });
            if (!is_whole || !tried.insert(factor).second) continue;
            p.add(equality.number, -times, factor);
            p.add(equality.rest, times, factor);
            again = true;
        }
    }
}

// As apply, but matches the word of the highest weight only; the other words of the number are parked.
void Prover::apply_to_upper_words(const Equality& equality, Polynomial& p) const {
    const auto top = std::ranges::max_element(equality.number.terms(), {}, [](const auto& term) {
        return front(term.first).is_bit() ? mpz_class(0) : mpz_class(abs(term.second));
    });
    if (top == equality.number.terms().end() || front(top->first).is_bit()) return;
    const auto& [word, weight] = *top;
    Polynomial factors;
    for (const auto& [monomial, coefficient] : p.terms()) {
        if (contains(monomial, front(word)) && mpz_divisible_p(coefficient.get_mpz_t(), weight.get_mpz_t()))
            factors.add(without(monomial, front(word)), coefficient / weight);
    }
    if (factors.is_zero()) return;
    p += factors * (equality.rest - equality.number);
    for (const auto& [monomial, coefficient] : equality.number.terms()) {
        if (!equality.rest.terms().contains(monomial))
            p.substitute(front(monomial), front(monomial).parked());
    }
}

// The word beside the carry or high word if it is opaque, else Var(). Then the word stays, and the flag is
// written by it.
Var Prover::opaque_word(const Equations::Value& value) const {
    if (value.kind != Equations::Kind::flag && value.kind != Equations::Kind::high) return {};
    const Var word = equations[value.other].other;
    return word != Var() && opaque_.contains(word.index()) ? word : Var();
}

Polynomial Prover::eliminated(Polynomial p, uint32_t down_to, const Modulo& modulo, How how) const {
    size_t next = equalities_.size();
    while (!p.is_constant()) {
        const Var first = front(p.terms().begin()->first);
        if (next > 0 && equalities_[next - 1].at > std::max(first.is_parked() ? 0 : first.index(), down_to)) {
            apply(equalities_[--next], p, modulo.modulus);
            if (how.by_upper_words) apply_to_upper_words(equalities_[next], p);
            continue;
        }
        if (first.is_parked() || first.index() < down_to) break;
        auto [var, factor] = p.extract_front();
        modulo.reduce(factor);
        if (factor.is_zero() || equations.is_zero(var)) continue;
        const Equations::Value& value = equations[var];
        const mpz_class weight = value.kind == Equations::Kind::bits ? mpz_class(1) << value.shift : base;
        const Var opaque = how.is_whole ? Var() : opaque_word(value);
        const bool is_part = value.is_replaced ||
                             (value.kind == Equations::Kind::bits && !value.definition.is_zero()) ||
                             (value.kind == Equations::Kind::high && how.by_products) || opaque != Var();
        const bool is_decision = value.is_decision && !(how.by_carries && value.is_added) &&
                                 !(how.by_decisions && value.kind == Equations::Kind::bits);
        // opaque words stay; so does a lowest bit that has a factor
        const bool is_opaque =
            !how.is_whole && (opaque_.contains(var.index()) || (var.is_bit() && !factor.is_constant()));
        if (value.kind == Equations::Kind::word && !is_opaque) {
            p += factor * value.definition;
        } else if (is_part && !is_decision && is_multiple(factor, weight) &&
                   (value.kind != Equations::Kind::bits || how.cut == Cut::always ||
                    (how.cut == Cut::if_positive && is_positive(factor)))) {
            for (const auto& [monomial, coefficient] : factor.terms()) {
                const mpz_class quotient = coefficient / weight,
                                times = value.is_borrow ? mpz_class(-quotient) : quotient;
                p.add(value.definition, times, monomial);
                p.add(Polynomial((opaque != Var() ? opaque : value.other).parked()), -times, monomial);
            }
        } else {
            p += factor * Polynomial(var.parked());
        }
    }
    return p;
}

// Simplifies products of a zero test's bit with its leaves.
void Prover::absorb(Polynomial& p) const {
    for (const ZeroTest& test : zero_tests_) {
        for (const Polynomial& difference : test.leaves) {
            // leaf = word - others; bit·leaf is 0, or leaf if the test is inverted
            Polynomial leaf = difference.parked();
            if (leaf.is_constant()) continue;
            const auto& [monomial, sign] = *leaf.terms().begin();
            if (monomial.size() != 1 || abs(sign) != 1) continue;
            const Var bit = test.bit.parked(), word = front(monomial);
            if (sign < 0) leaf *= -1;
            const Polynomial others = Polynomial(word) - leaf;
            Polynomial with_bit = p.extract(bit);
            const Polynomial with_both = with_bit.extract(word);
            p += with_bit * Polynomial(bit);
            p += with_both * (Polynomial(bit) * others + (test.is_inverted ? leaf : Polynomial()));
        }
    }
}

// Whether the word is 0, because it is 0 modulo 2^32; for a part of a word, modulo its size.
bool Prover::is_zero_word(Var var) const {
    const Equations::Value& value = equations[var];
    if (equations.is_zero(var)) return true;
    if (value.shift == 0 || value.kind == Equations::Kind::bits) return false;
    const Var word = value.kind == Equations::Kind::rest ? value.other : var;
    if (word == Var()) return false;
    Modulo modulo = word_rules_;
    modulo.modulus = mpz_class(1) << value.shift;
    if (value.shift == 1) {
        for (Var odd : odd_) modulo.rules.emplace_back(odd, mpz_class(1));
    }
    Polynomial p = word.active();
    for (int steps = 0; steps < 64 && !p.is_constant(); ++steps) {
        const Var first = front(p.terms().begin()->first);
        if (first.is_parked()) break;
        p = eliminated(std::move(p), first.index(), modulo, {Cut::always, true});
        modulo.reduce(p);
        if (p.is_zero()) return true;
    }
    return false;
}

bool Prover::vanishes(const Polynomial& polynomial, const Modulo& modulo) const {
    if (modulo.rules.empty() && is_congruent_to_zero(polynomial, modulo.modulus)) return true;
    return vanishes(polynomial, modulo, {}) || vanishes(polynomial, modulo, {.by_carries = true});
}

bool Prover::vanishes(const Polynomial& polynomial, const Modulo& modulo, const How& how) const {
    Polynomial p = eliminated(polynomial, 0, modulo, how);
    absorb(p);
    modulo.reduce(p);
    std::set<Var> seen;
    for (bool again = true; again;) {
        again = false;
        for (const auto& [monomial, coefficient] : p.terms()) {
            for (char32_t code : monomial) {
                const Var var = Var::of_code(code);
                if (!seen.insert(var).second || !is_zero_word(var)) continue;
                p.extract(var);
                again = true;
                break;
            }
            if (again) break;
        }
    }
    return p.is_zero();
}

}  // namespace limbsmith::proof
