// Numbers of a pool, as words in the memory of the host.
#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include "pool/failure.hpp"
#include "pool/shape.hpp"

namespace limbsmith::pool {

// Owns the words, and shares them with its copies.
class Words {
  public:
    // Of each number: where it is, in units (shape.hpp), whose words are 0 beyond the number.
    struct Row {
        uint32_t unit = 0, bits = 0;
        uint32_t flags = 0;  // as those of shape::Entry
        uint32_t unused = 0;
    };

    Words() = default;
    // For engines.
    Words(std::shared_ptr<const Row[]> rows, size_t count, std::shared_ptr<const uint32_t> units)
        : rows_(std::move(rows)), count_(count), units_(std::move(units)) {}

    size_t size() const { return count_; }
    Failure failure(size_t k) const { return static_cast<Failure>(rows_[k].flags >> shape::failure_shift); }
    bool is_negative(size_t k) const { return (rows_[k].flags & shape::negative) != 0; }
    // |number|, the least significant word first, without zeros on top; none for 0 and for failures.
    std::span<const uint32_t> words(size_t k) const {
        const Row& it = rows_[k];
        if (it.bits == 0) return {};
        return {units_.get() + size_t{it.unit} * shape::unit_words, (size_t{it.bits} + 31) / 32};
    }
    mpz_class number(size_t k) const;

  private:
    std::shared_ptr<const Row[]> rows_{};
    size_t count_ = 0;
    std::shared_ptr<const uint32_t> units_{};
};

}  // namespace limbsmith::pool
