// The contract of a program: preconditions on the inputs (`requires`), one relation, and the ranges of the
// outputs (`ensures`).
//
// The banner of a generated function prints it; `random`, `run` and the tests draw legal inputs from it;
// `check` evaluates it with GMP (eval/contract_value).
#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace limbsmith::ir {

// A function of integers with a definition of its own. `number` is a constant parameter.
struct Function {
    std::string_view name;
    mpz_class (*value)(uint64_t number, std::span<const mpz_class> arguments);
};

// An exact integer expression over the names of inputs and outputs.
struct Expr {
    enum class Kind : uint8_t {
        name,       // an input or output, by name; in invariants also element `left` of an array
        integer,    // a small constant
        constant,   // a named constant: N, R
        pow2,       // 2^integer
        add,        // left + right
        sub,        // left - right, may be negative
        mul,        // left * right
        mod,        // left modulo right, 0 <= result < right
        div,        // floor(left / right)
        exp2,       // 2^left for a value known at run time
        power,      // left^right modulo other
        bit_and,    // left & right
        bit_or,     // left | right
        bit_xor,    // left ^ right
        equal,      // 1 if left = right else 0
        less,       // 1 if left < right else 0
        if_else,    // right if left != 0, else other
        magnitude,  // |left|
        gcd,        // the greatest common divisor of left and right, gcd(0, 0) = 0
        inverse,    // x with x·left = 1 modulo right, 0 <= x < right; 0 if there is none
        applied,    // function(number; left, right, other), as many arguments as it has
    };
    Kind kind;
    std::string text{};   // name, constant: as it is printed
    std::string hex{};    // constant: its value in hexadecimal digits
    uint64_t number = 0;  // integer, pow2, applied
    std::shared_ptr<const Expr> left{}, right{}, other{};
    const Function* function = nullptr;  // applied: one that stays
};
using ExprPtr = std::shared_ptr<const Expr>;

ExprPtr var(std::string name);
// An element of an array.
ExprPtr at(std::string name, ExprPtr index);
ExprPtr integer(uint64_t value);
// A constant printed as `name`; `hex` is its value in hexadecimal digits.
ExprPtr constant(std::string name, std::string hex);
ExprPtr pow2(uint64_t exponent);
ExprPtr exp2(ExprPtr exponent);
// base^exponent mod modulus. requires: exponent >= 0, modulus > 0.
ExprPtr power(ExprPtr base, ExprPtr exponent, ExprPtr modulus);
ExprPtr equal(ExprPtr left, ExprPtr right);
ExprPtr less(ExprPtr left, ExprPtr right);
ExprPtr if_else(ExprPtr condition, ExprPtr yes, ExprPtr no);
ExprPtr magnitude(ExprPtr value);
ExprPtr gcd(ExprPtr left, ExprPtr right);
// requires: modulus > 0.
ExprPtr inverse(ExprPtr value, ExprPtr modulus);
ExprPtr apply(const Function& function, uint64_t number, ExprPtr left, ExprPtr right = nullptr,
              ExprPtr other = nullptr);
ExprPtr operator+(ExprPtr left, ExprPtr right);
ExprPtr operator-(ExprPtr left, ExprPtr right);
ExprPtr operator*(ExprPtr left, ExprPtr right);
ExprPtr operator%(ExprPtr left, ExprPtr right);
ExprPtr operator/(ExprPtr left, ExprPtr right);
ExprPtr operator&(ExprPtr left, ExprPtr right);
ExprPtr operator|(ExprPtr left, ExprPtr right);
ExprPtr operator^(ExprPtr left, ExprPtr right);

// Whether both are the same expression; constants are compared by value.
bool is_same(const Expr& x, const Expr& y);
// The expression in the notation of the banners: `(a + b) mod 2^160`; `[a < b]` is 1 if a < b, else 0.
std::string to_string(const Expr& expr);

// A range: at_least <= name < below, for an input or an output. Without at_least: 0 <= name, or |name| <
// below for a signed one (of_magnitude in program.hpp).
struct Bound {
    std::string name;
    ExprPtr below;
    ExprPtr at_least{};
    unsigned residue = 0, step = 1;  // also name = residue modulo step
};

inline Bound congruent(Bound bound, unsigned residue, unsigned step) {
    bound.residue = residue;
    bound.step = step;
    return bound;
}

// name = value
inline Bound exactly(std::string name, const ExprPtr& value) {
    return {std::move(name), value + integer(1), value};
}
inline bool is_exact(const Bound& bound) {
    return bound.at_least && is_same(*bound.below, *(bound.at_least + integer(1)));
}

// A property of an input besides its range: name = value, where `value` may use the name itself (`n | 1`: n
// is odd). `text` states it in words.
struct Given {
    std::string name;
    ExprPtr value;
    std::string text;
};

// requires: every Bound of `requires_` and every Given of `givens`. ensures: left = right, and every Bound of
// `ensures`. `left` may use outputs; `right` uses inputs only. The relation and the ensured ranges determine
// the outputs.
struct Contract {
    std::vector<Bound> requires_;
    ExprPtr left;
    ExprPtr right;
    std::vector<Bound> ensures;
    std::vector<Given> givens{};
};

}  // namespace limbsmith::ir
