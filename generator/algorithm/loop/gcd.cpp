#include "algorithm/loop/gcd.hpp"

#include "algorithm/gcd.hpp"
#include "algorithm/loop/divstep_batch.hpp"
#include "spec/divsteps.hpp"

namespace limbsmith::algorithm::loop {

using ir::Place, ir::RoutineBuilder, ir::Scalar, ir::var;

ir::Routine greatest_common_divisor(Width width, DivstepNumbers numbers, const ir::Library& library) {
    RoutineBuilder builder("gcd", library);
    const auto number = [&](const char* name) { return ir::number_named(name, repr::num, width.limbs()); };
    const auto digits = [&](const char* name) {
        return builder.local(ir::number_named(name, repr::digits, numbers.digits));
    };
    const Place a = builder.input(number("a")), b = builder.input(number("b"));
    const Place result = builder.result(number("result")), twos = builder.local(ir::word_named("twos"));
    const Place x = builder.local(number("x")), y = builder.local(number("y"));
    const Place f = digits("f"), g = digits("g"), odd = builder.local(number("odd"));
    DivstepBatch batch(builder, numbers.digits);
    builder.call("common_twos", {a, b}, {twos});
    builder.call("shr", {a, Scalar(twos)}, {x});
    builder.call("shr", {b, Scalar(twos)}, {y});
    builder.call("gcd_start", {x, y}, {f, g});
    batch.start();
    builder.loop(with(ir::below("i", 0, numbers.batches), ir::For::Unroll::by_two),
                 {{}, {}, DivstepBatch::steps()}, [&](Place) {
                     batch.next(f, g);
                     const Place next_f = batch.first("divsteps_row", f, g);
                     batch.second("divsteps_row", f, g);
                     builder.copy(f, next_f);
                 });
    builder.call("gcd_finish", {f}, {odd});
    builder.call("shl", {odd, Scalar(twos)}, {result});
    ir::Routine& routine = builder.routine();
    routine.contract = Gcd(width).meaning().contract;
    routine.contract.left = var("result");
    routine.contract.ensures[0].name = "result";
    routine.text = {
        "gcd(a, b); gcd(a, 0) = a. The same instructions for all numbers. In the end f is the gcd without "
        "common twos, or its negative."};
    routine.source = divsteps_source;
    routine.bound = divsteps_bound(numbers.batches);
    return std::move(builder).finish();
}

}  // namespace limbsmith::algorithm::loop
