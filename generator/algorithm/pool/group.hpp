// The parts of the kernels of a pool: groups of 1 to 32 lanes, of which each has a computation.
//
// Groups of one warp may have numbers of different lengths. Where lanes exchange something, all groups of the warp make
// as many turns as the longest of them needs; a group of one lane exchanges nothing, and makes its own.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>

#include "algorithm/group/carries.hpp"
#include "algorithm/pool/shape.hpp"
#include "ir/routine_builder.hpp"

namespace limbsmith::algorithm::pool {

// The magnitude of a number: units from the first on, of which `units` are not 0.
struct Magnitude {
    ir::Place first, units, bits;
};

class Group {
  public:
    // `NAME_LANES`. Parameters: group, memory, numbers, computations, plans, order, begin, count. The computation of group g
    // is order[begin + count - 1 - g]: the longest numbers come first. Groups from `count` on have numbers without units, and
    // so have those of computations whose plan has another kernel than this one, the one of the operation `of`.
    Group(const std::string& name, Operation of, int lanes, const ir::Library& library);

    ir::Place word(const std::string& name) { return builder.local(ir::word_named(name)); }
    ir::Place word(const std::string& name, const ir::Scalar& value) {
        const ir::Place made = word(name);
        builder.assign(made, value);
        return made;
    }
    ir::Place unit(const std::string& name);

    Magnitude operand(const std::string& name, int index);
    ir::Place is_negative(const std::string& name, int index);
    ir::Scalar operation() const;
    bool is_thread() const { return Mapping(lanes_).is_thread(); }
    // The value in the first lane, 0 in others.
    ir::Scalar in_first_lane(const ir::Place& value) const {
        return is_thread() ? ir::Scalar(value) : select(equal(ir::lane(), 0), value, 0);
    }
    // The number of the group in the launch.
    const ir::Place& number() const { return group_; }
    // ceil(bits/256)
    static ir::Scalar units_of(const ir::Scalar& bits) { return (bits + (unit_bits - 1)) >> 8; }

    // A word of a number, and of the memory from a unit on.
    ir::Place word_of(const Magnitude& of, const ir::Scalar& index) const { return word_at(of.first, index); }
    ir::Place word_at(const ir::Place& first, const ir::Scalar& index) const {
        return memory[ir::Scalar(first) + (index >> 3)].limb(index & (unit_words - 1));
    }
    // target = the unit at an index of a number, or 0 where it has none.
    void load(const ir::Place& target, const Magnitude& of, const ir::Scalar& index);

    // Turns of which each lane has a unit: `body` is given its index. The last turns may be beyond `units`. The names of
    // its variables end in `suffix`.
    void for_units(const ir::Place& units, const std::function<void(const ir::Place& index)>& body,
                   const std::string& suffix = {});
    // The largest value of the groups that run together; the own one where a group is one lane.
    ir::Place joint(const std::string& name, const ir::Scalar& value);
    // The largest value that a lane of the group has.
    ir::Place largest(const std::string& name, const ir::Place& value);
    // A word whose bit i says whether the value of lane i is not 0.
    ir::Place ballot(const std::string& name, const ir::Scalar& value);
    // The value of the lane `distance` below; of lane 0 and so on, that of the highest lanes.
    ir::Place below(const std::string& name, const ir::Scalar& value, int distance);
    // Whether all bits of a unit are 1, whether any is.
    ir::Scalar is_ones(const ir::Place& unit) const;
    ir::Scalar is_nonzero(const ir::Place& unit) const;
    // unit += the carry that comes into it; carry = the carry out of the last lane. `generates`: whether the unit's sum left
    // the unit. The names of its variables end in `suffix`.
    void resolve(const ir::Place& unit, const ir::Place& generates, const ir::Place& carry,
                 const std::string& suffix = {});
    // Whether |a| < |b|, and whether |a| = |b|, for groups where `is_wanted` is 1.
    struct Order {
        ir::Place is_less, is_equal;
    };
    Order compare(const Magnitude& a, const Magnitude& b, const ir::Scalar& is_wanted);

    // Where the first result goes.
    ir::Place first_result() {
        return word("result_unit", plans_[ir::Scalar(index_) * plan_words + result_unit]);
    }
    // Before units are stored.
    void note_lengths();
    // The same before those of another result.
    void forget_lengths();
    // Writes a unit of the result where index < units, and notes its length.
    void store(const ir::Place& first, const ir::Place& units, const ir::Place& index, const ir::Place& unit);
    // Writes the entry of result `number`, whose units were stored since the last one.
    void conclude(int number, const ir::Place& first, const ir::Scalar& is_negative);
    // The same, with a failure in its place if `fails`.
    void conclude(int number, const ir::Place& first, const ir::Scalar& is_negative, const ir::Scalar& fails,
                  Failure failure);
    // The same, of a result whose length is known.
    void conclude(int number, const ir::Scalar& first, const ir::Scalar& bits, const ir::Scalar& flags);

    ir::Routine finish() { return std::move(builder).finish(); }

    ir::RoutineBuilder builder;
    ir::Place memory;

  private:
    int lanes_;
    // `active_`: whether the group has a computation.
    ir::Place group_, numbers_, computations_, plans_, active_, index_;
    std::optional<ir::Place> top_word_{}, top_place_{};  // of the stored words
};

}  // namespace limbsmith::algorithm::pool
