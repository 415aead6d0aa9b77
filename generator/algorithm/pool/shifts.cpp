#include <vector>

#include "algorithm/ntt/passes.hpp"
#include "algorithm/pool/arithmetic.hpp"
#include "algorithm/pool/group.hpp"

namespace limbsmith::algorithm::pool {
namespace {

using ir::Place, ir::Scalar;

// The 256 bits of two units from bit 32·words + bits on.
void funnel(Group& group, const Place& r, const Place& low, const Place& high, const Place& words,
            const Place& bits) {
    std::vector<Scalar> all;
    for (const Place& half : {low, high})
        for (int i = 0; i < unit_words; ++i) all.emplace_back(half.limb(i));
    for (int distance = unit_words / 2; distance > 0; distance /= 2) {
        const std::string name = "by" + std::to_string(distance) + "_";
        std::vector<Scalar> moved;
        for (size_t i = 0; i + static_cast<size_t>(distance) < all.size(); ++i)
            moved.emplace_back(
                group.word(name + std::to_string(i),
                           select(Scalar(words) & distance, all[i + static_cast<size_t>(distance)], all[i])));
        all = std::move(moved);
    }
    for (int i = 0; i < unit_words; ++i) {
        const auto at = static_cast<size_t>(i);
        // two shifts, of which each is below 32
        group.builder.assign(r.limb(i), (all[at] >> bits) | ((all[at + 1] << 1) << (Scalar(31) - bits)));
    }
}

}  // namespace

// Unit u of the result has bits from 256·u - b on of a number that is shifted to the left, from 256·u + b on of one that
// is shifted to the right. For a negative one, floor(-x/2^b) = -(floor(x/2^b) + 1) if x has a 1 in its b lowest bits.
ir::Routine shift(int lanes, const ir::Library& library) {
    Group group("pool_shift", Operation::shl, lanes, library);
    ir::RoutineBuilder& builder = group.builder;
    const Magnitude a = group.operand("a", 0), b = group.operand("b", 1);
    const Magnitude& x = a;
    const Place a_is_negative = group.is_negative("a", 0);
    const Place is_left = group.word("is_left", equal(group.operation(), Operation::shl)),
                low = group.unit("low"), high = group.unit("high");
    group.load(low, b, 0);
    const Place count = group.word("distance", select(less(31, b.bits), most_bits, low.limb(0)));
    const Place reach = group.word("reach", select(is_left, Scalar(0) - count, count));  // modulo 2^32
    const Place words = group.word("words", (Scalar(reach) >> 5) & (unit_words - 1)),
                bits = group.word("bits_of_word", Scalar(reach) & 31);
    const Place units_down = group.word("units_down", Scalar(count) >> 8),
                units_up = group.word("units_up", Group::units_of(count));
    const Place left_bits = group.word("left_bits", select(less(count, x.bits), Scalar(x.bits) - count, 0));
    const Place units = group.word("units", select(x.bits,
                                                   select(is_left, Group::units_of(Scalar(x.bits) + count),
                                                          Group::units_of(Scalar(left_bits) + 1)),
                                                   0));
    const Place first = group.first_result(),
                rounds = group.word("rounds", Scalar(a_is_negative) & equal(is_left, 0));
    const Place dropped = group.word("dropped", 0);
    const auto note = [&](const Scalar& word) { builder.assign(dropped, Scalar(dropped) | word); };
    const Place whole =
        group.word("whole", select(rounds, select(less(units_down, x.units), units_down, x.units), 0));
    group.for_units(
        whole,
        [&](const Place& at) {
            group.load(low, x, at);
            builder.when(less(at, whole), [&] { note(group.is_nonzero(low)); });
        },
        "_dropped");
    group.load(low, x, units_down);
    builder.loop(ntt::whole("i", unit_words), {}, [&](Place i) {
        builder.when(less(i, words), [&] { note(low.limb(i)); });
        builder.when(equal(i, words), [&] { note(Scalar(low.limb(i)) & ((Scalar(1) << bits) - 1)); });
    });
    const Place any = group.ballot("any_dropped", dropped),
                carry = group.word("carry", not_equal(any, 0) & rounds);
    const Place r = group.unit("r"), zero = group.unit("zero"), generates = group.word("generates");
    builder.copy(zero, std::vector<uint32_t>(unit_words));
    group.note_lengths();
    group.for_units(units, [&](const Place& at) {
        const Place from =
            group.word("from", select(is_left, Scalar(at) - units_up, Scalar(at) + units_down));
        group.load(low, x, from), group.load(high, x, Scalar(from) + 1);
        funnel(group, r, low, high, words, bits);
        const Scalar in = group.in_first_lane(carry);
        builder.call("block_plus", {r, zero, in}, {r, generates});
        group.resolve(r, generates, carry);
        group.store(first, units, at, r);
    });
    group.conclude(0, first, a_is_negative);
    return group.finish();
}

}  // namespace limbsmith::algorithm::pool
