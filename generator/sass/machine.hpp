// What one thread sees: registers, predicates, constants and global memory.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string_view>
#include <vector>

#include "sass/operand.hpp"

namespace limbsmith::sass {

// Global memory: arrays of words, each at an address of its own.
class Memory {
  public:
    // requires: address is a multiple of 4; arrays do not overlap and outlive this object.
    void map(uint64_t address, std::span<uint32_t> words) { arrays_.push_back({address, words}); }

    // The word at this address. Throws std::runtime_error where no array has it.
    uint32_t& at(uint64_t address);

  private:
    struct Array {
        uint64_t address;
        std::span<uint32_t> words;
    };
    std::vector<Array> arrays_;
};

// Bank 0 of the constants, word by word: a kernel's parameters, and what the driver puts before them.
class Constants {
  public:
    // For a grid of one thread. Throws std::runtime_error for an architecture of which it is not known where
    // parameters stand.
    Constants(std::string_view architecture, std::span<const uint32_t> parameters);

    // Throws std::runtime_error where nothing is known to stand there.
    uint32_t at(int bank, int64_t offset) const;

  private:
    std::map<int64_t, uint32_t> words_;
};

// The registers of a thread. What was never written holds odd numbers, so that a program which reads it is
// wrong.
struct Machine {
    explicit Machine(Memory& of);

    void set(int number, uint32_t value) {
        if (!is_zero_register(number)) words[static_cast<size_t>(number)] = value;
    }
    void set_predicate(int number, bool value) {
        if (!is_true_predicate(number)) predicates[static_cast<size_t>(number)] = value;
    }

    std::array<uint32_t, register_count> words;
    std::array<bool, predicate_count> predicates;
    Memory* memory;
};

}  // namespace limbsmith::sass
