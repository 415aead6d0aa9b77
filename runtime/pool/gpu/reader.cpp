#include "pool/gpu/reader.hpp"

#include <algorithm>
#include <utility>

namespace limbsmith::pool {
namespace {

using shape::unit_words;

constexpr size_t most_numbers = 1u << 20;        // of a portion
constexpr uint64_t units_of_portion = 1u << 17;  // whose copy takes longer than to start it
constexpr uint32_t most_units_of_item = 1024;    // that a group copies
constexpr size_t most_packed = size_t{1} << 28;  // words of short numbers

class Reading {
  public:
    explicit Reading(grid::Machine& machine) : machine_(machine) { machine_.begin_reading(); }
    ~Reading() {
        try {
            machine_.end_reading();
        } catch (const std::exception&) {
            // the device is lost, and the next call says so
        }
    }
    Reading(const Reading&) = delete;
    Reading& operator=(const Reading&) = delete;

  private:
    grid::Machine& machine_;
};

}  // namespace

Words Device::Reader::read(std::span<const uint32_t> slots) {
    Words words;
    if (slots.empty()) return words;
    const Reading reading(machine_);
    waited_ = 0;
    size_t most = limits_.read_numbers;
    for (size_t turn = 0; !slots.empty();) {
        const size_t count = slots.size() < most + most / 2 ? slots.size() : most;
        const auto some = slots.first(count);
        wait_for(some);
        const std::optional<uint64_t> units = append(some, buffers_[turn % 2], words);
        if (!units) {
            most = count / 2;
            continue;
        }
        slots = slots.subspan(count);
        most = std::clamp<size_t>(count * units_of_portion / std::max<uint64_t>(*units, 1),
                                  limits_.read_numbers, most_numbers);
        ++turn;
    }
    machine_.finish_copies();
    return words;
}

void Device::Reader::wait_for(std::span<const uint32_t> slots) {
    if (shares_.empty()) return machine_.wait_for(nullptr);
    const auto [lowest, highest] = std::ranges::minmax(slots);
    size_t last = 0;  // a number that is in no share was there before the first one
    for (size_t k = 0; k < shares_.size(); ++k)
        if (shares_[k].lowest <= highest && lowest <= shares_[k].highest) last = k;
    for (; waited_ <= last; ++waited_) machine_.wait_for(shares_[waited_].end);
}

// Other work may still use the words that the machine gives.
uint32_t* Device::Reader::need(KeptArray& array, size_t words) {
    if (words > array.words()) machine_.wait_for(nullptr);
    return array.need(machine_, words);
}

// The device finds where each number goes: items and rows. The units of all, and whether there are long ones.
std::array<uint32_t, 2> Device::Reader::gather(std::span<const uint32_t> slots, Buffers& buffers) {
    const auto count = static_cast<uint32_t>(slots.size());
    const std::array<uint32_t, shape::entry_words> zeros{};
    const grid::Memory given = machine_.host_memory(slots.size()), found = machine_.host_memory(zeros.size());
    std::ranges::copy(slots, given.get());
    uint32_t* const counts = need(buffers.counts, zeros.size());
    machine_.pass(counts, zeros);
    machine_.launch("pool_gather", groups_of_warps(count), 1,
                    std::vector<grid::Argument>{grid::Table{given.get()}, numbers_.table(),
                                                grid::Table{need(buffers.items, slots.size() * item_words)},
                                                grid::Table{need(buffers.rows, slots.size() * item_words)},
                                                grid::Table{counts}, count, most_units_of_item});
    // a copy would come after that of the portion before: the row 0 of the counts, which has the number 0
    machine_.launch("pool_look", 1, 1,
                    std::vector<grid::Argument>{grid::Table{counts + 2}, grid::Table{counts},
                                                grid::Table{found.get()}, 1u});
    machine_.synchronize();
    return {found.get()[0], found.get()[1]};
}

std::optional<uint64_t> Device::Reader::append(std::span<const uint32_t> slots, Buffers& buffers,
                                               Words& words) {
    static_assert(sizeof(Words::Row) == sizeof(Item) && item_words == shape::entry_words);
    if (buffers.come) machine_.wait_for(std::exchange(buffers.come, nullptr));
    const auto [short_units, warps_with_long_ones] = gather(slots, buffers);
    const size_t row_words = slots.size() * item_words;
    uint64_t units = short_units;
    std::vector<Item> items;
    if (warps_with_long_ones) {
        items.resize(slots.size());
        machine_.read(buffers.items.get(), {reinterpret_cast<uint32_t*>(items.data()), row_words});
        units = 0;
        for (const Item& it : items) units += it.units;
        if (units >= most_units) return std::nullopt;
    } else if (units * unit_words > most_packed && slots.size() > 1) {
        return std::nullopt;
    }
    const grid::Memory rows = machine_.host_memory(row_words),
                       host = machine_.host_memory(std::max<uint64_t>(units, 1) * unit_words);
    if (warps_with_long_ones) {
        read_long(items, host.get());
    } else if (units) {
        uint32_t* const packed = need(buffers.packed, units * unit_words);
        numbers_.pack(buffers.items.get(), static_cast<uint32_t>(slots.size()), packed, 0);
        machine_.start_read(packed, {host.get(), units * unit_words});
    }
    buffers.come = machine_.start_read(buffers.rows.get(), {rows.get(), row_words});
    words.append({rows, reinterpret_cast<const Words::Row*>(rows.get())}, slots.size(), host);
    return units;
}

void Device::Reader::read_long(std::vector<Item>& items, uint32_t* host) {
    machine_.wait_for(nullptr);  // as in need()
    // a number without units comes before the one that begins at the same place
    std::ranges::sort(items, {}, [](const Item& it) { return std::pair(it.begin, it.units); });
    std::array<grid::Memory, 2> packed;
    std::array<grid::Mark, 2> come;
    for (size_t first = 0, turn = 0; first < items.size(); ++turn) {
        const uint32_t begin = items[first].begin;
        size_t last = first;
        uint64_t units = 0;
        for (; last < items.size() &&
               (units == 0 || (units + items[last].units) * unit_words <= limits_.copied_words);
             ++last) {
            items[last].begin -= begin;
            units += items[last].units;
        }
        if (come[turn % 2]) machine_.wait_for(come[turn % 2]);
        grid::Memory& to = packed[turn % 2];
        to = machine_.allocate(std::max<size_t>(units * unit_words, limits_.copied_words));
        numbers_.pack(std::span(items).subspan(first, last - first), to.get(), 0);
        come[turn % 2] =
            machine_.start_read(to.get(), {host + size_t{begin} * unit_words, units * unit_words});
        first = last;
    }
    machine_.finish_copies();
}

}  // namespace limbsmith::pool
