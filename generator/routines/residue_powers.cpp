// Powers modulo m: factor·x^e = v modulo m and factor·x^f = w modulo m make factor·x^(e+f) of the number that v·w stands for.
// The factor is 1, or that of the form of residues.
#include <algorithm>
#include <ranges>

#include "routines/lemmas.hpp"
#include "routines/prover.hpp"
#include "routines/search.hpp"

namespace limbsmith::routines {

using Kind = Fact::Kind;

namespace {

// A number that is one value alone.
std::optional<Variable> single(const Polynomial& p) {
    const auto& terms = p.terms();
    if (terms.size() != 1 || terms.begin()->first.size() != 1 || terms.begin()->second != 1)
        return std::nullopt;
    return terms.begin()->first[0];
}

Polynomial divided(const Polynomial& p, const mpz_class& by) {
    Polynomial result;
    for (const auto& [monomial, coefficient] : p.terms()) {
        if (coefficient % by != 0) return 0;
        result.add(monomial, coefficient / by);
    }
    return result;
}

}  // namespace

Polynomial Prover::rest_of(const Legs::Division& it) const { return legs_.reduce(of(it.rest)).rest; }

// x·y
bool Prover::is_product(const Legs::Division& it) {
    const auto& terms = it.number.terms();
    return terms.size() == 1 && terms.begin()->second == 1 && terms.begin()->first.size() == 2;
}

// By m, of those that fit.
std::optional<Legs::Division> Prover::newest_division(
    const Polynomial& m, const std::function<bool(const Legs::Division&)>& fits) const {
    for (const Legs::Division& it : legs_.state().divisions | std::views::reverse)
        if (it.m == m && fits(it)) return it;
    return std::nullopt;
}

// For each power modulo m that is no residue yet: of a number that the goal speaks of, or of the newest product.
bool Prover::raise_residues(const Fact& goal) {
    bool is_better = false;
    const std::vector<Legs::Division> open = legs_.state().open_powers;
    for (const Legs::Division& it : open | std::views::reverse) {
        if (!once(fmt::format("raised {}", it.rest))) continue;
        const Variable power = it.number.terms().begin()->first[0];
        const Polynomial base = legs_.state().powers.at(power).base;
        const mpz_class factor = factor_of(it.m);
        for (const Polynomial& number : numbers_near(goal, it.m, factor)) {
            if (number == of(it.rest)) continue;
            const auto found = residue_power(number, {base, it.m, factor});
            if (!found || !is_power(power, *found)) continue;
            std::erase_if(legs_.state().open_powers,
                          [&](const auto& other) { return other.rest == it.rest; });
            raise(it, power, *found);
            is_better = true;
            break;
        }
    }
    return is_better;
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
        if (it.modulus == m && occurs(legs_.reduce(it.residue).rest))
            result.push_back(legs_.reduce(it.number).rest);
    const auto newest = newest_division(m, [&](const Legs::Division& it) {
        const bool is_known = is_product(it) || rest_of(it) != of(it.rest);
        return factor == 1 ? is_known : !divided(it.number, factor).is_constant();
    });
    if (newest)
        result.push_back(factor == 1 ? rest_of(*newest) : legs_.reduce(divided(newest->number, factor)).rest);
    if (!state.residues.empty()) result.push_back(legs_.reduce(state.residues.back().number).rest);
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
    legs_.state().residues.push_back({it.factor, it.modulus, it.number, rest, quotient, zero});
    unify_residues();
}

std::optional<Prover::ResiduePower> Prover::residue_power(const Polynomial& number, const PowersOf& of) {
    auto& known = legs_.state().residue_powers;
    for (const ResiduePower& it : known | std::views::reverse)
        if (it.base == of.base && it.residue.modulus == of.m &&
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

// What the residue of the number is the rest of.
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

// v·w = m·k + s and factor·number = m·l + s
std::optional<Prover::ResiduePower> Prover::product(const Polynomial& number, const PowersOf& of) {
    std::optional<Legs::Division> result;
    if (of.factor != 1) {
        result = newest_division(of.m, [&](const Legs::Division& it) {
            const Polynomial own = divided(it.number, of.factor);
            return !own.is_zero() && legs_.reduce(own).rest == number;
        });
        if (!result) return std::nullopt;
    }
    const Polynomial rest = result ? rest_of(*result) : number;
    const auto product = newest_division(
        of.m, [&](const Legs::Division& it) { return is_product(it) && rest_of(it) == rest; });
    if (!product || legs_.state().multiplying.contains(product->rest)) return std::nullopt;
    legs_.state().multiplying.insert(product->rest);
    const check::Monomial values = product->number.terms().begin()->first;
    std::vector<ResiduePower> factors;
    for (Variable value : values)
        if (auto factor = residue_power(legs_.reduce(Polynomial::of(value)).rest, of))
            factors.push_back(std::move(*factor));
    legs_.state().multiplying.erase(product->rest);
    if (factors.size() < 2) return std::nullopt;
    return multiply(*product, result, factors[0], factors[1]);
}

Prover::ResiduePower Prover::multiply(const Legs::Division& product,
                                      const std::optional<Legs::Division>& result, const ResiduePower& x,
                                      const ResiduePower& y) {
    Legs::Residue residue = multiply(product, result, x.residue, y.residue);
    const Polynomial exponent = x.exponent + y.exponent, both = residue.residue;
    std::vector<Variable> powers;
    for (const ResiduePower* it : {&x, &y})
        if (it->power) powers.push_back(*it->power);
    const Id natural =
        legs_.quietly(check::Bound{exponent, {{1, {this->natural(x)}}, {1, {this->natural(y)}}}, {}},
                      {Kind::nonnegative, exponent});
    const Legs::Name own = legs_.power(natural, x.base, powers, both);
    residue.residue = of(own.variable);
    residue.zero = legs_.sum_of_zeros(
        Polynomial(residue.factor) * residue.residue - residue.number - residue.modulus * residue.quotient,
        {{*residue.zero, 1}, {own.zero, residue.factor}});
    return {residue, x.base, exponent, own.variable};
}

// factor²·x·y = (v + m·a)·(w + m·b) = v·w + m·more, and so, by inverse·factor = 1 + m·times, factor·x·y = number +
// m·quotient.
Legs::Residue Prover::multiply(const Legs::Division& product, const std::optional<Legs::Division>& result,
                               const Legs::Residue& x, const Legs::Residue& y) {
    const check::Monomial values = product.number.terms().begin()->first;
    const Polynomial factor = x.factor, m = x.modulus, both = x.residue * y.residue;
    const Polynomial number = result ? divided(result->number, x.factor) : of(product.rest);
    const Legs::Inverse inverse = inverse_of(x.factor, m);
    // factor²·both - factor·number = m·more
    const Polynomial v = of(values[0]), w = of(values[1]);
    Polynomial more = of(product.quotient) + x.quotient * w + y.quotient * v + m * x.quotient * y.quotient;
    std::vector<check::Multiple> zeros{
        {product.zero, 1},
        {legs_.state_zero(v - x.number), Polynomial() - w - m * y.quotient},
        {legs_.state_zero(w - y.number), Polynomial() - x.number - m * x.quotient}};
    if (x.zero) zeros.push_back({*x.zero, factor * y.residue});
    if (y.zero) zeros.push_back({*y.zero, x.number + m * x.quotient});
    if (result) {
        more -= of(result->quotient);
        zeros.push_back({result->zero, -1});
        zeros.push_back({legs_.state_zero(of(product.rest) - of(result->rest)), 1});
    }
    for (check::Multiple& it : zeros) it.factor = inverse.inverse * it.factor;
    if (inverse.zero) zeros.push_back({*inverse.zero, number - factor * both});
    const Legs::Name name = legs_.name(inverse.inverse * more + inverse.times * (number - factor * both));
    zeros.push_back({name.zero, m});
    const Polynomial quotient = of(name.variable);
    const Id zero = legs_.sum_of_zeros(factor * both - number - m * quotient, zeros);
    return {x.factor, m, number, both, quotient, zero};
}

// x·y modulo m for residues x, y is the residue of what the product of their numbers stands for.
bool Prover::multiply_residues() {
    bool is_better = false;
    const std::vector<Legs::Division> open = legs_.state().open_products;
    for (const Legs::Division& it : open) {
        const mpz_class factor = factor_of(it.m);
        if (factor == 1 || !once(fmt::format("product {}", it.rest))) continue;
        const check::Monomial values = it.number.terms().begin()->first;
        const auto x = residue_that_is(of(values[0]), it.m), y = residue_that_is(of(values[1]), it.m);
        if (!x || !y) continue;
        const auto product = product_of(*x, *y);
        if (!product) continue;
        const auto result = newest_division(it.m, [&](const Legs::Division& other) {
            return !divided(other.number, factor).is_zero() && rest_of(other) == rest_of(*product);
        });
        if (!result) continue;
        std::erase_if(legs_.state().open_products, [&](const auto& other) { return other.rest == it.rest; });
        const bool is_turned =
            legs_.reduce(of(product->number.terms().begin()->first[0]) - x->number).rest.is_zero();
        raise(it, is_turned ? multiply(*product, result, *x, *y) : multiply(*product, result, *y, *x));
        is_better = true;
    }
    return is_better;
}

std::optional<Legs::Residue> Prover::residue_that_is(const Polynomial& value, const Polynomial& m) const {
    for (const Legs::Residue& it : legs_.state().residues)
        if (it.modulus == m && it.residue == value) return it;
    return std::nullopt;
}

// A division of the product of the numbers.
std::optional<Legs::Division> Prover::product_of(const Legs::Residue& x, const Legs::Residue& y) const {
    const Polynomial v = legs_.reduce(x.number).rest, w = legs_.reduce(y.number).rest;
    return newest_division(x.modulus, [&](const Legs::Division& it) {
        if (!is_product(it)) return false;
        const check::Monomial values = it.number.terms().begin()->first;
        const Polynomial first = legs_.reduce(of(values[0])).rest, second = legs_.reduce(of(values[1])).rest;
        return (first == v && second == w) || (first == w && second == v);
    });
}

// exponent >= 0
Id Prover::natural(const ResiduePower& power) {
    if (const auto id = nonnegative(power.exponent, 0)) return *id;
    throw NotFound{legs.size(), text({Kind::nonnegative, power.exponent})};
}

}  // namespace limbsmith::routines
