#include "algorithm/loop/division.hpp"

#include "algorithm/division.hpp"
#include "algorithm/range.hpp"

namespace limbsmith::algorithm::loop {

using ir::ExprPtr, ir::Place, ir::RoutineBuilder, ir::Scalar, ir::var;

ir::Routine division(Width width, const ir::Library& library) {
    const int limbs = width.limbs();
    RoutineBuilder builder("divrem", library);
    const auto number = [&](const char* name) { return ir::number_named(name, repr::num, limbs); };
    const Place a = builder.input(number("a")), b = builder.input(number("b"));
    const Place q = builder.result(number("q")), remainder = builder.output(number("remainder"));
    const Place d = builder.local(number("d")), minus_d = builder.local(number("minus_d"));
    const Place r = builder.local(number("r"));
    const auto word = [&](const char* name) { return builder.local(ir::word_named(name)); };
    const Place count = word("count"), v = word("v"), low = word("low"), digit = word("digit");
    builder.call("divisor", {b}, {d, count, v});
    builder.call("neg", {d}, {minus_d});
    builder.call("dividend", {a, Scalar(count)}, {r, low});
    builder.copy(q, std::vector<uint32_t>(limbs));
    // the part of the dividend that is divided so far
    const ExprPtr so_far =
        var("a") * exp2(var("count") % ir::integer(limb_bits) + ir::integer(limb_bits) * var("i"));
    const ir::Bound later_limb{"low", if_else(var("i"), ir::integer(1), ir::pow2(limb_bits))};
    const ir::Bound quotient{"q", exp2(ir::integer(limb_bits) * var("i"))};
    const ExprPtr divided = ir::pow2(limb_bits) * (var("q") * var("d") + var("r")) + var("low");
    builder.loop(ir::up_to("i", 0, Scalar(count) / limb_bits),
                 {{{divided, so_far}}, {{"r", var("d")}, later_limb, quotient}}, [&](Place) {
                     builder.call("quotient_limb", {r, Scalar(low), d, minus_d, Scalar(v)}, {r, digit});
                     builder.loop(with(ir::down_to("k", limbs - 1, 1), ir::For::Unroll::free), {},
                                  [&](Place k) { builder.assign(q.limb(k), q.limb(k - 1)); });
                     builder.assign(q.limb(0), digit);
                     builder.assign(low, 0);
                 });
    const Place by_zero = word("by_zero");
    builder.call("is_zero", {b}, {by_zero});
    builder.call("shr", {r, Scalar(count)}, {r});
    builder.call("select", {Scalar(by_zero), a, r}, {r});
    builder.loop(with(ir::below("k", 0, limbs), ir::For::Unroll::free), {},
                 [&](Place k) { builder.assign(q.limb(k), q.limb(k) | (0 - Scalar(by_zero))); });
    builder.copy(remainder, r);
    ir::Routine& routine = builder.routine();
    routine.contract = divrem_meaning(width).contract;
    routine.text = {
        "q = floor(a / b), remainder = a mod b; for b = 0: q = " +
            to_string(*(container(width) - ir::integer(1))) + ", remainder = a",
        "Every step is the same instructions for all operands; there are as many as the quotient can have "
        "limbs, known from the length of b alone."};
    routine.source = "normalised division (HAC, algorithm 14.20)";
    routine.bound = "a step for each limb that the quotient can have";
    return std::move(builder).finish();
}

}  // namespace limbsmith::algorithm::loop
