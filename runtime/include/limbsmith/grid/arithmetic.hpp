// Arithmetic with numbers of any length, up to 2^25 bits, on a machine.
//
// Promises: all calls compute with many numbers at once, `count` of them, and return before the work is done. Numbers
// are words, the least significant first. A View names words of each number, a part of them or all; a view whose
// distance is 0 is one number for all. Results may not overlap operands unless a call says so. Temporary memory comes
// from the machine; OutOfMemory leaves operands as they were.
//
// Larger operations are in expression.hpp, division.hpp, square_root.hpp, modular.hpp and decimal.hpp.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "limbsmith/grid/machine.hpp"
#include "limbsmith/span.hpp"

#pragma GCC visibility push(default)

namespace limbsmith::grid {

inline constexpr uint32_t most_words = 1u << 20;  // of an operand of a product: 2^25 bits

struct View {
    uint32_t* words = nullptr;
    uint64_t stride = 0;  // words from one number to the next
    uint32_t length = 0;  // words of a number

    // `count` words from word `first` on.
    View part(uint32_t first, uint32_t count) const { return {words + first, stride, count}; }
    View from(uint32_t first) const { return part(first, length - first); }
    View low(uint32_t count) const { return part(0, count); }
    Array array() const { return {words, stride}; }
    // The numbers after so many.
    View after(uint32_t numbers) const { return {words + stride * numbers, stride, length}; }
};

// Numbers of as many words each, one after the other, which they own.
struct Numbers {
    Memory memory{};
    uint32_t length = 0, count = 0;

    View view() const { return {memory.get(), length, length}; }
    operator View() const { return view(); }
};

// The transform of numbers, for many products with them.
struct Transformed {
    Memory memory{};
    int size_bits = 0;
    uint64_t stride = 0;  // 0 for one number for all
};

class Arithmetic {
  public:
    // requires: the machine outlives it.
    explicit Arithmetic(Machine& machine);
    // With a machine of its own.
    explicit Arithmetic(std::unique_ptr<Machine> machine);
    ~Arithmetic();

    Machine& machine() const { return machine_; }
    Numbers make(uint32_t length, uint32_t count) const;
    Numbers zeros(uint32_t length, uint32_t count);
    // Numbers with these words, one after the other.
    Numbers numbers(span<const uint32_t> words, uint32_t length) const;
    std::vector<uint32_t> words(const Numbers& of) const;

    // r = a·b, or as many of its words as r has, from word `first` of the product on; they may be more than the product
    // has. a and b have up to most_words together twice, and may overlap or be the same: then it is a square.
    // Errors: runtime::InputError for longer ones.
    void multiply(const View& r, const View& a, const View& b, uint32_t count, uint32_t first = 0);
    // The transform of a for products of up to `words` words; r = a·(the transformed number).
    Transformed transform(const View& a, uint32_t count, uint32_t words);
    void multiply(const View& r, const View& a, const Transformed& b, uint32_t count, uint32_t first = 0);

    // r = a + b, a - b, modulo 2^(32·r.length). r may be a or b itself. With `choice` only for those numbers for which
    // its word is 1; it is 0 for the others, whose r is a. `carry`: where it is wanted, one word for each number, 1 if
    // a >= b for a difference; requires: r is not shorter than a and b.
    struct Options {
        View choice{}, carry{};
    };
    void add(const View& r, const View& a, const View& b, uint32_t count, const Options& options);
    void subtract(const View& r, const View& a, const View& b, uint32_t count, const Options& options);
    void add(const View& r, const View& a, const View& b, uint32_t count) { add(r, a, b, count, {}); }
    void subtract(const View& r, const View& a, const View& b, uint32_t count) {
        subtract(r, a, b, count, {});
    }
    // r = -a - b - 1
    void complement(const View& r, const View& a, const View& b, uint32_t count);
    // r = a
    void copy(const View& r, const View& a, uint32_t count) { shift_right(r, a, zero(), count); }

    // r = a·2^n, floor(a/2^n) for n = amount + more; amount has one word for each number.
    void shift_left(const View& r, const View& a, const View& amount, uint32_t count, uint32_t more = 0);
    void shift_right(const View& r, const View& a, const View& amount, uint32_t count, uint32_t more = 0);
    // Bit by bit, where words beyond the length of a or b are 0: the result for two ones, for a one in a alone and in b
    // alone, and for two zeros.
    struct Truth {
        bool both = false, only_a = false, only_b = false, neither = false;
    };
    void logic(const View& r, const View& a, const View& b, uint32_t count, const Truth& truth);
    // bits = the least b with a < 2^b; up = 32·a.length - bits. One word each.
    void bit_length(const View& bits, const View& up, const View& a, uint32_t count);
    // r = (a mod 2^bits) + floor(a/2^bits): a modulo 2^bits - 1, for a Mersenne number.
    void fold(const View& r, const View& a, uint32_t bits, uint32_t count);

    // Does work on the numbers of these views, and on temporary ones, which depends on the views, the count and `length`
    // alone. If it comes again it takes less time (Machine::repeat).
    void repeat(const char* name, const std::vector<View>& views, uint32_t count, uint32_t length,
                const std::function<void()>& work);

    // A word for all numbers.
    View zero() const { return {constants_.get(), 0, 1}; }
    View one() const { return {constants_.get() + 1, 0, 1}; }

  private:
    friend class Expression;
    class Transforms;
    struct Sum {
        uint32_t invert_a = 0, invert_b = 0, carry = 0;
    };
    void sum(const View& r, const View& a, const View& b, uint32_t count, const Options& options,
             const Sum& of);
    // Starts a kernel that writes r and the flags of its tiles, and the one that carries.
    void tiles(const char* kernel, const View& r, uint32_t words, uint32_t count, const View& carry,
               const std::function<std::vector<Argument>(const Array& flags)>& arguments);

    std::unique_ptr<Machine> own_;
    Machine& machine_;
    Memory constants_;
    std::unique_ptr<Transforms> transforms_;
};

}  // namespace limbsmith::grid

#pragma GCC visibility pop
