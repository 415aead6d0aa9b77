// The operations there are, in the order in which headers and listings show them; loops come last.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace limbsmith {

enum class Op {
    add,
    sub,
    neg,
    eq,
    lt,
    slt,
    is_zero,
    select,
    shl,
    shr,
    sshr,
    and_,
    or_,
    xor_,
    not_,
    mul,
    sqr,
    mul_lo,
    mul_hi,
    smul,
    mod_add,
    mod_sub,
    mod_neg,
    divrem1,
    divrem,
    gcd,
};

// Whether operands are numbers from 0 on, or two's complement over all limbs.
enum class Operands { naturals, integers };
// How the code is made: a program, or a loop in the template around straight-line parts.
enum class Form { straight_line, loop };

struct OpInfo {
    Op op;
    std::string_view name;
    std::string_view summary;
    Operands operands = Operands::naturals;
    Form form = Form::straight_line;
    std::vector<Op> needs{};  // other operations that a loop calls

    bool is_signed() const { return operands == Operands::integers; }
    bool is_loop() const { return form == Form::loop; }
};

std::span<const OpInfo> operations();
const OpInfo& info_of(Op op);
inline std::string_view name(Op op) { return info_of(op).name; }

// The operations and all that they need, in header order.
std::vector<Op> closure(std::vector<Op> ops);

// The operation called `name`. Throws usage_error naming the nearest operation where there is none.
Op parse_operation(std::string_view name);
// The words between the commas of a list.
std::vector<std::string_view> split(std::string_view list);
// `add,mul`, or `all`, in header order without repetitions.
std::vector<Op> parse_operations(std::string_view list);

// The candidates that `word` may have been meant to be, the closest first: at most `most` that differ in no
// more than a third of their letters, or in what follows three or more; upper and lower case are the same.
std::vector<std::string> nearest(std::string_view word, std::vector<std::string> candidates, size_t most);
// "; did you mean 'mul'?", nothing where no candidate is near.
std::string suggestion(std::string_view word, std::vector<std::string> candidates);

}  // namespace limbsmith
