// Multiples of an odd modulus m: two numbers from 0 to m - 1 are the same if m divides their difference.
#include "derive/loops/congruences.hpp"
#include "derive/loops/prover.hpp"

namespace limbsmith::derive::loops {

using Kind = Fact::Kind;

// scale·p = m·q: p = m·(inverse·q - times·p) for inverse·scale = 1 + m·times
std::optional<Prover::Multiple> Prover::multiple_of(const Polynomial& polynomial, const Polynomial& m) {
    if (m.is_constant() && mpz_even_p(m.constant().get_mpz_t()) && !check::is_size(m.constant()))
        return multiple_of_both(polynomial, m.constant());
    const Congruences known(legs_, m);
    const Congruence found = known.divided(polynomial);
    spend(known.work());
    if (!found.rest.is_zero()) return std::nullopt;
    const Legs::Inverse inverse = inverse_of(found.scale, m);
    Multiple result{inverse.inverse * found.quotient - inverse.times * polynomial};
    for (const auto& [id, factor] : found.zeros) result.zeros.push_back({id, inverse.inverse * factor});
    if (inverse.zero) result.zeros.push_back({*inverse.zero, Polynomial() - polynomial});
    return result;
}

// A multiple of an odd number and of a power of two is one of their product. For s·odd + t·power = 1,
// p = odd·x = power·y makes p = odd·power·(s·y + t·x).
std::optional<Prover::Multiple> Prover::multiple_of_both(const Polynomial& polynomial, const mpz_class& m) {
    const mpz_class power = check::power_of_two(mpz_scan1(m.get_mpz_t(), 0)), odd = m / power;
    const auto of_odd = multiple_of(polynomial, odd),
               of_power = of_odd ? multiple_of(polynomial, power) : of_odd;
    if (!of_power) return std::nullopt;
    mpz_class one, s, t;
    mpz_gcdext(one.get_mpz_t(), s.get_mpz_t(), t.get_mpz_t(), odd.get_mpz_t(), power.get_mpz_t());
    Multiple result{Polynomial(s) * of_power->quotient + Polynomial(t) * of_odd->quotient};
    for (const check::Multiple& it : of_power->zeros)
        result.zeros.push_back({it.fact, Polynomial(s * odd) * it.factor});
    for (const check::Multiple& it : of_odd->zeros)
        result.zeros.push_back({it.fact, Polynomial(t * power) * it.factor});
    return result;
}

// x - y, or x alone, as it is reduced.
bool Prover::compare_rests(const Polynomial& difference) {
    const Polynomial rest = legs_.reduce(difference).rest;
    Polynomial x, y;
    for (const auto& [monomial, coefficient] : rest.terms())
        (coefficient > 0 ? x : y).add(monomial, abs(coefficient));
    const auto is_value = [](const Polynomial& p) { return degree(p) <= 1 && p.terms().size() <= 1; };
    if (!is_value(x) || !is_value(y) || !once("rests " + text({Kind::zero, rest}))) return false;
    std::set<Polynomial> moduli;
    for (const Legs::Division& it : legs_.state().divisions) moduli.insert(it.m);
    for (const Legs::Residue& it : legs_.state().residues) moduli.insert(it.modulus);
    for (const Polynomial& m : moduli) {
        const auto is_below = [&](const Polynomial& p) {
            return p.is_zero() || (known_bound(p) && known_bound(m - 1 - p));
        };
        if (!legs_.is_modulus(m) || !is_below(x) || !is_below(y)) continue;
        const auto multiple = multiple_of(rest, m);
        if (!multiple || !same_division(m, {0, x}, {multiple->quotient, y}, multiple->zeros)) continue;
        legs_.state_zero(difference);
        return true;
    }
    return false;
}

// Rests by an odd m that differ by a multiple of it, as they are reduced, are the same.
bool Prover::unify_rests() {
    const auto divisions = legs_.state().divisions;
    for (size_t k = 0; k < divisions.size(); ++k) {
        const Polynomial m = legs_.reduce(divisions[k].m).rest, x = of(divisions[k].rest);
        if (!m.is_constant() || !legs_.is_modulus(m)) continue;
        for (size_t j = 0; j < k; ++j) {
            if (divisions[j].m != divisions[k].m) continue;
            const Polynomial y = of(divisions[j].rest);
            const auto [rest, zeros] = legs_.reduce(x - y);
            const Polynomial quotient = divided(rest, m.constant());
            if (quotient.is_zero() || !once("rests " + text({Kind::zero, x - y}))) continue;
            if (same_division(m, {0, x}, {quotient, y}, zeros)) return true;
        }
    }
    return false;
}

// A bound that is known, as it stands or as it is reduced.
std::optional<Id> Prover::known_bound(const Polynomial& bound) {
    if (const auto id = legs_.find({Kind::nonnegative, bound})) return id;
    const auto [rest, zeros] = legs_.reduce(bound);
    const auto found = std::ranges::find(legs_.bounds(), rest, &Legs::Known::polynomial);
    if (found == legs_.bounds().end()) return std::nullopt;
    return legs_.bound(bound, {{1, {legs_.stated(*found)}}}, zeros);
}

}  // namespace limbsmith::derive::loops
