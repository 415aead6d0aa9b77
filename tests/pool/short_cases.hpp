// Levels that depend on each other, and their right results; for tests of the interpreted kernels and of those on a GPU.
#pragma once

#include <doctest/doctest.h>
#include <gmpxx.h>

#include <vector>

#include "limbsmith/pool/pool.hpp"
#include "pool/device_cases.hpp"

namespace limbsmith::test {

// No word, one, all ones, powers of 2, with both signs; and words of 0 between others.
inline std::vector<mpz_class> chain_starts() {
    std::vector<mpz_class> all = unit_edges();
    all.push_back((mpz_class(1) << 1024) + 1);
    all.push_back((mpz_class(1) << 600) - (mpz_class(1) << 32));
    return all;
}

// Numbers of which each is computed again and again: with its neighbour, by all operations in turn.
class Chains {
  public:
    Chains(Pool& pool, std::vector<mpz_class> starts) : pool_(pool), values_(std::move(starts)) {
        for (const mpz_class& it : values_) numbers_.push_back(pool_.number(it));
    }

    // One level after the other, for each operation. Values have up to 1,000 bits at last, and either sign.
    void extend() {
        const Number one = pool_.number(1), shift = pool_.number(77);
        const auto level = [&](const auto& record, const auto& meaning) {
            std::vector<Number> numbers;
            std::vector<mpz_class> values;
            for (size_t k = 0; k < values_.size(); ++k) {
                const size_t next = (k + 1) % values_.size();
                numbers.push_back(record(numbers_[k], numbers_[next]));
                values.push_back(meaning(values_[k], values_[next]));
            }
            numbers_ = std::move(numbers), values_ = std::move(values);
        };
        using Z = const mpz_class&;
        level([&](Number x, Number y) { return pool_.add(x, y); },
              [](Z x, Z y) -> mpz_class { return x + y; });
        level([&](Number x, Number y) { return pool_.sub(x, y); },
              [](Z x, Z y) -> mpz_class { return x - y; });
        level([&](Number x, Number y) { return pool_.mul(x, y); },
              [](Z x, Z y) -> mpz_class { return x * y; });
        level([&](Number x, Number) { return pool_.shl(x, shift); },
              [](Z x, Z) -> mpz_class { return x << 77; });
        level([&](Number x, Number y) { return pool_.max(x, y); },
              [](Z x, Z y) -> mpz_class { return std::max(x, y); });
        level([&](Number x, Number y) { return pool_.div_floor(x, pool_.add(pool_.abs(y), one)).remainder; },
              [](Z x, Z y) -> mpz_class {
                  mpz_class r;
                  const mpz_class divisor = abs(y) + 1;
                  mpz_fdiv_r(r.get_mpz_t(), x.get_mpz_t(), divisor.get_mpz_t());
                  return r;
              });
        level([&](Number x, Number) { return pool_.shr(x, shift); },
              [](Z x, Z) { return floor_shift(x, 77); });
        level([&](Number x, Number y) { return pool_.sub(pool_.gcd(x, y), x); },
              [](Z x, Z y) -> mpz_class { return gcd(x, y) - x; });
        level([&](Number x, Number y) { return pool_.select(pool_.compare(x, y), pool_.neg(x), y); },
              [](Z x, Z y) -> mpz_class { return x < y ? mpz_class(-x) : y; });
        level([&](Number x, Number y) { return pool_.mul(pool_.add(x, one), pool_.sub(y, one)); },
              [](Z x, Z y) -> mpz_class { return (x + 1) * (y - 1); });
        const mpz_class low = (mpz_class(1) << 1'000) - 1, half = mpz_class(1) << 999;
        const Number modulus = pool_.number(low + 1), middle = pool_.number(half);
        level([&](Number x, Number) { return pool_.sub(pool_.div_floor(x, modulus).remainder, middle); },
              [&](Z x, Z) { return mpz_class((x & low) - half); });
    }
    void check() { test::check(pool_, numbers_, values_); }

  private:
    Pool& pool_;
    std::vector<mpz_class> values_;
    std::vector<Number> numbers_;
};

// There are 40 chains of 12 levels. Every fifth one divides by zero in the level 4, and every seventh one has a quotient that is
// no integer in the level 8.
inline void check_failing_chain(Pool& p) {
    constexpr int chains = 40, levels = 12;
    const mpz_class ones = (mpz_class(1) << 512) - 1;
    const Number zero = p.number(0), one = p.number(1), two = p.number(2), step = p.number(ones);
    std::vector<Number> numbers;
    for (int k = 0; k < chains; ++k) {
        Number x = p.number(2 * k + 1);
        for (int level = 0; level < levels; ++level) {
            if (level == 4 && k % 5 == 0)
                x = p.div_floor(x, zero).quotient;
            else if (level == 8 && k % 7 == 0)
                x = p.div_exact(x, two);
            else
                x = level % 2 ? p.add(x, step) : p.mul(x, one);
        }
        numbers.push_back(x);
    }
    p.submit();
    for (int k = 0; k < chains; ++k) {
        CAPTURE(k);
        const Number last = numbers[static_cast<size_t>(k)];
        if (k % 5 == 0)
            CHECK(p.failure(last) == pool::Failure::division_by_zero);
        else if (k % 7 == 0)
            CHECK(p.failure(last) == pool::Failure::not_integer);
        else
            CHECK(p.value(last) == 2 * k + 1 + levels / 2 * ones);
    }
}

// Products and gcds in a chain of levels, of which one has numbers that no short level has beside others.
inline void check_long_level(Pool& p, int levels, int long_level) {
    const mpz_class factor = (mpz_class(1) << 100) - 15, of_long = (mpz_class(1) << 20'000) - 1;
    std::vector<Number> numbers;
    std::vector<mpz_class> values;
    for (int k = 0; k < 6; ++k) {
        mpz_class value = 3 * k + 1;
        Number x = p.number(value);
        for (int level = 0; level < levels; ++level) {
            if (level == long_level && k == 2) {
                x = p.mul(x, p.number(of_long)), value *= of_long;
                numbers.push_back(x), values.push_back(value);
                x = p.number(1), value = 1;
            } else {
                x = level % 2 ? p.add(x, p.number(factor)) : p.mul(x, p.number(factor));
                value = level % 2 ? mpz_class(value + factor) : mpz_class(value * factor);
            }
        }
        numbers.push_back(x), values.push_back(value);
    }
    check(p, numbers, values);
}

}  // namespace limbsmith::test
