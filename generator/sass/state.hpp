// The state that one thread sees: registers, predicates, constants and global memory.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string_view>
#include <vector>

#include "sass/operand.hpp"

namespace limbsmith::sass {

// Global memory: arrays of words, each at its own address.
class Memory {
  public:
    // requires: address is a multiple of 4; arrays do not overlap and outlive this object.
    void map(uint64_t address, std::span<uint32_t> words) { arrays_.push_back({address, words}); }

    // The word at an address. Throws std::runtime_error if no array contains it.
    uint32_t& at(uint64_t address);

  private:
    struct Array {
        uint64_t address;
        std::span<uint32_t> words;
    };
    std::vector<Array> arrays_;
};

// Constant bank 0, word by word: the kernel's parameters, preceded by values that the driver sets.
class Constants {
  public:
    // For a grid of one thread. Throws std::runtime_error for an architecture whose parameter offset is
    // unknown.
    Constants(std::string_view architecture, std::span<const uint32_t> parameters);

    // Throws std::runtime_error if the value at this offset is unknown.
    uint32_t at(int bank, int64_t offset) const;

  private:
    std::map<int64_t, uint32_t> words_;
};

// The registers of a thread. Registers start with arbitrary values, so that a program that reads an unwritten
// register gives wrong results.
struct State {
    explicit State(Memory& of);

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
