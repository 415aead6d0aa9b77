// Terms that are no normal doubles, carries, merging and comparison.
#include "limbsmith/sum/accumulator.hpp"

#include <algorithm>
#include <cmath>

namespace limbsmith::sum {
namespace {

constexpr std::uint64_t low_word = 0xffffffff;

// A finite double as mantissa·2^exponent.
struct Parts {
    std::int64_t mantissa;
    int exponent;
};
Parts parts_of(double x) {
    std::uint64_t bits;
    std::memcpy(&bits, &x, sizeof bits);
    const int exponent = int(bits >> 52) & 0x7ff;
    const auto fraction = std::int64_t(bits & ((std::uint64_t(1) << 52) - 1)),
               sign = std::int64_t(bits) >> 63;
    const std::int64_t magnitude = fraction | std::int64_t(exponent != 0) << 52;
    return {(magnitude ^ sign) - sign, exponent - int(exponent != 0) - 1074};
}

// chunks ± other, with all carries moved; other[k] stands at chunk `first` + k. The value left for the last
// chunk may be too large for it.
struct Carried {
    Chunks chunks;
    __int128 last;
};
Carried carried(const Chunks& chunks, span<const std::int64_t> other, std::size_t first, bool is_subtracted) {
    Carried made;
    __int128 rest = 0;
    for (std::size_t i = 0; i < chunks.size(); ++i) {
        rest += chunks[i];
        if (i >= first && i - first < other.size())
            rest += is_subtracted ? -__int128(other[i - first]) : __int128(other[i - first]);
        if (i + 1 == chunks.size()) break;
        made.chunks[i] = std::int64_t(std::uint64_t(rest) & low_word);
        rest >>= chunk_bits;
    }
    made.last = rest;
    made.chunks.back() = std::int64_t(rest);
    return made;
}
Chunks carried(const Chunks& chunks) { return carried(chunks, {}, 0, false).chunks; }

Special negated(Special special) {
    std::swap(special.positive_infinities, special.negative_infinities);
    std::swap(special.has_positive_zero, special.has_negative_zero);
    return special;
}

// Stays at 2^64 - 1, which no order of additions changes: no infinity is lost.
void count(std::uint64_t& to, std::uint64_t more = 1) {
    if (__builtin_add_overflow(to, more, &to)) to = ~std::uint64_t(0);
}

void include(Special& to, const Special& special) {
    count(to.positive_infinities, special.positive_infinities);
    count(to.negative_infinities, special.negative_infinities);
    count(to.nans, special.nans);
    to.has_positive_zero |= special.has_positive_zero;
    to.has_negative_zero |= special.has_negative_zero;
    to.has_nonzero |= special.has_nonzero;
}

}  // namespace

void Accumulator::put_product(std::int64_t a, std::int64_t b, int position) {
    std::int64_t* const to = chunks_.data() + position / chunk_bits;
    const int shift = position % chunk_bits;
    const __int128 product = __int128(a) * b, upper = product >> (chunk_bits - shift);
    to[0] += std::int64_t((static_cast<unsigned __int128>(product) << shift) & low_word);
    to[1] += std::int64_t(std::uint64_t(upper) & low_word);
    to[2] += std::int64_t(std::uint64_t(upper >> 32) & low_word);
    to[3] += std::int64_t(upper >> 64);
    if (++pending_ == most_pending) carry();
}

void Accumulator::add_product(double a, double b) {
    if (!std::isfinite(a) || !std::isfinite(b)) return add_unusual(a * b);
    const Parts x = parts_of(a), y = parts_of(b);
    if (x.mantissa == 0 || y.mantissa == 0) return add_zero(std::signbit(a) != std::signbit(b));
    put_product(x.mantissa, y.mantissa, x.exponent + y.exponent - least_exponent);
}

void Accumulator::add_product(std::int64_t a, std::int64_t b) {
    if (a == 0 || b == 0) return add_zero(false);
    put_product(a, b, integer_position);
}

void Accumulator::add_unusual(double x) {
    if (std::isnan(x)) {
        count(special_.nans);
    } else if (std::isinf(x)) {
        count(x > 0 ? special_.positive_infinities : special_.negative_infinities);
    } else if (x == 0) {
        add_zero(std::signbit(x));
    } else {
        const Parts parts = parts_of(x);
        put(parts.mantissa, parts.exponent - least_exponent);
    }
}

void Accumulator::add_zero(bool is_negative) {
    (is_negative ? special_.has_negative_zero : special_.has_positive_zero) = true;
}

void Accumulator::add_integer(std::uint64_t magnitude, bool is_negative) {
    if (magnitude == 0) return add_zero(false);
    const auto low = std::int64_t(magnitude & low_word), high = std::int64_t(magnitude >> 32);
    put(is_negative ? -low : low, integer_position);
    put(is_negative ? -high : high, integer_position + 32);
}

void Accumulator::carry() {
    chunks_ = carried(chunks_);
    special_.has_nonzero = true;
    pending_ = 0;
}

void Accumulator::merge(span<const std::int64_t> chunks, int first, const Special& special,
                        bool is_subtracted) {
    const Carried made = carried(chunks_, chunks, std::size_t(first), is_subtracted);
    constexpr __int128 limit = __int128(1) << 62;
    if (made.last < -limit || made.last >= limit)
        throw runtime::Error("the sum leaves the range of accumulators, ±2^2234");
    chunks_ = made.chunks;
    include(special_, is_subtracted ? negated(special) : special);
    special_.has_nonzero |= pending_ != 0;
    pending_ = 0;
}

void Accumulator::negate() {
    Accumulator made;
    made.subtract(*this);
    *this = made;
}

void Accumulator::add_chunks(span<const std::int64_t> chunks, int first, const Special& special) {
    if (first < 0 || first > chunk_count || chunks.size() > std::size_t(chunk_count - first))
        throw runtime::InputError("add_chunks: chunks " + std::to_string(first) + " to " +
                                  std::to_string(first + std::int64_t(chunks.size()) - 1) +
                                  " of an accumulator, which has 0 to " + std::to_string(chunk_count - 1));
    merge(chunks, first, special, false);
    special_.has_nonzero |= std::any_of(chunks.begin(), chunks.end(), [](std::int64_t c) { return c != 0; });
}

Chunks Accumulator::chunks() const { return pending_ == 0 ? chunks_ : carried(chunks_); }

Special Accumulator::special() const {
    Special made = special_;
    made.has_nonzero |= pending_ != 0;
    // Terms that decide nothing beside others are left out: devices do not look for them.
    if (!is_finite()) made.has_nonzero = false;
    if (!is_finite() || made.has_nonzero) made.has_positive_zero = made.has_negative_zero = false;
    return made;
}

bool Accumulator::is_nan() const {
    return special_.nans > 0 || (special_.positive_infinities > 0 && special_.negative_infinities > 0);
}
bool Accumulator::is_infinite() const { return !is_nan() && !is_finite(); }
bool Accumulator::is_finite() const {
    return special_.nans == 0 && special_.positive_infinities == 0 && special_.negative_infinities == 0;
}

int Accumulator::sign() const {
    if (is_nan()) return 0;
    if (!is_finite()) return special_.positive_infinities > 0 ? 1 : -1;
    const Chunks all = chunks();
    if (all.back() < 0) return -1;
    return std::all_of(all.begin(), all.end(), [](std::int64_t c) { return c == 0; }) ? 0 : 1;
}

bool operator==(const Accumulator& a, const Accumulator& b) {
    if (a.is_nan() || b.is_nan()) return false;
    if (!a.is_finite() || !b.is_finite()) return a.is_finite() == b.is_finite() && a.sign() == b.sign();
    return a.chunks() == b.chunks();
}

bool operator<(const Accumulator& a, const Accumulator& b) {
    if (a.is_nan() || b.is_nan()) return false;
    if (a.is_infinite()) return a.sign() < 0 && !(b.is_infinite() && b.sign() < 0);
    if (b.is_infinite()) return b.sign() > 0;
    const Chunks x = a.chunks(), y = b.chunks();
    return std::lexicographical_compare(x.rbegin(), x.rend(), y.rbegin(), y.rend());
}

}  // namespace limbsmith::sum
