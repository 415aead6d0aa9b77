// Numbers of a pool, as words in the memory of the host.
#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "limbsmith/pool/failure.hpp"
#include "limbsmith/span.hpp"

#pragma GCC visibility push(default)

namespace limbsmith::pool {

// Owns the words, and shares them with its copies.
class Words {
  public:
    // The place of each number, in units (operation/device_pool.hpp), whose words are 0 beyond the number.
    struct Row {
        uint32_t unit = 0, bits = 0;
        uint32_t flags = 0;  // as those of shape::Entry
        uint32_t unused = 0;
    };

    // For engines: numbers in their order, one portion after the other.
    void append(std::shared_ptr<const Row[]> rows, size_t count, std::shared_ptr<const uint32_t> units) {
        portions_.push_back({count_, std::move(rows), std::move(units)});
        count_ += count;
    }
    // Those of others, after these.
    void append(const Words& others);
    // Number k becomes the one that was number order[k].
    void arrange(std::vector<uint32_t> order);

    size_t size() const { return count_; }
    Failure failure(size_t k) const;
    bool is_negative(size_t k) const;
    // |number|, the least significant word first, without zeros on top; none for 0 and for failures.
    span<const uint32_t> words(size_t k) const;
    mpz_class number(size_t k) const;

  private:
    struct Portion {
        size_t first;  // number
        std::shared_ptr<const Row[]> rows;
        std::shared_ptr<const uint32_t> units;
    };
    size_t place(size_t k) const { return order_.empty() ? k : order_[k]; }
    const Portion& portion(size_t place) const;
    const Row& row(size_t k) const;

    std::vector<Portion> portions_;
    std::vector<uint32_t> order_;  // none: as they were appended
    size_t count_ = 0;
};

}  // namespace limbsmith::pool

#pragma GCC visibility pop
