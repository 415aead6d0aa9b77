#include "algorithm/inverse.hpp"

#include "algorithm/divsteps.hpp"
#include "algorithm/mask.hpp"
#include "algorithm/range.hpp"

namespace limbsmith::algorithm {
namespace {

using ir::Builder, ir::Chain, ir::ExprPtr, ir::Opcode, ir::Shape, ir::var;

ExprPtr constant_n(const Modulus& modulus) { return ir::constant("N", modulus.n().get_str(16)); }
ExprPtr times(int factor, const ExprPtr& n) { return ir::integer(factor) * n; }

// The mask of x = ±1, and ±1 or 0.
struct Unit {
    Operand mask, value;
};

Unit unit(Builder& builder, const Words& x) {
    const Operand low = builder.emit(Opcode::sar, x[0], Operand(uint32_t{limb_bits - digit_bits}));
    // 1 and -1 and one more: 2 or 0
    const Operand next = builder.emit(Opcode::add, low, Operand(1u));
    Words rest{builder.emit(Opcode::bit_and, next, Operand(~2u))};
    rest.insert(rest.end(), x.begin() + 1, x.end());
    const Operand mask = zero_mask(builder, or_all(builder, rest));
    return {mask, builder.emit(Opcode::bit_and, low, mask)};
}

// x + N if x < 0, else x, in limbs. requires: |x| < N.
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

Inverse::Inverse(const Modulus& modulus) : modulus_(modulus) {}

int Inverse::batches() const { return divstep_batches(divstep_count(modulus_.bits())); }

int Inverse::digits() const { return digits_for((growth() + 1) * modulus_.n()); }

mpz_class Inverse::start(const mpz_class& form_factor) const {
    return (form_factor * form_factor << digit_bits) % modulus_.n();
}

ir::Program Inverse::to_digits() const {
    Builder builder("divsteps_digits");
    const Words a = builder.input("a", Shape::elem, modulus_.limbs());
    builder.output("r", Shape::digits, algorithm::to_digits(builder, a, digits()));
    const ExprPtr n = constant_n(modulus_);
    return std::move(builder).finish({{{"a", n}}, var("r"), var("a"), {{"r", n}}});
}

ir::Program Inverse::row_mod() const {
    Builder builder("divsteps_row_mod");
    const Words x = builder.input("x", Shape::digits, digits());
    const Words y = builder.input("y", Shape::digits, digits());
    const Operand u = builder.input("u", Shape::factor, 1)[0], v = builder.input("v", Shape::factor, 1)[0];
    const ModulusWords words = ModulusWords::constant(modulus_);
    const Words n = modulus_digits(builder, words, digits());
    builder.output("r", Shape::digits, algorithm::row_mod(builder, x, y, u, v, n, words.n0inv));
    const ExprPtr N = constant_n(modulus_), radix = ir::pow2(digit_bits);
    const ExprPtr most = times(growth(), N), limit = radix + ir::integer(1);
    return std::move(builder).finish(
        {{{"x", most}, {"y", most}, {"u", limit}, {"v", limit - magnitude(var("u"))}},
         (radix * var("r")) % N,
         (var("u") * var("x") + var("v") * var("y")) % N,
         {{"r", times(growth() + 1, N)}}});
}

ir::Program Inverse::finish() const {
    Builder builder("divsteps_finish");
    const Words f = builder.input("f", Shape::digits, digits()), d = builder.input("d", Shape::digits, digits());
    const ModulusWords words = ModulusWords::constant(modulus_);
    const Words n = modulus_digits(builder, words, digits());
    const Unit sign = unit(builder, f);
    // |d| is far below 2^29·N, so that (±d + k·N)/2^30 is below N
    const Words quotient = algorithm::row_mod(builder, d, d, sign.value, Operand(0u), n, words.n0inv);
    builder.output("r", Shape::elem, canonical_of_signed(builder, quotient, words));
    builder.output("exists", Shape::word, {bit_of_mask(builder, sign.mask)});
    const ExprPtr N = constant_n(modulus_), F = var("f");
    return std::move(builder).finish(
        {{{"f", ir::pow2(digit_bits * digits() - 2)}, {"d", times(growth(), N)}},
         (ir::pow2(digit_bits) * var("r")) % N + N * var("exists"),
         if_else(equal(F * F, ir::integer(1)), (F * var("d")) % N + N, ir::integer(0)),
         {{"r", N}, one_bit("exists")}});
}

}  // namespace limbsmith::algorithm
