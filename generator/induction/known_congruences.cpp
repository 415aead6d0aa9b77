// Known: equations modulo an odd number, and bounds of products.
#include <algorithm>

#include "induction/known.hpp"

namespace limbsmith::induction {
namespace {

constexpr int most_steps = 500;  // of one reduction

// term = value modulo the modulus; the coefficient of the term is 1.
struct Rule {
    Integer term, value;
};

bool is_power_of_2(const mpq_class& number) {
    const auto is_one = [](const mpz_class& it) { return mpz_popcount(it.get_mpz_t()) == 1; };
    return is_one(abs(number.get_num())) && is_one(number.get_den());
}

bool has_powers_of_2_below(const Integer& value) {
    return std::ranges::all_of(value.terms(), [](const Integer& term) {
        return mpz_popcount(term.coefficient().get_den_mpz_t()) == 1;
    });
}

int degree(const Integer& term) {
    int sum = 0;
    for (const auto& [symbol, power] : term.symbols_with_powers()) sum += power;
    return sum;
}

// Solves value = 0 for a term whose coefficient is a power of 2, a unit: a symbol that stands nowhere else, of those
// the one with the largest coefficient; else the longest product.
std::optional<Rule> rule_of(const Integer& value) {
    std::optional<Integer> best;
    for (const Integer& term : value.terms()) {
        if (!is_power_of_2(term.coefficient()) || degree(term) == 0) continue;
        const auto symbol = term.times(1 / term.coefficient()).single_symbol();
        const bool is_alone = symbol && value.solved_for(*symbol);
        if (symbol && !is_alone) continue;
        const int order = !best                                     ? 1
                          : degree(*best) == 1 || degree(term) == 1 ? degree(*best) - degree(term)
                                                                    : degree(term) - degree(*best);
        if (order > 0 || (order == 0 && abs(term.coefficient()) > abs(best->coefficient()))) best = term;
    }
    if (!best) return std::nullopt;
    const mpq_class scale = 1 / best->coefficient();
    return Rule{best->times(scale), (*best - value).times(scale)};
}

// Without terms that are multiples of the modulus; 0 has none.
Integer without_multiples(const Integer& value, const Integer& modulus) {
    Integer rest;
    for (const Integer& term : value.terms()) {
        const bool is_multiple =
            !modulus.is_zero() &&
            (modulus.is_constant() ? term.coefficient().get_num() % modulus.constant().get_num() == 0
                                   : term.over(modulus).has_value());
        if (!is_multiple) rest += term;
    }
    return rest;
}

Integer applied(const std::vector<Rule>& rules, Integer value, const Integer& modulus) {
    for (int step = 0; step < most_steps; ++step) {
        value = without_multiples(value, modulus);
        bool is_changed = false;
        for (const Rule& rule : rules) {
            for (const Integer& term : value.terms()) {
                const auto factor = term.over(rule.term);
                if (!factor) continue;
                value += *factor * rule.value - term;
                is_changed = true;
                break;
            }
            if (is_changed) break;
        }
        if (!is_changed) return value;
    }
    return value;
}

}  // namespace

bool Known::is_multiple(const Integer& value, const Integer& divisor) const {
    const auto differs_by_one = [&](const Integer& zero) {
        return whole_over(value - zero, divisor) || whole_over(value + zero, divisor);
    };
    return whole_over(value, divisor) || std::ranges::any_of(zeros_, differs_by_one);
}

// Modulo 2^k·M, both modulo 2^k and modulo M. All that is divided by is a power of 2, a unit modulo an odd number.
bool Known::is_congruent(const Integer& value, const Integer& given_modulus) {
    const Integer modulus = reduced(given_modulus);
    if (modulus.is_constant() && modulus.constant() > 0 && !is_odd(modulus)) {
        const mpq_class odd = modulus.odd_coefficient();
        return is_multiple(value, modulus.times(1 / odd)) && is_congruent(value, mpz_class(odd));
    }
    if (!is_odd(modulus) || modulus.terms().size() != 1 || !is_not_negative(modulus - 1))
        throw Unproved("whether " + modulus.text() + " is odd");
    std::vector<Rule> rules;
    for (const auto& [known, own_modulus] : congruences_) {
        const bool applies = (own_modulus.is_zero() || (reduced(own_modulus) - modulus).is_zero()) &&
                             has_powers_of_2_below(reduced(known));
        const auto rule = applies ? rule_of(applied(rules, reduced(known), modulus)) : std::nullopt;
        if (rule) rules.push_back(*rule);
    }
    return has_powers_of_2_below(reduced(value)) && applied(rules, reduced(value), modulus).is_zero();
}

void Known::bound_product(const Integer& x, const Integer& given_y) {
    const Integer y = reduced(given_y);
    if (!is_not_negative(x)) return;
    for (const Integer& fact : std::vector(facts_)) {
        if ((fact + y).is_constant()) not_negative(x * fact);
    }
}

std::vector<Integer> Known::limits(const Integer& given) const {
    const Integer value = reduced(given);
    std::vector<Integer> limits, numbers;
    for (const Integer& fact : facts_) {
        const Integer limit = fact + value, opposite = limit + value;
        const auto is_opposite = [&](const Integer& it) { return (it - opposite).is_zero(); };
        if (std::ranges::any_of(facts_, is_opposite))
            (limit.is_constant() ? numbers : limits).push_back(limit);
    }
    return limits.empty() ? numbers : limits;
}

void Known::bound_sum(const Integer& u, const Integer& x, const Integer& v, const Integer& y) {
    const std::vector<Integer> of_x = limits(x), of_y = limits(y), of_u = limits(u), of_v = limits(v);
    const Integer sum = u * x + v * y;
    for (const Integer& most : of_x) {
        const auto is_it = [&](const Integer& it) { return (it - most).is_zero(); };
        if (std::ranges::none_of(of_y, is_it)) continue;
        for (const Integer& first : of_u) {
            for (const Integer& second : of_v) {
                if (!(first + second).is_constant()) continue;
                not_negative((first + second) * most - sum);
                not_negative((first + second) * most + sum);
            }
        }
    }
}

}  // namespace limbsmith::induction
