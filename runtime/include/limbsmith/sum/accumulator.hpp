// A sum that loses nothing: an integer wide enough for every sum of doubles and of products of two doubles.
//
//     limbsmith::sum::Accumulator s;
//     for (double x : numbers) s.add(x);
//     s.to_double()                                    // rounded once
//
// value = Σ chunk[i]·2^(32·i − 2148), i = 0 … 135, with signed 64-bit chunks. Chunks have a pitch of 32 bits, so many
// numbers are added before carries must move, and accumulators are merged by integer addition: whatever the order of the
// terms, the threads, processes or devices that add them, value and bytes are the same.
//
// Promises: the value is exact for any 2^64 terms, products of doubles among them. Merging may go further, to absolute
// values below 2^2234; a result beyond it is refused, and the accumulator stays as it was. Infinities, NaN and zeros follow IEEE 754: a
// sum with a NaN, or with infinities of both signs, or a product of 0 and an infinity, is NaN; a sum of nothing but −0 is
// −0; any other sum that is zero is +0, or if it is rounded down and there are terms other than +0, −0. Needs no GMP.
// sum/reductions.hpp adds arrays on all cores; sum_gmp.hpp has the exact value as a rational. C++17.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>

#include "limbsmith/error.hpp"
#include "limbsmith/span.hpp"
#include "limbsmith/sum/formats.hpp"

#pragma GCC visibility push(default)

namespace limbsmith::sum {

constexpr int chunk_count = 136;
constexpr int chunk_bits = 32;  // from a chunk to the next one
constexpr int least_exponent =
    -2148;  // of the lowest bit of chunk 0: that of the product of the two least doubles

using Chunks = std::array<std::int64_t, chunk_count>;

// Which terms were added, where the chunks do not tell. Numbers of terms end at 2^64 - 1.
// special() leaves out zeros beside other terms, and finite terms beside those that are not: they decide nothing.
struct Special {
    std::uint64_t positive_infinities = 0, negative_infinities = 0, nans = 0;
    bool has_positive_zero = false, has_negative_zero = false, has_nonzero = false;
};

class Accumulator {
    template <class T>
    using if_integer = std::enable_if_t<std::is_integral_v<T> && sizeof(T) <= sizeof(std::int64_t)>;

  public:
    static constexpr std::size_t byte_count = 1136;

    // Adds a number as it is; integers have any type of up to 64 bits.
    void add(double x) {
        std::uint64_t bits;
        std::memcpy(&bits, &x, sizeof bits);
        const int exponent = int(bits >> 52) & 0x7ff;
        if (exponent == 0 || exponent == 0x7ff) return add_unusual(x);
        const std::int64_t mantissa = std::int64_t((bits & fraction) | one), sign = std::int64_t(bits) >> 63;
        put((mantissa ^ sign) - sign, exponent + double_position - 1);
    }
    void add(float x) { add(double(x)); }
    void add(half x) { add(sum::to_double(x)); }
    void add(bfloat16 x) { add(sum::to_double(x)); }
    template <class Integer, class = if_integer<Integer>>
    void add(Integer x) {
        add_integer(x < 0 ? std::uint64_t(0) - std::uint64_t(x) : std::uint64_t(x), x < 0);
    }
    // The same as add(−x), also for zeros and infinities.
    template <class Number>
    void subtract(Number x) {
        static_assert(sizeof(Number) <= sizeof(double), "numbers of up to 64 bits");
        if constexpr (std::is_integral_v<Number>) {
            if (x == 0) return add(-0.0);
            add_integer(x < 0 ? std::uint64_t(0) - std::uint64_t(x) : std::uint64_t(x), !(x < 0));
        } else if constexpr (std::is_floating_point_v<Number>) {
            add(-double(x));
        } else {
            add(-sum::to_double(x));
        }
    }

    // Adds a·b, exact, also where its last bits lie below the least double.
    void add_product(double a, double b);
    void add_product(std::int64_t a, std::int64_t b);
    template <class A, class B, class = if_integer<A>, class = if_integer<B>>
    void add_product(A a, B b) {
        static_assert((sizeof(A) < 8 || std::is_signed_v<A>)&&(sizeof(B) < 8 || std::is_signed_v<B>),
                      "factors are in the range of int64_t");
        add_product(std::int64_t(a), std::int64_t(b));
    }

    // Adds, or subtracts, all terms of another sum. Errors: runtime::Error if the value leaves the range.
    void add(const Accumulator& other) { merge(other.chunks_, 0, other.special(), false); }
    void subtract(const Accumulator& other) { merge(other.chunks_, 0, other.special(), true); }
    // Each term becomes its negative. Errors: as add.
    void negate();

