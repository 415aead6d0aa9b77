#include "algorithm/pool/plans.hpp"

#include <array>

#include "algorithm/pool/items.hpp"
#include "algorithm/pool/shape.hpp"
#include "spec/representations.hpp"

namespace limbsmith::algorithm::pool {
namespace {

using ir::Place, ir::Scalar;

Scalar any_of(const Scalar& value, std::initializer_list<Operation> operations) {
    Scalar any = 0;
    for (const Operation it : operations) any = any | equal(value, it);
    return any;
}

class Planner : Items {
  public:
    explicit Planner(const ir::Library& library) : Items("pool_plan", ir::warp, library) {
        memory_ = builder.global_numbers("memory", repr::limb_block, unit_words);
        numbers_ = builder.global_table("numbers");
        computations_ = builder.global_table("computations");
        plans_ = builder.global_table("plans");
        counts_ = builder.global_table("counts");
        first_free_ = given("first_free"), count_ = given("count"), share_shift_ = given("share_shift");
    }

    ir::Routine make() && {
        index_ = thread();
        is_active_ = word("is_active", less(index_, count_));
        operation_ = word("operation", 0), failure_ = word("failure", 0), bin_ = word("bin", 0);
        units_ = word("units", 0);
        for (const char* name : {"a", "b", "c"}) {
            Operand& it = operands_[static_cast<size_t>(name[0] - 'a')];
            it = {word(name + std::string("_first"), 0), word(name + std::string("_bits"), 0),
                  word(name + std::string("_flags"), 0)};
        }
        builder.when(is_active_, [&] {
            builder.assign(operation_, computations_[Scalar(index_) * computation_words + pool::operation]);
            read_operands();
            find_lengths();
            write_at_once();
        });
        note_order();
        place();
        enter_bin();
        builder.when(is_active_,
                     [&] { builder.assign(plans_[Scalar(index_) * plan_words + pool::bin], bin_); });
        return std::move(builder).finish();
    }

  private:
    struct Operand {
        Place first, bits, flags;
    };

    Scalar computation(int word_of_it) const {
        return computations_[Scalar(index_) * computation_words + word_of_it];
    }
    Scalar is(std::initializer_list<Operation> operations) const { return any_of(operation_, operations); }
    void fail_if(const Scalar& condition, Failure failure) {
        builder.when(equal(failure_, 0) & condition, [&] { builder.assign(failure_, failure); });
    }

