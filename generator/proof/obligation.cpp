// Checks the postconditions of a contract: ranges and the relation.
#include "proof/obligation.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "proof/contract_forms.hpp"
#include "spec/width.hpp"

namespace limbsmith::proof {

using ir::Expr, ir::Operand;
using Kind = ir::Expr::Kind;

Modulo Obligation::modulo(const Expr& modulus) {
    if (const auto n = constant(modulus)) return {*n, {}};
    if (modulus.kind != Kind::name) throw Unsupported{"a remainder by " + to_string(modulus)};
    // multiples of n count as zero: its lowest word is replaced by minus the others
    Modulo result{0, rules_[modulus.text]};
    const Polynomial n = number(modulus.text);
    const auto lowest = unit_in(n);
    if (!lowest) throw Unsupported{"a remainder by " + to_string(modulus)};
    result.rules.emplace_back(*lowest, Polynomial(*lowest) - n);
    return result;
}

// The numbers that the words of an output can hold: the least, and their count.
Obligation::Holdable Obligation::holdable(const ir::Output& output) {
    const uint64_t count = output.words.size();
    if (output.representation == ir::signed_word)
        return {-power_of_two(limb_bits - 1), power_of_two(limb_bits)};
    if (!output.representation.is_digits()) return {0, power_of_two(limb_bits * count)};
    mpz_class bias = 0;  // each digit is at least -2^29
    for (uint64_t i = 0; i < count; ++i) bias += power_of_two(digit_bits * (i + 1) - 1);
    return {-bias, power_of_two(digit_bits * count)};
}

std::optional<std::string> Obligation::check_range(const ir::Bound& bound) {
    const Polynomial difference = number(bound.name) - Polynomial(mpz_class(bound.residue));
    if (bound.step != 1 && !prover_.vanishes(difference, {mpz_class(bound.step)})) {
        return fmt::format("the output {} is not shown to be {} modulo {}", bound.name, bound.residue,
                           bound.step);
    }
    const auto output = std::ranges::find(program_.outputs, bound.name, &ir::Output::name);
    if (is_exact(bound)) {
        const Polynomial exact = value(*bound.at_least);
        if (is_residue_in(*output, exact)) {
            shown_[bound.name] = exact;
            return std::nullopt;
        }
    }
    const auto [lowest, modulus] = holdable(*output);
    const Polynomial most = value(*bound.below) - Polynomial(mpz_class(1)), shift = lowest;
    const Polynomial least = bound.at_least                  ? value(*bound.at_least)
                             : of_magnitude(bound, program_) ? Polynomial() - most
                                                             : Polynomial();
    const auto equal =
        prover_.number_within(number(bound.name) - shift, modulus, least - shift, most - shift);
    const bool is_held = equal && prover_.is_at_most_zero(*equal - Polynomial(mpz_class(modulus - 1))) &&
                         prover_.is_at_most_zero(Polynomial() - *equal);
    if (!is_held) {
        return fmt::format("the output {} is not shown to be below {}", bound.name, to_string(*bound.below));
    }
    shown_[bound.name] = *equal + shift;
    return std::nullopt;
}

// A digit is stored times 4: the two low bits of its word are zero.
std::optional<std::string> Obligation::check_shape(const ir::Output& output) {
    if (!output.representation.is_digits()) return std::nullopt;
    for (Operand word : output.words) {
        if (!prover_.vanishes(prover_.equations.value(word), {power_of_two(limb_bits - digit_bits)}))
            return fmt::format("the words of {} are not shown to be digits", output.name);
    }
    return std::nullopt;
}

// Whether r = -1/x modulo 2^k with 0 <= r < 2^k: r·x + 1 = 0 modulo 2^k.
bool Obligation::is_negative_inverse_of(const Expr& r, const Expr& e) {
    const Polynomial number = value(r), modulus = value(*e.right);
    return prover_.is_at_most_zero(number - modulus + Polynomial(mpz_class(1))) &&
           prover_.is_at_most_zero(Polynomial() - number) &&
           prover_.vanishes(number * value(*e.left->right->left) + Polynomial(mpz_class(1)),
                            {modulus.constant(), odd_});
}

// Whether the output equals `value`: `value` is in the range that the output's words can hold, and congruent
// to it modulo their count.
bool Obligation::is_residue_in(const ir::Output& output, const Polynomial& value) {
    const auto [least, count] = holdable(output);
    return prover_.is_at_most_zero(value - Polynomial(mpz_class(least + count - 1))) &&
           prover_.is_at_most_zero(Polynomial(least) - value) &&
           prover_.vanishes(number(output.name) - value, {count});
}

std::string Obligation::surviving(const Polynomial& polynomial) {
    const Polynomial rest = prover_.eliminated(polynomial, 0);
    mpz_class least = -1;
    for (const auto& [monomial, coefficient] : rest.terms()) {
        const mpz_class size = abs(coefficient);
        if (least < 0 || size < least) least = size;
    }
    const int word = least <= 0 ? 0 : static_cast<int>(mpz_sizeinbase(least.get_mpz_t(), 2) - 1) / limb_bits;
    return fmt::format("from output word {} on, {} does not vanish", word, prover_.describe(rest));
}

// Whether q = floor(x / divisor), for q of `words` words and divisor = 2^k. With M = 2^(k + 32·words) the
// difference x - divisor·q lies between divisor - M and M - 1, so if it is congruent modulo M to a remainder
// below the divisor, it equals that remainder.
bool Obligation::is_quotient(const Polynomial& q, const Polynomial& x, const mpz_class& divisor,
                             size_t words) {
    if (prover_.is_part(Polynomial(divisor) * q, x, divisor)) return true;
    const mpz_class modulus = divisor * power_of_two(limb_bits * words);
    const Polynomial one = mpz_class(1), none;
    if (!prover_.is_at_most_zero(x - Polynomial(mpz_class(modulus - 1))) ||
        !prover_.is_at_most_zero(none - x))
        return false;
    Polynomial remainder = prover_.eliminated(x - Polynomial(divisor) * q, 0);
    remainder.drop_multiples(modulus);
    return prover_.is_at_most_zero(none - remainder) &&
           prover_.is_at_most_zero(remainder - Polynomial(mpz_class(divisor - 1)));
}

const ir::Output* Obligation::output(const std::string& name) const {
    const auto place = std::ranges::find(program_.outputs, name, &ir::Output::name);
    return place != program_.outputs.end() ? &*place : nullptr;
}

// Checks quotient = floor(dividend / divisor): dividend - divisor·quotient is in [0, divisor - 1].
std::optional<std::string> Obligation::check_quotient(const Expr& left, const Expr& right) {
    const Polynomial divisor = value(*right.right), rest = value(*right.left) - divisor * value(left);
    const ir::Output* q = left.kind == Kind::name ? output(left.text) : nullptr;
    if (q && !q->representation.is_signed() && divisor.is_constant() &&
        is_quotient(number(q->name), value(*right.left), divisor.constant(), q->words.size()))
        return std::nullopt;
    if (prover_.is_at_most_zero(Polynomial() - rest) &&
        prover_.is_at_most_zero(rest - divisor + Polynomial(mpz_class(1))))
        return std::nullopt;
    return surviving(rest);
}

// Checks quotient = floor(dividend / divisor) mod modulus for a quotient in [0, modulus - 1]: dividend -
// divisor·quotient is congruent to a number in [0, divisor - 1], modulo divisor·modulus.
std::optional<std::string> Obligation::check_residue_of_quotient(const Polynomial& quotient,
                                                                 const Expr& right) {
    const auto divisor = constant(*right.left->right), modulus = constant(*right.right);
    if (!divisor || !modulus) throw Unsupported{to_string(right)};
    const Polynomial rest = value(*right.left->left) - Polynomial(*divisor) * quotient;
    const bool is_residue = prover_.is_at_most_zero(Polynomial() - quotient) &&
                            prover_.is_at_most_zero(quotient - Polynomial(mpz_class(*modulus - 1)));
    if (is_residue && prover_.number_within(rest, *divisor * *modulus, {}, mpz_class(*divisor - 1)))
        return std::nullopt;
    return surviving(rest);
}

// Checks an equation of residues: the difference vanishes modulo the modulus, and a side without `mod` is in
// range.
std::optional<std::string> Obligation::check_congruence(const Expr& left, const Expr& right) {
    const Expr& modulus_of = right.kind == Kind::mod ? *right.right : *left.right;
    const Modulo modulo = this->modulo(modulus_of);
    const auto side = [&](const Expr& e) {
        return e.kind == Kind::mod && ir::is_same(*e.right, modulus_of) ? value(*e.left) : value(e);
    };
    const Polynomial difference = side(left) - side(right);
    for (const Expr* e : {&left, &right}) {
        if (e->kind == Kind::mod && ir::is_same(*e->right, modulus_of)) continue;
        const Polynomial residue = value(*e), most = value(modulus_of) - Polynomial(mpz_class(1));
        if (!prover_.is_at_most_zero(residue - most) || !prover_.is_at_most_zero(Polynomial() - residue))
            return fmt::format("{} is not shown to be below {}", to_string(*e), to_string(modulus_of));
    }
    if (prover_.vanishes(difference, modulo)) return std::nullopt;
    // s·x = 0 modulo s·N implies x = 0 modulo N; for odd N modulo N suffices. A short quotient has up to two
    // more limbs than N
    Polynomial shifted = difference;
    Modulo larger = modulo;
    const mpz_class R = power_of_two(limb_bits * program_.outputs[0].words.size());
    for (int times = 1; times <= 3; ++times) {
        shifted *= R;
        larger.modulus *= R;
        if (is_odd(modulus_of) && prover_.vanishes(shifted, modulo)) return std::nullopt;
        if (larger.modulus != 0 && prover_.vanishes(shifted, larger)) return std::nullopt;
    }
    return surviving(difference);
}

std::optional<std::string> Obligation::check_relation() {
    return check_relation(*program_.contract.left, *program_.contract.right);
}

std::optional<std::string> Obligation::check_relation(const Expr& left, const Expr& right) {
    if (is_negative_inverse(right) && is_negative_inverse_of(left, right)) return std::nullopt;
    if (right.kind == Kind::if_else && !is_signed_value(right)) {
        const Polynomial is_met = condition(*right.left);
        if (is_met.is_constant()) return check_relation(left, is_met.is_zero() ? *right.other : *right.right);
    }
    if (right.kind == Kind::mod && right.left->kind == Kind::div)
        return check_residue_of_quotient(value(left), right);
    if ((right.kind == Kind::mod && !constant(right)) || left.kind == Kind::mod)
        return check_congruence(left, right);
    if (right.kind == Kind::div) return check_quotient(left, right);
    const Polynomial l = value(left), r = value(right);
    if (prover_.are_equal(l, r)) return std::nullopt;
    for (const ir::Output& output : program_.outputs) {
        if (left.kind == Kind::name && left.text == output.name && is_residue_in(output, r))
            return std::nullopt;
    }
    if (right.kind == Kind::mod) return check_congruence(left, right);
    return surviving(l - r);
}

std::optional<std::string> Obligation::check() {
    try {
        for (const ir::Output& output : program_.outputs) {
            if (auto reason = check_shape(output)) return reason;
        }
        for (const ir::Bound& bound : program_.contract.ensures) {
            if (auto reason = check_range(bound)) return reason;
        }
        return check_relation();
    } catch (const Unsupported& unsupported) {
        return "cannot prove " + unsupported.what;
    }
}

}  // namespace limbsmith::proof
