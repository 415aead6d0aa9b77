#include "algorithm/group/carry_lookahead.hpp"

#include <bit>

#include "algorithm/group/carries.hpp"
#include "algorithm/range.hpp"
#include "spec/representations.hpp"

namespace limbsmith::algorithm::group {
namespace {

using ir::Place, ir::RoutineBuilder, ir::Scalar, ir::var;

// Parameters, the sum of a lane's own limbs, and what its carry does then.
struct Sum {
    int lanes, limbs;
    RoutineBuilder builder;
    Place a, b, r, carry;
    // whether the own limbs carry out; whether they would if one came in, which excludes the former
    Place generates, propagates;

    Sum(const char* name, int lane_count, int words, const ir::Library& library)
        : lanes(lane_count), limbs(words), builder(name, library) {
        builder.routine().lanes = lanes;
        const auto number = [&](const char* of) { return ir::number_named(of, repr::num, limbs); };
        a = builder.input(number("a")), b = builder.input(number("b"));
        r = builder.result(number("r")), carry = builder.output(ir::word_named("carry"));
        generates = builder.local(ir::word_named("generates"));
        builder.call("lane_add", {a, b}, {r, generates});
        propagates = all_ones(builder, "propagates", r);
    }

    // r plus the carry that comes in
    void add_carry_in(const Scalar& carry_in) { builder.call("add_word", {r, carry_in}, {r, generates}); }

    ir::Routine finish() && {
        const Width width{limb_bits * limbs * lanes};
        ir::Routine& routine = builder.routine();
        routine.contract = {{any_num(width, "a"), any_num(width, "b")},
                            var("r") + container(width) * var("carry"),
                            var("a") + var("b"),
                            {any_num(width, "r"), one_bit("carry")}};
        return std::move(builder).finish();
    }
};

}  // namespace

ir::Routine carry_lookahead_add(int lanes, int words, const ir::Library& library) {
    Sum sum("add_lanes", lanes, words, library);
    RoutineBuilder& builder = sum.builder;
    const Carries carries = look_ahead(builder, sum.generates, sum.propagates);
    sum.add_carry_in(carries.in);
    builder.assign(sum.carry, carries.out);
    builder.routine().text = {
        "a + b, numbers in the limbs of all lanes, lane 0 the least significant; carry is that of "
        "the whole."};
    builder.routine().source = "carry look-ahead by ballots";
    return std::move(sum).finish();
}

// After turn s, g[i] and p[i] are those of the lanes i - 2^(s+1) + 1 to i together (Kogge, Stone 1973).
ir::Routine carry_scan_add(int lanes, int words, const ir::Library& library) {
    Sum sum("add_block", lanes, words, library);
    RoutineBuilder& builder = sum.builder;
    const Place g = builder.shared(array(ir::word_named("g"), lanes)),
                p = builder.shared(array(ir::word_named("p"), lanes));
    const Scalar lane = ir::lane();
    builder.assign(g[lane], sum.generates);
    builder.assign(p[lane], sum.propagates);
    builder.barrier();
    const Place reach = builder.local(ir::word_named("reach"));
    builder.loop(
        with(ir::below("s", 0, std::bit_width(static_cast<unsigned>(lanes)) - 1), ir::For::Unroll::free), {},
        [&](Place s) {
            builder.assign(reach, Scalar(1u) << s);
            builder.when(1 - less(lane, reach), [&] {
                builder.assign(sum.generates,
                               Scalar(sum.generates) | (Scalar(sum.propagates) & g[lane - reach]));
                builder.assign(sum.propagates, Scalar(sum.propagates) & p[lane - reach]);
            });
            builder.barrier();
            builder.assign(g[lane], sum.generates);
            builder.assign(p[lane], sum.propagates);
            builder.barrier();
        });
    const Place carry_in = builder.local(ir::word_named("carry_in"));
    builder.assign(carry_in, 0);
    builder.when(lane, [&] { builder.assign(carry_in, g[lane - 1]); });
    builder.assign(sum.carry, g[Scalar(lanes - 1)]);
    sum.add_carry_in(carry_in);
    builder.routine().text = {
        "a + b, numbers in the limbs of all threads of a block, thread 0 the least significant; "
        "carry is that of the whole."};
    builder.routine().source = "carry look-ahead by a scan (Kogge, Stone 1973)";
    return std::move(sum).finish();
}

}  // namespace limbsmith::algorithm::group
