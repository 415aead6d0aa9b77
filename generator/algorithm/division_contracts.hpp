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

// B·r + low = q·d + remainder, remainder < d. requires: r < d, minus_d = B^n - d, v = reciprocal of d.
inline ir::Contract quotient_contract(Width width) {
    const ir::ExprPtr d = ir::var("d");
    return {{{"r", d},
             any_word("low"),
             normalized_bound(width, "d"),
             exactly("minus_d", container(width) - d),
             exactly("v", reciprocal_of(width, d))},
            ir::var("q") * d + ir::var("remainder"),
            ir::pow2(limb_bits) * ir::var("r") + ir::var("low"),
            {{"remainder", d}, any_word("q")}};
}

}  // namespace limbsmith::algorithm
