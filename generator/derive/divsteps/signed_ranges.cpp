// Ranges of sums of signed products, from those of their values.
#include <algorithm>

#include "derive/divsteps/signed_sums.hpp"

namespace limbsmith::derive {

namespace {

// The constant of the fact most - value, or value - least.
mpz_class slack_of(const Builder& builder, Id fact) { return builder.fact(fact).constant(); }

}  // namespace

std::pair<Id, Id> SignedSums::ends_of(Variable value) const {
    const auto own = limits_.find(value);
    if (own != limits_.end()) return own->second;
    const auto range = search_.ranges.find(value);
    if (range == search_.ranges.end() || !range->second.least || !range->second.most) throw Gap{"a range"};
    return {*range->second.least, *range->second.most};
}

mpz_class SignedSums::magnitude(Variable value) const {
    const auto [least, most] = ends_of(value);
    return std::max(slack_of(builder_, least), slack_of(builder_, most));
}

// magnitude + value >= 0, or magnitude - value >= 0
Id SignedSums::within(Variable value, const mpz_class& magnitude, bool is_minus) {
    const auto [least, most] = ends_of(value);
    const Id fact = is_minus ? most : least;
    return bound_of(builder_, bounds(1, {fact}) + bounds(magnitude - slack_of(builder_, fact), {}));
}

// X·Y - side·x·y: the sum of (X ± x)·(Y ± y), halved.
Id SignedSums::product_range(Variable x, Variable y, int side) {
    const mpz_class of_x = magnitude(x), of_y = magnitude(y);
    Parts parts;
    for (bool minus : {false, true})
        parts += bounds(1, {within(x, of_x, minus), within(y, of_y, side > 0 ? !minus : minus)});
    return builder_.round(bound_of(builder_, parts), 2);
}

// power·M - side·(x·a + y·b) for |a|, |b| <= M: the sum of (M ± a)·(M ± b)·(power ± x ± y), divided by 4·M.
Id SignedSums::pair_range(const Pair& pair, Variable a, Variable b, int side) {
    const mpz_class most = std::max({magnitude(a), magnitude(b), mpz_class(1)});
    Parts parts;
    for (int k : {0, 1}) {
        for (int l : {0, 1})
            parts += bounds(
                1, {within(a, most, side > 0 ? !k : k), within(b, most, side > 0 ? !l : l), pair.sums[k][l]});
    }
    return builder_.round(bound_of(builder_, parts), 4 * most);
}

// For a value p >= 0 and the coefficient c of p in the polynomial: p·c lies within p·(the ends of c).
Parts SignedSums::range(const Polynomial& polynomial, int side) {
    const Polynomial factor = common_factor ? coefficient_of(*common_factor, polynomial) : Polynomial();
    if (factor.is_constant()) return collected_range(polynomial, side);
    const Polynomial p = Polynomial::of(*common_factor);
    Parts of_factor = collected_range(factor, side);
    const mpz_class end = builder_.fact(bound_of(builder_, of_factor)).constant() + side * factor.constant();
    for (check::Product& product : of_factor.products) product.facts.push_back(ends_of(*common_factor).first);
    return of_factor + collected_range(polynomial + p * (Polynomial(mpz_class(side * end)) - factor), side);
}

Parts SignedSums::collected_range(const Polynomial& polynomial, int side) {
    Parts result;
    Polynomial rest = polynomial;
    for (const Pair& pair : pairs) {
        for (const auto& [monomial, coefficient] : polynomial.terms()) {
            if (monomial.size() != 2 || std::ranges::count(monomial, pair.x) != 1) continue;
            const Variable a = monomial[0] == pair.x ? monomial[1] : monomial[0];
            for (const auto& [other, same] : rest.terms()) {
                if (other.size() != 2 || std::ranges::count(other, pair.y) != 1 || same != coefficient)
                    continue;
                const Variable b = other[0] == pair.y ? other[1] : other[0];
                result += bounds(abs(coefficient), {pair_range(pair, a, b, side * sgn(coefficient))});
                const check::Monomial second = other;
                rest.add(monomial, -coefficient);
                rest.add(second, -coefficient);
                break;
            }
        }
    }
    for (const auto& [monomial, coefficient] : rest.terms()) {
        const int end = side * sgn(coefficient);
        if (monomial.size() > 2) throw Gap{"the range of a product"};
        if (monomial.size() == 1)
            result += bounds(abs(coefficient),
                             {end > 0 ? ends_of(monomial[0]).second : ends_of(monomial[0]).first});
        if (monomial.size() == 2)
            result += bounds(abs(coefficient), {product_range(monomial[0], monomial[1], end)});
    }
    return result;
}

}  // namespace limbsmith::derive
