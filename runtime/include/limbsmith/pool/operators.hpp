// Operators on numbers and rationals of a pool, which may have integers of C++ or GMP beside them.
//
//     const pool::Number z = x * x - 3 * y;
//     const pool::Rational w = third / z + 1;
//     if (w > third) ...
//
// + - * / % - << >> & | ^ ~ record the function of pool.hpp or rational.hpp and return at once. / and % of numbers round
// towards 0, as those of C++ and of mpz_class do; / of rationals is exact. == != < <= > >= give a bool: they execute recorded
// computations if that is needed, as every read does, so many comparisons are better recorded by Pool::compare.
//
// Rationals are reduced lazily up to as many bits as the operand allows that allows fewer (Rational::lazy_bits). A result
// is a number like any other, also one inside an expression: it occupies memory until it is freed or its pool ends.
//
// Errors: runtime::InputError for operands of different pools, and for the comparison of a failure.
#pragma once

#include <algorithm>
#include <optional>
#include <type_traits>
#include <utility>

#include "limbsmith/pool/pool.hpp"
#include "limbsmith/pool/rational.hpp"

namespace limbsmith::pool {

namespace operators {

template <class T>
constexpr bool is_literal() {
    return std::is_same_v<T, mpz_class> || (std::is_integral_v<T> && !std::is_same_v<T, bool>);
}
template <class T>
constexpr bool is_number() {
    return std::is_same_v<T, Number> || is_literal<T>();
}
template <class T>
constexpr bool is_rational() {
    return std::is_same_v<T, Rational>;
}
// Whether operands of these types have a number, or a rational, as their sum.
template <class A, class B>
constexpr bool are_numbers() {
    return is_number<A>() && is_number<B>() && !(is_literal<A>() && is_literal<B>());
}
template <class A, class B>
constexpr bool are_rationals() {
    return (is_rational<A>() && (is_rational<B>() || is_number<B>())) || (is_number<A>() && is_rational<B>());
}

// Results, where there are such operators.
template <class A, class B>
using number_of = std::enable_if_t<are_numbers<A, B>(), Number>;
template <class A, class B>
using rational_of = std::enable_if_t<are_rationals<A, B>(), Rational>;
template <class A, class B>
using bool_of = std::enable_if_t<are_numbers<A, B>() || are_rationals<A, B>(), bool>;
template <class A>
using assigned = std::enable_if_t<std::is_same_v<A, Number> || std::is_same_v<A, Rational>, A&>;

// An operand as a number of a pool; a number that was made for it is freed when the operation is recorded.
class AsNumber {
  public:
    AsNumber(Pool&, Number number) : number_(number) {}
    template <class T>
    AsNumber(Pool& pool, const T& value) : number_(pool.number(value)), own_(&pool) {}
    ~AsNumber() {
        if (own_) own_->free(number_);
    }
    AsNumber(const AsNumber&) = delete;
    AsNumber& operator=(const AsNumber&) = delete;
    operator Number() const { return number_; }

  private:
    Number number_;
    Pool* own_ = nullptr;
};

class AsRational {
  public:
    AsRational(Rationals, const Rational& it) : it_(it) {}
    template <class T>
    AsRational(Rationals in, const T& value)
        : number_(std::in_place, in.pool(), value),
          one_(std::in_place, in.pool(), 1),
          it_{*number_, *one_, most_bits, 1, true, in.lazy_bits()} {}
    operator const Rational&() const { return it_; }

