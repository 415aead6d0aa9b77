// The printed routines of a group for the host, compiled, against GMP.
#include <doctest/doctest.h>

#include "eval/samples.hpp"
#include "eval/words.hpp"
#include "printed_groups.hpp"
#include "routine/field.hpp"
#include "routine/montgomery_lines.hpp"
#include "support/seed.hpp"

namespace limbsmith::test {
namespace {

// The numbers of lanes, one after the other, are the limbs of the whole.
template <class Number, size_t lanes>
mpz_class value_of(const Number (&all)[lanes]) {
    return eval::from_words(std::span(all[0].limb, lanes * std::size(all[0].limb)));
}

template <class Number, int lanes, class Add>
void check_sums(Add add) {
    constexpr int bits = 8 * sizeof(Number) * lanes;
    const mpz_class all = power_of_2(bits);
    eval::Samples samples(test_seed());
    Lines lines{{all - 1, 1}, {all - 1, all - 1}, {0, 0}, {all / 2, all / 2}};
    for (int lane = 0; lane < lanes; ++lane) {
        const mpz_class from = power_of_2(bits / lanes * lane);
        lines.insert(lines.end(),
                     {{all - from, from}, {from - 1, 1}, {all - 1 - from, 1}, {all - 1 - from, from}});
    }
    for (int k = 0; k < 20; ++k) lines.push_back({samples.edge(all), samples.uniform(all)});
    for (const Values& line : lines) {
        Number a[lanes], b[lanes], r[lanes];
        uint32_t carry[lanes];
        for (size_t i = 0; i < 2; ++i) {
            const std::vector<uint32_t> words = eval::to_words(line[i], bits / 32);
            std::copy(words.begin(), words.end(), (i ? b : a)[0].limb);
        }
        add(r, a, b, carry);
        const mpz_class wanted = line[0] + line[1];
        CAPTURE(hex(line));
        REQUIRE(value_of(r) == wanted % all);
        for (uint32_t it : carry) REQUIRE(it == wanted / all);
    }
}

template <class Number, int lanes, class Multiply, class Square>
void check_montgomery(Multiply multiply, Square square) {
    constexpr int bits = 8 * sizeof(Number) * lanes;
    eval::Samples samples(test_seed());
    for (const MontgomeryLine& line : montgomery_lines(bits, samples)) {
        Number a[lanes], b[lanes], m[lanes], r[lanes];
        uint32_t n0inv[lanes];
        for (const auto& [number, value] : {std::pair{a, line.a}, {b, line.b}, {m, line.m}})
            std::ranges::copy(eval::to_words(value, bits / 32), number[0].limb);
        std::ranges::fill(n0inv, line.n0inv.get_ui());
        CAPTURE(line.m.get_str(16));
        multiply(r, a, b, m, n0inv);
        REQUIRE(value_of(r) == line.product);
        square(r, a, m, n0inv);
        REQUIRE(value_of(r) == line.square);
    }
}

}  // namespace

#define CHECK_SUMS(name, function) check_sums<name::num, name::lanes>(name::function)

TEST_CASE("printed sums over the lanes of a group agree with GMP") {
    CHECK_SUMS(lanes2x1, add_lanes);
    CHECK_SUMS(lanes4x1, add_lanes);
    CHECK_SUMS(lanes8x1, add_lanes);
    CHECK_SUMS(lanes16x1, add_lanes);
    CHECK_SUMS(lanes32x1, add_lanes);
    CHECK_SUMS(lanes2x3, add_lanes);
    CHECK_SUMS(lanes4x3, add_lanes);
    CHECK_SUMS(lanes8x3, add_lanes);
    CHECK_SUMS(lanes16x3, add_lanes);
    CHECK_SUMS(lanes32x3, add_lanes);
    CHECK_SUMS(lanes32x4, add_lanes);
}

TEST_CASE("printed sums over the threads of a block agree with GMP") { CHECK_SUMS(block128x2, add_block); }

#define CHECK_MONTGOMERY(name) \
    check_montgomery<name::num, name::lanes>(name::montgomery_product, name::montgomery_square)

TEST_CASE("printed Montgomery products and squares in the lanes of a group agree with GMP") {
    CHECK_MONTGOMERY(montgomery2x3);
    CHECK_MONTGOMERY(montgomery4x2);
    CHECK_MONTGOMERY(montgomery32x1);
}

}  // namespace limbsmith::test
