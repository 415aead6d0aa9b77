#include "support/routines.hpp"

#include "algorithm/gcd.hpp"
#include "algorithm/loop/batch_inverse.hpp"
#include "algorithm/loop/bytes.hpp"
#include "algorithm/loop/division.hpp"
#include "algorithm/loop/gcd.hpp"
#include "algorithm/loop/inverse.hpp"
#include "algorithm/loop/make_modulus.hpp"
#include "algorithm/loop/power.hpp"
#include "algorithm/loop/square_root.hpp"
#include "plan/field_plan.hpp"
#include "plan/inverse.hpp"
#include "plan/plan.hpp"
#include "spec/divsteps.hpp"

namespace limbsmith::test {

namespace loop = algorithm::loop;

loop::Residues residues_of(const Modulus& modulus, Reduction reduction) {
    return {modulus, reduction == Reduction::montgomery ? modulus.R() : mpz_class(1)};
}

ir::Library field_library(const Modulus& modulus, Reduction reduction, InverseChoice inverse) {
    const loop::Residues residues = residues_of(modulus, reduction);
    ir::Library library;
    for (FieldOp op : {FieldOp::mul, FieldOp::sqr, FieldOp::dbl, FieldOp::eq, FieldOp::is_zero,
                       FieldOp::select, FieldOp::is_canonical, FieldOp::to_elem, FieldOp::to_plain})
        library.add(*plan::field_program(op, modulus, reduction, MulChoice()));
    if (!modulus.is_known())
        library.add(*plan::field_program(FieldOp::n0inv, modulus, reduction, MulChoice()));
    library.add(loop::one(residues));
    library.add(loop::zero(residues));
    library.add(loop::from_bytes(residues, library));
    library.add(loop::to_bytes(residues, library));
    library.add(loop::power(residues, library));
    library.add(loop::secret_power(residues, library));
    for (const char* name : {"pow", "pow_secret"})
        library.add(loop::power_of_number(residues, name, library), std::string(name) + "_number");
    library.add(loop::constant_power(residues, "pow_p5", 65537, "65537", library));
    if (!modulus.is_known()) library.add(loop::make_modulus(residues, loop::InverseStart::yes, library));
    if (inverse == InverseChoice::fermat) {
        library.add(loop::inverse_by_fermat(residues, library));
    } else {
        FieldSpec spec{modulus, "", {FieldOp::inv}, MulChoice(), "field", reduction};
        plan::DivstepsInverse made = plan::divsteps_inverse(spec);
        for (ir::Program& program : made.programs) library.add(std::move(program));
        library.add(loop::inverse_by_divsteps(residues, {made.batches, made.digits}, library));
    }
    library.add(loop::inverse_alone(residues, library), "inverse");
    const bool by_products = modulus.is_known() && modulus.is_prime();
    library.add(by_products ? loop::batch_inverse_by_products(residues, library)
                            : loop::batch_inverse_one_by_one(residues, library));
    if (by_products && modulus.is_odd()) {
        library.add(loop::legendre(residues, library));
        library.add(loop::square_root(residues, library));
    }
    return library;
}

ir::Library whole_library(Width width) {
    ir::Library library;
    for (Op op : {Op::neg, Op::is_zero, Op::shl, Op::shr, Op::select, Op::divrem, Op::gcd}) {
        for (ir::Program& program : plan::functions(op, width, {})) library.add(std::move(program));
    }
    library.add(loop::division(width, library));
    library.add(
        loop::greatest_common_divisor(width, {gcd_batches(width), algorithm::Gcd(width).digits()}, library));
    return library;
}

}  // namespace limbsmith::test
