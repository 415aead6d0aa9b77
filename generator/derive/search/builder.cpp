#include "derive/search/builder.hpp"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <span>
#include <utility>

namespace limbsmith::derive {

namespace {

using Key = std::tuple<check::Given::Of, size_t, size_t>;

Key key(const check::Given& given) { return {given.of, given.index, given.which}; }

}  // namespace

Id Builder::add(decltype(check::Step::rule) rule, Polynomial fact) {
    steps_.push_back({std::move(rule)});
    facts_.push_back(std::move(fact));
    return facts_.size() - 1;
}

Id Builder::given(check::Given given) {
    const auto [known, is_new] = given_.try_emplace(key(given));
    if (is_new) {
        const bool is_of_contract = given.of == check::Given::Of::contract;
        const auto& list = is_of_contract ? meaning.contract() : meaning.instructions()[given.index];
        known->second = add(given, list[given.which].polynomial);
    }
    return known->second;
}

Id Builder::sum(Polynomial claim, std::vector<check::Multiple> zeros) {
    Polynomial fact = claim;
    return add(check::Sum{std::move(claim), std::move(zeros)}, std::move(fact));
}

Id Builder::bound(Polynomial claim, std::vector<check::Product> products,
                  std::vector<check::Multiple> zeros) {
    Polynomial fact = claim;
    return add(check::Bound{std::move(claim), std::move(products), std::move(zeros)}, std::move(fact));
}

Id Builder::round(Id fact, const mpz_class& divisor) {
    Polynomial rounded;
    for (const auto& [monomial, coefficient] : facts_[fact].terms()) {
        mpz_class quotient;
        mpz_fdiv_q(quotient.get_mpz_t(), coefficient.get_mpz_t(), divisor.get_mpz_t());
        rounded.add(monomial, quotient);
    }
    return add(check::Round{fact, divisor}, std::move(rounded));
}

// Takes back the steps from the first on, and their facts.
check::Steps Builder::take_back(size_t first, size_t facts) {
    const auto begin = steps_.begin() + static_cast<std::ptrdiff_t>(first);
    check::Steps taken(std::make_move_iterator(begin), std::make_move_iterator(steps_.end()));
    steps_.erase(begin, steps_.end());
    facts_.resize(facts);
    lost_.push_back(facts);
    for (const check::Step& step : taken) {
        const auto* given = std::get_if<check::Given>(&step.rule);
        if (given && given->of != check::Given::Of::quotient) given_.erase(key(*given));
    }
    return taken;
}

Id Builder::lowest_lost(size_t since) const {
    const auto lowest = std::ranges::min_element(std::span(lost_).subspan(since));
    return since == lost_.size() ? facts_.size() : *lowest;
}

void Builder::back_to(const Mark& mark) {
    take_back(mark.steps, mark.facts);
    quotients_ = mark.quotients;
    next_ = mark.next;
    runs_.forget(next_);
}

Id Builder::cases(const Polynomial& split, Fact goal, const Case& if_nonnegative, const Case& if_negative) {
    const auto side = [&](const Polynomial& assumption, const Case& show) {
        const size_t steps = steps_.size(), known = facts_.size(), quotients = quotients_;
        facts_.push_back(assumption);
        runs_.assume(assumption);
        const auto restored = [&] {
            runs_.drop_assumption();
            quotients_ = quotients;
            return take_back(steps, known);
        };
        try {
            show(known);
        } catch (...) {
            restored();
            throw;
        }
        return restored();
    };
    check::Steps first = side(split, if_nonnegative);
    check::Steps second = side(Polynomial(mpz_class(-1)) - split, if_negative);
    Polynomial fact = goal.polynomial;
    return add(check::Cases{split, std::move(goal), std::move(first), std::move(second)}, std::move(fact));
}

Id Builder::both(Id fact, Id opposite) {
    Polynomial zero = facts_[fact];
    return add(check::Both{fact, opposite}, std::move(zero));
}

Builder::Quotient Builder::divide(const Polynomial& polynomial, const mpz_class& divisor) {
    steps_.push_back({check::Divide{polynomial, divisor}});
    const Variable quotient = next_++, rest = next_++;
    const Polynomial last(mpz_class(divisor - 1));
    const Polynomial facts[] = {
        polynomial - Polynomial(divisor) * Polynomial::of(quotient) - Polynomial::of(rest),
        Polynomial::of(rest), last - Polynomial::of(rest)};
    Id ids[3];
    for (size_t which = 0; which < 3; ++which)
        ids[which] = add(check::Given{check::Given::Of::quotient, quotients_, which}, facts[which]);
    ++quotients_;
    using enum Fact::Kind;
    runs_.learn({{nonnegative, facts[1]}, {nonnegative, facts[2]}, {zero, facts[0]}});
    return {quotient, rest, ids[0], ids[1], ids[2]};
}

Builder::Name Builder::name(const Polynomial& polynomial) {
    // of a division by 1 the rest is 0
    const Quotient of = divide(polynomial, 1);
    const Id none = both(of.least, of.most);
    const Polynomial zero = polynomial - Polynomial::of(of.quotient);
    return {of.quotient, sum(zero, {{of.zero, one}, {none, one}})};
}

Builder::PowerOf2 Builder::power(Id exponent) {
    const Variable value = next_++;
    exponents_[value] = facts_[exponent];
    return {value, add(check::Power{exponent}, Polynomial::of(value) - one)};
}

const Polynomial& Builder::exponent(Variable power) const {
    const auto found = exponents_.find(power);
    return found != exponents_.end() ? found->second : meaning.variables().powers().at(power);
}

Id Builder::powers(const std::vector<Variable>& left, const std::vector<Variable>& right, long shift,
                   std::vector<check::Multiple> zeros) {
    Polynomial difference = mpz_class(-shift), products[2] = {one, one};
    for (Variable power : left) {
        difference += exponent(power);
        products[0] = products[0] * Polynomial::of(power);
    }
    for (Variable power : right) {
        difference -= exponent(power);
        products[1] = products[1] * Polynomial::of(power);
    }
    Polynomial& shifted = products[shift < 0 ? 0 : 1];
    shifted = Polynomial(mpz_class(mpz_class(1) << std::abs(shift))) * shifted;
    const Id exponents = sum(difference, std::move(zeros));
    return add(check::Powers{exponents, left, right}, products[0] - products[1]);
}

Builder::Bits Builder::bits(Id least, Id most) {
    steps_.push_back({check::Bits{least, most}});
    const Polynomial value = facts_[least];
    const mpz_class size = (value + facts_[most]).constant() + 1;
    const auto state = [&](Polynomial fact) {
        facts_.push_back(std::move(fact));
        return facts_.size() - 1;
    };
    Bits result;
    Polynomial rest = value;
    for (mpz_class weight = 1; weight < size; weight *= 2) {
        const Polynomial bit = Polynomial::of(next_++);
        const Id is_positive = state(bit), is_below_2 = state(one - bit);
        result.list.push_back({bit, is_positive, is_below_2});
        result.squares.push_back(state(bit * bit - bit));
        rest -= Polynomial(weight) * bit;
    }
    result.sum = state(std::move(rest));
    return result;
}

Id Builder::common(Variable value, const Bits& x, const Bits& y) {
    const auto number = [](const Bits& bits) {
        check::CommonBits::Number result{bits.sum, {}};
        for (const Bits::Bit& bit : bits.list) result.bits.emplace_back(bit.least, bit.most);
        return result;
    };
    Polynomial fact = Polynomial::of(value);
    for (size_t k = 0; k < std::min(x.list.size(), y.list.size()); ++k)
        fact -= Polynomial(mpz_class(mpz_class(1) << k)) * x.list[k].bit * y.list[k].bit;
    return add(check::CommonBits{value, number(x), number(y)}, std::move(fact));
}

}  // namespace limbsmith::derive
