// Expressions of `limbsmith pool`: reads one from left to right and says what to compute, operands before operations.
//
//     either  = odd ('|' odd)*
//     odd     = both ('^' both)*
//     both    = shift ('&' shift)*
//     shift   = sum (('<<' | '>>') sum)*
//     sum     = product (('+' | '-') product)*
//     product = factor (('*' | '/' | '//' | '%') factor)*
//     factor  = ('-' | '+' | '~') factor | power
//     power   = atom ['**' factor]
//     atom    = NUMBER | NAME | FUNCTION '(' either (',' either)* ')' | '(' either ')'
//               | 'float' '(' NUMBER in quotes ')'
//
// A function with several values is a whole expression. Names and functions are told apart by the '(' after functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

#include "cli/pool/function.hpp"

namespace limbsmith::cli {

enum class PoolOperator : uint8_t {
    or_,
    xor_,
    and_,
    shl,
    shr,
    add,
    sub,
    mul,
    div,
    div_floor,
    mod,
    pow,
    neg,
    not_
};

inline bool is_unary(PoolOperator operation) { return operation >= PoolOperator::neg; }

// The operations on a stack of values. `at` is the byte of the text where the message about it points to.
class PoolSink {
  public:
    virtual ~PoolSink() = default;
    // `123`, `0x7f`, `1_000`; with a point or an exponent, which may have a sign before it, it is a rational.
    virtual void number(std::string_view text, bool is_rational) = 0;
    virtual void name(std::string_view name, size_t at) = 0;
    virtual void apply(PoolOperator operation) = 0;  // to the last value, or the last two
    // A call begins; an argument, the last value, is complete; so is the call, and the values of the function take the
    // places of its `count` arguments.
    virtual void open(PoolFunction function) = 0;
    virtual void argument(PoolFunction function) = 0;
    virtual void call(PoolFunction function, size_t count) = 0;
};

// How many operations an expression has as it is written; for sinks.
struct OperationCounter {
    size_t operations = 0;
    void apply() { ++operations; }
    void argument(PoolFunction function) { operations += function.joins_pairs(); }
    void call(PoolFunction function) { operations += !function.joins_pairs(); }
};

// An expression is malformed at byte `at` of its text.
class PoolMistake : public std::runtime_error {
  public:
    PoolMistake(size_t at, const std::string& message) : std::runtime_error(message), at(at) {}
    size_t at;
};

// Reads text from byte `begin` to its end, without recursion: an expression with so many values. Throws PoolMistake.
void parse_pool_expression(std::string_view text, size_t begin, size_t values, PoolSink& sink);

bool begins_pool_name(char c);
// The end of the name that begins at byte `begin`.
size_t end_of_pool_name(std::string_view text, size_t begin);
// The name as messages show it, cut off at the length of a line.
std::string shown_pool_name(std::string_view name);

}  // namespace limbsmith::cli
