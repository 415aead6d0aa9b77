#include "derive/loops/prover.hpp"

#include <algorithm>

#include "derive/loops/search.hpp"

namespace limbsmith::derive::loops {

using Kind = Fact::Kind;

std::string text(const Fact& fact) {
    std::string result;
    for (const auto& [monomial, coefficient] : fact.polynomial.terms()) {
        result += (result.empty() ? "" : " + ") + coefficient.get_str();
        for (Variable variable : monomial) result += "·x" + std::to_string(variable);
    }
    return result + (fact.kind == Kind::zero ? " = 0" : " >= 0");
}

size_t degree(const Polynomial& p) {
    size_t most = 0;
    for (const auto& [monomial, coefficient] : p.terms()) most = std::max(most, monomial.size());
    return most;
}

void Prover::learn(const Facts& facts, const check::Variables& said) { legs_.learn(facts, said); }

Variable Prover::show(const Facts& goals) {
    legs_.settle([&] {
        decide_bits(0);
        while (relate_powers()) {
        }
    });
    for (const Fact& goal : goals)
        if (!reach(goal, 3)) throw NotFound{legs.size(), text(goal)};
    legs.push_back(legs_.take_steps());
    return legs_.state().next;
}

void Prover::spend(size_t work) {
    if (work > work_) throw NotFound{legs.size(), "the search takes too long"};
    work_ -= work;
}

bool Prover::directly(const Fact& goal, int effort) {
    if (legs_.find(goal) || contradicts(goal)) return true;
    if (goal.kind == Kind::zero) return compare_rests(goal.polynomial) || show_zero(goal.polynomial, effort);
    return nonnegative(goal.polynomial, effort).has_value();
}

bool Prover::improve(const Fact& goal, int effort) {
    if (speaks_of_inverse(goal))
        return effort == 0 && (unify_rests() || relate_inverses(goal) || follow_divsteps() ||
                               decide_comparisons() || decide_bits(effort));
    if (effort > 0)
        return decide_bits(effort) || compare_divisions(effort) || part_bits(goal) || round_bounds();
    return split_common() || follow_divsteps() || decide_comparisons() || limit_counters() || limit_rows() ||
           unwrap_integers() || unify_entries() || decide_bits(effort) || multiply_bits() ||
           relate_powers() || unify_residues() || multiply_residues() || compare_residues() ||
           compare_divisions(effort) || limit_powers() || order_powers() || compare_sums() ||
           use_inverses(goal);
}

// The values that the goal names.
std::set<Variable> Prover::values_of(const Fact& goal) const {
    std::set<Variable> result;
    const Polynomial rest = legs_.reduce(goal.polynomial).rest;
    for (const auto& [monomial, coefficient] : rest.terms()) result.insert(monomial.begin(), monomial.end());
    return result;
}

// The number of which the value is the rest or a divisor.
Polynomial Prover::behind(Variable value) const {
    for (const Legs::State::Divisor& it : legs_.state().divisors)
        if (it.d == value) return legs_.reduce(it.x).rest;
    for (const Legs::Division& it : legs_.state().divisions)
        if (rest_of(it) == of(value) && legs_.reduce(it.number).rest != of(value))
            return legs_.reduce(it.number).rest;
    return 0;
}

// A comparison that multiplies other values: it decides between them.
std::optional<Variable> Prover::decision(const std::vector<Polynomial>& numbers) const {
    std::map<Variable, int> products;
    for (const Polynomial& number : numbers)
        for (const auto& [monomial, coefficient] : number.terms())
            for (Variable it : monomial)
                if (monomial.size() > 1) ++products[it];
    std::optional<Variable> most;
    for (const Legs::Comparison& it : legs_.state().comparisons) {
        const Polynomial t = legs_.reduce(of(it.t)).rest;  // a bit, or 1 less a bit
        const Variable bit = t.is_constant() ? it.t : t.terms().rbegin()->first[0];
        if (products.contains(bit) && (!most || products[bit] > products[*most])) most = bit;
    }
    return most;
}

// One of the zero itself; or, where inverses are asked, of the numbers that its values are rests of, and so on.
std::optional<Variable> Prover::decision(const Fact& goal) const {
    if (goal.kind != Kind::zero) return std::nullopt;
    std::vector<Polynomial> numbers{legs_.reduce(goal.polynomial).rest};
    auto found = decision(numbers);
    for (int depth = legs_.state().divisors.empty() ? 0 : 2; depth > 0 && !found; --depth) {
        std::vector<Polynomial> next;
        for (const Polynomial& number : numbers)
            for (const auto& [monomial, coefficient] : number.terms())
                for (Variable it : monomial) next.push_back(behind(it));
        numbers = std::move(next);
        found = decision(numbers);
    }
    return found;
}

bool Prover::reach(const Fact& goal, int splits) {
    const auto show = [&](Id) { return reach(goal, splits - 1); };
    // with little effort as long as that leads on
    do {
        do {
            raise_residues(goal);
            if (directly(goal, 0)) return true;
        } while (improve(goal, 0) || drop_values(goal));
        if (splits > 0 && divsteps_are_over()) return reach_by_bits(goal, 7);
        if (const auto t = splits > 0 ? decision(goal) : std::nullopt)
            return legs_.cases(of(*t) - 1, goal, show, show).has_value();
        if (const auto split = splits > 0 ? undecided_unit(goal) : std::nullopt)
            return legs_.cases(*split, goal, show, show).has_value();
        if (directly(goal, 1)) return true;
    } while (improve(goal, 1));
    if (splits == 0) return false;
    if (limits_exponent(goal) && once("exponent " + text(goal)) &&
        legs_.cases(
            goal.polynomial, goal, [](Id) { return true; }, show))
        return true;
    limit_quotients(goal);
    // Ranges with few values: those of the goal first.
    const std::set<Variable> of_goal = values_of(goal);
    std::vector<Range> few;
    for (const Range& range : ranges())
        if (*range.most - *range.least <= 3 && *range.most > *range.least) few.push_back(range);
    std::ranges::stable_sort(few, {}, [&](const Range& range) {
        return std::ranges::none_of(range.polynomial.terms(), [&](const auto& term) {
            return std::ranges::any_of(term.first, [&](Variable it) { return of_goal.contains(it); });
        });
    });
    size_t most_tries = 6;
    for (const Range& range : few) {
        const mpz_class middle = (*range.least + *range.most + 1) / 2;
        if (most_tries-- > 0 && legs_.cases(range.polynomial - middle, goal, show, show)) return true;
    }
    return false;
}

}  // namespace limbsmith::derive::loops
