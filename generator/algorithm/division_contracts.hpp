// Contracts of the parts of divisions; B = 2^32, numbers of n limbs.
#pragma once

#include "algorithm/range.hpp"

namespace limbsmith::algorithm {

// name >= B^n/2: the top bit is set.
inline ir::Bound normalized_bound(Width width, std::string name) {
    return {std::move(name), container(width), ir::pow2(width.container_bits() - 1)};
}

// The reciprocal for divisions by d: floor((B^(m+1) - 1)/D) - B for the top two words D of d (m = 2), or its
// only word (m = 1).
inline ir::ExprPtr reciprocal_of(Width width, const ir::ExprPtr& d) {
    const bool two = width.limbs() > 1;
    const ir::ExprPtr top = width.limbs() > 2 ? d / ir::pow2(width.container_bits() - 2 * limb_bits) : d;
    return (ir::pow2(two ? 3 * limb_bits : 2 * limb_bits) - ir::integer(1)) / top - ir::pow2(limb_bits);
}

// v = reciprocal of d.
inline ir::Contract reciprocal_contract(Width width) {
    const ir::ExprPtr v = reciprocal_of(width, ir::var("d"));
    return {{normalized_bound(width, "d")}, ir::var("v"), v, {exactly("v", v)}};
}

// B·r + low = q·d + remainder, remainder < d. requires: r < d, v = reciprocal of d.
inline ir::Contract quotient_contract(Width width) {
    const ir::ExprPtr d = ir::var("d");
    return {{{"r", d}, any_word("low"), normalized_bound(width, "d"), exactly("v", reciprocal_of(width, d))},
            ir::var("q") * d + ir::var("remainder"),
            ir::pow2(limb_bits) * ir::var("r") + ir::var("low"),
            {{"remainder", d}, any_word("q")}};
}

// The same with minus_d = B^n - d as a further input.
inline ir::Contract row_quotient_contract(Width width) {
    ir::Contract contract = quotient_contract(width);
    contract.requires_.insert(contract.requires_.end() - 1,
                              exactly("minus_d", container(width) - ir::var("d")));
    return contract;
}
// sum = u + q·minus_d modulo B^(n+1).
inline ir::Contract row_contract(Width width) {
    const Width wider{width.container_bits() + limb_bits};
    return {{any_num(wider, "u"), any_num(width, "minus_d"), any_word("q")},
            ir::var("sum") % container(wider),
            (ir::var("u") + ir::var("q") * ir::var("minus_d")) % container(wider),
            {any_num(wider, "sum")}};
}

// d = (b, or 1 if b = 0)·2^count with the top bit set.
inline ir::Contract normalized_contract(Width width) {
    return {{},
            ir::var("d"),
            if_else(ir::var("b"), ir::var("b"), ir::integer(1)) * exp2(ir::var("count")),
            {normalized_bound(width, "d"), {"count", ir::integer(width.container_bits())}}};
}

// u = a·2^count, one limb longer than a; and r = floor(a / 2^count); count < 32.
inline ir::Contract shifted_up_contract(Width width) {
    const Width wider{width.container_bits() + limb_bits};
    return {{{"count", ir::integer(limb_bits)}},
            ir::var("u"),
            ir::var("a") * exp2(ir::var("count")),
            {any_num(wider, "u")}};
}
inline ir::Contract shifted_down_contract() {
    return {{{"count", ir::integer(limb_bits)}},
            ir::var("r"),
            ir::var("a") / exp2(ir::var("count")),
            {any_word("r")}};
}

}  // namespace limbsmith::algorithm
