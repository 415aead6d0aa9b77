#include "limbsmith/grid/square_root.hpp"

#include <vector>

#include "grid/newton.hpp"

namespace limbsmith::grid {
namespace {

// y, of p + 1 words, becomes B^p/sqrt(t) rounded down by some units, for t = a/B^p from 1/4 to 1, where a has p words.
// After a step the k + 1 highest words of y are Y < B^k/sqrt((A + 1)/B^k), where A are the k highest words of a; the
// others are 0.
//
// With A' the k' highest words of a, E = B^(k' + 2k) - (A' + 1)·Y^2 is positive, since (A' + 1)/B^k' <= (A + 1)/B^k. E
// - 1 comes from one sum of complements; without 2k words it gives Y' = Y·B^(k' - k) + Y·E/(2·B^k), which falls short
// of the root that is wanted, as Newton's method does.
void inverse_root(Arithmetic& arithmetic, const Numbers& y, const View& a, uint32_t count) {
    const uint32_t p = a.length;
    const View all = y.view();
    const std::vector<uint32_t> precisions = start(arithmetic, Newton::inverse_root, all, a, count);
    for (size_t step = 1; step < precisions.size(); ++step) {
        const uint32_t k = precisions[step - 1], next = precisions[step];
        const View now = all.from(p - k);
        const Numbers square = arithmetic.make(2 * k + 2, count),
                      product = arithmetic.make(next + 2 * k, count),
                      rest = arithmetic.make(next + 2 * k, count), more = arithmetic.make(next + 1, count),
                      half = arithmetic.make(next + 1, count);
        arithmetic.multiply(square, now, now, count);
        arithmetic.multiply(product, a.from(p - next), square, count);
        arithmetic.complement(rest, product, square, count);
        arithmetic.multiply(more, now, rest.view().from(2 * k), count, k);
        arithmetic.shift_right(half, more, arithmetic.one(), count);
        arithmetic.add(all.from(p - next), all.from(p - next), half, count);
    }
}

// a is shifted by an even number of bits, so that one of the two highest bits of 2n words is set. Its n + 1 highest
// words times the inverse root are the root or one less: then the square of the next number is not too large.
void by_inverse(Arithmetic& arithmetic, const View& r, const View& a, uint32_t count) {
    const uint32_t n = (a.length + 1) / 2, p = n + 1;
    const Numbers bits = arithmetic.make(1, count), up = arithmetic.make(1, count),
                  half = arithmetic.make(1, count), even = arithmetic.make(1, count);
    arithmetic.bit_length(bits, up, a, count);
    arithmetic.shift_right(half, up, arithmetic.one(), count);
    arithmetic.shift_left(even, half, arithmetic.one(), count);
    const Numbers whole = arithmetic.make(2 * n, count), y = arithmetic.make(p + 1, count),
                  root = arithmetic.make(n, count), next = arithmetic.make(n + 1, count),
                  square = arithmetic.make(2 * n + 2, count), rest = arithmetic.make(2 * n + 2, count),
                  reaches = arithmetic.make(1, count);
    const uint32_t padding = 32 * (2 * n - a.length);
    arithmetic.shift_left(whole, a, even, count, padding);
    const View highest = whole.view().from(2 * n - p);
    inverse_root(arithmetic, y, highest, count);
    arithmetic.multiply(root, highest, y, count, 2 * p - n);
    arithmetic.add(next, root, arithmetic.one(), count);
    arithmetic.multiply(square, next, next, count);
    arithmetic.subtract(rest, whole, square, count, {{}, reaches.view()});
    arithmetic.add(next, root, reaches, count);
    arithmetic.shift_right(r, next, half, count, padding / 2);
}

}  // namespace

void square_root(Arithmetic& arithmetic, const View& r, const View& a, uint32_t count) {
    arithmetic.repeat("square_root", {r, a}, count, 0, [&] { by_inverse(arithmetic, r, a, count); });
}

}  // namespace limbsmith::grid
