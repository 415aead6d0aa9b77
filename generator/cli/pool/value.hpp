// Values of `limbsmith pool`: integers and rationals of a pool, with Python's rules for the results of operators on both.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/pool/parser.hpp"
#include "limbsmith/pool/pool.hpp"
#include "limbsmith/pool/rational.hpp"

namespace limbsmith::cli {

// `/`, a point or an exponent make a rational, and a result computed from a rational is one; `//`, shifts and bitwise
// operators give an integer.
struct PoolValue {
    pool::Rational it;  // an integer has no denominator
    bool is_rational = false;
    bool is_temporary = true;  // nothing but the next operation needs it
};

class PoolArithmetic {
  public:
    // Rationals are reduced as `in` says.
    explicit PoolArithmetic(pool::Rationals in) : in_(in), pool_(in.pool()), one_(pool_.number(1)) {}

    PoolValue number(std::string_view text, bool is_rational);
    // These free the operands that are temporary.
    PoolValue apply(PoolOperator operation, const PoolValue& x);  // neg, not_
    PoolValue apply(PoolOperator operation, const PoolValue& x, const PoolValue& y);
    // A function of one or more arguments, of two.
    PoolValue join(PoolFunction function, const PoolValue& x, const PoolValue& y);
    // All values of a function with a fixed number of arguments.
    std::vector<PoolValue> call(PoolFunction function, std::span<const PoolValue> arguments);
    PoolValue reduce(const PoolValue& x);

  private:
    // An integer of a value, which owns it if the value is a rational.
    class Integer;

    pool::Rational rational(const PoolValue& x) const;
    void release(const PoolValue& x);
    PoolValue integers(PoolOperator operation, const pool::Rational& x, const pool::Rational& y);
    PoolValue rationals(PoolOperator operation, const PoolValue& x, const PoolValue& y);

    PoolValue integers(PoolFunction function, const PoolValue& x, const PoolValue& y);
    PoolValue extreme(PoolFunction function, const PoolValue& x, const PoolValue& y);
    PoolValue compare(const PoolValue& x, const PoolValue& y);
    PoolValue part(PoolFunction function, const PoolValue& x);
    PoolValue power_modulo(const PoolValue& x, const PoolValue& exponent, const PoolValue& modulus);
    PoolValue root(const PoolValue& x, const PoolValue& degree);
    PoolValue square_root(const PoolValue& x);
    PoolValue of_table(const Operation& operation, std::span<const PoolValue> arguments);
    std::vector<PoolValue> divide(const PoolValue& x, const PoolValue& y);
    std::vector<PoolValue> bezout(const PoolValue& x, const PoolValue& y);

    pool::Rationals in_;
    pool::Pool& pool_;
    pool::Number one_;
};

}  // namespace limbsmith::cli
