// The parts of a header that are the same in all of them, or differ by names alone.
//
// Promises: headers have these tokens and no others around their functions; they are not proved, but read by people and
// tested. `$name` stands for the specification's value (cursor.hpp).
#pragma once

#include <string_view>

namespace limbsmith::read::fixed {

// clang-format off
// Types, and refused compilers.
inline constexpr std::string_view prelude = R"(
#if !defined(__CUDACC_RTC__)
#include <stdint.h>
#else
typedef unsigned int uint32_t;
#endif

#if defined(__CUDACC_VER_MAJOR__) && !defined(LIMBSMITH_ANY_COMPILER)
#if __CUDACC_VER_MAJOR__ * 100 + __CUDACC_VER_MINOR__ < 1209
#error "CUDA 12.9 or newer is needed: ptxas 12.8 computes some products wrongly. Define LIMBSMITH_ANY_COMPILER to take the risk."
#endif
#endif
)";

// The declaration of functions.
inline constexpr std::string_view function_macro = R"(
#if defined(__CUDACC__)
#define LIMBSMITH_FN __host__ __device__ __forceinline__
#else
#define LIMBSMITH_FN inline
#endif
)";

// Hints for loops.
inline constexpr std::string_view loop_prelude = R"(
// Before a loop over long straight-line code: unrolling it would make compilation take minutes.
#if defined(__CUDA_ARCH__)
#define LIMBSMITH_LOOP _Pragma("unroll 1")
// Unrolls two turns, so that values that swap places from turn to turn cost no moves.
#define LIMBSMITH_PAIRS _Pragma("unroll 2")
#else
#define LIMBSMITH_LOOP
#define LIMBSMITH_PAIRS
#endif
// Where a turn begins of a loop that is the same for all threads that call a function together. If all threads of a block do, define
// LIMBSMITH_BLOCKS_IN_STEP: code that is longer than the instruction cache is fetched once for all of them then.
#if defined(LIMBSMITH_BLOCKS_IN_STEP) && defined(__CUDA_ARCH__)
#define LIMBSMITH_IN_STEP __syncthreads();
#else
#define LIMBSMITH_IN_STEP
#endif
)";

// Numbers as text. `number`: the type; `check`: that a number is below its limit.
inline constexpr std::string_view text = R"(
#if !defined(__CUDACC_RTC__)
// Text, in host code only. The characters that to_hex and to_dec write, including the final zero (log10(2) < 0.30103):
constexpr int hex_chars = 8 * limbs + 3, dec_chars = 32 * limbs * 30103 / 100000 + 2;
$wide_sizes

namespace detail {

inline char* write_hex(char* out, const uint32_t* limb, int count) {
    int k = 8 * count - 1;  // the highest digit that is not 0, or the lowest
    while (k > 0 && (limb[k / 8] >> (4 * (k % 8)) & 15u) == 0) --k;
    char* end = out;
    *end++ = '0';
    *end++ = 'x';
    for (; k >= 0; --k) *end++ = "0123456789abcdef"[limb[k / 8] >> (4 * (k % 8)) & 15u];
    *end = 0;
    return out;
}

// Writes nine digits at a time, the last first, at the end of the `chars` characters, then moves them. Clears limb.
inline char* write_dec(char* out, int chars, uint32_t* limb, int count) {
    char* digit = out + chars - 1;
    *digit = 0;
    uint32_t more;  // not 0 if there are digits above these nine
    do {
        uint64_t nine = 0;
        more = 0;
        for (int i = count - 1; i >= 0; --i) {
            nine = nine << 32 | limb[i];
            more |= limb[i] = uint32_t(nine / 1000000000u);
            nine %= 1000000000u;
        }
        for (int k = 0; k < 9 && (more || nine || !*digit); ++k) {
            *--digit = char('0' + nine % 10);
            nine /= 10;
        }
    } while (more);
    for (char* to = out; (*to = *digit) != 0; ++to) ++digit;
    return out;
}

// Reads limb = the number and returns 1; returns 0 for no digits, a wrong character, or a number that the limbs cannot
// hold.
inline uint32_t read_number(uint32_t* limb, int count, const char* text, uint32_t base) {
    for (int i = 0; i < count; ++i) limb[i] = 0;
    if (!*text) return 0;
    for (; *text; ++text) {
        const char c = *text;
        uint64_t carry = c >= '0' && c <= '9'   ? uint64_t(c - '0')
                         : c >= 'a' && c <= 'f' ? uint64_t(c - 'a' + 10)
                         : c >= 'A' && c <= 'F' ? uint64_t(c - 'A' + 10)
                                                : base;
        if (carry >= base) return 0;
        for (int i = 0; i < count; ++i) {
            carry += uint64_t(limb[i]) * base;
            limb[i] = uint32_t(carry);
            carry >>= 32;
        }
        if (carry) return 0;
    }
    return 1;
}

inline uint32_t from_text($number& x, const char* text, uint32_t base) {
    $number r;
    uint32_t ok = read_number(r.limb, limbs, text, base);
$check
    for (int i = 0; i < limbs; ++i) x.limb[i] = ok ? r.limb[i] : 0;
    return ok;
}

}  // namespace detail

