#include "algorithm/group/logic.hpp"

#include <fmt/format.h>

#include "algorithm/group/on_numbers.hpp"
#include "algorithm/group/sums.hpp"

namespace limbsmith::algorithm::group {
namespace {

using ir::ExprPtr, ir::Place, ir::Scalar, ir::var;

ir::Routine limb_by_limb(const Group& group, const char* name, const char* leaf, const char* text,
                         const ExprPtr& value, const ir::Library& library) {
    OnNumbers all(group, name, library);
    const Place a = all.input("a"), b = all.input("b"), r = all.result();
    all.builder.call(leaf, {a, b}, {r});
    std::vector<ir::Bound> required = all.both();
    return std::move(all).finish(text, std::move(required), value);
}

}  // namespace

ir::Routine bit_and(const Group& group, const ir::Library& library) {
    return limb_by_limb(group, "and_", "lane_and", "a & b", var("a") & var("b"), library);
}

ir::Routine bit_or(const Group& group, const ir::Library& library) {
    return limb_by_limb(group, "or_", "lane_or", "a | b", var("a") | var("b"), library);
}

ir::Routine bit_xor(const Group& group, const ir::Library& library) {
    return limb_by_limb(group, "xor_", "lane_xor", "a ^ b", var("a") ^ var("b"), library);
}

ir::Routine bit_not(const Group& group, const ir::Library& library) {
    OnNumbers all(group, "not_", library);
    const Place a = all.input("a"), r = all.result();
    if (!all.is_on_all_limbs("not", {a}, {r}))
        all.lanes.each_limb("k", all.lanes.words,
                            [&](Place k) { all.builder.assign(r.limb(k), a.limb(k) ^ UINT32_MAX); });
    cut(all.lanes, r);
    const ExprPtr value = (container(all.values) - ir::integer(1)) - var("a");
    const std::string text = all.modulo + " - 1 - a";
    return std::move(all).finish(text, all.own({"a"}), value);
}

ir::Routine cswap(const Group& group, const ir::Library& library) {
    OnNumbers all(group, "cswap", library);
    const Place condition = all.word_input("condition"), a = all.input("a"), b = all.input("b");
    const Place r = all.result(), other = all.output("other");
    all.builder.call("lane_select", {Scalar(condition), b, a}, {r});
    all.builder.call("lane_select", {Scalar(condition), a, b}, {other});
    const Width width = all.width;
    return std::move(all).finish(
        "b, a if condition != 0, else a, b; the same condition in all lanes",
        {any_word("condition"), any_num(width, "a"), any_num(width, "b")},
        packed(width, {var("r"), var("other")}),
        if_else(var("condition"), packed(width, {var("b"), var("a")}), packed(width, {var("a"), var("b")})),
        {any_num(width, "r"), any_num(width, "other")});
}

ir::Routine neg(const Group& group, const ir::Library& library) {
    OnNumbers all(group, "neg", library);
    const Place a = all.input("a"), r = all.result();
    if (!all.is_on_all_limbs("neg", {a}, {r}))
        difference(all.lanes, r, all.lanes.zero("nothing"), a, CarryOut::unused);
    cut(all.lanes, r);
    const std::string text = "-a mod " + all.modulo;
    return std::move(all).wrap(text, all.any({"a"}), ir::integer(0) - var("a"));
}

ir::Routine cneg(const Group& group, const ir::Library& library) {
    OnNumbers all(group, "cneg", library);
    const Place condition = all.word_input("condition"), a = all.input("a"), r = all.result();
    if (!all.is_on_all_limbs("cneg", {Scalar(condition), a}, {r})) {
        const Place negative = all.lanes.number("negative");
        difference(all.lanes, negative, all.lanes.zero("nothing"), a, CarryOut::unused);
        all.builder.call("lane_select", {Scalar(condition), negative, a}, {r});
    }
    cut(all.lanes, r);
    const Width width = all.width;
    const std::string text =
        fmt::format("-a mod {} if condition != 0, else a; the same condition in all lanes", all.modulo);
    return std::move(all).wrap(text, {any_word("condition"), any_num(width, "a")},
                               if_else(var("condition"), ir::integer(0) - var("a"), var("a")));
}

// The order of a + 2^(32·limbs - 1) and b + 2^(32·limbs - 1), whose sign bits are flipped.
ir::Routine slt(const Group& group, const ir::Library& library) {
    OnNumbers all(group, "slt", library);
    const Lanes& lanes = all.lanes;
    const Place a = all.input("a"), b = all.input("b"), r = all.bit();
    if (!all.is_on_all_limbs("slt", {moved_up(lanes, a, "above_a"), moved_up(lanes, b, "above_b")}, {r})) {
        const Place x = lanes.number("x"), y = lanes.number("y"), flip = lanes.word("flip");
        all.builder.assign(flip, equal(ir::lane(), lanes.count - 1) << (limb_bits - 1));
        all.builder.copy(x, a);
        all.builder.copy(y, b);
        for (const Place& it : {x, y})
            all.builder.assign(it.limb(lanes.words - 1), it.limb(lanes.words - 1) + Scalar(flip));
        all.builder.assign(r, difference(lanes, x, x, y));
    }
    const Width own = all.values;
    return std::move(all).finish("1 if a < b in two's complement, else 0", all.own({"a", "b"}), var("r"),
                                 less(signed_value(own, var("a")), signed_value(own, var("b"))),
                                 {one_bit("r")});
}

}  // namespace limbsmith::algorithm::group
