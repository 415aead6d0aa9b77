#include "plan/multiplication.hpp"

#include "algorithm/karatsuba.hpp"
#include "algorithm/mul.hpp"
#include "pass/pass.hpp"

namespace limbsmith::plan {

algorithm::Product product(MulChoice mul) {
    switch (mul.algorithm) {
        case MulAlgorithm::schoolbook: return algorithm::columns;
        case MulAlgorithm::karatsuba:
            return [=](ir::Builder& builder, const algorithm::Factors& factors, int words) {
                return algorithm::karatsuba(builder, factors.x, factors.y, words, mul.levels);
            };
        default: return algorithm::rows;
    }
}

algorithm::Square square(MulChoice mul) {
    return [=](ir::Builder& builder, const algorithm::Limbs& x, int words) {
        return mul.algorithm == MulAlgorithm::karatsuba
                   ? algorithm::karatsuba_square(builder, x, words, mul.levels)
                   : algorithm::square(builder, x, words, product(mul));
    };
}

namespace {

// When `auto` takes a level of Karatsuba: its halves are this long, and it saves this share of the estimated
// time. On an H200 a level with halves of 8 limbs took 16 limbs from 0.92 of the rows' roofline to 1.03; with
// halves of 4 limbs it lost, 8 limbs from 0.90 to 0.79 and 16 limbs to 0.81, though it counts fewer
// instructions: what the count does not see, words alive and waiting for carries, weighs more the shorter the
// rows are.
constexpr int fewest_limbs_of_a_half = 8;
constexpr double least_saving = 0.05;

ir::Program build(Op op, Width width, MulChoice mul) {
    switch (op) {
        case Op::sqr: return algorithm::sqr(width, square(mul));
        case Op::mul_lo: return algorithm::mul_lo(width, product(mul));
        case Op::mul_hi: return algorithm::mul_hi(width, product(mul));
        case Op::smul: return algorithm::smul(width, product(mul));
        default: return algorithm::mul(width, product(mul));
    }
}

}  // namespace

bool is_multiplication(Op op) {
    return op == Op::mul || op == Op::sqr || op == Op::mul_lo || op == Op::mul_hi || op == Op::smul;
}

ir::Program multiplication(Op op, Width width, MulChoice mul) {
    return pass::run_pipeline(build(op, width, chosen(op, width, mul)));
}

std::vector<MulChoice> multiplications(Width width) {
    std::vector<MulChoice> all{MulAlgorithm::rows, MulAlgorithm::schoolbook};
    for (int levels = 1; levels <= most_levels(width); ++levels)
        all.push_back({MulAlgorithm::karatsuba, levels});
    return all;
}

// Rows make the products of the schoolbook, all of them wide multiply-adds; so it is rows or Karatsuba.
MulChoice chosen(Op op, Width width, MulChoice mul) {
    if (mul != MulChoice()) return mul;
    const auto time = [&](MulChoice choice) { return cost(multiplication(op, width, choice)).time(); };
    MulChoice best = MulAlgorithm::rows;
    for (int levels = 1; width.limbs() >> levels >= fewest_limbs_of_a_half; ++levels) {
        const MulChoice other{MulAlgorithm::karatsuba, levels};
        if (time(other) < (1 - least_saving) * time(best)) best = other;
    }
    return best;
}

}  // namespace limbsmith::plan