// Write x in hexadecimal after 0x, or in decimal, without leading zeros. Return out.
// requires: out holds hex_chars, dec_chars characters
inline char* to_hex(char* out, const $number& x) { return detail::write_hex(out, x.limb, limbs); }
inline char* to_dec(char* out, $number x) { return detail::write_dec(out, dec_chars, x.limb, limbs); }
$wide_functions

// Read x from text, in hexadecimal with or without 0x, or in decimal, and return 1. If text is empty, has characters
// that are not digits, or its number is $refused: x = 0, and they return 0.
inline uint32_t from_hex($number& x, const char* text) {
    const bool prefix = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    return detail::from_text(x, prefix ? text + 2 : text, 16);
}
inline uint32_t from_dec($number& x, const char* text) { return detail::from_text(x, text, 10); }
#endif
)";
inline constexpr std::string_view wide_sizes =
    "constexpr int wide_hex_chars = 8 * wide_limbs + 3, wide_dec_chars = 32 * wide_limbs * 30103 / 100000 + 2;";
inline constexpr std::string_view wide_functions = R"(
// The same for wide; wide_hex_chars, wide_dec_chars characters.
inline char* to_hex(char* out, const wide& x) { return detail::write_hex(out, x.limb, wide_limbs); }
inline char* to_dec(char* out, wide x) { return detail::write_dec(out, wide_dec_chars, x.limb, wide_limbs); }
)";
inline constexpr std::string_view check_below_N = R"(
    const plain N = modulus();
    int top = limbs - 1;
    while (top > 0 && r.limb[top] == N.limb[top]) --top;
    if (r.limb[top] >= N.limb[top]) ok = 0;
)";
// Numbers in signed digits as text, in host code.
inline constexpr std::string_view digit_text = R"(
#if !defined(__CUDACC_RTC__)
// Decimal text, in host code only. The characters that to_dec writes, including the final zero (log10(2) < 0.30103):
constexpr int dec_chars = 32 * limbs * 30103 / 100000 + 3, wide_dec_chars = 32 * wide_limbs * 30103 / 100000 + 3;

namespace detail {

template <int count>
char* write_digits(char* out, int chars, const uint32_t (&x)[count]) {
    int top = count - 1;
    while (top > 0 && x[top] == 0) --top;
    const bool is_negative = x[top] >> 31 != 0;  // as the number is: those below make less than 1 of it
    uint32_t limb[count] = {};
    for (int i = top; i >= 0; --i) {
        int64_t carry = is_negative ? -int64_t(int32_t(x[i])) : int64_t(int32_t(x[i]));
        for (int k = 0; k < count; ++k) {
            carry += int64_t(uint64_t(limb[k]) * uint32_t(radix));
            limb[k] = uint32_t(carry);
            carry >>= 32;
        }
    }
    char* digit = out + chars - 1;
    *digit = 0;
    for (bool has_more = true; has_more;) {
        uint64_t rest = 0;
        has_more = false;
        for (int k = count - 1; k >= 0; --k) {
            rest = rest << 32 | limb[k];
            limb[k] = uint32_t(rest / 10);
            rest %= 10;
            has_more |= limb[k] != 0;
        }
        *--digit = char('0' + rest);
    }
    if (is_negative) *--digit = '-';
    for (char* to = out; (*to = *digit) != 0; ++to) ++digit;
    return out;
}

}  // namespace detail

// Write x in decimal, without leading zeros. Return out.
// requires: out holds dec_chars, wide_dec_chars characters
inline char* to_dec(char* out, const num& x) { return detail::write_digits(out, dec_chars, x.limb); }
inline char* to_dec(char* out, const wide& x) { return detail::write_digits(out, wide_dec_chars, x.limb); }

