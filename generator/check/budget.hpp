// Limits on the cost of a check, so that every derivation comes to an end, whoever wrote it.
//
// Promises: while a Budget lives, the work of its thread ends, or throws TooMuch after so much of it, or when
// the process has taken about so much more memory. Every operation on polynomials counts as work. Without a
// Budget nothing is limited.
#pragma once

#include <cstdint>
#include <stdexcept>

namespace limbsmith::check {

struct TooMuch : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// Values have numbers below this one, and as many branches or lists are within each other.
inline constexpr uint32_t most_variables = uint32_t{1} << 30;
inline constexpr size_t most_open = 64;

// The usual limits: about 10 seconds, and 1 GiB; a list that grows may have as much again for a moment. The longest
// derivations of programs take a tenth of it.
inline constexpr uint64_t usual_work = 600'000'000, usual_memory = uint64_t{1} << 30;

class Budget {
  public:
    // A unit of work takes some ten nanoseconds. Memory is counted in bytes.
    Budget(uint64_t work, uint64_t memory);
    ~Budget();
    Budget(const Budget&) = delete;
    Budget& operator=(const Budget&) = delete;

    static void spend(uint64_t work) {
        if (work > slice_) take_slice(work);
        slice_ -= work;
    }

  private:
    static void take_slice(uint64_t work);

    // Memory is looked at from slice to slice.
    static constinit thread_local inline uint64_t slice_ = UINT64_MAX, left_ = 0, memory_ = UINT64_MAX;
};

}  // namespace limbsmith::check
