// How much work a proof may take before it is given up.
//
// Counted in terms of polynomials that are looked at or changed, not in seconds or bytes, so that a verdict
// is the same on every machine. A step takes some ten nanoseconds, and a term that is kept some hundred
// bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

namespace limbsmith::proof {

class Budget {
  public:
    struct Exceeded {};  // thrown by spend() and keep()

    // Limits the work of this thread while it lives; within another one, that one does.
    explicit Budget(uint64_t steps);
    ~Budget();
    Budget(const Budget&) = delete;
    Budget& operator=(const Budget&) = delete;

    // The steps of this one so far.
    uint64_t spent() const { return steps_at_first_ - left_; }

    static void spend(uint64_t steps) {
        if (left_ == unlimited) return;
        if (steps > left_) exceed();
        left_ -= steps;
    }
    // A polynomial that has so many terms.
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
