#include "algorithm/group/mod_sums.hpp"

#include "algorithm/group/on_numbers.hpp"
#include "algorithm/group/sums.hpp"

namespace limbsmith::algorithm::group {
namespace {

using ir::ExprPtr, ir::Place, ir::Scalar, ir::var;

ir::Routine below_m(OnNumbers&& all, ir::Bound of_m, const char* text,
                    const std::vector<const char*>& operands, const ExprPtr& value) {
    std::vector<ir::Bound> required;
    for (const char* name : operands) required.push_back({name, var("m")});
    required.push_back(std::move(of_m));
    return std::move(all).finish(text, std::move(required), var("r"), value % var("m"), {{"r", var("m")}});
}

ir::Routine sum_below(const Group& group, ir::Bound of_m, const ir::Library& library) {
    OnNumbers all(group, "mod_add", library);
    const Place a = all.input("a"), b = all.input("b"), m = all.input("m"), r = all.result();
    const Place over = all.lanes.word("over");
    all.builder.call("lane_add", {a, b}, {r, over});
    settle(all.lanes, r, over, m);
    return below_m(std::move(all), std::move(of_m), "a + b mod m", {"a", "b"}, var("a") + var("b"));
}

ir::Routine difference_below(const Group& group, ir::Bound of_m, const ir::Library& library) {
    OnNumbers all(group, "mod_sub", library);
    const Place a = all.input("a"), b = all.input("b"), m = all.input("m"), r = all.result();
    sum_if(all.lanes, r, m, difference(all.lanes, r, a, b), "_back");
    return below_m(std::move(all), std::move(of_m), "a - b mod m", {"a", "b"}, var("a") - var("b"));
}

ir::Bound of_all_limbs(const Group& group) { return any_num({limb_bits * group.words * group.lanes}, "m"); }

}  // namespace

ir::Routine mod_add(Width width, const ir::Library& library) {
    return sum_below(group_of(width), in_width(width, "m"), library);
}
ir::Routine mod_add_limbs(const Group& group, const ir::Library& library) {
    return sum_below(group, of_all_limbs(group), library);
}

ir::Routine mod_sub(Width width, const ir::Library& library) {
    return difference_below(group_of(width), in_width(width, "m"), library);
}
ir::Routine mod_sub_limbs(const Group& group, const ir::Library& library) {
    return difference_below(group, of_all_limbs(group), library);
}

ir::Routine mod_neg(Width width, const ir::Library& library) {
    OnNumbers all(group_of(width), "mod_neg", library);
    const Place a = all.input("a"), m = all.input("m"), r = all.result();
    const Place zeros = all.lanes.word("zeros");
    all.builder.call("is_zero", {a}, {zeros});
    all.builder.call("sub", {m, a}, {r});
    all.builder.call("select", {Scalar(zeros), a, r}, {r});
    return below_m(std::move(all), in_width(width, "m"), "-a mod m", {"a"}, ir::integer(0) - var("a"));
}

// Half of a or of a + m, whichever is even.
ir::Routine mod_halve_limbs(const Group& group, const ir::Library& library) {
    OnNumbers all(group, "mod_halve", library);
    const Lanes& lanes = all.lanes;
    ir::RoutineBuilder& builder = all.builder;
    const Place a = all.input("a"), m = all.input("m"), r = all.result();
    const Place is_odd = lanes.word("is_odd"), even = lanes.number("even"), above = lanes.word("above");
    lanes.from_lane(is_odd, a.limb(0) & 1, 0);
    lanes.each_limb("k", lanes.words, [&](Place k) { builder.assign(even.limb(k), m.limb(k) * is_odd); });
    const Place carry = sum(lanes, even, a, even);
    lanes.from_lane(above, even.limb(0), ir::lane() + 1);
    builder.assign(above, select(equal(ir::lane(), lanes.count - 1), carry, above));
    lanes.each_limb("k", lanes.words - 1, [&](Place k) {
        builder.assign(r.limb(k), (even.limb(k) >> 1) | (even.limb(Scalar(k) + 1) << (limb_bits - 1)));
    });
    builder.assign(r.limb(lanes.words - 1),
                   (even.limb(lanes.words - 1) >> 1) | (Scalar(above) << (limb_bits - 1)));
    builder.routine().text = {"a/2 mod m"};
    const ExprPtr two = ir::integer(2);
    builder.routine().contract = {{{"a", var("m")}, of_all_limbs(group)},
                                  two * var("r"),
                                  var("a") + var("m") * (var("a") % two),
                                  {{"r", var("m")}},
                                  {given_modulus("m")}};
    return std::move(builder).finish();
}

}  // namespace limbsmith::algorithm::group
