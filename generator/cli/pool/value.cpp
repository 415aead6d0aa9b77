// Operators on values; and literals, failures, text.
#include "cli/pool/value.hpp"

#include "cli/pool/integer.hpp"

namespace limbsmith::cli {

PoolValue PoolArithmetic::number(std::string_view text, bool is_rational) {
    if (is_rational) return pool_rational(pool::rational(in_, text));
    return pool_integer(pool_.number(text), 4 * text.size());  // enough for hexadecimal digits
}

pool::Rational PoolArithmetic::rational(const PoolValue& x) const {
    if (x.is_rational) return x.it;
    return {x.it.numerator, one_, x.it.numerator_bits, 1};
}

void PoolArithmetic::release(const PoolValue& x) {
    if (!x.is_temporary) return;
    pool_.free(x.it.numerator);
    if (x.is_rational) pool_.free(x.it.denominator);
}

PoolValue PoolArithmetic::apply(PoolOperator operation, const PoolValue& x) {
    const auto of_integer = [&] {
        const Integer a(*this, x);
        return operation == PoolOperator::neg ? pool_integer(pool_.neg(a), a.bits())
                                              : pool_integer(pool_.not_(a), a.bits() + 1);
    };
    const PoolValue result =
        x.is_rational && operation == PoolOperator::neg ? pool_rational(neg(in_, x.it)) : of_integer();
    release(x);
    return result;
}

PoolValue PoolArithmetic::integers(PoolOperator operation, const pool::Rational& x, const pool::Rational& y) {
    const pool::Number a = x.numerator, b = y.numerator;
    const uint64_t a_bits = x.numerator_bits, b_bits = y.numerator_bits;
    switch (operation) {
        case PoolOperator::and_: return pool_integer(pool_.and_(a, b), std::max(a_bits, b_bits) + 1);
        case PoolOperator::or_: return pool_integer(pool_.or_(a, b), std::max(a_bits, b_bits) + 1);
        case PoolOperator::xor_: return pool_integer(pool_.xor_(a, b), std::max(a_bits, b_bits) + 1);
        case PoolOperator::shl: return pool_integer(pool_.shl(a, b), pool::most_bits);
        case PoolOperator::shr: return pool_integer(pool_.shr(a, b), a_bits);
        case PoolOperator::add: return pool_integer(pool_.add(a, b), std::max(a_bits, b_bits) + 1);
        case PoolOperator::sub: return pool_integer(pool_.sub(a, b), std::max(a_bits, b_bits) + 1);
        case PoolOperator::mul: return pool_integer(pool_.mul(a, b), a_bits + b_bits);
        case PoolOperator::div: return pool_rational(fraction(in_, a, b, x.numerator_bits, y.numerator_bits));
        case PoolOperator::pow: return pool_integer(pool_.pow(a, b), pool::most_bits);
        default: break;
    }
    const auto [quotient, remainder] = pool_.div_floor(a, b);
    const bool is_quotient = operation == PoolOperator::div_floor;
    pool_.free(is_quotient ? remainder : quotient);
    return is_quotient ? pool_integer(quotient, a_bits) : pool_integer(remainder, b_bits);
}

PoolValue PoolArithmetic::rationals(PoolOperator operation, const PoolValue& x, const PoolValue& y) {
    const pool::Rational a = rational(x), b = rational(y);
    switch (operation) {
        case PoolOperator::add: return pool_rational(add(in_, a, b));
        case PoolOperator::sub: return pool_rational(sub(in_, a, b));
        case PoolOperator::mul: return pool_rational(mul(in_, a, b));
        case PoolOperator::div: return pool_rational(div(in_, a, b));
        case PoolOperator::div_floor: return pool_integer(div_floor(in_, a, b), pool::most_bits);
        case PoolOperator::mod: return pool_rational(mod(in_, a, b));
        default: break;
    }
    // powers by integers, shifts and bitwise operators
    const Integer count(*this, y);
    if (operation == PoolOperator::pow && x.is_rational) return pool_rational(pow(in_, a, count));
    const Integer base(*this, x);
    const pool::Rational integer_of_x{base, {}, x.it.numerator_bits},
        integer_of_y{count, {}, y.it.numerator_bits};
    return integers(operation, integer_of_x, integer_of_y);
}

PoolValue PoolArithmetic::apply(PoolOperator operation, const PoolValue& x, const PoolValue& y) {
    const bool are_integers = !x.is_rational && !y.is_rational;
    const PoolValue result = are_integers ? integers(operation, x.it, y.it) : rationals(operation, x, y);
    release(x);
    release(y);
    return result;
}

PoolValue PoolArithmetic::reduce(const PoolValue& x) {
    if (!x.is_rational || x.it.is_reduced) return x;
    const PoolValue result = pool_rational(reduced(in_, x.it));
    release(x);
    return result;
}

}  // namespace limbsmith::cli
