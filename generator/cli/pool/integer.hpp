// Integers among the values of `limbsmith pool`.
#pragma once

#include <algorithm>

#include "cli/pool/value.hpp"

namespace limbsmith::cli {

// A number of at most so many bits.
inline PoolValue pool_integer(pool::Number number, uint64_t bits) {
    return {{number, {}, static_cast<uint32_t>(std::min<uint64_t>(bits, pool::most_bits))}};
}

inline PoolValue pool_rational(const pool::Rational& it) { return {it, true}; }

class PoolArithmetic::Integer {
  public:
    Integer(PoolArithmetic& arithmetic, const PoolValue& value)
        : pool_(arithmetic.pool_),
          is_own_(value.is_rational),
          number_(is_own_ ? pool::integer(arithmetic.in_, value.it) : value.it.numerator),
          bits_(value.it.numerator_bits) {}
    ~Integer() {
        if (is_own_) pool_.free(number_);
    }
    Integer(const Integer&) = delete;
    Integer& operator=(const Integer&) = delete;
    operator pool::Number() const { return number_; }
    uint64_t bits() const { return bits_; }

  private:
    pool::Pool& pool_;
    bool is_own_;
    pool::Number number_;
    uint64_t bits_;
};

}  // namespace limbsmith::cli
