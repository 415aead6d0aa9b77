// Powers modulo N: x = b^e mod N and y = b^f mod N make x·y mod N = b^(e+f) mod N, for constants N.
#include "routines/lemmas.hpp"
#include "routines/prover.hpp"

namespace limbsmith::routines {

// The power of which the value is the rest by m.
std::optional<Prover::ResiduePower> Prover::residue_power(const Polynomial& value,
                                                          const Polynomial& m) const {
    const auto& powers = legs_.state().powers;
    for (const Legs::Division& it : legs_.state().divisions) {
        const auto& terms = it.number.terms();
        if (it.m != m || terms.size() != 1 || terms.begin()->first.size() != 1) continue;
        const auto power = powers.find(terms.begin()->first[0]);
        if (power == powers.end() || it.number != of(power->first)) continue;
        const auto& [base, exponent] = power->second;
        if (legs_.reduce(of(it.rest)).rest == value)
            return ResiduePower{power->first,    base,        exponent, of(power->first),
                                of(it.quotient), of(it.rest), it.zero};
    }
    return std::nullopt;
}

// Of a number x·y that is divided by a constant. A square makes its root a base, if it is no power itself.
std::optional<std::pair<Prover::ResiduePower, Prover::ResiduePower>> Prover::residue_powers(
    const Legs::Division& division) const {
    const auto& terms = division.number.terms();
    if (!division.m.is_constant() || terms.size() != 1 || terms.begin()->second != 1 ||
        terms.begin()->first.size() != 2)
        return std::nullopt;
    const auto value = [&](size_t i) { return legs_.reduce(of(terms.begin()->first[i])).rest; };
    const auto itself = [](const Polynomial& base) { return ResiduePower{{}, base, 1, base, 0, base, {}}; };
    auto x = residue_power(value(0), division.m), y = residue_power(value(1), division.m);
    if (!x && !y && value(0) == value(1)) x = y = itself(value(0));
    if (!x && y && legs_.reduce(y->base).rest == value(0)) x = itself(y->base);
    if (!y && x && legs_.reduce(x->base).rest == value(1)) y = itself(x->base);
    if (!x || !y || x->base != y->base) return std::nullopt;
    return std::pair(*x, *y);
}

bool Prover::multiply_powers() {
    for (size_t k = 0; k < legs_.state().divisions.size(); ++k) {
        const Legs::Division division = legs_.state().divisions[k];
        if (legs_.state().multiplied.contains(division.rest)) continue;
        const auto factors = residue_powers(division);
        if (!factors) continue;
        legs_.state().multiplied.insert(division.rest);
        if (residue_power(legs_.reduce(of(division.rest)).rest, division.m)) continue;
        if (multiply(division, factors->first, factors->second)) return true;
    }
    return false;
}

// p = m·q + r for both, and p·p' = m·(m·q·q' + q·r' + q'·r + k) + rest, where r·r' = m·k + rest.
bool Prover::multiply(const Legs::Division& division, const ResiduePower& x, const ResiduePower& y) {
    const Polynomial m = division.m, rest = of(division.rest), exponent = x.exponent + y.exponent;
    const auto natural = nonnegative(exponent, 0), least = nonnegative(rest, 0),
               most = nonnegative(m - 1 - rest, 0);
    if (!natural || !least || !most) return false;
    std::vector<Variable> factors;
    for (const ResiduePower* it : {&x, &y})
        if (it->power) factors.push_back(*it->power);
    const Legs::NewPower power = legs_.power(*natural, x.base, factors);
    const Legs::Division own = legs_.divide(of(power.variable), m.constant());
    const check::Monomial values = division.number.terms().begin()->first;
    const Id same_x = legs_.state_zero(of(values[0]) - x.rest),
             same_y = legs_.state_zero(of(values[1]) - y.rest);
    const Polynomial quotient =
        m * x.quotient * y.quotient + x.quotient * y.rest + y.quotient * x.rest + of(division.quotient);
    std::vector<check::Multiple> zeros{{power.product, 1},
                                       {own.zero, -1},
                                       {same_x, Polynomial() - of(values[1])},
                                       {same_y, Polynomial() - x.rest},
                                       {division.zero, 1}};
    if (x.zero) zeros.push_back({*x.zero, y.value});
    if (y.zero) zeros.push_back({*y.zero, m * x.quotient + x.rest});
    const Polynomial claim = m * of(own.quotient) + of(own.rest) - m * quotient - rest;
    const Id same = legs_.sum_of_zeros(claim, zeros);
    legs_.same_rest(same, own, {quotient, rest}, {*least, *most});
    return true;
}

}  // namespace limbsmith::routines
