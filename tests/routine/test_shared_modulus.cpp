// Products modulo one N for 16 numbers of a warp, by matrices of bytes, as interpreted against GMP.
#include <doctest/doctest.h>

#include <span>

#include "algorithm/tensor/leaves.hpp"
#include "algorithm/tensor/shared_modulus.hpp"
#include "eval/routine.hpp"
#include "eval/samples.hpp"
#include "eval/words.hpp"
#include "pass/pass.hpp"
#include "routine/field.hpp"
#include "spec/representations.hpp"
#include "support/seed.hpp"

namespace limbsmith::test {
namespace {

namespace tensor = algorithm::tensor;
using tensor::Slots;

constexpr int words_of_block = 32;

ir::Library leaves_of_pairs() {
    ir::Library library;
    for (ir::Program& leaf : tensor::pair_leaves()) library.add(pass::run_pipeline(std::move(leaf)));
    return library;
}

// The reduction of 16 numbers `t` of 64·blocks words each; r is the upper half of their slots.
ir::Routine reduction_of_16(int blocks, const mpz_class& n, const ir::Library& library) {
    ir::RoutineBuilder builder("reduction", library);
    const algorithm::group::Lanes lanes({ir::warp, blocks, repr::elem}, builder);
    const int half = words_of_block * blocks;
    const ir::Place t = builder.global_table("t"), r = builder.global_table("r");
    const Slots slots(lanes);
    const tensor::SharedModulus modulus(lanes, slots, n);
    const auto each_word = [&](int words, const auto& body) {
        builder.loop(ir::below("number", 0, Slots::numbers), {}, [&](ir::Place number) {
            builder.loop(ir::below("of_lane", 0, words / ir::warp), {}, [&](ir::Place i) {
                body(ir::Scalar(number), ir::Scalar(i) * ir::warp + ir::lane());
            });
        });
    };
    each_word(2 * half, [&](const ir::Scalar& number, const ir::Scalar& word) {
        builder.assign(slots.at(number, word), t[number * (2 * half) + word]);
    });
    builder.barrier();
    modulus.reduce();
    builder.barrier();
    each_word(half, [&](const ir::Scalar& number, const ir::Scalar& word) {
        builder.assign(r[number * half + word], slots.at(number, word + half));
    });
    return std::move(builder).finish();
}

// Moduli with words 1 and 2^32 - 1 at the ends, with the least and the largest tops, and short ones.
std::vector<mpz_class> moduli_of(int bits, eval::Samples& samples) {
    const mpz_class R = power_of_2(static_cast<unsigned>(bits)), half = R / 2, word = power_of_2(limb_bits);
    std::vector<mpz_class> all{R - 1, half + 1, R - power_of_2(static_cast<unsigned>(bits) / 2) + 1, 3};
    for (const mpz_class& low : {mpz_class(1), mpz_class(word - 1)})
        all.push_back((samples.uniform(half) + half) / word * word + low);
    all.push_back(samples.edge(half) * 2 + 1);
    all.push_back(samples.uniform(half) * 2 + 1);
    return all;
}

// Numbers below R·n: the ends, multiples of R and of n, lower halves that are 0, 1 and R - 1, products and others.
std::vector<mpz_class> numbers_below(const mpz_class& R, const mpz_class& n, eval::Samples& samples) {
    const mpz_class all = R * n, top = n - 1;
    std::vector<mpz_class> made{0,         1,           all - 1,           R,
                                R - 1,     all - R,     all - R + 1,       n * (R - 1),
                                top * top, n * (R / 2), samples.edge(all), top * (samples.edge(n) % n)};
    while (made.size() < Slots::numbers) made.push_back(samples.uniform(all));
    for (mpz_class& it : made) it %= all;
    return made;
}

void check_reductions(int blocks, eval::Samples& samples) {
    CAPTURE(blocks);
    const ir::Library library = leaves_of_pairs();
    const auto half = static_cast<size_t>(words_of_block * blocks);
    const mpz_class R = power_of_2(static_cast<unsigned>(limb_bits * half));
    for (const mpz_class& n : moduli_of(limb_bits * words_of_block * blocks, samples)) {
        CAPTURE(n.get_str(16));
        const ir::Routine routine = reduction_of_16(blocks, n, library);
        const std::vector<mpz_class> numbers = numbers_below(R, n, samples);
        std::vector<uint32_t> t, r(half * Slots::numbers);
        for (const mpz_class& number : numbers) {
            const std::vector<uint32_t> words = eval::to_words(number, 2 * half);
            t.insert(t.end(), words.begin(), words.end());
        }
        const std::vector<std::span<uint32_t>> memory{t, r};
        eval::RoutineInterpreter(routine, library).run_group({}, memory);
        mpz_class inverse;
        REQUIRE(mpz_invert(inverse.get_mpz_t(), R.get_mpz_t(), n.get_mpz_t()) != 0);
        for (size_t k = 0; k < numbers.size(); ++k) {
            CAPTURE(k);
            const mpz_class value = numbers[k] * inverse % n;
            CHECK(std::vector(r.begin() + k * half, r.begin() + (k + 1) * half) ==
                  eval::to_words(value, half));
        }
    }
}

}  // namespace

TEST_CASE("reductions of 16 numbers modulo one N by matrices of bytes agree with GMP") {
    eval::Samples samples(test_seed());
    for (const int blocks : {1, 2, 3, 4, 8}) check_reductions(blocks, samples);
}

}  // namespace limbsmith::test
