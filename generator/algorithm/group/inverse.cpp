#include "algorithm/group/inverse.hpp"

#include "algorithm/gcd.hpp"
#include "algorithm/group/carries.hpp"
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

ir::Routine negative_if(const Group& group, const ir::Library& library) {
    OnNumbers all(group, "negative_if", library);
    const Lanes& lanes = all.lanes;
    const Place a = all.input("a"), n = all.input("n"), is_negative = all.word_input("is_negative"),
                r = all.result(), other = lanes.number("other");
    const Place borrow = difference(lanes, other, lanes.zero("nothing"), a, CarryOut::wanted);
    sum_if(lanes, other, n, borrow, "_back");
    all.builder.call("lane_select", {Scalar(is_negative), other, a}, {r});
    const ExprPtr A = var("a"), N = var("n");
    return std::move(all).finish("-a mod n, or a",
                                 {{"n", container(all.width)}, {"a", N}, one_bit("is_negative")}, var("r"),
                                 if_else(var("is_negative"), (N - A) % N, A), {{"r", N}});
}

ir::Routine reduce_over(const Group& group, const ir::Library& library) {
    OnNumbers all(group, "reduce_over", library);
    const Lanes& lanes = all.lanes;
    const Place a = all.input("a"), n = all.input("n"), over = all.word_input("over"), r = all.result(),
                other = lanes.number("other");
    lanes.each_limb("k", lanes.words, [&](Place k) { all.builder.assign(other.limb(k), n.limb(k) * over); });
    difference(lanes, r, a, other, CarryOut::unused);
    const ExprPtr R = container(all.width), N = var("n"), over_n = if_else(var("over"), N, R);
    return std::move(all).finish("a + 2^(32*limbs)*over - n*over", {{"n", R}, one_bit("over"), {"a", over_n}},
                                 var("r"), var("a") + var("over") * (R - N), {any_num(all.width, "r")});
}

ir::Routine divsteps_unit(const Group& group, const ir::Library& library) {
    OnNumbers all(group, "divsteps_unit", library);
    ir::RoutineBuilder& builder = all.builder;
    const Lanes& lanes = all.lanes;
    const Place x = builder.input(carried_number(lanes, "x")), r = all.bit(),
                is_negative = builder.output(ir::word_named("is_negative"));
    const Place size = lanes.number("size"), one = lanes.zero("unit"), over = lanes.word("over"),
                is_unit = lanes.word("is_unit");
    builder.assign(one.limb(0), equal(ir::lane(), 0));
    builder.call("divsteps_magnitude", {x}, {size, over, is_negative});
    builder.call("lane_eq", {size, one}, {is_unit});
    builder.assign(r, every_lane(lanes, is_unit) & (1 - Scalar(over)));
    const ExprPtr two = ir::integer(2);
    return std::move(all).finish(
        "whether x is 1 or -1, and whether it is negative", {below_limit(lanes, "x")},
        var("r") + two * var("is_negative"),
        equal(magnitude(var("x")), ir::integer(1)) + two * ir::less(var("x"), ir::integer(0)),
        {one_bit("r"), one_bit("is_negative")});
}

ir::Routine divsteps_residue(const Residues& residues, const ir::Library& library) {
    ir::RoutineBuilder builder = loop::routine_on(residues, "divsteps_residue", library);
    const Lanes lanes(group_of(residues), builder);
    const Place d = builder.input(carried_number(lanes, "d")), r = builder.result(residues.elem("r"));
    const Place n = modulus_in(lanes, residues), r2 = r2_in(lanes, residues);
    const Scalar n0inv = n0inv_in(lanes, residues);
    const Place size = lanes.number("size"), over = lanes.word("over"),
                is_negative = lanes.word("is_negative");
    builder.call("divsteps_magnitude", {d}, {size, over, is_negative});
    // |d| below R, modulo n: |d| - n is, since |d| < n + 4·W^(lanes - 1)
    builder.call("reduce_over", {size, n, Scalar(over)}, {size});
    builder.call("montgomery_product", {size, r2, n, n0inv}, {r});
    builder.call("negative_if", {r, n, Scalar(is_negative)}, {r});
    builder.routine().text = {"d mod N"};
    const ExprPtr N = residues.N();
    return loop::finished(residues, std::move(builder),
                          {{below_limit(lanes, "d", N)}, var("r"), var("d") % N, {{"r", N}}});
}

