#include "derive/find.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <stdexcept>

#include "derive/bits/common_twos.hpp"
#include "derive/bits/lengths.hpp"
#include "derive/bits/parities.hpp"
#include "derive/digits/signed_digits.hpp"
#include "derive/division/divisions.hpp"
#include "derive/division/word_division.hpp"
#include "derive/divsteps/digit_words.hpp"
#include "derive/divsteps/divsteps.hpp"
#include "derive/divsteps/divsteps_finish.hpp"
#include "derive/divsteps/inverses.hpp"
#include "derive/divsteps/rows.hpp"
#include "derive/divsteps/word_inverses.hpp"
#include "derive/residues/minimum.hpp"
#include "derive/residues/quotient_estimate.hpp"
#include "derive/residues/rests.hpp"
#include "derive/search/cases.hpp"
#include "derive/search/claims.hpp"
#include "derive/search/equal_words.hpp"
#include "derive/search/middle.hpp"
#include "derive/search/moduli.hpp"
#include "derive/search/squeeze.hpp"
#include "derive/shifts/amounts.hpp"
#include "derive/shifts/funnels.hpp"
#include "derive/shifts/normalizers.hpp"
#include "derive/shifts/shift_goals.hpp"
#include "derive/shifts/word_shifts.hpp"
#include "derive/sums/carries.hpp"
#include "derive/sums/digits.hpp"
#include "derive/sums/equality.hpp"
#include "derive/sums/nonzero.hpp"
#include "derive/sums/parts.hpp"
#include "derive/sums/selections.hpp"
#include "derive/sums/signs.hpp"

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
    resolve_minimum(search, i);
    resolve_quotient_estimate(search, i);
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

// Which of the two comes first: the claims that an instruction completes, or a sum that ends there and drops a carry. Either
// may need the other.
enum class First { claims, sums };

void advance(Search& search, size_t i, const std::vector<const ir::Claim*>& claims, First first) {
    const auto is_equality = [](const ir::Claim* claim) { return claim->kind == ir::Claim::Kind::equal; };
    const bool waits = first == First::claims && std::ranges::any_of(claims, is_equality);
    analyse(search, i, waits);
    for (const ir::Claim* claim : claims) use_claim(search, *claim, i + 1);
    if (waits) drop_carries_together(search, i);
}

// The goal that is not reached, or nothing.
std::string reach_goals(Search& search, First first) {
    const auto claims = claims_by_instruction(search.program);
    learn_equal_words(search);
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
    const bool is_named = product && name_in_contract(search, *product);
    if (product && !is_named) join(search, *middle, *product);
    resolve_negations(search);
    resolve_powers(search);
    resolve_length(search);
    resolve_output_parts(search);
    resolve_word_division(search);
    resolve_rests(search);
    // the ranges of the outputs first: they help with the relation
    const std::vector<Fact>& goals = search.builder.meaning.goals();
    for (size_t k = 1; k <= goals.size(); ++k) {
        const Fact& goal = goals[k % goals.size()];
        const auto is_reached = [&] {
            return is_shown(search, goal) || reach_shift(search, goal) || reach(search, goal);
        };
        bool is_done = is_reached();
        if (!is_done && is_named) {
            join(search, *middle, *product);
            is_done = is_reached();
            search.forget(middle->words[0]);
        }
        if (!is_done) return fmt::format("goal {} of {} is not reached", k % goals.size(), goals.size());
    }
    return "";
}

// Attempts one after the other, until one of them finds a derivation.
class Attempts {
  public:
    // Tries a method that returns a derivation or nullopt.
    template <class Method>
    void run(const char* name, const Method& method) {
        if (outcome_.derivation) return;
        std::string lacks = "it finds none";
        try {
            outcome_.derivation = method(lacks);
        } catch (const Search::GivenUp&) {
            lacks = "its budget is spent";
        } catch (const Gap& gap) {
            lacks = gap.what;
        } catch (const std::out_of_range&) {  // it looked up a fact that it does not know of this program
            lacks = "the program has another form";
        } catch (const std::bad_optional_access&) {
            lacks = "the program has another form";
        }
        outcome_.missing += fmt::format("{}{}: {}", outcome_.missing.empty() ? "" : ", ", name, lacks);
    }
    Outcome outcome() && {
        if (outcome_.derivation) outcome_.missing.clear();
        return std::move(outcome_);
    }

  private:
    Outcome outcome_;
};

}  // namespace

Outcome find(const ir::Program& program, int word_bits) {
    Attempts attempts;
    const auto by = [&](const char* name, auto method) {
        attempts.run(name, [&](std::string&) { return method(program, word_bits); });
        return std::move(attempts).outcome();
    };
    if (has_places(program)) return by("signed digits", by_places);
    if (is_divsteps(program)) return by("divsteps", by_divsteps);
    if (is_row(program)) return by("rows of divsteps", by_rows);
    if (is_divsteps_finish(program)) return by("the end of divsteps", by_divsteps_finish);
    if (is_common_twos(program)) return by("common twos", by_common_twos);
    uint64_t terms = 0;
    const auto by_carry_chains = [&](First first) {
        return [&program, &terms, word_bits, first](std::string& lacks) -> std::optional<check::Derivation> {
            Search search(program, word_bits);
            lacks = reach_goals(search, first);
            terms += search.spent();
            if (!lacks.empty()) return std::nullopt;
            return std::move(search.builder).finish();
        };
    };
    attempts.run("claims first", by_carry_chains(First::claims));
    if (!program.outline.claims.empty()) attempts.run("sums first", by_carry_chains(First::sums));
    Outcome outcome = std::move(attempts).outcome();
    outcome.terms = terms;
    return outcome;
}

}  // namespace limbsmith::derive
