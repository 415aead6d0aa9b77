#include "algorithm/group/value_limbs.hpp"

#include <fmt/format.h>

#include "algorithm/group/logic.hpp"
#include "algorithm/group/on_numbers.hpp"
#include "algorithm/group/shift.hpp"
#include "algorithm/group/sums.hpp"
#include "algorithm/group/whole.hpp"
#include "spec/mapping.hpp"
#include "spec/representations.hpp"

namespace limbsmith::algorithm::group {

using ir::Place, ir::Scalar, ir::var;

namespace {

bool has_all_wide_limbs(Width width) { return 2 * width.limbs() == width.wide_limbs(); }

// yes in the lanes below `first`, else no.
Scalar in_lanes_below(int first, const Scalar& yes, const Scalar& no) {
    return first == 0 ? no : select(less(ir::lane(), first), yes, no);
}

// Calls `body` for each limb k of a lane that is beyond `limbs` limbs in some lane, and the first such lane.
template <class Body>
void each_beyond(const Lanes& lanes, int words, int limbs, const Body& body) {
    for (int k = 0; k < words; ++k)
        if (const int first = (limbs - k + words - 1) / words; first < lanes.count) body(k, first);
}

ir::Routine cut_routine(OnNumbers&& all, const ir::Representation& type, int words, int limbs) {
    const Place a = all.builder.input(ir::number_named("a", type, words)),
                r = all.builder.result(ir::number_named("r", type, words));
    all.builder.copy(r, a);
    each_beyond(all.lanes, words, limbs, [&](int k, int first) {
        all.builder.assign(r.limb(k), in_lanes_below(first, r.limb(k), 0));
    });
    const Width whole{limb_bits * words * all.lanes.count}, own{limb_bits * limbs};
    return std::move(all).finish(fmt::format("a mod 2^{}", own.bits), {any_num(whole, "a")}, var("r"),
                                 var("a") % container(own), {any_num(own, "r")});
}

ir::Routine extend_sign(const Group& group, const ir::Library& library) {
    OnNumbers all(group, "extend_sign", library);
    const Place a = all.input("a"), r = all.result(), sign = sign_of(all.lanes, a, "sign");
    all.builder.copy(r, a);
    each_beyond(all.lanes, all.lanes.words, all.lanes.limbs, [&](int k, int first) {
        all.builder.assign(r.limb(k), in_lanes_below(first, r.limb(k), Scalar(sign)));
    });
    const ir::ExprPtr value = signed_value(all.values, var("a")) % container(all.width);
    return std::move(all).finish("the number in two's complement, over all limbs", all.own({"a"}), value);
}

ir::Routine move_up(const Group& group, const ir::Library& library) {
    OnNumbers all(group, "move_up", library);
    const Lanes& lanes = all.lanes;
    const int beyond = lanes.count * lanes.words - lanes.limbs;
    const Place a = all.input("a"), r = all.result(), word = lanes.word("word");
    for (int k = 0; k < lanes.words; ++k) {
        const int down = (beyond - k + lanes.words - 1) / lanes.words;  // lanes from which the limb comes
        lanes.from_lane(word, a.limb(k + down * lanes.words - beyond), ir::lane() - down);
        all.builder.assign(r.limb(k), in_lanes_below(down, 0, Scalar(word)));
    }
    return std::move(all).finish(fmt::format("a*2^{}", limb_bits * beyond), all.own({"a"}),
                                 var("a") * ir::pow2(static_cast<uint64_t>(limb_bits * beyond)));
}

ir::Routine carry_off(const Group& group, const ir::Library& library) {
    OnNumbers all(group, "carry_off", library);
    const Place a = all.input("a"), r = all.result(), carry = all.builder.output(ir::word_named("carry"));
    all.builder.copy(r, a);
    all.builder.assign(carry, word_at(all.lanes, r, all.lanes.limbs, "above"));
    each_beyond(all.lanes, all.lanes.words, all.lanes.limbs, [&](int k, int first) {
        all.builder.assign(r.limb(k), in_lanes_below(first, r.limb(k), 0));
    });
    const ir::ExprPtr size = container(all.values);
    return std::move(all).finish("a number and the carry above it", {{"a", ir::integer(2) * size}},
                                 var("r") + size * var("carry"), var("a"),
                                 {any_num(all.values, "r"), one_bit("carry")});
}

}  // namespace

void cut(const Lanes& lanes, const Place& r) {
    if (!lanes.has_all_limbs()) lanes.builder.call("cut_limbs", {r}, {r});
}

void cut_wide(const Lanes& lanes, const Place& r, Width width) {
    if (!has_all_wide_limbs(width)) lanes.builder.call("cut_wide_limbs", {r}, {r});
}

Place extended(const Lanes& lanes, const Place& a, const char* name) {
    if (lanes.has_all_limbs()) return a;
    const Place whole = lanes.number(name);
    lanes.builder.call("extend_sign", {a}, {whole});
    return whole;
}

Place moved_up(const Lanes& lanes, const Place& a, const char* name) {
    if (lanes.has_all_limbs()) return a;
    const Place moved = lanes.number(name);
    lanes.builder.call("move_up", {a}, {moved});
    return moved;
}

std::vector<ir::Routine> value_limbs_routines(Width width, const ir::Library& library) {
    const Group group = group_of(width);
    std::vector<ir::Routine> all;
    if (!group.has_all_limbs()) {
        all.push_back(cut_routine({group, "cut_limbs", library}, repr::num, group.words, group.limbs));
        all.push_back(extend_sign(group, library));
        all.push_back(move_up(group, library));
        all.push_back(carry_off(group, library));
        const Width whole{width.container_bits(), width.mapping};
        const auto on_all = [&](ir::Routine it, const char* name) {
            it.name = name;
            all.push_back(std::move(it));
        };
        on_all(add(whole, FlagOut::no, library), "add_limbs");
        on_all(sub(whole, FlagOut::no, library), "sub_limbs");
        on_all(sub(whole, FlagOut::yes, library), "sub_borrow_limbs");
        on_all(neg(group_of(whole), library), "neg_limbs");
        on_all(cneg(group_of(whole), library), "cneg_limbs");
        on_all(bit_not(group_of(whole), library), "not_limbs");
        on_all(shl(group_of(whole), library), "shl_limbs");
        on_all(slt(group_of(whole), library), "slt_limbs");
        on_all(mul_hi(whole, library), "mul_hi_limbs");
    }
    if (!has_all_wide_limbs(width))
        all.push_back(
            cut_routine({group, "cut_wide_limbs", library}, repr::wide, 2 * group.words, width.wide_limbs()));
    return all;
}

std::string modulo_limbs(const Group& group) {
    return group.has_all_limbs() ? "2^(32*limbs)" : fmt::format("2^{}", limb_bits * group.limbs);
}

}  // namespace limbsmith::algorithm::group
