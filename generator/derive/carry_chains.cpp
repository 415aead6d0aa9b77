#include "derive/carry_chains.hpp"

#include <algorithm>

#include "derive/carries.hpp"
#include "derive/selections.hpp"

namespace limbsmith::derive {
namespace {

bool reach(Search& search, const Fact& goal) {
    return goal.kind == Fact::Kind::zero ? search.zero(goal.polynomial).has_value()
                                         : search.nonnegative(goal.polynomial).has_value();
}

}  // namespace

std::optional<check::Derivation> by_carry_chains(const ir::Program& program, int word_bits) {
    Search search(program, word_bits);
    for (size_t i = 0; i < program.body.size(); ++i) {
        limit_products(search, i);
        drop_carry(search, i);
        resolve_selection(search, i);
        resolve_comparisons(search, i);
    }
    resolve_negations(search);
    const auto& goals = search.builder.meaning.goals();
    if (!std::ranges::all_of(goals, [&](const Fact& goal) { return reach(search, goal); }))
        return std::nullopt;
    return std::move(search.builder).finish();
}

}  // namespace limbsmith::derive
