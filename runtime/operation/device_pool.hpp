// How numbers and computations of pools lie in the memory of a device: for the kernels of generated/pool.cu and the host.
#pragma once

#include <cstddef>
#include <cstdint>

#include "limbsmith/pool/operation.hpp"

namespace limbsmith::pool {

// Kernels take computations with higher codes for such of one operand; whether others of them fail, the host finds.
inline constexpr uint32_t last_of_two_operands = 24;

namespace shape {

// A number lies in units of 8 words, from its first unit on, the least significant word first; the words of its last
// unit that it does not need are 0. Unit 0 is the number 1, for all results that are 1 or -1.
inline constexpr int unit_words = 8, unit_bits = 32 * unit_words;

// The table of numbers has an entry for each slot.
struct Entry {
    uint32_t unit = 0, bits = 0;
    uint32_t flags = 0;  // bit 0: below 0; from bit 8 on the failure
    uint32_t slot = 0;   // where entries are given together with their slots
};
enum EntryWord : uint8_t { first_unit, bit_count, flags, entry_words = 4 };
inline constexpr uint32_t negative = 1;
inline constexpr int failure_shift = 8;

inline constexpr uint32_t no_slot = UINT32_MAX;

enum ComputationWord : uint8_t { operation, operands, result = operands + most_operands, computation_words };

// The plan of a computation: where it is computed, its place among those of the same bin, the first unit of its results,
// and the kernel that computes it, which is the first of its operations plus 1; 0: none.
struct Plan {
    uint32_t bin, rank, result_unit, kernel;
};
enum PlanWord : uint8_t { bin, rank, result_unit, kernel, plan_words = 4 };

// Kernels see the members as words.
static_assert(offsetof(Entry, unit) == 4 * first_unit && offsetof(Entry, bits) == 4 * bit_count &&
              offsetof(Entry, flags) == 4 * flags && sizeof(Entry) == 4 * entry_words);
static_assert(offsetof(Computation, operation) == 4 * operation &&
              offsetof(Computation, operands) == 4 * operands &&
              offsetof(Computation, result) == 4 * result && sizeof(Computation) == 4 * computation_words);
static_assert(offsetof(Plan, bin) == 4 * bin && offsetof(Plan, rank) == 4 * rank &&
              offsetof(Plan, result_unit) == 4 * result_unit && offsetof(Plan, kernel) == 4 * kernel &&
              sizeof(Plan) == 4 * plan_words);

// Bins: of the operations that one kernel computes, named by the first of them, those sizes in units whose two highest
// bits are the same. Operations that no device has are xgcd. In bin 0 there is nothing to do. Every share of a level has
// bins of its own, but for bin 0.
inline constexpr int sizes = 64, kernel_operations = static_cast<int>(last_of_devices) + 1,
                     bins = sizes * kernel_operations;
// Words of a level's counts: the units of all results modulo 2^32, at least so many times 2^16, 0 if every computation has
// one result in a slot above that of the one before, and then the computations of each bin.
enum CountWord : uint8_t { sum_of_units, many_units, unordered, first_bin };
inline constexpr int units_shift = 16;

inline uint32_t units_of(uint32_t bits) { return (bits + (unit_bits - 1)) / unit_bits; }
// The least size of a bin.
constexpr uint32_t least_units(uint32_t bin) {
    const uint32_t of_operation = bin % sizes;
    if (of_operation < 3) return of_operation == 0 ? 0 : of_operation - 1;
    const uint32_t place = of_operation - 1;
    return (2 + place % 2) << (place / 2 - 1);
}

constexpr uint32_t most_units(uint32_t bin) { return least_units(bin + 1) - 1; }

// Short levels follow each other without the host. Each has a row, after that of the level before it: the unit where its
// results begin, how many units they have, and whether the host has to compute this level and all later ones.
struct LevelRow {
    uint32_t begin, units, stopped, unused;
};
enum LevelWord : uint8_t { level_begin, level_units, level_stopped, level_words = 4 };
static_assert(offsetof(LevelRow, begin) == 4 * level_begin && offsetof(LevelRow, units) == 4 * level_units &&
              offsetof(LevelRow, stopped) == 4 * level_stopped && sizeof(LevelRow) == 4 * level_words);
// Computations of a short level have sizes up to this. So a kernel with a thread for each takes less than about 0.5 ms.
constexpr uint32_t most_units_of_short(Operation of_kernel) {
    switch (of_kernel) {
        case Operation::gcd: return 12;
        case Operation::div_floor: return 32;
        case Operation::pow_mod: return 0;
        default: return 64;
    }
}
inline constexpr uint32_t most_computations_of_short = 1u << 13;

// Scratch words of a division: the dividend with a word and a block more, and the divisor in whole blocks, which reach
// over one word more. `units` of the longer number and of the divisor together.
constexpr uint64_t scratch_of_division(uint64_t units) { return (units + 3) * unit_words; }
// A gcd of numbers of up to so many units takes two numbers in digits of 30 bits, with two bits to spare, in blocks of four
// digits, and a block of zeros on top of each.
inline constexpr uint64_t digits_of_block = 4, bits_of_digit = 30;
constexpr uint64_t scratch_of_gcd(uint64_t units) {
    constexpr uint64_t bits = bits_of_digit * digits_of_block;
    return 2 * digits_of_block * ((units * unit_bits + 2 + bits - 1) / bits + 1);
}

// The memory of a power modulo a number of so many units: a table of powers, and four numbers.
inline constexpr uint64_t numbers_of_power = 20;
constexpr uint64_t scratch_of_power(uint64_t units) { return numbers_of_power * units * unit_words; }
// The same over lanes, of which each has a unit: the table, and three numbers.
inline constexpr uint64_t numbers_of_power_over_lanes = 19;
constexpr uint64_t scratch_of_power_over_lanes(uint64_t lanes) {
    return numbers_of_power_over_lanes * lanes * unit_words;
}

}  // namespace shape
}  // namespace limbsmith::pool
