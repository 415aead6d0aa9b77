// Products and expressions of whole numbers in memory, up to 16 to a warp, as interpreted against GMP.
#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <span>

#include "algorithm/tensor/arrays.hpp"
#include "algorithm/tensor/expression.hpp"
#include "catalogue/lanes.hpp"
#include "eval/routine.hpp"
#include "eval/words.hpp"
#include "routine/group_products.hpp"
#include "support/programs.hpp"
#include "support/seed.hpp"

namespace limbsmith::test {
namespace {

using Numbers = std::vector<mpz_class>;

namespace tensor = algorithm::tensor;
using tensor::Value;

constexpr size_t at_once = tensor::numbers_of_warp;

// An expression in memory, with the leaves that it calls.
struct Subject {
    Spec spec;
    ir::Library library;
    ir::Routine routine;

    Subject(int bits, const char* text, Value wanted = Value::modulo)
        : spec(whole_spec({bits, Mapping::tensor()}, "mul")),
          library(catalogue::lane_routines(spec).library),
          routine(tensor::expression("tile", parse_fused(text), wanted, spec.width, library)) {}
    size_t words() const { return static_cast<size_t>(spec.width.limbs()); }
    mpz_class limit() const { return power_of_2(static_cast<unsigned>(limb_bits * value_limbs(spec.width))); }
};

// An array of numbers, so many words apart.
struct Array {
    size_t words, number_step;
    std::vector<uint32_t> all;

