#include "plan/reduction.hpp"

#include <algorithm>

#include "algorithm/field.hpp"
#include "pass/pass.hpp"
#include "plan/cost.hpp"
#include "plan/field_plan.hpp"
#include "plan/multiplication.hpp"

namespace limbsmith::plan {

SpecialForm special_form(const Modulus& modulus) {
    const std::vector<SpecialForm> forms = special_forms(modulus);
    return *std::ranges::min_element(forms, {}, [&](SpecialForm form) {
        const algorithm::Field field{modulus, Reduction::special, product({}), square({}), true, form};
        return cost(pass::run_pipeline(field.reduce())).time();
    });
}

Reduction cheapest_reduction(const Modulus& modulus) {
    const Reduction otherwise = modulus.is_odd() ? Reduction::montgomery : Reduction::barrett;
    if (special_forms(modulus).empty()) return otherwise;
    const auto time = [&](Reduction reduction) {
        return cost(*field_program(FieldOp::mul, modulus, reduction, {})).time() +
               cost(*field_program(FieldOp::sqr, modulus, reduction, {})).time();
    };
    return time(Reduction::special) < time(otherwise) ? Reduction::special : otherwise;
}

}  // namespace limbsmith::plan
