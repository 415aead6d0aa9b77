// Known: remainders modulo 2, what divides numbers, and their greatest common divisors.
#include <algorithm>

#include "induction/known.hpp"

namespace limbsmith::induction {
namespace {

// The value without the terms that are even for whole symbols.
Integer without_even_terms(const Integer& value) {
    Integer rest;
    for (const Integer& term : value.terms()) {
        const bool is_even = term.twos().is_zero() && term.coefficient().get_den() == 1 &&
                             mpz_even_p(term.coefficient().get_num_mpz_t());
        if (!is_even) rest += term;
    }
    return rest;
}

// requires: a number that is not 0.
Integer odd_part(const Integer& number) { return mpz_class(number.odd_coefficient()); }

// symbol + constant, or null.
std::optional<std::string> symbol_of(const Integer& value) {
    return (value - mpz_class(value.constant_term())).single_symbol();
}

}  // namespace

std::optional<Integer> Known::whole_of(const Integer& remainder, const Integer& divisor) const {
    const Integer value = reduced(remainder);
    for (const auto& [name, it] : quotients_) {
        const Integer rest = it.number - it.divisor * Integer::symbol(name);
        if ((it.divisor - divisor).is_zero() && (reduced(rest) - value).is_zero()) return it.number;
    }
    const bool is_itself = is_not_negative(value) && is_not_negative(divisor - value - 1);
    return is_itself ? std::optional(value) : std::nullopt;
}

std::optional<Integer> Known::whole_over(const Integer& value, const Integer& given_divisor) const {
    const Integer divisor = reduced(given_divisor);
    const auto quotient = divisor.terms().size() == 1 ? reduced(value).over(divisor) : std::nullopt;
    return quotient && is_whole(*quotient) ? quotient : std::nullopt;
}

bool Known::is_odd(const Integer& value) {
    const Integer rest = without_even_terms(reduced(value));
    return rest.is_constant() ? !rest.is_zero() : is_zero(remainder(value, 2) - 1);
}

// A symbol becomes 2·half, or 2·half + 1.
bool Known::decide_odd(const Integer& value) {
    const Integer rest = without_even_terms(reduced(value));
    if (rest.is_constant()) return !rest.is_zero();
    const Integer bit = remainder(rest, 2);
    if (is_zero(bit)) return false;
    if (is_zero(bit - 1)) return true;
    const bool is_it = decisions_.choose();
    if (is_it) {
        odd(rest);
    } else if (symbol_of(rest)) {
        odd(rest + 1);
    } else {
        zero(bit);
    }
    return is_it;
}

void Known::odd(const Integer& value) {
    const Integer rest = without_even_terms(reduced(value));
    if (rest.is_constant() && rest.is_zero()) throw PathEnd();
    if (rest.is_constant()) return;
    const std::optional<std::string> symbol = symbol_of(rest);
    if (!symbol) return zero(remainder(rest, 2) - 1);
    const Integer half = Integer::symbol("half(" + *symbol + ")");
    if (naturals_.contains(*symbol)) not_negative(half);
    define(*symbol, half.times(2) + (rest.constant_term() == 0 ? 1 : 0));
}

void Known::lowest_one(const Integer& x, const Integer& y, const Integer& k) {
    const Integer power = exp2(k);
    std::vector<Integer> quotients;
    for (const Integer& number : {x, y}) {
        if (!is_not_negative(number)) throw Unproved("whether " + number.text() + " is negative");
        quotients.push_back(quotient(number, power));
        const auto symbol = reduced(number).single_symbol();
        zero(number - power * quotients.back(), symbol ? std::vector{*symbol} : std::vector<std::string>{});
    }
    const bool is_first = decide_odd(quotients[0]);
    if (!is_first) odd(quotients[1]);
    // 2^k <= number < 2^bits
    const std::optional<long> bits = upper_bound(k);
    const Integer number = power * (is_first ? quotients[0] : quotients[1]);
    if (bits && is_not_negative(Integer(mpz_class(mpz_class(1) << *bits)) - number - 1))
        not_negative(Integer(*bits) - k - 1);
}

// One symbol for x and -x where the sign is not known.
Integer Known::magnitude(const Integer& given) {
    const Integer value = reduced(given), opposite = value.times(-1);
    if (is_not_negative(value)) return value;
    if (is_not_negative(opposite)) return opposite;
    const Integer result = Integer::symbol("|" + std::min(value, opposite).text() + "|");
    for (const Integer& it : {result, result - value, result + value}) not_negative(it);
    return result;
}

bool Known::decide_one(const Integer& x) {
    const Integer size = magnitude(x);
    if (!decide_zero(size - 1)) return false;
    const Integer value = decide_less(x, 0) ? x + 1 : x - 1;
    const std::set<std::string> symbols = reduced(value).symbols();
    zero(value, {symbols.begin(), symbols.end()});
    return true;
}

Integer Known::common_divisor(const Integer& given_x, const Integer& given_y) {
    Integer x = reduced(given_x), y = reduced(given_y);
    if (is_zero(x)) return magnitude(y);
    if (is_zero(y)) return magnitude(x);
    for (const Gcd& it : std::vector(gcds_)) {
        const Integer own_x = reduced(it.x), own_y = reduced(it.y);
        const bool is_it = ((x - own_x).is_zero() && (y - own_y).is_zero()) ||
                           ((x - own_y).is_zero() && (y - own_x).is_zero());
        if (is_it) return reduced(it.value);
    }
    // gcd(2^k·x, y) = gcd(x, y) for odd y
    const auto is_even_number = [](const Integer& it) {
        return it.is_constant() && mpz_even_p(it.constant().get_num_mpz_t());
    };
    if (is_even_number(y)) std::swap(x, y);
    if (is_even_number(x) && is_odd(y)) return common_divisor(odd_part(x), y);
    // gcd(x, y) = gcd(x, y - x)
    if ((y - x).terms().size() < y.terms().size()) return common_divisor(x, y - x);
    if ((x - y).terms().size() < x.terms().size()) return common_divisor(x - y, y);
    // gcd(2^k·x, 2^k·y) = 2^k·gcd(x, y)
    std::vector<Integer> terms = x.terms();
    std::ranges::copy(y.terms(), std::back_inserter(terms));
    for (const Integer& term : terms) {
        const Integer power = Integer::exp2(term.exponent_of_two());
        const auto x_over = x.over(power), y_over = y.over(power);
        const bool divides = !(power - 1).is_zero() && x_over && y_over && is_whole(power) &&
                             is_whole(*x_over) && is_whole(*y_over);
        if (divides) return power * common_divisor(*x_over, *y_over);
    }
    const Integer result = Integer::symbol("gcd(" + x.text() + ", " + y.text() + ")");
    not_negative(result);
    for (const Integer& number : {x, y}) {
        if (is_not_negative(number - 1)) not_negative(result - 1), not_negative(number - result);
    }
    common_divisor_is(x, y, result);
    if (is_even_number(x)) not_negative(result - common_divisor(odd_part(x), y));  // which divides it
    return result;
}

}  // namespace limbsmith::induction
