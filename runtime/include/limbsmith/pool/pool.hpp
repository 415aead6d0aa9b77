// Numbers of any length, up to 2^30 bits each, in one pool: integers with a sign, and computations with them.
//
//     pool::Pool p;
//     const pool::Number x = p.number("123456789"), y = p.number(-7);
//     const pool::Number z = p.add(p.mul(x, x), y);
//     p.text(z)
//
// Promises: a Number is a handle, cheap to copy. Computations are recorded; submit(), or the first read of one of their
// results, executes all that are recorded, level by level: computations that wait for no other one are one level,
// and go to the engine as one list. Results are operands of later computations of the same submission and of
// later ones. They do not depend on the engine.
//
// A computation that fails has a Failure instead of a number: a division by zero, say, or a number that would be longer
// than most_bits; most failures are found before the work is done. Computations that depend on it have the same failure;
// all others are done.
//
// Wrong use is an exception: runtime::InputError for text that is no number, for handles of another pool or freed
// ones, and for reading the value of a failure. runtime::OutOfMemory leaves the pool as it was; computations that were not
// done are still recorded. One thread at a time may use a pool; but several may read at the same time after submit().
#pragma once

#include <gmpxx.h>

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <memory_resource>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "limbsmith/place.hpp"
#include "limbsmith/pool/engine.hpp"
#include "limbsmith/pool/failure.hpp"
#include "limbsmith/pool/operation.hpp"
#include "limbsmith/span.hpp"

#pragma GCC visibility push(default)

namespace limbsmith::pool {

class Pool;

struct Number {
    uint32_t slot = 0, stamp = 0;
    Pool* pool = nullptr;

    // The pool that has it. Errors: runtime::InputError if no pool made it.
    Pool& in() const;
};

struct Quotient {
    Number quotient, remainder;
};

// a·x + b·y = g
struct Bezout {
    Number g, x, y;
};

class Pool {
  public:
    // Computes with GMP on all cores of the host, and with a GPU, if there is one. Errors: runtime::NoDevice if a
    // GPU is asked for and there is none.
    explicit Pool(place where = place::automatic);
    explicit Pool(std::unique_ptr<Engine> engine);
    // Numbers know their pool.
    Pool(const Pool&) = delete;
    Pool& operator=(const Pool&) = delete;
    // `host, GMP on 16 cores`
    std::string device() const { return engine_->place() + ", " + engine_->means(); }
    const Engine& engine() const { return *engine_; }

    // Decimal, or in base 16, 8 or 2 after 0x, 0o or 0b; with a sign or without; `1_000` is 1000.
    Number number(std::string_view text);
    Number number(const mpz_class& value);
    // The value of an integer expression: + - * ** // % ( ) with Python's precedence and meaning, numbers as above. Records
    // its operations, so a value that does not exist is a failure. Errors: runtime::InputError for other text, with the
    // place; for more than 256 nested parentheses, signs and exponents.
    Number operator()(std::string_view expression);
    template <class T, class = std::enable_if_t<std::is_integral_v<T>>>
    Number number(T value) {
        if constexpr (std::is_signed_v<T>) return number(mpz_class(static_cast<long>(value)));
        return number(mpz_class(static_cast<unsigned long>(value)));
    }
    std::vector<Number> numbers(span<const mpz_class> values);

