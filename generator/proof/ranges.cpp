#include "proof/ranges.hpp"

#include <algorithm>
#include <unordered_set>

#include "proof/equations.hpp"

namespace limbsmith::proof {
namespace {

bool has_common_factor(const Monomial& x, const Polynomial& y) {
    for (const auto& [monomial, coefficient] : y.terms()) {
        for (char32_t code : monomial) {
            if (contains(x, Var::of_code(code))) return true;
        }
    }
    return false;
}

}  // namespace

// p = λ·m·number + rest <= λ·m·limit + rest for every factor m, with the largest λ >= 0 that does not turn
// the sign of a coefficient of the rest.
bool Ranges::use(const Limit& limit, Polynomial& p) const {
    bool is_used = false;
    const auto& [leading, leading_weight] = *limit.number.terms().begin();
    std::vector<Monomial> factors;
    const Var var = front(leading);
    for (const auto& [monomial, coefficient] : p.terms()) {
        if (sgn(coefficient) == sgn(leading_weight) && contains(monomial, var))
            factors.push_back(without(monomial, var));
    }
    for (const Monomial& factor : factors) {
        const bool is_symbolic = !limit.limit.is_constant();
        if (is_symbolic && symbolic_ == Symbolic::once && has_common_factor(factor, limit.limit)) continue;
        // words that are missing are not negative: the others are within the limit without them
        mpz_class most = -1, others = 0;
        Polynomial present;
        for (const auto& [monomial, weight] : limit.number.terms()) {
            const mpz_class coefficient = p.coefficient(product(monomial, factor));
            if (!is_symbolic && coefficient == 0 && weight > 0) continue;
            const mpz_class quotient = coefficient / weight;
            if (most < 0 || quotient < most) most = quotient;
            if (most <= 0) break;
            present.add(monomial, weight);
            const Equations::Value& value = equations_[front(monomial)];
            if (!is_symbolic) others += weight * (weight > 0 ? value.max : value.min);
        }
        if (most <= 0 || (!is_symbolic && others <= limit.limit.constant())) continue;
        p.add(present, -most, factor);
        p.add(limit.limit, most, factor);
        is_used = true;
    }
    return is_used;
}

mpz_class Ranges::upper(Polynomial p) const {
    if (p.is_constant()) return p.constant();
    std::unordered_set<char32_t> present;
    for (const auto& [monomial, coefficient] : p.terms()) present.insert(monomial.begin(), monomial.end());
    // a number in whose terms others are limited stays as it is
    std::unordered_set<char32_t> kept;
    for (const Limit& limit : limits_) {
        if (symbolic_ != Symbolic::once) break;
        for (const auto& [monomial, weight] : limit.limit.terms())
            kept.insert(monomial.begin(), monomial.end());
    }
    for (const Limit& limit : limits_) {
        if (symbolic_ == Symbolic::never && !limit.limit.is_constant()) continue;
        if (kept.contains(limit.number.terms().begin()->first[0])) continue;
        const auto is_present = [&](const auto& term) { return present.contains(term.first[0]); };
        const auto& words = limit.number.terms();
        const bool is_there =
            limit.limit.is_constant() ? is_present(*words.begin()) : std::ranges::all_of(words, is_present);
        if (!is_there) continue;
        for (int times = 0; times < (limit.limit.is_constant() ? 3 : 1) && use(limit, p); ++times) {
            // again for the number's square
        }
        for (const auto& [monomial, weight] : limit.limit.terms())
            present.insert(monomial.begin(), monomial.end());
    }
    // values that are kept last, so that their terms are added before they count
    const Polynomial kept_only = bounded(p, [&](char32_t code) { return !kept.contains(code); });
    return bounded(kept_only, [](char32_t) { return true; }).constant();
}

// The values that `is_bounded` names replaced by their ranges.
Polynomial Ranges::bounded(const Polynomial& p, const std::function<bool(char32_t)>& is_bounded) const {
    Polynomial result;
    for (const auto& [monomial, coefficient] : p.terms()) {
        mpz_class bound = coefficient;
        Monomial rest;
        for (char32_t code : monomial) {
            const Equations::Value& value = equations_[Var::of_code(code)];
            if (is_bounded(code)) {
                bound *= coefficient > 0 ? value.max : value.min;
            } else {
                rest += code;
            }
        }
        result.add(rest, bound);
    }
    return result;
}

}  // namespace limbsmith::proof
