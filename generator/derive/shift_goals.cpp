#include "derive/shift_goals.hpp"

#include <algorithm>

#include "derive/amounts.hpp"
#include "derive/factors.hpp"
#include "derive/shifters.hpp"

namespace limbsmith::derive {
namespace {

using check::Given;
using check::Monomial;
using check::Multiple;

// What the contract names, of a number that is shifted by `count`. power is 2^count, is_near is [count < bits], and
// is_far its negation. number·power = modulus·quotient + rest to the left, number = power·quotient + rest to the right.
struct Named {
    Variable power, quotient, rest;
    size_t is_near, is_far, division;  // places of facts
};

class Goal {
  public:
    Goal(Search& search, const Shifter& shifter, const Named& named)
        : search_(search), builder_(search.builder), by_(shifter), named_(named) {}

    Id left() {
        const Polynomial rest = value(named_.rest), goal = by_.result - rest + rest * far();
        return builder_.cases(
            distance(), {Fact::Kind::zero, goal},
            [&](Id assumption) {
                const Decided is = decide_far(assumption);
                builder_.sum(goal, {{nothing_left(assumption), one}, {is.far, rest}});
            },
            [&](Id assumption) {
                const Decided is = decide_near(assumption);
                const Id is_inside = inside(assumption);
                const Id exact = by_.exact(is_inside);
                const Id power =
                    builder_.powers({named_.power}, {by_.power, by_.amount.power}, 0, {{exact, one}});
                // result - rest = weight·(quotient - high - out·power)
                const Polynomial p = value(by_.amount.power), out = value(by_.out);
                const Polynomial multiple = value(named_.quotient) - by_.beside - out * p;
                const Id zero =
                    builder_.sum(by_.result - rest - by_.weight * multiple, {{by_.last, one},
                                                                             {is_inside, p * by_.now},
                                                                             {contract(named_.division), one},
                                                                             {by_.zero, minus_one * p},
                                                                             {power, minus_one * by_.start}});
                const Id equal = by_range(zero, by_.result - rest, multiple, named_.division - 2);
                builder_.sum(goal, {{equal, one}, {is.far, rest}});
            });
    }

  private:
    struct Decided {
        Id near, far;  // the zeros of is_near and is_far, less 0 or 1
    };

    static Polynomial value(Variable variable) { return Polynomial::of(variable); }
    Id contract(size_t which) const { return builder_.given({Given::Of::contract, 0, which}); }
    Polynomial near() const { return builder_.meaning.contract()[named_.is_near].polynomial; }
    Polynomial far() const { return builder_.meaning.contract()[named_.is_far].polynomial; }
    Polynomial distance() const { return by_.count - Polynomial(mpz_class(by_.bits)); }

    Decided decide_far(Id assumption) {
        const Polynomial u = near(), t = far();
        const Id most = builder_.bound(
            minus_one * u, {{1, {contract(named_.is_near + 2)}}, {1, {contract(named_.is_near), assumption}}},
            {});
        const Id not_near = builder_.both(contract(named_.is_near), most);
        const Id least =
            builder_.bound(t - one, {{1, {contract(named_.is_far + 3)}}}, {{not_near, (t - one) * u}});
        return {not_near, builder_.both(least, contract(named_.is_far + 1))};
    }
    Decided decide_near(Id assumption) {
        const Polynomial t = far();
        const Id least = builder_.bound(
            near() - one,
            {{1, {contract(named_.is_near + 3)}}, {1, {contract(named_.is_near + 1), assumption}}}, {});
        const Id is_near = builder_.both(least, contract(named_.is_near + 1));
        return {is_near, builder_.sum(t, {{contract(named_.is_far + 2), one}, {is_near, minus_one * t}})};
    }
    // inside - 1 = 0, since the amount is below the number of bits
    Id inside(Id is_below) {
        return builder_.cases(
            by_.inside - one, {Fact::Kind::zero, by_.inside - one},
            [&](Id assumption) { builder_.both(assumption, by_.inside_most); },
            [&](Id assumption) {
                const Id far = by_.far(builder_.both(by_.inside_least, assumption));
                const Id never = builder_.bound(minus_one, {{1, {far}}, {1, {is_below}}}, {});
                const Id least =
                    builder_.bound(by_.inside - one, {{1, {by_.inside_least}}, {1, {never}}}, {});
                builder_.both(least, by_.inside_most);
            });
    }
    // x = 0, from the zero x - weight·multiple, where x is the result less a value from 0 to weight - 1, if there is one.
    Id by_range(Id zero, const Polynomial& x, const Polynomial& multiple, std::optional<size_t> range) {
        const Polynomial last = by_.weight - one;
        std::vector<check::Product> above{{1, {by_.result_most}}}, below{{1, {by_.result_least}}};
        if (range) above.push_back({1, {contract(*range)}});
        if (range) below.push_back({1, {contract(*range + 1)}});
        if (!range) below.push_back({by_.weight.constant() - 1, {}});
        const Id most = builder_.round(builder_.bound(last - by_.weight * multiple, above, {{zero, one}}),
                                       by_.weight.constant());
        const Id least = builder_.round(
            builder_.bound(last + by_.weight * multiple, below, {{zero, minus_one}}), by_.weight.constant());
        return builder_.sum(x, {{zero, one}, {builder_.both(least, most), by_.weight}});
    }
    // 2^(count - bits), and power·(power of the amount) = weight·that
    std::pair<Variable, Id> excess(Id assumption, Id is_inside) {
        const Id exact = by_.exact(is_inside);
        const Variable value = builder_.power(assumption).value;
        return {value,
                builder_.powers({by_.power, by_.amount.power}, {value}, by_.bits, {{exact, minus_one}})};
    }
    // result = 0 to the left
    Id nothing_left(Id assumption) {
        return builder_.cases(
            by_.inside - one, {Fact::Kind::zero, by_.result},
            [&](Id is_least) {
                const Id is_inside = builder_.both(is_least, by_.inside_most);
                const auto [over, product] = excess(assumption, is_inside);
                const Polynomial p = value(by_.amount.power);
                const Polynomial multiple = by_.start * value(over) - by_.beside - value(by_.out) * p;
                const Id zero = builder_.sum(by_.result - by_.weight * multiple, {{by_.last, one},
                                                                                  {is_inside, p * by_.now},
                                                                                  {by_.zero, minus_one * p},
                                                                                  {product, by_.start}});
                by_range(zero, by_.result, multiple, std::nullopt);
            },
            [&](Id is_most) {
                const Id is_outside = builder_.both(by_.inside_least, is_most);
                const Id zero =
                    builder_.sum(by_.result + by_.weight * by_.beside,
                                 {{by_.last, one}, {is_outside, value(by_.amount.power) * by_.now}});
                by_range(zero, by_.result, minus_one * by_.beside, std::nullopt);
            });
    }

