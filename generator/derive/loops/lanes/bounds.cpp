// Bounds: by the ranges of single values, or by facts on several.
#include <algorithm>

#include "derive/loops/feasible.hpp"
#include "derive/loops/lanes/prover.hpp"

namespace limbsmith::derive::loops::lanes {

using Kind = Fact::Kind;
using check::Monomial;

std::optional<Id> Prover::nonnegative(const Polynomial& p) {
    if (const auto known = known_.find({Kind::nonnegative, p})) return known;
    if (auto products = known_.by_ranges(p)) return known_.bound(p, std::move(*products));
    const auto [rest, zeros] = known_.reduce(p);
    if (rest != p)
        if (auto products = known_.by_ranges(rest)) return known_.bound(p, std::move(*products), zeros);
    if (state_.kept.empty()) return std::nullopt;
    const auto [other, same] = known_.reduce(p, state_.kept);
    if (auto products = known_.by_ranges(other)) return known_.bound(p, std::move(*products), same);
    return std::nullopt;
}

std::optional<Id> Prover::by_sum(const Polynomial& p) {
    const auto found = nonnegative(p);
    if (found) return found;
    const auto narrow = state_.kept.empty() ? std::nullopt : by_programming(p, false);
    return narrow ? narrow : by_programming(p);
}

// Shows p >= 0 by the sums of rows, and the words that left them.
std::optional<Id> Prover::by_rows(const Polynomial& p) {
    if (const auto found = nonnegative(p)) return found;
    // rows that clear a word are followed forward
    if (!state_.multipliers.empty()) return std::nullopt;
    auto [scale, rest, zeros] = known_.unwind(p);
    spend(rest.terms().size() + zeros.size());
    auto products = known_.by_ranges(rest);
    if (!products) return std::nullopt;
    const Id id = known_.bound(Polynomial(scale) * p, std::move(*products), std::move(zeros));
    return scale == 1 ? id : known_.round(id, scale);
}

// Shows p >= 0 as a sum of bounds of several values, and of ranges of single ones.
std::optional<Id> Prover::by_programming(const Polynomial& p, bool is_wide) {
    const Ledger::Reduced goal = known_.reduce(p);
    std::vector<Part> parts;
    std::set<Variable> values;
    const auto touch = [&](const Polynomial& q) {
        for (const auto& [monomial, coefficient] : q.terms()) values.insert(monomial.begin(), monomial.end());
    };
    touch(goal.rest);
    std::vector<Id> bounds;
    if (is_wide) bounds = state_.bounds;
    for (const Comparison& it : state_.comparisons)
        if (is_wide && it.is_less && known_.is_replaced(it.t))
            bounds.push_back(it.first + 2), bounds.push_back(it.first + 3);
    for (const Variable value : state_.kept)
        if (known_.is_replaced(value))
            bounds.push_back(known_.range(value)->at_least), bounds.push_back(known_.range(value)->at_most);
    for (Id id : bounds) {
        auto [rest, zeros] = known_.reduce(known_.fact(id));
        if (rest.is_constant()) continue;
        touch(rest);
        parts.push_back({std::move(rest), id, std::move(zeros)});
    }
    for (Variable value : values) {
        const Ledger::Range* range = known_.range(value);
        if (range && range->least) parts.push_back({known_.fact(range->at_least), range->at_least, {}});
        if (range && range->most) parts.push_back({known_.fact(range->at_most), range->at_most, {}});
    }
    return as_sum(p, goal, parts);
}

// Shows p >= 0 by the ranges of its values, and bounds that speak of these and a bit alone. Values that are kept stay.
std::optional<Id> Prover::by_few(const Polynomial& p, Variable bit) {
    if (auto products = known_.by_ranges(p)) return known_.bound(p, std::move(*products));
    const Ledger::Reduced goal = known_.reduce(p, state_.kept);
    std::set<Variable> values{bit};
    for (const auto& [monomial, coefficient] : goal.rest.terms())
        values.insert(monomial.begin(), monomial.end());
    std::vector<Part> parts;
    for (const Id id : state_.bounds) {
        const Polynomial& bound = known_.fact(id);
        const bool is_near = std::ranges::all_of(bound.terms(), [&](const auto& term) {
            return std::ranges::all_of(term.first, [&](Variable it) { return values.contains(it); });
        });
        if (is_near) parts.push_back({bound, id, {}});
    }
    for (Variable value : values) {
        const Ledger::Range* range = known_.range(value);
        if (range && range->least) parts.push_back({known_.fact(range->at_least), range->at_least, {}});
        if (range && range->most) parts.push_back({known_.fact(range->at_most), range->at_most, {}});
    }
    return as_sum(p, goal, parts);
}

std::optional<Id> Prover::as_sum(const Polynomial& p, const Ledger::Reduced& goal,
                                 const std::vector<Part>& parts) {
    std::map<Monomial, size_t> rows{{{}, 0}};
    const auto column_of = [&](const Polynomial& q) {
        Column column;
        for (const auto& [monomial, coefficient] : q.terms())
            column.emplace_back(rows.try_emplace(monomial, rows.size()).first->second, coefficient);
        std::ranges::sort(column, {}, &Column::value_type::first);
        return column;
    };
    std::vector<Column> columns;
    const Column target = column_of(goal.rest);
    for (const Part& part : parts) columns.push_back(column_of(part.polynomial));
    columns.push_back({{0, 1}});
    size_t work = 0;
    const auto factors = feasible(columns, target, rows.size(), work);
    spend(work);
    if (!factors) return std::nullopt;
    mpz_class scale = 1;
    for (const mpq_class& it : *factors) scale = lcm(scale, it.get_den());
    std::vector<Product> products;
    std::vector<Multiple> zeros = goal.zeros;
    for (Multiple& it : zeros) it.factor *= scale;
    for (size_t k = 0; k < columns.size(); ++k) {
        const mpz_class times((*factors)[k] * scale);
        if (times == 0) continue;
        if (k == parts.size()) {
            products.push_back({times, {}});
            continue;
        }
        products.push_back({times, {parts[k].id}});
        for (const Multiple& it : parts[k].zeros) zeros.push_back({it.fact, Polynomial(-times) * it.factor});
    }
    const Id id = known_.bound(Polynomial(scale) * p, std::move(products), std::move(zeros));
    return scale == 1 ? id : known_.round(id, scale);
}

}  // namespace limbsmith::derive::loops::lanes
