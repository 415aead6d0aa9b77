// Sums and dot products of many numbers in signed digits, and such numbers from and to decimal text, integers and doubles.
//
// A number is digits, the least significant first, with a common exponent e: Σ digit[i]·radix^(i + e). Promises: all is exact;
// every method gives the same value, and the same digits for any number of cores. Errors of all functions: runtime::InputError
// unless system.is_closed() and numbers have a digit. C++17.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "limbsmith/digits.hpp"
#include "limbsmith/span.hpp"

#pragma GCC visibility push(default)

namespace limbsmith::sum {

// How k numbers of d digits are added. Otsokov and Magomedov describe the first two.
enum class GroupMethod : uint8_t {
    automatic,   // by columns in wide words; one after the other, if there are at most two
    successive,  // one number after the other, all digits at once: k - 1 steps of constant depth
    columns,     // the sums of columns, split into L balanced digits: rows, added in L - 1 such steps
    wide,        // the sums of columns, carried once from the lowest to the highest
};

// A sum: digits within the bound, as many as it may need, and how many additions of whole numbers followed each other.
struct GroupSum {
    std::vector<int32_t> digits;
    int64_t steps = 0;
};

// The digits of a sum of `count` numbers, and of a sum of `count` products, of system.count digits each.
int digits_of_sum(const SignedDigits& system, uint64_t count);
int digits_of_dot(const SignedDigits& system, uint64_t count);

// The sum of numbers that lie one after the other, system.count digits each.
// Errors: runtime::InputError for a digit outside the set, a size that is no multiple of system.count, or more than 2^31
// numbers.
GroupSum group_sum(const SignedDigits& system, span<const int32_t> numbers,
                   GroupMethod method = GroupMethod::automatic);
// Σ x·y over the numbers, from the sums of the products of digits at each place. The method `successive` is for sums alone.
// Errors: as group_sum; runtime::InputError for different sizes, and for `successive`.
GroupSum group_dot(const SignedDigits& system, span<const int32_t> x, span<const int32_t> y,
                   GroupMethod method = GroupMethod::automatic);

// Digits of decimal text such as -12.5e-3, for a radix 10^m: places from radix^exponent on, system.count of them.
// Errors: runtime::InputError for no number, another radix, or a number that has other places.
std::vector<int32_t> digits_from_text(std::string_view text, const SignedDigits& system, int exponent = 0);
// The places of a decimal number: the exponent of its lowest one, and how many from there make its digits.
struct Places {
    int exponent = 0, count = 1;
};
Places places_of_text(std::string_view text, const SignedDigits& system);
// Digits of an integer, and of a double for a radix 2^m. Errors: runtime::InputError where it has other places, and for
// infinities and NaN.
std::vector<int32_t> digits_from_integer(int64_t value, const SignedDigits& system);
std::vector<int32_t> digits_from_double(double value, const SignedDigits& system, int exponent = 0);

// The number as decimal text, without exponent, for a radix 10^m. Errors: runtime::InputError for another radix, a digit
// outside the set, or an exponent beyond ±10^6.
std::string digits_to_text(span<const int32_t> digits, const SignedDigits& system, int exponent = 0);
// The nearest double, for a radix 10^m or 2^m; infinite beyond the largest. Errors: as digits_to_text, but for a radix 2^m
// exponents have no bound.
double digits_to_double(span<const int32_t> digits, const SignedDigits& system, int exponent = 0);

}  // namespace limbsmith::sum

#pragma GCC visibility pop
