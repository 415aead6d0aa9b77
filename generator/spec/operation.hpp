// The operations there are, in the order in which headers and listings show them.
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
    is_zero,
    select,
    shl,
    shr,
    and_,
    or_,
    xor_,
    not_,
    mul,
    sqr,
    mul_lo,
    mul_hi,
    mod_add,
    mod_sub,
    mod_neg,
};

struct OpInfo {
    Op op;
    std::string_view name;
    std::string_view summary;
};

std::span<const OpInfo> operations();
std::string_view name(Op op);

// The operation called `name`. Throws usage_error naming the nearest operation where there is none.
Op parse_operation(std::string_view name);
// `add,mul`, or `all`, in header order without repetitions.
std::vector<Op> parse_operations(std::string_view list);

// The candidate closest to `word` by edit distance. requires: candidates not empty.
std::string nearest(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace limbsmith
