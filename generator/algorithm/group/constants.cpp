#include "algorithm/group/constants.hpp"

#include "algorithm/group/field.hpp"
#include "algorithm/loop/square_root.hpp"
#include "algorithm/range.hpp"
#include "spec/representations.hpp"

namespace limbsmith::algorithm::group {
namespace {

using ir::Place, ir::Scalar;

ir::Routine constant(const Residues& residues, const char* name, const char* text, const mpz_class& value,
                     const ir::Library& library) {
    ir::RoutineBuilder builder(name, library);
    builder.routine().mapping = residues.mapping();
    const Place r = builder.result(residues.elem("r"));
    residues.assign(builder, r, value);
    const ir::ExprPtr wanted = ir::constant(name, value.get_str(16));
    builder.routine().text = {text};
    builder.routine().contract = {{}, ir::var("r"), wanted, {exactly("r", wanted)}};
    return std::move(builder).finish();
}

// The member, or the result of the routine of this name, in a variable of another name.
Place limbs_in(const Lanes& lanes, const Residues& residues, const char* member, const char* routine,
               const char* variable) {
    if (!residues.modulus.is_known())
        return lanes.builder.member(ir::number_named(member, repr::member, lanes.words));
    const Place limbs = lanes.number(variable);
    lanes.builder.call(routine, {}, {limbs});
    return limbs;
}

}  // namespace

ir::Routine modulus_limbs(const Residues& residues, const ir::Library& library) {
    return constant(residues, "modulus_limbs", "the limbs of N", residues.modulus.n(), library);
}

ir::Routine r2_limbs(const Residues& residues, const ir::Library& library) {
    return constant(residues, "r2_limbs", "the limbs of R^2 mod N", residues.modulus.r2(), library);
}

ir::Routine one(const Residues& residues, const ir::Library& library) {
    return constant(residues, "one", "the element 1: R mod N", residues.modulus.r1(), library);
}

ir::Routine root_of_unity(const Residues& residues, const ir::Library& library) {
    const mpz_class& n = residues.modulus.n();
    return constant(residues, "root_of_unity", "an element of the largest order that is a power of two",
                    loop::root_of_unity(n) * residues.form_factor % n, library);
}

Place modulus_in(const Lanes& lanes, const Residues& residues) {
    return limbs_in(lanes, residues, "n", "modulus_limbs", "n");
}

Place r2_in(const Lanes& lanes, const Residues& residues) {
    return limbs_in(lanes, residues, "r2", "r2_limbs", "r2");
}

Place one_in(const Lanes& lanes, const Residues& residues) {
    return limbs_in(lanes, residues, "one", "one", "one_limbs");
}

Scalar n0inv_in(const Lanes& lanes, const Residues& residues) {
    if (residues.modulus.is_known()) return residues.modulus.n0inv();
    return lanes.builder.member(ir::Variable{"n0inv", ir::Variable::Kind::word, repr::member_word});
}

}  // namespace limbsmith::algorithm::group
