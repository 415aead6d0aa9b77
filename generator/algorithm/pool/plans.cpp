#include "algorithm/pool/plans.hpp"

#include "algorithm/pool/planner.hpp"
#include "algorithm/pool/shape.hpp"

namespace limbsmith::algorithm::pool {
namespace {

using ir::Place, ir::Scalar;

class PlanByBins : Planner {
  public:
    explicit PlanByBins(const ir::Library& library) : Planner("pool_plan", library) {
        counts_ = builder.global_table("counts");
        first_free_ = given("first_free"), count_ = given("count"), share_shift_ = given("share_shift");
    }

    ir::Routine make() && {
        begin(count_);
        plan(is_active_);
        note_order();
        place();
        find_bin();
        enter_bin();
        return std::move(builder).finish();
    }

  private:
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
        write_plan(has_kernel_, Scalar(first_free_) + reserved.first);
    }

    // The bin of its kernel and size, of the own share.
    void find_bin() {
        bin_ = word("bin", 0);
        builder.when(has_kernel_, [&] {
            const Place length = word("size_bits");
            builder.call("word_bit_length", {Scalar(size_)}, {length});
            const Scalar two_bits = (Scalar(length) << 1) - 2 + ((Scalar(size_) >> (Scalar(length) - 2)) & 1);
            const Place share = word("share");
            builder.call("word_bit_length", {Scalar(index_) >> share_shift_}, {share});
            builder.assign(
                bin_, kind() * sizes + select(less(size_, 2), size_, two_bits) + 1 + Scalar(share) * bins);
        });
        builder.when(is_active_,
                     [&] { builder.assign(plans_[Scalar(index_) * plan_words + pool::bin], bin_); });
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

    Place counts_, first_free_, count_, share_shift_, bin_{};
};

// The plan of a short level. Its results go after those of the level before it, whose row of `levels` is final.
class ShortPlan : Planner {
  public:
    explicit ShortPlan(const ir::Library& library) : Planner("pool_plan_short", library) {
        order_ = builder.global_table("order"), levels_ = builder.global_table("levels");
        count_ = given("count"), level_ = given("level"), room_ = given("room");
    }

    ir::Routine make() && {
        begin(count_);
        const Place before = word("row_before", Scalar(level_) * level_words);
        const Place is_over = word("is_over", levels_[Scalar(before) + level_stopped]),
                    first = word("begin_of_level", levels_[Scalar(before) + level_begin] +
                                                       levels_[Scalar(before) + level_units]);
        own_ = word("row", Scalar(before) + level_words);
        plan(Scalar(is_active_) & equal(is_over, 0));
        const Place is_long = word("is_long", Scalar(has_kernel_) & less(most_units_of_kind(), size_));
        builder.when(is_long, [&] { builder.assign(units_, 0); });
        const Reserved reserved = reserve(units_, levels_[Scalar(own_) + level_units]);
        const Place result = word("result_of_plan", Scalar(first) + reserved.first);
        const Place is_stopped = word(
            "is_stopped", not_equal(is_over, 0) | is_long | less(room_, Scalar(result) + Scalar(units_)));
        write_plan(Scalar(has_kernel_) & equal(is_stopped, 0), result);
        builder.when(is_active_, [&] { builder.assign(order_[index_], index_); });
        stop_if(is_stopped);
        builder.when(equal(index_, 0), [&] { builder.assign(levels_[Scalar(own_) + level_begin], first); });
        return std::move(builder).finish();
    }

  private:
    Scalar most_units_of_kind() const {
        return select(is({Operation::gcd}), most_units_of_short(Operation::gcd),
                      select(is({Operation::div_floor, Operation::div_truncate, Operation::div_exact}),
                             most_units_of_short(Operation::div_floor), most_units_of_short(Operation::mul)));
    }
    void stop_if(const Place& is_stopped) {
        const Place any = word("any_stopped");
        builder.exchange(ir::Exchange::Kind::any, any, is_stopped);
        builder.when(equal(ir::lane(), 0) & any, [&] {
            const Place others = word("others_stopped");
            builder.atomic_add(others, levels_[Scalar(own_) + level_stopped], 1);
        });
    }

    Place order_, levels_, count_, level_, room_, own_{};
};

}  // namespace

ir::Routine plan(const ir::Library& library) { return PlanByBins(library).make(); }
ir::Routine plan_short(const ir::Library& library) { return ShortPlan(library).make(); }

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
