// Numbers of a pool, as words in the memory of the host.
#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "pool/failure.hpp"

namespace limbsmith::pool {

// Owns the words, and shares them with its copies.
class Words {
  public:
    struct Item {
        const uint32_t* words = nullptr;  // an even number of them; those beyond the number are 0
        uint32_t bits = 0;
        bool is_negative = false;
        Failure failure = Failure::none;
    };

    size_t size() const { return items_.size(); }
    Failure failure(size_t k) const { return items_[k].failure; }
    bool is_negative(size_t k) const { return items_[k].is_negative; }
    // |number|, the least significant word first, without zeros on top; none for 0 and for failures.
    std::span<const uint32_t> words(size_t k) const {
        return {items_[k].words, (size_t{items_[k].bits} + 31) / 32};
    }
    mpz_class number(size_t k) const;

    // For engines.
    void keep(std::shared_ptr<const void> memory) { memory_.push_back(std::move(memory)); }
    void add(const Item& item) { items_.push_back(item); }
    void reserve(size_t count) { items_.reserve(count); }

  private:
    std::vector<Item> items_;
    std::vector<std::shared_ptr<const void>> memory_;
};

}  // namespace limbsmith::pool
