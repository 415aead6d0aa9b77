#include "cli/pool_value.hpp"

namespace limbsmith::cli {
namespace {

PoolValue integer(pool::Number number) { return {number}; }
PoolValue of(const pool::Rational& it) { return {it.numerator, it.denominator, true}; }

}  // namespace

class PoolArithmetic::Integer {
  public:
    Integer(PoolArithmetic& arithmetic, const PoolValue& value)
        : pool_(arithmetic.pool_),
          is_own_(value.is_rational),
          number_(is_own_ ? pool::integer(pool_, arithmetic.rational(value)) : value.numerator) {}
    ~Integer() {
        if (is_own_) pool_.free(number_);
    }
    Integer(const Integer&) = delete;
    Integer& operator=(const Integer&) = delete;
    operator pool::Number() const { return number_; }

  private:
    pool::Pool& pool_;
    bool is_own_;
    pool::Number number_;
};

PoolValue PoolArithmetic::number(std::string_view text, bool is_rational) {
    return is_rational ? of(pool::rational(pool_, text)) : integer(pool_.number(text));
}

void PoolArithmetic::release(const PoolValue& x) {
    if (!x.is_temporary) return;
    pool_.free(x.numerator);
    if (x.is_rational) pool_.free(x.denominator);
}

PoolValue PoolArithmetic::negate(const PoolValue& x) {
    const PoolValue result = x.is_rational ? of(neg(pool_, rational(x))) : integer(pool_.neg(x.numerator));
    release(x);
    return result;
}

PoolValue PoolArithmetic::absolute(const PoolValue& x) {
    const PoolValue result = x.is_rational ? of(abs(pool_, rational(x))) : integer(pool_.abs(x.numerator));
    release(x);
    return result;
}

PoolValue PoolArithmetic::integers(PoolOperator operation, pool::Number x, pool::Number y) {
    switch (operation) {
        case PoolOperator::add: return integer(pool_.add(x, y));
        case PoolOperator::sub: return integer(pool_.sub(x, y));
        case PoolOperator::mul: return integer(pool_.mul(x, y));
        case PoolOperator::div: return of(fraction(pool_, x, y));
        case PoolOperator::pow: return integer(pool_.pow(x, y));
        default: break;
    }
    const auto [quotient, remainder] = pool_.div_floor(x, y);
    const bool is_quotient = operation == PoolOperator::div_floor;
    pool_.free(is_quotient ? remainder : quotient);
    return integer(is_quotient ? quotient : remainder);
}

PoolValue PoolArithmetic::rationals(PoolOperator operation, const PoolValue& x, const PoolValue& y) {
    const pool::Rational a = rational(x), b = rational(y);
    switch (operation) {
        case PoolOperator::add: return of(add(pool_, a, b));
        case PoolOperator::sub: return of(sub(pool_, a, b));
        case PoolOperator::mul: return of(mul(pool_, a, b));
        case PoolOperator::div: return of(div(pool_, a, b));
        case PoolOperator::div_floor: return integer(div_floor(pool_, a, b));
        case PoolOperator::mod: return of(mod(pool_, a, b));
        default: break;
    }
    const Integer exponent(*this, y);
    return x.is_rational ? of(pow(pool_, a, exponent)) : integer(pool_.pow(x.numerator, exponent));
}

PoolValue PoolArithmetic::apply(PoolOperator operation, const PoolValue& x, const PoolValue& y) {
    const bool are_integers = !x.is_rational && !y.is_rational;
    const PoolValue result =
        are_integers ? integers(operation, x.numerator, y.numerator) : rationals(operation, x, y);
    release(x);
    release(y);
    return result;
}

PoolValue PoolArithmetic::call(PoolFunction function, const PoolValue& x, const PoolValue& y) {
    const auto result = [&] {
        const bool is_order = function == PoolFunction::min || function == PoolFunction::max;
        if (is_order && (x.is_rational || y.is_rational)) {
            const pool::Rational a = rational(x), b = rational(y);
            return of(function == PoolFunction::min ? min(pool_, a, b) : max(pool_, a, b));
        }
        const Integer a(*this, x), b(*this, y);
        switch (function) {
            case PoolFunction::min: return integer(pool_.min(a, b));
            case PoolFunction::max: return integer(pool_.max(a, b));
            case PoolFunction::lcm: return integer(pool_.lcm(a, b));
            default: return integer(pool_.gcd(a, b));
        }
    }();
    release(x);
    release(y);
    return result;
}

PoolValue PoolArithmetic::power_modulo(const PoolValue& x, const PoolValue& exponent,
                                       const PoolValue& modulus) {
    const PoolValue result = [&] {
        const Integer a(*this, x), e(*this, exponent), m(*this, modulus);
        return integer(pool_.pow_mod(a, e, m));
    }();
    for (const PoolValue& it : {x, exponent, modulus}) release(it);
    return result;
}

pool::Failure PoolArithmetic::failure(const PoolValue& x) {
    return x.is_rational ? pool::failure(pool_, rational(x)) : pool_.failure(x.numerator);
}

std::string PoolArithmetic::text(const PoolValue& x, bool is_hex) {
    return x.is_rational ? pool::text(pool_, rational(x), is_hex) : pool_.text(x.numerator, is_hex);
}

}  // namespace limbsmith::cli
