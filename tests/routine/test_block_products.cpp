// Products over the threads of a block, by transforms: the tables by their definition, and the routines as interpreted
// against GMP.
#include <doctest/doctest.h>

#include "algorithm/ntt/tables.hpp"
#include "eval/samples.hpp"
#include "routine/group_products.hpp"
#include "spec/ntt_primes.hpp"
#include "support/seed.hpp"

namespace limbsmith::test {
namespace {

namespace ntt = algorithm::ntt;

// Numbers whose digits of a product are the largest there are, whose carries run through all of it, and others.
Lines operands(int bits, eval::Samples& samples) {
    const mpz_class all = power_of_2(bits), top = all - 1;
    Lines lines{{top, top},         {0, top},           {1, top},
                {all / 2, all / 2}, {top, all / 2},     {all / 2 + 1, top},
                {top - 1, top},     {all / 2, all - 2}, {top, 0}};
    const mpz_class half = power_of_2(bits / 2);
    lines.push_back({half - 1, half + 1});  // all ones below the top bit
    lines.push_back({half, half});
    for (int k = 0; k < 3; ++k) lines.push_back({samples.edge(all), samples.edge(all)});
    lines.push_back({samples.uniform(all), samples.uniform(all)});
    return lines;
}

void check(Width width, const std::string& op) {
    eval::Samples samples(test_seed());
    check_products(width, op, operands(width.bits, samples));
}

}  // namespace

TEST_CASE(
    "the factors of transforms are square roots of one another, and the mirrored ones minus their inverses") {
    constexpr uint32_t blocks = 512;
    const auto factors = ntt::factors_table(blocks), inverses = ntt::inverse_factors_table(blocks);
    const auto mirrors = ntt::mirrors_table(blocks, blocks);
    for (uint32_t k = 0; k < 3; ++k) {
        const NttPrime& prime = ntt_primes()[k];
        const auto of = [&](const std::vector<uint32_t>& table, uint32_t b) {
            return table[(k * blocks + b) * 2];
        };
        CHECK(of(factors, 0) == 1);
        for (uint32_t b = 0; b < blocks; ++b) {
            const uint32_t f = of(factors, b);
            CHECK(prime.mul(f, of(inverses, b)) == prime.p - 1);
            CHECK(factors[(k * blocks + b) * 2 + 1] == prime.shoup(f));
            if (b > 0) CHECK(prime.mul(f, of(factors, mirrors[b])) == prime.p - 1);
            if (2 * b + 1 >= blocks) continue;
            CHECK(prime.mul(of(factors, 2 * b), of(factors, 2 * b)) == f);
            if (b > 0) CHECK(prime.mul(of(factors, 2 * b + 1), of(factors, 2 * b + 1)) == prime.p - f);
        }
    }
}

TEST_CASE("columns have the factors of the five levels from a block on, and of those that mirror block 0") {
    constexpr int columns = 64;
    const auto table = ntt::columns_table(columns),
               factors = ntt::factors_table(columns * ntt::words_of_lane);
    const auto inverses = ntt::inverse_factors_table(ntt::words_of_lane);
    for (uint32_t k = 0; k < 3; ++k) {
        for (uint32_t column = 0; column <= columns; ++column) {
            for (uint32_t level = 0; level < ntt::levels_of_pass; ++level) {
                for (uint32_t j = 0; j < 1u << level; ++j) {
                    const uint32_t entry = (1u << level) + j, pair = entry / 2;
                    const uint32_t found =
                        table[((k * ntt::pairs_of_column + pair) * (columns + 1) + column) * 4 +
                              entry % 2 * 2];
                    const uint32_t wanted =
                        column < columns
                            ? factors[(k * columns * ntt::words_of_lane + (column << level) + j) * 2]
                            : inverses[(k * ntt::words_of_lane + (1u << level) - 1 - j) * 2];
                    CHECK(found == wanted);
                }
            }
        }
    }
}

TEST_CASE("products over the threads of a block agree with GMP") {
    for (const auto& [bits, lanes] : {std::pair{16384, 32}, {9001, 32}, {33, 64}, {9001, 64}, {32768, 64}})
        for (const char* op : {"mul", "sqr", "mul_lo", "mul_hi"}) check({bits, lanes}, op);
    check({40000, 128}, "mul");
    check({65536, 128}, "mul_lo");
    check({131072, 256}, "mul");
}

TEST_CASE("products of the longest numbers of a block agree with GMP") { check({1 << 18, 512}, "mul"); }

TEST_CASE("a product over a block that misses one of its barriers is found") {
    const BrokenBarriers tried = without_each_barrier({2000, 64}, "mul");
    // the last one keeps a next call from writing too early
    CHECK(tried.found == tried.barriers - 1);
    CHECK(tried.barriers == 10);
}

}  // namespace limbsmith::test
