// Values of `limbsmith pool`: integers and rationals of a pool, with Python's rules for what an operator makes of both.
#pragma once

#include "cli/pool_parser.hpp"
#include "pool/pool.hpp"
#include "pool/rational.hpp"

namespace limbsmith::cli {

// `/`, a point or an exponent make a rational, and what is computed from a rational is one; `//` gives an integer.
struct PoolValue {
    pool::Number numerator, denominator{};  // an integer has no denominator
    bool is_rational = false;
    bool is_temporary = true;  // nothing but the next operation needs it
};

class PoolArithmetic {
  public:
    explicit PoolArithmetic(pool::Pool& pool) : pool_(pool), one_(pool.number(1)) {}

    PoolValue number(std::string_view text, bool is_rational);
    PoolValue negate(const PoolValue& x);
    PoolValue absolute(const PoolValue& x);
    // Frees the operands that are temporary.
    PoolValue apply(PoolOperator operation, const PoolValue& x, const PoolValue& y);
    PoolValue call(PoolFunction function, const PoolValue& x, const PoolValue& y);
    PoolValue power_modulo(const PoolValue& x, const PoolValue& exponent, const PoolValue& modulus);

    pool::Failure failure(const PoolValue& x);
    std::string text(const PoolValue& x, bool is_hex);

  private:
    // An integer of a value, which owns it if the value is a rational.
    class Integer;

    pool::Rational rational(const PoolValue& x) const {
        return {x.numerator, x.is_rational ? x.denominator : one_};
    }
    void release(const PoolValue& x);
    PoolValue integers(PoolOperator operation, pool::Number x, pool::Number y);
    PoolValue rationals(PoolOperator operation, const PoolValue& x, const PoolValue& y);

    pool::Pool& pool_;
    pool::Number one_;
};

}  // namespace limbsmith::cli
