#include <functional>

#include "algorithm/limb.hpp"
#include "algorithm/logic.hpp"
#include "algorithm/range.hpp"
#include "spec/representations.hpp"

namespace limbsmith::algorithm {

using ir::Builder, ir::Opcode, ir::var;

namespace {

ir::Program limbwise(Width width, const char* name, Opcode op, ir::ExprPtr value) {
    Builder builder(name);
    const auto [a, b] = two_numbers(builder, width);
    Words r;
    for (int i = 0; i < width.limbs(); ++i) r.push_back(builder.emit(op, a[i], b[i]));
    builder.output("r", repr::num, r);
    return std::move(builder).finish(
        {{any_num(width, "a"), any_num(width, "b")}, var("r"), std::move(value), {any_num(width, "r")}});
}

}  // namespace

ir::Program bit_and(Width width) { return limbwise(width, "and_", Opcode::bit_and, var("a") & var("b")); }
ir::Program bit_or(Width width) { return limbwise(width, "or_", Opcode::bit_or, var("a") | var("b")); }
ir::Program bit_xor(Width width) { return limbwise(width, "xor_", Opcode::bit_xor, var("a") ^ var("b")); }

ir::Program bit_not(Width width) {
    Builder builder("not_");
    const Words a = builder.input("a", repr::num, width.limbs());
    Words r;
    for (ir::Operand limb : a) r.push_back(builder.emit(Opcode::bit_not, limb));
    builder.output("r", repr::num, r);
    return std::move(builder).finish({{any_num(width, "a")},
                                      var("r"),
                                      (container(width) - ir::integer(1)) - var("a"),
                                      {any_num(width, "r")}});
}

}  // namespace limbsmith::algorithm
