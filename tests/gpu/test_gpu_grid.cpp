// Numbers of any length on a GPU, against GMP.
#include <doctest/doctest.h>

#include "gpu/device.hpp"
#include "grid/gpu.hpp"
#include "grid/numbers.hpp"
#include "jit/batch.hpp"
#include "limbsmith/grid/division.hpp"
#include "limbsmith/grid/expression.hpp"
#include "limbsmith/grid/modular.hpp"
#include "limbsmith/grid/square_root.hpp"
#include "operation/device_grid.hpp"

namespace limbsmith::test {
namespace {

using grid::Arithmetic, grid::Numbers;

void check_products(Arithmetic& arithmetic, const Values& a, const Values& b, uint32_t length) {
    CAPTURE(length);
    const auto count = static_cast<uint32_t>(a.size());
    const Numbers x = on_machine(arithmetic, a, length), y = on_machine(arithmetic, b, length),
                  r = arithmetic.make(2 * length, count);
    arithmetic.multiply(r, x, y, count);
    const Values products = values(arithmetic, r);
    arithmetic.multiply(r, x, x, count);
    const Values squares = values(arithmetic, r);
    for (size_t k = 0; k < a.size(); ++k) {
        CAPTURE(k);
        CHECK((products[k] == a[k] * b[k]));
        CHECK((squares[k] == a[k] * a[k]));
    }
}

}  // namespace

TEST_CASE("products of any length on the GPU") {
    if (has_no_device()) return;
    grid::Gpu gpu(runtime::device_at(place::device));
    Arithmetic arithmetic(gpu);
    eval::Samples samples(test_seed());
    for (const uint32_t length : {1u, 31u, 700u, 1024u, 1025u, 4000u, 8192u, 20000u, 65536u, 100000u, 262144u,
                                  600000u, grid::most_words}) {
        Values a = edge_values(length, samples), b = a;
        std::ranges::rotate(b, b.begin() + 3);
        if (length > 100000) a.resize(3), b.resize(3);
        a.push_back(a[2]), b.push_back(a[2]);  // all ones
        check_products(arithmetic, a, b, length);
    }
    // several turns
    Values many;
    for (int k = 0; k < 1000; ++k) many.push_back(samples.uniform(power_of_2(32 * 1000)));
    check_products(arithmetic, many, many, 1000);
}

TEST_CASE("expressions of any length on the GPU: kept transforms, and the largest digits that are exact") {
    if (has_no_device()) return;
    grid::Gpu gpu(runtime::device_at(place::device));
    Arithmetic arithmetic(gpu);
    eval::Samples samples(test_seed());
    using enum grid::Step::Kind;
    const std::vector<grid::Step> polynomial{{multiply, 0, 0}, {add, 2, 1},      {multiply, 1, 1},
                                             {add, 4, 1},      {multiply, 3, 5}, {multiply, 0, 1},
                                             {add, 6, 7}};
    for (const uint32_t length : {1u, 700u, 1025u, 8192u, 20000u, 65536u, 262144u, grid::most_words}) {
        CAPTURE(length);
        const mpz_class all = power_of_2(32 * length);
        grid::Expression expression(arithmetic, 2, polynomial, length);
        // alone and, where they are short, in several turns; the third time as a graph, if it is one
        for (const size_t count : {1, length <= 1025 ? 1000 : length <= 8192 ? 100 : 2}) {
            Values x(count, all - 1), y(count, all - 1), expected;
            for (size_t k = 1; k < count; ++k) x[k] = samples.edge(all), y[k] = samples.uniform(all);
            for (size_t k = 0; k < count; ++k) {
                const mpz_class left = (x[k] * x[k] + y[k]) % all, right = (y[k] * y[k] + y[k]) % all;
                expected.push_back((left * right + x[k] * y[k]) % all);
            }
            const Numbers a = on_machine(arithmetic, x, length), b = on_machine(arithmetic, y, length),
                          r = arithmetic.make(length, static_cast<uint32_t>(count));
            const std::vector<grid::View> inputs{a, b};
            for (int turn = 0; turn < 3; ++turn) {
                arithmetic.copy(r, arithmetic.zero(), r.count);
                expression.compute(r, inputs, r.count);
                CHECK((values(arithmetic, r) == expected));
            }
        }
    }
    // as many products of all ones as a sum of transforms may have, and one more
    for (const uint32_t length : {1u << 15, grid::most_words}) {
        CAPTURE(length);
        const uint32_t most = (1u << (grid::product_bits - 64)) / length;
        const mpz_class all = power_of_2(32 * length), ones = all - 1;
        const Numbers a = on_machine(arithmetic, {ones}, length), r = arithmetic.make(length, 1);
        for (const uint32_t products : {most, most + 1}) {
            std::vector<grid::Step> steps{{multiply, 0, 0}};
            for (uint32_t k = 1; k < products; ++k) steps.push_back({add, k, 1});
            grid::Expression(arithmetic, 1, steps, length).compute(r, std::vector<grid::View>{a}, 1);
            CHECK((values(arithmetic, r)[0] == ones * ones * products % all));
        }
    }
}

TEST_CASE("divisions and square roots of any length on the GPU") {
    if (has_no_device()) return;
    grid::Gpu gpu(runtime::device_at(place::device));
    Arithmetic arithmetic(gpu);
    eval::Samples samples(test_seed());
    for (const auto& [a_length, b_length] : {std::pair{3u, 2u},
                                             {64u, 32u},
                                             {1000u, 1000u},
                                             {5000u, 2500u},
                                             {40000u, 333u},
                                             {300000u, 150000u},
                                             {1000000u, 500000u}}) {
        CAPTURE(a_length);
        Values a = edge_values(a_length, samples), b = edge_values(b_length, samples);
        for (mpz_class& it : b)
            if (it == 0) it = samples.uniform(power_of_2(32 * b_length - 1)) + 1;
        std::ranges::rotate(a, a.begin() + 2);
        const auto count = static_cast<uint32_t>(a.size());
        const Numbers x = on_machine(arithmetic, a, a_length), y = on_machine(arithmetic, b, b_length),
                      q = arithmetic.make(a_length, count), r = arithmetic.make(b_length, count),
                      root = arithmetic.make((a_length + 1) / 2, count);
        if (a_length <= 300000) {
            grid::divide(arithmetic, q, r, x, y, count);
            const Values quotients = values(arithmetic, q), rests = values(arithmetic, r);
            for (size_t k = 0; k < a.size(); ++k) {
                CAPTURE(k);
                CHECK((quotients[k] == a[k] / b[k]));
                CHECK((rests[k] == a[k] % b[k]));
            }
        } else {  // by full-length divisors
            b[0] = power_of_2(32 * b_length - 1) + 12345;
            const Numbers one = on_machine(arithmetic, {b[0]}, b_length);
            grid::divide(arithmetic, q, r, x, {one.memory.get(), 0, b_length}, count);
            const Values quotients = values(arithmetic, q), rests = values(arithmetic, r);
            for (size_t k = 0; k < a.size(); ++k) {
                CHECK((quotients[k] == a[k] / b[0]));
                CHECK((rests[k] == a[k] % b[0]));
            }
        }
        grid::square_root(arithmetic, root, x, count);
        const Values roots = values(arithmetic, root);
        for (size_t k = 0; k < a.size(); ++k) CHECK((roots[k] == sqrt(a[k])));
    }
}

TEST_CASE("products, reciprocals, divisions and square roots that come again on the GPU") {
    if (has_no_device()) return;
    grid::Gpu gpu(runtime::device_at(place::device));
    Arithmetic arithmetic(gpu);
    eval::Samples samples(test_seed());
    for (const uint32_t length : {16u, 2000u, 16384u}) {
        const mpz_class end = power_of_2(32 * length), half_end = power_of_2(16 * length);
        const Numbers a = arithmetic.make(length, 2), d = arithmetic.make(length / 2, 2),
                      q = arithmetic.make(length, 2), r = arithmetic.make(length / 2, 2),
                      root = arithmetic.make(length / 2, 2), product = arithmetic.make(length, 2);
        for (int turn = 0; turn < 6; ++turn) {
            CAPTURE(turn);
            const Values x{samples.edge(end), samples.uniform(end)},
                y{half_end / 2 + samples.uniform(half_end / 2), half_end - 1};
            std::vector<uint32_t> words;
            for (const mpz_class& value : x) append_words(words, value, length);
            gpu.write(a.memory.get(), words);
            words.clear();
            for (const mpz_class& value : y) append_words(words, value, length / 2);
            gpu.write(d.memory.get(), words);
            grid::divide(arithmetic, q, r, a, d.view(), 2);
            grid::square_root(arithmetic, root, a, 2);
            const Values quotients = values(arithmetic, q), rests = values(arithmetic, r),
                         roots = values(arithmetic, root);
            for (size_t k = 0; k < x.size(); ++k) {
                CHECK((quotients[k] == x[k] / y[k]));
                CHECK((rests[k] == x[k] % y[k]));
                CHECK((roots[k] == sqrt(x[k])));
            }
            grid::divide(arithmetic, q, r, a, divisor(arithmetic, d, 2, length), 2);
            arithmetic.multiply(product, q, d, 2);
            arithmetic.add(product, product, r, 2);
            CHECK((values(arithmetic, product) == x));
        }
    }
}

TEST_CASE("powers modulo numbers of any length on the GPU") {
    if (has_no_device()) return;
    grid::Gpu gpu(runtime::device_at(place::device));
    Arithmetic arithmetic(gpu);
    eval::Samples samples(test_seed());
    for (const unsigned bits : {62u, 5000u, 100001u}) {
        CAPTURE(bits);
        const uint32_t length = (bits + 31) / 32;
        const mpz_class n = (samples.uniform(power_of_2(bits - 1)) + power_of_2(bits - 1)) | 1;
        const grid::Modulus modulus(arithmetic, on_machine(arithmetic, {n}, length));
        const Values a{0, 1, n - 1, samples.uniform(n)};
        const auto count = static_cast<uint32_t>(a.size());
        const Numbers x = on_machine(arithmetic, a, length), u = modulus.make(count),
                      r = arithmetic.make(length, count);
        const mpz_class exponent = samples.uniform(power_of_2(100));
        std::vector<uint32_t> words;
        append_words(words, exponent, 4);
        modulus.enter(u, x, count);
        modulus.power(u, u, words, count);
        modulus.leave(r, u, count);
        const Values powers = values(arithmetic, r);
        for (size_t k = 0; k < a.size(); ++k) {
            mpz_class expected;
            mpz_powm(expected.get_mpz_t(), a[k].get_mpz_t(), exponent.get_mpz_t(), n.get_mpz_t());
            CHECK((powers[k] == expected));
        }
    }
}

}  // namespace limbsmith::test
