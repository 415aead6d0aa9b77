#include "algorithm/pool/group.hpp"

#include "algorithm/ntt/passes.hpp"
#include "spec/representations.hpp"

namespace limbsmith::algorithm::pool {

using ir::Place, ir::Scalar;

Group::Group(const std::string& name, Operation of, int lanes, const ir::Library& library)
    : builder(name + "_" + std::to_string(lanes), library), lanes_(lanes) {
    builder.routine().mapping = lanes;
    group_ = builder.input(ir::word_named("group"));
    memory = builder.global_numbers("memory", repr::limb_block, unit_words);
    numbers_ = builder.global_table("numbers");
    computations_ = builder.global_table("computations");
    plans_ = builder.global_table("plans");
    const Place order = builder.global_table("order");
    const Place begin = builder.input(ir::word_named("begin")),
                count = builder.input(ir::word_named("count"));
    active_ = word("is_active", less(group_, count));
    index_ = word("index", order[Scalar(begin) + select(active_, Scalar(count) - 1 - group_, 0)]);
    builder.assign(active_, Scalar(active_) & equal(plans_[Scalar(index_) * plan_words + kernel],
                                                    static_cast<uint32_t>(of) + 1));
}

Place Group::unit(const std::string& name) {
    return builder.local(ir::number_named(name, repr::limb_block, unit_words));
}

Magnitude Group::operand(const std::string& name, int index) {
    const Place slot =
        word(name + "_slot", computations_[Scalar(index_) * computation_words + (operands + index)]);
    const Place bits =
        word(name + "_bits", select(active_, numbers_[Scalar(slot) * entry_words + bit_count], 0));
    return {word(name + "_first", numbers_[Scalar(slot) * entry_words + first_unit]),
            word(name + "_units", units_of(bits)), bits};
}

Place Group::is_negative(const std::string& name, int index) {
    const Scalar slot = computations_[Scalar(index_) * computation_words + (operands + index)];
    return word(name + "_is_negative", numbers_[slot * entry_words + flags] & negative);
}

Scalar Group::operation() const {
    return computations_[Scalar(index_) * computation_words + pool::operation];
}

void Group::load(const Place& target, const Magnitude& of, const Scalar& index) {
    builder.copy(target, std::vector<uint32_t>(unit_words));
    builder.when(less(index, of.units), [&] { builder.copy(target, memory[Scalar(of.first) + index]); });
}

void Group::for_units(const Place& units, const std::function<void(const Place&)>& body,
                      const std::string& suffix) {
    const Place turns = joint("turns" + suffix, (Scalar(units) + (lanes_ - 1)) / lanes_);
    builder.loop(ir::below("turn" + suffix, 0, turns), {}, [&](Place turn) {
        body(word("at" + suffix, is_thread() ? Scalar(turn) : Scalar(turn) * lanes_ + ir::lane()));
    });
}

Place Group::joint(const std::string& name, const Scalar& value) {
    if (is_thread()) return word(name, value);
    const Place made = word(name);
    builder.exchange(ir::Exchange::Kind::largest, made, value);
    return made;
}

Place Group::largest(const std::string& name, const Place& value) {
    const Place all = word(name, value);
    for (int distance = lanes_ / 2; distance > 0; distance /= 2) {
        const Place other = word(name + "_at_" + std::to_string(distance));
        builder.exchange(ir::Exchange::Kind::from_lane, other, all, ir::lane() ^ distance);
        builder.assign(all, select(less(all, other), other, all));
    }
    return all;
}

Place Group::ballot(const std::string& name, const Scalar& value) {
    if (is_thread()) return word(name, not_equal(value, 0));
    const Place made = word(name);
    builder.exchange(ir::Exchange::Kind::ballot, made, value);
    return made;
}

Place Group::below(const std::string& name, const Scalar& value, int distance) {
    if (is_thread()) return word(name, value);
    const Place made = word(name);
    builder.exchange(ir::Exchange::Kind::from_lane, made, value, ir::lane() - distance);
    return made;
}

Scalar Group::is_ones(const Place& unit) const {
    Scalar all = unit.limb(0);
    for (int i = 1; i < unit_words; ++i) all = all & unit.limb(i);
    return equal(all, UINT32_MAX);
}

Scalar Group::is_nonzero(const Place& unit) const {
    Scalar all = unit.limb(0);
    for (int i = 1; i < unit_words; ++i) all = all | unit.limb(i);
    return not_equal(all, 0);
}

void Group::resolve(const Place& unit, const Place& generates, const Place& carry,
                    const std::string& suffix) {
    if (is_thread()) return builder.assign(carry, generates);
    const Place propagates = word("propagates" + suffix, is_ones(unit));
    const group::Carries found = group::look_ahead(builder, generates, propagates, suffix);
    builder.call("block_increment", {unit, Scalar(found.in)}, {unit});
    builder.assign(carry, found.out);
}

Group::Order Group::compare(const Magnitude& a, const Magnitude& b, const Scalar& is_wanted) {
    const Place is_less = word("is_less", less(a.bits, b.bits)),
                is_open = word("is_open", equal(a.bits, b.bits) & is_wanted);
    const Place chunks = word("chunks", select(is_open, (Scalar(a.units) + (lanes_ - 1)) / lanes_, 0));
    const Place x = unit("x_compared"), y = unit("y_compared"), difference = unit("difference"),
                borrow = word("borrow");
    // From the highest unit down, until one differs: mostly the first.
    const auto ask = [&](const std::string& suffix, const Scalar& turn) {
        const Scalar chunk = Scalar(chunks) - 1 - turn;
        const Place at = word("compared" + suffix, is_thread() ? chunk : chunk * lanes_ + ir::lane());
        // Without a unit here: all chunks are done.
        builder.when(equal(less(turn, chunks), 0), [&] { builder.assign(at, UINT32_MAX); });
        load(x, a, at), load(y, b, at);
        builder.call("block_difference", {x, y}, {difference, borrow});
        const Place differ = ballot("differ" + suffix, is_nonzero(difference)),
                    are_less = ballot("are_less" + suffix, borrow);
        builder.when(Scalar(is_open) & not_equal(differ, 0), [&] {
            builder.assign(is_less, less(Scalar(differ) ^ are_less, are_less));
            builder.assign(is_open, 0);
        });
    };
    const Place wanted = joint("is_compared", chunks);
    builder.when(not_equal(wanted, 0), [&] {
        ask("_first", 0);
        const Place rest = joint("rest", select(is_open, chunks, 1));
        builder.loop(ir::below("compared_turn", 1, rest), {}, [&](Place turn) { ask("", Scalar(turn)); });
    });
    return {is_less, is_open};
}

void Group::note_lengths() { top_word_ = word("top_word", 0), top_place_ = word("top_place", 0); }

void Group::store(const Place& first, const Place& units, const Place& index, const Place& unit) {
    builder.when(less(index, units), [&] {
        builder.copy(memory[Scalar(first) + index], unit);
        builder.loop(ntt::whole("i", unit_words), {}, [&](Place i) {
            builder.when(not_equal(unit.limb(i), 0), [&] {
                builder.assign(*top_word_, unit.limb(i));
                builder.assign(*top_place_, (Scalar(index) << 8) + (Scalar(i) << 5));
            });
        });
    });
}

void Group::forget_lengths() { builder.assign(*top_word_, 0), builder.assign(*top_place_, 0); }

void Group::conclude(int number, const Place& first, const Scalar& is_negative) {
    conclude(number, first, is_negative, 0, Failure::none);
}

void Group::conclude(int number, const Place& first, const Scalar& is_negative, const Scalar& fails,
                     Failure failure) {
    const std::string suffix = number ? std::to_string(number) : "";
    const Place length = word("length" + suffix);
    builder.call("word_bit_length", {Scalar(*top_word_)}, {length});
    const Place own = word("own_bits" + suffix, Scalar(*top_place_) + length),
                bits = largest("bits" + suffix, own);
    const Place fault =
        word("fault" + suffix, select(less(most_bits, bits), Failure::too_long, select(fails, failure, 0)));
    conclude(number, first, select(fault, 0, bits),
             select(fault, Scalar(fault) << failure_shift, select(bits, is_negative, 0)));
}

void Group::conclude(int number, const Scalar& first, const Scalar& bits, const Scalar& flags_of_it) {
    const Scalar is_first = is_thread() ? Scalar(active_) : Scalar(active_) & equal(ir::lane(), 0);
    builder.when(is_first, [&] {
        const Place slot =
            word("result_slot", computations_[Scalar(index_) * computation_words + result] + number);
        builder.assign(numbers_[Scalar(slot) * entry_words + first_unit], first);
        builder.assign(numbers_[Scalar(slot) * entry_words + bit_count], bits);
        builder.assign(numbers_[Scalar(slot) * entry_words + flags], flags_of_it);
    });
}

}  // namespace limbsmith::algorithm::pool
