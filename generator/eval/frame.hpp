// The frame of a call of a routine: the values of its variables, a column each, and which columns take part.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "ir/routine.hpp"

namespace limbsmith::eval {

// Which of the columns take part.
class Mask {
  public:
    explicit Mask(size_t count) : on_(count, 1), active_(count) {}
    template <class Condition>
    Mask(const Mask& of, Condition condition) : on_(of.on_.size()) {
        for (size_t k = 0; k < on_.size(); ++k) active_ += on_[k] = of.on_[k] && condition(k);
    }
    bool operator[](size_t k) const { return on_[k] != 0; }
    bool all() const { return active_ == on_.size(); }
    bool none() const { return active_ == 0; }

  private:
    std::vector<uint8_t> on_;
    size_t active_ = 0;
};

// A word for each column, or one for all.
struct Words {
    std::optional<uint32_t> same{};
    std::vector<uint32_t> each{};
    uint32_t operator[](size_t k) const { return same ? *same : each[k]; }
};

class Frame {
  public:
    // `elements` of each variable that is an array of the caller's size.
    Frame(const ir::Routine& routine, size_t columns, const std::vector<size_t>& elements);

    const ir::Routine& routine;
    const size_t columns;

    const ir::Variable& variable(const ir::Place& place) const { return routine.variables[place.variable]; }
    size_t elements(int variable) const { return rows(variable) / routine.variables[variable].words; }
    // The words of a whole variable, limb-major, one element after the other.
    std::vector<uint32_t>& whole(int variable) { return values_[variable]; }
    // Global memory as the array of a kernel. requires: nobody else uses it as long as the frame does.
    void give(int variable, std::span<uint32_t> memory);

    Words evaluate(const ir::Scalar& scalar, const Mask& mask) const;
    // The rows of a value; in `scratch` where they do not stand together.
    const uint32_t* read(const ir::Place& place, const Mask& mask, std::vector<uint32_t>& scratch) const;
    void write(const ir::Place& place, const uint32_t* rows, const Mask& mask);
    void write(const ir::Place& place, Words words, const Mask& mask);
    // target = the word of a global array, to which the value is added; for one column after the other.
    void add_to_memory(const ir::Place& target, const ir::Place& word, const Words& value, const Mask& mask);
    // A counter that is the same for all columns that take part, or is not.
    void set_counter(int variable, std::optional<uint32_t> same) { counters_[variable] = same; }

    // The first column of the group of a column.
    size_t group_of(size_t column) const { return column - column % routine.lanes(); }
    // After a barrier all lanes may read and write all of the shared arrays; after one of a warp, only the
    // words that no lane of another warp has used.
    void forget_uses(ir::Barrier::Scope scope);

  private:
    // How many words of a column a place has: of a limb, a value, or a whole array.
    size_t words_at(const ir::Place& place) const;
    // The row, counted in words of a column, where a value begins.
    Words row_of(const ir::Place& place, const Mask& mask) const;
    // A shared array has a column for each group, a constant or global one only one.
    size_t columns_of(int variable) const;
    size_t column_of(int variable, size_t column) const;
    bool is_global(int variable) const {
        return routine.variables[variable].role == ir::Variable::Role::global;
    }
    bool is_of_many(int variable) const {
        return is_global(variable) || routine.variables[variable].role == ir::Variable::Role::shared;
    }
    size_t rows(int variable) const {
        return is_global(variable) ? memory_[variable].size()
                                   : values_[variable].size() / columns_of(variable);
    }
    // Notes who uses a word of a shared or global array, which nobody else may write before the next barrier; throws
    // where somebody else has used it.
    void use_shared(int variable, size_t row, size_t column, bool is_write) const;

    std::vector<std::vector<uint32_t>> values_;
    std::vector<std::span<uint32_t>> memory_;        // by variable
    std::vector<std::optional<uint32_t>> counters_;  // by variable
    // By words of shared and global arrays, since the last barrier: lane + 1 of the writer, of the only reader; 0 for
    // none; for several readers of one warp that warp, otherwise `everybody`.
    static constexpr uint32_t several = 1u << 31, everybody = UINT32_MAX;
    struct Uses {
        uint32_t writer = 0, reader = 0;
    };
    static uint32_t warp_of(uint32_t user);
    mutable std::vector<std::vector<Uses>> uses_;  // of shared arrays
    mutable std::vector<std::unordered_map<size_t, Uses>>
        memory_uses_;  // of global ones, of the words that are used
};

}  // namespace limbsmith::eval
