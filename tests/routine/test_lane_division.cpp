// Divisions over lanes where a limb of the quotient is estimated too large, or is the largest there is, against GMP.
#include <doctest/doctest.h>

#include "catalogue/computation.hpp"
#include "eval/samples.hpp"
#include "routine/columns.hpp"
#include "routine/field.hpp"
#include "support/programs.hpp"
#include "support/seed.hpp"

namespace limbsmith::test {
namespace {

struct Division {
    mpz_class a, b;
};

// Divisors with top words of all forms, and dividends one below, at and above their multiples.
std::vector<Division> divisions(int bits, eval::Samples& samples) {
    const mpz_class all = power_of_2(bits);
    std::vector<mpz_class> divisors{1, 2, 3, all - 1, all / 2, all / 2 + 1, all - power_of_2(bits / 2)};
    for (int k = 1; k < bits; k += 31) {
        const mpz_class top = power_of_2(k);
        divisors.insert(divisors.end(), {top, top - 1, top + 1, 2 * top - 1});
        if (k > 64) divisors.push_back(2 * top - power_of_2(k - 63));  // its two top words are all ones
        if (k > 64) divisors.push_back(top + power_of_2(k - 63) - 1);  // and here nearly none below the first
    }
    std::vector<Division> made;
    for (const mpz_class& b : divisors) {
        const mpz_class most = all / b;
        for (const mpz_class& q : {most, mpz_class(most - 1), samples.edge(most), samples.uniform(most)}) {
            for (const mpz_class& a : {mpz_class(q * b), mpz_class(q * b + b - 1), mpz_class(q * b - 1)})
                if (b > 0 && a >= 0 && a < all) made.push_back({a, b});
        }
    }
    made.push_back({all - 1, 0});
    return made;
}

}  // namespace

TEST_CASE("divisions over lanes agree with GMP where quotients are hard to estimate") {
    eval::Samples samples(test_seed());
    for (const auto& [bits, lanes] : {std::pair{64, 2}, {128, 4}, {192, 2}, {256, 8}, {130, 2}}) {
        CAPTURE(bits);
        const Width width{bits, lanes};
        const std::vector<Division> lines = divisions(bits, samples);
        const size_t count = lines.size();
        const auto limbs = static_cast<size_t>(width.limbs());
        Rows a(count, limbs), b(count, limbs), results(count, 2 * limbs);
        for (size_t k = 0; k < count; ++k) a.set(k, 0, limbs, lines[k].a), b.set(k, 0, limbs, lines[k].b);
        catalogue::Computation computation(whole_spec(width, "divrem"), "divrem");
        const std::vector<eval::Column> columns{a.column(), b.column()};
        computation.run(columns, 0, count, results.words.data(), count);
        for (size_t k = 0; k < count; ++k) {
            const auto& [x, y] = lines[k];
            const bool by_zero = y == 0;
            CAPTURE(x.get_str(16));
            CAPTURE(y.get_str(16));
            REQUIRE(results.get(k, 0, limbs) ==
                    (by_zero ? mpz_class(power_of_2((bits + 31) / 32 * 32) - 1) : mpz_class(x / y)));
            REQUIRE(results.get(k, limbs, limbs) == (by_zero ? x : mpz_class(x % y)));
        }
    }
}

}  // namespace limbsmith::test
