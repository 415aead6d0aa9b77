// m·a + r - s = 0, where r and s are from 0 to m - 1: then a = 0 and r = s.
#include <algorithm>

#include "derive/loops/prover.hpp"

namespace limbsmith::derive::loops {

// p without the multiples of m, term by term: where its last monomial occurs.
Prover::Parts Prover::by_last_term(const Polynomial& p, const Polynomial& m) {
    const auto& [unit, size] = *m.terms().rbegin();
    Parts result{{}, p, {}};
    for (const auto& [term, coefficient] : p.terms()) {
        if (!std::ranges::includes(term, unit) || coefficient % size != 0) continue;
        check::Monomial others;
        std::ranges::set_difference(term, unit, std::back_inserter(others));
        result.quotient.add(others, coefficient / size);
    }
    result.rest -= m * result.quotient;
    return result;
}

bool Prover::compare_sums() {
    for (const Legs::Division& division : std::vector(legs_.state().divisions)) {
        const Polynomial m = legs_.reduce(division.m).rest;
        if (m.terms().size() != 2) continue;  // a modulus that is odd
        for (size_t k = 0; k < legs_.zeros().size(); ++k) {
            const Polynomial zero = legs_.zeros()[k].polynomial;
            const Parts parts = by_last_term(zero, m);
            const auto& terms = parts.rest.terms();
            if (parts.quotient.is_zero() || terms.size() != 2 || terms.begin()->first.size() != 1 ||
                terms.rbegin()->first.size() != 1 || abs(terms.begin()->second) != 1 ||
                terms.begin()->second + terms.rbegin()->second != 0 ||
                !once("sum " + text({Fact::Kind::zero, m}) + text({Fact::Kind::zero, zero})))
                continue;
            const int sign = terms.begin()->second > 0 ? 1 : -1;
            const Polynomial r = of(terms.begin()->first[0]), s = of(terms.rbegin()->first[0]);
            const Id id = legs_.stated_zero(legs_.zeros()[k]);
            if (same_division(m, {Polynomial(sign) * parts.quotient, r, {}}, {0, s, {}}, {{id, sign}}))
                return true;
        }
    }
    return false;
}

}  // namespace limbsmith::derive::loops
