#include "proof/obligation.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "spec/width.hpp"

namespace limbsmith::proof {
namespace {

using ir::Expr, ir::Operand, ir::Shape;
using Kind = ir::Expr::Kind;

mpz_class power_of_two(uint64_t exponent) { return mpz_class(1) << exponent; }

bool is_same(const Expr& x, const Expr& y) { return to_string(x) == to_string(y); }

// x < 2^k ? x : x - 2^(k+1), the value of x in two's complement
bool is_signed_value(const Expr& e) {
    return e.kind == Kind::if_else && e.left->kind == Kind::less && e.left->right->kind == Kind::pow2 &&
           is_same(*e.left->left, *e.right) && e.other->kind == Kind::sub &&
           is_same(*e.other->left, *e.right) && e.other->right->kind == Kind::pow2 &&
           e.other->right->number == e.left->right->number + 1;
}

// floor(c / d) - k
bool is_quotient(const Expr& e) { return e.kind == Kind::sub && e.left->kind == Kind::div; }

}  // namespace

// The words of an input or output from `first` on.
Polynomial Obligation::number(const std::string& name, size_t first) {
    std::vector<Operand> words;
    Shape shape = Shape::num;
    for (const ir::Input& input : program_.inputs) {
        if (input.name == name) words.assign(input.words.begin(), input.words.end()), shape = input.shape;
    }
    for (const ir::Output& output : program_.outputs) {
        if (output.name == name) words = output.words, shape = output.shape;
    }
    words.erase(words.begin(), words.begin() + static_cast<long>(std::min(first, words.size())));
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
        case Kind::bit_and:
        case Kind::bit_or:
        case Kind::bit_xor: return limbwise(e);
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
    if (e.kind == Kind::mod && e.left->kind == Kind::name && e.right->kind == Kind::pow2 &&
        e.right->number % limb_bits == 0)
        return number(e.left->text) -
               number(e.left->text, e.right->number / limb_bits) * Polynomial(power_of_two(e.right->number));
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
    if (e.kind == Kind::div && e.left->kind == Kind::name && e.right->kind == Kind::pow2 &&
        e.right->number % limb_bits == 0)
        return number(e.left->text, e.right->number / limb_bits);
    if (e.kind == Kind::exp2) {
        if (const auto power = prover_.equations.power_of(value(*e.left))) return Polynomial(*power);
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
    return both(one - number, number);
}

// The condition as 0, 1 or a bit of the program.
Polynomial Obligation::condition(const Expr& e) {
    if (e.kind == Kind::mul) return condition(*e.left) * condition(*e.right);
    if (e.kind == Kind::less) {
        const Polynomial difference = value(*e.left) - value(*e.right), one = mpz_class(1);
        if (prover_.is_at_most_zero(difference + one)) return one;
        if (prover_.is_at_most_zero(Polynomial() - difference)) return {};
    } else if (e.kind == Kind::equal) {
        if ((value(*e.left) - value(*e.right)).is_zero()) return mpz_class(1);
    } else if (const auto number = constant(e)) {
        return mpz_class(*number != 0 ? 1 : 0);
    }
    if (e.kind != Kind::less && e.kind != Kind::equal) {  // not 0
        const Polynomial number = value(e), one = mpz_class(1);
        for (Var bit : prover_.all_decisions()) {
            if (is_zero_test(bit, number, true)) return bit;
            if (is_zero_test(bit, number, false)) return one - Polynomial(bit);
        }
    }
    for (Var bit : prover_.all_decisions()) {
        if (is_bit_of(bit, e)) return bit;
    }
    throw Unsupported{to_string(e)};
}

// What x = floor(c / d) - k says, each <= 0.
std::vector<Polynomial> Obligation::quotient_facts(const Polynomial& x, const Expr& e) {
    const Polynomial dividend = value(*e.left->left), divisor = value(*e.left->right),
                     quotient = x + value(*e.right);
    return {quotient * divisor - dividend,
            dividend - (quotient + Polynomial(mpz_class(1))) * divisor + Polynomial(mpz_class(1))};
}

void Obligation::assume() {
    for (const ir::Bound& bound : program_.contract.requires_) {
        const Polynomial number = this->number(bound.name);
        if (is_exact(bound)) {
            const Expr& e = *bound.at_least;
            // x = y modulo n, a rule for the lowest word of x
            const auto* front_term = number.is_constant() ? nullptr : &*number.terms().rbegin();
            if (front_term && e.kind == Kind::mod && e.right->kind == Kind::name) {
                const Var lowest = front(front_term->first);
                rules_.emplace_back(lowest, value(*e.left) - (number - Polynomial(lowest)));
                prover_.limit_input(number, value(*e.right) - Polynomial(mpz_class(1)));
            } else if (is_quotient(e)) {
                for (const Polynomial& fact : quotient_facts(number, e)) prover_.learn(fact);
            }
            continue;
        }
        if (of_magnitude(bound, program_)) continue;
        if (bound.at_least) prover_.bound_input(number, value(*bound.at_least));
        if (bound.below->kind == Kind::name)
            prover_.learn(number - value(*bound.below) + Polynomial(mpz_class(1)));
        prover_.limit_input(number, value(*bound.below) - Polynomial(mpz_class(1)));
    }
}

Modulo Obligation::modulo(const Expr& modulus) {
    if (const auto n = constant(modulus)) return {*n, {}};
    if (modulus.kind != Kind::name) throw Unsupported{"a remainder by " + to_string(modulus)};
    // multiples of n count as zero: its lowest word stands for what the others lack
    Modulo result{0, rules_};
    const Polynomial n = number(modulus.text);
    const Var lowest = front(n.terms().rbegin()->first);
    result.rules.emplace_back(lowest, Polynomial(lowest) - n);
    return result;
}

std::optional<std::string> Obligation::check_range(const ir::Bound& bound) {
    size_t words = 0;
    for (const ir::Output& output : program_.outputs) {
        if (output.name == bound.name) words = output.words.size();
    }
    if (is_exact(bound) && is_quotient(*bound.at_least)) {
        for (const Polynomial& fact : quotient_facts(number(bound.name), *bound.at_least)) {
            if (!prover_.is_at_most_zero(fact))
                return fmt::format("{} is not shown to be {}", bound.name, to_string(*bound.at_least));
        }
        return std::nullopt;
    }
    const Polynomial least = bound.at_least ? value(*bound.at_least) : Polynomial(),
                     most = value(*bound.below) - Polynomial(mpz_class(1));
    const auto equal =
        prover_.number_within(number(bound.name), power_of_two(limb_bits * words), least, most);
    if (!equal) {
        return fmt::format("the output {} is not shown to be below {}", bound.name, to_string(*bound.below));
    }
    shown_[bound.name] = *equal;
    return std::nullopt;
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

// quotient = floor(dividend / divisor): what it leaves is a remainder, from 0 to below the divisor.
std::optional<std::string> Obligation::check_quotient(const Polynomial& quotient, const Expr& right) {
    const Polynomial divisor = value(*right.right), rest = value(*right.left) - divisor * quotient;
    if (prover_.is_at_most_zero(Polynomial() - rest) &&
        prover_.is_at_most_zero(rest - divisor + Polynomial(mpz_class(1))))
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

Polynomial Obligation::in_case(Polynomial p) const {
    if (case_) {
        p.substitute(case_->first, mpz_class(case_->second));
        p.substitute(case_->first.parked(), mpz_class(case_->second));
    }
    return p;
}

// Whether p <= 0: by itself, or with a bound of a single word of it.
bool Obligation::is_at_most_zero_by_fact(const Polynomial& polynomial) {
    const auto vanishes = [&](const Polynomial& p) {
        return prover_.is_at_most_zero(in_case(prover_.eliminated(in_case(p), 0)));
    };
    if (vanishes(polynomial)) return true;
    for (const auto& [monomial, coefficient] : polynomial.terms()) {
        if (monomial.size() != 1 || coefficient != 1) continue;
        for (const Polynomial& fact : prover_.facts_of(front(monomial))) {
            const Polynomial sum = polynomial + fact.active();
            if (sum.coefficient(monomial) == 0 && vanishes(sum)) return true;
        }
    }
    return false;
}

// Whether p <= 0: by itself, or since 2^k·p < 2^k for a power of two by which a word was shifted to the
// right; then what is known of the quotient is used.
bool Obligation::is_at_most_zero_times(const Polynomial& polynomial) {
    const Polynomial one = mpz_class(1);
    Polynomial p = polynomial;
    for (uint32_t stop : prover_.stops()) {
        p = in_case(prover_.eliminated(std::move(p), stop));
        for (const auto& [word, power] : prover_.equations.powers()) {
            const Polynomial factor = power.parked(), scaled = factor * p.parked() - factor + one;
            for (const Polynomial& known : prover_.equations.facts()) {
                const Polynomial fact = in_case(known).parked();
                for (const auto& [monomial, weight] : fact.terms()) {
                    const mpz_class coefficient = scaled.coefficient(monomial);
                    if (monomial.size() != 2 || !contains(monomial, power.parked()) ||
                        sgn(coefficient) * sgn(weight) <= 0)
                        continue;
                    Polynomial sum = scaled;
                    sum *= abs(weight);
                    sum.add(fact, -abs(coefficient));
                    if (is_at_most_zero_by_fact(sum.active())) return true;
                }
            }
        }
    }
    return prover_.is_at_most_zero(in_case(polynomial));
}

// left = q + k·r and right = floor(x / y) + k·(x mod y): q·y + r = x with 0 <= r < y.
std::optional<std::string> Obligation::check_division(const Expr& left, const Expr& right) {
    const Expr &quotient = *right.left, &rest = *right.right->right;
    const bool is_pair = left.kind == Kind::add && left.right->kind == Kind::mul &&
                         is_same(*left.right->left, *right.right->left) &&
                         is_same(*quotient.left, *rest.left) && is_same(*quotient.right, *rest.right);
    if (!is_pair) throw Unsupported{to_string(right)};
    // the words of the quotient in this case; what they are made of does not matter
    const Polynomial words = value(*left.left);
    Polynomial limbs = words;
    for (const auto& [monomial, weight] : words.terms()) {
        if (monomial.size() != 1) continue;
        const Equations::Value& word = prover_.equations[front(monomial)];
        if (word.kind != Equations::Kind::word) continue;
        const Polynomial here = in_case(word.definition);
        if (here.terms().size() == 1 && here.terms().begin()->first.size() == 1)
            limbs += Polynomial(weight) * (here - Polynomial(front(monomial)));
    }
    prover_.keep(limbs);
    const Polynomial divisor = value(*quotient.right), remainder = value(*left.right->right),
                     excess = limbs * divisor + remainder - value(*quotient.left);
    const bool is_remainder = is_at_most_zero_times(Polynomial() - remainder) &&
                              is_at_most_zero_times(remainder - divisor + Polynomial(mpz_class(1)));
    if (!is_remainder) {
        return fmt::format("{} is not shown to be below {}", to_string(*left.right->right),
                           to_string(*quotient.right));
    }
    if (is_at_most_zero_times(excess) && is_at_most_zero_times(Polynomial() - excess)) return std::nullopt;
    return surviving(in_case(excess));
}

// The relation where the condition, a bit or its complement, holds, and where it does not.
std::optional<std::string> Obligation::check_either(const Polynomial& condition, const Expr& left,
                                                    const Expr& right) {
    if (condition.terms().empty() || condition.terms().begin()->first.size() != 1)
        throw Unsupported{to_string(right)};
    const Var bit = front(condition.terms().begin()->first);
    for (int side : {0, 1}) {
        case_ = {bit, side};
        const bool is_met = !in_case(condition).is_zero();
        auto reason = check_relation(left, is_met ? *right.right : *right.other);
        case_.reset();
        if (reason) return reason;
    }
    return std::nullopt;
}

std::optional<std::string> Obligation::check_relation() {
    return check_relation(*program_.contract.left, *program_.contract.right);
}

std::optional<std::string> Obligation::check_relation(const Expr& left, const Expr& right) {
    if (right.kind == Kind::if_else && !is_signed_value(right)) {
        const Polynomial is_met = condition(*right.left);
        if (is_met.is_constant()) return check_relation(left, is_met.is_zero() ? *right.other : *right.right);
        const bool has_division = right.right->kind == Kind::add && right.right->left->kind == Kind::div;
        if (has_division) return check_either(is_met, left, right);
    }
    const bool is_division = right.kind == Kind::add && right.left->kind == Kind::div &&
                             right.right->kind == Kind::mul && right.right->right->kind == Kind::mod;
    if (is_division) return check_division(left, right);
    if (right.kind == Kind::mod && right.left->kind == Kind::div)
        return check_residue_of_quotient(value(left), right);
    if (right.kind == Kind::mod && !constant(right)) {
        const Modulo modulo = this->modulo(*right.right);
        const bool is_congruence = left.kind == Kind::mod && is_same(*left.right, *right.right);
        const Polynomial residue = value(is_congruence ? *left.left : left),
                         difference = residue - value(*right.left);
        if (!is_congruence) {
            const Polynomial most = value(*right.right) - Polynomial(mpz_class(1));
            if (!prover_.is_at_most_zero(residue - most) || !prover_.is_at_most_zero(Polynomial() - residue))
                return fmt::format("{} is not shown to be below {}", to_string(left),
                                   to_string(*right.right));
        }
        if (prover_.vanishes(difference, modulo)) return std::nullopt;
        return surviving(difference);
    }
    if (right.kind == Kind::div) return check_quotient(value(left), right);
    const Polynomial l = value(left), r = value(right);
    if (case_) {
        Polynomial p = l - r;
        for (uint32_t stop : prover_.stops()) {
            p = in_case(prover_.eliminated(std::move(p), stop));
            if (p.is_zero()) return std::nullopt;
        }
    }
    if (prover_.are_equal(l, r)) return std::nullopt;
    return surviving(l - r);
}

std::optional<std::string> Obligation::check() {
    try {
        for (const ir::Bound& bound : program_.contract.ensures) {
            if (auto reason = check_range(bound)) return reason;
        }
        return check_relation();
    } catch (const Unsupported& unsupported) {
        return "no way is known to prove " + unsupported.what;
    }
}

}  // namespace limbsmith::proof
