// Functions of values.
#include <array>
#include <memory>

#include "cli/pool/integer.hpp"
#include "cli/pool/value.hpp"

namespace limbsmith::cli {

PoolValue PoolArithmetic::join(PoolFunction function, const PoolValue& x, const PoolValue& y) {
    if (function == PoolFunction::sum) return apply(PoolOperator::add, x, y);
    if (function == PoolFunction::product) return apply(PoolOperator::mul, x, y);
    const bool is_order = function == PoolFunction::min || function == PoolFunction::max;
    const PoolValue result =
        is_order && (x.is_rational || y.is_rational) ? extreme(function, x, y) : integers(function, x, y);
    release(x);
    release(y);
    return result;
}

PoolValue PoolArithmetic::extreme(PoolFunction function, const PoolValue& x, const PoolValue& y) {
    const pool::Rational a = rational(x), b = rational(y);
    return pool_rational(function == PoolFunction::min ? min(in_, a, b) : max(in_, a, b));
}

PoolValue PoolArithmetic::integers(PoolFunction function, const PoolValue& x, const PoolValue& y) {
    if (function.operation) return of_table(*function.operation, std::array{x, y});
    const Integer a(*this, x), b(*this, y);
    return pool_integer(function == PoolFunction::min ? pool_.min(a, b) : pool_.max(a, b),
                        std::max(a.bits(), b.bits()));
}

PoolValue PoolArithmetic::of_table(const Operation& operation, std::span<const PoolValue> arguments) {
    std::vector<std::unique_ptr<Integer>> integers;
    std::vector<pool::Number> numbers;
    pool::Shapes longest{};
    for (const PoolValue& it : arguments) {
        const Integer& own = *integers.emplace_back(std::make_unique<Integer>(*this, it));
        numbers.push_back(own);
        longest[numbers.size() - 1] = {UINT64_MAX, static_cast<uint32_t>(own.bits()), false};
    }
    const pool::Plan plan = operation.plan(longest);
    return pool_integer(pool_.compute(operation.name, numbers),
                        plan.failure == pool::Failure::none ? plan.bits[0] : pool::most_bits);
}

std::vector<PoolValue> PoolArithmetic::call(PoolFunction function, std::span<const PoolValue> arguments) {
    std::vector<PoolValue> results;
    switch (function.kind) {
        case PoolFunction::of_table: results = {of_table(*function.operation, arguments)}; break;
        case PoolFunction::compare: results = {compare(arguments[0], arguments[1])}; break;
        case PoolFunction::pow_mod: results = {power_modulo(arguments[0], arguments[1], arguments[2])}; break;
        case PoolFunction::div_mod: results = divide(arguments[0], arguments[1]); break;
        case PoolFunction::xgcd: results = bezout(arguments[0], arguments[1]); break;
        case PoolFunction::root: results = {root(arguments[0], arguments[1])}; break;
        case PoolFunction::isqrt: results = {square_root(arguments[0])}; break;
        default: results = {part(function, arguments[0])}; break;
    }
    for (const PoolValue& it : arguments) release(it);
    return results;
}

PoolValue PoolArithmetic::compare(const PoolValue& x, const PoolValue& y) {
    const bool are_integers = !x.is_rational && !y.is_rational;
    return pool_integer(are_integers ? pool_.compare(x.it.numerator, y.it.numerator)
                                     : pool::compare(in_, rational(x), rational(y)),
                        1);
}

PoolValue PoolArithmetic::power_modulo(const PoolValue& x, const PoolValue& exponent,
                                       const PoolValue& modulus) {
    const Integer a(*this, x), e(*this, exponent), m(*this, modulus);
    return pool_integer(pool_.pow_mod(a, e, m), m.bits());
}

// floor(x/y), and x - y·floor(x/y)
std::vector<PoolValue> PoolArithmetic::divide(const PoolValue& x, const PoolValue& y) {
    if (x.is_rational || y.is_rational) {
        const auto [quotient, remainder] = div_mod(in_, rational(x), rational(y));
        return {pool_integer(quotient, pool::most_bits), pool_rational(remainder)};
    }
    const auto [quotient, remainder] = pool_.div_floor(x.it.numerator, y.it.numerator);
    return {pool_integer(quotient, x.it.numerator_bits), pool_integer(remainder, y.it.numerator_bits)};
}

std::vector<PoolValue> PoolArithmetic::bezout(const PoolValue& x, const PoolValue& y) {
    const Integer a(*this, x), b(*this, y);
    const auto [g, s, t] = pool_.xgcd(a, b);
    return {pool_integer(g, std::max(a.bits(), b.bits())), pool_integer(s, b.bits() + 1),
            pool_integer(t, a.bits() + 1)};
}

PoolValue PoolArithmetic::root(const PoolValue& x, const PoolValue& degree) {
    const Integer a(*this, x), n(*this, degree);
    return pool_integer(pool_.root(a, n), a.bits() + 1);
}

PoolValue PoolArithmetic::square_root(const PoolValue& x) {
    const Integer a(*this, x);
    return pool_integer(pool_.isqrt(a), a.bits() / 2 + 1);
}

// |x|, x rounded to an integer, and the parts of x in lowest terms.
PoolValue PoolArithmetic::part(PoolFunction function, const PoolValue& x) {
    if (function == PoolFunction::abs)
        return x.is_rational ? pool_rational(abs(in_, x.it))
                             : pool_integer(pool_.abs(x.it.numerator), x.it.numerator_bits);
    const pool::Rational it = rational(x);
    // no longer than the numerator, but for the one bit of 1/2, say, as 1
    const uint64_t bits = uint64_t{it.numerator_bits} + 1;
    if (function == PoolFunction::floor) return pool_integer(floor(in_, it), bits);
    if (function == PoolFunction::ceil) return pool_integer(ceil(in_, it), bits);
    if (function == PoolFunction::round) return pool_integer(round(in_, it), bits);
    const pool::Rational lowest = reduced(in_, it);
    const bool is_numerator = function == PoolFunction::numerator;
    pool_.free(is_numerator ? lowest.denominator : lowest.numerator);
    return is_numerator ? pool_integer(lowest.numerator, lowest.numerator_bits)
                        : pool_integer(lowest.denominator, lowest.denominator_bits);
}

}  // namespace limbsmith::cli
