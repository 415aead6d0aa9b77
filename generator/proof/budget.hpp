// Limits the work of a proof.
//
// Work counts polynomial terms that are read or changed, not seconds or bytes, so that a verdict is the same
// on every machine. A step takes about ten nanoseconds; a kept term takes about a hundred bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

namespace limbsmith::proof {

class Budget {
  public:
    struct Exceeded {};  // by spend() and keep()

    // Limits the work of the current thread for the lifetime of this object. A nested budget is ignored: the
    // outer limit applies.
    explicit Budget(uint64_t steps);
    ~Budget();
    Budget(const Budget&) = delete;
    Budget& operator=(const Budget&) = delete;

    // The steps since the construction of this object.
    uint64_t spent() const { return steps_at_first_ - left_; }

    static void spend(uint64_t steps) {
        if (left_ == unlimited) return;
        if (steps > left_) exceed();
        left_ -= steps;
    }
    // Checks the number of terms of one polynomial. Throws Exceeded.
    static void keep(size_t terms) {
        if (terms > most_terms && left_ != unlimited) exceed();
    }

    static constexpr size_t most_terms = size_t{1} << 17;

  private:
    static constexpr uint64_t unlimited = std::numeric_limits<uint64_t>::max();
    [[noreturn]] static void exceed();

    static constinit thread_local uint64_t left_;
    bool is_outermost_;
    uint64_t steps_at_first_;
};

}  // namespace limbsmith::proof
