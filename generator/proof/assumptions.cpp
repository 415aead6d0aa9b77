// Passes the preconditions of a contract to the prover, as limits and rules.
#include <algorithm>

#include "proof/contract_forms.hpp"
#include "proof/obligation.hpp"
#include "spec/width.hpp"

namespace limbsmith::proof {

using ir::Expr, ir::Operand;
using Kind = ir::Expr::Kind;

namespace {

// The lowest word of a number, if it is one variable: all other terms are multiples of 2^32. Else nullopt.
std::optional<Var> lowest_word(const Polynomial& number) {
    const auto lowest = unit_in(number);
    if (!lowest) return std::nullopt;
    Polynomial others = number - *lowest;
    others.drop_multiples(power_of_two(limb_bits));
    return others.is_zero() ? lowest : std::nullopt;
}

}  // namespace

void Obligation::assume() {
    assume_givens();
    try {
        assume_bounds();
    } catch (const Unsupported&) {
        // an unsupported precondition is not assumed
    }
}

void Obligation::assume_bounds() {
    for (const ir::Bound& bound : program_.contract.requires_) {
        const Polynomial number = prover_.eliminated(this->number(bound.name), 0);
        if (is_exact(bound)) {
            const Expr& e = *bound.at_least;
            const bool is_of_word = is_negative_inverse(e) && e.right->number == limb_bits;
            if (is_of_word && e.left->right->left->kind == Kind::name && is_odd(*e.left->right->left)) {
                // x·n = -1 modulo 2^32
                const auto x = lowest_word(number), n = lowest_word(value(*e.left->right->left));
                if (x && n) prover_.set_word_rules({0, {}, {{{*x, *n}, mpz_class(-1)}}});
            }
            // x = y modulo n gives a rule for the lowest word of x
            const auto lowest = unit_in(number);
            if (lowest && e.kind == Kind::mod && e.right->kind == Kind::name) {
                rules_[e.right->text].emplace_back(*lowest, value(*e.left) - (number - Polynomial(*lowest)));
                prover_.limit_input(number, value(*e.right) - Polynomial(mpz_class(1)));
            }
            continue;
        }
        const auto limit = limit_below(*bound.below);
        if (!limit) continue;
        if (limit->is_zero() && of_magnitude(bound, program_)) set_zero(bound.name);
        prover_.limit_input(number, *limit);
        limit_top_word(bound.name, *limit);
        if (of_magnitude(bound, program_)) prover_.limit_input(Polynomial() - number, *limit);
    }
    // symbolic limits also as constants
    for (const ir::Bound& bound : program_.contract.requires_) {
        if (of_magnitude(bound, program_)) continue;
        const bool is_residue = is_exact(bound) && bound.at_least->kind == Kind::mod;
        if (is_exact(bound) && !is_residue) continue;
        const auto limit = limit_below(is_residue ? *bound.at_least->right : *bound.below);
        if (limit && !limit->is_constant()) prover_.limit_input(number(bound.name), prover_.upper(*limit));
    }
}

// If the top word of an unsigned number is split, limits the sum of its parts.
void Obligation::limit_top_word(const std::string& name, const Polynomial& limit) {
    const auto input = std::ranges::find(program_.inputs, name, &ir::Input::name);
    if (input->representation.is_signed() || !limit.is_constant()) return;
    const Polynomial top = prover_.equations.value(input->words.back());
    const mpz_class most = limit.constant() >> (limb_bits * (input->words.size() - 1));
    if (top.terms().size() > 1) prover_.limit_input(top, most);
}

// A signed number has one form only: all words of 0 are 0.
void Obligation::set_zero(const std::string& name) {
    const auto input = std::ranges::find(program_.inputs, name, &ir::Input::name);
    for (ir::Word word : input->words) prover_.equations.set_value(word, {});
}

// Handles the givens that say that an input is odd; other givens are not used here.
void Obligation::assume_givens() {
    for (const ir::Given& given : program_.contract.givens) {
        const auto input = std::ranges::find(program_.inputs, given.name, &ir::Input::name);
        if (input == program_.inputs.end() || !is_odd(*given.value)) continue;
        const Polynomial lowest = prover_.equations.value(input->words[0]), half = prover_.equations.half();
        const auto word = unit_in(lowest);
        if (!word) continue;
        prover_.set_odd(*word);
        if ((lowest - *word).is_zero()) odd_.emplace_back(*word, half + half + Polynomial(mpz_class(1)));
    }
}

}  // namespace limbsmith::proof
