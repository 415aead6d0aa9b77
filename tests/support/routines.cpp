#include "support/routines.hpp"

#include "algorithm/gcd.hpp"
#include "algorithm/loop/batch_inverse.hpp"
#include "algorithm/loop/bytes.hpp"
#include "algorithm/loop/division.hpp"
#include "algorithm/loop/gcd.hpp"
#include "algorithm/loop/inverse.hpp"
#include "algorithm/loop/make_modulus.hpp"
#include "algorithm/loop/mul_mod.hpp"
#include "algorithm/loop/pow_mod.hpp"
#include "algorithm/loop/power.hpp"
#include "algorithm/loop/square_root.hpp"
#include "algorithm/modulus_check.hpp"
#include "plan/inverse.hpp"
#include "spec/divsteps.hpp"
#include "support/programs.hpp"

namespace limbsmith::test {

namespace loop = algorithm::loop;

loop::Residues residues_of(const Modulus& modulus, Reduction reduction) {
    return {modulus, reduction == Reduction::montgomery ? modulus.R() : mpz_class(1)};
}

ir::Library field_library(const Modulus& modulus, Reduction reduction, InverseChoice inverse) {
    const loop::Residues residues = residues_of(modulus, reduction);
    ir::Library library;
    for (const char* name :
         {"mul", "sqr", "dbl", "eq", "is_zero", "select", "is_canonical", "to_elem", "to_plain"})
        library.add(*modular_program(name, modulus, reduction));
    if (!modulus.is_known()) {
        library.add(*modular_program("n0inv", modulus, reduction));
        library.add(algorithm::modulus_or_3(modulus.width()));
    }
    library.add(loop::one(residues));
    library.add(loop::zero(residues));
    library.add(loop::from_bytes(residues, library));
    library.add(loop::to_bytes(residues, library));
    library.add(loop::power(residues, library));
    library.add(loop::secret_power(residues, library));
    library.add(loop::squarings(residues, library));
    for (const char* name : {"pow", "pow_secret"})
        library.add(loop::power_of_number(residues, name, library), std::string(name) + "_number");
    library.add(loop::constant_power(residues, "pow_p5", 65537, "65537", library));
    if (!modulus.is_known()) {
        library.add(loop::radix(residues, library));
        library.add(loop::make_modulus(residues, loop::InverseStart::yes, library));
    }
    if (inverse == InverseChoice::fermat) {
        library.add(loop::inverse_by_fermat(residues, library));
    } else {
        plan::DivstepsInverse made = plan::divsteps_inverse(Spec::modulo(modulus, reduction));
        for (ir::Program& program : made.programs) library.add(std::move(program));
        library.add(loop::inverse_by_divsteps(residues, {made.batches, made.digits}, library));
    }
    library.add(loop::inverse_alone(residues, library), "inverse");
    const bool by_products = modulus.is_known() && modulus.is_prime();
    library.add(by_products ? loop::batch_inverse_by_products(residues, library)
                            : loop::batch_inverse_one_by_one(residues, library));
    if (by_products && modulus.is_odd()) {
        library.add(loop::legendre(residues, library));
        library.add(loop::root_by_order(residues, {modulus.n()}, "sqrt", library));
    }
    return library;
}

ir::Library whole_library(Width width) {
    ir::Library library;
    for (const char* name : {"neg", "is_zero", "shl", "shr", "select", "divrem", "gcd", "mul_mod"}) {
        for (ir::Program& program : whole_programs(name, width)) library.add(std::move(program));
    }
    library.add(loop::division(width, library));
    library.add(
        loop::greatest_common_divisor(width, {gcd_batches(width), algorithm::Gcd(width).digits()}, library));
    library.add(loop::mul_mod(width, library));
    library.add(loop::pow_mod(width, library));
    library.add(loop::pow_mod_of_number(width, library), "pow_mod_number");
    return library;
}

}  // namespace limbsmith::test
