#include "proof/ranges.hpp"

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

// p = λ·m·number + rest <= λ·m·limit + rest for every factor m, with the largest λ that leaves the rest's
// coefficients positive.
void Ranges::use(const Limit& limit, Polynomial& p) const {
    const auto& [leading, leading_weight] = *limit.number.terms().begin();
    std::vector<Monomial> factors;
    const Var var = front(leading);
    for (const auto& [monomial, coefficient] : p.terms()) {
        if (coefficient > 0 && contains(monomial, var)) factors.push_back(without(monomial, var));
    }
    for (const Monomial& factor : factors) {
        if (!limit.limit.is_constant() && has_common_factor(factor, limit.limit)) continue;
        mpz_class most = -1;
        for (const auto& [monomial, weight] : limit.number.terms()) {
            const mpz_class quotient = p.coefficient(product(monomial, factor)) / weight;
            if (most < 0 || quotient < most) most = quotient;
            if (most <= 0) break;
        }
        if (most <= 0) continue;
        p.add(limit.number, -most, factor);
        p.add(limit.limit, most, factor);
    }
}

mpz_class Ranges::upper(Polynomial p) const {
    if (p.is_constant()) return p.constant();
    std::unordered_set<char32_t> present;
    for (const auto& [monomial, coefficient] : p.terms()) present.insert(monomial.begin(), monomial.end());
    for (const Limit& limit : limits_) {
        bool is_there = true;
        for (const auto& [monomial, weight] : limit.number.terms())
            is_there = is_there && present.contains(monomial[0]);
        if (!is_there) continue;
        use(limit, p);
        for (const auto& [monomial, weight] : limit.limit.terms())
            present.insert(monomial.begin(), monomial.end());
    }
    mpz_class sum = 0;
    for (const auto& [monomial, coefficient] : p.terms()) {
        if (coefficient < 0 && !monomial.empty()) continue;
        mpz_class term = coefficient;
        for (char32_t code : monomial) term *= equations_[Var::of_code(code)].max;
        sum += term;
    }
    return sum;
}

}  // namespace limbsmith::proof