ir::Routine divsteps_finish(const Residues& residues, const ir::Library& library) {
    ir::RoutineBuilder builder = loop::routine_on(residues, "divsteps_finish", library);
    const Lanes lanes(group_of(residues), builder);
    const Place f = builder.input(carried_number(lanes, "f")), d = builder.input(carried_number(lanes, "d"));
    const Place r = builder.result(residues.elem("r")), exists = builder.output(ir::word_named("exists"));
    const Place n = modulus_in(lanes, residues), is_negative = lanes.word("is_negative");
    builder.call("divsteps_unit", {f}, {exists, is_negative});
    builder.call("divsteps_residue", {d}, {r});
    builder.call("negative_if", {r, n, Scalar(is_negative)}, {r});
    builder.call("lane_select", {Scalar(exists), r, lanes.zero("nothing")}, {r});
    builder.routine().text = {"f*d mod N if f is 1 or -1, and exists = 1; else 0 and 0"};
    builder.routine().source = divsteps_source;
    const ExprPtr N = residues.N();
    return loop::finished(
        residues, std::move(builder),
        {{below_limit(lanes, "f"), below_limit(lanes, "d", N)},
         var("r") + N * var("exists"),
         if_else(equal(magnitude(var("f")), ir::integer(1)), (var("f") * var("d")) % N + N, ir::integer(0)),
         {{"r", N}, one_bit("exists")}});
}

// d·a = f and e·a = g modulo N after every batch, for elements a and numbers d and e; in the end f = ±gcd(a, N).
ir::Routine inverse(const Residues& residues, const ir::Library& library) {
    ir::RoutineBuilder builder = loop::routine_on(residues, "inv", library);
    const Lanes lanes(group_of(residues), builder);
    const Place a = builder.input(residues.elem("a")), r = builder.result(residues.elem("r"));
    const Place exists = builder.output(ir::word_named("exists"));
    const Place n = modulus_in(lanes, residues), one = one_in(lanes, residues);
    const Scalar n0inv = n0inv_in(lanes, residues);
    const auto carried = [&](const char* name) { return builder.local(carried_number(lanes, name)); };
    const Place f = carried("f"), g = carried("g"), d = carried("d"), e = carried("e"),
                minus_n = carried("minus_n");
    for (const auto& [number, result] : {std::pair(n, f), {a, g}, {lanes.zero("nothing"), d}, {one, e}})
        builder.call("divsteps_number", {number}, {result});
    builder.call("divsteps_minus", {n}, {minus_n});
    const int batches = divstep_batches(divstep_count(residues.modulus.width().bits));
    const LaneDivsteps divsteps(lanes);
    const ExprPtr N = residues.N();
    const auto same = [&](const char* x, const char* y) {
        return ir::Relation{(var(x) * var("a")) % N, var(y) % N};
    };
    builder.loop(ir::below("i", 0, batches),
                 {{same("d", "f"), same("e", "g")},
                  {below_limit(lanes, "d", N), below_limit(lanes, "e", N)},
                  LaneDivsteps::steps()},
                 [&](Place) {
                     divsteps.next(f, g);
                     divsteps.apply("divsteps_row", f, g);
                     divsteps.apply("divsteps_row_mod", d, e, {n, minus_n, n0inv});
                 });
    builder.call("divsteps_finish", {f, d}, {r, exists});
    ir::Routine& routine = builder.routine();
    routine.text = {
        "a^-1 if gcd(a, N) = 1; exists = 1. Otherwise there is none: exists = 0 and the result is 0.",
        "The same instructions for every a. In the end f is the gcd or its negative."};
    routine.source = divsteps_source;
    routine.bound = loop::divsteps_bound(batches);
    return loop::finished(residues, std::move(builder),
                          {{{"a", N}},
                           var("r") + N * var("exists"),
                           inverse(var("a"), N) + N * equal(gcd(var("a"), N), ir::integer(1)),
                           {{"r", N}, one_bit("exists")}});
}

ir::Routine common_twos(const Group& group, const ir::Library& library) {
    OnNumbers all(group, "common_twos", library);
    ir::RoutineBuilder& builder = all.builder;
    const Lanes& lanes = all.lanes;
    const Place a = all.input("a"), b = all.input("b"), r = all.bit();
    // those of the lowest lane that has bits
    const Place either = lanes.number("either"), length = lanes.word("length"),
                lanes_with = lanes.word("lanes_with_bits");
    builder.call("lane_or", {a, b}, {either});
    const Place none = all_zero(builder, "none", either);
    builder.exchange(ir::Exchange::Kind::ballot, lanes_with, 1 - Scalar(none));
    builder.call("lane_twos", {a, b}, {length});
    const Scalar below = Scalar(lanes_with) & ((Scalar(1) << ir::lane()) - 1),
                 own = Scalar(length) + ir::lane() * (limb_bits * lanes.words);
    builder.assign(length, select(below, 0, select(none, 0, own)));
    or_of_lanes(lanes, length, "_length");
    lanes.from_lane(r, select(lanes_with, length, all.width.container_bits()), 0);
    builder.routine().text = {"zero bits below the lowest bit of a | b; all bits for a = b = 0"};
    builder.routine().contract = Gcd(all.width).common_twos().contract;
    return std::move(builder).finish();
}

