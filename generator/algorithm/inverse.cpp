#include "algorithm/inverse.hpp"

#include <algorithm>

#include "algorithm/divsteps.hpp"
#include "algorithm/mask.hpp"
#include "algorithm/range.hpp"
#include "spec/divsteps.hpp"
#include "spec/representations.hpp"

namespace limbsmith::algorithm {
namespace {

using ir::Builder, ir::Chain, ir::ExprPtr, ir::Opcode, ir::var;

// Whether x = ±1, as a mask, and x if it is, else 0.
struct Unit {
    Operand mask, value;
};

Unit unit(Builder& builder, const Words& x) {
    const Operand low = builder.emit(Opcode::sar, x[0], Operand(uint32_t{limb_bits - digit_bits}));
    // ±1 plus 1 is 2 or 0
    Words rest{builder.emit(Opcode::bit_and, builder.emit(Opcode::add, low, Operand(1u)), Operand(~2u))};
    rest.insert(rest.end(), x.begin() + 1, x.end());
    const Operand mask = zero_mask(builder, or_all(builder, rest));
    return {mask, builder.emit(Opcode::bit_and, low, mask)};
}

// x + M if x < 0, else x, in the limbs of M. requires: |x| < M.
Words canonical_of_signed(Builder& builder, const Words& digits, const ModulusWords& modulus) {
    const SignedLimbs x = to_limbs(builder, digits);
    Words correction;
    for (const Limb& limb : modulus.n) {
        correction.push_back(limb ? builder.emit(Opcode::bit_and, x.negative, limb.word) : Operand(0u));
    }
    Words r;
    Chain chain(builder);
    for (size_t i = 0; i < correction.size(); ++i) {
        r.push_back(chain.add(i < x.limbs.size() ? x.limbs[i] : x.negative, correction[i]));
    }
    return r;
}

}  // namespace

Inverse::Inverse(const Modulus& modulus, const mpz_class& form_factor)
    : modulus_(modulus),
      odd_(modulus.n()),
      has_factor_(form_factor != 1),
      first_e_((form_factor * form_factor << digit_bits) % odd_.m) {
    const int bits = modulus.bits();
    batches_ = divstep_batches(modulus.is_odd() ? divstep_count(bits) : divstep_count_unordered(bits));
    digits_ = digits_for(std::max<mpz_class>(modulus.n(), (growth() + 1) * odd_.m));
}

ModulusWords Inverse::words(Builder& builder, ir::Contract& contract) const {
    if (!modulus_.is_known()) {
        const Words n = builder.input("n", repr::member, modulus_.limbs());
        contract.requires_.push_back(in_width(modulus_.width(), "n"));
        contract.givens.push_back(given_modulus("n"));
        const ExprPtr word = ir::pow2(limb_bits);
        const Operand n0inv = builder.input("n0inv", repr::member_word, 1)[0];
        contract.requires_.push_back(exactly("n0inv", (ir::integer(0) - inverse(N(), word)) % word));
        return ModulusWords::given(n, n0inv, modulus_.width());
    }
    if (modulus_.is_odd()) return ModulusWords::constant(modulus_);
    const mpz_class base = mpz_class(1) << limb_bits;
    mpz_class inverse;
    mpz_invert(inverse.get_mpz_t(), odd_.m.get_mpz_t(), base.get_mpz_t());
    return {constant_limbs(odd_.m, modulus_.limbs()), odd_.m, true, Operand(limb_of(base - inverse, 0))};
}

ExprPtr Inverse::N() const {
    return modulus_.is_known() ? ir::constant("N", modulus_.n().get_str(16)) : var("n");
}

ExprPtr Inverse::M() const { return modulus_.is_odd() ? N() : ir::constant("M", odd_.m.get_str(16)); }

ExprPtr Inverse::multiple(int count) const { return ir::integer(count) * M(); }

ir::Program Inverse::start() const {
    Builder builder("divsteps_start");
    ir::Contract contract{
        {{"a", N()}}, var("g"), var("a"), {exactly("f", M()), exactly("d", ir::integer(0))}};
    const Words a = builder.input("a", repr::elem, modulus_.limbs());
    builder.output("f", repr::digits, modulus_digits(builder, words(builder, contract), digits_));
    builder.output("g", repr::digits, to_digits(builder, a, digits_));
    builder.output("d", repr::digits, zeros(digits_));
    if (modulus_.is_known()) {
        builder.output("e", repr::digits, constant_digits(first_e_, digits_));
        contract.ensures.push_back(exactly("e", ir::constant("c", first_e_.get_str(16))));
    } else {
        const ExprPtr R = ir::pow2(modulus_.width().container_bits());
        const Words c = builder.input("inverse_start", repr::member, modulus_.limbs());
        contract.requires_.push_back(exactly("inverse_start", (ir::pow2(digit_bits) * (R * R)) % N()));
        builder.output("e", repr::digits, to_digits(builder, c, digits_));
        contract.ensures.push_back(exactly("e", var("inverse_start")));
    }
    return std::move(builder).finish(std::move(contract));
}

ir::Program Inverse::row_mod() const {
    Builder builder("divsteps_row_mod");
    const Words x = builder.input("x", repr::digits, digits_), y = builder.input("y", repr::digits, digits_);
    const Operand u = builder.input("u", repr::factor, 1)[0], v = builder.input("v", repr::factor, 1)[0];
    ir::Contract contract;
    const ModulusWords modulus = words(builder, contract);
    const Words n = modulus_digits(builder, modulus, digits_);
    builder.output("r", repr::digits, algorithm::row_mod(builder, x, y, u, v, n, modulus.n0inv));
    const ExprPtr radix = ir::pow2(digit_bits), limit = radix + ir::integer(1), most = multiple(growth());
    for (const ir::Bound& bound :
         std::vector<ir::Bound>{{"x", most}, {"y", most}, {"u", limit}, {"v", limit - magnitude(var("u"))}}) {
        contract.requires_.push_back(bound);
    }
    contract.left = (radix * var("r")) % M();
    const ExprPtr sum = var("u") * var("x") + var("v") * var("y"), half = ir::pow2(digit_bits - 1) * M();
    contract.right = sum % M();
    contract.ensures = {{"r", (sum + half) / radix + ir::integer(1),
                         (sum - half + ir::integer((1u << digit_bits) - 1)) / radix}};
    return std::move(builder).finish(std::move(contract));
}

ir::Program Inverse::finish() const {
    Builder builder("divsteps_finish");
    const Words f = builder.input("f", repr::digits, digits_), d = builder.input("d", repr::digits, digits_),
                a = builder.input("a", repr::elem, modulus_.limbs());
    ir::Contract contract;
    const ModulusWords modulus = words(builder, contract);
    const Words n = modulus_digits(builder, modulus, digits_);
    const Unit sign = unit(builder, f);
    // |d| is far below 2^29·M, so |(±d + k·M)/2^30| < M for |k| <= 2^29
    const Words quotient = algorithm::row_mod(builder, d, d, sign.value, Operand(0u), n, modulus.n0inv);
    Words r = canonical_of_signed(builder, quotient, modulus);
    Operand exists = sign.mask;
    if (!modulus_.is_odd()) {
        r = lift_inverse(builder, a, r, modulus_);
        const Operand odd = builder.emit(Opcode::bit_and, a[0], Operand(1u));
        exists = builder.emit(Opcode::bit_and, exists, builder.emit(Opcode::sub, Operand(0u), odd));
        for (Operand& word : r) word = builder.emit(Opcode::bit_and, word, exists);
    }
    builder.output("r", repr::elem, r);
    builder.output("exists", repr::word, {bit_of_mask(builder, exists)});

    const ExprPtr F = var("f");
    ExprPtr left = (ir::pow2(digit_bits) * var("r")) % M() + M() * var("exists");
    ExprPtr right = (F * var("d")) % M() + M(), condition = equal(magnitude(F), ir::integer(1));
    if (!modulus_.is_odd()) {
        left = left + ir::integer(2) * M() * ((var("r") * var("a")) % ir::pow2(odd_.k));
        right = right + ir::integer(2) * M();
        condition = condition * (var("a") % ir::integer(2));
    }
    for (const ir::Bound& bound : std::vector<ir::Bound>{
             {"f", ir::pow2(digit_bits * digits_ - 2)}, {"d", multiple(growth())}, {"a", N()}}) {
        contract.requires_.push_back(bound);
    }
    contract.left = std::move(left);
    contract.right = if_else(std::move(condition), std::move(right), ir::integer(0));
    // for an even a, 0 is not the only r that the relation allows
    const ExprPtr limit = modulus_.is_odd() ? N() : if_else(var("exists"), N(), ir::integer(1));
    contract.ensures = {{"r", limit}, one_bit("exists")};
    return std::move(builder).finish(std::move(contract));
}

}  // namespace limbsmith::algorithm
