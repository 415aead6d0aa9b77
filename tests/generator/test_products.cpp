// How many products multiplications take: none whose word cannot be non-zero, half of the cross products in
// squares.
#include <doctest/doctest.h>

#include "plan/cost.hpp"
#include "plan/plan.hpp"
#include "support/widths.hpp"

namespace limbsmith::test {
namespace {

plan::Cost cost(Op op, int bits, MulAlgorithm mul = MulAlgorithm::rows) {
    return plan::cost(plan::functions(op, Width{bits}, mul)[0]);
}

// The products of two limbs with both words, and with one word only, that an exact product of two numbers
// needs: the high word of limbs i and j is needed if their largest product has one.
struct Needed {
    int wide = 0, half = 0;
};

Needed needed(Width width, bool square) {
    Needed needed;
    for (int i = 0; i < width.limbs(); ++i) {
        for (int j = square ? i : 0; j < width.limbs(); ++j) {
            const bool has_high = uint64_t{width.limb_max(i)} * width.limb_max(j) > UINT32_MAX;
            ++(has_high ? needed.wide : needed.half);
        }
    }
    return needed;
}

}  // namespace

TEST_CASE("no product is computed whose word cannot be non-zero") {
    for (MulAlgorithm mul : {MulAlgorithm::rows, MulAlgorithm::schoolbook}) {
        for (int bits : all_widths()) {
            CAPTURE(bits);
            const Needed product = needed(Width{bits}, false), square = needed(Width{bits}, true);
            CHECK(cost(Op::mul, bits, mul).wide_products == product.wide);
            CHECK(cost(Op::mul, bits, mul).half_products == product.half);
            CHECK(cost(Op::sqr, bits, mul).wide_products == square.wide);
            CHECK(cost(Op::sqr, bits, mul).half_products == square.half);
        }
    }
}

TEST_CASE("known counts") {
    CHECK(cost(Op::mul, 131).wide_products == 24);
    CHECK(cost(Op::mul, 131).half_products == 1);
    CHECK(cost(Op::mul, 256).wide_products == 64);
    CHECK(cost(Op::sqr, 256).wide_products == 36);
    CHECK(cost(Op::mul, 1024).wide_products == 1024);
    CHECK(cost(Op::mul, 1).wide_products == 0);
    CHECK(cost(Op::mul, 16).instructions == 1);
    // the low half of an 8-limb product: 28 whole products below the diagonal and 8 low words on it
    CHECK(cost(Op::mul_lo, 256).wide_products == 28);
    CHECK(cost(Op::mul_lo, 256).half_products == 8);
}

TEST_CASE("products have the limbs that their width needs") {
    for (int bits : all_widths()) {
        CAPTURE(bits);
        const size_t limbs = (2 * bits + 31) / 32;
        CHECK(plan::functions(Op::mul, Width{bits}, MulAlgorithm::automatic)[0].outputs[0].words.size() ==
              limbs);
        CHECK(plan::functions(Op::sqr, Width{bits}, MulAlgorithm::automatic)[0].outputs[0].words.size() ==
              limbs);
    }
}

TEST_CASE("auto chooses rows") {
    CHECK(dump(plan::functions(Op::mul, Width{131}, MulAlgorithm::automatic)[0]) ==
          dump(plan::functions(Op::mul, Width{131}, MulAlgorithm::rows)[0]));
    CHECK(dump(plan::functions(Op::mul, Width{131}, MulAlgorithm::automatic)[0]) !=
          dump(plan::functions(Op::mul, Width{131}, MulAlgorithm::schoolbook)[0]));
}

}  // namespace limbsmith::test
