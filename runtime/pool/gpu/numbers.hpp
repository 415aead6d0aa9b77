// The numbers of a pool in the memory of a device, and copies of the host's numbers to it.
//
// Promises: numbers that are put wait in memory of the host that the device copies from, and are on their way while more
// are put; flush() completes that. Computations are level.hpp's, copies to the host are
// reader.hpp's.
#pragma once

#include <gmpxx.h>

#include <array>
#include <functional>
#include <span>
#include <vector>

#include "limbsmith/grid/machine.hpp"
#include "operation/device_grid.hpp"
#include "pool/gpu/device.hpp"

namespace limbsmith::pool {

// One number for the kernels that move numbers (generator/algorithm/pool/moves.hpp): the first unit in the pool, how
// many, where they begin elsewhere, or flags, a slot.
struct Item {
    uint32_t unit, units, begin, slot;
};
inline constexpr size_t item_words = 4;
inline std::span<const uint32_t> words_of(std::span<const Item> items) {
    return {reinterpret_cast<const uint32_t*>(items.data()), items.size() * item_words};
}

inline constexpr uint64_t most_units = uint64_t{1} << 32;  // kernels count them by a word
inline constexpr uint32_t most_units_of_piece = 256;       // that a group of pool_pack copies

inline uint32_t groups_of_warps(uint64_t items) {
    return static_cast<uint32_t>((items + grid::lanes - 1) / grid::lanes);
}

class Device::Numbers {
  public:
    // `most_staging`: words that are copied in one piece.
    Numbers(grid::Machine& machine, size_t most_staging);
    ~Numbers();

    // Errors: runtime::OutOfMemory; then nothing has changed.
    void put(uint32_t slot, const mpz_class& value);
    void enter(const shape::Entry& entry);
    void need_slots(uint32_t count);
    // See Device.
    PackedNumbers packed(std::span<const shape::Entry> numbers);
    void take_in(const PackedNumbers& numbers, grid::Machine& from);
    // Makes everything that was put visible for kernels.
    void flush();
    bool is_flushed() const { return filled_ == 0 && entered_.empty(); }

    // The number of a slot, or its failure. requires: flush() after the last put.
    std::vector<shape::Entry> entries(std::span<const uint32_t> slots);
    // The plans of computations, from the words of all plans.
    std::vector<shape::Plan> plans(std::span<const uint32_t> places, const uint32_t* all);

    // Room for so many units after all others; take() makes them numbers' units.
    void need_units(uint64_t units);
    void take(uint64_t units) { used_ += units; }
    uint64_t used() const { return used_; }  // units
    uint64_t room() const { return memory_->size() / shape::unit_words; }

    // Copies units to other memory; numbers that have a slot begin there from now on, `moved_to` units further, if that is
    // not 0. Long ones are several items for the kernel.
    void pack(std::span<const Item> items, uint32_t* to, uint32_t moved_to);
    // The same of items on the device that are short.
    void pack(const uint32_t* items, uint32_t count, uint32_t* to, uint32_t moved_to);

    // Engine::compact.
    void compact(std::span<const uint32_t> kept);

    grid::Table memory() const { return {memory_->words()}; }
    grid::Table table() const { return {table_->words()}; }

  private:
    // Words of the host that are on their way, or wait for it.
    struct Staging {
        grid::Memory words{};
        size_t capacity = 0;
    };
    // The rows of four words of a table, without the last word of each.
    std::vector<uint32_t> rows(std::span<const uint32_t> places, const uint32_t* table);
    uint32_t* stage(uint64_t units);
    void send();

    grid::Machine& machine_;
    size_t most_staging_;
    std::unique_ptr<grid::Range> memory_, table_;
    uint64_t used_ = 1;  // the number 1
    std::array<Staging, 2> staging_{};
    size_t current_ = 0, filled_ = 0;  // of the staging that is filled, words
    uint64_t first_ = 1;               // the unit where it goes
    std::vector<shape::Entry> entered_;
};

}  // namespace limbsmith::pool