// Reads x from decimal text, with or without '-', and returns 1: from the lowest digit on, a digit with the carry from below that
// is above digit_bound has radix less, and carries 1. If text is empty, has other characters, or the number is larger than that
// whose digits are all digit_bound: x = 0, and it returns 0.
inline uint32_t from_dec(num& x, const char* text) {
    const bool is_negative = *text == '-';
    uint32_t limb[limbs] = {}, ok = text[is_negative] != 0, carry = 0;
    for (const char* c = text + is_negative; *c && ok; ++c) {
        uint64_t sum = uint64_t(*c - '0');
        ok = *c >= '0' && *c <= '9';
        for (int k = 0; k < limbs; ++k) {
            sum += uint64_t(limb[k]) * 10u;
            limb[k] = uint32_t(sum);
            sum >>= 32;
        }
        ok = ok && sum == 0;
    }
    for (int i = 0; i < limbs; ++i) {
        uint64_t rest = 0;
        for (int k = limbs - 1; k >= 0; --k) {
            rest = rest << 32 | limb[k];
            limb[k] = uint32_t(rest / uint32_t(radix));
            rest %= uint32_t(radix);
        }
        uint32_t digit = uint32_t(rest) + carry;
        carry = digit > uint32_t(digit_bound);
        if (carry) digit -= uint32_t(radix);
        x.limb[i] = is_negative ? 0 - digit : digit;
    }
    ok = ok && carry == 0;
    for (int k = 0; k < limbs; ++k) ok = ok && limb[k] == 0;
    for (int i = 0; i < limbs; ++i) x.limb[i] = ok ? x.limb[i] : 0;
    return ok;
}
#endif
)";
// Lazy arithmetic with bounds that the compiler checks, by parts: for all headers, and with an operation. `M`, `m`: the modulus
// object as a parameter and an argument, if it is given at run time.
inline constexpr std::string_view lazy = R"(
// A loose that the compiler knows to be below M*N: sums and differences that could outgrow the limbs do not compile.
template <unsigned long long M>
struct lazy : loose {
    static_assert(M >= 1 && M <= lazy_limit, "below M*N does not fit, M <= lazy_limit: normalize, or multiply");
};
LIMBSMITH_FN lazy<1> relax(const elem& a) {
    lazy<1> r;
    for (int i = 0; i < limbs; ++i) r.limb[i] = a.limb[i];
    return r;
}
template <unsigned long long M>
LIMBSMITH_FN lazy<M> known_below(const loose& a) {
    lazy<M> r;
    for (int i = 0; i < limbs; ++i) r.limb[i] = a.limb[i];
    return r;
}
)";
inline constexpr std::string_view add_lazy = R"(
// a + b, exactly.
template <unsigned long long A, unsigned long long B>
LIMBSMITH_FN lazy<A + B> add_lazy(const lazy<A>& a, const lazy<B>& b) {
    static_assert(2 * A <= lazy_limit && 2 * B <= lazy_limit, "the sum could outgrow the limbs: normalize before");
    return known_below<A + B>(add_lazy(static_cast<const loose&>(a), static_cast<const loose&>(b)));
}
)";
inline constexpr std::string_view sub_lazy = R"(
// a - b + lazy_limit/2*N, exactly.
template <unsigned long long A, unsigned long long B>
LIMBSMITH_FN lazy<A + lazy_limit / 2> sub_lazy(const lazy<A>& a, const lazy<B>& b$M) {
    static_assert(2 * A <= lazy_limit && 2 * B <= lazy_limit, "the difference could outgrow the limbs: normalize before");
    return known_below<A + lazy_limit / 2>(sub_lazy(static_cast<const loose&>(a), static_cast<const loose&>(b)$m));
}
)";
inline constexpr std::string_view mul_lazy = R"(
template <unsigned long long A, unsigned long long B>
LIMBSMITH_FN lazy<2> mul_lazy(const lazy<A>& a, const lazy<B>& b$M) {
    return known_below<2>(mul_lazy(static_cast<const loose&>(a), static_cast<const loose&>(b)$m));
}
)";
inline constexpr std::string_view sqr_lazy = R"(
template <unsigned long long A>
LIMBSMITH_FN lazy<2> sqr_lazy(const lazy<A>& a$M) {
    return known_below<2>(sqr_lazy(static_cast<const loose&>(a)$m));
}
)";

// The start of a header of macros: casts of C and C++, and the index of a word in global memory.
inline constexpr std::string_view macro_prelude = R"(
#ifndef LIMBSMITH_CAST
#if defined(__cplusplus)
#define LIMBSMITH_CAST(type, value) type(value)
#else
#define LIMBSMITH_CAST(type, value) ((type)(value))
#endif
#endif

#ifndef COAL_IDX
#define COAL_IDX(i, j) (((i) * (NUMBER_OF_BIGNUMS)) + (j))
#endif
)";

// A function of kernels on numbers.
inline constexpr std::string_view largest_of_warp = R"(
// The largest value of the lanes of a warp.
__device__ __forceinline__ uint32_t largest_of_warp(uint32_t value) {
#if __CUDA_ARCH__ >= 800
    return __reduce_max_sync(0xffffffffu, value);
#else
    for (int distance = 16; distance > 0; distance /= 2) value = max(value, __shfl_xor_sync(0xffffffffu, value, distance));
    return value;
#endif
}
)";
// clang-format on

}  // namespace limbsmith::read::fixed
