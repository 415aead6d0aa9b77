// The functions of a header for tensor cores in their form for hosts, compiled, against GMP; and its matrices by the
// definition of their fragments.
#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <utility>

#include "eval/samples.hpp"
#include "eval/words.hpp"
#include "routine/field.hpp"
#include "support/seed.hpp"
#include "tensor2900.cuh"

namespace limbsmith::test {
namespace {

constexpr int lanes = tensor2900::lanes, bits = tensor2900::bits, container = 32 * 91;

// The numbers of lanes, one after the other, are the limbs of the whole.
template <class Number>
mpz_class value_in(const Number (&all)[lanes]) {
    return eval::from_words(std::span(all[0].limb, lanes * std::size(all[0].limb)));
}

void fill(tensor2900::num (&all)[lanes], const mpz_class& value) {
    std::ranges::copy(eval::to_words(value, lanes * std::size(all[0].limb)), all[0].limb);
}

// Whether the printed function gives the bytes of these words that PRMT does, for selectors of these octal digits.
template <uint32_t... octal>
bool are_bytes_right(uint32_t x, uint32_t y, std::integer_sequence<uint32_t, octal...>) {
    const auto is_right = [&](uint32_t selector, uint32_t result) {
        for (uint32_t i = 0; i < 4; ++i) {
            const uint32_t digit = selector >> 4 * i & 15, word = digit < 4 ? x : y;
            if ((result >> 8 * i & 255) != (word >> 8 * (digit % 4) & 255)) return false;
        }
        return true;
    };
    constexpr auto selector = [](uint32_t of) {
        return (of & 7) | (of >> 3 & 7) << 4 | (of >> 6 & 7) << 8 | (of >> 9 & 7) << 12;
    };
    return (is_right(selector(octal), tensor2900::detail::permute_bytes<selector(octal)>(x, y)) && ...);
}

}  // namespace

TEST_CASE("printed bytes of two words are those that a selector names") {
    using All = std::make_integer_sequence<uint32_t, 8 * 8 * 8 * 8>;
    CHECK(are_bytes_right(0x03020100, 0x07060504, All()));
    CHECK(are_bytes_right(0, UINT32_MAX, All()));
    CHECK(are_bytes_right(0x80ff0001, 0xff7f8000, All()));
}

TEST_CASE("printed products by matrices of bytes agree with GMP") {
    eval::Samples samples(test_seed());
    const mpz_class all = power_of_2(bits), top = all - 1;
    Lines lines{
        {top, top},         {top, 1},         {0, top},       {all / 2, all / 2},
        {top / 255, 255},   {top / 255, top}, {top - 1, top}, {power_of_2(1500) - 1, power_of_2(1500) + 1},
        {top, all / 65536}, {1, 1},           {top / 3, 3}};
    for (int k = 0; k < 20; ++k) lines.push_back({samples.edge(all), samples.uniform(all)});
    for (const Values& line : lines) {
        CAPTURE(line[0].get_str(16));
        CAPTURE(line[1].get_str(16));
        tensor2900::num a[lanes], b[lanes], r[lanes];
        tensor2900::wide product[lanes];
        fill(a, line[0]), fill(b, line[1]);
        const mpz_class wanted = line[0] * line[1];
        tensor2900::mul(product, a, b);
        CHECK(value_in(product) == wanted);
        tensor2900::mul_lo(r, a, b);
        CHECK(value_in(r) == wanted % power_of_2(container));
        tensor2900::mul_hi(r, a, b);
        CHECK(value_in(r) == wanted >> container);
        tensor2900::sqr(product, a);
        CHECK(value_in(product) == line[0] * line[0]);
    }
}

TEST_CASE("the matrices of a header have the fragments of mma.m16n8k32") {
    const uint64_t seed = test_seed();
    CAPTURE(seed);
    std::mt19937_64 random(seed);
    for (int turn = 0; turn < 6; ++turn) {
        // two warps: each multiplies its own
        uint8_t a[2][16][32], b[2][32][8];
        const auto byte = [&]() -> uint8_t {
            return turn == 0 ? 255 : turn < 3 ? (random() % 2 ? 255 : 0) : static_cast<uint8_t>(random());
        };
        for (auto& matrix : a)
            for (auto& row : matrix) std::ranges::generate(row, byte);
        for (auto& matrix : b)
            for (auto& row : matrix) std::ranges::generate(row, byte);
        uint32_t of_a[64][4] = {}, of_b[64][2] = {};
        for (uint32_t lane = 0; lane < 64; ++lane) {
            const uint32_t warp = lane / 32, g = lane % 32 / 4, t = lane % 4;
            for (uint32_t i = 0; i < 16; ++i) {
                const uint32_t row = g + (i / 4 % 2) * 8, column = 4 * t + i % 4 + i / 8 * 16;
                of_a[lane][i / 4] |= uint32_t{a[warp][row][column]} << 8 * (i % 4);
            }
            for (uint32_t i = 0; i < 8; ++i)
                of_b[lane][i / 4] |= uint32_t{b[warp][4 * t + i % 4 + i / 4 * 16][g]} << 8 * (i % 4);
        }
        for (uint32_t lane = 0; lane < 64; ++lane)
            for (uint32_t i = 0; i < 4; ++i) {
                uint32_t wanted = 0;
                for (uint32_t k = 0; k < 32; ++k)
                    wanted += uint32_t{a[lane / 32][lane % 32 / 4 + i / 2 * 8][k]} *
                              b[lane / 32][k][lane % 4 * 2 + i % 2];
                CHECK(tensor2900::detail::matrix_element(of_a, of_b, lane, i) == wanted);
            }
    }
}

}  // namespace limbsmith::test
