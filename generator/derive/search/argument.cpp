#include "derive/search/argument.hpp"

#include <algorithm>

#include "derive/search/factors.hpp"

namespace limbsmith::derive {

Parts times_fact(Id fact, const Parts& bounds) {
    Parts result = bounds;
    for (check::Product& part : result.products) part.facts.push_back(fact);
    return result;
}

Argument::Argument(Search& search, const std::vector<Variable>& stops)
    : search_(search), builder_(search.builder), definitions_(search.definitions) {
    for (Variable value : stops) stop(value);
}

void Argument::define(Variable value, Id zero) {
    definitions_.set(value, {zero, builder_.fact(zero).terms().at({value}), last_rank});
}

void Argument::resume(Variable value) {
    if (const Definition* found = search_.definitions.find(value)) definitions_.set(value, *found);
}

Replaced Argument::replaced(const Polynomial& polynomial) const {
    Replacement replacement(builder_, definitions_, Replaced(polynomial));
    search_.spend(polynomial.terms().size() + replacement.down_to(0));
    return std::move(replacement).finish();
}

Argument::Multiple Argument::multiple_of(const mpz_class& n, const Polynomial& polynomial) {
    const Replaced by = replaced(polynomial);
    Polynomial quotient;
    for (const auto& [monomial, coefficient] : by.rest.terms()) {
        if (by.scale != 1 || !mpz_divisible_p(coefficient.get_mpz_t(), n.get_mpz_t()))
            throw Gap{"a multiple"};
        quotient.add(monomial, coefficient / n);
    }
    const Named value = name(builder_, quotient);
    return {value.value, builder_.sum(polynomial - Polynomial(n) * Polynomial::of(value.value),
                                      (Parts{{}, by.zeros} + multiple(value.zero, mpz_class(-n))).zeros)};
}

Polynomial Argument::total(const Parts& parts) const { return sum_of_parts(builder_, parts); }

Id Argument::equal(const Polynomial& x, const Parts& zeros) {
    const Replaced rest = replaced(x - total(zeros));
    if (!rest.rest.is_zero() || rest.scale != 1) throw Gap{"an equation"};
    return builder_.sum(x, (zeros + Parts{{}, rest.zeros}).zeros);
}

Id Argument::show(const Polynomial& x, const Parts& parts, const mpz_class& n) {
    const Polynomial scaled = Polynomial(n) * x;
    const Replaced rest = replaced(scaled - total(parts));
    if (!rest.rest.is_constant() || rest.scale != 1) throw Gap{"a bound"};
    const mpz_class left = rest.rest.constant();
    if (left <= -n) throw Gap{"a tight bound"};
    Parts all = parts + Parts{{}, rest.zeros};
    if (left > 0) all += bounds(left, {});
    const Polynomial claim = left < 0 ? scaled - Polynomial(left) : scaled;
    const Id fact = builder_.bound(claim, all.products, all.zeros);
    return n == 1 ? fact : builder_.round(fact, n);
}

Id Argument::show_times(const Polynomial& p, Id positive, const Polynomial& x, const Parts& parts) {
    return nonnegative_factor(builder_, x, positive, show(p * x + p - one, parts));
}

Id Argument::zero(const Polynomial& x, const Parts& above, const Parts& below, const mpz_class& n) {
    const Id from_0 = show(x, above, n);
    return builder_.both(from_0, show(minus_one * x, below, n));
}

void Argument::settle(Variable word, const Polynomial& x, const Parts& x_least, const Parts& x_gap) {
    const auto by = multiple_of(search_.base, Polynomial::of(word) - x);
    define(word, by.zero);
    const Id none = zero(Polynomial::of(by.value), bounds(1, {least(word)}) + x_gap,
                         bounds(1, {most(word)}) + x_least, search_.base);
    define(word, equal(Polynomial::of(word) - x, multiple(by.zero, 1) + multiple(none, search_.base)));
}

Argument::Parted Argument::parted(check::Monomial whole, const mpz_class& weight) const {
    std::ranges::sort(whole);
    for (const Halves& half : search_.halves) {
        if (half.whole != whole || half.weight != weight || half.factor != 1) continue;
        for (const auto& [monomial, coefficient] : builder_.fact(half.zero).terms()) {
            if (monomial.size() == 1 && coefficient == -1) return {monomial[0], half.high};
        }
    }
    throw Gap{"a product"};
}

Id Argument::most(Variable word) {
    return search_.weaken(*search_.ranges.at(word).most,
                          Polynomial(mpz_class(search_.base - 1)) - Polynomial::of(word));
}

Argument::Number Argument::number(const std::vector<Variable>& words) {
    Number result{.value = {}, .size = 1, .least = {}, .gap = {}};
    for (Variable word : words) {
        result.value.add({word}, result.size);
        result.least += bounds(result.size, {least(word)});
        result.gap += bounds(result.size, {most(word)});
        result.size *= search_.base;
    }
    return result;
}

Id from_absurd(Builder& builder, Id absurd, const Polynomial& x) {
    return builder.cases(
        x, {Fact::Kind::nonnegative, x}, [](Id) {},
        [&](Id negative) {
            builder.bound(x, {{1, {absurd, negative}}, {1, {absurd}}}, {});
        });
}

}  // namespace limbsmith::derive
