// Magnitudes: a call says U + m·v = |y| + m·t, where t = [y < 0], v is a bit, and both U and |y| = y - 2·t·y are from 0
// to m - 1. So v is t and U is |y|: y = (1 - 2t)·U. A limit of y on both sides is one of U.
#include <algorithm>

#include "derive/loops/lanes/prover.hpp"

namespace limbsmith::derive::loops::lanes {

using Kind = Fact::Kind;

// The ranges of the results of a call come after its postconditions.
void Prover::limit_results() {
    for (size_t k = state_.taken; k < state_.learned.size(); ++k)
        if (known_.facts()[state_.learned[k]].kind == Kind::nonnegative) known_.limit(state_.learned[k]);
}

// Two results in one relation, low + m·high = a + m·b.
bool Prover::take_pair(Id id) {
    const auto& terms = known_.fact(id).terms();
    if (terms.size() != 4 || std::ranges::any_of(terms, [](const auto& it) { return it.first.size() != 1; }))
        return false;
    limit_results();
    const auto it = division(id);
    return it && resolve(*it);
}

bool Prover::take_size(Id id) {
    for (const Comparison& it : std::vector(state_.comparisons))
        if (it.is_less && (is_size(it, id, 1) || is_size(it, id, -1))) return true;
    return false;
}

bool Prover::is_size(const Comparison& it, Id id, int sign) {
    const Polynomial p = Polynomial(sign) * known_.fact(id), y = negative(it.d), t = of(it.t);
    if (y.terms().size() != 1 || y.terms().begin()->second != 1 || y.terms().begin()->first.size() != 1)
        return false;
    const Variable value = y.terms().begin()->first[0];
    const auto& terms = p.terms();
    const auto own = terms.find({value}), both = terms.find({std::min(value, it.t), std::max(value, it.t)}),
               weight = terms.find({it.t});
    if (own == terms.end() || both == terms.end() || weight == terms.end() || own->second != -1 ||
        both->second != 2 || weight->second >= 0 || known_.is_replaced(value))
        return false;
    const mpz_class m = -weight->second;
    limit_results();
    const auto bit = std::ranges::find_if(terms, [&](const auto& term) {
        const Ledger::Range* range = term.first.size() == 1 ? known_.range(term.first[0]) : nullptr;
        return term.second == m && range && range->least == 0 && range->most == 1 &&
               !known_.is_mentioned(term.first[0]) && !known_.is_replaced(term.first[0]);
    });
    if (bit == terms.end()) return false;
    const Polynomial v = of(bit->first[0]), Y = y - 2 * t * y, U = p + Y + Polynomial(m) * (t - v),
                     last = Polynomial(m) - 1;
    const auto least = nonnegative(U), most = least ? nonnegative(last - U) : std::nullopt,
               above = most ? by_sum(last - y) : std::nullopt,
               below = above ? by_sum(last + y) : std::nullopt;
    if (!below) return false;
    // (1 - t)·y + t·(-y - 1) + t, and (1 - t)·(m - 1 - y) + t·(m - 1 + y)
    const Id natural = it.first, not_above = it.first + 1;
    const Id Y_least = known_.bound(Y, {{1, {it.first + 3}}, {1, {it.first + 2}}, {1, {natural}}}),
             Y_most = known_.bound(last - Y, {{1, {not_above, *above}}, {1, {natural, *below}}}),
             zero = known_.sum(p, {{id, sign}});
    const Id same = known_.one_division({m, v, U, t, Y, zero, *least, *most, Y_least, Y_most});
    known_.mention(U);
    set(bit->first[0], t, same);
    // (2t - 1)·(U - y + 2·t·y) - 4y·(t² - t)
    const Id size = same + 1, squared = known_.bit_squared(natural, not_above);
    std::vector<Id> limits(state_.bounds);
    if (const Ledger::Range* range = known_.range(value); range && range->most)
        limits.push_back(range->at_most);
    for (const Id limit : limits) {
        const Polynomial bound = known_.fact(limit);
        const auto of_y = bound.terms().find({value});
        const auto other = of_y != bound.terms().end() && of_y->second == -1
                               ? known_.find({Kind::nonnegative, bound + 2 * y})
                               : std::nullopt;
        // (1 - t)·bound + t·(bound + 2y)
        if (other)
            state_.bounds.push_back(
                known_.bound(bound + y - U, {{1, {not_above, limit}}, {1, {natural, *other}}}, {{size, -1}}));
    }
    known_.multiply(it.t, it.t, t, squared);
    known_.find_out(value, U - 2 * t * U,
                    known_.sum(y - U + 2 * t * U, {{squared, -4 * y}, {size, 2 * t - 1}}), 1);
    return true;
}

}  // namespace limbsmith::derive::loops::lanes
