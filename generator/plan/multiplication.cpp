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

// `auto` takes a level of Karatsuba if its halves have at least this many limbs and it saves at least this
// share of the estimated time. Measured on an H200: halves of 8 limbs raise 16 limbs from 0.92 to 1.03 of the
// roofline of rows. Halves of 4 limbs lose, from 0.90 to 0.79 at 8 limbs and to 0.81 at 16 limbs, although
// they need fewer instructions: register pressure and waits for carries, which the count does not include,
// weigh more the shorter the rows are.
constexpr int fewest_limbs_of_a_half = 8;
constexpr double least_saving = 0.05;

}  // namespace

std::vector<MulChoice> multiplications(Width width) {
    std::vector<MulChoice> all{MulAlgorithm::rows, MulAlgorithm::schoolbook};
    for (int levels = 1; levels <= most_levels(width); ++levels)
        all.push_back({MulAlgorithm::karatsuba, levels});
    return all;
}

// Rows have the same products as the schoolbook method, all of them wide multiply-adds. So the choice is
// between rows and Karatsuba.
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
