#include "algorithm/pool/planner.hpp"

#include <string>

#include "algorithm/pool/shape.hpp"
#include "spec/representations.hpp"

namespace limbsmith::algorithm::pool {
namespace {

using ir::Place, ir::Scalar;

Scalar larger_of(const Scalar& x, const Scalar& y) { return ir::select(less(x, y), y, x); }

}  // namespace

Planner::Planner(const char* name, const ir::Library& library) : Items(name, ir::warp, library) {
    memory_ = builder.global_numbers("memory", repr::limb_block, unit_words);
    numbers_ = builder.global_table("numbers");
    computations_ = builder.global_table("computations");
    plans_ = builder.global_table("plans");
}

void Planner::begin(const Place& count) {
    index_ = thread();
    is_active_ = word("is_active", less(index_, count));
    operation_ = word("operation", 0), failure_ = word("failure", 0), has_kernel_ = word("has_kernel", 0);
    units_ = word("units", 0), size_ = word("size", 0);
    for (const char* name : {"a", "b", "c"}) {
        Operand& it = operands_[static_cast<size_t>(name[0] - 'a')];
        it = {word(name + std::string("_first"), 0), word(name + std::string("_bits"), 0),
              word(name + std::string("_flags"), 0)};
    }
}

void Planner::plan(const Scalar& is_wanted) {
    builder.when(is_wanted, [&] {
        builder.assign(operation_, computation(pool::operation));
        read_operands();
        find_lengths();
        write_at_once();
    });
}

void Planner::write_plan(const Scalar& has_kernel, const Scalar& first_unit_of_results) {
    builder.when(is_active_, [&] {
        const Place row = word("plan_row", Scalar(index_) * plan_words);
        builder.assign(plans_[Scalar(row) + result_unit], first_unit_of_results);
        builder.assign(plans_[Scalar(row) + kernel], select(has_kernel, kind() + 1, 0));
    });
}

Scalar Planner::is(std::initializer_list<Operation> operations) const {
    Scalar any = 0;
    for (const Operation it : operations) any = any | equal(operation_, it);
    return any;
}

Scalar Planner::kind() const {
    return select(
        is({Operation::add, Operation::sub}), Operation::add,
        select(is({Operation::mul, Operation::sqr}), Operation::mul,
               select(is({Operation::compare, Operation::min, Operation::max}), Operation::compare,
                      select(is({Operation::shl, Operation::shr}), Operation::shl,
                             select(is({Operation::div_floor, Operation::div_truncate, Operation::div_exact}),
                                    Operation::div_floor,
                                    select(less(Operation::pow_mod, operation_), Operation::xgcd,
                                           operation_))))));
}

void Planner::fail_if(const Scalar& condition, Failure failure) {
    builder.when(equal(failure_, 0) & condition, [&] { builder.assign(failure_, failure); });
}

// The failure of an operand is the result's: of several, the least.
void Planner::read_operands() {
    const Place count = word(
        "operand_count",
        select(is({Operation::sqr, Operation::neg, Operation::abs}) | less(last_of_two_operands, operation_),
               1, select(is({Operation::select, Operation::pow_mod}), 3, 2)));
    for (int i = 0; i < 3; ++i) {
        const Operand& it = operands_[static_cast<size_t>(i)];
        builder.when(less(i, count), [&] {
            const Place slot = word("slot" + std::to_string(i), computation(operands + i) * entry_words);
            builder.assign(it.first, numbers_[Scalar(slot) + first_unit]);
            builder.assign(it.bits, numbers_[Scalar(slot) + bit_count]);
            builder.assign(it.flags, numbers_[Scalar(slot) + flags]);
            const Place of_it = word("failure" + std::to_string(i), Scalar(it.flags) >> failure_shift);
            builder.when(not_equal(of_it, 0) & (equal(failure_, 0) | less(of_it, failure_)),
                         [&] { builder.assign(failure_, of_it); });
        });
    }
}

// Upper bounds of results, as units, and a size. Other operations are planned by the host.
void Planner::find_lengths() {
    const auto& [a, b, c] = operands_;
    const Place longer = word("longer", larger_of(a.bits, b.bits));
    const auto plan_as = [&](const Scalar& bits) {
        builder.assign(units_, units_of(bits));
        builder.assign(size_, units_);
    };
    builder.when(is({Operation::add, Operation::sub}),
                 [&] { plan_as(select(longer, Scalar(longer) + 1, 0)); });
    builder.when(is({Operation::mul, Operation::sqr}), [&] {
        const Place second = word("second_bits", select(is({Operation::sqr}), a.bits, b.bits)),
                    both = word("both_bits",
                                select(equal(a.bits, 0) | equal(second, 0), 0, Scalar(a.bits) + second));
        fail_if(less(most_bits + 1, both), Failure::too_long);
        plan_as(both);
    });
    builder.when(is({Operation::gcd}), [&] { plan_as(longer); });
    builder.when(is({Operation::compare, Operation::min, Operation::max}),
                 [&] { builder.assign(size_, units_of(longer)); });
    builder.when(is({Operation::shl, Operation::shr}), [&] {
        fail_if(Scalar(b.flags) & negative, Failure::negative_shift);
        const Place unit = builder.local(ir::number_named("unit", repr::limb_block, unit_words)),
                    distance = word("distance", 0);
        builder.when(b.bits, [&] {
            builder.copy(unit, memory_[b.first]);
            builder.assign(distance, select(less(31, b.bits), UINT32_MAX, unit.limb(0)));
        });
        const Scalar fits = equal(less(Scalar(most_bits) - a.bits, distance), 0);
        builder.when(is({Operation::shl}) & not_equal(a.bits, 0), [&] {
            fail_if(equal(fits, 0), Failure::too_long);
            plan_as(select(fits, Scalar(a.bits) + distance, 0));
        });
        builder.when(is({Operation::shr}) & not_equal(a.bits, 0), [&] {
            plan_as(select(less(distance, a.bits), Scalar(a.bits) - distance, 0) + 1);
            builder.assign(size_, units_of(a.bits));
        });
    });
    builder.when(is({Operation::div_floor, Operation::div_truncate, Operation::div_exact}), [&] {
        fail_if(equal(b.bits, 0), Failure::division_by_zero);
        builder.assign(units_, units_of(select(less(a.bits, b.bits), 1, Scalar(a.bits) - b.bits + 2)) +
                                   units_of(b.bits));
        builder.assign(size_, units_of(longer) + units_of(b.bits));
    });
    find_power();
    builder.assign(has_kernel_, equal(failure_, 0));
    builder.when(failure_, [&] { builder.assign(units_, 0); });
}

// Computations without a kernel have size 0: those of negative numbers, moduli that are even or 1, long bases.
void Planner::find_power() {
    const auto& [a, b, c] = operands_;
    const Scalar negative_one = (Scalar(a.flags) | b.flags | c.flags) & negative,
                 is_short = equal(less(units_of(c.bits), units_of(a.bits)), 0);
    builder.when(
        is({Operation::pow_mod}) & equal(failure_, 0) & equal(negative_one, 0) & less(1, c.bits) & is_short,
        [&] {
            const Place unit = builder.local(ir::number_named("modulus_unit", repr::limb_block, unit_words));
            builder.copy(unit, memory_[c.first]);
            builder.when(Scalar(unit.limb(0)) & 1, [&] {
                builder.assign(units_, units_of(c.bits));
                builder.assign(size_, units_);
            });
        });
}

// Writes results that are the same number with another sign, and failures.
void Planner::write_at_once() {
    const auto& [a, b, c] = operands_;
    const auto write = [&](int number, const Scalar& first, const Scalar& bits, const Scalar& flags_of_it) {
        const Place slot =
            word("result" + std::to_string(number), (computation(result) + number) * entry_words);
        builder.assign(numbers_[Scalar(slot) + first_unit], first);
        builder.assign(numbers_[Scalar(slot) + bit_count], bits);
        builder.assign(numbers_[Scalar(slot) + flags], flags_of_it);
    };
    const Place is_copy =
        word("is_copy", is({Operation::neg, Operation::abs, Operation::select}) & equal(failure_, 0));
    builder.when(is_copy, [&] {
        const Place takes_b = word("takes_b", is({Operation::select}) & a.flags),
                    takes_c = word("takes_c", is({Operation::select}) & (Scalar(a.flags) ^ 1));
        const auto taken = [&](const Place& of_a, const Place& of_b, const Place& of_c) {
            return select(takes_b, of_b, select(takes_c, of_c, of_a));
        };
        const Scalar sign = select(is({Operation::neg}), (Scalar(a.flags) ^ 1) & not_equal(a.bits, 0),
                                   select(is({Operation::abs}), 0, taken(a.flags, b.flags, c.flags)));
        const Place chosen = word("chosen", taken(a.bits, b.bits, c.bits));
        write(0, taken(a.first, b.first, c.first), chosen, sign);
        builder.assign(has_kernel_, 0);
    });
    builder.when(failure_, [&] {
        const Place count = word("result_count", select(is({Operation::div_floor, Operation::div_truncate}),
                                                        2, select(is({Operation::xgcd}), 3, 1)));
        for (int i = 0; i < 3; ++i)
            builder.when(less(i, count), [&] { write(i, 0, 0, Scalar(failure_) << failure_shift); });
    });
}

}  // namespace limbsmith::algorithm::pool
