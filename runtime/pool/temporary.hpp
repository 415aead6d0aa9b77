// Numbers of a pool that are freed when a function has recorded its computations.
#pragma once

#include <vector>

#include "limbsmith/pool/pool.hpp"

namespace limbsmith::pool {

class Temporary {
  public:
    explicit Temporary(Pool& pool) : pool_(pool) {}
    ~Temporary() {
        for (const Number number : numbers_) pool_.free(number);
    }
    Temporary(const Temporary&) = delete;
    Temporary& operator=(const Temporary&) = delete;

    Number operator()(Number number) {
        numbers_.push_back(number);
        return number;
    }

  private:
    Pool& pool_;
    std::vector<Number> numbers_;
};

}  // namespace limbsmith::pool
