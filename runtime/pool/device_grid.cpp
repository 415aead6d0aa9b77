#include "pool/device_grid.hpp"

#include <algorithm>

#include "grid/division.hpp"

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
    start(
        "pool_spread",
        {grid::Table{numbers_.memory().words}, grid::Table{on_device.get()}, grid::Table{made.memory.get()}},
        tasks.size(), units, units);
    return made;
}

void Device::Grid::collect(const grid::Numbers& from, std::span<const Item> items) {
    const grid::Memory on_device = machine_.allocate(words_of(items).size());
    machine_.write(on_device.get(), words_of(items));
    start(
        "pool_collect",
        {grid::Table{numbers_.memory().words}, grid::Table{on_device.get()}, grid::Table{from.memory.get()}},
        items.size(), std::ranges::max(items, {}, &Item::units).units, {});
}

void Device::Grid::measure(std::span<const Item> items) {
    const grid::Memory on_device = machine_.allocate(words_of(items).size());
    machine_.write(on_device.get(), words_of(items));
    machine_.launch(
        "pool_measure", static_cast<uint32_t>(items.size()), 1,
        std::vector<grid::Argument>{grid::Table{numbers_.memory().words}, grid::Table{numbers_.table().words},
                                    grid::Table{on_device.get()}, static_cast<uint32_t>(items.size())});
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
