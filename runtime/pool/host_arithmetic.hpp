// One computation at a time, by GMP.
#pragma once

#include <gmpxx.h>

#include <array>

#include "pool/task.hpp"

namespace limbsmith::pool {

// Reuses the memory of its results; one for each thread.
class HostArithmetic {
  public:
    // `memory` is that of the numbers.
    void compute(Task& task, mp_limb_t* memory);

  private:
    std::array<mpz_class, most_operands> operands_{};  // views of the memory
    std::array<mpz_class, most_results> results_{};
};

}  // namespace limbsmith::pool