    // Adds Σ chunks[k]·2^(32·(first + k) − 2148), for any chunks, and the special terms: the sum of another device, or of a
    // fewer-chunk window of this layout. Chunks that have cancelled are not seen as terms: say so in `special`.
    // Errors: runtime::InputError if 0 ≤ first ≤ first + size ≤ chunk_count does not hold; runtime::Error as add.
    void add_chunks(span<const std::int64_t> chunks, int first, const Special& special = {});

    // The chunks after carries have moved: 0 ≤ chunk[i] < 2^32 for all but the last one, which has the sign. Accumulators with
    // the same value have the same.
    Chunks chunks() const;
    Special special() const;

    bool is_nan() const;
    bool is_infinite() const;
    bool is_finite() const;
    // −1, 0, 1; that of the infinity; 0 for NaN.
    int sign() const;

    // The value rounded once, to a format with its subnormal numbers; beyond its range as IEEE 754 says: infinite to nearest.
    double to_double(Rounding rounding = Rounding::nearest) const;
    float to_float(Rounding rounding = Rounding::nearest) const;
    half to_half(Rounding rounding = Rounding::nearest) const;
    bfloat16 to_bfloat16(Rounding rounding = Rounding::nearest) const;
    // The value rounded to `digits` decimals, such as -0.50 for 2; inf, -inf, nan. A negative value that rounds to zero keeps
    // its sign, as printf writes it. Errors: runtime::InputError if digits is negative.
    std::string to_text(int digits, Rounding rounding = Rounding::nearest) const;

    // byte_count bytes, the same on every machine, and for the same terms in any order.
    std::string to_bytes() const;
    // Errors: runtime::InputError, which says why, if these are not the bytes of an accumulator.
    static Accumulator from_bytes(span<const char> bytes);

  private:
    static constexpr std::uint64_t one = std::uint64_t(1) << 52, fraction = one - 1;
    static constexpr int double_position = -1074 - least_exponent;  // of the least double
    static constexpr int integer_position = -least_exponent;

    // No chunk overflows. After carries have moved, a chunk is in [0, 2^32), but the last one, which has the sign. An addition
    // puts into a chunk either 32 bits or the bits above those: of at most 53 bits shifted by at most 31, without the lower
    // 32, which is at most 2^52; of a product shifted by at most 31, without the lower 96: at most 2^41 for doubles, whose
    // product is below 2^106, and 2^34 for integers, whose product is at most 2^126, shifted by 4. So after 2047 additions a
    // chunk is at most 2^32 + 2047·2^52 < 2^63 in absolute value. The last chunk gets carries only: a product of doubles is
    // below 2^2048, in chunks 0 to 131. Merging leaves the value below 2^2234, 2^62 in the last chunk, and 2^64 more terms
    // below 2^2048 each do not reach 2^2235, where it would overflow.
    static constexpr int most_pending = 2047;

    // Adds m·2^(position + least_exponent). requires: |m| < 2^53, 0 ≤ position ≤ 3119.
    void put(std::int64_t m, int position) {
        std::int64_t* const to = chunks_.data() + (position >> 5);
        const int shift = position & 31;
        to[0] += std::int64_t((std::uint64_t(m) << shift) & 0xffffffff);
        to[1] += m >> (32 - shift);
        if (++pending_ == most_pending) carry();
    }
    // Adds a·b·2^(position + least_exponent). requires: the product and its position are those of doubles or integers.
    void put_product(std::int64_t a, std::int64_t b, int position);
    void add_unusual(double x);
    void add_integer(std::uint64_t magnitude, bool is_negative);
    void add_zero(bool is_negative);
    void carry();
    void merge(span<const std::int64_t> chunks, int first, const Special& special, bool is_subtracted);

    Chunks chunks_{};
    Special special_{};
    int pending_ = 0;  // additions since carries moved
};

// By value, as IEEE 754 compares: infinities are equal to themselves, NaN to nothing, +0 to −0.
bool operator==(const Accumulator& a, const Accumulator& b);
bool operator<(const Accumulator& a, const Accumulator& b);
inline bool operator!=(const Accumulator& a, const Accumulator& b) { return !(a == b); }
inline bool operator>(const Accumulator& a, const Accumulator& b) { return b < a; }
inline bool operator<=(const Accumulator& a, const Accumulator& b) { return a < b || a == b; }
inline bool operator>=(const Accumulator& a, const Accumulator& b) { return b <= a; }

}  // namespace limbsmith::sum

#pragma GCC visibility pop
