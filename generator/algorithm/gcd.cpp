#include "algorithm/gcd.hpp"

#include "algorithm/digits.hpp"
#include "algorithm/mask.hpp"
#include "algorithm/range.hpp"
#include "spec/representations.hpp"

namespace limbsmith::algorithm {
namespace {

using ir::Builder, ir::Chain, ir::ExprPtr, ir::Opcode, ir::var;

Operand constant(int value) { return Operand(static_cast<uint32_t>(value)); }

// `bits` if the mask is all ones, else 0.
Operand masked(Builder& builder, Operand mask, int bits) {
    return builder.emit(Opcode::bit_and, mask, constant(bits));
}

// x & -x: the lowest set bit of x.
Words lowest_bit(Builder& builder, const Words& x) {
    Chain chain(builder);
    Words negative, lowest;
    for (Operand word : x) negative.push_back(chain.sub(Operand(0u), word));
    for (size_t i = 0; i < x.size(); ++i) {
        lowest.push_back(builder.emit(Opcode::bit_and, x[i], negative[i]));
    }
    return lowest;
}

// The exponent of a power of two: 32 times the index of its word, plus the bit index in that word, bit by
// bit.
Operand exponent(Builder& builder, const Words& power) {
    Operand sum(0u);
    for (size_t i = 1; i < power.size(); ++i) {
        const Operand here = nonzero_mask(builder, power[i]);
        sum = builder.emit(Opcode::bit_or, sum, masked(builder, here, limb_bits * static_cast<int>(i)));
    }
    const Operand word = or_all(builder, power);
    for (int k = 0; 1 << k < limb_bits; ++k) {
        uint32_t places = 0;
        for (int place = 0; place < limb_bits; ++place) places |= uint32_t(place >> k & 1) << place;
        const Operand found = builder.emit(Opcode::bit_and, word, Operand(places));
        sum = builder.emit(Opcode::bit_or, sum, masked(builder, nonzero_mask(builder, found), 1 << k));
    }
    return sum;
}

ExprPtr parity(const char* name) { return var(name) % ir::integer(2); }

}  // namespace

int Gcd::digits() const { return digits_for(mpz_class(1) << (width_.container_bits() + 1)); }

ir::Program Gcd::common_twos() const {
    Builder builder("common_twos");
    const auto [a, b] = two_numbers(builder, width_);
    Words either;
    for (size_t i = 0; i < a.size(); ++i) either.push_back(builder.emit(Opcode::bit_or, a[i], b[i]));
    const Operand none = zero_mask(builder, or_all(builder, either));
    const Operand count = exponent(builder, lowest_bit(builder, either));
    const Operand r = builder.emit(Opcode::bit_or, count, masked(builder, none, width_.container_bits()));
    builder.output("r", repr::word, {r});
    const ExprPtr bits = var("a") | var("b"), all = ir::integer(width_.container_bits());
    return std::move(builder).finish(
        {{any_num(width_, "a"), any_num(width_, "b")},
         if_else(bits, bits % exp2(var("r") + ir::integer(1)) - exp2(var("r")), var("r") - all),
         ir::integer(0),
         {{"r", all + ir::integer(1)}}});
}

ir::Program Gcd::start() const {
    Builder builder("gcd_start");
    const auto [a, b] = two_numbers(builder, width_);
    const auto odd_mask = [&](Operand word) {
        return builder.emit(Opcode::sub, Operand(0u), builder.emit(Opcode::bit_and, word, Operand(1u)));
    };
    const Operand a_odd = odd_mask(a[0]), both_odd = odd_mask(builder.emit(Opcode::bit_and, a[0], b[0]));
    Chain sum(builder);
    Words f, g, all;
    for (size_t i = 0; i < a.size(); ++i) all.push_back(sum.add(a[i], b[i]));
    all.push_back(sum.add(Operand(0u), Operand(0u)));
    for (size_t i = 0; i < all.size(); ++i) {
        const Operand other = i < b.size() ? b[i] : Operand(0u);
        g.push_back(builder.emit(Opcode::select, both_odd, other, all[i]));
    }
    for (size_t i = 0; i < a.size(); ++i) f.push_back(builder.emit(Opcode::select, a_odd, a[i], b[i]));
    f[0] = builder.emit(Opcode::bit_or, f[0], Operand(1u));
    builder.output("f", repr::digits, to_digits(builder, f, digits()));
    builder.output("g", repr::digits, to_digits(builder, g, digits()));
    const ExprPtr shift = ir::pow2(width_.container_bits());
    return std::move(builder).finish(
        {{any_num(width_, "a"), any_num(width_, "b")},
         var("f") + shift * var("g"),
         (if_else(parity("a"), var("a"), var("b")) | ir::integer(1)) +
             shift * if_else(parity("a") * parity("b"), var("b"), var("a") + var("b")),
         {{"f", shift, ir::integer(0)}, {"g", ir::integer(2) * shift, ir::integer(0)}}});
}

ir::Program Gcd::finish() const {
    Builder builder("gcd_finish");
    const SignedLimbs f = to_limbs(builder, builder.input("f", repr::digits, digits()));
    Words r;
    Chain chain(builder);
    for (int i = 0; i < width_.limbs(); ++i) {  // f, or ~f + 1
        r.push_back(chain.sub(builder.emit(Opcode::bit_xor, f.limbs[i], f.negative), f.negative));
    }
    builder.output("r", repr::num, r);
    return std::move(builder).finish(
        {{{"f", container(width_)}}, var("r"), magnitude(var("f")), {any_num(width_, "r")}});
}

ir::Program Gcd::meaning() const {
    Builder builder("gcd");
    builder.input("a", repr::num, width_.limbs());
    builder.input("b", repr::num, width_.limbs());
    builder.output("r", repr::num, zeros(width_.limbs()));
    return std::move(builder).finish({{any_num(width_, "a"), any_num(width_, "b")},
                                      var("r"),
                                      gcd(var("a"), var("b")),
                                      {any_num(width_, "r")}});
}

}  // namespace limbsmith::algorithm
