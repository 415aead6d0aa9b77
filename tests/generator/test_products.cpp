// Products that multiplications need: no word that is always zero, half of the cross products for squares.
#include <doctest/doctest.h>

#include "pass/pass.hpp"
#include "plan/cost.hpp"
#include "plan/multiplication.hpp"
#include "support/programs.hpp"
#include "support/widths.hpp"

namespace limbsmith::test {
namespace {

plan::Cost cost(const std::string& op, int bits, MulChoice mul = MulAlgorithm::rows) {
    return plan::cost(whole_programs(op, Width{bits}, mul)[0]);
}

// The products of two limbs that an exact product needs, with both words or with one word only: the high word
// of limbs i and j is needed if their largest product has one.
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

TEST_CASE("products of limbs that are always 0 are not computed") {
    for (MulChoice mul : {MulAlgorithm::rows, MulAlgorithm::schoolbook}) {
        for (int bits : all_widths()) {
            CAPTURE(bits);
            const Needed product = needed(Width{bits}, false), square = needed(Width{bits}, true);
            CHECK(cost("mul", bits, mul).wide_products == product.wide);
            CHECK(cost("mul", bits, mul).half_products == product.half);
            CHECK(cost("sqr", bits, mul).wide_products == square.wide);
            CHECK(cost("sqr", bits, mul).half_products == square.half);
        }
    }
}

TEST_CASE("products have the known counts of instructions") {
    CHECK(cost("mul", 131).wide_products == 24);
    CHECK(cost("mul", 131).half_products == 1);
    CHECK(cost("mul", 256).wide_products == 64);
    CHECK(cost("sqr", 256).wide_products == 36);
    CHECK(cost("mul", 1024).wide_products == 1024);
    CHECK(cost("mul", 1).wide_products == 0);
    CHECK(cost("mul", 16).instructions == 1);
    // the low half of an 8-limb product: 28 whole products below the diagonal, 8 low words on it
    CHECK(cost("mul_lo", 256).wide_products == 28);
    CHECK(cost("mul_lo", 256).half_products == 8);
}

TEST_CASE("Karatsuba multiplies halves three times") {
    const auto karatsuba = [](int levels) { return MulChoice{MulAlgorithm::karatsuba, levels}; };
    const auto wide = [](const std::string& op, int bits, MulChoice mul) {
        return cost(op, bits, mul).wide_products;
    };
    CHECK(wide("mul", 256, karatsuba(1)) == 48);
    CHECK(wide("mul", 512, karatsuba(1)) == 192);
    CHECK(wide("mul", 512, karatsuba(2)) == 144);
    CHECK(wide("mul", 1024, karatsuba(2)) == 576);
    CHECK(wide("mul", 1024, karatsuba(5)) == 243);
    CHECK(wide("sqr", 512, karatsuba(1)) == 3 * 36);
    CHECK(wide("sqr", 512, karatsuba(2)) == 9 * 10);
    // halves of 3 and 2 limbs: 9 + 9 + 4 products; the product of the narrow top limbs has one word
    CHECK(wide("mul", 131, karatsuba(1)) == 21);
    CHECK(cost("mul", 131, karatsuba(1)).half_products == 1);
    // one level saves nothing below the diagonal; two save a quarter of the whole product there
    CHECK(dump(whole_programs("mul_lo", Width{512}, karatsuba(1))[0]) ==
          dump(whole_programs("mul_lo", Width{512}, MulAlgorithm::rows)[0]));
    CHECK(wide("mul_lo", 512, karatsuba(2)) == 120 - 16);
    // a level adds differences, signs and sums of the three products to the rows
    CHECK(cost("mul", 512, karatsuba(1)).additions + cost("mul", 512, karatsuba(1)).logic <= 156);
    CHECK(pass::peak_live_words(whole_programs("mul", Width{512}, karatsuba(1))[0]) <= 67);
}

TEST_CASE("an exact product has ceil(2*bits/32) limbs") {
    for (int bits : all_widths()) {
        CAPTURE(bits);
        const size_t limbs = (2 * bits + 31) / 32;
        CHECK(whole_programs("mul", Width{bits}, MulAlgorithm::automatic)[0].outputs[0].words.size() ==
              limbs);
        CHECK(whole_programs("sqr", Width{bits}, MulAlgorithm::automatic)[0].outputs[0].words.size() ==
              limbs);
    }
}

TEST_CASE("auto chooses Karatsuba for long halves and rows otherwise") {
    const auto chosen = [](const std::string& op, int bits) {
        const Spec spec = Spec::of(Width{bits});
        return catalogue::functions(catalogue::operation(spec, op), spec)[0].algorithm;
    };
    for (int bits : {1, 32, 131, 256, 480}) {
        CAPTURE(bits);
        for (const std::string op : {"mul", "sqr", "mul_lo", "mul_hi"}) CHECK(chosen(op, bits) == "rows");
    }
    CHECK(chosen("mul", 512) == "karatsuba:1");
    CHECK(chosen("mul", 1024) == "karatsuba:2");
    CHECK(chosen("sqr", 512) == "rows");
    CHECK(chosen("mul_lo", 512) == "rows");
    CHECK(dump(whole_programs("mul", Width{131}, MulAlgorithm::automatic)[0]) ==
          dump(whole_programs("mul", Width{131}, MulAlgorithm::rows)[0]));
    CHECK(dump(whole_programs("mul", Width{131}, MulAlgorithm::automatic)[0]) !=
          dump(whole_programs("mul", Width{131}, MulAlgorithm::schoolbook)[0]));
}

}  // namespace limbsmith::test
