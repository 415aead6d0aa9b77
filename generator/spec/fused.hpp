// An expression of numbers that is computed as a whole: (a*a + b)*(b*b + b) + a*b.
//
// Promises: operations in an order in which each stands after its operands, none twice: what is written twice is
// computed once. algorithm/expression builds its routine.
//
//   sum     := product (('+' | '-') product)*
//   product := atom ('*' atom)*
//   atom    := name | '(' sum ')'
#pragma once

#include <compare>
#include <string>
#include <string_view>
#include <vector>

namespace limbsmith {

inline constexpr int max_fused_operations = 256;
inline constexpr int max_fused_depth = 256;  // of nested parentheses

struct Fused {
    enum class Kind { input, add, sub, mul };
    // An input, by its index among `inputs` in `left`; or an operation on two earlier nodes.
    struct Node {
        Kind kind;
        int left, right = -1;
        auto operator<=>(const Node&) const = default;
    };
    std::string text;                 // as written, without white space
    std::vector<std::string> inputs;  // in alphabetical order
    std::vector<Node> nodes;          // the last is the value
};

// Throws usage_error for a text that does not parse, with a caret below the place; for a name that generated code uses
// itself; and for an expression without an operation. Throws unsupported above the limits.
Fused parse_fused(std::string_view text);

}  // namespace limbsmith
