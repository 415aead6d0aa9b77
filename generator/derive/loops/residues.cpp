// Residues of numbers in a form: factor·x = v modulo m. Equal numbers below m have equal residues, and equal residues
// equal numbers.
#include <algorithm>

#include "derive/loops/lemmas.hpp"
#include "derive/loops/prover.hpp"
#include "derive/loops/search.hpp"

namespace limbsmith::derive::loops {

using Kind = Fact::Kind;

mpz_class Prover::factor_of(const Polynomial& m) const {
    const auto& all = legs_.state().residues;
    const auto found = std::ranges::find(all, m, &Legs::Residue::modulus);
    return found == all.end() ? 1 : found->factor;
}

// The residues for which the reduced number stands.
std::vector<Legs::Residue> Prover::residues_of(const Polynomial& number, const Polynomial& m,
                                               const mpz_class& factor) const {
    if (factor == 1) return {{1, m, number, number, 0, {}}};
    std::vector<Legs::Residue> result;
    for (const Legs::Residue& it : legs_.state().residues)
        if (it.modulus == m && legs_.reduce(it.number).rest == number) result.push_back(it);
    for (const Legs::Residue& it : constant_residues(m, factor))
        if (legs_.reduce(it.number).rest == number) result.push_back(it);
    if (number.is_constant() && m.is_constant()) {
        const mpz_class n = m.constant(), value = number.constant();
        mpz_class inverse;
        if (mpz_invert(inverse.get_mpz_t(), factor.get_mpz_t(), n.get_mpz_t()) != 0) {
            const mpz_class x = value * inverse % n, q = (factor * x - value) / n;
            result.push_back({factor, m, number, x, q, {}});
        }
    }
    return result;
}

// 0 and, by a division of the factor, 1, where m is no constant.
std::vector<Legs::Residue> Prover::constant_residues(const Polynomial& m, const mpz_class& factor) const {
    if (m.is_constant()) return {};
    std::vector<Legs::Residue> result{{factor, m, 0, 0, 0, {}}};
    for (const Legs::Division& it : legs_.state().divisions)
        if (it.m == m && it.number == factor)
            result.push_back({factor, m, of(it.rest), 1, of(it.quotient), it.zero});
    return result;
}

// inverse·factor = 1 + m·times, for an odd m. By m = 2·half + 1, factor by factor: (1 + m·x)·(1 + m·y) is of this form.
Legs::Inverse Prover::inverse_of(const mpz_class& factor, const Polynomial& m) {
    if (factor == 1) return {1, m, 1, 0, {}};
    if (m.is_constant()) {
        const mpz_class n = m.constant();
        mpz_class inverse;
        mpz_invert(inverse.get_mpz_t(), factor.get_mpz_t(), n.get_mpz_t());
        const mpz_class times = (inverse * factor - 1) / n;
        return {factor, m, inverse, times, {}};
    }
    auto& known = legs_.state().inverses;
    for (const Legs::Inverse& it : known)
        if (it.factor == factor && it.m == m) return it;
    if (factor == 2) {
        const std::vector<Legs::Division> divisions = legs_.state().divisions;
        const auto half = std::ranges::find_if(
            divisions, [&](const Legs::Division& it) { return it.m == 2 && it.number == m; });
        if (half == divisions.end() || !show_zero(of(half->rest) - 1, 0))
            throw NotFound{legs.size(), "a modulus that is odd"};
        const Polynomial quotient = of(half->quotient);
        const std::vector<check::Multiple> zeros{{half->zero, 1}, {legs_.state_zero(of(half->rest) - 1), 1}};
        const Id zero = legs_.sum_of_zeros(m - 2 * quotient - 1, zeros);
        return known.emplace_back(Legs::Inverse{2, m, Polynomial() - quotient, -1, zero});
    }
    const auto bits = mpz_scan1(factor.get_mpz_t(), 0);
    const Legs::Inverse x = inverse_of(check::power_of_two(bits / 2), m),
                        y = inverse_of(check::power_of_two(bits - bits / 2), m);
    const Legs::Name inverse = legs_.name(x.inverse * y.inverse),
                     times = legs_.name(x.times + y.times + m * x.times * y.times);
    std::vector<check::Multiple> zeros{{inverse.zero, Polynomial() - factor}, {times.zero, m}};
    if (x.zero) zeros.push_back({*x.zero, y.inverse * Polynomial(y.factor)});
    if (y.zero) zeros.push_back({*y.zero, 1 + m * x.times});
    const Id zero = legs_.sum_of_zeros(of(inverse.variable) * factor - 1 - m * of(times.variable), zeros);
    return known.emplace_back(Legs::Inverse{factor, m, of(inverse.variable), of(times.variable), zero});
}

// Residues of the same number, and numbers of the same residue.
bool Prover::unify_residues() {
    bool is_better = false;
    for (size_t k = 0; k < legs_.state().residues.size(); ++k) {
        const Legs::Residue it = legs_.state().residues[k];
        const Polynomial residue = legs_.reduce(it.residue).rest, number = legs_.reduce(it.number).rest;
        for (const Legs::Residue& other : residues_of(number, it.modulus, it.factor))
            if (legs_.reduce(other.residue).rest != legs_.reduce(it.residue).rest)
                is_better |= same_residue(it, other);
        std::vector<Legs::Residue> others = constant_residues(it.modulus, it.factor);
        others.insert(others.end(), legs_.state().residues.begin(),
                      legs_.state().residues.begin() + static_cast<std::ptrdiff_t>(k));
        if (residue.is_constant() && it.modulus.is_constant() && it.factor != 1) {
            const mpz_class n = it.modulus.constant(), product = it.factor * residue.constant();
            const mpz_class value = product % n;
            others.push_back({it.factor, it.modulus, value, residue, mpz_class(product / n), {}});
        }
        for (const Legs::Residue& other : others)
            if (it.factor != 1 && other.modulus == it.modulus &&
                legs_.reduce(other.residue).rest == residue &&
                legs_.reduce(other.number).rest != legs_.reduce(it.number).rest)
                is_better |= same_number(it, other);
    }
    return is_better;
}

// x = y + m·k for the residues of the same number.
Prover::Parts Prover::residue_by_other(const Legs::Residue& x, const Legs::Residue& y) {
    const Legs::Inverse inverse = inverse_of(x.factor, x.modulus);
    const Polynomial difference = x.residue - y.residue,
                     k = inverse.inverse * (x.quotient - y.quotient) - inverse.times * difference;
    std::vector<check::Multiple> zeros{{legs_.state_zero(x.number - y.number), inverse.inverse}};
    if (x.zero) zeros.push_back({*x.zero, inverse.inverse});
    if (y.zero) zeros.push_back({*y.zero, Polynomial() - inverse.inverse});
    if (inverse.zero) zeros.push_back({*inverse.zero, Polynomial() - difference});
    return {k, y.residue, zeros};
}

// Both are from 0 to m - 1.
bool Prover::same_residue(const Legs::Residue& x, const Legs::Residue& y) {
    const Parts parts = residue_by_other(x, y);
    return same_division(x.modulus, {0, x.residue}, parts, parts.zeros);
}

// m·q + v = factor·x = m·r + w for the numbers v, w, which are from 0 to m - 1.
bool Prover::same_number(const Legs::Residue& x, const Legs::Residue& y) {
    std::vector<check::Multiple> zeros{{legs_.state_zero(x.residue - y.residue), x.factor}};
    if (x.zero) zeros.push_back({*x.zero, -1});
    if (y.zero) zeros.push_back({*y.zero, 1});
    return same_division(x.modulus, {x.quotient, x.number}, {y.quotient, y.number}, zeros);
}

// Comparisons of two numbers and of their residues are the same.
bool Prover::compare_residues() {
    const std::vector<Legs::Comparison> all = legs_.state().comparisons;
    bool is_better = false;
    for (const Legs::Comparison& of_numbers : all) {
        const Polynomial s = legs_.reduce(of(of_numbers.t)).rest;
        if (of_numbers.is_less || s.is_constant() || !once(fmt::format("residues {}", of_numbers.t)))
            continue;
        const std::vector<Polynomial> differences = residues_apart(legs_.reduce(of_numbers.d).rest);
        for (const Legs::Comparison& it : all) {
            const Polynomial d = legs_.reduce(it.d).rest, t = legs_.reduce(of(it.t)).rest;
            if (it.is_less || s == t || t.is_constant() ||
                std::ranges::find(differences, d) == differences.end())
                continue;
            if (implies(s, t) && implies(t, s)) is_better |= show_zero(t - s, 0);
        }
    }
    return is_better;
}

// x - y and y - x for the residues of numbers whose difference this is.
std::vector<Polynomial> Prover::residues_apart(const Polynomial& difference) const {
    std::vector<Polynomial> result;
    for (const Legs::Residue& x : legs_.state().residues) {
        const Polynomial number = legs_.reduce(x.number).rest, residue = legs_.reduce(x.residue).rest;
        if (number.terms().size() != 1 || !difference.terms().contains(number.terms().begin()->first))
            continue;
        for (const Polynomial& other : {Polynomial(number - difference), Polynomial(number + difference)}) {
            if (other.terms().size() > 1) continue;
            for (const Legs::Residue& y : residues_of(other, x.modulus, x.factor)) {
                const Polynomial apart = residue - legs_.reduce(y.residue).rest;
                result.push_back(apart);
                result.push_back(Polynomial() - apart);
            }
        }
    }
    return result;
}

// s <= t for bits
bool Prover::implies(const Polynomial& s, const Polynomial& t) {
    const Fact goal{Kind::nonnegative, t - s};
    const auto show = [&](Id) { return reach(goal, 0); };
    return legs_.find(goal) || legs_.cases(s - 1, goal, show, show);
}

// m·quotient + rest is the same for both, by the zeros: the rests are the same.
bool Prover::same_division(const Polynomial& m, const Parts& x, const Parts& y,
                           const std::vector<check::Multiple>& zeros) {
    std::vector<Id> facts{0};
    for (const Polynomial& bound : {x.rest, m - 1 - x.rest, y.rest, m - 1 - y.rest}) {
        const auto found = nonnegative(bound, 0);
        if (!found) return false;
        facts.push_back(*found);
    }
    facts[0] = legs_.sum_of_zeros(m * x.quotient + x.rest - m * y.quotient - y.rest, zeros);
    legs_.apply_division({m, x.quotient, x.rest, y.quotient, y.rest}, facts);
    return true;
}

}  // namespace limbsmith::derive::loops
