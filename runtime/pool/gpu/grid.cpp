#include "pool/gpu/grid.hpp"

#include <algorithm>

#include "limbsmith/grid/division.hpp"

namespace limbsmith::pool {
namespace {

constexpr uint32_t units_of_part = 256;             // of a number, that a group of lanes moves
constexpr uint64_t most_units_together = 1u << 24;  // 512 MiB of operands and results

}  // namespace

uint32_t Device::Grid::longest(std::span<const Task> tasks, shape::Entry Task::*which) {
    uint32_t units = 1;
    for (const Task& it : tasks) units = std::max(units, shape::units_of((it.*which).bits));
    return units;
}

void Device::Grid::by_portions(std::span<const Task> tasks, uint64_t units_of_each,
                               const std::function<void(std::span<const Task>)>& compute) {
    const size_t together = std::max<uint64_t>(1, most_units_together / units_of_each);
    for (size_t first = 0; first < tasks.size(); first += together)
        compute(tasks.subspan(first, std::min(together, tasks.size() - first)));
}

void Device::Grid::start(const char* kernel, std::vector<grid::Argument> arrays, size_t count, uint32_t units,
                         std::optional<uint32_t> length) {
    const uint32_t parts = (units + units_of_part - 1) / units_of_part;
    arrays.emplace_back(static_cast<uint32_t>(count));
    arrays.emplace_back(parts);
    arrays.emplace_back(units_of_part);
    if (length) arrays.emplace_back(*length);
    machine_.launch(kernel, static_cast<uint32_t>(count * parts), 1, arrays);
}

grid::Numbers Device::Grid::spread(std::span<const Task> tasks, shape::Entry Task::*which, uint32_t units) {
    std::vector<Item> items;
    for (const Task& it : tasks) items.push_back({(it.*which).unit, shape::units_of((it.*which).bits), 0, 0});
    const grid::Memory on_device = machine_.allocate(words_of(items).size());
    machine_.write(on_device.get(), words_of(items));
    grid::Numbers made = arithmetic_.make(units * shape::unit_words, static_cast<uint32_t>(tasks.size()));
    start("pool_spread", {numbers_.memory(), grid::Table{on_device.get()}, grid::Table{made.memory.get()}},
          tasks.size(), units, units);
    return made;
}

void Device::Grid::collect(const grid::Numbers& from, std::span<const Item> items) {
    const grid::Memory on_device = machine_.allocate(words_of(items).size());
    machine_.write(on_device.get(), words_of(items));
    start("pool_collect", {numbers_.memory(), grid::Table{on_device.get()}, grid::Table{from.memory.get()}},
          items.size(), std::ranges::max(items, {}, &Item::units).units, {});
}

void Device::Grid::measure(std::span<const Item> items) {
    const grid::Memory on_device = machine_.allocate(words_of(items).size());
    machine_.write(on_device.get(), words_of(items));
    machine_.launch(
        "pool_measure", static_cast<uint32_t>(items.size()), 1,
        std::vector<grid::Argument>{numbers_.memory(), numbers_.table(), grid::Table{on_device.get()},
                                    static_cast<uint32_t>(items.size())});
}

void Device::Grid::multiply(std::span<const Task> tasks) {
    const uint32_t a_units = longest(tasks, &Task::a), b_units = longest(tasks, &Task::b),
                   units = a_units + b_units;
    by_portions(tasks, 2 * units, [&](std::span<const Task> some) {
        const auto count = static_cast<uint32_t>(some.size());
        const grid::Numbers a = spread(some, &Task::a, a_units), b = spread(some, &Task::b, b_units),
                            r = arithmetic_.make(units * shape::unit_words, count);
        arithmetic_.multiply(r, a, b, count);
        std::vector<Item> copies, entries;
        for (uint32_t k = 0; k < count; ++k) {
            const Task& it = some[k];
            const uint32_t room = shape::units_of(it.a.bits + it.b.bits);
            copies.push_back({it.result_unit, room, k * units, 0});
            entries.push_back({it.result_unit, room, (it.a.flags ^ it.b.flags) & shape::negative, it.slot});
        }
        collect(r, copies);
        measure(entries);
    });
}

void Device::Grid::add(std::span<const Task> tasks) {
    std::vector<Task> sums, differences;
    for (Task it : tasks) {
        it.b.flags ^= it.operation == Operation::sub && it.b.bits ? shape::negative : 0;
        const bool is_difference = it.a.bits && it.b.bits && it.a.flags != it.b.flags;
        (is_difference ? differences : sums).push_back(it);
    }
    if (!sums.empty()) add_magnitudes(sums);
    if (!differences.empty()) subtract_magnitudes(differences);
}

void Device::Grid::add_magnitudes(std::span<const Task> tasks) {
    const uint32_t longer = std::max(longest(tasks, &Task::a), longest(tasks, &Task::b)), units = longer + 1;
    by_portions(tasks, 3 * uint64_t{units}, [&](std::span<const Task> some) {
        const auto count = static_cast<uint32_t>(some.size());
        const grid::Numbers a = spread(some, &Task::a, longer), b = spread(some, &Task::b, longer),
                            r = arithmetic_.make(units * shape::unit_words, count);
        arithmetic_.add(r, a, b, count);
        std::vector<Item> copies, entries;
        for (uint32_t k = 0; k < count; ++k) {
            const Task& it = some[k];
            const uint32_t bits = std::max(it.a.bits, it.b.bits), room = bits ? shape::units_of(bits + 1) : 0;
            copies.push_back({it.result_unit, room, k * units, 0});
            entries.push_back({it.result_unit, room, it.a.bits ? it.a.flags : it.b.flags, it.slot});
        }
        collect(r, copies);
        measure(entries);
    });
}

// Both a - b and b - a: the one that does not borrow is the magnitude.
void Device::Grid::subtract_magnitudes(std::span<const Task> tasks) {
    const uint32_t units = std::max(longest(tasks, &Task::a), longest(tasks, &Task::b));
    by_portions(tasks, 4 * uint64_t{units}, [&](std::span<const Task> some) {
        const auto count = static_cast<uint32_t>(some.size());
        const grid::Numbers a = spread(some, &Task::a, units), b = spread(some, &Task::b, units),
                            r = arithmetic_.make(units * shape::unit_words, 2 * count),
                            carry = arithmetic_.make(1, count);
        const grid::View forward{r.memory.get(), r.length, r.length};
        const grid::View backward{r.memory.get() + uint64_t{count} * r.length, r.length, r.length};
        arithmetic_.subtract(forward, a, b, count, {{}, carry});
        arithmetic_.subtract(backward, b, a, count);
        const std::vector<uint32_t> is_not_less = arithmetic_.words(carry);
        std::vector<Item> copies, entries;
        for (uint32_t k = 0; k < count; ++k) {
            const Task& it = some[k];
            const uint32_t room = shape::units_of(std::max(it.a.bits, it.b.bits));
            copies.push_back({it.result_unit, room, (is_not_less[k] ? k : count + k) * units, 0});
            entries.push_back({it.result_unit, room, is_not_less[k] ? it.a.flags : it.b.flags, it.slot});
        }
        collect(r, copies);
        measure(entries);
    });
}

void Device::Grid::shift(std::span<const Task> tasks, bool is_left) {
    std::vector<uint32_t> slots, distances;
    for (const Task& it : tasks) slots.push_back(it.b.slot);
    const Words words = reader_.read(slots);
    const auto result_bits = [&](size_t k) {
        const uint32_t bits = tasks[k].a.bits;
        return is_left ? (bits ? bits + distances[k] : 0) : bits - std::min(bits, distances[k]);
    };
    uint32_t units = 1;
    for (size_t k = 0; k < tasks.size(); ++k) {
        // no number has more bits than most_bits
        distances.push_back(tasks[k].b.bits > 30 ? most_bits : tasks[k].b.bits ? words.words(k)[0] : 0);
        units = std::max(units, shape::units_of(result_bits(k)));
    }
    const uint32_t a_units = longest(tasks, &Task::a);
    size_t first = 0;
    by_portions(tasks, uint64_t{a_units} + units, [&](std::span<const Task> some) {
        const auto count = static_cast<uint32_t>(some.size());
        const grid::Numbers a = spread(some, &Task::a, a_units),
                            r = arithmetic_.make(units * shape::unit_words, count),
                            amount = arithmetic_.numbers(std::span(distances).subspan(first, count), 1);
        is_left ? arithmetic_.shift_left(r, a, amount, count) : arithmetic_.shift_right(r, a, amount, count);
        std::vector<Item> copies, entries;
        for (uint32_t k = 0; k < count; ++k) {
            const uint32_t room = shape::units_of(result_bits(first + k));
            copies.push_back({some[k].result_unit, room, k * units, 0});
            entries.push_back({some[k].result_unit, room, some[k].a.flags & shape::negative, some[k].slot});
        }
        collect(r, copies);
        measure(entries);
        first += count;
    });
}

void Device::Grid::divide(std::span<const Task> tasks) {
    const uint32_t a_units = longest(tasks, &Task::a), b_units = longest(tasks, &Task::b);
    by_portions(tasks, 4 * uint64_t{a_units} + 4 * b_units, [&](std::span<const Task> some) {
        const auto count = static_cast<uint32_t>(some.size());
        const grid::Numbers a = spread(some, &Task::a, a_units), b = spread(some, &Task::b, b_units),
                            q = arithmetic_.make(a.length, count), r = arithmetic_.make(b.length, count);
        grid::divide(arithmetic_, q, r, a, b, count);
        std::vector<Item> quotients, remainders;
        for (uint32_t k = 0; k < count; ++k) {
            const Task& it = some[k];
            const uint32_t room = shape::units_of(it.a.bits < it.b.bits ? 1 : it.a.bits - it.b.bits + 2);
            quotients.push_back({it.result_unit, std::min(room, a_units), k * a_units, 0});
            remainders.push_back({it.result_unit + room, shape::units_of(it.b.bits), k * b_units, 0});
            if (room > a_units) quotients.back().units = a_units;
        }
        collect(q, quotients);
        collect(r, remainders);
    });
}

}  // namespace limbsmith::pool
