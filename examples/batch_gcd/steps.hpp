// Steps of computations in a pool, which free numbers that are not needed any more.
#pragma once

#include <cstdint>
#include <functional>
#include <map>

#include "limbsmith/pool/pool.hpp"

namespace batch_gcd {

using limbsmith::pool::Number;
using limbsmith::pool::Pool;

class Steps {
  public:
    explicit Steps(Pool& pool) : pool(pool) {}

    // A constant, which is not to be freed.
    Number constant(uint64_t value) {
        const auto [place, is_new] = constants_.try_emplace(value);
        if (is_new) place->second = pool.number(value);
        return place->second;
    }
    template <class... Numbers>
    void free(Numbers... numbers) {
        (pool.free(numbers), ...);
    }
    // A result, when an operand is not needed any more.
    Number only(Number result, Number used) {
        pool.free(used);
        return result;
    }
    // used / 2^count
    Number shift_down(Number used, uint64_t count) { return only(pool.shr(used, constant(count)), used); }
    // x·y / 2^count
    Number multiply_down(Number x, Number y, uint64_t count) { return shift_down(pool.mul(x, y), count); }
    // `used` modulo 2^bits
    Number low_part(Number used, uint64_t bits) {
        const Number high = pool.shr(used, constant(bits)), shifted = pool.shl(high, constant(bits)),
                     low = pool.sub(used, shifted);
        free(used, high, shifted);
        return low;
    }

    // Executes recorded computations, and reclaims memory when two thirds of it are those of freed numbers.
    void submit(const std::function<void(double)>& report) {
        pool.submit(report);
        constexpr uint64_t little = uint64_t{1} << 30;
        if (pool.bytes() < 3 * kept_ + little) return;
        pool.compact();
        kept_ = pool.bytes();
    }

    Pool& pool;

  private:
    std::map<uint64_t, Number> constants_;
    uint64_t kept_ = 0;  // bytes, when memory was reclaimed last
};

}  // namespace batch_gcd