    // The failure of an operand is the result's: of several, the least.
    void read_operands() {
        const Place count =
            word("operand_count", select(is({Operation::sqr, Operation::neg, Operation::abs}) |
                                             less(last_of_two_operands, operation_),
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

    // Upper bounds of results, as units, and a bin. Other operations are planned by the host.
    void find_lengths() {
        const auto& [a, b, c] = operands_;
        const Place longer = word("longer", pool_max(a.bits, b.bits));
        size_ = word("size", 0);
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
        builder.when(equal(failure_, 0), [&] {
            const Place length = word("size_bits");
            builder.call("word_bit_length", {Scalar(size_)}, {length});
            const Scalar two_bits = (Scalar(length) << 1) - 2 + ((Scalar(size_) >> (Scalar(length) - 2)) & 1);
            const Place share = word("share");
            builder.call("word_bit_length", {Scalar(index_) >> share_shift_}, {share});
            builder.assign(
                bin_, kind() * sizes + select(less(size_, 2), size_, two_bits) + 1 + Scalar(share) * bins);
        });
        builder.when(failure_, [&] { builder.assign(units_, 0); });
    }
    // Computations without a kernel have size 0: those of negative numbers, moduli that are even or 1, long bases.
    void find_power() {
        const auto& [a, b, c] = operands_;
        const Scalar negative_one = (Scalar(a.flags) | b.flags | c.flags) & negative,
                     is_short = equal(less(units_of(c.bits), units_of(a.bits)), 0);
        builder.when(is({Operation::pow_mod}) & equal(failure_, 0) & equal(negative_one, 0) &
                         less(1, c.bits) & is_short,
                     [&] {
                         const Place unit =
                             builder.local(ir::number_named("modulus_unit", repr::limb_block, unit_words));
                         builder.copy(unit, memory_[c.first]);
                         builder.when(Scalar(unit.limb(0)) & 1, [&] {
                             builder.assign(units_, units_of(c.bits));
                             builder.assign(size_, units_);
                         });
                     });
    }
    // The first of the operations that one kernel computes.
    Scalar kind() const {
        return select(
            is({Operation::add, Operation::sub}), Operation::add,
            select(
                is({Operation::mul, Operation::sqr}), Operation::mul,
                select(
                    is({Operation::compare, Operation::min, Operation::max}), Operation::compare,
                    select(
                        is({Operation::shl, Operation::shr}), Operation::shl,
                        select(is({Operation::div_floor, Operation::div_truncate, Operation::div_exact}),
                               Operation::div_floor,
                               select(less(Operation::pow_mod, operation_), Operation::xgcd, operation_))))));
    }
    static Scalar pool_max(const Scalar& x, const Scalar& y) { return ir::select(less(x, y), y, x); }

    // Writes results that are the same number with another sign, and failures.
    void write_at_once() {
        const auto& [a, b, c] = operands_;
        const auto write = [&](int number, const Scalar& first, const Scalar& bits,
                               const Scalar& flags_of_it) {
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
            builder.assign(bin_, 0);
        });
        builder.when(failure_, [&] {
            const Place count =
                word("result_count", select(is({Operation::div_floor, Operation::div_truncate}), 2,
                                            select(is({Operation::xgcd}), 3, 1)));
            for (int i = 0; i < 3; ++i)
                builder.when(less(i, count), [&] { write(i, 0, 0, Scalar(failure_) << failure_shift); });
        });
    }

    // Whether slots of results ascend.
    void note_order() {
        const Place own = word("own_slot", 0), before = word("slot_before", 0), any = word("any_unordered");
        builder.when(is_active_, [&] { builder.assign(own, computation(result)); });
        builder.when(is_active_ & not_equal(index_, 0), [&] {
            builder.assign(before, computations_[(Scalar(index_) - 1) * computation_words + result] + 1);
        });
        builder.exchange(ir::Exchange::Kind::any, any,
                         is_active_ & (is({Operation::div_floor, Operation::div_truncate, Operation::xgcd}) |
                                       less(own, before)));
        builder.when(equal(ir::lane(), 0) & any, [&] {
            const Place others = word("others");
            builder.atomic_add(others, counts_[Scalar(unordered)], 1);
        });
    }

    // Units for the results.
    void place() {
        const Reserved reserved = reserve(units_, counts_[Scalar(sum_of_units)]);
        builder.when(equal(ir::lane(), 0), [&] {
            const Place many = word("many");
            // the sum of all may be too long for a word, this one is not
            builder.atomic_add(many, counts_[Scalar(many_units)], (Scalar(reserved.sum) >> units_shift) + 1);
        });
        builder.when(is_active_, [&] {
            builder.assign(plans_[Scalar(index_) * plan_words + result_unit],
                           Scalar(first_free_) + reserved.first);
        });
    }

    // The place in the bin: lanes of one bin are counted together, one bin after the other.
    void enter_bin() {
        const Place rest = word("rest"), place_in_bin = word("place_in_bin", 0);
        builder.exchange(ir::Exchange::Kind::ballot, rest, bin_);
        builder.loop(ir::below("turn", 0, ir::warp), {}, [&](Place) {
            builder.when(not_equal(rest, 0), [&] {
                const Place leader = word("leader"), its_bin = word("its_bin"), all = word("all"),
                            base = word("bin_base", 0), first = word("first_place");
                builder.call("word_bit_length", {Scalar(rest) & (Scalar(0) - rest)}, {leader});
                builder.exchange(ir::Exchange::Kind::from_lane, its_bin, bin_, Scalar(leader) - 1);
                builder.exchange(ir::Exchange::Kind::ballot, all, equal(bin_, its_bin));
                builder.when(equal(ir::lane() + 1, leader), [&] {
                    const Place lanes = ones_of("lanes", all);
                    builder.atomic_add(base, counts_[Scalar(its_bin) + first_bin], lanes);
                });
                builder.exchange(ir::Exchange::Kind::from_lane, first, base, Scalar(leader) - 1);
                builder.when(equal(bin_, its_bin), [&] {
                    const Place lanes_below =
                        ones_of("lanes_below", Scalar(all) & ((Scalar(1) << ir::lane()) - 1));
                    builder.assign(place_in_bin, Scalar(first) + lanes_below);
                });
                builder.assign(rest, Scalar(rest) & (Scalar(all) ^ UINT32_MAX));
            });
        });
        builder.when(is_active_,
                     [&] { builder.assign(plans_[Scalar(index_) * plan_words + rank], place_in_bin); });
    }
    // How many bits of a word are 1: sums of pairs, of four, of bytes.
    Place ones_of(const std::string& name, const Scalar& value) {
        const Place n = word(name, value);
        builder.assign(n, Scalar(n) - ((Scalar(n) >> 1) & 0x55555555));
        builder.assign(n, (Scalar(n) & 0x33333333) + ((Scalar(n) >> 2) & 0x33333333));
        builder.assign(n, (Scalar(n) + (Scalar(n) >> 4)) & 0x0f0f0f0f);
        builder.assign(n, (Scalar(n) * 0x01010101) >> 24);
        return n;
    }

    Place memory_, numbers_, computations_, plans_, counts_, first_free_, count_, share_shift_;
    Place index_, is_active_, operation_, failure_, bin_, units_, size_;
    std::array<Operand, 3> operands_{};
};

}  // namespace

ir::Routine plan(const ir::Library& library) { return Planner(library).make(); }

ir::Routine order(const ir::Library& library) {
    Items kernel("pool_order", ir::warp, library);
    ir::RoutineBuilder& builder = kernel.builder;
    const Place plans = builder.global_table("plans"), starts = builder.global_table("starts"),
                order = builder.global_table("order");
    const Place count = kernel.given("count"), index = kernel.thread();
    builder.when(less(index, count), [&] {
        const Place bin_of_it = kernel.word("bin", plans[Scalar(index) * plan_words + pool::bin]);
        builder.when(not_equal(bin_of_it, 0), [&] {
            builder.assign(order[starts[Scalar(bin_of_it)] + plans[Scalar(index) * plan_words + rank]],
                           index);
        });
    });
    return std::move(builder).finish();
}

}  // namespace limbsmith::algorithm::pool
