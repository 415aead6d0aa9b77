// Inverses modulo m: two that are 1 when they are multiplied by the same number are the same, and so are powers by Fermat's
// theorem.
#include <algorithm>

#include "derive/loops/prover.hpp"

namespace limbsmith::derive::loops {

bool Prover::use_inverses(const Fact& goal) {
    if (legs_.state().divisors.empty()) return false;
    if (find_units() || compute_inverses() || unify_inverses()) return true;
    find_ones();
    const std::set<Variable> wanted = values_of(goal);
    return unify_products(wanted) || divide_ones(wanted) || find_inverses(wanted);
}

bool Prover::find_inverses(const std::set<Variable>& wanted) {
    const std::vector<Legs::InverseOf> all = legs_.state().inverses_of;
    for (const Legs::InverseOf& it : all) {
        const bool exists = legs_.reduce(of(it.exists)).rest == 1;
        for (Variable value : wanted) {
            if (value == it.inverse || !once(fmt::format("inverse {} {}", it.inverse, value))) continue;
            if (exists && wanted.contains(it.inverse) && is_inverse(it, of(value))) return true;
            if (is_zero_power(it, of(value))) return true;
        }
    }
    return false;
}

// r·x = 1 modulo m: r is the inverse.
bool Prover::is_inverse(const Legs::InverseOf& it, const Polynomial& value) {
    const Polynomial inverse = of(it.inverse), x = legs_.reduce(it.x).rest;
    const auto& ones = legs_.state().ones;
    const auto known = std::ranges::find(ones, inverse * it.x, &Legs::Congruence::product);
    if (known == ones.end()) return false;
    const Legs::Congruence first = *known;
    auto second = inverse_power(it, value);
    if (!second) second = one_that_is(value * x, it.m);
    if (!second) return false;
    const Polynomial quotient = value * first.quotient - inverse * second->quotient;
    return same_division(it.m, {0, value}, {quotient, inverse},
                         {{first.zero, value},
                          {second->zero, Polynomial() - inverse},
                          {legs_.state_zero(it.x - x), value * inverse}});
}

// The value as the rest of a power.
std::optional<Prover::PowerRest> Prover::power_rest(const Polynomial& value, const Polynomial& base,
                                                    const Polynomial& m) {
    const mpz_class factor = factor_of(m);
    std::vector<Legs::Residue> residues{{1, m, value, value, 0, {}}};
    if (factor != 1) residues = legs_.state().residues;
    for (const Legs::Residue& it : residues) {
        if (it.modulus != m || legs_.reduce(it.residue).rest != value) continue;
        const auto power = residue_power(legs_.reduce(it.number).rest, {base, m, factor});
        if (!power) continue;
        Parts parts = residue_by_other(it, power->residue);
        parts.zeros.push_back({legs_.state_zero(value - it.residue), 1});
        return PowerRest{*power, parts};
    }
    return std::nullopt;
}

// r = x^(m-2) modulo m, for a prime m that does not divide x.
std::optional<Legs::Congruence> Prover::inverse_power(const Legs::InverseOf& it, const Polynomial& value) {
    const Polynomial x = legs_.reduce(it.x).rest;
    const std::vector<Unit> all = legs_.state().fermats;
    for (const Unit& unit : all) {
        if (unit.m != it.m || legs_.reduce(unit.x).rest != x) continue;
        const auto found = power_rest(value, unit.x, it.m);
        if (!found) continue;
        const auto& [power, parts] = *found;
        const Polynomial exponent = it.m - 2, own = power.residue.residue;
        if (!legs_.reduce(exponent - power.exponent).rest.is_zero()) continue;
        std::vector<Variable> others;
        if (power.power) others.push_back(*power.power);
        const Id same_exponent = legs_.state_zero(exponent - power.exponent);
        const Variable by_theorem = unit.inverse.terms().begin()->first[0];
        const Id same = legs_.quietly(check::Powers{same_exponent, {by_theorem}, others},
                                      {Fact::Kind::zero, unit.inverse - own});
        // 1 = x·own + m·quotient, and r = own + m·(quotient of r)
        const Polynomial quotient = unit.quotient - x * parts.quotient;
        std::vector<check::Multiple> zeros = parts.zeros;
        for (check::Multiple& zero : zeros) zero.factor = Polynomial() - x * zero.factor;
        zeros.push_back({unit.zero, 1});
        zeros.push_back({same, unit.x});
        zeros.push_back({legs_.state_zero(unit.x - x), own});
        const Id zero = legs_.sum_of_zeros(1 - value * x - it.m * quotient, zeros);
        return Legs::Congruence{it.m, 1, value * x, quotient, zero};
    }
    return std::nullopt;
}

// 0^e = 0 for e >= 1, by 0·0^(e-1).
bool Prover::is_zero_power(const Legs::InverseOf& it, const Polynomial& value) {
    if (!legs_.reduce(it.x).rest.is_zero()) return false;
    const auto found = power_rest(value, it.x, it.m);
    if (!found || !found->power.power) return false;
    const auto& [power, parts] = *found;
    const Polynomial exponent = legs_.reduce(power.exponent).rest, own = of(*power.power);
    if (!exponent.is_constant() || exponent.constant() < 1) return false;
    const Id natural = legs_.bound(exponent - 1, {{mpz_class(exponent.constant() - 1), {}}}, {});
    const Variable less = legs_.state().next++;
    legs_.steps_.push_back({check::Power{natural, it.x}});
    const Id product =
        legs_.quietly(check::Powers{legs_.state_zero(power.exponent - exponent), {*power.power}, {less}},
                      {Fact::Kind::zero, own - it.x * of(less)});
    std::vector<check::Multiple> zeros = parts.zeros;
    zeros.push_back({product, 1});
    zeros.push_back({legs_.state_zero(it.x), of(less)});
    return same_division(it.m, {0, value}, {parts.quotient, 0}, zeros);
}

}  // namespace limbsmith::derive::loops
