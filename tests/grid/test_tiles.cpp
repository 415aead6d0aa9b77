// Low products of tiles of numbers, as interpreted, against GMP.
#include <doctest/doctest.h>

#include <algorithm>
#include <span>

#include "algorithm/quadratic/leaves.hpp"
#include "algorithm/quadratic/product.hpp"
#include "eval/routine.hpp"
#include "grid/numbers.hpp"
#include "pass/pass.hpp"

namespace limbsmith::test {
namespace {

namespace quadratic = algorithm::quadratic;
using quadratic::Layout, quadratic::Shape;

constexpr uint32_t pattern = 0xA5A5A5A5;

// The words of numbers in an array of the layout.
std::vector<uint32_t> array_of(const Values& values, uint32_t limbs, Layout layout) {
    std::vector<uint32_t> words, turned;
    for (const mpz_class& value : values) append_words(words, value, limbs);
    if (layout == Layout::number_major) return words;
    for (uint32_t i = 0; i < limbs; ++i)
        for (size_t k = 0; k < values.size(); ++k) turned.push_back(words[k * limbs + i]);
    return turned;
}

// Of the tile that begins with number `first`.
void run(const Shape& shape, Layout layout, uint32_t tile, uint32_t first, const Values& a, const Values& b) {
    ir::Library library;
    for (ir::Program& leaf : quadratic::leaves(shape.block_limbs))
        library.add(pass::run_pipeline(std::move(leaf)));
    const ir::Routine routine = quadratic::mul_lo(shape, layout, library);
    eval::RoutineInterpreter interpreter(routine, library);
    const auto limbs = static_cast<uint32_t>(shape.limbs), all = static_cast<uint32_t>(a.size());
    const uint32_t count = std::min<uint32_t>(all - first, quadratic::numbers_of_tile);
    std::vector<uint32_t> x = array_of(a, limbs, layout), y = array_of(b, limbs, layout),
                          r(x.size(), pattern);
    const size_t begin = layout == Layout::limb_major ? first : size_t{first} * limbs;
    const std::vector<std::span<uint32_t>> memory{std::span(x).subspan(begin), std::span(y).subspan(begin),
                                                  std::span(r).subspan(begin)};
    std::vector<uint32_t> words{count, tile};
    if (layout == Layout::limb_major) words = {count, all, tile};
    interpreter.run_group(words, memory);
    Values expected;
    for (uint32_t k = 0; k < all; ++k)
        expected.push_back(k >= first && k < first + count ? mpz_class(a[k] * b[k] % power_of_2(32 * limbs))
                                                           : mpz_class(0));
    std::vector<uint32_t> right = array_of(expected, limbs, layout);
    for (size_t i = 0; i < right.size(); ++i) {
        const size_t number = layout == Layout::limb_major ? i % all : i / limbs;
        if (number < first || number >= first + count) right[i] = pattern;
    }
    CHECK(r == right);
}

// The last ones are inverses of each other: the sums of all blocks are 0, so that carries run through all warps.
void add_pairs(uint32_t limbs, eval::Samples& samples, Values& a, Values& b) {
    const mpz_class all = power_of_2(32 * limbs);
    const Values edges = edge_values(limbs, samples);
    for (size_t k = 0; k < edges.size(); ++k) {
        for (const size_t other : {k, (k + 3) % edges.size()})
            a.push_back(edges[k]), b.push_back(edges[other]);
    }
    a.push_back(power_of_2(16 * limbs) - 1), b.push_back(power_of_2(16 * limbs) + 1);
    a.push_back(all - 1), b.push_back(power_of_2(16 * limbs) + 1);
    for (int k = 0; k < 6; ++k) {
        const mpz_class odd = samples.uniform(all) | 1;
        mpz_class inverse;
        mpz_invert(inverse.get_mpz_t(), odd.get_mpz_t(), all.get_mpz_t());
        a.push_back(odd), b.push_back(k < 3 ? inverse : mpz_class(all - inverse));
    }
}

}  // namespace

TEST_CASE("low products of tiles") {
    eval::Samples samples(test_seed());
    for (const Shape& shape :
         {Shape{64, 8, 2, 2}, {80, 8, 2, 2}, {128, 16, 2, 2}, {256, 8, 4, 4}, {64, 8, 4, 3}}) {
        CAPTURE(shape.limbs);
        CAPTURE(shape.warps);
        Values a, b;
        add_pairs(static_cast<uint32_t>(shape.limbs), samples, a, b);
        for (const Layout layout : {Layout::number_major, Layout::limb_major}) run(shape, layout, 5, 0, a, b);
    }
}

TEST_CASE("tiles of one number, of 32, and after others") {
    eval::Samples samples(test_seed());
    const Shape shape{64, 8, 2, 2};
    for (const uint32_t size : {1u, 32u, 41u}) {
        CAPTURE(size);
        Values a, b;
        while (a.size() < size) add_pairs(64, samples, a, b);
        a.resize(size), b.resize(size);
        for (const Layout layout : {Layout::number_major, Layout::limb_major}) {
            run(shape, layout, 0, 0, a, b);
            if (size > 32) run(shape, layout, 1, 32, a, b);
        }
    }
}

TEST_CASE("the diagonals of a tile, spread over its warps") {
    for (const Shape& shape : {Shape{64, 8, 2, 2}, {128, 16, 2, 2}, {192, 8, 4, 4}, {256, 8, 4, 4}}) {
        const std::vector<uint32_t> first = quadratic::first_diagonals(shape);
        REQUIRE(first.size() == static_cast<size_t>(shape.warps) + 1);
        CHECK(first.front() == 0);
        CHECK(first.back() == static_cast<uint32_t>(shape.blocks()));
        for (size_t k = 1; k < first.size(); ++k) CHECK(first[k] >= first[k - 1] + 2);
    }
    CHECK_THROWS_AS(quadratic::first_diagonals({64, 16, 4, 2}), std::logic_error);
}

}  // namespace limbsmith::test
