#include "proof/rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "proof/signed_words.hpp"
#include "spec/width.hpp"

namespace limbsmith::proof {
namespace {

using ir::Expr, ir::ExprPtr;
using Kind = ir::Expr::Kind;

constexpr int spare = limb_bits - digit_bits;  // words hold digits times 2^spare

Polynomial scaled(Polynomial p, const mpz_class& factor) { return p *= factor; }

struct NotShown {
    std::string what;
};

const ir::Bound* bound_of(const ir::Program& program, const std::string& name) {
    const auto& bounds = program.contract.requires_;
    const auto found = std::ranges::find(bounds, name, &ir::Bound::name);
    return found == bounds.end() ? nullptr : &*found;
}

Range meet(const Range& x, const Range& y) { return {std::max(x.least, y.least), std::min(x.most, y.most)}; }

// The larger coefficient of the two, term by term.
Polynomial larger(Polynomial x, const Polynomial& y) {
    const Polynomial difference = y - x;
    for (const auto& [monomial, coefficient] : difference.terms()) {
        if (coefficient > 0) x.add(monomial, coefficient);
    }
    return x;
}

// Whether the expression is odd for all inputs.
bool is_odd(const Expr& e) {
    if (e.kind == Kind::integer) return e.number % 2 == 1;
    return e.kind == Kind::if_else && is_odd(*e.right) && is_odd(*e.other);
}

bool is_odd_input(const ir::Program& program, const std::string& name) {
    const ExprPtr odd = ir::var(name) | ir::integer(1);
    return std::ranges::any_of(program.contract.givens, [&](const ir::Given& given) {
        if (given.name != name) return false;
        const Expr& e = *given.value;
        const bool sets_bit = e.kind == Kind::if_else && is_same(*e.right, *odd);
        return sets_bit && is_odd(*e.other);
    });
}

class Row {
  public:
    explicit Row(const ir::Program& program) : program_(program), words_(program, splits_) {}

    // Throws NotShown.
    void prove();

  private:
    // A number as a value, and as the sum of its words' values.
    struct Number {
        Var var, lowest;
        Polynomial sum;
    };
    // |first| + |second| <= limit
    struct Pair {
        Var first, second;
        mpz_class limit;
    };
    const Number& number(const std::string& name);
    Number words_of(const ir::Input& input, const Range& range);
    std::optional<Polynomial> limit(const ir::Input& input);
    void add_rules();
    Polynomial value(const Expr& e);
    bool has_signed(const Polynomial& p) const;
    Polynomial in_words(Polynomial p) const;
    Polynomial in_numbers(Polynomial p) const;
    Polynomial magnitude(const Monomial& monomial, const mpz_class& coefficient) const;
    Polynomial magnitude(const Polynomial& p) const;
    mpz_class centre(Polynomial& p) const;
    mpz_class most(const Polynomial& p) const { return splits_.range(magnitude(p)).most; }
    Polynomial result();
    Polynomial difference();
    void check_relation(const Polynomial& difference, const mpz_class& divisor, int scale);
    bool is_between(const ir::Bound& bound, const Polynomial& product, const Polynomial& rest,
                    const mpz_class& divisor, int scale);

