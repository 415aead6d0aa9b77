#include "algorithm/group/inverse.hpp"

#include "algorithm/group/constants.hpp"
#include "algorithm/group/divsteps.hpp"
#include "algorithm/group/on_numbers.hpp"
#include "algorithm/group/shift.hpp"
#include "algorithm/group/sums.hpp"
#include "algorithm/loop/inverse.hpp"
#include "spec/divsteps.hpp"
#include "spec/representations.hpp"

namespace limbsmith::algorithm::group {

using ir::ExprPtr, ir::Place, ir::Scalar, ir::var;

// d·a = f·R and e·a = g·R modulo N after every batch, for elements a and d; in the end f = ±gcd(a, N).
ir::Routine inverse(const Residues& residues, const ir::Library& library) {
    ir::RoutineBuilder builder = loop::routine_on(residues, "inv", library);
    const Lanes lanes(group_of(residues), builder);
    const Place a = builder.input(residues.elem("a")), r = builder.result(residues.elem("r"));
    const Place exists = builder.output(ir::word_named("exists"));
    const Place n = lanes.number("n_limbs"), r2 = r2_in(lanes, residues);
    const Scalar n0inv = n0inv_in(lanes, residues);
    builder.copy(n, modulus_in(lanes, residues));
    const Place minus_n = lanes.number("minus_n"), zero = lanes.zero("zero_limbs"), one = lanes.zero("unit");
    builder.assign(one.limb(0), equal(ir::lane(), 0));
    difference(lanes, minus_n, zero, n, CarryOut::unused, "_n");
    const SignedNumber f = signed_number(lanes, "f", n), g = signed_number(lanes, "g", a),
                       d = signed_number(lanes, "d", zero), e = signed_number(lanes, "e", one);
    const int batches = divstep_batches(divstep_count(residues.modulus.width().bits));
    const LaneDivsteps divsteps(lanes);
    builder.loop(ir::below("i", 0, batches), {}, [&](Place) {
        divsteps.next(f, g);
        divsteps.apply("divsteps_row", f, g);
        divsteps.apply("divsteps_row_mod", d, e, {n, minus_n, n0inv});
    });
    const Place sign = lanes.word("sign"), is_unit = lanes.word("is_unit");
    builder.call("resolve_tops", {f.limbs, Scalar(f.top)}, {f.limbs, sign});
    const Magnitude of_f = take_magnitude(lanes, f.limbs, sign, "_f");
    builder.call("lane_eq", {f.limbs, one}, {is_unit});
    builder.assign(exists, every_lane(lanes, is_unit));
    builder.call("resolve_tops", {d.limbs, Scalar(d.top)}, {d.limbs, sign});
    const Magnitude of_d = take_magnitude(lanes, d.limbs, sign, "_d");
    sum_if(lanes, d.limbs, minus_n, of_d.over, "_over");
    // |d|·R^3·R^-1 = |d|·R^2 for |d| < R
    const Place cube = lanes.number("cube"), negative = lanes.number("negative");
    builder.call("montgomery_product", {r2, r2, n, n0inv}, {cube});
    builder.call("montgomery_product", {d.limbs, cube, n, n0inv}, {r});
    builder.call("neg", {r}, {negative});
    builder.call("lane_select", {Scalar(of_f.is_negative) ^ of_d.is_negative, negative, r}, {r});
    lanes.each_limb("k", lanes.words, [&](Place k) { builder.assign(r.limb(k), r.limb(k) * exists); });
    ir::Routine& routine = builder.routine();
    routine.text = {
        "a^-1 if gcd(a, N) = 1; exists = 1. Otherwise there is none: exists = 0 and the result is 0.",
        "The same instructions for every a. In the end f is the gcd or its negative."};
    routine.source = divsteps_source;
    routine.bound = loop::divsteps_bound(batches);
    const ExprPtr N = residues.N();
    return loop::finished(residues, std::move(builder),
                          {{{"a", N}},
                           var("r") + N * var("exists"),
                           inverse(var("a"), N) + N * equal(gcd(var("a"), N), ir::integer(1)),
                           {{"r", N}, one_bit("exists")}});
}

// After a shift a or b is odd. f is an odd one of them; g is the other if that is odd, else their distance: both
// are odd.
ir::Routine greatest_common_divisor(const Group& group, const ir::Library& library) {
    OnNumbers all(group, "gcd", library);
    ir::RoutineBuilder& builder = all.builder;
    const Lanes& lanes = all.lanes;
    const Place a = all.input("a"), b = all.input("b"), result = all.result("result");
    const int bits = all.width.container_bits();
    // the lowest bit of a | b
    const Place either = lanes.number("either"), lowest = lanes.number("lowest"), twos = lanes.word("twos");
    lanes.each_limb("k", lanes.words,
                    [&](Place k) { builder.assign(either.limb(k), a.limb(k) | b.limb(k)); });
    difference(lanes, lowest, lanes.zero("nothing"), either, CarryOut::unused, "_lowest");
    lanes.each_limb("k", lanes.words,
                    [&](Place k) { builder.assign(lowest.limb(k), lowest.limb(k) & either.limb(k)); });
    const Place length = bit_length_of(lanes, lowest);
    builder.assign(twos, select(length, Scalar(length) - 1, bits));
    const Place x = lanes.number("x"), y = lanes.number("y"), apart = lanes.number("apart"),
                first = lanes.number("one_of_both"), second = lanes.number("other_of_both");
    builder.call("shr", {a, Scalar(twos)}, {x});
    builder.call("shr", {b, Scalar(twos)}, {y});
    const Place is_less = difference(lanes, apart, x, y, CarryOut::wanted, "_apart");
    difference(lanes, first, y, x, CarryOut::unused, "_other");
    builder.call("lane_select", {Scalar(is_less), first, apart}, {apart});
    const Place x_odd = lanes.word("x_odd"), y_odd = lanes.word("y_odd");
    lanes.from_lane(x_odd, x.limb(0) & 1, 0);
    lanes.from_lane(y_odd, y.limb(0) & 1, 0);
    builder.call("lane_select", {Scalar(x_odd), x, y}, {first});
    builder.assign(first.limb(0), first.limb(0) | equal(ir::lane(), 0));  // for a = b = 0
    builder.call("lane_select", {Scalar(x_odd) & Scalar(y_odd), y, apart}, {second});
    const SignedNumber f = signed_number(lanes, "f", first), g = signed_number(lanes, "g", second);
    const int batches = divstep_batches(divstep_count_unordered(bits));
    const LaneDivsteps divsteps(lanes);
    builder.loop(ir::below("i", 0, batches), {}, [&](Place) {
        divsteps.next(f, g);
        divsteps.apply("divsteps_row", f, g);
    });
    const Place sign = lanes.word("sign");
    builder.call("resolve_tops", {f.limbs, Scalar(f.top)}, {f.limbs, sign});
    take_magnitude(lanes, f.limbs, sign, "_f");
    builder.call("shl", {f.limbs, Scalar(twos)}, {result});
    builder.routine().source = divsteps_source;
    builder.routine().bound = loop::divsteps_bound(batches);
    std::vector<ir::Bound> required = all.both(), ensured = all.any({"result"});
    return std::move(all).finish("gcd(a, b); gcd(a, 0) = a; the same instructions for all numbers",
                                 std::move(required), var("result"), gcd(var("a"), var("b")), ensured);
}

}  // namespace limbsmith::algorithm::group