// After a shift a or b is odd.
ir::Routine gcd_start(const Group& group, const ir::Library& library) {
    OnNumbers all(group, "gcd_start", library);
    ir::RoutineBuilder& builder = all.builder;
    const Lanes& lanes = all.lanes;
    const Place a = all.input("a"), b = all.input("b"), f = builder.output(carried_number(lanes, "f")),
                g = builder.output(carried_number(lanes, "g"));
    const Place apart = lanes.number("apart"), first = lanes.number("one_of_both"),
                second = lanes.number("other_of_both");
    const Place is_less = difference(lanes, apart, a, b, CarryOut::wanted, "_apart");
    difference(lanes, first, b, a, CarryOut::unused, "_other");
    builder.call("lane_select", {Scalar(is_less), first, apart}, {apart});
    const Place a_odd = lanes.word("a_odd"), b_odd = lanes.word("b_odd");
    lanes.from_lane(a_odd, a.limb(0) & 1, 0);
    lanes.from_lane(b_odd, b.limb(0) & 1, 0);
    builder.call("lane_select", {Scalar(a_odd), a, b}, {first});
    builder.assign(first.limb(0), first.limb(0) | equal(ir::lane(), 0));  // for a = b = 0
    builder.call("lane_select", {Scalar(a_odd) & Scalar(b_odd), b, apart}, {second});
    builder.call("divsteps_number", {first}, {f});
    builder.call("divsteps_number", {second}, {g});
    const ExprPtr R = container(all.width), A = var("a"), B = var("b"), two = ir::integer(2);
    return std::move(all).finish(
        "f is an odd one of both, or 1; g is the other if that is odd, else their distance", all.both(),
        var("f") + R * var("g"),
        (if_else(A % two, A, B) | ir::integer(1)) + R * if_else((A % two) * (B % two), B, magnitude(A - B)),
        {{"f", R, ir::integer(0)}, {"g", R, ir::integer(0)}});
}

ir::Routine gcd_finish(const Group& group, const ir::Library& library) {
    OnNumbers all(group, "gcd_finish", library);
    const Lanes& lanes = all.lanes;
    const Place f = all.builder.input(carried_number(lanes, "f")), r = all.result(),
                over = lanes.word("over"), is_negative = lanes.word("is_negative");
    all.builder.call("divsteps_magnitude", {f}, {r, over, is_negative});
    return std::move(all).finish("|f|", {{"f", container(all.width)}}, magnitude(var("f")));
}

// After a shift a or b is odd. f is an odd one of them; g is the other if that is odd, else their distance: both
// are odd.
ir::Routine greatest_common_divisor(const Group& group, const ir::Library& library) {
    OnNumbers all(group, "gcd", library);
    ir::RoutineBuilder& builder = all.builder;
    const Lanes& lanes = all.lanes;
    const Place a = all.input("a"), b = all.input("b"), result = all.result("result");
    const Place twos = lanes.word("twos"), x = lanes.number("x"), y = lanes.number("y"),
                odd = lanes.number("odd"), f = builder.local(carried_number(lanes, "f")),
                g = builder.local(carried_number(lanes, "g"));
    builder.call("common_twos", {a, b}, {twos});
    builder.call("shr", {a, Scalar(twos)}, {x});
    builder.call("shr", {b, Scalar(twos)}, {y});
    builder.call("gcd_start", {x, y}, {f, g});
    const int batches = divstep_batches(divstep_count_unordered(all.width.container_bits()));
    const LaneDivsteps divsteps(lanes);
    builder.loop(ir::below("i", 0, batches), {{}, {}, LaneDivsteps::steps()}, [&](Place) {
        divsteps.next(f, g);
        divsteps.apply("divsteps_row", f, g);
    });
    builder.call("gcd_finish", {f}, {odd});
    builder.call(shl_limbs_key(group), {odd, Scalar(twos)},
                 {result});  // a result may be as long as operands are
    builder.routine().source = divsteps_source;
    builder.routine().bound = loop::divsteps_bound(batches);
    std::vector<ir::Bound> required = all.both(), ensured = all.any({"result"});
    return std::move(all).finish("gcd(a, b); gcd(a, 0) = a; the same instructions for all numbers",
                                 std::move(required), var("result"), gcd(var("a"), var("b")), ensured);
}

}  // namespace limbsmith::algorithm::group
