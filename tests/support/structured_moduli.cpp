#include "support/structured_moduli.hpp"

#include <algorithm>
#include <random>

namespace limbsmith::test {
namespace {

uint32_t structured_limb(std::mt19937_64& random) {
    const uint32_t bit = 1u << random() % 32;
    const uint32_t values[] = {0, 0, 1, bit, bit, 0 - bit, 0xffffffffu, static_cast<uint32_t>(random())};
    return values[random() % std::size(values)];
}

uint32_t lowest_limb(size_t turn, std::mt19937_64& random) {
    switch (turn % 4) {
        case 0: return 1;
        case 1: return 0xffffffffu;
        case 2: return (1u << (1 + random() % 31)) + 1;
        default: return static_cast<uint32_t>(random()) | 1;
    }
}

// Up to `count` distinct numbers of `draw(k)` with 33 to max_bits bits.
template <class Draw>
std::vector<mpz_class> distinct(size_t count, int max_bits, const Draw& draw) {
    std::vector<mpz_class> found;
    for (size_t k = 0; found.size() < count; ++k) {
        const mpz_class n = draw(k);
        const size_t bits = mpz_sizeinbase(n.get_mpz_t(), 2);
        if (bits < 33 || bits > static_cast<size_t>(max_bits)) continue;
        if (std::ranges::find(found, n) == found.end()) found.push_back(n);
    }
    return found;
}

}  // namespace

std::vector<mpz_class> structured_moduli(size_t count, int max_bits, uint64_t seed) {
    std::mt19937_64 random(seed);
    return distinct(count, max_bits, [&](size_t k) {
        const size_t limbs = 2 + random() % ((max_bits + 31) / 32 - 1);
        mpz_class n = 0;
        for (size_t i = 1; i < limbs; ++i) n = (n << 32) + structured_limb(random);
        return mpz_class((n << 32) + lowest_limb(k, random));
    });
}

std::vector<mpz_class> random_moduli(size_t count, int max_bits, uint64_t seed) {
    gmp_randclass random(gmp_randinit_mt);
    random.seed(static_cast<unsigned long>(seed));
    return distinct(count, max_bits, [&](size_t k) {
        const size_t bits = 33 + k * 37 % (max_bits - 32);
        const mpz_class top = mpz_class(1) << (bits - 1);
        return mpz_class(random.get_z_bits(bits - 1) | top | 1);
    });
}

}  // namespace limbsmith::test
