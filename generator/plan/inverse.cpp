#include "plan/inverse.hpp"

#include <algorithm>

#include "algorithm/divsteps.hpp"
#include "algorithm/inverse.hpp"
#include "algorithm/loop/addition_chain.hpp"
#include "pass/pass.hpp"
#include "plan/field.hpp"

namespace limbsmith::plan {
namespace {

Cost divsteps_cost(const Spec& spec) {
    const DivstepsInverse inverse = divsteps_inverse(spec);
    Cost total;
    for (const ir::Program& program : inverse.programs) {
        const bool is_once = program.name == "divsteps_start" || program.name == "divsteps_finish";
        const int a_batch = program.name == "divsteps_matrix" ? 1 : 2;  // each row of the matrix
        total = total + (is_once ? 1 : inverse.batches * a_batch) * cost(program);
    }
    return total;
}

Cost fermat_cost(const Spec& spec) {
    int squarings = 0, products = 0;
    for (const algorithm::loop::PowerStep& step :
         algorithm::loop::addition_chain(spec.modulus->n_minus_2())) {
        squarings += step.squarings;
        products += step.factor >= 0 ? 1 : 0;
    }
    const auto cost_of = [&](FieldProgram build) {
        return cost(pass::run_pipeline((field(spec, chosen_for(spec, build)).*build)()));
    };
    return squarings * cost_of(&algorithm::Field::sqr) + products * cost_of(&algorithm::Field::mul);
}

// The time of an inverse among many, in wide products: bounded by the product pipe or by the issue slots.
double bound(const Cost& cost) { return std::max(cost.product_time(), cost.issue_slots() / 4.0); }

}  // namespace

// With n limbs, Fermat's power takes about 40n products of n² wide products each. Divsteps take 2.5n batches,
// each with a matrix whose cost does not depend on n and about 10n wide products. So Fermat wins for one
// limb, and for two limbs if the reduction is almost free. In machine code for sm_90, the inverse modulo
// 2^64 - 2^32 + 1 has 2700 instructions by Fermat and 1900 by divsteps.
InverseChoice inverse_method(const Spec& spec) {
    if (spec.inverse != InverseChoice::automatic) return spec.inverse;
    if (!spec.modulus->is_prime() || !spec.modulus->is_odd()) return InverseChoice::divsteps;
    return bound(fermat_cost(spec)) < bound(divsteps_cost(spec)) ? InverseChoice::fermat
                                                                 : InverseChoice::divsteps;
}

Cost inverse_cost(const Spec& spec) {
    return inverse_method(spec) == InverseChoice::fermat ? fermat_cost(spec) : divsteps_cost(spec);
}

std::vector<ir::Program> divsteps_programs(const Spec& spec) {
    const algorithm::Inverse inverse(*spec.modulus, spec.form_factor());
    return {inverse.start(), algorithm::divsteps_matrix(), algorithm::divsteps_row(inverse.digits()),
            inverse.row_mod(), inverse.finish()};
}

DivstepsInverse divsteps_inverse(const Spec& spec) {
    const algorithm::Inverse inverse(*spec.modulus, spec.form_factor());
    DivstepsInverse made{{}, inverse.batches(), inverse.digits()};
    for (ir::Program& program : divsteps_programs(spec))
        made.programs.push_back(pass::run_pipeline(std::move(program)));
    return made;
}

}  // namespace limbsmith::plan
