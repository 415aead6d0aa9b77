// Inputs of Montgomery products modulo numbers at run time, and GMP's results.
#pragma once

#include <gmpxx.h>

#include <utility>
#include <vector>

#include "eval/samples.hpp"
#include "routine/field.hpp"

namespace limbsmith::test {

// product = a·b·R^-1 mod m, square = a^2·R^-1 mod m, R = 2^bits; n0inv = -m^-1 mod 2^32
struct MontgomeryLine {
    mpz_class a, b, m, n0inv, product, square;
};

// Odd numbers: the greatest and the smallest, sparse and dense ones, with lowest limbs 1 and 2^32 - 1.
inline std::vector<mpz_class> odd_moduli(int bits, eval::Samples& samples) {
    const mpz_class all = power_of_2(bits);
    std::vector<mpz_class> odd{all - 1, all / 2 + 1, 3, all / 4 + power_of_2(32) - 1};
    for (int k = 0; k < 3; ++k) {
        odd.push_back(samples.edge(all) | 1);
        odd.push_back(samples.uniform(all) | 1);
    }
    std::erase_if(odd, [](const mpz_class& n) { return n < 3; });
    return odd;
}

inline std::vector<MontgomeryLine> montgomery_lines(int bits, eval::Samples& samples) {
    std::vector<MontgomeryLine> lines;
    const mpz_class R = power_of_2(bits), word = power_of_2(32);
    for (const mpz_class& n : odd_moduli(bits, samples)) {
        mpz_class inverse_of_r, inverse;
        mpz_invert(inverse_of_r.get_mpz_t(), R.get_mpz_t(), n.get_mpz_t());
        mpz_invert(inverse.get_mpz_t(), n.get_mpz_t(), word.get_mpz_t());
        std::vector<std::pair<mpz_class, mpz_class>> factors{
            {n - 1, n - 1}, {0, n - 1}, {1, n - 1}, {n / 2, 2}};
        for (int k = 0; k < 4; ++k) factors.emplace_back(samples.edge(n), samples.edge(n));
        for (int k = 0; k < 2; ++k) factors.emplace_back(samples.uniform(n), samples.uniform(n));
        for (const auto& [a, b] : factors)

            lines.push_back({a, b, n, word - inverse, a * b * inverse_of_r % n, a * a * inverse_of_r % n});
    }
    return lines;
}

}  // namespace limbsmith::test
