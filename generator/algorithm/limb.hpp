// A limb: an operand and the largest value it can have.
#pragma once

#include <vector>

#include "ir/builder.hpp"
#include "spec/width.hpp"

namespace limbsmith::algorithm {

struct Limb {
    ir::Operand word{};
    uint32_t max = 0;  // 0: the limb is always zero

    explicit operator bool() const { return max != 0; }
};

using Limbs = std::vector<Limb>;
using Words = std::vector<ir::Operand>;

// The words of a number below 2^width with the bounds that follow.
inline Limbs bounded(const Words& words, Width width) {
    Limbs limbs;
    for (int i = 0; i < static_cast<int>(words.size()); ++i) limbs.push_back({words[i], width.limb_max(i)});
    return limbs;
}

inline Words zeros(int count) { return Words(count, ir::Operand(0u)); }

}  // namespace limbsmith::algorithm
