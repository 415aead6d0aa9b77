#include "derive/divsteps/inverses.hpp"

#include <algorithm>
#include <limits>

#include "derive/search/exact_inputs.hpp"

namespace limbsmith::derive {
namespace {

using check::Given;
using check::Multiple;

// The values of the contract for the inverse of x modulo m: the divisor d of both, e = [d = 1], x·inverse = 1 + m·quotient for
// e = 1. The facts are numbered from that of e.
struct Inverse {
    size_t place;
    Variable divisor, is_one, inverse, quotient;
    Polynomial x;
    mpz_class m;
};

std::optional<Inverse> inverse_at(const Search& search, const Search::Comparison& comparison) {
    const auto& [k, bit] = comparison;
    const auto& facts = search.builder.meaning.contract();
    if (k < 4 || k + 6 >= facts.size()) return std::nullopt;
    const auto divisor = nonnegative_value(facts[k - 4]), inverse = nonnegative_value(facts[k + 4]);
    if (!divisor || !inverse) return std::nullopt;
    const Polynomial d = Polynomial::of(*divisor), e = Polynomial::of(bit);
    // d·e - e = 0, x - d·x' = 0, m - d·m' = 0, e·(x·inverse - 1 - m·quotient) = 0
    const Polynomial x = facts[k - 3].polynomial - d * coefficient_of(*divisor, facts[k - 3].polynomial);
    const Polynomial m = facts[k - 2].polynomial - d * coefficient_of(*divisor, facts[k - 2].polynomial);
    const Polynomial equation = coefficient_of(bit, facts[k + 6].polynomial);
    const Polynomial multiple = Polynomial::of(*inverse) * x - one - equation;
    const auto& terms = multiple.terms();
    if (facts[k + 2].polynomial != e * d - e || !m.is_constant() || m.constant() < 2 || terms.size() != 1 ||
        terms.begin()->first.size() != 1 || terms.begin()->second != m.constant())
        return std::nullopt;
    return Inverse{k, *divisor, bit, *inverse, terms.begin()->first[0], x, m.constant()};
}

// y and v with x·y + m·v = 1, for an odd word that x is modulo m = 2^k. Newton's iteration makes 1 - word·y a square:
// from y = 1, where it is -2·half, to 2^(2^j)·half^(2^j).
struct Cofactors {
    Variable y;
    Polynomial v;
    Id zero;  // x·y + m·v - 1
};

Cofactors cofactors(Search& search, const Polynomial& x, const Search::Odd& odd, Variable word,
                    const mpz_class& m) {
    Builder& builder = search.builder;
    const Polynomial w = Polynomial::of(word);
    Polynomial y = one, power = minus_one * Polynomial::of(odd.half);
    mpz_class weight = 2;
    Id zero = builder.sum(w * y + Polynomial(weight) * power - one, {{odd.zero, one}});
    Variable last = 0;
    while (weight < m) {
        const Polynomial error = Polynomial(weight) * power;
        const Builder::Name next = builder.name(y * (one + error)), square = builder.name(power * power);
        weight *= weight;
        last = next.value;
        y = Polynomial::of(next.value), power = Polynomial::of(square.value);
        // word·y·(1 + error) + error² - 1 = (word·y + error - 1)·(1 + error)
        zero =
            builder.sum(w * y + Polynomial(weight) * power - one,
                        {{zero, one + error}, {next.zero, minus_one * w}, {square.zero, mpz_class(-weight)}});
    }
    Polynomial v = Polynomial(mpz_class(weight / m)) * power;
    for (const auto& [monomial, coefficient] : x.terms()) {
        if (monomial == check::Monomial{word}) continue;
        Polynomial above;
        above.add(monomial, coefficient / m);
        v -= above * y;
    }
    return {last, v, zero};
}

// d = 1 from d·z = 1 and d >= 0.
Id only_divisor(Search& search, const Polynomial& d, const Polynomial& z, Id product, Id least) {
    Builder& builder = search.builder;
    const Fact goal{Fact::Kind::zero, d - one};
    return builder.cases(
        d - one, goal,
        [&](Id positive) {
            builder.cases(
                z - one, goal,
                [&](Id assumption) {
                    // 1 - d = d·(z - 1) - (d·z - 1)
                    const Id most =
                        builder.bound(one - d, {{1, {least, assumption}}}, {{product, minus_one}});
                    builder.both(positive, most);
                },
                [&](Id assumption) {
                    // -1 = d·(-z) + (d·z - 1)
                    const Id absurd = builder.bound(minus_one, {{1, {least, assumption}}}, {{product, one}});
                    builder.both(positive, builder.bound(one - d, {{1, {absurd, positive}}}, {}));
                });
        },
        [&](Id assumption) {
            // d - 1 = (d·z - 1) + d·(1 - z)
            const Id none = builder.both(least, assumption);
            builder.sum(d - one, {{product, one}, {none, one - z}});
        });
}

// The zero x·inverse - 1 - m·quotient.
std::optional<Id> learn_inverse(Search& search, const Inverse& of) {
    Builder& builder = search.builder;
    const auto& facts = builder.meaning.contract();
    const auto is_lowest = [&](const auto& word_and_odd) {
        const auto found = of.x.terms().find({word_and_odd.first});
        return found != of.x.terms().end() && found->second == 1;
    };
    const auto found = std::ranges::find_if(search.odd, is_lowest);
    if (found == search.odd.end()) return std::nullopt;
    for (const auto& [monomial, coefficient] : of.x.terms()) {
        const bool is_multiple = mpz_divisible_p(coefficient.get_mpz_t(), of.m.get_mpz_t()) != 0;
        if (!is_multiple && monomial != check::Monomial{found->first}) return std::nullopt;
    }
    const Cofactors by = cofactors(search, of.x, found->second, found->first, of.m);
    // 1 = x·y + m·v = d·(x'·y + m'·v)
    const Polynomial d = Polynomial::of(of.divisor), y = Polynomial::of(by.y);
    const size_t k = of.place;
    const Builder::Name v = builder.name(by.v);
    const Polynomial multiplier = Polynomial::of(v.value);
    const Id unit = builder.sum(of.x * y + Polynomial(of.m) * multiplier - one,
                                {{by.zero, one}, {v.zero, mpz_class(-of.m)}});
    const auto cofactor = [&](size_t which) {
        return minus_one * coefficient_of(of.divisor, facts[which].polynomial);
    };
    const Polynomial z = cofactor(k - 3) * y + cofactor(k - 2) * multiplier;
    const Id product = builder.sum(d * z - one, {{unit, one},
                                                 {search.builder.contract(k - 3), minus_one * y},
                                                 {search.builder.contract(k - 2), minus_one * multiplier}});
    const Id divisor = only_divisor(search, d, z, product, search.builder.contract(k - 4));
    search.define(of.divisor, divisor, last_rank);
    // e - 1 = (1 - e)·((d - 1)² - 1) - (1 - e)·(d - 1)²
    const Polynomial e = Polynomial::of(of.is_one);
    const Id least =
        builder.bound(e - one, {{1, {search.builder.contract(k + 3)}}}, {{divisor, (e - one) * (d - one)}});
    const Id is_set = builder.both(least, *search.ranges.at(of.is_one).most);
    search.define(of.is_one, is_set, last_rank);
    const Polynomial equation = coefficient_of(of.is_one, facts[k + 6].polynomial);
    return builder.sum(equation, {{search.builder.contract(k + 6), one}, {is_set, minus_one * equation}});
}

// For a second inverse of the same number: both are the same.
void equate(Search& search, const Inverse& first, Id of_first, const Inverse& second, Id of_second) {
    // y - z = z·(x·y - 1) - y·(x·z - 1)
    const Polynomial y = Polynomial::of(second.inverse), z = Polynomial::of(first.inverse);
    Replaced difference(y - z);
    difference.rest =
        Polynomial(first.m) * (z * Polynomial::of(second.quotient) - y * Polynomial::of(first.quotient));
    difference.zeros = {{of_second, z}, {of_first, minus_one * y}};
    const auto zero = search.zero_of(difference);
    if (zero) search.define(second.inverse, *zero, last_rank);
}

// A word r = -inverse modulo m makes word·r + 1 = m·k, for the lowest word of x.
void relate(Search& search, const Inverse& inverse, Id unit) {
    Builder& builder = search.builder;
    const Polynomial m = inverse.m;
    const Polynomial inverse_of = Polynomial::of(inverse.inverse);
    const auto& facts = builder.meaning.contract();
    for (size_t k = inverse.place; k < facts.size(); ++k) {
        // -inverse - m·quotient - rest = 0
        const Polynomial negative = minus_one * (facts[k].polynomial + inverse_of);
        if (facts[k].kind != Fact::Kind::zero || negative.terms().size() != 2) continue;
        const auto& [last, coefficient] = *negative.terms().rbegin();
        if (last.size() != 1 || coefficient != 1) continue;
        const Polynomial rest = Polynomial::of(last[0]), quotients = negative - rest;
        const Definition* exact = search.definitions.find(last[0]);
        if (!exact) continue;
        const Polynomial input = builder.fact(exact->zero) + rest;
        if (input.terms().size() != 1 || input != Polynomial::of(input.terms().begin()->first[0])) continue;
        const auto word = std::ranges::find_if(
            search.odd, [&](const auto& odd) { return inverse.x.terms().contains({odd.first}); });
        const Polynomial lowest = Polynomial::of(word->first), product = lowest * input + one;
        // word·r + 1 = x·(r - rest) - x·(-inverse - quotients - rest) - (x·inverse - 1 - m·quotient) + multiples of m
        const Polynomial multiple =
            Polynomial(mpz_class(-1)) *
            (m * Polynomial::of(inverse.quotient) + inverse.x * quotients + (inverse.x - lowest) * input);
        const Builder::Quotient by = builder.divide(product, inverse.m);
        search.ranges[by.rest] = {by.least, by.most, inverse.m - 1};
        Replaced remainder(Polynomial::of(by.rest));
        const Polynomial quotient = Polynomial::of(by.quotient);
        remainder.rest = multiple - m * quotient;
        remainder.zeros = {{exact->zero, inverse.x},
                           {search.builder.contract(k), minus_one * inverse.x},
                           {unit, minus_one},
                           {by.zero, minus_one}};
        const auto none = search.zero_of(remainder);
        if (!none) continue;
        const Id zero = builder.sum(product - m * quotient, {{by.zero, one}, {*none, one}});
        search.relations.push_back({word->first, input.terms().begin()->first[0], zero});
        Replaced of_quotient(quotient);
        of_quotient.scale = inverse.m;
        of_quotient.rest = product;
        of_quotient.zeros = {{zero, minus_one}};
        const auto least = search.at_least(product, 0), most = search.at_most(product, inverse.m * inverse.m);
        if (!least || !most) continue;
        search.ranges[by.quotient] = {search.weaken(search.state(of_quotient, *least), quotient), {}, 0};
        search.limit(by.quotient, search.state(of_quotient, *most), most->limit / inverse.m);
    }
}

}  // namespace

std::optional<Unit> unit_modulo(Search& search, const Polynomial& x,
                                const std::pair<const Variable, Search::Odd>& word, const mpz_class& m) {
    Builder& builder = search.builder;
    for (const auto& [monomial, coefficient] : x.terms()) {
        const bool is_multiple = mpz_divisible_p(coefficient.get_mpz_t(), search.base.get_mpz_t()) != 0;
        if (!is_multiple && monomial != check::Monomial{word.first}) return std::nullopt;
    }
    const Cofactors first = cofactors(search, x, word.second, word.first, search.base);
    Polynomial y = Polynomial::of(first.y), v = first.v;
    mpz_class weight = search.base;
    const Builder::Name start = builder.name(v);
    v = Polynomial::of(start.value);
    Id zero = builder.sum(x * y + Polynomial(weight) * v - one,
                          {{first.zero, one}, {start.zero, mpz_class(-weight)}});
    while (weight < m) {
        // x·(2·y - x·y²) + weight²·v² - 1 = (x·y + weight·v - 1)·(1 - x·y + weight·v)
        const Builder::Name next = builder.name(Polynomial(mpz_class(2)) * y - x * y * y);
        const Builder::Name square = builder.name(v * v);
        const Polynomial factor = one - x * y + Polynomial(weight) * v;
        weight *= weight;
        y = Polynomial::of(next.value), v = Polynomial::of(square.value);
        zero = builder.sum(x * y + Polynomial(weight) * v - one,
                           {{zero, factor}, {next.zero, minus_one * x}, {square.zero, mpz_class(-weight)}});
    }
    return Unit{y, Polynomial(mpz_class(weight / m)) * v, zero};
}

void learn_inverses(Search& search) {
    std::vector<std::pair<Inverse, Id>> known;
    for (const auto& comparison : search.open_comparisons()) {
        const auto inverse = inverse_at(search, comparison);
        const auto unit = inverse ? learn_inverse(search, *inverse) : std::nullopt;
        if (!unit) continue;
        for (const auto& [other, of_other] : known) {
            if (other.x == inverse->x && other.m == inverse->m)
                equate(search, other, of_other, *inverse, *unit);
        }
        known.push_back({*inverse, *unit});
        search.inverses.push_back({inverse->x, inverse->m, inverse->inverse, *unit});
    }
    learn_exact_inputs(search);
    for (const auto& [inverse, unit] : known) relate(search, inverse, unit);
}

}  // namespace limbsmith::derive
