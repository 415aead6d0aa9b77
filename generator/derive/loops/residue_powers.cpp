// Powers modulo m: factor·x^e = v modulo m and factor·x^f = w modulo m make factor·x^(e+f) of the number that v·w stands for.
// The factor is 1, or that of the form of residues.
#include <algorithm>
#include <ranges>

#include "derive/loops/lemmas.hpp"
#include "derive/loops/prover.hpp"
#include "derive/loops/search.hpp"

namespace limbsmith::derive::loops {

using Kind = Fact::Kind;

namespace {

// A number that is one value alone.
std::optional<Variable> single(const Polynomial& p) {
    const auto& terms = p.terms();
    if (terms.size() != 1 || terms.begin()->first.size() != 1 || terms.begin()->second != 1)
        return std::nullopt;
    return terms.begin()->first[0];
}

}  // namespace

// For each power modulo m that is no residue yet: of a number that the goal speaks of, or of the newest product.
bool Prover::raise_residues(const Fact& goal) {
    bool is_better = false;
    const std::vector<Legs::Division> open = legs_.state().open_powers;
    for (const Legs::Division& it : open | std::views::reverse) {
        if (!once(fmt::format("raised {}", it.rest))) continue;
        const Variable power = it.number.terms().begin()->first[0];
        const Polynomial base = legs_.state().powers.at(power).base;
        const mpz_class factor = factor_of(it.m);
        // by numbers; or by their residues, which routines called speak of
        is_better |= raise_by(it, power, {base, it.m, factor}, goal) ||
                     (factor != 1 && raise_by(it, power, {base, it.m, 1}, goal));
    }
    return is_better;
}

bool Prover::raise_by(const Legs::Division& division, Variable power, const PowersOf& of, const Fact& goal) {
    for (const Polynomial& number : numbers_near(goal, of.m, of.factor)) {
        if (number == rest_of(division)) continue;
        const auto found = residue_power(number, of);
        if (!found || !is_power(power, *found)) continue;
        std::erase_if(legs_.state().open_powers,
                      [&](const auto& other) { return other.rest == division.rest; });
        raise(division, power, *found);
        return true;
    }
    return false;
}

// Those whose residues occur in the goal, then the newest.
std::vector<Polynomial> Prover::numbers_near(const Fact& goal, const Polynomial& m, const mpz_class& factor) {
    std::vector<Polynomial> result;
    const auto& state = legs_.state();
    const Polynomial rest = goal.polynomial + legs_.reduce(goal.polynomial).rest;
    const auto occurs = [&](const Polynomial& p) {
        const auto value = single(p);
        return value && std::ranges::any_of(rest.terms(), [&](const auto& term) {
                   return std::ranges::find(term.first, *value) != term.first.end();
               });
    };
    if (factor == 1) {
        for (const auto& [monomial, coefficient] : rest.terms())
            if (monomial.size() == 1) result.push_back(legs_.reduce(of(monomial[0])).rest);
        if (rest.terms().contains({})) result.emplace_back(mpz_class(abs(rest.constant())));
    }
    for (const Legs::Residue& it : state.residues)
        if (it.modulus == m && it.factor == factor && occurs(legs_.reduce(it.residue).rest))
            result.push_back(legs_.reduce(it.number).rest);
    const auto newest = newest_division(m, [&](const Legs::Division& it) {
        const bool is_known = product_in(it) || rest_of(it) != of(it.rest);
        return factor == 1 ? is_known : !divided(it.number, factor).is_constant();
    });
    if (newest)
        result.push_back(factor == 1 ? rest_of(*newest) : legs_.reduce(divided(newest->number, factor)).rest);
    if (!state.residues.empty() && state.residues.back().factor == factor)
        result.push_back(legs_.reduce(state.residues.back().number).rest);
    return result;
}

// Whether the power has the exponent of the other.
bool Prover::is_power(Variable power, const ResiduePower& other) {
    const Polynomial difference = legs_.state().powers.at(power).exponent - other.exponent;
    const Polynomial rest = legs_.reduce(difference).rest;
    return rest.is_zero() || (!rest.is_constant() && show_zero(difference, 0));
}

void Prover::raise(const Legs::Division& division, Variable power, const ResiduePower& known) {
    const Polynomial exponent = legs_.state().powers.at(power).exponent;
    const Id same_exponent = legs_.state_zero(exponent - known.exponent);
    std::vector<Variable> others;
    if (known.power) others.push_back(*known.power);
    const Id same_power = legs_.quietly(check::Powers{same_exponent, {power}, others},
                                        {Kind::zero, of(power) - known.residue.residue});
    Legs::Residue it = known.residue;
    std::vector<check::Multiple> zeros{{same_power, it.factor}};
    if (it.zero) zeros.push_back({*it.zero, 1});
    it.residue = of(power);
    it.zero =
        legs_.sum_of_zeros(Polynomial(it.factor) * it.residue - it.number - it.modulus * it.quotient, zeros);
    raise(division, it);
}

// number = m·quotient + rest, where the number is a residue: its rest is one, and below m.
void Prover::raise(const Legs::Division& division, const Legs::Residue& it) {
    const Polynomial rest = of(division.rest), factor = it.factor,
                     quotient = it.quotient - factor * of(division.quotient);
    const Id zero = legs_.sum_of_zeros(factor * rest - it.number - it.modulus * quotient,
                                       {{division.zero, Polynomial() - factor}, {*it.zero, 1}});
    if (it.factor != factor_of(it.modulus)) {
        same_residue({it.factor, it.modulus, it.number, rest, quotient, zero},
                     {it.factor, it.modulus, it.number, it.number, 0, {}});
        return;
    }
    legs_.state().residues.push_back({it.factor, it.modulus, it.number, rest, quotient, zero});
    unify_residues();
}

std::optional<Prover::ResiduePower> Prover::residue_power(const Polynomial& number, const PowersOf& of) {
    auto& known = legs_.state().residue_powers;
    for (const ResiduePower& it : known | std::views::reverse)
        if (it.base == of.base && it.residue.modulus == of.m && it.residue.factor == of.factor &&
            legs_.reduce(it.residue.number).rest == number)
            return it;
    auto found = first_power(number, of);
    if (!found) found = known_power(number, of);
    if (!found) found = product(number, of);
    if (found) known.push_back(*found);
    return found;
}

// base^1 and base^0
std::optional<Prover::ResiduePower> Prover::first_power(const Polynomial& number, const PowersOf& of) {
    for (const Legs::Residue& it : residues_of(number, of.m, of.factor)) {
        for (const auto& [value, exponent] : {std::pair(of.base, 1), std::pair(Polynomial(1), 0)}) {
            if (!legs_.reduce(it.residue - value).rest.is_zero()) continue;
            Legs::Residue own = it;
            own.residue = value;
            std::vector<check::Multiple> zeros{{legs_.state_zero(it.residue - value), mpz_class(-it.factor)}};
            if (it.zero) zeros.push_back({*it.zero, 1});
            own.zero = legs_.sum_of_zeros(
                Polynomial(it.factor) * value - it.number - it.modulus * it.quotient, zeros);
            return ResiduePower{own, of.base, exponent, {}};
        }
    }
    return std::nullopt;
}

// The power whose rest is the residue of the number.
std::optional<Prover::ResiduePower> Prover::known_power(const Polynomial& number, const PowersOf& of) {
    const auto& state = legs_.state();
    for (const Legs::Residue& residue : residues_of(number, of.m, of.factor)) {
        const Polynomial value = legs_.reduce(residue.residue).rest;
        for (const Legs::Division& it : state.divisions | std::views::reverse) {
            const auto power = single(it.number);
            if (it.m != of.m || !power || legs_.reduce(Polynomial::of(it.rest)).rest != value) continue;
            const auto meaning = state.powers.find(*power);
            if (meaning == state.powers.end() || meaning->second.base != of.base) continue;
            const Polynomial rest = Polynomial::of(it.rest);
            const Polynomial quotient =
                Polynomial(of.factor) * Polynomial::of(it.quotient) + residue.quotient;
            std::vector<check::Multiple> zeros{{it.zero, of.factor},
                                               {legs_.state_zero(rest - residue.residue), of.factor}};
            if (residue.zero) zeros.push_back({*residue.zero, 1});
            const Id zero = legs_.sum_of_zeros(
                Polynomial(of.factor) * it.number - residue.number - of.m * quotient, zeros);
            return ResiduePower{{of.factor, of.m, residue.number, it.number, quotient, zero},
                                of.base,
                                meaning->second.exponent,
                                *power};
        }
    }
    return std::nullopt;
}

// exponent >= 0
Id Prover::natural(const ResiduePower& power) {
    if (const auto id = nonnegative(power.exponent, 0)) return *id;
    throw NotFound{legs.size(), text({Kind::nonnegative, power.exponent})};
}

}  // namespace limbsmith::derive::loops