    // They compute as the table of integers says (operation/systems/integers.cpp).
    Number add(Number a, Number b) { return one(Operation::add, a, b); }
    Number sub(Number a, Number b) { return one(Operation::sub, a, b); }
    Number mul(Number a, Number b) { return one(Operation::mul, a, b); }
    Number sqr(Number a) { return one(Operation::sqr, a); }
    Number neg(Number a) { return one(Operation::neg, a); }
    Number abs(Number a) { return one(Operation::abs, a); }
    Number compare(Number a, Number b) { return one(Operation::compare, a, b); }
    Number min(Number a, Number b) { return one(Operation::min, a, b); }
    Number max(Number a, Number b) { return one(Operation::max, a, b); }
    // b if condition < 0, else c
    Number select(Number condition, Number b, Number c) { return one(Operation::select, condition, b, c); }
    Number shl(Number a, Number count) { return one(Operation::shl, a, count); }
    Number shr(Number a, Number count) { return one(Operation::shr, a, count); }
    Quotient div_floor(Number a, Number b) { return quotient(Operation::div_floor, a, b); }
    Quotient div_truncate(Number a, Number b) { return quotient(Operation::div_truncate, a, b); }
    Number div_exact(Number a, Number b) { return one(Operation::div_exact, a, b); }
    Number gcd(Number a, Number b) { return one(Operation::gcd, a, b); }
    Bezout xgcd(Number a, Number b);
    Number lcm(Number a, Number b) { return one("lcm", a, b); }
    Number pow(Number a, Number exponent) { return one(Operation::pow, a, exponent); }
    Number pow_mod(Number a, Number exponent, Number m) { return one(Operation::pow_mod, a, exponent, m); }
    // Bits of negative numbers are those of two's complement, with infinitely many ones on top.
    Number and_(Number a, Number b) { return one("and_", a, b); }
    Number or_(Number a, Number b) { return one("or_", a, b); }
    Number xor_(Number a, Number b) { return one("xor_", a, b); }
    Number not_(Number a);  // -1 - a
    Number root(Number a, Number degree) { return one("root", a, degree); }
    Number isqrt(Number a);
    Number jacobi(Number a, Number n) { return one("jacobi", a, n); }
    Number bit_length(Number a) { return one("bit_length", a); }
    Number is_prime(Number a) { return one("is_prime", a); }
    Number factorial(Number a) { return one("factorial", a); }
    // Any operation on integers by its name (`limbsmith pool --help`): its first result. Errors: runtime::InputError for
    // another name or number of operands.
    Number compute(std::string_view operation, span<const Number> operands);
    // The sum and the product of many numbers, as balanced trees; 0 and 1 of none.
    Number sum(span<const Number> numbers);
    Number product(span<const Number> numbers);

    // Executes the recorded computations. `progress` is told the fraction that is done, from any thread.
    void submit(const std::function<void(double)>& progress = {});
    // The computations that are recorded and not executed.
    size_t pending() const { return pending_; }

    // These execute recorded computations if that is needed.
    Failure failure(Number number);
    std::string text(Number number, bool is_hex = false) { return to_text(value(number), is_hex); }
    mpz_class value(Number number);
    // The values of many numbers at once: faster than one after the other.
    std::vector<mpz_class> values(span<const Number> numbers);
    // The same as words, and failures where there are no numbers.
    Words words(span<const Number> numbers);

    // The caller will not use the number any more. Computations that are recorded still can.
    void free(Number number);
    // Reclaims the memory of freed numbers that no recorded computation needs.
    void compact();
    // Bytes that numbers occupy, freed ones included.
    uint64_t bytes() const { return engine_->bytes(); }

  private:
    struct Entry {
        uint32_t stamp = 0;
        // The level of the computation that is recorded for it, counted since the submission `epoch` began; 0 for a number.
        uint32_t level = 0;
        uint32_t epoch = 0;
        bool is_freed = false;
    };

    static std::string to_text(const mpz_class& value, bool is_hex);
    Entry& entry(Number number);
    // A number that `put` gives to the engine.
    Number add_number(const std::function<void(uint32_t slot)>& put);
    // In neighbouring slots.
    std::array<Number, most_results> add_entries(size_t count, uint32_t level);
    uint32_t take_slots(size_t count);
    // 0 for a number that is computed.
    uint32_t level_of(const Entry& entry) const;
    // Executes recorded computations if that is needed. Returns the slots of these numbers.
    std::vector<uint32_t> computed(span<const Number> numbers);
    template <class... Operands>
    Number one(Operation operation, Operands... operands) {
        return record(operation, {operands...}, sizeof...(operands))[0];
    }
    template <class... Operands>
    Number one(std::string_view operation, Operands... operands) {
        return compute(operation, std::array{operands...});
    }
    class Composition;
    Quotient quotient(Operation operation, Number a, Number b);
    std::array<Number, most_results> record(Operation operation,
                                            const std::array<Number, most_operands>& operands, size_t count);
    Number tree(Operation operation, span<const Number> numbers, long none);

    std::unique_ptr<Engine> engine_;
    std::vector<Entry> entries_;
    std::vector<uint32_t> free_slots_, lone_slots_;  // from the highest on; those that had no neighbour
    // The recorded computations, by levels. The first `done_` levels of this epoch have been computed and are not here any more.
    std::vector<std::pmr::vector<Computation>> levels_;
    size_t pending_ = 0;  // computations in them
    uint32_t done_ = 0, epoch_ = 1;
};

}  // namespace limbsmith::pool

#pragma GCC visibility pop
