#include "algorithm/group/shift.hpp"

#include "algorithm/group/on_numbers.hpp"
#include "algorithm/group/sums.hpp"

namespace limbsmith::algorithm::group {
namespace {

using ir::ExprPtr, ir::Place, ir::Scalar, ir::var;

// r is shifted by powers of two of limbs, which are fewer than a lane has, then by lanes, last by bits. What comes
// in at the end of all lanes is `fill`.
struct Shift {
    OnNumbers& all;
    Place r, moved;
    Scalar fill;

    // limb k of a number
    const Lanes& lanes() const { return all.lanes; }
    void each(int from, int below, const std::function<void(Place)>& body) const {
        all.builder.loop(with(ir::below("k", from, below), ir::For::Unroll::whole), {}, body);
    }
    void limbs_up(const Place& word, int distance) const {
        const int kept = lanes().words - distance;
        each(0, distance, [&](Place k) {
            lanes().from_lane(word, r.limb(Scalar(k) + kept), ir::lane() - 1);
            all.builder.assign(moved.limb(k), select(ir::lane(), word, fill));
        });
        each(distance, lanes().words,
             [&](Place k) { all.builder.assign(moved.limb(k), r.limb(Scalar(k) - distance)); });
    }
    void limbs_down(const Place& word, int distance) const {
        const int kept = lanes().words - distance;
        each(0, kept, [&](Place k) { all.builder.assign(moved.limb(k), r.limb(Scalar(k) + distance)); });
        each(kept, lanes().words, [&](Place k) {
            lanes().from_lane(word, r.limb(Scalar(k) - kept), ir::lane() + 1);
            all.builder.assign(moved.limb(k), select(less(ir::lane(), lanes().count - 1), word, fill));
        });
    }
};

ExprPtr fits(Width width) { return less(var("count"), ir::integer(width.container_bits())); }

ir::Routine shifted(const Group& group, const char* name, const char* text, bool is_left, bool is_signed,
                    const std::function<ExprPtr(Width)>& value, const ir::Library& library) {
    OnNumbers all(group, name, library);
    const Lanes& lanes = all.lanes;
    ir::RoutineBuilder& builder = all.builder;
    const Place a = all.input("a"), count = all.word_input("count"), r = all.result();
    const Place lane_shift = lanes.word("lane_shift"), limb_shift = lanes.word("limb_shift"),
                word = lanes.word("word");
    const Shift shift{all, r, lanes.number("moved"),
                      is_signed ? Scalar(sign_of(lanes, a, "sign")) : Scalar(0)};
    builder.assign(lane_shift, Scalar(count) / (limb_bits * lanes.words));
    builder.assign(limb_shift, Scalar(count) / limb_bits % lanes.words);
    builder.copy(r, a);
    for (int distance = 1; distance < lanes.words; distance *= 2) {
        is_left ? shift.limbs_up(word, distance) : shift.limbs_down(word, distance);
        builder.call("lane_select", {Scalar(limb_shift) & distance, shift.moved, r}, {r});
    }
    const Scalar from = is_left ? ir::lane() - lane_shift : ir::lane() + lane_shift;
    const Scalar is_outside =
        is_left ? less(ir::lane(), lane_shift) : less(lanes.count - 1 - ir::lane(), lane_shift);
    lanes.each_limb("k", lanes.words, [&](Place k) {
        lanes.from_lane(word, r.limb(k), from);
        builder.assign(shift.moved.limb(k), select(is_outside, shift.fill, word));
    });
    const Place bit_shift = lanes.word("bit_shift"), next = lanes.word("next");
    builder.assign(bit_shift, Scalar(count) % limb_bits);
    if (is_left) {
        lanes.from_lane(next, shift.moved.limb(lanes.words - 1), ir::lane() - 1);
        builder.assign(next, select(ir::lane(), next, shift.fill));
        lanes.each_limb("k", lanes.words, [&](Place k) {
            const Scalar limb = shift.moved.limb(k);
            builder.assign(r.limb(k), (limb << bit_shift) |
                                          ((Scalar(next) >> 1) >> (limb_bits - 1 - Scalar(bit_shift))));
            builder.assign(next, limb);
        });
    } else {
        lanes.from_lane(next, shift.moved.limb(0), ir::lane() + 1);
        builder.assign(next, select(less(ir::lane(), lanes.count - 1), next, shift.fill));
        lanes.each_limb("k", lanes.words, [&](Place k) {
            const Scalar at = lanes.words - 1 - Scalar(k), limb = shift.moved.limb(at);
            builder.assign(r.limb(at), (limb >> bit_shift) |
                                           ((Scalar(next) << 1) << (limb_bits - 1 - Scalar(bit_shift))));
            builder.assign(next, limb);
        });
    }
    builder.routine().source = "barrel of limb selections, shuffles of lanes, then bits";
    std::vector<ir::Bound> required = all.any({"a"});
    required.push_back(any_word("count"));
    const Width width = all.width;
    return std::move(all).finish(text, std::move(required), value(width));
}

}  // namespace

ir::Routine shl(const Group& group, const ir::Library& library) {
    const auto value = [](Width width) {
        return if_else(fits(width), (var("a") * exp2(var("count"))) % container(width), ir::integer(0));
    };
    return shifted(group, "shl", "a*2^count mod 2^(32*limbs)", true, false, value, library);
}

ir::Routine shr(const Group& group, const ir::Library& library) {
    const auto value = [](Width width) {
        return if_else(fits(width), var("a") / exp2(var("count")), ir::integer(0));
    };
    return shifted(group, "shr", "floor(a / 2^count)", false, false, value, library);
}

ir::Routine sshr(const Group& group, const ir::Library& library) {
    const auto value = [](Width width) {
        const ExprPtr power = if_else(fits(width), exp2(var("count")), container(width));
        return (signed_value(width, var("a")) / power) % container(width);
    };
    return shifted(group, "sshr", "floor(a / 2^count) in two's complement", false, true, value, library);
}

Place bit_length_of(const Lanes& lanes, const Place& a) {
    ir::RoutineBuilder& builder = lanes.builder;
    const Place length = lanes.word("length"), lanes_with = lanes.word("lanes_with_bits");
    builder.call("lane_bit_length", {a}, {length});
    builder.exchange(ir::Exchange::Kind::ballot, lanes_with, length);
    const Scalar is_highest = equal(Scalar(lanes_with) >> ir::lane(), 1);
    builder.assign(length, select(is_highest, Scalar(length) + ir::lane() * (limb_bits * lanes.words), 0));
    or_of_lanes(lanes, length, "_length");
    return length;
}

ir::Routine bit_length(const Group& group, const ir::Library& library) {
    OnNumbers all(group, "bit_length", library);
    const Place a = all.input("a"), r = all.bit();
    all.builder.assign(r, bit_length_of(all.lanes, a));
    const ExprPtr one = ir::integer(1);
    const ir::Bound length{"r", ir::integer(all.width.container_bits()) + one};
    return std::move(all).finish("the bits of a up to its highest one; 0 for 0", {any_num(all.width, "a")},
                                 ((ir::integer(2) * var("a")) | one) / exp2(var("r")), one, {length});
}

Place sign_of(const Lanes& lanes, const Place& a, const std::string& name) {
    const Place sign = lanes.builder.local(ir::word_named(name));
    lanes.from_lane(sign, 0 - (a.limb(lanes.words - 1) >> (limb_bits - 1)), lanes.count - 1);
    return sign;
}

}  // namespace limbsmith::algorithm::group
