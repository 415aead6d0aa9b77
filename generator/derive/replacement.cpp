#include "derive/replacement.hpp"

#include <algorithm>

namespace limbsmith::derive {

using check::Monomial;
using check::Multiple;

std::vector<Multiple> times(std::vector<Multiple> zeros, const mpz_class& factor) {
    for (Multiple& zero : zeros) zero.factor *= factor;
    return zeros;
}

Replacement::Replacement(const Builder& builder, const Definitions& definitions, Replaced replaced, What what)
    : builder_(&builder), definitions_(&definitions), what_(what), replaced_(std::move(replaced)) {
    for (const auto& [monomial, coefficient] : replaced_.rest.terms()) note(monomial);
}

void Replacement::note(const Monomial& monomial) {
    for (Variable value : monomial) {
        const Definition* definition = definitions_->find(value);
        if (!definition) continue;
        open_.insert({definition->rank, value});
        if (monomial.size() > 1) products_[value].push_back(monomial);
    }
}

// The value occurs in the rest as value·factor.
Polynomial Replacement::take_factor(Variable value) {
    Polynomial factor;
    const auto& terms = replaced_.rest.terms();
    const auto alone = terms.find({value});
    if (alone != terms.end()) factor.add({}, alone->second);
    const auto found = products_.extract(value);
    if (found.empty()) return factor;
    std::vector<Monomial>& products = found.mapped();
    std::ranges::sort(products);
    const auto repeated = std::ranges::unique(products);
    products.erase(repeated.begin(), repeated.end());
    for (const Monomial& product : products) {
        const auto term = terms.find(product);
        if (term == terms.end()) continue;
        Monomial others = product;
        others.erase(std::ranges::find(others, value));
        factor.add(others, term->second);
    }
    return factor;
}

size_t Replacement::substitute(Variable value) {
    const Definition* found = definitions_->find(value);
    if (!found) return 1;
    const Definition& definition = *found;
    if (what_ == What::whole && abs(definition.coefficient) != 1) return 1;
    const Polynomial factor = take_factor(value);
    if (factor.is_zero()) return 1;
    mpz_class divisor = definition.coefficient;
    for (const auto& [monomial, coefficient] : factor.terms()) {
        if (divisor == 1 || divisor == -1) break;
        mpz_gcd(divisor.get_mpz_t(), divisor.get_mpz_t(), coefficient.get_mpz_t());
    }
    divisor = abs(divisor);
    const mpz_class scale = abs(definition.coefficient) / divisor;
    if (scale != 1) {
        replaced_.rest *= scale;
        replaced_.scale *= scale;
        replaced_.zeros = times(std::move(replaced_.zeros), scale);
    }
    // factor·scale = coefficient·quotient
    if (sgn(definition.coefficient) < 0) divisor = -divisor;
    Polynomial quotient;
    for (const auto& [monomial, coefficient] : factor.terms()) quotient.add(monomial, coefficient / divisor);
    const Polynomial product = quotient * builder_->fact(definition.zero);
    replaced_.rest -= product;
    replaced_.zeros.push_back({definition.zero, std::move(quotient)});
    for (const auto& [monomial, coefficient] : product.terms()) note(monomial);
    return product.terms().size() + (scale != 1 ? replaced_.rest.terms().size() + replaced_.zeros.size() : 0);
}

size_t Replacement::down_to(size_t from) {
    size_t terms = 0;
    while (!is_too_long() && !open_.empty() && open_.rbegin()->first >= from) {
        const Variable value = open_.rbegin()->second;
        open_.erase(std::prev(open_.end()));
        terms += substitute(value);
    }
    return terms;
}

}  // namespace limbsmith::derive
