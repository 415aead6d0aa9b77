#include "algorithm/mul.hpp"

#include "algorithm/range.hpp"

namespace limbsmith::algorithm {

using ir::Builder, ir::Shape, ir::var;

namespace {

struct Operands {
    Factors factors;
    std::vector<ir::Bound> requires_;
};

Operands two_inputs(Builder& builder, Width width) {
    const Limbs a = bounded(builder.input("a", Shape::num, width.limbs()), width);
    const Limbs b = bounded(builder.input("b", Shape::num, width.limbs()), width);
    return {{a, b}, {in_width(width, "a"), in_width(width, "b")}};
}

}  // namespace

ir::Program mul(Width width, const Product& product) {
    Builder builder("mul");
    const Operands in = two_inputs(builder, width);
    builder.output("r", Shape::wide, words_of(product(builder, in.factors, width.wide_limbs())));
    return std::move(builder).finish(
        {in.requires_, var("r"), var("a") * var("b"), {{"r", ir::pow2(2 * width.bits)}}});
}

ir::Program sqr(Width width, const Square& square) {
    Builder builder("sqr");
    const Limbs a = bounded(builder.input("a", Shape::num, width.limbs()), width);
    builder.output("r", Shape::wide, words_of(square(builder, a, width.wide_limbs())));
    return std::move(builder).finish(
        {{in_width(width, "a")}, var("r"), var("a") * var("a"), {{"r", ir::pow2(2 * width.bits)}}});
}

ir::Program mul_lo(Width width, const Product& product) {
    Builder builder("mul_lo");
    const Operands in = two_inputs(builder, width);
    builder.output("r", Shape::num, words_of(product(builder, in.factors, width.limbs())));
    return std::move(builder).finish(
        {in.requires_, var("r"), (var("a") * var("b")) % container(width), {any_num(width, "r")}});
}

ir::Program mul_hi(Width width, const Product& product) {
    Builder builder("mul_hi");
    const Operands in = two_inputs(builder, width);
    Words all = words_of(product(builder, in.factors, width.wide_limbs()));
    all.resize(2 * width.limbs(), ir::Operand(0u));
    builder.output("r", Shape::num, Words(all.begin() + width.limbs(), all.end()));
    return std::move(builder).finish(
        {in.requires_, var("r"), (var("a") * var("b")) / container(width), {any_num(width, "r")}});
}

}  // namespace limbsmith::algorithm
