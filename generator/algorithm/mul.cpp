#include "algorithm/mul.hpp"

#include "algorithm/mask.hpp"
#include "algorithm/range.hpp"
#include "spec/representations.hpp"

namespace limbsmith::algorithm {

using ir::Builder, ir::var;

namespace {

struct Operands {
    Factors factors;
    std::vector<ir::Bound> requires_;
};

Operands two_inputs(Builder& builder, Width width) {
    const auto [a, b] = two_numbers(builder, width);
    return {{bounded(a, width), bounded(b, width)}, {in_width(width, "a"), in_width(width, "b")}};
}

}  // namespace

ir::Program mul(Width width, const Product& product) {
    Builder builder("mul");
    const Operands in = two_inputs(builder, width);
    builder.output("r", repr::wide, words_of(product(builder, in.factors, width.wide_limbs())));
    return std::move(builder).finish(
        {in.requires_, var("r"), var("a") * var("b"), {{"r", ir::pow2(2 * width.bits)}}});
}

ir::Program sqr(Width width, const Square& square) {
    Builder builder("sqr");
    const Limbs a = bounded(builder.input("a", repr::num, width.limbs()), width);
    builder.output("r", repr::wide, words_of(square(builder, a, width.wide_limbs())));
    return std::move(builder).finish(
        {{in_width(width, "a")}, var("r"), var("a") * var("a"), {{"r", ir::pow2(2 * width.bits)}}});
}

ir::Program mul_lo(Width width, const Product& product) {
    Builder builder("mul_lo");
    const Operands in = two_inputs(builder, width);
    builder.output("r", repr::num, words_of(product(builder, in.factors, width.limbs())));
    return std::move(builder).finish(
        {in.requires_, var("r"), (var("a") * var("b")) % container(width), {any_num(width, "r")}});
}

ir::Program mul_hi(Width width, const Product& product) {
    Builder builder("mul_hi");
    const Operands in = two_inputs(builder, width);
    Words all = words_of(product(builder, in.factors, width.wide_limbs()));
    all.resize(2 * width.limbs(), ir::Operand(0u));
    builder.output("r", repr::num, Words(all.begin() + width.limbs(), all.end()));
    return std::move(builder).finish(
        {in.requires_, var("r"), (var("a") * var("b")) / container(width), {any_num(width, "r")}});
}

ir::Program mul_halves(Width width, const Product& product) {
    Builder builder("mul_halves");
    const Width all{width.container_bits()};
    const Operands in = two_inputs(builder, all);
    const Words words = words_of(product(builder, in.factors, all.wide_limbs()));
    builder.output("low", repr::num, Words(words.begin(), words.begin() + all.limbs()));
    builder.output("high", repr::num, Words(words.begin() + all.limbs(), words.end()));
    return std::move(builder).finish({in.requires_,
                                      packed(all, {var("low"), var("high")}),
                                      var("a") * var("b"),
                                      {any_num(all, "low"), any_num(all, "high")}});
}

// If a is unsigned and a - 2^k·s_a its signed value, the signed product is a·b - 2^k·(s_a·b + s_b·a) +
// 2^(2k)·s_a·s_b; the last term lies above the words of the result.
ir::Program smul(Width width, const Product& product) {
    Builder builder("smul");
    const int n = width.limbs(), words = width.wide_limbs();
    const Words a = builder.input("a", repr::num, n), b = builder.input("b", repr::num, n);
    const Width whole{width.container_bits()};
    Words r = words_of(product(builder, {bounded(a, whole), bounded(b, whole)}, words));
    const auto subtract_above = [&](const Words& x, Operand mask) {
        ir::Chain chain(builder);
        for (int i = n; i < words; ++i)
            r[i] = chain.sub(r[i], builder.emit(ir::Opcode::bit_and, x[i - n], mask));
    };
    subtract_above(b, sign_mask(builder, a.back()));
    subtract_above(a, sign_mask(builder, b.back()));
    builder.output("r", repr::wide, r);
    return std::move(builder).finish(
        {{any_num(width, "a"), any_num(width, "b")},
         var("r"),
         (signed_value(width, var("a")) * signed_value(width, var("b"))) % ir::pow2(limb_bits * words),
         {{"r", ir::pow2(limb_bits * words)}}});
}

}  // namespace limbsmith::algorithm
