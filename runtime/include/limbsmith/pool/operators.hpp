// Operators on numbers and rationals of a pool, which may have integers of C++ or GMP beside them.
//
//     const pool::Number z = x * x - 3 * y;
//     const pool::Rational w = third / z + 1;
//     if (w > third) ...
//
// + - * / % - << >> & | ^ ~ record the function of pool.hpp or rational.hpp and return at once. / and % of numbers round
// towards 0, as those of C++ and of mpz_class do; / of rationals is exact. == != < <= > >= give a bool: they execute what
// is recorded if that is needed, as every read does, so many comparisons are better recorded by Pool::compare.
//
// Rationals are reduced lazily up to as many bits as the operand allows that allows fewer (Rational::lazy_bits). A result
// is a number like any other, also one inside an expression: it occupies memory until it is freed or its pool ends.
//
// Errors: runtime::InputError for operands of different pools, and for the comparison of a failure.
#pragma once

#include <compare>
#include <concepts>

#include "limbsmith/pool/pool.hpp"
#include "limbsmith/pool/rational.hpp"

namespace limbsmith::pool {

template <class T>
concept Literal = std::same_as<T, mpz_class> ||(std::integral<T> && !std::same_as<T, bool>);
template <class T>
concept NumberOrLiteral = std::same_as<T, Number> || Literal<T>;
template <class A, class B>
concept Numbers = NumberOrLiteral<A> && NumberOrLiteral<B> && !(Literal<A> && Literal<B>);
template <class T>
concept Handle = std::same_as<T, Number> || std::same_as<T, Rational>;
template <class T>
concept RationalOperand = std::same_as<T, Rational> || NumberOrLiteral<T>;
// One of them is a rational.
template <class A, class B>
concept AreRationals = RationalOperand<A> && RationalOperand<B> &&
    (std::same_as<A, Rational> || std::same_as<B, Rational>);

namespace operators {

// An operand as a number of a pool; what was made for it is freed when the operation is recorded.
class AsNumber {
  public:
    AsNumber(Pool&, Number number) : number_(number) {}
    template <Literal T>
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
    template <NumberOrLiteral T>
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
    if constexpr (std::same_as<A, Number>)
        return a.in();
    else
        return b.in();
}

template <class A, class B>
Rationals rationals_of(const A& a, const B& b) {
    if constexpr (!std::same_as<A, Rational>)
        return {b.numerator.in(), b.lazy_bits};
    else if constexpr (!std::same_as<B, Rational>)
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

template <class A, class B>
auto record(const A& a, const B& b, auto(*join)(Rationals, const Rational&, const Rational&)) {
    const Rationals in = rationals_of(a, b);
    const AsRational x(in, a), y(in, b);
    return join(in, x, y);
}

inline std::strong_ordering read(Number compared) {
    const int sign = sgn(compared.in().value(compared));
    compared.in().free(compared);
    return sign <=> 0;
}

}  // namespace operators

template <class A, class B>
requires Numbers<A, B> Number operator+(const A& a, const B& b) {
    return operators::record(a, b, &Pool::add);
}
template <class A, class B>
requires Numbers<A, B> Number operator-(const A& a, const B& b) {
    return operators::record(a, b, &Pool::sub);
}
template <class A, class B>
requires Numbers<A, B> Number operator*(const A& a, const B& b) {
    return operators::record(a, b, &Pool::mul);
}
template <class A, class B>
requires Numbers<A, B> Number operator/(const A& a, const B& b) {
    const Quotient it = operators::divide(a, b);
    it.remainder.in().free(it.remainder);
    return it.quotient;
}
template <class A, class B>
requires Numbers<A, B> Number operator%(const A& a, const B& b) {
    const Quotient it = operators::divide(a, b);
    it.quotient.in().free(it.quotient);
    return it.remainder;
}
template <class A, class B>
requires Numbers<A, B> Number operator<<(const A& a, const B& count) {
    return operators::record(a, count, &Pool::shl);
}
template <class A, class B>
requires Numbers<A, B> Number operator>>(const A& a, const B& count) {
    return operators::record(a, count, &Pool::shr);
}
template <class A, class B>
requires Numbers<A, B> Number operator&(const A& a, const B& b) {
    return operators::record(a, b, &Pool::and_);
}
template <class A, class B>
requires Numbers<A, B> Number operator|(const A& a, const B& b) {
    return operators::record(a, b, &Pool::or_);
}
template <class A, class B>
requires Numbers<A, B> Number operator^(const A& a, const B& b) {
    return operators::record(a, b, &Pool::xor_);
}
inline Number operator-(Number a) { return a.in().neg(a); }
inline Number operator~(Number a) { return a.in().not_(a); }

template <class A, class B>
requires AreRationals<A, B> Rational operator+(const A& a, const B& b) {
    return operators::record(a, b, add);
}
template <class A, class B>
requires AreRationals<A, B> Rational operator-(const A& a, const B& b) {
    return operators::record(a, b, sub);
}
template <class A, class B>
requires AreRationals<A, B> Rational operator*(const A& a, const B& b) {
    return operators::record(a, b, mul);
}
template <class A, class B>
requires AreRationals<A, B> Rational operator/(const A& a, const B& b) {
    return operators::record(a, b, div);
}
inline Rational operator-(const Rational& a) { return neg(operators::rationals_of(a, a), a); }

// The number or rational that was there before is not freed: it may have other handles.
template <Handle A, class B>
A& operator+=(A& a, const B& b) {
    return a = a + b;
}
template <Handle A, class B>
A& operator-=(A& a, const B& b) {
    return a = a - b;
}
template <Handle A, class B>
A& operator*=(A& a, const B& b) {
    return a = a * b;
}
template <Handle A, class B>
A& operator/=(A& a, const B& b) {
    return a = a / b;
}
template <Handle A, class B>
A& operator%=(A& a, const B& b) {
    return a = a % b;
}
template <Handle A, class B>
A& operator<<=(A& a, const B& b) {
    return a = a << b;
}
template <Handle A, class B>
A& operator>>=(A& a, const B& b) {
    return a = a >> b;
}
template <Handle A, class B>
A& operator&=(A& a, const B& b) {
    return a = a & b;
}
template <Handle A, class B>
A& operator|=(A& a, const B& b) {
    return a = a | b;
}
template <Handle A, class B>
A& operator^=(A& a, const B& b) {
    return a = a ^ b;
}

template <class A, class B>
requires Numbers<A, B> std::strong_ordering operator<=>(const A& a, const B& b) {
    return operators::read(operators::record(a, b, &Pool::compare));
}
template <class A, class B>
requires Numbers<A, B>
bool operator==(const A& a, const B& b) { return (a <=> b) == 0; }
template <class A, class B>
requires AreRationals<A, B> std::strong_ordering operator<=>(const A& a, const B& b) {
    return operators::read(operators::record(a, b, compare));
}
template <class A, class B>
requires AreRationals<A, B>
bool operator==(const A& a, const B& b) { return (a <=> b) == 0; }

}  // namespace limbsmith::pool
