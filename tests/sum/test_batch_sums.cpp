// Exact sums of batches of whole numbers on the host, against GMP's.
#include <doctest/doctest.h>

#include <random>

#include "limbsmith/sum/batch.hpp"
#include "limbsmith/sum_gmp.hpp"
#include "support/seed.hpp"

namespace limbsmith::test {
namespace {

template <int L>
struct Words {
    uint32_t limb[L];
};

// Words of 0, 1, 2^32 - 1 and random ones, and the sum.
template <int L>
mpz_class draw(std::vector<Words<L>>& numbers, std::mt19937_64& from) {
    mpz_class sum = 0;
    for (Words<L>& number : numbers) {
        const uint64_t kind = from() % 4;
        for (uint32_t& word : number.limb)
            word = kind == 0 ? 0xffffffff : kind == 1 ? uint32_t(from() % 2) : uint32_t(from());
        mpz_class value;
        mpz_import(value.get_mpz_t(), L, -1, sizeof(uint32_t), 0, 0, number.limb);
        sum += value;
    }
    return sum;
}

template <int L, class Layout>
void check(std::mt19937_64& from) {
    for (const index64 size : {1, 31, 33, 10'000}) {
        CAPTURE(size);
        batch<Words<L>, Layout> x(size, place::host);
        for (int k = 0; k < Layout::operands; ++k) {
            std::vector<Words<L>> numbers(size);
            const mpz_class right = draw(numbers, from);
            x.write(numbers, k);
            CHECK(sum::exact_value(sum::exact_sum(x, k)) == right);
        }
    }
}

}  // namespace

TEST_CASE("sums of batches of whole numbers in every layout") {
    std::mt19937_64 from(test_seed());
    check<1, limb_major>(from);
    check<8, limb_major>(from);
    check<5, number_major>(from);
    check<3, interleaved<2>>(from);
    check<64, limb_major>(from);
}

TEST_CASE("the sum of zeros, and of none") {
    const batch<Words<2>> zeros(std::vector<Words<2>>(7, Words<2>{}), place::host);
    const sum::Accumulator of_zeros = sum::exact_sum(zeros);
    sum::Accumulator zero;
    zero.add(uint32_t{0});
    CHECK(of_zeros.to_bytes() == zero.to_bytes());
    CHECK(sum::exact_sum(batch<Words<2>>(0, place::host)).to_bytes() == sum::Accumulator().to_bytes());
}

}  // namespace limbsmith::test
