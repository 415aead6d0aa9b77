#include "proof/obligation.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "spec/width.hpp"

namespace limbsmith::proof {
namespace {

using ir::Expr, ir::Operand, ir::Shape;
using Kind = ir::Expr::Kind;

mpz_class power_of_two(uint64_t exponent) { return mpz_class(1) << exponent; }

bool is_integer(const Expr& e, uint64_t number) { return e.kind == Kind::integer && e.number == number; }

// (0 - inverse(x, 2^k)) mod 2^k
bool is_negative_inverse(const Expr& e) {
    return e.kind == Kind::mod && e.right->kind == Kind::pow2 && e.left->kind == Kind::sub &&
           is_integer(*e.left->left, 0) && e.left->right->kind == Kind::inverse &&
           ir::is_same(*e.left->right->right, *e.right);
}

// A value with weight 1 in a number of words: the lowest of them, or of its parts.
std::optional<Var> unit_in(const Polynomial& number) {
    const auto found = std::ranges::find_if(
        number.terms(), [](const auto& term) { return term.first.size() == 1 && term.second == 1; });
    return found == number.terms().end() ? std::nullopt : std::optional(front(found->first));
}

// x < 2^k ? x : x - 2^(k+1), the value of x in two's complement
bool is_signed_value(const Expr& e) {
    return e.kind == Kind::if_else && e.left->kind == Kind::less && e.left->right->kind == Kind::pow2 &&
           ir::is_same(*e.left->left, *e.right) && e.other->kind == Kind::sub &&
           ir::is_same(*e.other->left, *e.right) && e.other->right->kind == Kind::pow2 &&
           e.other->right->number == e.left->right->number + 1;
}

}  // namespace

Polynomial Obligation::number(const std::string& name) {
    std::vector<Operand> words;
    Shape shape = Shape::num;
    for (const ir::Input& input : program_.inputs) {
        if (input.name == name) words.assign(input.words.begin(), input.words.end()), shape = input.shape;
    }
    for (const ir::Output& output : program_.outputs) {
        if (output.name == name) words = output.words, shape = output.shape;
    }
    Polynomial sum;
    for (size_t i = 0; i < words.size(); ++i) {
        if (shape == Shape::digits) {
            const int spare = limb_bits - digit_bits;
            Polynomial digit = prover_.equations.bits(words[i], spare, limb_bits);
            digit.add(prover_.equations.bits(words[i], limb_bits - 1, limb_bits), -power_of_two(digit_bits));
            sum.add(digit, power_of_two(digit_bits * i));
        } else if (is_signed(shape)) {
            sum += prover_.equations.signed_value(words[i]);
        } else {
            sum.add(prover_.equations.value(words[i]), power_of_two(limb_bits * i));
        }
    }
    return sum;
}

// A number modulo 2.
Polynomial Obligation::parity(const Expr& e) {
    const auto both = [&] { return parity(*e.left) * parity(*e.right); };
    switch (e.kind) {
        case Kind::integer: return mpz_class(e.number & 1);
        case Kind::name:
            for (const ir::Input& input : program_.inputs) {
                if (input.name == e.text && !is_signed(input.shape))
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

// |x| as ±x, by a bit of the program that is 1 where x < 0; it may be either where x = 0.
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
                const Operand top = [&] {
                    for (const ir::Input& input : program_.inputs) {
                        if (input.name == e.right->text) return Operand(input.words.back());
                    }
                    throw Unsupported{to_string(e)};
                }();
                Polynomial p = value(*e.right);
                p.add(prover_.equations.bits(top, limb_bits - 1, limb_bits),
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
    if (e.kind == Kind::mod) {  // multiples of the modulus do not matter
        Polynomial p = value(*e.left);
        const auto modulus = constant(*e.right);
        mpz_class residue = p.constant();
        if (modulus && *modulus > 0) {
            p.drop_multiples(*modulus);
            mpz_fdiv_r(residue.get_mpz_t(), residue.get_mpz_t(), modulus->get_mpz_t());
            if (p.is_constant()) return residue;
        }
    }
    // what remains has to be of constants
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

// x & y, x | y, x ^ y of inputs, word by word.
Polynomial Obligation::limbwise(const Expr& e) {
    std::vector<const ir::Input*> inputs;
    for (const Expr* side : {e.left.get(), e.right.get()}) {
        for (const ir::Input& input : program_.inputs) {
            if (side->kind == Kind::name && input.name == side->text) inputs.push_back(&input);
        }
    }
    if (inputs.size() != 2) throw Unsupported{to_string(e)};
    Polynomial common;
    for (size_t i = 0; i < inputs[0]->words.size() && i < inputs[1]->words.size(); ++i) {
        common.add(prover_.equations.common_bits(inputs[0]->words[i], inputs[1]->words[i]),
                   power_of_two(limb_bits * i));
    }
    if (e.kind == Kind::bit_and) return common;
    Polynomial sum = value(*e.left) + value(*e.right) - common;
    return e.kind == Kind::bit_or ? sum : sum - common;
}

// Whether `bit` is 1 exactly if the number is 0, or exactly if it is not. Its leaves are words or differences
// of words, with weights 2^(32i): their sum is 0 only if each is.
bool Obligation::is_zero_test(Var bit, const Polynomial& number, bool is_inverted) {
    return std::ranges::any_of(prover_.zero_tests(), [&](const Prover::ZeroTest& test) {
        if (test.bit.parked() != bit.parked() || test.is_inverted != is_inverted) return false;
        Polynomial sum;
        for (size_t i = 0; i < test.leaves.size(); ++i) sum.add(test.leaves[i], power_of_two(limb_bits * i));
        return (sum - number).is_zero() || (sum + number).is_zero();
    });
}

// Whether `bit` is 1 exactly where the condition holds, which is a difference of values below, at or above 0.
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
    const Polynomial number = value(e);  // not 0
    return is_zero_test(bit, number, true) || both(one - number, number);
}

// The condition as 0, 1 or a bit of the program.
Polynomial Obligation::condition(const Expr& e) {
    if (e.kind == Kind::mul) return condition(*e.left) * condition(*e.right);
    if (e.kind == Kind::mod && is_integer(*e.right, 2)) return parity(*e.left);
    if (e.kind == Kind::less) {
        const Polynomial difference = value(*e.left) - value(*e.right), one = mpz_class(1);
        if (prover_.is_at_most_zero(difference + one)) return one;
        if (prover_.is_at_most_zero(Polynomial() - difference)) return {};
    } else if (e.kind == Kind::equal) {
        if ((value(*e.left) - value(*e.right)).is_zero()) return mpz_class(1);
    } else if (const auto number = constant(e)) {
        return mpz_class(*number != 0 ? 1 : 0);
    }
    for (Var bit : prover_.all_decisions()) {
        if (is_bit_of(bit, e)) return bit;
    }
    throw Unsupported{to_string(e)};
}

bool Obligation::is_odd(const Expr& e) {
    for (const ir::Given& given : program_.contract.givens) {
        if (e.kind == Kind::name && given.name == e.text && is_odd(*given.value)) return true;
    }
    try {
        return (parity(e) - Polynomial(mpz_class(1))).is_zero();
    } catch (const Unsupported&) {
        const auto number = constant(e);
        return number && mpz_odd_p(number->get_mpz_t());
    }
}

// The largest value below it, if there is a polynomial for it.
std::optional<Polynomial> Obligation::limit_below(const Expr& limit) {
    try {
        return value(limit) - Polynomial(mpz_class(1));
    } catch (const Unsupported&) {
        return std::nullopt;
    }
}

void Obligation::assume() {
    assume_givens();
    try {
        assume_bounds();
    } catch (const Unsupported&) {
        // what is not understood is not assumed
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
                const auto x = unit_in(number), n = unit_in(value(*e.left->right->left));
                if (x && n) prover_.set_word_rules({0, {}, {{{*x, *n}, mpz_class(-1)}}});
            }
            // x = y modulo n, a rule for the lowest word of x
            const auto lowest = unit_in(number);
            if (lowest && e.kind == Kind::mod && e.right->kind == Kind::name) {
                rules_.emplace_back(*lowest, value(*e.left) - (number - Polynomial(*lowest)));
                prover_.limit_input(number, value(*e.right) - Polynomial(mpz_class(1)));
            }
            continue;
        }
        const auto limit = limit_below(*bound.below);
        if (!limit) continue;
        prover_.limit_input(number, *limit);
        if (of_magnitude(bound, program_)) prover_.limit_input(Polynomial() - number, *limit);
    }
    // limits that are polynomials, as numbers
    for (const ir::Bound& bound : program_.contract.requires_) {
        if (of_magnitude(bound, program_)) continue;
        const bool is_residue = is_exact(bound) && bound.at_least->kind == Kind::mod;
        if (is_exact(bound) && !is_residue) continue;
        const auto limit = limit_below(is_residue ? *bound.at_least->right : *bound.below);
        if (limit && !limit->is_constant()) prover_.limit_input(number(bound.name), prover_.upper(*limit));
    }
}

// Odd inputs.
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

Modulo Obligation::modulo(const Expr& modulus) {
    if (const auto n = constant(modulus)) return {*n, {}};
    if (modulus.kind != Kind::name) throw Unsupported{"a remainder by " + to_string(modulus)};
    // multiples of n count as zero: its lowest word stands for what the others lack
    Modulo result{0, rules_};
    const Polynomial n = number(modulus.text);
    const auto lowest = unit_in(n);
    if (!lowest) throw Unsupported{"a remainder by " + to_string(modulus)};
    result.rules.emplace_back(*lowest, Polynomial(*lowest) - n);
    return result;
}

// The numbers that the words of an output can hold: least, and how many.
Obligation::Holdable Obligation::holdable(const ir::Output& output) {
    const uint64_t count = output.words.size();
    if (output.shape == Shape::factor) return {-power_of_two(limb_bits - 1), power_of_two(limb_bits)};
    if (output.shape != Shape::digits) return {0, power_of_two(limb_bits * count)};
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

// Digits stand four times as large in their words.
std::optional<std::string> Obligation::check_shape(const ir::Output& output) {
    if (output.shape != Shape::digits) return std::nullopt;
    for (Operand word : output.words) {
        if (!prover_.vanishes(prover_.equations.value(word), {power_of_two(limb_bits - digit_bits)}))
            return fmt::format("the words of {} are not shown to be digits", output.name);
    }
    return std::nullopt;
}

// Whether r = -1/x modulo 2^k, for 0 <= r < 2^k: r·x + 1 = 0.
bool Obligation::is_negative_inverse_of(const Expr& r, const Expr& e) {
    const Polynomial number = value(r), modulus = value(*e.right);
    return prover_.is_at_most_zero(number - modulus + Polynomial(mpz_class(1))) &&
           prover_.is_at_most_zero(Polynomial() - number) &&
           prover_.vanishes(number * value(*e.left->right->left) + Polynomial(mpz_class(1)),
                            {modulus.constant(), odd_});
}

// Whether the output is `value`, one of the numbers that its words can hold, and congruent to it modulo their
// count.
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

// Whether q = floor(x / divisor) for a q of `words` words and a divisor of 2^k: with M = 2^(k + 32·words),
// x - divisor·q is above -M + divisor - 1 and below M; if it is congruent to a remainder modulo M it is that.
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

size_t Obligation::words_of(const std::string& name) const {
    for (const ir::Output& output : program_.outputs) {
        if (output.name == name) return output.words.size();
    }
    return 0;
}

// quotient = floor(dividend / divisor): what it leaves is a remainder, from 0 to below the divisor.
std::optional<std::string> Obligation::check_quotient(const Expr& left, const Expr& right) {
    const Polynomial divisor = value(*right.right), rest = value(*right.left) - divisor * value(left);
    if (prover_.is_at_most_zero(Polynomial() - rest) &&
        prover_.is_at_most_zero(rest - divisor + Polynomial(mpz_class(1))))
        return std::nullopt;
    if (left.kind == Kind::name && divisor.is_constant() &&
        is_quotient(number(left.text), value(*right.left), divisor.constant(), words_of(left.text)))
        return std::nullopt;
    return surviving(rest);
}

// quotient = floor(dividend / divisor) mod modulus, for a quotient from 0 to below the modulus: another one,
// congruent to it, leaves what is equal modulo divisor·modulus, and from 0 to below the divisor.
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
    if ((right.kind == Kind::mod && !constant(right)) || left.kind == Kind::mod) {
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
        // s·x = 0 modulo s·N, or for odd N modulo N
        Polynomial shifted = difference;
        Modulo larger = modulo;
        const mpz_class R = power_of_two(limb_bits * words_of(program_.outputs[0].name));
        for (int times = 1; times <= 2; ++times) {
            shifted *= R;
            larger.modulus *= R;
            if (is_odd(modulus_of) && prover_.vanishes(shifted, modulo)) return std::nullopt;
            if (larger.modulus != 0 && prover_.vanishes(shifted, larger)) return std::nullopt;
        }
        return surviving(difference);
    }
    if (right.kind == Kind::div) return check_quotient(left, right);
    const Polynomial l = value(left), r = value(right);
    if (prover_.are_equal(l, r)) return std::nullopt;
    for (const ir::Output& output : program_.outputs) {
        if (left.kind == Kind::name && left.text == output.name && is_residue_in(output, r))
            return std::nullopt;
    }
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
        return "no way is known to prove " + unsupported.what;
    }
}

}  // namespace limbsmith::proof
