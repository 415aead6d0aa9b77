#include "plan/multiplication.hpp"

#include "algorithm/karatsuba.hpp"
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

}  // namespace

std::vector<MulChoice> multiplications(Width width) {
    std::vector<MulChoice> all{MulAlgorithm::rows, MulAlgorithm::schoolbook};
    for (int levels = 1; levels <= most_levels(width); ++levels)
        all.push_back({MulAlgorithm::karatsuba, levels});
    return all;
}

// Rows make the products of the schoolbook, all of them wide multiply-adds; so it is rows or Karatsuba.
MulChoice cheapest_multiplication(Width width, const std::function<double(MulChoice)>& time) {
    MulChoice best = MulAlgorithm::rows;
    for (int levels = 1; width.limbs() >> levels >= fewest_limbs_of_a_half; ++levels) {
        const MulChoice other{MulAlgorithm::karatsuba, levels};
        if (time(other) < (1 - least_saving) * time(best)) best = other;
    }
    return best;
}

MulChoice chosen(Width width, MulChoice asked, const std::function<ir::Program(MulChoice)>& build) {
    if (asked != MulChoice()) return asked;
    return cheapest_multiplication(
        width, [&](MulChoice choice) { return cost(pass::run_pipeline(build(choice))).time(); });
}

}  // namespace limbsmith::plan
