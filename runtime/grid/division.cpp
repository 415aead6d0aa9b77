#include "limbsmith/grid/division.hpp"

#include <algorithm>
#include <vector>

#include "grid/newton.hpp"

namespace limbsmith::grid {
namespace {

// x, of p + 1 words, becomes B^(2p)/d rounded down by less than 16, for d of p words with its top bit set. After a step
// its k + 1 highest words are X with B^(2k)/(D + 1) - 16 < X < B^(2k)/(D + 1), where D are the k highest words of d; the
// others are 0.
//
// With D' the k' highest words of d, E = B^(k+k') - (D' + 1)·X is positive, since (D' + 1) <= (D + 1)·B^(k'-k). One
// step, X' = X·B^(k'-k) + X·E/B^(2k), falls short of B^(2k')/(D' + 1) by its part (E/B^(k+k'))^2 and by the part rounded
// off. E - 1 does as well as E, and comes from one sum of complements.
void reciprocal(Arithmetic& arithmetic, const Numbers& x, const View& d, uint32_t count) {
    const uint32_t p = d.length;
    const View all = x.view();
    const std::vector<uint32_t> precisions = start(arithmetic, Newton::reciprocal, all, d, count);
    for (size_t step = 1; step < precisions.size(); ++step) {
        const uint32_t k = precisions[step - 1], next = precisions[step];
        const View now = all.from(p - k);
        const Numbers product = arithmetic.make(next + 1, count), rest = arithmetic.make(next + 1, count),
                      more = arithmetic.make(next + 2 - k, count);
        arithmetic.multiply(product, d.from(p - next), now, count);
        arithmetic.complement(rest, product, now, count);
        arithmetic.multiply(more, now, rest, count, 2 * k);
        arithmetic.add(all.from(p - next), all.from(p - next), more, count);
    }
}

// By how many bits each divisor is shifted.
Numbers shifts(Arithmetic& arithmetic, const View& d, uint32_t count) {
    const Numbers bits = arithmetic.make(1, count), up = arithmetic.make(1, count);
    arithmetic.bit_length(bits, up, d, count);
    return up;
}

// n of a divisor: a quotient is below 2^(32·(a_length - d.length) + up + 1).
uint32_t words_of_divisor(Arithmetic& arithmetic, const View& d, const Numbers& up, uint32_t a_length) {
    const std::vector<uint32_t> ups = arithmetic.words(up);
    const int64_t quotient = int64_t{a_length} - d.length + *std::ranges::max_element(ups) / 32 + 1;
    return static_cast<uint32_t>(std::max<int64_t>(d.length, quotient));
}

Divisor of_words(Arithmetic& arithmetic, const View& d, const Numbers& up, uint32_t count, uint32_t n) {
    const Numbers own = arithmetic.make(n + 1, count), x = arithmetic.make(n + 2, count);
    arithmetic.repeat("reciprocal", {own, x, d, up}, count, n, [&] {
        arithmetic.shift_left(own, d, up, count, 32 * (n + 1 - d.length));
        reciprocal(arithmetic, x, own, count);
    });
    return {own, x, up, d.length, count};
}

}  // namespace

Divisor divisor(Arithmetic& arithmetic, const View& d, uint32_t count, uint32_t a_length) {
    const Numbers up = shifts(arithmetic, d, count);
    return of_words(arithmetic, d, up, count, words_of_divisor(arithmetic, d, up, a_length));
}

// The shifts lie in other memory each time, so the work that may be repeated makes them once more.
void divide(Arithmetic& arithmetic, const View& q, const View& r, const View& a, const View& d,
            uint32_t count) {
    const uint32_t divisors = d.stride == 0 ? 1 : count;
    const uint32_t n = words_of_divisor(arithmetic, d, shifts(arithmetic, d, divisors), a.length);
    arithmetic.repeat("division", {q, r, a, d}, count, n, [&] {
        divide(arithmetic, q, r, a, of_words(arithmetic, d, shifts(arithmetic, d, divisors), divisors, n),
               count);
    });
}

// A = a·2^up·B^(n - d.length) has the same quotient by d'. It is below B^(2n): the product of its n + 1 highest words
// and the reciprocal, without n + 2 words, is the quotient or one less.
void divide(Arithmetic& arithmetic, const View& q, const View& r, const View& a, const Divisor& by,
            uint32_t count) {
    const uint32_t n = by.n(), more = 32 * (n - by.length);
    const View d = by.of(by.normalized).from(1), x = by.of(by.reciprocal), up = by.of(by.up);
    const Numbers whole = arithmetic.make(2 * n, count), quotient = arithmetic.make(n, count),
                  product = arithmetic.make(n + 1, count), reduced = arithmetic.make(n + 1, count),
                  reaches = arithmetic.make(1, count);
    arithmetic.shift_left(whole, a, up, count, more);
    const View rest = whole.view().low(n + 1);
    arithmetic.multiply(quotient, whole.view().from(n - 1), x, count, n + 2);
    arithmetic.multiply(product, quotient, d, count);
    arithmetic.subtract(rest, rest, product, count);
    arithmetic.subtract(reduced, rest, d, count, {{}, reaches.view()});
    arithmetic.subtract(rest, rest, d, count, {reaches.view(), {}});
    arithmetic.add(q, quotient, reaches, count);
    arithmetic.shift_right(r, rest, up, count, more);
}

}  // namespace limbsmith::grid
