// The one rounding at the end, on a GPU: of chunks to a double or a float, with the bits of sum/rounding.cpp.
#pragma once

#include "sum/gpu/adder.cuh"

namespace {

// Directions, in the order of sum::Rounding.
enum Direction { to_nearest, to_zero, upwards, downwards };

// The bits of a significand, and the exponent of the least number that is not 0.
template <class Number>
struct Format;
template <>
struct Format<double> {
    static constexpr int bits = fraction_bits + 1, least = least_normal - fraction_bits, exponents = 0x7ff;
    __device__ static double number(unsigned long long pattern, bool is_negative) {
        return __longlong_as_double(pattern | (unsigned long long)is_negative << 63);
    }
};
template <>
struct Format<float> {
    static constexpr int bits = 24, least = -149, exponents = 0xff;
    __device__ static float number(unsigned long long pattern, bool is_negative) {
        return __uint_as_float((word)pattern | (word)is_negative << 31);
    }
};

// 0, an infinity, NaN, by the terms; nothing else needs the kinds of terms.
template <class Number>
__device__ Number zero(word kinds, int direction) {
    constexpr word both = positive_zero | negative_zero;
    const bool is_mixed = (kinds & another_number) || (kinds & both) == both;
    return Format<Number>::number(0, is_mixed ? direction == downwards : kinds == negative_zero);
}
template <class Number>
__device__ Number special(bool has_positive, bool has_negative, bool has_nan) {
    constexpr unsigned long long infinity = (unsigned long long)Format<Number>::exponents
                                            << (Format<Number>::bits - 1);
    const bool is_nan = has_nan || (has_positive && has_negative);
    return Format<Number>::number(is_nan ? infinity | 1ull << (Format<Number>::bits - 2) : infinity,
                                  has_negative && !is_nan);
}

// Leaves 32 bits in each chunk; returns the carry out of the last one.
__device__ inline int64 carried(int64* chunks, int count) {
    int64 into = 0;
    for (int i = 0; i < count; ++i) {
        const int64 now = chunks[i] + into;
        chunks[i] = now & 0xffffffff;
        into = now >> chunk_bits;
    }
    return into;
}

// Σ chunks[i]·2^(32·i + exponent), 0 <= i < count; the chunks are overwritten. requires: the value is below 2^(32·count +
// exponent) in magnitude; count >= 3.
template <class Number>
__device__ Number rounded(int64* chunks, int count, int exponent, int direction, word kinds) {
    using To = Format<Number>;
    const bool is_negative = carried(chunks, count) < 0;
    if (is_negative) {
        for (int i = 0; i < count; ++i) chunks[i] = -chunks[i];
        carried(chunks, count);
    }
    int top = count - 1;
    while (top >= 0 && chunks[top] == 0) --top;
    if (top < 0) return zero<Number>(kinds, direction);
    const auto chunk = [&](int i) { return i >= 0 ? (unsigned long long)chunks[i] : 0; };
    // 64 bits from the first one on, and whether there are others
    const int shift = __clzll(chunk(top) << chunk_bits | chunk(top - 1));
    const unsigned long long first =
        (chunk(top) << chunk_bits | chunk(top - 1)) << shift | chunk(top - 2) << shift >> chunk_bits;
    bool is_more = (word)(chunk(top - 2) << shift) != 0;
    for (int i = 0; i < top - 2 && !is_more; ++i) is_more = chunks[i] != 0;
    const int lowest = exponent + chunk_bits * (top - 1) - shift;  // of those 64 bits
    const int dropped = max(64 - To::bits, To::least - lowest);
    const unsigned long long kept = dropped < 64 ? first >> dropped : 0, rest = dropped < 64
                                                                                    ? first << (64 - dropped)
                                                                                : dropped == 64 ? first
                                                                                                : 1;
    const bool is_half = rest >> 63, is_above = rest << 1 != 0 || is_more;
    const bool is_away = direction == to_nearest  ? is_half && (is_above || kept & 1)
                         : direction == upwards   ? !is_negative && (is_half || is_above)
                         : direction == downwards ? is_negative && (is_half || is_above)
                                                  : false;
    // a significand that carries raises the exponent
    const unsigned long long unit = (unsigned long long)(lowest + dropped - To::least),
                             pattern = (unit << (To::bits - 1)) + kept + is_away,
                             infinity = (unsigned long long)To::exponents << (To::bits - 1);
    if (pattern < infinity) return To::number(pattern, is_negative);
    const bool is_infinite = direction == to_nearest || direction == (is_negative ? downwards : upwards);
    return To::number(is_infinite ? infinity : infinity - 1, is_negative);
}

// The number of a result (sum/gpu/kernel_layout.hpp), whose chunks are overwritten.
template <class Number>
__device__ Number rounded(int64* result, int direction) {
    const int64* const specials = result + place_of_specials;
    if (specials[0] | specials[1] | specials[2])
        return special<Number>(specials[0] != 0, specials[1] != 0, specials[2] != 0);
    return rounded<Number>(result, chunk_count, least_exponent, direction, (word)result[place_of_kinds]);
}

}  // namespace
