#include "algorithm/loop/pow_mod.hpp"

#include "algorithm/limb.hpp"
#include "algorithm/loop/mul_mod.hpp"
#include "algorithm/range.hpp"
#include "ir/builder.hpp"
#include "spec/representations.hpp"

namespace limbsmith::algorithm::loop {

using ir::ExprPtr, ir::Place, ir::RoutineBuilder, ir::Scalar, ir::var;

namespace {

ExprPtr power_of_a(Width width, ExprPtr exponent) {
    const ExprPtr m = modulus_or_container(width);
    return power(var("a"), std::move(exponent), m) % m;
}

ir::Contract contract_of(Width width, std::vector<ir::Bound> requires_) {
    requires_.push_back(any_num(width, "a"));
    requires_.push_back(any_num(width, "m"));
    return {
        std::move(requires_), var("r"), power_of_a(width, var("e")), {{"r", modulus_or_container(width)}}};
}

}  // namespace

ir::Program pow_mod_meaning(Width width) {
    ir::Builder builder("pow_mod");
    for (const char* name : {"a", "e", "m"}) builder.input(name, repr::num, width.limbs());
    builder.output("r", repr::num, zeros(width.limbs()));
    return std::move(builder).finish(contract_of(width, {any_num(width, "e")}));
}

ir::Routine pow_mod(Width width, const ir::Library& library) {
    RoutineBuilder builder("pow_mod", library);
    const auto number = [&](const char* name) { return ir::number_named(name, repr::num, width.limbs()); };
    const Place a = builder.input(number("a")), e = builder.input(run_time_array(ir::word_named("e")));
    const Place words = builder.input(ir::integer_named("words")), m = builder.input(number("m"));
    const Place r = builder.result(number("r")), one = builder.local(number("one"));
    const Place length = builder.local(ir::integer_named("length"));
    const auto bit = [&](const Place& at) {
        return e[Scalar(at) / limb_bits] >> (Scalar(at) % limb_bits) & 1;
    };
    builder.assign(length, 0);  // up to the highest one of the exponent
    const ExprPtr highest = exp2(var("i") - var("length")) * (var("e") / exp2(var("i")));
    builder.loop(ir::below("i", 0, limb_bits * Scalar(words)),
                 {{{var("e") / exp2(var("length")), highest}},
                  {{"length", var("i") + ir::integer(1), ir::integer(0)}}},
                 [&](Place i) { builder.when(bit(i), [&] { builder.assign(length, Scalar(i) + 1); }); });
    std::vector<uint32_t> limbs(width.limbs());
    limbs[0] = 1;
    builder.copy(one, limbs);
    builder.call("mul_mod", {one, one, m}, {r});  // 0 for m = 1
    const ExprPtr upper = var("e") / exp2(var("k") + ir::integer(1));
    builder.loop(ir::down_to("k", Scalar(length) - 1, 0), {{{var("r"), power_of_a(width, upper)}}},
                 [&](Place k) {
                     builder.call("mul_mod", {r, r, m}, {r});
                     builder.when(bit(k), [&] { builder.call("mul_mod", {r, a, m}, {r}); });
                 });
    ir::Routine& routine = builder.routine();
    routine.contract =
        contract_of(width, {{"words", ir::pow2(26)}, {"e", exp2(ir::integer(limb_bits) * var("words"))}});
    routine.length = "words";
    routine.text = {
        "a^e mod m for e = sum of e[i]*2^(32i), i < words, and any a and m, odd or even; a^0 is 1 mod m; "
        "for m = 0 modulo " +
            to_string(*container(width)) + ".",
        "The exponent is public: it decides which products are made."};
    routine.source = "left-to-right binary (HAC, algorithm 14.79)";
    routine.bound = "a squaring for each bit of the exponent, a product for each that is 1";
    return std::move(builder).finish();
}

ir::Routine pow_mod_of_number(Width width, const ir::Library& library) {
    RoutineBuilder builder("pow_mod", library);
    const auto number = [&](const char* name) { return ir::number_named(name, repr::num, width.limbs()); };
    const Place a = builder.input(number("a")), e = builder.input(number("e")),
                m = builder.input(number("m"));
    const Place r = builder.result(number("r"));
    builder.call("pow_mod", {a, e, Scalar(width.limbs()), m}, {r});
    builder.routine().text = {"a^e mod m for an exponent of as many limbs."};
    builder.routine().contract = pow_mod_meaning(width).contract;
    return std::move(builder).finish();
}

}  // namespace limbsmith::algorithm::loop
