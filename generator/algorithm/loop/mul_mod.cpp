#include "algorithm/loop/mul_mod.hpp"

#include "algorithm/limb.hpp"
#include "algorithm/range.hpp"
#include "ir/builder.hpp"
#include "spec/representations.hpp"

namespace limbsmith::algorithm::loop {

using ir::ExprPtr, ir::Place, ir::RoutineBuilder, ir::Scalar, ir::var;

ExprPtr modulus_or_container(Width width) { return if_else(var("m"), var("m"), container(width)); }

ir::Program mul_mod_meaning(Width width) {
    ir::Builder builder("mul_mod");
    std::vector<ir::Bound> requires_;
    for (const char* name : {"a", "b", "m"}) {
        builder.input(name, repr::num, width.limbs());
        requires_.push_back(any_num(width, name));
    }
    builder.output("r", repr::num, zeros(width.limbs()));
    const ExprPtr m = modulus_or_container(width);
    return std::move(builder).finish({std::move(requires_), var("r"), (var("a") * var("b")) % m, {{"r", m}}});
}

ir::Routine mul_mod(Width width, const ir::Library& library) {
    const int limbs = width.limbs();
    RoutineBuilder builder("mul_mod", library);
    const auto number = [&](const char* name) { return ir::number_named(name, repr::num, limbs); };
    const auto local = [&](const char* name) { return builder.local(number(name)); };
    const auto word = [&](const char* name) { return builder.local(ir::word_named(name)); };
    const Place a = builder.input(number("a")), b = builder.input(number("b")),
                m = builder.input(number("m"));
    const Place r = builder.result(number("r"));
    const Place low = local("low"), high = local("high"), d = local("d"), minus_d = local("minus_d");
    const Place x = local("x"), rest = local("rest");
    const Place count = word("count"), v = word("v"), digit = word("digit"), next = word("next"),
                by_zero = word("by_zero");
    builder.call("mul_halves", {a, b}, {low, high});
    builder.call("divisor", {m}, {d, count, v});
    builder.call("neg", {d}, {minus_d});
    // the product modulo d = m·2^count: all but the first `limbs` + 1 limbs are below d
    const auto moved = [](ir::Range range) { return with(std::move(range), ir::For::Unroll::free); };
    builder.loop(moved(ir::below("k", 1, limbs)), {},
                 [&](Place k) { builder.assign(x.limb(k - 1), high.limb(k)); });
    builder.assign(x.limb(limbs - 1), 0);
    builder.assign(next, high.limb(0));
    builder.copy(rest, low);
    // the limbs of the product that are still to come; x is the remainder of the others
    const ExprPtr product = var("a") * var("b"), turns_left = ir::integer(limbs + 1) - var("i");
    const ExprPtr to_come =
        (container(width) * var("next") + var("rest")) / exp2(ir::integer(limb_bits) * var("i"));
    const ExprPtr radix = exp2(ir::integer(limb_bits) * turns_left);
    builder.loop(ir::below("i", 0, limbs + 1),
                 {{{to_come, product % radix}, {var("x"), product / radix % var("d")}}, {{"x", var("d")}}},
                 [&](Place) {
                     builder.call("quotient_limb", {x, Scalar(next), d, minus_d, Scalar(v)}, {x, digit});
                     builder.assign(next, rest.limb(limbs - 1));
                     builder.loop(moved(ir::down_to("k", limbs - 1, 1)), {},
                                  [&](Place k) { builder.assign(rest.limb(k), rest.limb(k - 1)); });
                 });
    builder.call("divrem", {x, m}, {x, r});  // m divides d
    builder.call("is_zero", {m}, {by_zero});
    builder.call("select", {Scalar(by_zero), low, r}, {r});
    ir::Routine& routine = builder.routine();
    routine.contract = mul_mod_meaning(width).contract;
    routine.text = {
        "a*b mod m for any a, b and m, odd or even; for m = 0 modulo " + to_string(*container(width)) +
            ", the low limbs of the product.",
        "Every step is the same instructions for all operands; how many there are is known from the "
        "length of m alone."};
    routine.source = "exact product, then normalised division (HAC, algorithm 14.20)";
    routine.bound = "a step for each limb of the product and of a quotient by m";
    return std::move(builder).finish();
}

}  // namespace limbsmith::algorithm::loop
