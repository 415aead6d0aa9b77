// A limb: an operand and the largest value it can have.
#pragma once

#include <gmpxx.h>

#include <vector>

#include "ir/builder.hpp"
#include "spec/representations.hpp"
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

// The number of limbs that hold numbers of at most `max`, one or more.
inline int limbs_for(const mpz_class& max) {
    return static_cast<int>((mpz_sizeinbase(max.get_mpz_t(), 2) + limb_bits - 1) / limb_bits);
}

// The inputs a and b, numbers of the width.
struct TwoNumbers {
    Words a, b;
};
inline TwoNumbers two_numbers(ir::Builder& builder, Width width) {
    Words a = builder.input("a", repr::num, width.limbs());
    return {std::move(a), builder.input("b", repr::num, width.limbs())};
}

inline Words zeros(int count) { return Words(count, ir::Operand(0u)); }

}  // namespace limbsmith::algorithm
