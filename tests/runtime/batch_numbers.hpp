// GMP numbers for the tests of batches.
#pragma once

#include <gmpxx.h>

#include <vector>

#include "limbsmith/gmp.hpp"

namespace limbsmith::test {

// 0, 1, the largest, and pseudorandom numbers below `limit`.
inline std::vector<mpz_class> numbers(size_t count, const mpz_class& limit, unsigned seed) {
    gmp_randclass random(gmp_randinit_default);
    random.seed(seed);
    std::vector<mpz_class> all{0, 1, limit - 1};
    while (all.size() < count) all.push_back(random.get_z_range(limit));
    all.resize(count);
    return all;
}

template <class T, class Layout>
void put(batch<T, Layout>& to, const std::vector<mpz_class>& values, int k = 0) {
    static_assert(sizeof(mpz_class) == sizeof(mpz_t));
    write_mpz(to, reinterpret_cast<const mpz_t*>(values.data()), k);
}
template <class T, class Layout>
std::vector<mpz_class> get(const batch<T, Layout>& from, int k = 0) {
    std::vector<mpz_class> values(from.size());
    read_mpz(reinterpret_cast<mpz_t*>(values.data()), from, k);
    return values;
}

}  // namespace limbsmith::test
