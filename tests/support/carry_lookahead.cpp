#include "support/carry_lookahead.hpp"

#include "algorithm/group/carries.hpp"
#include "algorithm/range.hpp"
#include "spec/representations.hpp"

namespace limbsmith::test {

using algorithm::any_num, algorithm::container, algorithm::one_bit;
using algorithm::group::all_ones, algorithm::group::Carries, algorithm::group::look_ahead;
using ir::Place, ir::Scalar, ir::var;

ir::Routine carry_lookahead_add(int lanes, int words, const ir::Library& library) {
    ir::RoutineBuilder builder(lanes > ir::warp ? "add_block" : "add_lanes", library);
    builder.routine().mapping = lanes;
    const auto number = [&](const char* name) { return ir::number_named(name, repr::num, words); };
    const Place a = builder.input(number("a")), b = builder.input(number("b"));
    const Place r = builder.result(number("r")), carry = builder.output(ir::word_named("carry"));
    const Place generates = builder.local(ir::word_named("generates"));
    builder.call("lane_add", {a, b}, {r, generates});
    const Carries carries = look_ahead(builder, generates, all_ones(builder, "propagates", r));
    builder.call("add_word", {r, Scalar(carries.in)}, {r, generates});
    builder.assign(carry, carries.out);
    const Width width{limb_bits * words * lanes};
    builder.routine().contract = {{any_num(width, "a"), any_num(width, "b")},
                                  var("r") + container(width) * var("carry"),
                                  var("a") + var("b"),
                                  {any_num(width, "r"), one_bit("carry")}};
    builder.routine().text = {
        "a + b, numbers in the limbs of all lanes, lane 0 the least significant; carry is that of the "
        "whole."};
    builder.routine().source = "carry look-ahead by ballots";
    return std::move(builder).finish();
}

}  // namespace limbsmith::test
