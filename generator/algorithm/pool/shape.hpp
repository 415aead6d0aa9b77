// How kernels find the numbers of a pool in the memory of a device.
//
// A number lies in *units* of 8 words, from its first unit on, the least significant word first; the words of its last
// unit that it does not need are 0. Unit 0 is the number 1, for all results that are 1 or -1.
#pragma once

#include <cstdint>

namespace limbsmith::algorithm::pool {

inline constexpr int unit_words = 8, unit_bits = 32 * unit_words;

// Words of the table of numbers, for each slot.
enum Entry : uint8_t { first_unit, bit_count, flags, entry_words = 4 };
// Flags: bit 0 is 1 for a number below 0; from bit 8 on there is the failure.
inline constexpr uint32_t negative = 1;
inline constexpr int failure_shift = 8;

inline constexpr uint32_t no_slot = UINT32_MAX;

// Words of a computation: the operation, the slots of three operands and of the first result; others have the next slots.
enum ComputationWord : uint8_t { operation, operands, result = 4, computation_words };
// The plan of a computation: where it is computed, its place among those of the same bin, the first unit of its results.
enum PlanWord : uint8_t { bin, rank, result_unit, plan_words = 4 };

// Operations, in the order of runtime/pool/operation.hpp.
struct Op {
    enum : uint8_t {
        add,
        sub,
        mul,
        sqr,
        neg,
        abs,
        compare,
        min,
        max,
        select,
        shl,
        shr,
        div_floor,
        div_truncate,
        div_exact,
        gcd,
        xgcd,
        lcm,
        pow,
        pow_mod,
        of_kernels,
        and_ = of_kernels,
        or_,
        xor_,
        root,
        jacobi,
        bit_length,
        is_prime,
        factorial,
        count
    };
};
// Failures, in the order of runtime/pool/failure.hpp.
struct Failure {
    enum : uint32_t {
        none,
        division_by_zero,
        negative_exponent,
        negative_shift,
        no_inverse,
        not_integer,
        too_long
    };
};
inline constexpr uint32_t most_bits = 1u << 30;

// Bins: of the operations that one kernel computes, named by the first of them, those sizes whose units have the same two
// highest bits. Operations from of_kernels on are xgcd: the host computes them. In bin 0 there is nothing to do. Every share
// of a level has bins of its own, but for bin 0.
inline constexpr int sizes = 64, bins = sizes * Op::of_kernels;
// Words of a level's counts: the units of all results modulo 2^32, at least so many times 2^16, 0 if every computation has
// one result in a slot above that of the one before, and then the computations of each bin.
enum CountWord : uint8_t { sum_of_units, many_units, unordered, first_bin };
inline constexpr int units_shift = 16;

// These are places in the scratch memory of a power over lanes.
inline constexpr int numbers_of_power_over_lanes = 19;

}  // namespace limbsmith::algorithm::pool
