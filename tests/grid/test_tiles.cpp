// Products and expressions of tiles of numbers, as interpreted, against GMP.
#include <doctest/doctest.h>

#include <algorithm>
#include <span>

#include "algorithm/quadratic/leaves.hpp"
#include "algorithm/quadratic/steps.hpp"
#include "algorithm/quadratic/tile.hpp"
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

// The value of the expression modulo 2^(32·limbs), by GMP.
mpz_class value_of(const Fused& expression, const std::vector<const mpz_class*>& operands, uint32_t limbs) {
    Values values;
    for (const Fused::Node& it : expression.nodes) {
        mpz_class value;
        switch (it.kind) {
            case Fused::Kind::input: value = *operands[it.left]; break;
            case Fused::Kind::constant: value = expression.constants[it.left]; break;
            case Fused::Kind::add: value = values[it.left] + values[it.right]; break;
            case Fused::Kind::sub: value = values[it.left] - values[it.right]; break;
            case Fused::Kind::mul: value = values[it.left] * values[it.right]; break;
        }
        mpz_fdiv_r_2exp(value.get_mpz_t(), value.get_mpz_t(), 32 * limbs);
        values.push_back(value);
    }
    return values.back();
}

// Runs the tile that begins with number `first`. The expression has the operands, or some of them, in this order.
void run(const char* text, const Shape& shape, Layout layout, uint32_t tile, uint32_t first,
         std::vector<Values> operands) {
    ir::Library library;
    for (ir::Program& leaf : quadratic::leaves(shape.block_limbs))
        library.add(pass::run_pipeline(std::move(leaf)));
    const Fused expression = parse_fused(text);
    operands.resize(expression.inputs.size());
    const ir::Routine routine = quadratic::tile("tile", expression, shape, layout, library);
    eval::RoutineInterpreter interpreter(routine, library);
    const auto limbs = static_cast<uint32_t>(shape.limbs), all = static_cast<uint32_t>(operands[0].size());
    const uint32_t count = std::min<uint32_t>(all - first, quadratic::numbers_of_tile);
    std::vector<std::vector<uint32_t>> arrays;
    for (const Values& own : operands) arrays.push_back(array_of(own, limbs, layout));
    arrays.emplace_back(arrays[0].size(), pattern);
    const std::vector<uint32_t>& r = arrays.back();
    const size_t begin = layout == Layout::limb_major ? first : size_t{first} * limbs;
    std::vector<std::span<uint32_t>> memory;
    for (std::vector<uint32_t>& own : arrays) memory.push_back(std::span(own).subspan(begin));
    std::vector<uint32_t> words{count, tile};
    if (layout == Layout::limb_major) words = {count, all, tile};
    interpreter.run_group(words, memory);
    Values expected(all);
    for (uint32_t k = first; k < first + count; ++k) {
        std::vector<const mpz_class*> own;
        for (const Values& operand : operands) own.push_back(&operand[k]);
        expected[k] = value_of(expression, own, limbs);
    }
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
    for (const Shape& shape : {Shape{64, 8, 2}, {80, 8, 2}, {128, 16, 2}, {256, 8, 4}, {64, 8, 4}}) {
        CAPTURE(shape.limbs);
        CAPTURE(shape.warps);
        Values a, b;
        add_pairs(static_cast<uint32_t>(shape.limbs), samples, a, b);
        for (const Layout layout : {Layout::number_major, Layout::limb_major})
            run("a*b", shape, layout, 5, 0, {a, b});
    }
}

TEST_CASE("tiles of one number, of 32, and after others") {
    eval::Samples samples(test_seed());
    const Shape shape{64, 8, 2};
    for (const uint32_t size : {1u, 32u, 41u}) {
        CAPTURE(size);
        Values a, b;
        while (a.size() < size) add_pairs(64, samples, a, b);
        a.resize(size), b.resize(size);
        for (const Layout layout : {Layout::number_major, Layout::limb_major}) {
            run("a*b", shape, layout, 0, 0, {a, b});
            if (size > 32) run("a*b", shape, layout, 1, 32, {a, b});
        }
    }
}

