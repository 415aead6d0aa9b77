// Computations of all kinds, for engines that give them to different places.
#pragma once

#include <doctest/doctest.h>

#include <memory>
#include <random>
#include <vector>

#include "pool/device_cases.hpp"
#include "pool/draw.hpp"
#include "pool/host.hpp"

namespace limbsmith::test {

// Levels that mix all operations, on results of earlier levels, against the engine of the host.
inline void check_mix(Pool& pool, uint64_t seed) {
    CAPTURE(seed);
    Pool host(std::make_unique<limbsmith::pool::Host>(1));
    Draw draw;
    std::mt19937_64 random(test_seed() + seed);
    const auto below = [&](size_t end) { return static_cast<size_t>(random() % end); };
    std::vector<Number> own, right;
    const auto add = [&](const auto& make) {
        own.push_back(make(pool, own));
        right.push_back(make(host, right));
    };
    for (int k = 0; k < 12; ++k) {
        const mpz_class value = draw.normal(k % 3 ? 300 : 3'000, 200);
        add([&](Pool& p, const auto&) { return p.number(value); });
    }
    for (int level = 0; level < 5; ++level) {
        const size_t known = own.size();
        for (int k = 0; k < 30; ++k) {
            const size_t x = below(known), y = below(12), what = below(16);
            add([&](Pool& p, const std::vector<Number>& all) {
                const Number a = all[x], b = all[y];
                switch (what) {
                    case 0: return p.add(a, b);
                    case 1: return p.sub(a, b);
                    case 2: return p.mul(b, all[y / 2]);
                    case 3: return p.div_floor(a, b).quotient;
                    case 4: return p.div_truncate(a, b).remainder;
                    case 5: return p.gcd(a, b);
                    case 6: return p.compare(a, b);
                    case 7: return p.neg(a);
                    case 8: return p.select(a, b, all[0]);
                    case 9: return p.shl(b, p.number(77));
                    case 10: return p.lcm(b, all[y / 2]);
                    case 11: return p.div_floor(a, p.number(0)).quotient;
                    case 12: return p.pow_mod(a, p.number(5), b);
                    case 13: return p.bit_length(a);
                    case 14: return p.xor_(a, b);
                    default: return p.max(a, b);
                }
            });
        }
        pool.submit(), host.submit();
        if (level == 2) pool.compact();
    }
    const limbsmith::pool::Words found = pool.words(own), expected = host.words(right);
    REQUIRE(found.size() == expected.size());
    for (size_t k = 0; k < found.size(); ++k) {
        CAPTURE(k);
        CHECK(found.failure(k) == expected.failure(k));
        CHECK(found.number(k) == expected.number(k));
    }
}

}  // namespace limbsmith::test
