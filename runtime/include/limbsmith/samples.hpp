// Operands to test a function on: ends of ranges, limbs that cause carries, and random numbers.
//
// Promises: the same operands for the same seed on every machine, each in the requested range. draw_operands
// of generated headers tells which operands their operations allow; trial.hpp uses the operands. Needs only
// the standard library. C++17.
#pragma once

#include <stdint.h>

#include <algorithm>
#include <random>
#include <vector>

namespace limbsmith::self_check {

class samples {
  public:
    using Words = std::vector<uint32_t>;

    explicit samples(uint64_t seed) : engine_(seed) {}

    // Starts the next set of operands: first the smallest of all ranges, then the largest, then others.
    void next() { ++turn_; }

    // Draws x < 2^bits.
    // requires: T is uint32_t or a struct of limbs with at least this many bits; bits > 0.
    template <class T>
    void below(T& x, int bits) {
        std::vector<uint32_t> most(words(x), 0);
        for (int i = 0; i < bits; ++i) most[i / 32] |= 1u << (i % 32);
        draw(x, most);
    }
    // Draws x < factor·2^shift·base.
    // requires: base > 0, and the product fits the limbs of x.
    template <class T, class Base>
    void below(T& x, const Base& base, uint64_t factor = 1, int shift = 0) {
        draw(x, predecessor(product(reinterpret_cast<const uint32_t*>(&base), words(base), factor, shift),
                            words(x)));
    }
    // Draw 0 < x < 2^bits, or an odd x < 2^bits.
    template <class T>
    void positive(T& x, int bits) {
        below(x, bits);
        uint32_t* const limb = reinterpret_cast<uint32_t*>(&x);
        if (std::all_of(limb, limb + words(x), [](uint32_t word) { return word == 0; })) limb[0] = 1;
    }
    template <class T>
    void odd(T& x, int bits) {
        below(x, bits);
        *reinterpret_cast<uint32_t*>(&x) |= 1;
    }
    // Draws signed digits from -bound to bound, one a word in two's complement.
    // Those from `used` on are 0; 0 means that all are used.
    // requires: T is a struct of digits; bound < 2^31.
    template <class T>
    void digits(T& x, uint32_t bound, size_t used = 0) {
        Words number = digits_of(used ? used : words(x), bound);
        number.resize(words(x));
        std::copy(number.begin(), number.end(), reinterpret_cast<uint32_t*>(&x));
    }
    // The same as words, without zeros, for hosts that know types when they run.
    Words digits_of(size_t count, uint32_t bound) {
        Words x(count, turn_ == 1 ? 0 - bound : bound);
        if (turn_ <= 2) return x;
        const uint64_t kind = below(6);
        if (kind == 0 && last_.size() == count) return last_;  // the previous operand
        for (uint32_t& digit : x) {
            const uint32_t half = bound / 2 + 1, ends[] = {bound, bound - 1, half, half - 1, 1, 0};
            digit = kind < 3 ? ends[below(6)] : uint32_t(below(uint64_t{bound} + 1));
            if (below(2)) digit = 0 - digit;
        }
        if (kind == 3)  // a short number
            for (size_t i = below(count) + 1; i < count; ++i) x[i] = 0;
        return last_ = x;
    }
    // Draws a number from 0 to `most`, as many words: the numbers of the others, for hosts that know types when they run.
    Words at_most(const Words& most) { return last_ = choose(most); }

  private:
    template <class T>
    static size_t words(const T&) {
        static_assert(sizeof(T) % sizeof(uint32_t) == 0, "operands are structs of 32-bit words");
        return sizeof(T) / sizeof(uint32_t);
    }

    static Words product(const uint32_t* base, size_t count, uint64_t factor, int shift) {
        Words result(count + 2 + (shift + 31) / 32, 0);
        for (int half = 0; half < 2; ++half) {  // factor = low + 2^32·high
            uint64_t carry = 0;
            for (size_t i = 0; i + half + shift / 32 < result.size(); ++i) {
                uint32_t& word = result[i + half + shift / 32];
                carry += word + (i < count ? (factor >> (32 * half) & 0xffffffffu) * base[i] : 0);
                word = uint32_t(carry);
                carry >>= 32;
            }
        }
        for (int k = 0; k < shift % 32; ++k) {
            for (size_t i = result.size(); i-- > 0;)
                result[i] = result[i] << 1 | (i > 0 ? result[i - 1] >> 31 : 0);
        }
        return result;
    }
    // x - 1 in `count` words.
    static Words predecessor(Words x, size_t count) {
        for (size_t i = 0; i < x.size() && x[i]-- == 0; ++i) {
        }
        x.resize(count);
        return x;
    }

    uint64_t below(uint64_t count) { return engine_() % count; }
    uint32_t any() { return uint32_t(engine_()); }
    // 0, 1, 2^k, 2^32 - 2^k, all ones, or a random word.
    uint32_t special() {
        switch (below(6)) {
            case 0: return 0;
            case 1: return 1;
            case 2: return 1u << below(32);
            case 3: return 0u - (1u << below(32));
            case 4: return 0xffffffffu;
        }
        return any();
    }

    template <class T>
    void draw(T& x, const Words& most) {
        const Words number = at_most(most);
        std::copy(number.begin(), number.end(), reinterpret_cast<uint32_t*>(&x));
    }
    Words choose(const Words& most) {
        Words x(most.size(), 0);
        if (turn_ == 1) return x;
        if (turn_ == 2) return most;
        const size_t limb = below(x.size());
        switch (below(12)) {
            case 0: x[0] = uint32_t(below(4)); break;  // near 0
            case 1:                                    // near the largest
                x = most;
                for (uint64_t less = below(4); less > 0; --less) x = predecessor(x, x.size());
                break;
            case 2:  // special limbs
                for (uint32_t& word : x) word = special();
                break;
            case 3:  // just below the largest
                x = most;
                for (size_t i = 0; i <= limb; ++i) x[i] = special();
                break;
            case 4: x[limb] = 1u << below(32); break;  // a power of two, and its predecessor
            case 5:
                x[limb] = 1u << below(32);
                x = predecessor(x, x.size());
                break;
            case 6:  // short, so that products are short
                for (size_t i = 0; i <= limb; ++i) x[i] = below(2) ? any() : special();
                x[limb] >>= below(32);
                break;
            case 7:  // the previous operand
                if (last_.size() == x.size()) x = last_;
                break;
            default:
                for (uint32_t& word : x) word = any();
        }
        return within(x, most);
    }
    // x if it is at most `most`, else a smaller number made from x.
    static Words within(Words x, const Words& most) {
        size_t top = most.size() - 1;
        while (top > 0 && most[top] == 0) x[top--] = 0;
        uint32_t mask = most[top];
        for (int step = 1; step < 32; step *= 2) mask |= mask >> step;
        x[top] &= mask;
        if (!std::lexicographical_compare(most.rbegin(), most.rend(), x.rbegin(), x.rend())) return x;
        uint64_t borrow = 1;  // x - most - 1: at most `most`, since x < 2^k <= 2·most
        for (size_t i = 0; i <= top; ++i) {
            const uint64_t difference = uint64_t(x[i]) - most[i] - borrow;
            x[i] = uint32_t(difference);
            borrow = difference >> 63;
        }
        return x;
    }

    std::mt19937_64 engine_;
    uint64_t turn_ = 0;
    Words last_{};
};

}  // namespace limbsmith::self_check
