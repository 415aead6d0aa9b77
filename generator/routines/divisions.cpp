// Two divisions of the same number.
#include <algorithm>

#include "routines/lemmas.hpp"
#include "routines/prover.hpp"

namespace limbsmith::routines {

using Kind = Fact::Kind;
using check::Monomial;

// x = m·quotient + rest and x = m·a + b with 0 <= b < m: the same quotient, the same rest.
bool Prover::compare_divisions() {
    bool is_better = false;
    for (size_t k = 0; k < legs_.state().divisions.size(); ++k) {
        const Legs::Division division = legs_.state().divisions[k];
        const Variable quotient = division.quotient, rest = division.rest;
        const Polynomial m = legs_.reduce(division.m).rest, number = legs_.reduce(division.number).rest;
        if (m.terms().size() != 1) continue;
        const auto [unit, size] = *m.terms().begin();
        if (size <= 0 || m == 1) continue;
        Polynomial a, b;
        for (const auto& [term, factor] : number.terms()) {
            Monomial others;
            const bool has_unit = std::ranges::includes(term, unit);
            if (has_unit) std::ranges::set_difference(term, unit, std::back_inserter(others));
            mpz_class times = has_unit ? mpz_class(factor / size) : mpz_class(0);
            if (has_unit && term == unit) mpz_fdiv_q(times.get_mpz_t(), factor.get_mpz_t(), size.get_mpz_t());
            a.add(others, times);
            b.add(term, factor - times * size);
        }
        for (size_t other = 0; other < k; ++other) {
            const Legs::Division& before = legs_.state().divisions[other];
            if (legs_.reduce(before.m).rest != m || legs_.reduce(before.number).rest != number) continue;
            a = legs_.reduce(of(before.quotient)).rest;
            b = legs_.reduce(of(before.rest)).rest;
            break;
        }
        if (legs_.reduce(of(quotient)).rest == a && legs_.reduce(of(rest)).rest == b) {
            const bool is_open = !legs_.reduce(of(quotient)).rest.is_constant();
            is_better |= is_open && once("quotient " + std::to_string(quotient)) && show_zero(of(quotient));
            continue;
        }
        if (!once("division " + std::to_string(rest))) continue;
        std::vector<Id> facts{0};
        for (const Polynomial& bound : {of(rest), m - 1 - of(rest), b, m - 1 - b}) {
            const auto found = nonnegative(bound, 1);
            if (!found) break;
            facts.push_back(*found);
        }
        if (facts.size() < 5) continue;
        facts[0] = legs_.state_zero(m * of(quotient) + of(rest) - m * a - b);
        legs_.apply(Lemmas::one_division, {m, of(quotient), of(rest), a, b}, facts,
                    {{Kind::zero, of(quotient) - a}, {Kind::zero, of(rest) - b}});
        is_better = true;
    }
    return is_better;
}

}  // namespace limbsmith::routines
