#include "algorithm/ntt/passes.hpp"
#include "algorithm/pool/arithmetic.hpp"
#include "algorithm/pool/group.hpp"

namespace limbsmith::algorithm::pool {

using ir::Place, ir::Scalar;

// Adds magnitudes: x + y, or x - y = x + (W - 1 - y) + 1 for the larger one as x.
ir::Routine add(int lanes, const ir::Library& library) {
    Group group("pool_add", Operation::add, lanes, library);
    ir::RoutineBuilder& builder = group.builder;
    const Magnitude a = group.operand("a", 0), b = group.operand("b", 1);
    const Place a_is_negative = group.is_negative("a", 0), b_is_negative = group.is_negative("b", 1);
    group.builder.when(equal(group.operation(), Operation::sub),
                       [&] { builder.assign(b_is_negative, Scalar(b_is_negative) ^ 1); });
    const Place is_difference = group.word("is_difference", Scalar(a_is_negative) ^ b_is_negative);
    const Group::Order order = group.compare(a, b, is_difference);
    const auto larger = [&](const char* name, const Place& x, const Place& y) {
        return group.word(name, select(order.is_less, y, x));
    };
    const Magnitude x{larger("x_first", a.first, b.first), larger("x_units", a.units, b.units), {}},
        y{larger("y_first", b.first, a.first), larger("y_units", b.units, a.units), {}};
    const Place is_negative = group.word(
        "is_negative", select(Scalar(is_difference) & order.is_less, b_is_negative, a_is_negative));
    const Place first = group.first_result(), carry = group.word("carry", is_difference),
                mask = group.word("mask", Scalar(0) - is_difference);
    const Place longer = group.word("longer", select(less(a.bits, b.bits), b.bits, a.bits)),
                units = group.word("units", select(longer, Group::units_of(Scalar(longer) + 1), 0));
    const Place u = group.unit("u"), v = group.unit("v"), sum = group.unit("sum"),
                generates = group.word("generates");
    group.note_lengths();
    group.for_units(units, [&](const Place& at) {
        group.load(u, x, at), group.load(v, y, at);
        builder.loop(ntt::whole("i", unit_words), {},
                     [&](Place i) { builder.assign(v.limb(i), Scalar(v.limb(i)) ^ mask); });
        const Scalar in = group.in_first_lane(carry);
        builder.call("block_plus", {u, v, in}, {sum, generates});
        group.resolve(sum, generates, carry);
        group.store(first, units, at, sum);
    });
    group.conclude(0, first, is_negative);
    return group.finish();
}

// -1, 0, 1 are the number 1 and a sign, or 0; the smaller and the larger are one of the operands.
ir::Routine compare(int lanes, const ir::Library& library) {
    Group group("pool_compare", Operation::compare, lanes, library);
    const Magnitude a = group.operand("a", 0), b = group.operand("b", 1);
    const Place a_is_negative = group.is_negative("a", 0), b_is_negative = group.is_negative("b", 1);
    const Place is_same_sign = group.word("is_same_sign", equal(a_is_negative, b_is_negative));
    const Group::Order order = group.compare(a, b, is_same_sign);
    const Place is_equal = group.word("is_same", Scalar(order.is_equal) & is_same_sign),
                is_less =
                    group.word("a_is_less", select(is_same_sign,
                                                   select(is_equal, 0, Scalar(order.is_less) ^ a_is_negative),
                                                   a_is_negative));
    const Place takes_b = group.word("takes_b", equal(equal(group.operation(), Operation::min), is_less) ^ 1);
    const Place is_comparison = group.word("is_comparison", equal(group.operation(), Operation::compare));
    const auto taken = [&](const Scalar& of_comparison, const Place& x, const Place& y) {
        return select(is_comparison, of_comparison, select(takes_b, y, x));
    };
    const Scalar sign = equal(is_equal, 0) & is_less;
    group.conclude(0, taken(0, a.first, b.first), taken(equal(is_equal, 0), a.bits, b.bits),
                   taken(sign, a_is_negative, b_is_negative));
    return group.finish();
}

}  // namespace limbsmith::algorithm::pool
