#include "algorithm/logic.hpp"
#include "algorithm/mask.hpp"
#include "algorithm/range.hpp"
#include "spec/representations.hpp"

namespace limbsmith::algorithm {

using ir::Builder, ir::Chain, ir::Opcode, ir::var;

namespace {

enum class Extreme { smallest, largest };

ir::Program extreme(Width width, const char* name, Extreme which) {
    Builder builder(name);
    const auto [a, b] = two_numbers(builder, width);
    const bool is_min = which == Extreme::smallest;
    Chain chain(builder);
    for (int i = 0; i < width.limbs(); ++i) chain.sub(a[i], b[i]);
    const Operand is_less = borrow_mask(chain);
    builder.output("r", repr::num,
                   is_min ? selected(builder, is_less, a, b) : selected(builder, is_less, b, a));
    const ir::ExprPtr below = less(var("a"), var("b"));
    return std::move(builder).finish(
        {{any_num(width, "a"), any_num(width, "b")},
         var("r"),
         is_min ? if_else(below, var("a"), var("b")) : if_else(below, var("b"), var("a")),
         {any_num(width, "r")}});
}

}  // namespace

ir::Program eq(Width width) {
    Builder builder("eq");
    const auto [a, b] = two_numbers(builder, width);
    Words differing;
    for (int i = 0; i < width.limbs(); ++i) differing.push_back(builder.emit(Opcode::bit_xor, a[i], b[i]));
    builder.output("r", repr::word, {bit_of_mask(builder, zero_mask(builder, or_all(builder, differing)))});
    return std::move(builder).finish(
        {{any_num(width, "a"), any_num(width, "b")}, var("r"), equal(var("a"), var("b")), {one_bit("r")}});
}

ir::Program lt(Width width) {
    Builder builder("lt");
    const auto [a, b] = two_numbers(builder, width);
    Chain chain(builder);
    for (int i = 0; i < width.limbs(); ++i) chain.sub(a[i], b[i]);
    builder.output("r", repr::word, {bit_of_mask(builder, borrow_mask(chain))});
    return std::move(builder).finish(
        {{any_num(width, "a"), any_num(width, "b")}, var("r"), less(var("a"), var("b")), {one_bit("r")}});
}

ir::Program slt(Width width) {
    Builder builder("slt");
    Words a = builder.input("a", repr::num, width.limbs());
    Words b = builder.input("b", repr::num, width.limbs());
    // adding 2^(32·limbs - 1) maps the order of signed values to that of unsigned ones
    for (Words* x : {&a, &b})
        x->back() = builder.emit(Opcode::bit_xor, x->back(), Operand(uint32_t{1} << (limb_bits - 1)));
    Chain chain(builder);
    for (int i = 0; i < width.limbs(); ++i) chain.sub(a[i], b[i]);
    builder.output("r", repr::word, {bit_of_mask(builder, borrow_mask(chain))});
    return std::move(builder).finish({{any_num(width, "a"), any_num(width, "b")},
                                      var("r"),
                                      less(signed_value(width, var("a")), signed_value(width, var("b"))),
                                      {one_bit("r")}});
}

ir::Program is_zero(Width width) {
    Builder builder("is_zero");
    const Words a = builder.input("a", repr::num, width.limbs());
    builder.output("r", repr::word, {bit_of_mask(builder, zero_mask(builder, or_all(builder, a)))});
    return std::move(builder).finish(
        {{any_num(width, "a")}, var("r"), equal(var("a"), ir::integer(0)), {one_bit("r")}});
}

ir::Program select(Width width) {
    Builder builder("select");
    const Operand condition = builder.input("condition", repr::word, 1)[0];
    const auto [a, b] = two_numbers(builder, width);
    const Operand mask = zero_mask(builder, condition);
    builder.output("r", repr::num, selected(builder, mask, b, a));
    return std::move(builder).finish({{any_word("condition"), any_num(width, "a"), any_num(width, "b")},
                                      var("r"),
                                      if_else(var("condition"), var("a"), var("b")),
                                      {any_num(width, "r")}});
}

ir::Program min(Width width) { return extreme(width, "min", Extreme::smallest); }
ir::Program max(Width width) { return extreme(width, "max", Extreme::largest); }

ir::Program cswap(Width width) {
    Builder builder("cswap");
    const Operand condition = builder.input("condition", repr::word, 1)[0];
    const auto [a, b] = two_numbers(builder, width);
    const Operand keep = zero_mask(builder, condition);
    builder.output("r", repr::num, selected(builder, keep, a, b));
    builder.output("other", repr::num, selected(builder, keep, b, a));
    return std::move(builder).finish(
        {{any_word("condition"), any_num(width, "a"), any_num(width, "b")},
         packed(width, {var("r"), var("other")}),
         if_else(var("condition"), packed(width, {var("b"), var("a")}), packed(width, {var("a"), var("b")})),
         {any_num(width, "r"), any_num(width, "other")}});
}

}  // namespace limbsmith::algorithm
