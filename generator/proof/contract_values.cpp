// Contract expressions as polynomials.
#include <algorithm>

#include "proof/contract_forms.hpp"
#include "proof/obligation.hpp"
#include "spec/width.hpp"

namespace limbsmith::proof {

using ir::Expr, ir::Operand;
using Kind = ir::Expr::Kind;

Polynomial Obligation::number(const std::string& name) {
    std::vector<Operand> words;
    ir::Representation representation;
    for (const ir::Input& input : program_.inputs) {
        if (input.name == name)
            words.assign(input.words.begin(), input.words.end()), representation = input.representation;
    }
    for (const ir::Output& output : program_.outputs) {
        if (output.name == name) words = output.words, representation = output.representation;
    }
    Polynomial sum;
    for (size_t i = 0; i < words.size(); ++i) {
        if (representation.is_digits()) {
            const int spare = limb_bits - digit_bits;
            Polynomial digit = prover_.equations.bits(words[i], spare, limb_bits);
            digit.add(prover_.equations.bits(words[i], limb_bits - 1, limb_bits), -power_of_two(digit_bits));
            sum.add(digit, power_of_two(digit_bits * i));
        } else if (representation.is_signed()) {
            sum += prover_.equations.signed_value(words[i]);
        } else {
            sum.add(prover_.equations.value(words[i]), power_of_two(limb_bits * i));
        }
    }
    return sum;
}

// The parity of an expression, as a polynomial in bits.
Polynomial Obligation::parity(const Expr& e) {
    const auto both = [&] { return parity(*e.left) * parity(*e.right); };
    switch (e.kind) {
        case Kind::integer: return mpz_class(e.number & 1);
        case Kind::name:
            for (const ir::Input& input : program_.inputs) {
                if (input.name == e.text && !input.representation.is_signed())
                    return prover_.equations.bits(input.words[0], 0, 1);
            }
            break;
        case Kind::mul:
        case Kind::bit_and: return both();
        case Kind::bit_or:
            if (e.right->kind == Kind::integer && e.right->number & 1) return mpz_class(1);
            return parity(*e.left) + parity(*e.right) - both();
        case Kind::if_else: {
            const Polynomial yes = parity(*e.right), no = parity(*e.other);
            return (yes - no).is_zero() ? yes : no + condition(*e.left) * (yes - no);
        }
        default: break;
    }
    throw Unsupported{"the parity of " + to_string(e)};
}

// |x| as x or -x, selected by a bit of the program that is 1 if x < 0 and 0 if x > 0.
Polynomial Obligation::magnitude(const Expr& e) {
    const Polynomial x = value(e), minus_x = Polynomial() - x;
    if (prover_.is_at_most_zero(minus_x)) return x;
    if (prover_.is_at_most_zero(x)) return minus_x;
    for (Var bit : prover_.all_decisions()) {
        const Polynomial b = bit;
        if (prover_.is_at_most_zero(b * x) && prover_.is_at_most_zero(minus_x - b * minus_x))
            return x - b * x - b * x;
    }
    throw Unsupported{"|" + to_string(e) + "|"};
}

std::optional<mpz_class> Obligation::constant(const Expr& expr) {
    try {
        const Polynomial p = value(expr);
        if (p.is_constant()) return p.constant();
    } catch (const Unsupported&) {
    }
    return std::nullopt;
}

Polynomial Obligation::value(const Expr& e) {
    switch (e.kind) {
        case Kind::name: {
            const auto shown = shown_.find(e.text);
            return shown != shown_.end() ? shown->second : number(e.text);
        }
        case Kind::integer: return mpz_class(std::to_string(e.number));
        case Kind::constant: return mpz_class(e.hex, 16);
        case Kind::pow2: return power_of_two(e.number);
        case Kind::add: return value(*e.left) + value(*e.right);
        case Kind::sub: return value(*e.left) - value(*e.right);
        case Kind::mul: return value(*e.left) * value(*e.right);
        case Kind::bit_or:
            if (is_integer(*e.right, 1)) return value(*e.left) + Polynomial(mpz_class(1)) - parity(*e.left);
            [[fallthrough]];
        case Kind::bit_and:
        case Kind::bit_xor: return limbwise(e);
        case Kind::magnitude: return magnitude(*e.left);
        case Kind::mod:
            if (is_integer(*e.right, 2)) return parity(*e.left);
            break;
        case Kind::equal:
        case Kind::less: return condition(e);
        case Kind::if_else: {
            if (is_signed_value(e)) {
                const auto x = std::ranges::find(program_.inputs, e.right->text, &ir::Input::name);
                const bool fills_words = x != program_.inputs.end() && !x->representation.is_signed() &&
                                         e.other->right->number == uint64_t{limb_bits} * x->words.size();
                if (!fills_words) throw Unsupported{to_string(e)};
                Polynomial p = value(*e.right);
                p.add(prover_.equations.bits(x->words.back(), limb_bits - 1, limb_bits),
                      -power_of_two(e.other->right->number));
                return p;
            }
            const Polynomial bit = condition(*e.left);
            if (bit.is_constant()) return value(bit.is_zero() ? *e.other : *e.right);
            const Polynomial yes = value(*e.right), no = value(*e.other);
            return no + bit * (yes - no);
        }
        default: break;
    }
    if (e.kind == Kind::mod) {  // multiples of the modulus vanish
        Polynomial p = value(*e.left);
        const auto modulus = constant(*e.right);
        mpz_class residue = p.constant();
        if (modulus && *modulus > 0) {
            p.drop_multiples(*modulus);
            mpz_fdiv_r(residue.get_mpz_t(), residue.get_mpz_t(), modulus->get_mpz_t());
            if (p.is_constant()) return residue;
        }
    }
    // every other operation needs constants
    const auto left = e.left ? constant(*e.left) : std::nullopt,
               right = e.right ? constant(*e.right) : std::nullopt;
    mpz_class result;
    if (left && e.kind == Kind::exp2 && left->fits_ulong_p()) return power_of_two(left->get_ui());
    if (left && right && e.kind == Kind::div && *right > 0)
        return mpz_fdiv_q(result.get_mpz_t(), left->get_mpz_t(), right->get_mpz_t()), result;
    if (left && right && e.kind == Kind::inverse && *right > 0) {
        if (!mpz_invert(result.get_mpz_t(), left->get_mpz_t(), right->get_mpz_t())) result = 0;
        return result;
    }
    throw Unsupported{to_string(e)};
}

// x & y, x | y or x ^ y of two inputs, word by word.
Polynomial Obligation::limbwise(const Expr& e) {
    std::vector<const ir::Input*> inputs;
    for (const Expr* side : {e.left.get(), e.right.get()}) {
        for (const ir::Input& input : program_.inputs) {
            if (side->kind == Kind::name && input.name == side->text) inputs.push_back(&input);
        }
    }
    if (inputs.size() != 2) throw Unsupported{to_string(e)};
    const auto has_sign = [](const ir::Input* input) { return input->representation.is_signed(); };
    if (std::ranges::any_of(inputs, has_sign)) throw Unsupported{to_string(e)};
    Polynomial common;
    for (size_t i = 0; i < inputs[0]->words.size() && i < inputs[1]->words.size(); ++i) {
        common.add(prover_.equations.common_bits(inputs[0]->words[i], inputs[1]->words[i]),
                   power_of_two(limb_bits * i));
    }
    if (e.kind == Kind::bit_and) return common;
    Polynomial sum = value(*e.left) + value(*e.right) - common;
    return e.kind == Kind::bit_or ? sum : sum - common;
}

// Whether `bit` is 1 exactly if the number is 0; if is_inverted, exactly if it is not 0. The leaves are words
// or differences of words with weights 2^(32i), so their sum is 0 only if each leaf is.
bool Obligation::is_zero_test(Var bit, const Polynomial& number, bool is_inverted) {
    return std::ranges::any_of(prover_.zero_tests(), [&](const Prover::ZeroTest& test) {
        if (test.bit.parked() != bit.parked() || test.is_inverted != is_inverted) return false;
        Polynomial sum;
        for (size_t i = 0; i < test.leaves.size(); ++i) sum.add(test.leaves[i], power_of_two(limb_bits * i));
        return (sum - number).is_zero() || (sum + number).is_zero();
    });
}

// Whether `bit` is 1 exactly if the condition holds.
bool Obligation::is_bit_of(Var bit, const Expr& e) {
    const Polynomial one = mpz_class(1), b = bit;
    const auto both = [&](const Polynomial& where_set, const Polynomial& where_clear) {
        return prover_.is_at_most_zero(b * where_set) && prover_.is_at_most_zero((one - b) * where_clear);
    };
    if (e.kind == Kind::less) {
        const Polynomial difference = value(*e.left) - value(*e.right);
        return both(difference + one, Polynomial() - difference);
    }
    if (e.kind == Kind::equal) return is_zero_test(bit, value(*e.left) - value(*e.right), false);
    const Polynomial number = value(e);  // the condition is that the number is not 0
    return is_zero_test(bit, number, true) ||
           (both(one - number, number) && prover_.is_at_most_zero((b - one) * number));
}

// The condition as 0, as 1, or as a bit of the program.
Polynomial Obligation::condition(const Expr& e) {
    if (e.kind == Kind::mul) return condition(*e.left) * condition(*e.right);
    if (e.kind == Kind::mod && is_integer(*e.right, 2)) return parity(*e.left);
    if (e.kind == Kind::less) {
        const Polynomial difference = value(*e.left) - value(*e.right), one = mpz_class(1);
        if (prover_.is_at_most_zero(difference + one)) return one;
        if (prover_.is_at_most_zero(Polynomial() - difference)) return {};
    } else if (e.kind == Kind::equal) {
        const Polynomial difference = value(*e.left) - value(*e.right), one = mpz_class(1);
        if (difference.is_zero()) return one;
        for (Var bit : prover_.all_decisions()) {
            if (is_zero_test(bit, difference, true)) return one - Polynomial(bit);
        }
    } else if (const auto number = constant(e)) {
        return mpz_class(*number != 0 ? 1 : 0);
    } else {
        const Polynomial tested = value(e), one = mpz_class(1);
        for (Var bit : prover_.all_decisions()) {
            if (is_zero_test(bit, tested, false)) return one - Polynomial(bit);
        }
    }
    for (Var bit : prover_.all_decisions()) {
        if (is_bit_of(bit, e)) return bit;
    }
    throw Unsupported{to_string(e)};
}

bool Obligation::is_odd(const Expr& e) {
    for (const ir::Given& given : program_.contract.givens) {
        const auto input = std::ranges::find(program_.inputs, given.name, &ir::Input::name);
        if (input == program_.inputs.end() || given.value->kind == Kind::name) continue;
        if (e.kind == Kind::name && given.name == e.text && is_odd(*given.value)) return true;
    }
    try {
        return (parity(e) - Polynomial(mpz_class(1))).is_zero();
    } catch (const Unsupported&) {
        const auto number = constant(e);
        return number && mpz_odd_p(number->get_mpz_t());
    }
}

// limit - 1, or nullopt if the limit has no polynomial.
std::optional<Polynomial> Obligation::limit_below(const Expr& limit) {
    try {
        return value(limit) - Polynomial(mpz_class(1));
    } catch (const Unsupported&) {
        return std::nullopt;
    }
}

}  // namespace limbsmith::proof