    Array(size_t words, size_t count, size_t apart)
        : words(words), number_step(words + apart), all(number_step * count, 0xdeadbeef) {}
    void set(const Numbers& numbers) {
        for (size_t t = 0; t < numbers.size(); ++t)
            std::ranges::copy(eval::to_words(numbers[t], words),
                              all.begin() + std::ptrdiff_t(t * number_step));
    }
};

// Runs all groups of a batch. With `in_place` the result takes the place of the first operand.
void check(const Subject& subject, const std::vector<Numbers>& operands, const Numbers& results,
           size_t result_words, size_t apart, bool in_place = false) {
    CAPTURE(subject.spec.width.bits);
    CAPTURE(results.size());
    const size_t count = results.size();
    std::vector<Array> arrays;
    for (const Numbers& numbers : operands) arrays.emplace_back(subject.words(), count, apart).set(numbers);
    Array expected(result_words, count, apart);
    arrays.push_back(expected);
    expected.set(results);
    Array& target = in_place ? arrays.front() : arrays.back();
    for (size_t first = 0; first < count; first += at_once) {
        std::vector<std::span<uint32_t>> memory;
        std::vector<uint32_t> given;
        for (size_t k = 0; k < arrays.size(); ++k) {
            Array& it = k + 1 < arrays.size() ? arrays[k] : target;
            memory.push_back(std::span(it.all).subspan(first * it.number_step));
            given.push_back(static_cast<uint32_t>(it.number_step));
        }
        given.push_back(static_cast<uint32_t>(std::min(count - first, at_once)));
        eval::RoutineInterpreter(subject.routine, subject.library).run_group(given, memory);
    }
    CHECK(target.all == expected.all);
}

// Numbers with carries through every word, with zeros, and others.
Numbers drawn(const mpz_class& limit, size_t count, eval::Samples& samples) {
    const mpz_class top = limit - 1, every_second_limb = top / (power_of_2(64) - 1) * UINT32_MAX;
    Numbers made{top, 0, 1, limit / 2, top / UINT8_MAX, every_second_limb, top - UINT32_MAX};
    std::ranges::rotate(made,
                        made.begin() + samples.uniform(static_cast<unsigned long>(made.size())).get_si());
    while (made.size() < count)
        made.push_back(made.size() % 2 ? samples.uniform(limit) : samples.edge(limit));
    made.resize(count);
    made.front() = top;
    return made;
}

void check_products(int bits, const std::vector<size_t>& counts, eval::Samples& samples) {
    const Subject mul(bits, "a*b", Value::exact), sqr(bits, "a*a", Value::exact), low(bits, "a*b");
    const mpz_class limit = low.limit();
    for (size_t k = 0; const size_t count : counts) {
        const Numbers a = drawn(limit, count, samples), b = drawn(limit, count, samples);
        Numbers products, squares, halves;
        for (size_t t = 0; t < count; ++t) {
            products.push_back(a[t] * b[t]), squares.push_back(a[t] * a[t]);
            halves.push_back(products.back() % limit);
        }
        const size_t apart = 5 * (++k % 2);
        check(mul, {a, b}, products, 2 * mul.words(), apart);
        check(sqr, {a}, squares, 2 * sqr.words(), 5 - apart);
        check(low, {a, b}, halves, low.words(), apart);
        check(low, {a, b}, halves, low.words(), 5 - apart, true);
    }
}

}  // namespace

TEST_CASE("products of batches in memory on tensor cores agree with GMP") {
    eval::Samples samples(test_seed());
    check_products(1024, {1, 2, 15, 16, 17, 33}, samples);
    check_products(1500, {3, 18}, samples);  // lanes have more limbs than the number
    check_products(2048, {17}, samples);
    check_products(5000, {2}, samples);
    check_products(8192, {2}, samples);
}

TEST_CASE("long products of batches in memory on tensor cores agree with GMP") {
    eval::Samples samples(test_seed());
    check_products(9216, {2}, samples);   // some tiles after the others
    check_products(12288, {2}, samples);  // whole products by halves
}

TEST_CASE("expressions of batches in memory on tensor cores agree with GMP") {
    eval::Samples samples(test_seed());
    struct Expression {
        const char* text;
        std::function<mpz_class(const mpz_class& a, const mpz_class& b)> value;
    };
    const std::vector<Expression> all{
        {"(a*a + b)*(b*b + b) + a*b",
         [](const mpz_class& a, const mpz_class& b) -> mpz_class {
             return (a * a + b) * (b * b + b) + a * b;
         }},
        {"a*b - b", [](const mpz_class& a, const mpz_class& b) -> mpz_class { return a * b - b; }},
        {"b - a*a*a", [](const mpz_class& a, const mpz_class& b) -> mpz_class { return b - a * a * a; }},
        {"a*(b - 1) + 2^1000 - 3",
         [](const mpz_class& a, const mpz_class& b) -> mpz_class {
             return a * (b - 1) + power_of_2(1000) - 3;
         }},
    };
    for (const int bits : {1024, 1500, 4096, 9216}) {
        for (const Expression& it : all) {
            CAPTURE(it.text);
            const Subject subject(bits, it.text);
            const mpz_class limit = subject.limit();
            const size_t count = bits > 4096 ? 1 : 3;
            const Numbers a = drawn(limit, count, samples), b = drawn(limit, count, samples);
            Numbers results;
            for (size_t t = 0; t < count; ++t) {
                mpz_class value;
                mpz_fdiv_r(value.get_mpz_t(), mpz_class(it.value(a[t], b[t])).get_mpz_t(), limit.get_mpz_t());
                results.push_back(value);
            }
            check(subject, {a, b}, results, subject.words(), 0, bits == 1500);
        }
    }
}

TEST_CASE("a batch of products that misses one of its barriers is found") {
    const Subject subject(2048, "a*b", Value::exact);
    const BrokenBarriers tried = without_each_barrier(subject.routine, [&](const ir::Routine& it) {
        std::vector<uint32_t> a(3 * subject.words()), r(2 * a.size());
        const std::vector<std::span<uint32_t>> memory{a, a, r};
        const auto step = static_cast<uint32_t>(subject.words());
        const std::vector<uint32_t> given{step, 1, step, 1, 2 * step, 1, 3};
        try {
            eval::RoutineInterpreter(it, subject.library).run_group(given, memory);
        } catch (const std::logic_error&) {
            return false;
        }
        return true;
    });
    CHECK(tried.barriers == 2);  // around the matrices of each
    CHECK(tried.found == tried.barriers);
}

TEST_CASE("expressions have tiles where these are faster") {
    const auto tiles = [](int bits, const std::string& operation) {
        Spec spec = whole_spec({bits, Mapping::tensor()}, "mul");
        spec.ops = {operation};
        if (operation.find('*') != std::string::npos || operation.find('+') != std::string::npos)
            spec.ops = {"expr"}, spec.fused = parse_fused(operation);
        return catalogue::lane_routines(spec).tiles.size();
    };
    CHECK(tiles(1024, "a*b*a*b*b") == 1);
    CHECK(tiles(1024, "a*b*a*b*b*a") == 0);  // too many products
    CHECK(tiles(1024, "a + b") == 0);
    for (const char* exact : {"mul", "sqr"}) {
        CHECK(tiles(2048, exact) == 1);
        CHECK(tiles(4096, exact) == 0);
        CHECK(tiles(16384, exact) == 1);
    }
    CHECK(tiles(4096, "mul_lo") == 1);
    CHECK(tiles(4096, "add") == 0);
}

}  // namespace limbsmith::test
