#include "derive/carry_chains.hpp"

#include <algorithm>
#include <iterator>
#include <stdexcept>

#include "derive/amounts.hpp"
#include "derive/carries.hpp"
#include "derive/cases.hpp"
#include "derive/claims.hpp"
#include "derive/common_twos.hpp"
#include "derive/digit_words.hpp"
#include "derive/digits.hpp"
#include "derive/divisions.hpp"
#include "derive/divsteps.hpp"
#include "derive/divsteps_finish.hpp"
#include "derive/equality.hpp"
#include "derive/funnels.hpp"
#include "derive/inverses.hpp"
#include "derive/lengths.hpp"
#include "derive/middle.hpp"
#include "derive/moduli.hpp"
#include "derive/nonzero.hpp"
#include "derive/normalizers.hpp"
#include "derive/parities.hpp"
#include "derive/parts.hpp"
#include "derive/rows.hpp"
#include "derive/selections.hpp"
#include "derive/shift_goals.hpp"
#include "derive/signs.hpp"
#include "derive/word_division.hpp"
#include "derive/word_inverses.hpp"
#include "derive/word_shifts.hpp"

namespace limbsmith::derive {

void analyse(Search& search, size_t i, bool is_claimed) {
    limit_products(search, i);
    resolve_parts(search, i);
    resolve_parity(search, i);
    resolve_inverse(search, i);
    resolve_amount(search, i);
    resolve_funnel(search, i);
    resolve_normalized(search, i);
    resolve_nonzero(search, i);
    drop_carry(search, i);
    if (!is_claimed) drop_carries_together(search, i);
    resolve_digit(search, i);
    resolve_cleared(search, i);
    resolve_disjoint(search, i);
    resolve_top_bit(search, i);
    resolve_selection(search, i);
    resolve_word_shift(search, i);
    combine_masks(search, i);
    resolve_comparisons(search, i);
    resolve_equality(search, i);
    resolve_division(search, i);
    search.limit_word(i);
}

namespace {

bool is_shown(const Search& search, const Fact& goal) {
    return goal.kind == Fact::Kind::zero && std::ranges::any_of(search.shown, [&](Id id) {
               return search.builder.fact(id) == goal.polynomial;
           });
}

// Which of the two comes first: the claims that an instruction completes, or what a sum that ends there drops. Either may
// be what the other lacks.
enum class First { claims, sums };

void advance(Search& search, size_t i, const std::vector<const ir::Claim*>& claims, First first) {
    const auto is_equality = [](const ir::Claim* claim) { return claim->kind == ir::Claim::Kind::equal; };
    const bool waits = first == First::claims && std::ranges::any_of(claims, is_equality);
    analyse(search, i, waits);
    for (const ir::Claim* claim : claims) use_claim(search, *claim, i + 1);
    if (waits) drop_carries_together(search, i);
}

bool reach_goals(Search& search, First first) {
    const auto claims = claims_by_instruction(search.program);
    learn_moduli(search);
    search.limit_highest();
    learn_digit_inputs(search);
    resolve_signs(search);
    resolve_negations(search);
    learn_inverses(search);
    learn_divisions(search);
    learn_parity_tests(search);
    for (const ir::Claim* claim : claims[0]) use_claim(search, *claim, 0);
    const std::optional<Middle> middle = middle_of(search);
    std::optional<Id> product;
    for (size_t i = 0; i < search.program.body.size(); ++i) {
        advance(search, i, claims[i + 1], first);
        if (middle && middle->end == i + 1) product = cut(search, *middle);
    }
    if (product) join(search, *middle, *product);
    resolve_negations(search);
    resolve_powers(search);
    resolve_length(search);
    resolve_output_parts(search);
    resolve_word_division(search);
    // the ranges of the outputs first: they help with the relation
    std::vector<Fact> goals = search.builder.meaning.goals();
    std::ranges::rotate(goals, goals.begin() + 1);
    return std::ranges::all_of(goals, [&](const Fact& goal) {
        return is_shown(search, goal) || reach_shift(search, goal) || reach(search, goal);
    });
}

// What the method returns, or nullopt if it ends early: its budget is spent, or it looked up what it does not know of
// this program.
template <class Method>
std::optional<check::Derivation> found_by(const Method& method) {
    try {
        return method();
    } catch (const Search::GivenUp&) {
    } catch (const std::out_of_range&) {
    } catch (const std::bad_optional_access&) {
    }
    return std::nullopt;
}

}  // namespace

std::optional<check::Derivation> by_carry_chains(const ir::Program& program, int word_bits) {
    if (is_divsteps(program)) return found_by([&] { return by_divsteps(program, word_bits); });
    if (is_row(program)) return found_by([&] { return by_rows(program, word_bits); });
    if (is_divsteps_finish(program)) return found_by([&] { return by_divsteps_finish(program, word_bits); });
    if (is_common_twos(program)) return found_by([&] { return by_common_twos(program, word_bits); });
    const auto with = [&](First first) {
        return found_by([&]() -> std::optional<check::Derivation> {
            Search search(program, word_bits);
            if (!reach_goals(search, first)) return std::nullopt;
            return std::move(search.builder).finish();
        });
    };
    auto found = with(First::claims);
    if (!found && !program.claims.empty()) found = with(First::sums);
    return found;
}

}  // namespace limbsmith::derive
