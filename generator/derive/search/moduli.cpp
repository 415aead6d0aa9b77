#include "derive/search/moduli.hpp"

#include <algorithm>
#include <limits>
#include <set>

#include "derive/divsteps/inverses.hpp"

namespace limbsmith::derive {
namespace {

using check::Given;
using check::Monomial;

// Limits with a bit that is known say nothing that other limits do not say.
void forget_limits(Search& search, Variable bit) {
    std::erase_if(search.numbers,
                  [&](Id id) { return !coefficient_of(bit, search.builder.fact(id)).is_zero(); });
}

// N = p if 1 < p, else y, for constants y >= 1 and p = N + 1 - bit. Then the bit is 1: t = 1 stands for "else", where N = y
// and p <= 1, so bit = N + 1 - p >= y.
void learn_parity(Search& search, const Search::Comparison& otherwise) {
    Builder& builder = search.builder;
    const auto& facts = builder.meaning.contract();
    const size_t k = otherwise.place;
    if (k + 4 >= facts.size() || facts[k + 2].kind != Fact::Kind::zero ||
        facts[k + 4].kind != Fact::Kind::zero)
        return;
    // t·c = 0 and N - p - t·(y - p) = 0
    const Polynomial t = Polynomial::of(otherwise.bit),
                     of_t = coefficient_of(otherwise.bit, facts[k + 4].polynomial);
    const Polynomial rest = facts[k + 4].polynomial - t * of_t;  // bit - 1
    const auto& terms = rest.terms();
    if (terms.size() != 2 || rest.constant() != -1 || terms.rbegin()->first.size() != 1) return;
    const Variable bit = terms.rbegin()->first[0];
    if (rest != Polynomial::of(bit) - one || !search.is_bit(bit)) return;
    for (const auto& [place, condition] : search.open_comparisons()) {
        const Polynomial c = Polynomial::of(condition);
        const Polynomial p = coefficient_of(condition, facts[place + 3].polynomial) + one;
        const mpz_class y = (p - of_t).constant();
        if (facts[k + 2].polynomial != t * c || facts[place + 3].polynomial != (c - one) * (p - one) ||
            of_t != p - Polynomial(y) || y < 1)
            continue;
        const Id equation = search.builder.contract(k + 4), nowhere = search.builder.contract(k + 2);
        const Id at_most = search.builder.contract(place + 3);
        const Range range = search.ranges.at(otherwise.bit);
        const Id most = *search.ranges.at(bit).most;
        const Id zero = builder.cases(
            t - one, {Fact::Kind::zero, rest},
            [&](Id assumption) {
                const Id is_set = builder.both(assumption, *range.most);
                const Id is_clear = builder.sum(c, {{nowhere, one}, {is_set, minus_one * c}});
                // rest = (1 - p) + (N - y) + (y - 1)
                const Id least =
                    builder.bound(rest, {{1, {at_most}}, {y - 1, {}}},
                                  {{is_clear, one - p}, {equation, one}, {is_set, minus_one * of_t}});
                builder.both(least, most);
            },
            [&](Id assumption) {
                const Id is_clear = builder.both(*range.least, assumption);
                builder.sum(rest, {{equation, one}, {is_clear, minus_one * of_t}});
            });
        search.define(bit, zero, last_rank);
        for (Variable known : {bit, condition, otherwise.bit}) forget_limits(search, known);
        learn_odd(search, bit, zero);
        return;
    }
}

// From N - 1 >= 0 follows t = 1 for t = [0 < N]. Then a rest modulo N lies in [0, N).
void learn_rest(Search& search, const Search::Comparison& comparison, InputModulus& modulus) {
    Builder& builder = search.builder;
    const auto& facts = builder.meaning.contract();
    const auto& [k, bit] = comparison;
    const Range range = search.ranges.at(bit);
    const Polynomial t = Polynomial::of(bit);
    const Id is_set = builder.both(
        builder.bound(t - one, {{1, {*range.most, modulus.positive}}, {1, {search.builder.contract(k + 3)}}},
                      {}),
        *range.most);
    search.define(bit, is_set, last_rank);
    forget_limits(search, bit);
    const auto rest =
        nonnegative_value({Fact::Kind::nonnegative, coefficient_of(bit, facts[k + 5].polynomial)});
    if (!rest || facts[k + 6].polynomial != t * (modulus.number - one - Polynomial::of(*rest))) return;
    search.ranges[*rest].least = builder.bound(Polynomial::of(*rest), {{1, {search.builder.contract(k + 5)}}},
                                               {{is_set, minus_one * Polynomial::of(*rest)}});
    const Polynomial below = modulus.number - one - Polynomial::of(*rest);
    search.numbers.push_back(
        builder.bound(below, {{1, {search.builder.contract(k + 6)}}}, {{is_set, minus_one * below}}));
    if (const auto most = search.at_most(Polynomial::of(*rest), modulus.limit))
        search.limit(*rest, search.state(Polynomial::of(*rest), *most), most->limit);
    // number - N·quotient - rest = 0
    const Polynomial division = facts[k + 4].polynomial;
    const Polynomial number =
        division + Polynomial::of(*rest) - coefficient_of(modulus.word, division) * modulus.number;
    if (number.is_constant() && number.constant() > 0)
        modulus.constants.push_back({number.constant(), search.builder.contract(k + 4)});
}

// The quotient, if the polynomial is a multiple of the number. requires: the number has the word with coefficient 1.
std::optional<Polynomial> divided_by(const Polynomial& polynomial, const InputModulus& modulus) {
    Polynomial rest = polynomial, quotient;
    const auto degree = [&](const Monomial& monomial) { return std::ranges::count(monomial, modulus.word); };
    for (;;) {
        std::ptrdiff_t highest = 0;
        for (const auto& [monomial, coefficient] : rest.terms())
            highest = std::max(highest, degree(monomial));
        if (highest == 0) break;
        Polynomial leading;
        for (const auto& [monomial, coefficient] : rest.terms()) {
            if (degree(monomial) == highest) leading.add(monomial, coefficient);
        }
        const Polynomial digit = coefficient_of(modulus.word, leading);
        rest -= digit * modulus.number;
        quotient += digit;
    }
    return rest.is_zero() ? std::optional(quotient) : std::nullopt;
}

// multiple = 0 from factor·N = polynomial, N - 1 >= polynomial, polynomial + N - 1 >= 0.
Id no_multiple(Search& search, const InputModulus& modulus, const Replaced& replaced,
               const Polynomial& factor, Id most, Id least) {
    Builder& builder = search.builder;
    const Fact goal{Fact::Kind::zero, factor};
    const Polynomial negative = minus_one * factor;
    // sign·factor - 1 >= 0 and -1 >= 0: the limit, N·(sign·factor - 1) and the difference of the polynomial and its multiple
    const auto contradiction = [&](Id assumption, Id limit, int sign) {
        return builder.bound(minus_one,
                             {{1, {limit}}, {1, {modulus.positive, assumption}}, {1, {assumption}}},
                             times(replaced.zeros, sign));
    };
    return builder.cases(
        factor - one, goal,
        [&](Id assumption) {
            const Id nonnegative = search.weaken(assumption, factor);
            const Id absurd = contradiction(assumption, most, 1);
            builder.both(nonnegative, builder.bound(negative, {{1, {absurd, nonnegative}}}, {}));
        },
        [&](Id nonpositive) {
            builder.cases(
                factor, goal, [&](Id nonnegative) { builder.both(nonnegative, nonpositive); },
                [&](Id assumption) {
                    const Id absurd = contradiction(assumption, least, -1);
                    builder.both(builder.bound(factor, {{1, {absurd, nonpositive}}}, {}), nonpositive);
                });
        });
}

// Multiples of constants are reduced modulo N, which the contract may have as an input. Multiples of N
// stay, and so do those of the input.
Replaced with_rests(Search& search, const InputModulus& modulus, Replaced replaced) {
    for (const auto& [value, zero] : modulus.constants) {
        const Replaced division = search.replace(search.builder.fact(zero));
        std::set<Variable> named;
        for (const auto& [monomial, coefficient] : division.rest.terms())
            named.insert(monomial.begin(), monomial.end());
        const auto is_named = [&](Variable variable) { return named.contains(variable); };
        Polynomial factor;
        for (const auto& [monomial, coefficient] : replaced.rest.terms()) {
            const bool is_multiple = mpz_divisible_p(coefficient.get_mpz_t(), value.get_mpz_t()) != 0;
            if (is_multiple && std::ranges::none_of(monomial, is_named))
                factor.add(monomial, coefficient / value);
        }
        if (factor.is_zero()) continue;
        replaced.rest -= factor * search.builder.fact(zero);
        replaced.zeros.push_back({zero, factor});
        search.replace(replaced);
    }
    return replaced;
}

// polynomial = N·multiple from scale·polynomial = N·factor, for an odd N and a scale 2^k: with 1 = N·y + scale·v the
// multiple is y·polynomial + v·factor.
std::optional<Polynomial> descale(Search& search, const InputModulus& modulus, Replaced& replaced,
                                  const Polynomial& factor) {
    const mpz_class scale = replaced.scale;
    const auto odd = search.odd.find(modulus.word);
    if (odd == search.odd.end() || mpz_popcount(scale.get_mpz_t()) != 1) return std::nullopt;
    Builder& builder = search.builder;
    const auto unit = unit_modulo(search, modulus.number, *odd, scale);
    if (!unit) return std::nullopt;
    const auto& [y, v, is_unit] = *unit;
    const Builder::Name multiple = builder.name(y * replaced.polynomial + v * factor);
    const Polynomial number = modulus.number, named = Polynomial::of(multiple.value);
    // scale·(polynomial - N·multiple) = scale·v·(scale·polynomial - N·factor) - scale·polynomial·(N·y + scale·v - 1)
    std::vector<check::Multiple> zeros;
    for (const auto& [fact, by] : replaced.zeros) zeros.push_back({fact, Polynomial(scale) * v * by});
    zeros.push_back({is_unit, Polynomial(mpz_class(-scale)) * replaced.polynomial});
    zeros.push_back({multiple.zero, Polynomial(scale) * number});
    const Polynomial claim = Polynomial(scale) * (replaced.polynomial - number * named);
    const Id least = builder.round(builder.bound(claim, {}, zeros), scale);
    const Id most = builder.round(builder.bound(minus_one * claim, {}, times(zeros, -1)), scale);
    const Id zero = builder.both(least, most);
    replaced.scale = 1;
    replaced.rest = number * named;
    replaced.zeros = {{zero, one}};
    return named;
}

// A word that is odd by the contract: word - 2·half - 1 = 0.
void learn_odd_words(Search& search) {
    const auto& facts = search.builder.meaning.contract();
    for (size_t k = 0; k < facts.size(); ++k) {
        const Polynomial& p = facts[k].polynomial;
        if (facts[k].kind != Fact::Kind::zero || p.terms().size() != 3 || p.constant() != -1) continue;
        std::optional<Variable> word, half;
        for (const auto& [monomial, coefficient] : p.terms()) {
            if (monomial.size() != 1) continue;
            if (coefficient == 1) word = monomial[0];
            if (coefficient == -2) half = monomial[0];
        }
        if (word && half) search.odd[*word] = {*half, search.builder.contract(k)};
    }
}

}  // namespace

void learn_odd(Search& search, Variable bit, Id is_one) {
    Builder& builder = search.builder;
    for (const Halves& half : search.halves) {
        // word - 2·half - bit = 0
        const Polynomial word = builder.fact(half.zero) +
                                Polynomial(mpz_class(2)) * Polynomial::of(half.high) + Polynomial::of(bit);
        if (half.weight != 2 || half.factor != 1 || half.whole.size() != 1 ||
            word != Polynomial::of(half.whole[0]))
            continue;
        const Polynomial odd = builder.fact(half.zero) + builder.fact(is_one);
        const Id is_odd = builder.sum(odd, {{half.zero, one}, {is_one, one}});
        search.odd[half.whole[0]] = {half.high, is_odd};
        search.numbers.push_back(
            builder.bound(word - one, {{2, {*search.ranges.at(half.high).least}}}, {{is_odd, one}}));
    }
}

void learn_moduli(Search& search) {
    learn_odd_words(search);
    Builder& builder = search.builder;
    for (const auto& comparison : search.open_comparisons()) learn_parity(search, comparison);
    const auto& facts = builder.meaning.contract();
    for (const auto& comparison : search.open_comparisons()) {
        // t·(N - 1) >= 0, (t - 1)·N >= 0
        const size_t k = comparison.place;
        const Polynomial t = Polynomial::of(comparison.bit);
        const Polynomial number = coefficient_of(comparison.bit, facts[k + 3].polynomial);
        if (k + 6 >= facts.size() || facts[k + 2].polynomial != t * (number - one) ||
            facts[k + 3].polynomial != (t - one) * number)
            continue;
        auto modulus = std::ranges::find(search.moduli, number, &InputModulus::number);
        if (modulus == search.moduli.end()) {
            std::optional<Variable> word;
            mpz_class limit = 1;
            for (const auto& [monomial, coefficient] : number.terms()) {
                if (coefficient == 1 && monomial.size() == 1) word = monomial[0];
                limit *= search.base;
            }
            const auto least = search.at_least(number, 1);
            if (!word || !least) continue;
            const Id positive = search.weaken(search.state(number, *least), number - one);
            search.moduli.push_back({number, *word, positive, limit});
            modulus = std::prev(search.moduli.end());
        }
        learn_rest(search, comparison, *modulus);
    }
}

std::optional<Id> zero_by_modulus(Search& search, const Replaced& scaled) {
    for (const InputModulus& modulus : search.moduli) {
        const Polynomial& polynomial = scaled.polynomial;
        Replaced replaced = scaled.scale == 1 ? scaled : with_rests(search, modulus, scaled);
        auto factor = divided_by(replaced.rest, modulus);
        if (!factor) continue;
        const Polynomial above = polynomial - modulus.number, below = polynomial + modulus.number;
        const auto most = search.at_most(above, -1);
        const auto least = most ? search.at_least(below, 1) : std::nullopt;
        if (!least) continue;
        if (replaced.scale != 1) factor = descale(search, modulus, replaced, *factor);
        if (!factor) continue;
        const Id zero = no_multiple(search, modulus, replaced, *factor,
                                    search.weaken(search.state(above, *most), minus_one * above - one),
                                    search.weaken(search.state(below, *least), below - one));
        auto zeros = replaced.zeros;
        zeros.push_back({zero, modulus.number});
        return search.builder.sum(polynomial, std::move(zeros));
    }
    return std::nullopt;
}

}  // namespace limbsmith::derive