    Search& search_;
    Builder& builder_;
    const Shifter& by_;
    const Named& named_;
};

// The place of the comparison t of the contract whose third fact is t·other.
std::optional<size_t> comparison(const Search& search, const Polynomial& other) {
    const auto& facts = search.builder.meaning.contract();
    for (size_t k = 0; k + 3 < facts.size(); ++k) {
        const auto bit = nonnegative_value(facts[k]);
        if (bit && facts[k + 2].polynomial == Polynomial::of(*bit) * other) return k;
    }
    return std::nullopt;
}

std::optional<Named> named(const Search& search, const Shifter& by) {
    const auto& meaning = search.builder.meaning;
    Named result{};
    const auto power =
        std::ranges::find_if(meaning.powers(), [&](const auto& of) { return of.second == by.count; });
    const Polynomial bits = mpz_class(by.bits);
    const auto near = comparison(search, bits - by.count - one);
    if (power == meaning.powers().end() || !near) return std::nullopt;
    const auto far = comparison(search, meaning.contract()[*near].polynomial);
    if (!far) return std::nullopt;
    result.power = power->first, result.is_near = *near, result.is_far = *far;
    // the division is the zero that names the power
    for (size_t k = 0; k < meaning.contract().size(); ++k) {
        const auto& [kind, polynomial] = meaning.contract()[k];
        const auto& terms = polynomial.terms();
        const auto has_power = [&](const auto& term) {
            return std::ranges::find(term.first, result.power) != term.first.end();
        };
        if (kind != Fact::Kind::zero || !std::ranges::any_of(terms, has_power)) continue;
        result.division = k;
        for (const auto& [monomial, coefficient] : terms) {
            const bool is_hidden = !monomial.empty() && monomial.back() > result.power;
            if (!is_hidden) continue;
            (monomial.size() == 1 && coefficient == -1 ? result.rest : result.quotient) = monomial.back();
        }
    }
    if (result.quotient == 0 || result.rest == 0) return std::nullopt;
    return result;
}

}  // namespace

bool reach_shift(Search& search, const Fact& goal) {
    const auto& powers = search.builder.meaning.powers();
    // without a power of the whole amount there is nothing to shift by
    const bool has_power = std::ranges::any_of(powers, [&](const auto& of) {
        const auto& terms = of.second.terms();
        return terms.size() == 1 && terms.begin()->first.size() == 1 &&
               terms.begin()->first[0] < search.program.words;
    });
    if (!has_power) return false;
    const auto by = shifter_of(search);
    if (!by) return false;
    const auto names = named(search, *by);
    if (!names) return false;
    Goal shift(search, *by, *names);
    if (!by->is_left) return false;
    return search.builder.fact(shift.left()) == goal.polynomial;
}

}  // namespace limbsmith::derive
