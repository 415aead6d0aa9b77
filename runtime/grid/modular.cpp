#include "limbsmith/grid/modular.hpp"

#include <algorithm>
#include <bit>
#include <vector>

#include "limbsmith/error.hpp"
#include "limbsmith/grid/division.hpp"

namespace limbsmith::grid {
namespace {

// x = -1/n modulo B^words: x' = x·(2 + n·x), whose words are right twice as many times. K. Hensel; S. Dusse, B. Kaliski
// 1990.
Numbers negative_inverse(Arithmetic& arithmetic, const View& n, uint32_t lowest) {
    uint32_t word = lowest;  // an inverse modulo 2^3
    for (int bits = 3; bits < 32; bits *= 2) word *= 2 - lowest * word;
    const Numbers x = arithmetic.zeros(n.length, 1);
    arithmetic.machine().write(x.memory.get(), std::vector<uint32_t>{0 - word});
    const Numbers two = arithmetic.numbers(std::vector<uint32_t>{2}, 1);
    for (uint32_t k = 1; k < n.length;) {
        const uint32_t next = std::min(2 * k, n.length);
        const Numbers product = arithmetic.make(next, 1), factor = arithmetic.make(next, 1);
        arithmetic.multiply(product, n.low(next), x.view().low(k), 1);
        arithmetic.add(factor, product, two, 1);
        arithmetic.multiply(product, factor, x.view().low(k), 1);
        arithmetic.copy(x.view().low(next), product, 1);
        k = next;
    }
    return x;
}

}  // namespace

Modulus::Modulus(Arithmetic& arithmetic, const View& n) : arithmetic_(arithmetic) {
    const Numbers bits = arithmetic.make(1, 1), up = arithmetic.make(1, 1), first = arithmetic.make(1, 1);
    arithmetic.bit_length(bits, up, n, 1);
    arithmetic.copy(first, n, 1);
    const uint32_t length = arithmetic.words(bits)[0], lowest = arithmetic.words(first)[0];
    if (lowest % 2 == 0 || length < 2) throw runtime::InputError("a modulus is odd and at least 3");
    words_ = (length + 2 + 31) / 32;
    n_ = arithmetic.make(words_, 1);
    arithmetic.copy(n_, n, 1);
    inverse_ = arithmetic.transform(negative_inverse(arithmetic, n_, lowest), 1, 2 * words_);
    modulus_ = arithmetic.transform(n_, 1, 2 * words_);
    // R^2 mod N
    square_ = arithmetic.make(words_, 1);
    const Numbers power = arithmetic.zeros(2 * words_ + 1, 1), quotient = arithmetic.make(2 * words_ + 1, 1);
    arithmetic.machine().write(power.memory.get() + 2 * words_, std::vector<uint32_t>{1});
    divide(arithmetic, quotient, square_, power, n_, 1);
}

// With q = a·b·(-1/N) mod R, a·b + q·N is a multiple of R; without R it is below (4N^2 + RN)/R < 2N. The low halves
// give a carry unless both are 0.
void Modulus::multiply(const View& r, const View& a, const View& b, uint32_t count) const {
    const Numbers product = arithmetic_.make(2 * words_, count), q = arithmetic_.make(words_, count),
                  multiple = arithmetic_.make(2 * words_, count);
    arithmetic_.multiply(product, a, b, count);
    arithmetic_.multiply(q, product.view().low(words_), inverse_, count);
    arithmetic_.multiply(multiple, q, modulus_, count);
    arithmetic_.add(multiple, multiple, product, count);
    arithmetic_.copy(r, multiple.view().from(words_), count);
}

// A product by 1 is at most N, and N only for 0.
void Modulus::leave(const View& r, const View& a, uint32_t count) const {
    const Numbers value = make(count), reduced = make(count), reaches = arithmetic_.make(1, count);
    multiply(value, a, arithmetic_.one(), count);
    arithmetic_.subtract(reduced, value, of_one(n_), count, {{}, reaches.view()});
    arithmetic_.subtract(r, value, of_one(n_), count, {reaches.view(), {}});
}

// Windows of four bits, from the highest on.
void Modulus::power(const View& r, const View& a, span<const uint32_t> exponent, uint32_t count) const {
    constexpr uint32_t window = 4;
    std::vector<Numbers> powers(size_t{1} << window);
    powers[0] = make(count), powers[1] = make(count);
    arithmetic_.copy(powers[1], a, count);
    multiply(powers[0], of_one(square_), arithmetic_.one(), 1);
    if (count > 1) {
        const Numbers one = powers[0];
        powers[0] = make(count);
        arithmetic_.copy(powers[0], of_one(one), count);
    }
    for (size_t i = 2; i < powers.size(); ++i) {
        powers[i] = make(count);
        multiply(powers[i], powers[i - 1], powers[1], count);
    }
    size_t digits = exponent.size() * 32 / window;
    const auto digit = [&](size_t i) {
        return exponent[i * window / 32] >> (i * window % 32) & ((1u << window) - 1);
    };
    while (digits > 0 && digit(digits - 1) == 0) --digits;
    const Numbers power = make(count);
    arithmetic_.copy(power, powers[digits == 0 ? 0 : digit(digits - 1)], count);
    for (size_t i = digits; i-- > 1;) {
        for (uint32_t k = 0; k < window; ++k) multiply(power, power, power, count);
        if (digit(i - 1) != 0) multiply(power, power, powers[digit(i - 1)], count);
    }
    arithmetic_.copy(r, power, count);
}

}  // namespace limbsmith::grid
