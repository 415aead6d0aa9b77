// Values modulo an odd m: residues, R·residue = number + m·(...), and rests of divisions by m. With 1 = m·u + R·h a
// residue is h·number modulo m, and so is the inverse of R, a residue of 1. Two values below m that are the same
// modulo m are the same.
#include <algorithm>

#include "derive/loops/lanes/prover.hpp"

namespace limbsmith::derive::loops::lanes {

using Kind = Fact::Kind;
using check::Monomial;

Polynomial Prover::modulus() const {
    return state_.known_modulus ? Polynomial(*state_.known_modulus) : of(state_.odd->m);
}

// R·residue - number - m·(the value after it)
bool Prover::take_residue(Id id) {
    const Polynomial p = known_.fact(id);
    for (const auto& [monomial, coefficient] : p.terms()) {
        const mpz_class size = abs(coefficient);
        if (monomial.size() != 1 || size < 2 || mpz_popcount(size.get_mpz_t()) != 1 ||
            mpz_scan1(size.get_mpz_t(), 0) % 32 != 0)
            continue;
        const Variable value = monomial[0];
        const int sign = sgn(coefficient);
        const auto known = modulus_of_residue(p, value, sign);
        if (known) state_.known_modulus = known;
        if (!has_modulus()) continue;
        const Polynomial m = modulus();
        const Polynomial number = Polynomial(size) * of(value) - m * of(value + 1) - Polynomial(sign) * p;
        if (number.terms().size() + 2 != p.terms().size()) continue;
        known_.mention(of(value)), known_.mention(of(value + 1));
        state_.residues.push_back({value, size, number, known_.sum(Polynomial(sign) * p, {{id, sign}})});
        return true;
    }
    return false;
}

// The value modulo m.
std::optional<Prover::Congruence> Prover::congruence(Variable value) {
    const Polynomial m = modulus(), own = of(value);
    const auto by_size = [&](const mpz_class& size, const Polynomial& number, const Polynomial& times,
                             Id zero) {
        const Bezout one = inverse_of_size(size);
        return Congruence{one.left * number,
                          one.left * times + one.of_m * own,
                          {{one.zero, Polynomial() - own}, {zero, one.left}}};
    };
    for (const ResidueOf& it : state_.residues)
        if (it.value == value) return by_size(it.size, it.number, of(value + 1), it.zero);
    for (const InverseOf& it : state_.inverses)
        if (it.inverse == value && it.y == m && it.x.is_constant())
            return by_size(it.x.constant(), 1, of(value + 1), it.zero);
    for (const Remainder& it : state_.remainders) {
        const auto [own_m, of_m] = known_.reduce(it.m);
        if (it.m != m && own_m != m) continue;
        std::vector<Multiple> zeros{{it.zero, -1}};
        if (it.m != m)
            for (const Multiple& zero : of_m)
                zeros.push_back({zero.fact, Polynomial() - of(it.quotient) * zero.factor});
        // a number whose rest is known by another name
        if (it.number == own && known_.is_replaced(it.rest)) {
            for (Multiple& zero : zeros) zero.factor = negative(zero.factor);
            return Congruence{of(it.rest), of(it.quotient), zeros};
        }
        const auto [rest, same] = known_.reduce(of(it.rest));
        if (rest != own) continue;
        for (const Multiple& zero : same) zeros.push_back({zero.fact, Polynomial() - zero.factor});
        return Congruence{it.number, Polynomial() - of(it.quotient), zeros};
    }
    return std::nullopt;
}

// 1 = m·u + R·h
Prover::Bezout Prover::inverse_of_size(const mpz_class& size) {
    if (const auto found = state_.sizes.find(size); found != state_.sizes.end()) return found->second;
    if (state_.known_modulus) {
        const mpz_class& N = *state_.known_modulus;
        mpz_class h;
        mpz_invert(h.get_mpz_t(), size.get_mpz_t(), N.get_mpz_t());
        const Bezout one{mpz_class((1 - size * h) / N), h, known_.sum(0, {})};
        return state_.sizes.emplace(size, one).first->second;
    }
    return state_.sizes.emplace(size, inverse_of_odd(mpz_scan1(size.get_mpz_t(), 0))).first->second;
}

// p - number - m·quotient is the sum of multiples of zeros.
Prover::Congruence Prover::modulo(const Polynomial& p) {
    const Polynomial m = modulus();
    auto [number, zeros] = known_.reduce(p);
    Congruence all{number, 0, zeros};
    const auto replace_one = [&] {
        for (const auto& [monomial, coefficient] : all.number.terms()) {
            for (size_t k = 0; k < monomial.size(); ++k) {
                Monomial others = monomial;
                others.erase(others.begin() + static_cast<std::ptrdiff_t>(k));
                Polynomial factor, term;
                term.add(monomial, coefficient);
                Congruence own;
                if (const auto found = congruence(monomial[k])) {
                    own = *found;
                    factor.add(others, coefficient);
                } else {
                    // R·h = 1 - m·u
                    const auto size = std::ranges::find_if(state_.sizes, [&](const auto& it) {
                        return it.second.left == of(monomial[k]) && coefficient % it.first == 0;
                    });
                    if (size == state_.sizes.end()) continue;
                    own = {1, Polynomial() - size->second.of_m, {{size->second.zero, 1}}};
                    factor.add(others, mpz_class(coefficient / size->first));
                }
                spend(all.number.terms().size() + 10);
                const auto [rest, more] = known_.reduce(factor * own.number);
                all.number = all.number - term + rest;
                all.quotient += factor * own.quotient;
                for (const Multiple& it : own.zeros) all.zeros.push_back({it.fact, factor * it.factor});
                all.zeros.insert(all.zeros.end(), more.begin(), more.end());
                return true;
            }
        }
        return false;
    };
    for (int turns = 0; turns < 5000 && replace_one(); ++turns) {
    }
    return all;
}

// A value of the goal, and the polynomial that the goal gives for it, are both from 0 to m - 1, and the same modulo m.
bool Prover::is_residue(const Polynomial& goal) {
    if (!has_modulus() || (state_.residues.empty() && state_.inverses.empty())) return false;
    const Polynomial m = modulus();
    for (const auto& [monomial, coefficient] : goal.terms()) {
        if (monomial.size() != 1 || abs(coefficient) != 1 || known_.is_replaced(monomial[0]) ||
            !congruence(monomial[0]))
            continue;
        const Polynomial r = of(monomial[0]), b = r - Polynomial(coefficient) * goal;
        const Congruence all = modulo(r - b);
        const Polynomial own = known_.reduce(m).rest;
        const auto& [unit, weight] = *own.terms().rbegin();
        Polynomial a;
        for (const auto& [term, factor] : all.number.terms()) {
            if (!std::ranges::includes(term, unit) || factor % weight != 0) continue;
            Monomial others;
            std::ranges::set_difference(term, unit, std::back_inserter(others));
            a.add(others, mpz_class(factor / weight));
        }
        auto [rest, zeros] = known_.reduce(all.number - m * a);
        // its multiple by R gives values of whole numbers
        if (!rest.is_zero() && !state_.residues.empty() &&
            show_zero(Polynomial(state_.residues[0].size) * rest)) {
            const auto again = known_.reduce(rest);
            rest = again.rest;
            zeros.insert(zeros.end(), again.zeros.begin(), again.zeros.end());
        }
        if (!rest.is_zero()) continue;
        const auto r_least = by_sum(r), r_most = r_least ? by_sum(m - 1 - r) : std::nullopt,
                   b_least = r_most ? by_sum(b) : std::nullopt,
                   b_most = b_least ? by_sum(m - 1 - b) : std::nullopt;
        if (!b_most) continue;
        zeros.insert(zeros.end(), all.zeros.begin(), all.zeros.end());
        const Polynomial quotient = all.quotient + a;
        const Id zero = known_.sum(r - m * quotient - b, zeros);
        const Id first =
            known_.one_division({m, 0, r, quotient, b, zero, *r_least, *r_most, *b_least, *b_most});
        replace(r - b, first + 1);
        return true;
    }
    return false;
}

}  // namespace limbsmith::derive::loops::lanes
