#include "derive/shifts/shift_goals.hpp"

#include <algorithm>
#include <stdexcept>

#include "derive/search/factors.hpp"
#include "derive/shifts/amounts.hpp"
#include "derive/shifts/shifters.hpp"

namespace limbsmith::derive {
namespace {

using check::Given;
using check::Monomial;
using check::Multiple;

// The values that the contract names for a number shifted by `count`. power is 2^count, is_near is [count < bits], and
// is_far its negation. number·power = modulus·quotient + rest to the left, number = power·quotient + rest to the right.
struct GoalNames {
    Variable power, quotient, rest;
    size_t is_near, is_far, division;  // places of facts
    // To the right: is_positive is [0 < divisor], and the quotient may be taken modulo the weight.
    size_t is_positive;
    Polynomial divisor;
    struct Modulo {
        Variable quotient, rest;
        size_t division;
    };
    std::optional<Modulo> modulo;
};

class Goal {
  public:
    Goal(Search& search, const Shifter& shifter, const GoalNames& named)
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

    std::optional<Id> right(const Fact& goal) {
        const Polynomial quotient = value(named_.quotient);
        const Polynomial number = builder_.meaning.contract()[named_.division].polynomial +
                                  named_.divisor * quotient + value(named_.rest);
        const auto start = search_.zero(by_.start - number, search_.program.body.size());
        if (!start) return std::nullopt;
        const Polynomial difference = quotient - by_.result;
        return builder_.cases(
            distance(), goal,
            [&](Id assumption) {
                const Decided is = decide_far(assumption);
                const Id nothing = nothing_right(assumption);
                if (!named_.modulo) {
                    builder_.sum(goal.polynomial, {{nothing, one}, {is.far, quotient}});
                    return;
                }
                const Id sign = sign_of_quotient(*start, is.far);
                modulo(builder_.sum(difference, {{sign, one}, {nothing, minus_one}}));
            },
            [&](Id assumption) {
                const Decided is = decide_near(assumption);
                const Id same = exact_quotient(*start, inside(assumption), is.far);
                if (named_.modulo) {
                    modulo(same);
                } else {
                    builder_.sum(goal.polynomial, {{same, minus_one}, {is.far, quotient}});
                }
            });
    }

  private:
    struct Decided {
        Id near, far;  // the zeros of is_near and is_far, less 0 or 1
    };

