// An expression of numbers that is computed as a whole: (a*a + b)*(b*b + b) + 3*a**4 - 0x1f.
//
// Promises: operations in an order in which each stands after its operands, none twice: a repeated term is
// computed once. Constants are added up, multiplied and raised here; signs are moved into sums.
// algorithm/loop/expression builds its routine.
//
//   sum     := product (('+' | '-') product)*
//   product := signed ('*' signed)*
//   signed  := '-' signed | power
//   power   := atom (('**' | '^') signed)?        the exponent is a constant, not negative
//   atom    := name | decimal | 0x hexadecimal | '(' sum ')'
#pragma once

#include <gmpxx.h>

#include <compare>
#include <string>
#include <string_view>
#include <vector>

namespace limbsmith {

inline constexpr int max_fused_operations = 256;
inline constexpr int max_fused_depth = 256;  // of nested parentheses and exponents
inline constexpr int max_fused_size = 4096;  // names and numbers, powers written as products
inline constexpr int max_constant_bits = 65536;

struct Fused {
    // The kind of the operands: numbers of a width, or residues.
    enum class Numbers { whole, residues };
    enum class Kind { input, constant, add, sub, mul };
    // An input or a constant, by its index among them in `left`; or an operation on two earlier nodes.
    struct Node {
        Kind kind;
        int left, right = -1;
        bool is_operation() const { return kind != Kind::input && kind != Kind::constant; }
        auto operator<=>(const Node&) const = default;
    };
    std::string text;                  // as written, without white space
    std::vector<std::string> inputs;   // in alphabetical order
    std::vector<mpz_class> constants;  // not negative
    std::vector<Node> nodes;           // the inputs are the first; the last is the value
};

// Throws usage_error for a text that does not parse, with a caret below the place; for a name that generated code uses
// itself; and for an expression without an operation on names. Throws unsupported above the limits. `what` names the text.
Fused parse_fused(std::string_view text, Fused::Numbers numbers = Fused::Numbers::whole,
                  std::string_view what = "--expr");

}  // namespace limbsmith