  private:
    std::optional<AsNumber> number_, one_;
    Rational it_;
};

template <class A, class B>
Pool& pool_of(const A& a, const B& b) {
    if constexpr (std::is_same_v<A, Number>)
        return a.in();
    else
        return b.in();
}

template <class A, class B>
Rationals rationals_of(const A& a, const B& b) {
    if constexpr (!std::is_same_v<A, Rational>)
        return {b.numerator.in(), b.lazy_bits};
    else if constexpr (!std::is_same_v<B, Rational>)
        return {a.numerator.in(), a.lazy_bits};
    else
        return {a.numerator.in(), std::min(a.lazy_bits, b.lazy_bits)};
}

template <class A, class B>
Number record(const A& a, const B& b, Number (Pool::*join)(Number, Number)) {
    Pool& pool = pool_of(a, b);
    const AsNumber x(pool, a), y(pool, b);
    return (pool.*join)(x, y);
}

template <class A, class B>
Quotient divide(const A& a, const B& b) {
    Pool& pool = pool_of(a, b);
    const AsNumber x(pool, a), y(pool, b);
    return pool.div_truncate(x, y);
}

template <class A, class B, class Result>
Result record(const A& a, const B& b, Result (*join)(Rationals, const Rational&, const Rational&)) {
    const Rationals in = rationals_of(a, b);
    const AsRational x(in, a), y(in, b);
    return join(in, x, y);
}

// The sign of a - b.
template <class A, class B>
int order(const A& a, const B& b) {
    Number compared;
    if constexpr (are_numbers<A, B>())
        compared = record(a, b, &Pool::compare);
    else
        compared = record(a, b, compare);
    const int sign = sgn(compared.in().value(compared));
    compared.in().free(compared);
    return sign;
}

}  // namespace operators

template <class A, class B>
operators::number_of<A, B> operator+(const A& a, const B& b) {
    return operators::record(a, b, &Pool::add);
}
template <class A, class B>
operators::number_of<A, B> operator-(const A& a, const B& b) {
    return operators::record(a, b, &Pool::sub);
}
template <class A, class B>
operators::number_of<A, B> operator*(const A& a, const B& b) {
    return operators::record(a, b, &Pool::mul);
}
template <class A, class B>
operators::number_of<A, B> operator/(const A& a, const B& b) {
    const Quotient it = operators::divide(a, b);
    it.remainder.in().free(it.remainder);
    return it.quotient;
}
template <class A, class B>
operators::number_of<A, B> operator%(const A& a, const B& b) {
    const Quotient it = operators::divide(a, b);
    it.quotient.in().free(it.quotient);
    return it.remainder;
}
template <class A, class B>
operators::number_of<A, B> operator<<(const A& a, const B& count) {
    return operators::record(a, count, &Pool::shl);
}
template <class A, class B>
operators::number_of<A, B> operator>>(const A& a, const B& count) {
    return operators::record(a, count, &Pool::shr);
}
template <class A, class B>
operators::number_of<A, B> operator&(const A& a, const B& b) {
    return operators::record(a, b, &Pool::and_);
}
template <class A, class B>
operators::number_of<A, B> operator|(const A& a, const B& b) {
    return operators::record(a, b, &Pool::or_);
}
template <class A, class B>
operators::number_of<A, B> operator^(const A& a, const B& b) {
    return operators::record(a, b, &Pool::xor_);
}
inline Number operator-(Number a) { return a.in().neg(a); }
inline Number operator~(Number a) { return a.in().not_(a); }

template <class A, class B>
operators::rational_of<A, B> operator+(const A& a, const B& b) {
    return operators::record(a, b, add);
}
template <class A, class B>
operators::rational_of<A, B> operator-(const A& a, const B& b) {
    return operators::record(a, b, sub);
}
template <class A, class B>
operators::rational_of<A, B> operator*(const A& a, const B& b) {
    return operators::record(a, b, mul);
}
template <class A, class B>
operators::rational_of<A, B> operator/(const A& a, const B& b) {
    return operators::record(a, b, div);
}
inline Rational operator-(const Rational& a) { return neg(operators::rationals_of(a, a), a); }

// The number or rational that was there before is not freed: it may have other handles.
template <class A, class B>
operators::assigned<A> operator+=(A& a, const B& b) {
    return a = a + b;
}
template <class A, class B>
operators::assigned<A> operator-=(A& a, const B& b) {
    return a = a - b;
}
template <class A, class B>
operators::assigned<A> operator*=(A& a, const B& b) {
    return a = a * b;
}
template <class A, class B>
operators::assigned<A> operator/=(A& a, const B& b) {
    return a = a / b;
}
template <class A, class B>
operators::assigned<A> operator%=(A& a, const B& b) {
    return a = a % b;
}
template <class A, class B>
operators::assigned<A> operator<<=(A& a, const B& b) {
    return a = a << b;
}
template <class A, class B>
operators::assigned<A> operator>>=(A& a, const B& b) {
    return a = a >> b;
}
template <class A, class B>
operators::assigned<A> operator&=(A& a, const B& b) {
    return a = a & b;
}
template <class A, class B>
operators::assigned<A> operator|=(A& a, const B& b) {
    return a = a | b;
}
template <class A, class B>
operators::assigned<A> operator^=(A& a, const B& b) {
    return a = a ^ b;
}

template <class A, class B>
operators::bool_of<A, B> operator==(const A& a, const B& b) {
    return operators::order(a, b) == 0;
}
template <class A, class B>
operators::bool_of<A, B> operator!=(const A& a, const B& b) {
    return operators::order(a, b) != 0;
}
template <class A, class B>
operators::bool_of<A, B> operator<(const A& a, const B& b) {
    return operators::order(a, b) < 0;
}
template <class A, class B>
operators::bool_of<A, B> operator<=(const A& a, const B& b) {
    return operators::order(a, b) <= 0;
}
template <class A, class B>
operators::bool_of<A, B> operator>(const A& a, const B& b) {
    return operators::order(a, b) > 0;
}
template <class A, class B>
operators::bool_of<A, B> operator>=(const A& a, const B& b) {
    return operators::order(a, b) >= 0;
}

}  // namespace limbsmith::pool
