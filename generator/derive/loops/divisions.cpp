// Two divisions of the same number.
#include <algorithm>

#include "derive/loops/lemmas.hpp"
#include "derive/loops/prover.hpp"

namespace limbsmith::derive::loops {

using Kind = Fact::Kind;
using check::Monomial;

// number = m·a + b, term by term. A term goes to a if it is a multiple of m as it stands, or by the power
// that makes a power of m a constant.
Prover::Parts Prover::parts(const Polynomial& number, const Polynomial& m) const {
    const auto [unit, size] = *m.terms().begin();
    Parts result;
    for (const auto& [term, coefficient] : number.terms()) {
        Monomial missing, others;
        std::ranges::set_difference(unit, term, std::back_inserter(missing));
        std::ranges::set_difference(term, unit, std::back_inserter(others));
        mpz_class divisor = size;
        bool is_multiple = true;
        for (Variable it : missing) {
            const auto* co = legs_.co_power(it);
            if (!co) {
                is_multiple = false;
                break;
            }
            divisor *= co->product;
            others.push_back(co->first == it ? co->second : co->first);
        }
        std::ranges::sort(others);
        mpz_class times = 0;
        if (is_multiple && term == unit)
            mpz_fdiv_q(times.get_mpz_t(), coefficient.get_mpz_t(), size.get_mpz_t());
        else if (is_multiple)
            times = coefficient / divisor;
        result.quotient.add(others, times);
        result.rest.add(term, coefficient - times * divisor);
    }
    return result;
}

const Prover::Now& Prover::now() const {
    const Legs::State& state = legs_.state();
    const std::array known{state.branch, state.rules.size(), state.co_powers.size()};
    if (now_.known != known) now_ = {known};
    for (size_t k = now_.divisions.size(); k < state.divisions.size(); ++k)
        now_.divisions.push_back(
            {legs_.reduce(state.divisions[k].number).rest, legs_.reduce(state.divisions[k].m).rest});
    if (now_.rules.empty())
        for (const auto& [value, rule] : state.rules)
            now_.rules.emplace_back(value, legs_.reduce(rule.rest).rest);
    return now_;
}

// x = m·quotient + rest and x = m·a + b with 0 <= b < m: the same quotient, the same rest.
bool Prover::compare_divisions(int effort) {
    bool is_better = false;
    const size_t before = legs_.bounds().size();
    for (size_t k = 0; k < legs_.state().divisions.size(); ++k) {
        const Legs::Division division = legs_.state().divisions[k];
        if (!once(fmt::format("division {} {}", effort, division.rest))) continue;
        const auto [number, m] = now().divisions[k];
        if (m.is_constant() ? m.constant() <= 1 : m.terms().begin()->second <= 0) continue;
        const std::vector<Parts> all =
            m.terms().size() == 1 ? candidates(k, number, m) : same_divisions(k, number, m);
        const auto divides = [&] {
            return std::ranges::any_of(all,
                                       [&](const Parts& it) { return divides_as(division, m, it, effort); });
        };
        const bool is_open = !legs_.reduce(of(division.quotient)).rest.is_constant();
        is_better |= (is_open && show_zero(of(division.quotient), effort)) || divides();
    }
    return is_better || (effort > 0 && legs_.bounds().size() > before);
}

// By a sum: a number below it, or a division before of a number that differs by a multiple of it.
std::vector<Prover::Parts> Prover::same_divisions(size_t k, const Polynomial& number,
                                                  const Polynomial& m) const {
    std::vector<Parts> result{{0, number}};
    for (size_t other = 0; other < k; ++other) {
        const Legs::Division& it = legs_.state().divisions[other];
        if (now().divisions[other].m != m) continue;
        const Parts apart = by_last_term(number - now().divisions[other].number, m);
        if (apart.rest.is_zero())
            result.push_back({of(it.quotient) + apart.quotient, of(it.rest), {{it.zero, 1}}});
    }
    return result;
}

// Divides the number by its own terms; by an earlier division of a part of the number; or by a value that is left of it.
std::vector<Prover::Parts> Prover::candidates(size_t k, const Polynomial& number, const Polynomial& m) const {
    std::vector<Parts> result;
    const auto add = [&](const Parts& parts) {
        if (std::ranges::find(result, parts.quotient, &Parts::quotient) == result.end())
            result.push_back(parts);
    };
    const auto [unit, size] = *m.terms().begin();
    const Legs::State& state = legs_.state();
    const auto& [known, divisions, rules] = now();
    for (size_t other = 0; other < k; ++other) {
        const Legs::Division& it = state.divisions[other];
        const auto& [its_number, divisor] = divisions[other];
        if (divisor.terms().size() != 1) continue;
        const auto [its_unit, its_size] = *divisor.terms().begin();
        if (!std::ranges::includes(unit, its_unit) || size % its_size != 0) continue;
        const bool is_shared = std::ranges::any_of(its_number.terms(), [&](const auto& term) {
            return !term.first.empty() && number.terms().contains(term.first);
        });
        if (!is_shared) continue;
        Monomial more;
        std::ranges::set_difference(unit, its_unit, std::back_inserter(more));
        Polynomial times;
        times.add(more, size / its_size);
        const Polynomial left = legs_.reduce(number - times * it.number).rest;
        const Parts own = parts(left, m);
        add({legs_.reduce(own.quotient + of(it.quotient)).rest,
             legs_.reduce(own.rest + times * of(it.rest)).rest,
             {{it.zero, times}}});
    }
    add(parts(number, m));
    // by a division of the same number by a part of m: its quotient is divided by the rest of m
    for (size_t other = 0; other < divisions.size(); ++other) {
        const Legs::Division& it = state.divisions[other];
        const auto& [its_number, divisor] = divisions[other];
        if (divisor.terms().size() != 1 || divisor == m || its_number != number) continue;
        const auto [its_unit, its_size] = *divisor.terms().begin();
        if (!std::ranges::includes(unit, its_unit) || its_size <= 0 || size % its_size != 0) continue;
        Monomial more;
        std::ranges::set_difference(unit, its_unit, std::back_inserter(more));
        Polynomial left;
        left.add(more, size / its_size);
        const Polynomial quotient = legs_.reduce(of(it.quotient)).rest;
        const Parts own = parts(quotient, left);
        add({own.quotient, legs_.reduce(divisor * own.rest + of(it.rest)).rest, {{it.zero, 1}}});
        for (size_t after = 0; after < divisions.size(); ++after) {
            const Legs::Division& next = state.divisions[after];
            if (divisions[after].number == quotient && divisions[after].m == left)
                add({legs_.reduce(of(next.quotient)).rest,
                     legs_.reduce(divisor * of(next.rest) + of(it.rest)).rest,
                     {{it.zero, 1}, {next.zero, divisor}}});
        }
    }
    for (const auto& [value, own] : rules) {
        if (own.is_constant() || value == state.divisions[k].rest) continue;
        const Parts left = parts(number - own, m);
        if (left.rest.is_zero() && !left.quotient.is_zero()) add({left.quotient, own});
    }
    return result;
}

bool Prover::divides_as(const Legs::Division& division, const Polynomial& m, const Parts& parts, int effort) {
    const Polynomial quotient = of(division.quotient), rest = of(division.rest);
    const auto& [a, b, known] = parts;
    if (legs_.reduce(quotient - a).rest.is_zero() && legs_.reduce(rest - b).rest.is_zero()) return false;
    std::vector<Id> facts{0};
    for (const Polynomial& bound : {rest, m - 1 - rest, b, m - 1 - b}) {
        auto found = nonnegative(bound, 0);
        if (!found && effort > 0) found = nonnegative(bound, effort);
        if (!found) return false;
        facts.push_back(*found);
    }
    // number = m·quotient + rest, and number = m·a + b
    Polynomial left = division.number - m * a - b;
    for (const check::Multiple& it : known) left -= it.factor * legs_.fact(it.fact);
    const auto [open, more] = legs_.reduce(left);
    if (!open.is_zero()) return false;
    std::vector<check::Multiple> zeros = known;
    zeros.insert(zeros.end(), more.begin(), more.end());
    if (division.m != m) zeros.push_back({legs_.state_zero(m - division.m), quotient});
    zeros.push_back({division.zero, -1});
    facts[0] = legs_.sum_of_zeros(m * quotient + rest - m * a - b, zeros);
    legs_.apply(Lemmas::one_division, {m, quotient, rest, a, b}, facts,
                {{Kind::zero, quotient - a}, {Kind::zero, rest - b}});
    return true;
}

}  // namespace limbsmith::derive::loops
