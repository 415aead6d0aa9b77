#include "algorithm/pool/moves.hpp"

#include "algorithm/ntt/passes.hpp"
#include "algorithm/pool/items.hpp"
#include "spec/representations.hpp"

namespace limbsmith::algorithm::pool {
namespace {

using ir::Place, ir::Scalar;

constexpr int item_words = 4;

// Kernels in which groups have parts of items.
struct Portions : Items {
    Place items{}, parts{}, part_units{}, count{}, item{}, part{};

    Portions(const char* name, const ir::Library& library) : Items(name, ir::warp, library) {}
    // After the parameters that are arrays.
    void give() {
        count = given("count"), parts = given("parts"), part_units = given("part_units");
        item = word("item", Scalar(group) / parts), part = word("part", Scalar(group) % parts);
    }
    Place of_item(const char* name, int i) { return word(name, items[Scalar(item) * item_words + i]); }
    // `body` is given the index of each unit of the part that is below `units`.
    void for_units(const Place& units, const std::function<void(const Place&)>& body) {
        const Place turns = word("turns", (Scalar(part_units) + (ir::warp - 1)) / ir::warp);
        builder.loop(ir::below("turn", 0, turns), {}, [&](Place turn) {
            const Place within = word("within", Scalar(turn) * ir::warp + ir::lane()),
                        at = word("at", Scalar(part) * part_units + within);
            builder.when(less(within, part_units) & less(at, units), [&] { body(at); });
        });
    }
};

}  // namespace

ir::Routine enter(const ir::Library& library) {
    Items kernel("pool_enter", ir::warp, library);
    ir::RoutineBuilder& builder = kernel.builder;
    const Place items = builder.global_table("items"), numbers = builder.global_table("numbers");
    const Place count = kernel.given("count"), index = kernel.thread();
    builder.when(less(index, count), [&] {
        const Place slot = kernel.word("slot", items[Scalar(index) * entry_words + (entry_words - 1)]);
        for (int i = 0; i + 1 < entry_words; ++i)
            builder.assign(numbers[Scalar(slot) * entry_words + i], items[Scalar(index) * entry_words + i]);
    });
    return std::move(builder).finish();
}

ir::Routine look(const ir::Library& library) {
    Items kernel("pool_look", ir::warp, library);
    ir::RoutineBuilder& builder = kernel.builder;
    const Place slots = builder.global_table("slots"), numbers = builder.global_table("numbers"),
                entries = builder.global_table("entries");
    const Place count = kernel.given("count"), index = kernel.thread();
    builder.when(less(index, count), [&] {
        const Place slot = kernel.word("slot", slots[Scalar(index)]);
        for (int i = 0; i + 1 < entry_words; ++i)
            builder.assign(entries[Scalar(index) * entry_words + i], numbers[Scalar(slot) * entry_words + i]);
    });
    return std::move(builder).finish();
}

ir::Routine pack(const ir::Library& library) {
    constexpr int lanes = 4;
    Items kernel("pool_pack", lanes, library);
    ir::RoutineBuilder& builder = kernel.builder;
    const Place memory = builder.global_numbers("memory", repr::limb_block, unit_words),
                numbers = builder.global_table("numbers"), items = builder.global_table("items"),
                to = builder.global_numbers("to", repr::limb_block, unit_words);
    const Place count = kernel.given("count"), moved_to = kernel.given("moved_to");
    builder.when(less(kernel.group, count), [&] {
        const auto item = [&](const char* name, int word) {
            return kernel.word(name, items[Scalar(kernel.group) * item_words + word]);
        };
        const Place from = item("from", 0), units = item("units", 1), begin = item("begin", 2);
        const Place turns = kernel.word("turns", (Scalar(units) + (lanes - 1)) / lanes);
        builder.loop(ir::below("turn", 0, turns), {}, [&](Place turn) {
            const Place at = kernel.word("at", Scalar(turn) * lanes + ir::lane());
            builder.when(less(at, units),
                         [&] { builder.copy(to[Scalar(begin) + at], memory[Scalar(from) + at]); });
        });
        const Place slot = item("slot", 3);
        builder.when(not_equal(moved_to, 0) & not_equal(slot, no_slot) & equal(ir::lane(), 0), [&] {
            builder.assign(numbers[Scalar(slot) * entry_words + first_unit], Scalar(moved_to) + begin);
        });
    });
    return std::move(builder).finish();
}

ir::Routine gather(const ir::Library& library) {
    Items kernel("pool_gather", ir::warp, library);
    ir::RoutineBuilder& builder = kernel.builder;
    const Place slots = builder.global_table("slots"), numbers = builder.global_table("numbers"),
                items = builder.global_table("items"), rows = builder.global_table("rows"),
                counts = builder.global_table("counts");
    const Place count = kernel.given("count"), most_units = kernel.given("most_units"),
                index = kernel.thread();
    const Place is_active = kernel.word("is_active", less(index, count)), from = kernel.word("from", 0),
                bits = kernel.word("bits", 0), flags_of_it = kernel.word("flags_of_it", 0);
    builder.when(is_active, [&] {
        const Place slot = kernel.word("slot", slots[Scalar(index)]);
        builder.assign(from, numbers[Scalar(slot) * entry_words + first_unit]);
        builder.assign(bits, numbers[Scalar(slot) * entry_words + bit_count]);
        builder.assign(flags_of_it, numbers[Scalar(slot) * entry_words + flags]);
    });
    const Place units = kernel.word("units", Items::units_of(bits)), is_long = kernel.word("is_long");
    const Items::Reserved reserved = kernel.reserve(units, counts[Scalar(0)]);
    builder.exchange(ir::Exchange::Kind::any, is_long, less(most_units, units));
    builder.when(equal(ir::lane(), 0) & is_long, [&] {
        const Place others = kernel.word("others");
        builder.atomic_add(others, counts[Scalar(1)], 1);
    });
    builder.when(is_active, [&] {
        const auto write = [&](const Place& table, int word, const Scalar& value) {
            builder.assign(table[Scalar(index) * item_words + word], value);
        };
        write(items, 0, from), write(items, 1, units), write(items, 2, reserved.first),
            write(items, 3, no_slot);
        write(rows, 0, reserved.first), write(rows, 1, bits), write(rows, 2, flags_of_it);
    });
    return std::move(builder).finish();
}

ir::Routine spread(const ir::Library& library) {
    Portions kernel("pool_spread", library);
    ir::RoutineBuilder& builder = kernel.builder;
    const Place memory = builder.global_numbers("memory", repr::limb_block, unit_words);
    kernel.items = builder.global_table("items");
    const Place to = builder.global_numbers("to", repr::limb_block, unit_words);
    kernel.give();
    const Place length = kernel.given("length"),
                unit = builder.local(ir::number_named("unit", repr::limb_block, unit_words));
    builder.when(less(kernel.item, kernel.count), [&] {
        const Place from = kernel.of_item("from", 0), units = kernel.of_item("units", 1);
        kernel.for_units(length, [&](const Place& at) {
            builder.copy(unit, std::vector<uint32_t>(unit_words));
            builder.when(less(at, units), [&] { builder.copy(unit, memory[Scalar(from) + at]); });
            builder.copy(to[Scalar(kernel.item) * length + at], unit);
        });
    });
    return std::move(builder).finish();
}

ir::Routine collect(const ir::Library& library) {
    Portions kernel("pool_collect", library);
    ir::RoutineBuilder& builder = kernel.builder;
    const Place memory = builder.global_numbers("memory", repr::limb_block, unit_words);
    kernel.items = builder.global_table("items");
    const Place from = builder.global_numbers("from", repr::limb_block, unit_words);
    kernel.give();
    builder.when(less(kernel.item, kernel.count), [&] {
        const Place first = kernel.of_item("first", 0), units = kernel.of_item("units", 1),
                    begin = kernel.of_item("begin", 2);
        kernel.for_units(units, [&](const Place& at) {
            builder.copy(memory[Scalar(first) + at], from[Scalar(begin) + at]);
        });
    });
    return std::move(builder).finish();
}

// From the highest units down, many at a time, until one is not 0: mostly in the first turn.
ir::Routine measure(const ir::Library& library) {
    constexpr int units_of_lane = 16, together = units_of_lane * ir::warp;
    Items kernel("pool_measure", ir::warp, library);
    ir::RoutineBuilder& builder = kernel.builder;
    const Place memory = builder.global_numbers("memory", repr::limb_block, unit_words),
                numbers = builder.global_table("numbers"), items = builder.global_table("items");
    const Place count = kernel.given("count");
    builder.when(less(kernel.group, count), [&] {
        const auto of_item = [&](const char* name, int i) {
            return kernel.word(name, items[Scalar(kernel.group) * item_words + i]);
        };
        const Place first = of_item("first", 0), units = of_item("units", 1);
        const Place found = kernel.word("found", 0);  // units without those of zeros on top
        const Place unit = builder.local(ir::number_named("unit", repr::limb_block, unit_words));
        const Place turns = kernel.word("turns", (Scalar(units) + (together - 1)) / together);
        builder.loop(ir::below("turn", 0, turns), {}, [&](Place turn) {
            builder.when(equal(found, 0), [&] {
                const Place own = kernel.word("own", 0);
                builder.loop(with(ir::below("k", 0, units_of_lane), ir::For::Unroll::free), {}, [&](Place k) {
                    const Place below =
                        kernel.word("below", Scalar(turn) * together + Scalar(k) * ir::warp + ir::lane());
                    builder.when(less(below, units), [&] {
                        const Place at = kernel.word("at", Scalar(units) - 1 - below);
                        builder.copy(unit, memory[Scalar(first) + at]);
                        Scalar any = unit.limb(0);
                        for (int i = 1; i < unit_words; ++i) any = any | unit.limb(i);
                        builder.when(not_equal(any, 0) & equal(own, 0),
                                     [&] { builder.assign(own, Scalar(at) + 1); });
                    });
                });
                builder.exchange(ir::Exchange::Kind::largest, found, own);
            });
        });
        builder.when(equal(ir::lane(), 0), [&] {
            const Place slot = of_item("slot", 3), flags_of_it = of_item("flags_of_it", 2);
            const Place top = kernel.word("top", 0), at = kernel.word("top_place", 0),
                        length = kernel.word("length");
            builder.when(found, [&] {
                builder.copy(unit, memory[Scalar(first) + (Scalar(found) - 1)]);
                builder.loop(ntt::whole("i", unit_words), {}, [&](Place i) {
                    builder.when(not_equal(unit.limb(i), 0), [&] {
                        builder.assign(top, unit.limb(i));
                        builder.assign(at, ((Scalar(found) - 1) << 8) + (Scalar(i) << 5));
                    });
                });
            });
            builder.call("word_bit_length", {Scalar(top)}, {length});
            const Place bits = kernel.word("bits", Scalar(at) + length);
            builder.assign(numbers[Scalar(slot) * entry_words + first_unit], first);
            builder.assign(numbers[Scalar(slot) * entry_words + bit_count], bits);
            builder.assign(numbers[Scalar(slot) * entry_words + flags], select(bits, flags_of_it, 0));
        });
    });
    return std::move(builder).finish();
}

std::vector<ir::Routine> moves(const ir::Library& library) {
    return {enter(library),  look(library),    gather(library), pack(library),
            spread(library), collect(library), measure(library)};
}

}  // namespace limbsmith::algorithm::pool
