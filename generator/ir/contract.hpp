// What a program promises, said once: `requires` on the inputs, one relation, the ranges of the outputs.
//
// The same contract prints the banner of a generated function, tells `random`, `run` and the tests which
// inputs are legal, and is what `check` evaluates with GMP (eval/contract_value).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace limbsmith::ir {

// An exact integer expression over the names of inputs and outputs.
struct Expr {
    enum class Kind : uint8_t {
        name,       // an input or output, by name; in invariants also element `left` of an array
        integer,    // a small constant
        constant,   // a constant with a name: N, R
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
        if_else,    // right if left != 0 else other
        magnitude,  // left without its sign
        gcd,        // the greatest common divisor of left and right, gcd(0, 0) = 0
        inverse,    // x with x·left = 1 modulo right, 0 <= x < right; 0 where there is none
        divsteps,   // what `number` divsteps of (-left/2, right, other) do: see below
    };
    Kind kind;
    std::string text{};   // name, constant: how it is written
    std::string hex{};    // constant: its digits
    uint64_t number = 0;  // integer, pow2
    std::shared_ptr<const Expr> left{}, right{}, other{};
};
using ExprPtr = std::shared_ptr<const Expr>;

ExprPtr var(std::string name);
// An element of an array.
ExprPtr at(std::string name, ExprPtr index);
ExprPtr integer(uint64_t value);
// A number that is written as `name`; its value in hexadecimal digits.
ExprPtr constant(std::string name, std::string hex);
ExprPtr pow2(uint64_t exponent);
ExprPtr exp2(ExprPtr exponent);
// base^exponent mod modulus. requires of values: exponent >= 0, modulus > 0.
ExprPtr power(ExprPtr base, ExprPtr exponent, ExprPtr modulus);
ExprPtr equal(ExprPtr left, ExprPtr right);
ExprPtr less(ExprPtr left, ExprPtr right);
ExprPtr if_else(ExprPtr condition, ExprPtr yes, ExprPtr no);
ExprPtr magnitude(ExprPtr value);
ExprPtr gcd(ExprPtr left, ExprPtr right);
// requires of values: modulus > 0.
ExprPtr inverse(ExprPtr value, ExprPtr modulus);
// The matrix (u v; q r) by which (f, g), over 2^count, goes through `count` divsteps (D. J. Bernstein, B.-Y.
// Yang 2019), f odd, delta = -eta/2; and the eta of the end: u + 2^32·v + 2^64·q + 2^96·r + 2^128·eta. It
// depends on f and g modulo 2^count alone.
ExprPtr divsteps(uint64_t count, ExprPtr eta, ExprPtr f, ExprPtr g);
ExprPtr operator+(ExprPtr left, ExprPtr right);
ExprPtr operator-(ExprPtr left, ExprPtr right);
ExprPtr operator*(ExprPtr left, ExprPtr right);
ExprPtr operator%(ExprPtr left, ExprPtr right);
ExprPtr operator/(ExprPtr left, ExprPtr right);
ExprPtr operator&(ExprPtr left, ExprPtr right);
ExprPtr operator|(ExprPtr left, ExprPtr right);
ExprPtr operator^(ExprPtr left, ExprPtr right);

// Whether both are the same expression, constants by their values.
bool is_same(const Expr& x, const Expr& y);
// The expression in the notation of the banners: `(a + b) mod 2^160`; `[a < b]` is 1 if a < b, else 0.
std::string to_string(const Expr& expr);

// at_least <= name < below, for an input or an output; from 0 where nothing is said, and |name| < below where
// nothing is said of a signed one (of_magnitude in program.hpp).
struct Bound {
    std::string name;
    ExprPtr below;
    ExprPtr at_least{};
    unsigned residue = 0, step = 1;  // and name = residue modulo step
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

// What an input is beside its range: name = value(name). `text` says it in words.
struct Given {
    std::string name;
    ExprPtr value;
    std::string text;
};

// requires: every Bound of `requires_` and every Given of `givens`; ensures: value(left) = value(right), and
// every Bound of `ensures`. `left` mentions outputs and `right` inputs only; with the ensured ranges the
// outputs are determined.
struct Contract {
    std::vector<Bound> requires_;
    ExprPtr left;
    ExprPtr right;
    std::vector<Bound> ensures;
    std::vector<Given> givens{};
};

}  // namespace limbsmith::ir
