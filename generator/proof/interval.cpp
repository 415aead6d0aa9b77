#include "proof/interval.hpp"

#include <algorithm>

namespace limbsmith::proof {

Range range_of(const Polynomial& polynomial, const std::function<const Range&(Var)>& range_of_value) {
    Range sum{0, 0};
    for (const auto& [monomial, coefficient] : polynomial.terms()) {
        Range term{coefficient, coefficient};
        for (char32_t code : monomial) {
            const Range& factor = range_of_value(Var::of_code(code));
            const mpz_class ends[] = {term.least * factor.least, term.least * factor.most,
                                      term.most * factor.least, term.most * factor.most};
            term = {*std::ranges::min_element(ends), *std::ranges::max_element(ends)};
        }
        sum.least += term.least;
        sum.most += term.most;
    }
    return sum;
}

}  // namespace limbsmith::proof
