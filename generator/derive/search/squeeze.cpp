#include "derive/search/squeeze.hpp"

#include <algorithm>
#include <iterator>

namespace limbsmith::derive {

Parts& Parts::operator+=(const Parts& other) {
    std::ranges::copy(other.products, std::back_inserter(products));
    std::ranges::copy(other.zeros, std::back_inserter(zeros));
    return *this;
}

Parts operator+(Parts x, const Parts& y) { return x += y; }

Parts bounds(const mpz_class& scale, std::vector<Id> facts) {
    Parts result;
    if (scale < 0) throw Gap{"a negative scale"};
    if (scale != 0) result.products.push_back({scale, std::move(facts)});
    return result;
}

Parts multiple(Id zero, Polynomial factor) { return {{}, {{zero, std::move(factor)}}}; }

Parts times_of(const Parts& zeros, const Polynomial& factor) {
    Parts result;
    for (const auto& [zero, of_zero] : zeros.zeros) result += multiple(zero, factor * of_zero);
    return result;
}

Parts times_bounds(const mpz_class& scale, Parts bounds) {
    for (check::Product& product : bounds.products) product.scale *= scale;
    return bounds;
}

Polynomial sum_of_parts(const Builder& builder, const Parts& parts) {
    Polynomial result;
    for (const auto& [scale, facts] : parts.products) {
        Polynomial product = scale;
        for (Id fact : facts) product = product * builder.fact(fact);
        result += product;
    }
    for (const auto& [zero, factor] : parts.zeros) result += factor * builder.fact(zero);
    return result;
}

Id sum_of(Builder& builder, const Parts& parts) {
    return builder.sum(sum_of_parts(builder, parts), parts.zeros);
}

Id bound_of(Builder& builder, const Parts& parts) {
    return builder.bound(sum_of_parts(builder, parts), parts.products, parts.zeros);
}

Id at_least_zero(Builder& builder, const mpz_class& n, const Polynomial& x, const Parts& parts) {
    Id fact = bound_of(builder, parts);
    const Polynomial rest = builder.fact(fact) - Polynomial(n) * x;
    if (!rest.is_constant() || rest.constant() >= n) throw Gap{"not between"};
    if (rest.constant() < 0) fact = bound_of(builder, bounds(1, {fact}) + bounds(-rest.constant(), {}));
    return n == 1 ? fact : builder.round(fact, n);
}

Id zero_between(Builder& builder, const mpz_class& n, const Polynomial& x, const Parts& above,
                const Parts& below) {
    const Id least = at_least_zero(builder, n, x, above);
    return builder.both(least, at_least_zero(builder, n, Polynomial() - x, below));
}

Named name(Builder& builder, const Polynomial& polynomial) {
    const Builder::Quotient whole = builder.divide(polynomial, 1);
    const Id none = builder.both(whole.least, whole.most);
    return {whole.quotient, builder.sum(Polynomial::of(whole.quotient) - polynomial,
                                        {{whole.zero, minus_one}, {none, minus_one}})};
}

}  // namespace limbsmith::derive
