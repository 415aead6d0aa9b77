// Forms of contract expressions that the proofs recognise.
#pragma once

#include "ir/contract.hpp"

namespace limbsmith::proof {

inline bool is_integer(const ir::Expr& e, uint64_t number) {
    return e.kind == ir::Expr::Kind::integer && e.number == number;
}
// (0 - inverse(x, 2^k)) mod 2^k
bool is_negative_inverse(const ir::Expr& e);
// x < 2^k ? x : x - 2^(k+1), the value of x in two's complement
bool is_signed_value(const ir::Expr& e);

}  // namespace limbsmith::proof
