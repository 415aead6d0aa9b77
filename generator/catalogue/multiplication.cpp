#include "catalogue/multiplication.hpp"

#include <fmt/format.h>

namespace limbsmith::catalogue {

std::vector<Function> multiplication(const Spec& spec, const std::function<ir::Program(MulChoice)>& build,
                                     std::string (*source)(MulChoice)) {
    const MulChoice mul = plan::chosen(spec.width, spec.mul, build);
    return {{build(mul), to_string(mul), source(mul)}};
}

namespace {

std::string karatsuba_source(int levels) {
    return fmt::format("Karatsuba, levels: {}, then rows (Karatsuba, Ofman 1962; Bernstein 2009, refined)",
                       levels);
}

}  // namespace

std::string product_source(MulChoice mul) {
    if (mul.algorithm == MulAlgorithm::karatsuba) return karatsuba_source(mul.levels);
    return mul.algorithm == MulAlgorithm::schoolbook
               ? "product scanning (Comba 1990; Carlessi, Kashani 2013, figure 3.14b)"
               : "rows in even and odd accumulator chains (operand scanning, HAC, algorithm 14.12)";
}

std::string square_source(MulChoice mul) {
    if (mul.algorithm == MulAlgorithm::karatsuba) return karatsuba_source(mul.levels);
    return mul.algorithm == MulAlgorithm::schoolbook
               ? "doubled cross products by product scanning (HAC, algorithm 14.16)"
               : "doubled cross products by even and odd rows (HAC, algorithm 14.16)";
}

}  // namespace limbsmith::catalogue