    const ir::Program& program_;
    Splits splits_;
    SignedWords words_;
    std::map<std::string, Number> numbers_;
    std::map<Var, Polynomial> sizes_;  // upper bounds of |x| for signed numbers x
    std::optional<Pair> pair_;
};

const Row::Number& Row::number(const std::string& name) {
    const auto found = numbers_.find(name);
    if (found != numbers_.end()) return found->second;
    const auto input = std::ranges::find(program_.inputs, name, &ir::Input::name);
    if (input == program_.inputs.end()) throw NotShown{"a bound of " + name};
    const std::optional<Polynomial> limit = this->limit(*input);
    const bool has_sign = input->representation.is_signed();
    const int bits = limb_bits * static_cast<int>(input->words.size());
    const mpz_class most =
        std::min<mpz_class>(limit ? splits_.range(*limit).most : power_of_two(bits), power_of_two(bits) - 1);
    const mpz_class least = has_sign ? mpz_class(-most) : mpz_class(is_odd_input(program_, name) ? 1 : 0);
    const Number& number = numbers_[name] = words_of(*input, {least, most});
    // the limit, if its values are non-negative, else a constant
    if (has_sign) sizes_[number.var] = limit && !has_signed(*limit) ? *limit : Polynomial(most);
    return number;
}

bool Row::has_signed(const Polynomial& p) const {
    return std::ranges::any_of(p.terms(), [&](const auto& term) {
        return std::ranges::any_of(
            term.first, [&](char32_t code) { return splits_.range(Var::of_code(code)).least < 0; });
    });
}

// An upper bound of the input, or of its magnitude if it is signed, from the preconditions.
std::optional<Polynomial> Row::limit(const ir::Input& input) {
    const ir::Bound* bound = bound_of(program_, input.name);
    if (!bound || bound->at_least) return std::nullopt;
    const Expr& below = *bound->below;
    if (below.kind == Kind::sub && below.right->kind == Kind::magnitude)
        return value(*below.left) - Polynomial(mpz_class(1));
    return value(below) - Polynomial(mpz_class(1));
}

Row::Number Row::words_of(const ir::Input& input, const Range& range) {
    Number number;
    const bool has_sign = input.representation.is_signed();
    const int zeros = input.representation.is_digits() ? spare : 0;  // below the digit
    const mpz_class size = power_of_two(limb_bits - zeros);
    mpz_class weight = 1;
    for (ir::Word word : input.words) {
        Range part{0, std::min<mpz_class>(size - 1, range.most / weight)};
        if (has_sign) part = {-size / 2, size / 2 - 1};
        const Var var = splits_.any(input.words.size() == 1 ? meet(part, range) : part);
        if (number.sum.is_zero()) number.lowest = var;
        number.sum.add(var, weight);
        weight *= size;
        Polynomial value = scaled(var, power_of_two(zeros));
        has_sign ? words_.set_signed(word, std::move(value)) : words_.set_unsigned(word, std::move(value));
    }
    number.var = input.words.size() == 1 ? number.lowest : splits_.any(range);
    return number;
}

// Preconditions on two inputs: |x| + |y| < limit; and n·n0inv = -1 modulo 2^32 for odd unsigned n.
void Row::add_rules() {
    for (const ir::Bound& bound : program_.contract.requires_) {
        const Expr& below = *bound.below;
        const bool is_sum = !bound.at_least && of_magnitude(bound, program_) && below.kind == Kind::sub &&
                            below.right->kind == Kind::magnitude && below.right->left->kind == Kind::name;
        if (is_sum) {
            const Polynomial limit = value(*below.left);
            const Var first = number(below.right->left->text).var, second = number(bound.name).var;
            const bool are_signed = sizes_.contains(first) && sizes_.contains(second) && first != second;
            if (limit.is_constant() && are_signed) pair_ = {first, second, limit.constant() - 1};
        }
        for (const ir::Input& input : program_.inputs) {
            const ExprPtr base = ir::pow2(limb_bits);
            const ExprPtr inverse = (ir::integer(0) - ir::inverse(ir::var(input.name), base)) % base;
            if (!is_exact(bound) || !is_same(*bound.at_least, *inverse) ||
                !is_odd_input(program_, input.name))
                continue;
            const Number &n = number(input.name), &n0inv = number(bound.name);
            if (!sizes_.contains(n.var) && !sizes_.contains(n0inv.var))
                splits_.add_rule(n.lowest, n0inv.lowest, -1);
        }
    }
}

Polynomial Row::value(const Expr& e) {
    switch (e.kind) {
        case Kind::name: return number(e.text).var;
        case Kind::integer: return mpz_class(std::to_string(e.number));
        case Kind::constant: return mpz_class(e.hex, 16);
        case Kind::pow2: return power_of_two(static_cast<int>(e.number));
        case Kind::add: return value(*e.left) + value(*e.right);
        case Kind::sub: return value(*e.left) - value(*e.right);
        case Kind::mul: return value(*e.left) * value(*e.right);
        default: throw NotShown{"the value of " + to_string(e)};
    }
}

Polynomial Row::in_words(Polynomial p) const {
    for (const auto& [name, number] : numbers_) {
        if (number.var != number.lowest) p.substitute(number.var, number.sum);
    }
    return p;
}

Polynomial Row::in_numbers(Polynomial p) const {
    for (const auto& [name, number] : numbers_) {
        if (number.var != number.lowest)
            p.substitute(number.lowest, Polynomial(number.var) - number.sum + Polynomial(number.lowest));
    }
    return splits_.in_residues(std::move(p));
}

// An upper bound of |coefficient·monomial|, as a polynomial in non-negative values.
Polynomial Row::magnitude(const Monomial& monomial, const mpz_class& coefficient) const {
    Polynomial product = mpz_class(abs(coefficient));
    for (char32_t code : monomial) {
        const Var var = Var::of_code(code);
        const auto size = sizes_.find(var);
        const Range& range = splits_.range(var);
        if (size != sizes_.end()) {
            product = product * size->second;
        } else if (range.least >= 0) {
            product = product * Polynomial(var);
        } else {
            product *= std::max<mpz_class>(-range.least, range.most);
        }
    }
    return product;
}

// For 0 <= v <= most and m = (most + 1)/2: c·v + C = c·(v - m) + (C + c·m), and |c·(v - m)| <= |c|·m. Removes
// the term c·(v - m) from p where that makes the bound smaller, and returns the sum of the |c|·m. Numbers of
// the contract stay.
mpz_class Row::centre(Polynomial& p) const {
    mpz_class taken = 0;
    const Polynomial::Terms terms = p.terms();
    for (const auto& [monomial, coefficient] : terms) {
        if (monomial.size() != 1) continue;
        const Range& range = splits_.range(front(monomial));
        const bool is_number = std::ranges::any_of(
            numbers_, [&](const auto& number) { return number.second.var == front(monomial); });
        const mpz_class middle = (range.most + 1) / 2, constant = p.constant(),
                        shifted = constant + coefficient * middle, size = abs(coefficient) * middle;
        if (is_number || range.least != 0 || abs(shifted) >= size + abs(constant)) continue;
        p.add(monomial, -coefficient);
        p.add(Monomial(), coefficient * middle);
        taken += size;
    }
    return taken;
}

// An upper bound of |p|, with |x|·A + |y|·B <= (|x| + |y|)·max(A, B) for the pair, coefficient by
// coefficient.
Polynomial Row::magnitude(const Polynomial& polynomial) const {
    Polynomial p = polynomial, sum = centre(p), first, second;
    for (const auto& [monomial, coefficient] : p.terms()) {
        if (pair_ && contains(monomial, pair_->first)) {
            first += magnitude(without(monomial, pair_->first), coefficient);
        } else if (pair_ && contains(monomial, pair_->second)) {
            second += magnitude(without(monomial, pair_->second), coefficient);
        } else {
            sum += magnitude(monomial, coefficient);
        }
    }
    if (!pair_) return sum;
    return sum + scaled(larger(first, second), pair_->limit);
}

// The value of the output's digits.
Polynomial Row::result() {
    Polynomial sum;
    mpz_class weight = 1;
    for (ir::Operand word : program_.outputs[0].words) {
        const Polynomial value = words_.signed_value(word);
        for (const auto& [monomial, coefficient] : value.terms()) {
            if (coefficient % power_of_two(spare) != 0)
                throw NotShown{"that the words of the output are digits"};
        }
        sum.add(divided(value, power_of_two(spare)), weight);
        weight <<= digit_bits;
    }
    return sum;
}

// The polynomial that must be 0 modulo the modulus, or in [0, divisor - 1] for a floor.
Polynomial Row::difference() {
    const Expr &left = *program_.contract.left, &right = *program_.contract.right;
    if (right.kind == Kind::div) return value(*right.left) - value(*right.right) * value(left);
    if (left.kind != Kind::mod || !is_same(*left.right, *right.right)) throw NotShown{to_string(left)};
    return value(*right.left) - value(*left.left);
}

// Checks the relation. requires: `difference` equals the result of difference() times scale.
void Row::check_relation(const Polynomial& difference, const mpz_class& divisor, int scale) {
    const Expr& right = *program_.contract.right;
    if (right.kind == Kind::div) {
        if (!splits_.range(difference).is_within(0, divisor * scale - 1))
            throw NotShown{"the range of the remainder"};
        return;
    }
    const Polynomial modulus = value(*right.right);
    Polynomial quotient;
    if (modulus.is_constant()) {
        for (const auto& [monomial, coefficient] : difference.terms()) {
            if (coefficient % modulus.constant() != 0) throw NotShown{"the congruence"};
        }
        quotient = divided(difference, modulus.constant());
    } else {
        Polynomial rest = difference;
        quotient = rest.extract(number(right.right->text).var);
        if (!rest.is_zero()) throw NotShown{"the congruence"};
    }
    if (!splits_.eliminated(quotient, spare).is_zero()) throw NotShown{"that the quotient is an integer"};
}

// Whether floor(T / divisor) <= r < floor(T' / divisor) + 1. requires: divisor·r·scale = product - rest.
bool Row::is_between(const ir::Bound& bound, const Polynomial& product, const Polynomial& rest,
                     const mpz_class& divisor, int scale) {
    const Expr &least = *bound.at_least, &below = *bound.below;
    const auto is_floor = [&](const Expr& e) {
        return e.kind == Kind::div && (value(*e.right) - Polynomial(divisor)).is_zero();
    };
    if (!is_floor(least) || below.kind != Kind::add || !is_floor(*below.left) ||
        !is_same(*below.right, *ir::integer(1)))
        return false;
    const Polynomial size = magnitude(rest),
                     above = product - scaled(value(*least.left), scale) +
                             Polynomial(mpz_class((divisor - 1) * scale)),
                     room = scaled(value(*below.left->left), scale) - product;
    return splits_.range(above - size).least >= 0 && splits_.range(room - size).least >= 0;
}

void Row::prove() {
    for (const ir::Input& input : program_.inputs) number(input.name);
    add_rules();
    if (const auto unknown = words_.run(program_.body)) throw NotShown{"the effect of `" + *unknown + "`"};

    const ir::Output& output = program_.outputs[0];
    const int digits = static_cast<int>(output.words.size()), scale = 1 << spare;
    mpz_class most_result = 0;  // digits are at least -2^29
    for (int i = 0; i < digits; ++i) most_result += power_of_two(digit_bits * i + digit_bits - 1);
    const Var r = splits_.any({-most_result, most_result});
    numbers_[output.name] = {r, r, r};

    // difference = operands - divisor·r
    const Polynomial difference = scaled(this->difference(), scale);
    Polynomial operands = difference;
    const Polynomial minus_divisor = operands.extract(r);
    const mpz_class divisor = -minus_divisor.constant() / scale;
    const int bits = static_cast<int>(mpz_sizeinbase(divisor.get_mpz_t(), 2)) - 1;
    if (!minus_divisor.is_constant() || divisor != power_of_two(bits)) throw NotShown{"the relation"};
    const int modulus_bits = spare + bits + digit_bits * digits;
    Polynomial p = in_words(operands);
    p.add(result(), -divisor * scale);
    p = in_numbers(splits_.eliminated(std::move(p), modulus_bits));
    p.reduce_coefficients(power_of_two(modulus_bits));
    if (most(difference) + most(p) >= power_of_two(modulus_bits))
        throw NotShown{fmt::format("that {} digits are enough", digits)};
    check_relation(p, divisor, scale);

    // divisor·r·scale = operands - p
    const Polynomial size = magnitude(operands - p);
    for (const ir::Bound& bound : program_.contract.ensures) {
        if (bound.name != output.name || bound.step != 1) throw NotShown{"a range of " + bound.name};
        if (bound.at_least) {
            if (!is_between(bound, operands, p, divisor, scale))
                throw NotShown{fmt::format("{} <= {} < {}", to_string(*bound.at_least), bound.name,
                                           to_string(*bound.below))};
            continue;
        }
        const Polynomial room = scaled(value(*bound.below), divisor * scale) - size;
        if (splits_.range(room).least <= 0)
            throw NotShown{fmt::format("|{}| < {}", bound.name, to_string(*bound.below))};
    }
}

}  // namespace

bool is_row(const ir::Program& program) {
    const auto has = [&](const ir::Representation::Kind kind) {
        return std::ranges::any_of(program.inputs,
                                   [&](const ir::Input& x) { return x.representation.kind == kind; });
    };
    const Kind kind = program.contract.right->kind;
    return program.outputs.size() == 1 && program.outputs[0].representation.is_digits() &&
           has(ir::Representation::Kind::digits) && has(ir::Representation::Kind::signed_word) &&
           (kind == Kind::div || kind == Kind::mod);
}

Verdict prove_row(const ir::Program& program) {
    try {
        Row(program).prove();
    } catch (const NotShown& gap) {
        return {false, "not proved: " + gap.what};
    }
    return {true, {}};
}

}  // namespace limbsmith::proof
