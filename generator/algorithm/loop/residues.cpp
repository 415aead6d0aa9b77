#include "algorithm/loop/residues.hpp"

#include "algorithm/loop/constants.hpp"
#include "algorithm/range.hpp"
#include "ir/builder.hpp"
#include "spec/representations.hpp"

namespace limbsmith::algorithm::loop {
namespace {

using ir::ExprPtr, ir::var;

std::vector<ir::Operand> constants(const std::vector<uint32_t>& limbs) {
    std::vector<ir::Operand> words;
    for (uint32_t limb : limbs) words.emplace_back(limb);
    return words;
}

std::vector<uint32_t> limbs_of(const mpz_class& x, int count) {
    std::vector<uint32_t> words;
    for (int i = 0; i < count; ++i) words.push_back(limb_of(x, i));
    return words;
}

}  // namespace

ExprPtr Residues::N() const {
    return modulus.is_known() ? ir::constant("N", modulus.n().get_str(16)) : var("n");
}

ir::Form Residues::form() const {
    const bool is_plain = form_factor == 1;
    return {is_plain ? ir::integer(1) : ir::pow2(mpz_sizeinbase(form_factor.get_mpz_t(), 2) - 1), N()};
}

std::vector<uint32_t> Residues::elem_of(const mpz_class& residue) const {
    return limbs_of(residue * form_factor % modulus.n(), limbs());
}

void Residues::assign(ir::RoutineBuilder& builder, const ir::Place& x, const mpz_class& number) const {
    assign_number(builder, modulus.width(), x, number);
}

void Residues::require_members(const ir::RoutineBuilder& builder, ir::Contract& contract) const {
    if (modulus.is_known()) return;
    const ExprPtr n = var("n"), word = ir::pow2(limb_bits), R = form().factor;
    for (const ir::Signature::Parameter& it : builder.members_read()) {
        if (it.name == "n") {
            contract.requires_.push_back(in_width(modulus.width(), "n"));
            contract.givens.push_back(given_modulus("n"));
        } else if (it.name == "n0inv") {
            contract.requires_.push_back(exactly("n0inv", (ir::integer(0) - inverse(n, word)) % word));
        } else if (it.name == "one") {
            contract.requires_.push_back(exactly("one", R % n));
        } else if (it.name == "r2") {
            contract.requires_.push_back(exactly("r2", (R * R) % n));
        } else if (it.name == "inverse_start") {
            contract.requires_.push_back(exactly("inverse_start", (ir::pow2(digit_bits) * (R * R)) % n));
        }
    }
}

ir::RoutineBuilder routine_on(const Residues& residues, std::string name, const ir::Library& library) {
    ir::RoutineBuilder builder(std::move(name), library);
    builder.routine().form = residues.form();
    builder.routine().mapping = residues.mapping();
    return builder;
}

ir::Routine finished(const Residues& residues, ir::RoutineBuilder builder, ir::Contract contract) {
    residues.require_members(builder, contract);
    builder.routine().contract = std::move(contract);
    return std::move(builder).finish();
}

ir::Program zero(const Residues& residues) {
    ir::Builder builder("zero");
    builder.output("r", repr::elem, constants(std::vector<uint32_t>(residues.limbs())));
    return std::move(builder).finish({{}, var("r"), ir::integer(0), {exactly("r", ir::integer(0))}});
}

ir::Program one(const Residues& residues) {
    ir::Builder builder("one");
    if (residues.modulus.is_known()) {
        builder.output("r", repr::elem, constants(residues.elem_of(1)));
        const mpz_class value = residues.form_factor % residues.modulus.n();
        const ExprPtr one = ir::constant("one", value.get_str(16));
        return std::move(builder).finish({{}, var("r"), one, {exactly("r", one)}});
    }
    builder.output("r", repr::elem, builder.input("one", repr::member, residues.limbs()));
    builder.input("n", repr::member, residues.limbs());
    return std::move(builder).finish({{{"one", var("n")}}, var("r"), var("one"), {{"r", var("n")}}});
}

}  // namespace limbsmith::algorithm::loop