TEST_CASE("expressions of tiles") {
    eval::Samples samples(test_seed());
    Values a, b;
    add_pairs(64, samples, a, b);
    for (const char* text : {"(a*a+b)*(b*b+b)+a*b", "a*a", "a-a*b-b*b", "(a+b)*(a-b)-(a+b)", "a*b*a-(b-a*b)",
                             "(a*b-b*b)*(a*b-b*b)-a*a*a"}) {
        CAPTURE(text);
        for (const Shape& shape : {Shape{64, 8, 2}, {64, 8, 4}})
            run(text, shape, Layout::number_major, 3, 0, {a, b});
        run(text, {64, 8, 2}, Layout::limb_major, 2, 0, {a, b});
    }
    std::vector<Values> many;
    while (many.size() < 5)
        many.push_back(many.empty() ? a : many.size() % 2 ? b : Values(a.rbegin(), a.rend()));
    run("(a*b+c*d)*(e+a)-c*e*d", {64, 8, 2}, Layout::number_major, 0, 0, many);
}

// The shapes have 8 or 9 blocks, since the middle of an odd number of blocks is a diagonal's.
TEST_CASE("squares of tiles") {
    eval::Samples samples(test_seed());
    for (const Shape& shape : {Shape{128, 16, 2}, {144, 16, 2}, {144, 16, 4}, {256, 8, 8}}) {
        CAPTURE(shape.limbs);
        Values a, b;
        add_pairs(static_cast<uint32_t>(shape.limbs), samples, a, b);
        run("a*a+b", shape, Layout::number_major, 0, 0, {a, b});
        run("(a*a+b)*(b*b+b)+a*b", shape, Layout::number_major, 1, 0, {a, b});
    }
}

TEST_CASE("steps of expressions") {
    using quadratic::Step;
    const quadratic::Steps poly = quadratic::steps(parse_fused("(a*a+b)*(b*b+b)+a*b"));
    CHECK(poly.slots == 3);
    REQUIRE(poly.all.size() == 4);
    CHECK(poly.all[0].target == Step::result);
    CHECK(poly.all[1].is_square());
    CHECK(poly.all[2].is_square());
    CHECK(poly.all[3].is_added);
    CHECK(poly.all[0].scratch == 2);
    CHECK(poly.all[1].scratch == 0);
    CHECK(poly.all[3].scratch == 0);
    // a product that two sums have is computed once
    CHECK(quadratic::steps(parse_fused("(a*b+a)*(a*b+b)")).all.size() == 4);
    const quadratic::Steps negative = quadratic::steps(parse_fused("a-b*b"));
    REQUIRE(negative.all.size() == 1);
    CHECK(negative.all[0].is_complemented);
    CHECK(!negative.all[0].is_square());
    CHECK(negative.all[0].terms.size() == 2);
    CHECK(!quadratic::steps(parse_fused("a+b")).all[0].has_product());
}

TEST_CASE("the diagonals of a tile, spread over its warps") {
    for (const Shape& shape : {Shape{64, 8, 2}, {128, 16, 2}, {192, 8, 4}, {256, 8, 4}}) {
        for (const bool is_of_squares : {false, true}) {
            const std::vector<uint32_t> first = quadratic::first_diagonals(shape, is_of_squares);
            REQUIRE(first.size() == static_cast<size_t>(shape.warps) + 1);
            CHECK(first.front() == 0);
            CHECK(first.back() == static_cast<uint32_t>(shape.blocks()));
            for (size_t k = 1; k < first.size(); ++k) CHECK(first[k] >= first[k - 1] + 2);
        }
    }
    CHECK_THROWS_AS(quadratic::first_diagonals({64, 16, 4}, false), std::logic_error);
}

}  // namespace limbsmith::test