    static Polynomial value(Variable variable) { return Polynomial::of(variable); }
    Id contract(size_t which) const { return builder_.contract(which); }
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
        std::vector<check::Product> above{{1, {by_.output_most}}}, below{{1, {by_.output_least}}};
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
    struct Excess {
        Variable power;
        Id positive, product;
    };
    Excess excess(Id assumption, Id is_inside) {
        const Id exact = by_.exact(is_inside);
        const auto [value, positive] = builder_.power(assumption);
        return {value, positive,
                builder_.powers({by_.power, by_.amount.power}, {value}, by_.bits, {{exact, minus_one}})};
    }
    // result = 0 to the left
    Id nothing_left(Id assumption) {
        return builder_.cases(
            by_.inside - one, {Fact::Kind::zero, by_.result},
            [&](Id is_least) {
                const Id is_inside = builder_.both(is_least, by_.inside_most);
                const Excess over = excess(assumption, is_inside);
                const Polynomial p = value(by_.amount.power);
                const Polynomial multiple = by_.start * value(over.power) - by_.beside - value(by_.out) * p;
                const Id zero = builder_.sum(by_.result - by_.weight * multiple, {{by_.last, one},
                                                                                  {is_inside, p * by_.now},
                                                                                  {by_.zero, minus_one * p},
                                                                                  {over.product, by_.start}});
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

    // output - (quotient mod weight) = 0 from quotient - result = 0
    void modulo(Id same) {
        const auto& [quotient, rest, division] = *named_.modulo;
        const Polynomial multiple = by_.sign + value(quotient), x = by_.output - value(rest);
        const Id zero =
            builder_.sum(x - by_.weight * multiple, {{contract(division), one}, {same, minus_one}});
        by_range(zero, x, multiple, division - 2);
    }
    // p·result + beside - now = 0, inside
    Id last_inside(Id is_inside) {
        return builder_.sum(value(by_.amount.power) * by_.result + by_.beside - by_.now,
                            {{by_.last, one}, {is_inside, by_.now + by_.sign}});
    }
    // power·p - 1 - (power·beside + out) >= 0, where the sum is the bits that are shifted out
    std::pair<std::vector<check::Product>, std::vector<check::Product>> shifted_out() const {
        const Id power = builder_.bound(value(by_.power), {{1, {by_.positive}}, {1, {}}}, {});
        return {{{1, {power, by_.beside_least}}, {1, {by_.out_least}}},
                {{1, {power, by_.beside_most}}, {1, {by_.out_most}}}};
    }
    Polynomial rest() const { return value(by_.power) * by_.beside + value(by_.out); }

    struct Limits {
        Id least, most;
    };
    // rest >= 0 and divisor - 1 - rest >= 0 of the contract's division, from divisor - 1 >= 0
    Limits rest_of_division(Id positive) {
        const size_t k = named_.is_positive;
        const Polynomial t = builder_.meaning.contract()[k].polynomial, rest = value(named_.rest);
        const Id least =
            builder_.bound(t - one, {{1, {contract(k + 3)}}, {1, {contract(k + 1), positive}}}, {});
        const Id is_one = builder_.both(least, contract(k + 1));
        const Polynomial gap = named_.divisor - one - rest;
        return {builder_.bound(rest, {{1, {contract(named_.division + 1)}}}, {{is_one, minus_one * rest}}),
                builder_.bound(gap, {{1, {contract(named_.division + 2)}}}, {{is_one, minus_one * gap}})};
    }
    // quotient - result = 0: both are number / 2^count
    Id exact_quotient(Id start, Id is_inside, Id not_far) {
        const Polynomial p = value(by_.amount.power), power = value(named_.power), q = value(named_.quotient);
        const Id exact = by_.exact(is_inside), last = last_inside(is_inside);
        const Id is_power = builder_.powers({named_.power}, {by_.power, by_.amount.power}, 0, {{exact, one}});
        // divisor = power + far·(weight - power), or the power
        const Id divisor = builder_.sum(named_.divisor - power,
                                        {{not_far, named_.modulo ? by_.weight - power : Polynomial()}});
        const Id positive = power_is_positive();
        const Limits limits =
            rest_of_division(builder_.bound(named_.divisor - one, {{1, {positive}}}, {{divisor, one}}));
        const Polynomial x = q - by_.result;
        // power·x = (the bits that are shifted out) - rest
        const Id zero =
            builder_.sum(power * x + value(named_.rest) - rest(), {{contract(named_.division), minus_one},
                                                                   {start, minus_one},
                                                                   {divisor, minus_one * q},
                                                                   {by_.zero, one},
                                                                   {last, minus_one * value(by_.power)},
                                                                   {is_power, minus_one * by_.result}});
        auto [least, most] = shifted_out();
        least.push_back({1, {limits.most}});
        most.push_back({1, {limits.least}});
        const Id above = builder_.bound(power * x + power - one, least, {{zero, one}, {divisor, minus_one}});
        const Id below = builder_.bound(power - one - power * x, most, {{zero, minus_one}, {is_power, one}});
        return zero_factor(builder_, x, positive, above, below);
    }
    Id power_is_positive() const {
        const auto& facts = builder_.meaning.contract();
        const Polynomial positive = value(named_.power) - one;
        for (size_t k = 0; k < facts.size(); ++k) {
            if (facts[k] == Fact{Fact::Kind::nonnegative, positive}) return contract(k);
        }
        throw std::logic_error("a power of the contract has no range");
    }
    // quotient + sign = 0: the divisor is the weight
    Id sign_of_quotient(Id start, Id is_far) {
        const Polynomial divided = value(named_.quotient) + by_.sign, last = by_.weight - one;
        const Id divisor =
            builder_.sum(named_.divisor - by_.weight, {{is_far, by_.weight - value(named_.power)}});
        const Id positive =
            builder_.bound(named_.divisor - one, {{by_.weight.constant() - 1, {}}}, {{divisor, one}});
        const Limits limits = rest_of_division(positive);
        // weight·divided = input - rest
        const Polynomial input = by_.start + by_.weight * by_.sign;
        const Id zero = builder_.sum(by_.weight * divided + value(named_.rest) - input,
                                     {{contract(named_.division), minus_one},
                                      {start, minus_one},
                                      {divisor, minus_one * value(named_.quotient)}});
        const Id least = builder_.round(
            builder_.bound(last + by_.weight * divided, {{1, {by_.input_least}}, {1, {limits.most}}},
                           {{zero, one}, {divisor, minus_one}}),
            by_.weight.constant());
        const Id most =
            builder_.round(builder_.bound(last - by_.weight * divided,
                                          {{1, {by_.input_most}}, {1, {limits.least}}}, {{zero, minus_one}}),
                           by_.weight.constant());
        return builder_.both(least, most);
    }
    // result + sign = 0
    Id nothing_right(Id assumption) {
        const Polynomial y = by_.result + by_.sign, p = value(by_.amount.power);
        return builder_.cases(
            by_.inside - one, {Fact::Kind::zero, y},
            [&](Id is_least) {
                const Id is_inside = builder_.both(is_least, by_.inside_most);
                const auto [over, positive, product] = excess(assumption, is_inside);
                const Polynomial z = value(over);
                const Id zero = builder_.sum(by_.weight * z * by_.result - by_.start + rest(),
                                             {{product, minus_one * by_.result},
                                              {last_inside(is_inside), value(by_.power)},
                                              {by_.zero, minus_one}});
                auto [least, most] = shifted_out();
                // weight·z·y = input - (the bits that are shifted out) + weight·sign·(z - 1)
                most.push_back({1, {by_.input_least}});
                most.push_back({by_.weight.constant(), {by_.sign_least, positive}});
                const Id above = builder_.round(
                    builder_.bound(by_.weight * (z * y + z) - one, most, {{zero, one}, {product, minus_one}}),
                    by_.weight.constant());
                least.push_back({1, {by_.input_most}});
                const Id below = builder_.round(
                    builder_.bound(by_.weight * (by_.sign * (z - one) - z * y) + by_.weight - one, least,
                                   {{zero, minus_one}}),
                    by_.weight.constant());
                zero_factor(
                    builder_, y, positive, above,
                    builder_.bound(z - one - z * y, {{1, {below}}, {1, {by_.sign_most, positive}}}, {}));
            },
            [&](Id is_most) {
                const Id is_outside = builder_.both(by_.inside_least, is_most);
                const Id zero = builder_.sum(p * by_.result + by_.beside + by_.sign,
                                             {{by_.last, one}, {is_outside, by_.now + by_.sign}});
                const Id positive = by_.amount.positive;
                const Id above =
                    builder_.bound(p * y + p - one, {{1, {by_.sign_least, positive}}, {1, {by_.beside_most}}},
                                   {{zero, one}});
                const Id below =
                    builder_.bound(p - one - p * y, {{1, {by_.sign_most, positive}}, {1, {by_.beside_least}}},
                                   {{zero, minus_one}});
                zero_factor(builder_, y, positive, above, below);
            });
    }

    Search& search_;
    Builder& builder_;
    const Shifter& by_;
    const GoalNames& named_;
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

std::optional<GoalNames> named(const Search& search, const Shifter& by) {
    const auto& meaning = search.builder.meaning;
    GoalNames result{};
    const auto power = std::ranges::find_if(meaning.variables().powers(),
                                            [&](const auto& of) { return of.second == by.count; });
    const Polynomial bits = mpz_class(by.bits);
    const auto near = comparison(search, bits - by.count - one);
    if (power == meaning.variables().powers().end() || !near) return std::nullopt;
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
    if (by.is_left) return result;
    const Polynomial power_of_count = Polynomial::of(result.power),
                     far_bit = meaning.contract()[*far].polynomial;
    for (const Polynomial& divisor :
         {power_of_count, power_of_count + far_bit * (by.weight - power_of_count)}) {
        const auto positive = comparison(search, divisor - one);
        if (!positive) continue;
        result.is_positive = *positive, result.divisor = divisor;
        for (size_t k = result.division + 1; k < meaning.contract().size(); ++k) {
            const auto& [kind, polynomial] = meaning.contract()[k];
            if (kind != Fact::Kind::zero || polynomial.terms().size() != 3) continue;
            const Variable first = k < 2 ? 0 : nonnegative_value(meaning.contract()[k - 2]).value_or(0);
            const Polynomial multiple = Polynomial::of(result.quotient) - Polynomial::of(first) - polynomial;
            if (multiple.terms().size() != 1 || multiple.terms().begin()->first.size() != 1) continue;
            const Variable quotient = multiple.terms().begin()->first[0];
            if (multiple == by.weight * Polynomial::of(quotient)) result.modulo = {quotient, first, k};
        }
        return result;
    }
    return std::nullopt;
}

}  // namespace

bool reach_shift(Search& search, const Fact& goal) {
    if (goal.kind != Fact::Kind::zero) return false;
    const auto& powers = search.builder.meaning.variables().powers();
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
    if (by->is_left) return search.builder.fact(shift.left()) == goal.polynomial;
    return shift.right(goal).has_value();
}

}  // namespace limbsmith::derive
