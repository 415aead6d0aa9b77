#include "algorithm/ntt/passes.hpp"
#include "algorithm/pool/arithmetic.hpp"
#include "algorithm/pool/group.hpp"
#include "algorithm/quadratic/diagonal.hpp"
#include "spec/representations.hpp"

namespace limbsmith::algorithm::pool {
namespace {

using ir::Place, ir::Scalar;

// Adds the products of units whose indices have the sum k.
void add_column(Group& group, quadratic::Diagonal& sum, const Magnitude& a, const Magnitude& b,
                const Place& k) {
    ir::RoutineBuilder& builder = group.builder;
    const Place after = group.word("after", Scalar(k) + 1);
    const Place first =
                    group.word("first_of_column", select(less(b.units, after), Scalar(after) - b.units, 0)),
                last = group.word("last_of_column", select(less(a.units, after), a.units, after));
    const Place x = group.unit("x"), y = group.unit("y");
    builder.loop(ir::below("i", first, last), {}, [&](Place i) {
        builder.copy(x, group.memory[Scalar(a.first) + Scalar(i)]);
        builder.copy(y, group.memory[Scalar(b.first) + (Scalar(k) - Scalar(i))]);
        sum.add_product(x, y);
    });
}

// The lowest unit of a column is one of the result, and the rest begins the next column.
void by_columns(Group& group, const Magnitude& a, const Magnitude& b, const Place& first,
                const Place& units) {
    quadratic::Diagonal sum(group.builder, unit_words);
    sum.set(0);
    const Place low = group.unit("low");
    group.for_units(units, [&](const Place& k) {
        sum.clear_rest();
        add_column(group, sum, a, b, k);
        sum.take_low(low);
        group.store(first, units, k, low);
    });
}

// Each lane has a column: low + W·middle + W^2·top. To the low unit of a lane come the middle one of the lane below and
// the top of the one below that; the carry out of this sum goes to the next lane.
void by_lanes(Group& group, const Magnitude& a, const Magnitude& b, const Place& first, const Place& units) {
    ir::RoutineBuilder& builder = group.builder;
    quadratic::Diagonal sum(builder, unit_words);
    const Place total = builder.local(ir::number_named("total", repr::even_chain, 2 * unit_words)),
                top = group.word("top");
    const Place low = group.unit("low"), middle = group.unit("middle"), held = group.unit("held"),
                zero = group.unit("zero");
    const Place held_top = group.word("held_top", 0), held_over = group.word("held_over", 0),
                carry = group.word("carry", 0);
    const std::vector<uint32_t> zeros(unit_words);
    builder.copy(held, zeros), builder.copy(zero, zeros);
    // The value from `distance` lanes below; for the first lanes, that of the turn before.
    const auto from_below = [&](const std::string& name, const Scalar& value, int distance,
                                const Place& of_before) {
        const Place moved = group.below(name + "_moved", value, distance),
                    made = group.word(name, select(less(ir::lane(), distance), of_before, moved));
        builder.assign(of_before, moved);
        return made;
    };
    group.for_units(units, [&](const Place& k) {
        sum.set(0);
        sum.clear_rest();
        add_column(group, sum, a, b, k);
        sum.take_all(total, top);
        for (int i = 0; i < unit_words; ++i) {
            builder.assign(low.limb(i), total.limb(i));
            const Place of_below =
                from_below("middle" + std::to_string(i), total.limb(unit_words + i), 1, held.limb(i));
            builder.assign(middle.limb(i), of_below);
        }
        const Place of_top = from_below("of_top", top, 2, held_top), over = group.word("over");
        builder.call("block_add_two", {low, middle, zero, Scalar(of_top)}, {low, over});
        const Place of_over = from_below("of_over", over, 1, held_over), generates = group.word("generates");
        builder.assign(of_over, Scalar(of_over) + select(equal(ir::lane(), 0), carry, 0));
        builder.call("block_add_two", {low, zero, zero, Scalar(of_over)}, {low, generates});
        group.resolve(low, generates, carry);
        group.store(first, units, k, low);
    });
}

}  // namespace

ir::Routine mul(int lanes, const ir::Library& library) {
    Group group("pool_mul", Operation::mul, lanes, library);
    const Magnitude a = group.operand("a", 0), b = group.operand("b", 1);
    const Place a_is_negative = group.is_negative("a", 0), b_is_negative = group.is_negative("b", 1);
    // of a square, the same operand twice
    const Place is_square = group.word("is_square", equal(group.operation(), Operation::sqr));
    group.builder.when(is_square, [&] {
        group.builder.assign(b.first, a.first);
        group.builder.assign(b.units, a.units);
        group.builder.assign(b.bits, a.bits);
        group.builder.assign(b_is_negative, a_is_negative);
    });
    const Place first = group.first_result(),
                units = group.word("units", select(equal(a.units, 0) | equal(b.units, 0), 0,
                                                   Group::units_of(Scalar(a.bits) + b.bits)));
    group.note_lengths();
    (group.is_thread() ? by_columns : by_lanes)(group, a, b, first, units);
    group.conclude(0, first, Scalar(a_is_negative) ^ b_is_negative);
    return group.finish();
}

}  // namespace limbsmith::algorithm::pool
