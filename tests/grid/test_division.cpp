// Divisions, square roots and residues of numbers of any length, as interpreted, against GMP.
#include <doctest/doctest.h>

#include "grid/numbers.hpp"
#include "limbsmith/error.hpp"
#include "limbsmith/grid/division.hpp"
#include "limbsmith/grid/modular.hpp"
#include "limbsmith/grid/square_root.hpp"
#include "machine/interpreting_machine.hpp"
#include "operation/device_grid.hpp"

namespace limbsmith::test {
namespace {

using grid::Arithmetic, grid::Numbers;

void check_division(Arithmetic& arithmetic, const Values& a, const Values& b, uint32_t a_length,
                    uint32_t b_length) {
    CAPTURE(a_length);
    CAPTURE(b_length);
    const auto count = static_cast<uint32_t>(a.size());
    const Numbers x = on_machine(arithmetic, a, a_length), y = on_machine(arithmetic, b, b_length),
                  q = arithmetic.make(a_length, count), r = arithmetic.make(b_length, count);
    grid::divide(arithmetic, q, r, x, y, count);
    const Values quotients = values(arithmetic, q), rests = values(arithmetic, r);
    for (size_t k = 0; k < a.size(); ++k) {
        CAPTURE(k);
        CHECK(quotients[k] == a[k] / b[k]);
        CHECK(rests[k] == a[k] % b[k]);
    }
}

}  // namespace

TEST_CASE("divisions: edges of both operands") {
    grid::InterpretingMachine machine;
    Arithmetic arithmetic(machine);
    eval::Samples samples(test_seed());
    size_t turn = 0;
    for (const auto& [a_length, b_length] : {std::pair{1u, 1u}, {4u, 2u}, {3u, 7u}}) {
        Values a, b;
        for (const mpz_class& x : edge_values(a_length, samples)) {
            for (const mpz_class& y : edge_values(b_length, samples)) {
                if (y == 0 || ++turn % 7 != 0) continue;
                a.push_back(x), b.push_back(y);
                // next to multiples of the divisor
                const mpz_class multiple = x / y * y;
                if (multiple > 0) a.push_back(multiple - 1), b.push_back(y);
            }
        }
        check_division(arithmetic, a, b, a_length, b_length);
    }
}

TEST_CASE("divisions by full-length divisors take few words") {
    grid::InterpretingMachine machine;
    Arithmetic arithmetic(machine);
    eval::Samples samples(test_seed());
    const uint32_t length = grid::most_words_of_start + 100;
    const mpz_class top = power_of_2(32 * length - 1);
    const Values a{top * top * 4 - 1, samples.uniform(top * top)}, b{top + samples.uniform(top), top};
    check_division(arithmetic, a, b, 2 * length, length);
    CHECK(machine.launches().at("grid_start_reciprocal") == 1);
    const Numbers d = on_machine(arithmetic, b, length);
    CHECK(grid::divisor(arithmetic, d, 2, 2 * length).n() == length + 1);
}

TEST_CASE("square roots") {
    grid::InterpretingMachine machine;
    Arithmetic arithmetic(machine);
    eval::Samples samples(test_seed());
    for (const uint32_t length : {1u, 4u, 7u}) {
        CAPTURE(length);
        const uint32_t half = (length + 1) / 2;
        Values a = edge_values(length, samples);
        // next to squares
        const mpz_class most = power_of_2(16 * length) - 1;
        for (const mpz_class& root : {most, mpz_class(samples.uniform(most) + 1)})
            for (const mpz_class& it : {mpz_class(root * root), mpz_class(root * root - 1)}) a.push_back(it);
        const auto count = static_cast<uint32_t>(a.size());
        const Numbers x = on_machine(arithmetic, a, length), r = arithmetic.make(half, count);
        grid::square_root(arithmetic, r, x, count);
        const Values roots = values(arithmetic, r);
        for (size_t k = 0; k < a.size(); ++k) {
            CAPTURE(k);
            CHECK(roots[k] == sqrt(a[k]));
        }
    }
}

TEST_CASE("square roots of numbers with more words than a block computes") {
    grid::InterpretingMachine machine;
    Arithmetic arithmetic(machine);
    eval::Samples samples(test_seed());
    const uint32_t half = grid::most_words_of_start + 100, length = 2 * half;
    const mpz_class root = power_of_2(32 * half) - 1, other = samples.uniform(root) + 1;
    const Values a{root * root, root * root - 1, other * other + 2 * other, other * other};
    const auto count = static_cast<uint32_t>(a.size());
    const Numbers r = arithmetic.make(half, count);
    grid::square_root(arithmetic, r, on_machine(arithmetic, a, length), count);
    CHECK(values(arithmetic, r) == Values{root, root - 1, other, other});
}

TEST_CASE("products and powers modulo odd numbers") {
    grid::InterpretingMachine machine;
    Arithmetic arithmetic(machine);
    eval::Samples samples(test_seed());
    for (const unsigned bits : {2u, 62u}) {
        CAPTURE(bits);
        for (const mpz_class& n : {mpz_class(power_of_2(bits) - 1), mpz_class(power_of_2(bits - 1) | 1)}) {
            if (n < 3) continue;
            const uint32_t length = (bits + 31) / 32;
            const grid::Modulus modulus(arithmetic, on_machine(arithmetic, {n}, length));
            const Values a{0, n - 1, samples.uniform(n)}, b{n - 1, n - 1, samples.edge(n)};
            const auto count = static_cast<uint32_t>(a.size());
            const Numbers x = on_machine(arithmetic, a, length), y = on_machine(arithmetic, b, length),
                          u = modulus.make(count), v = modulus.make(count),
                          r = arithmetic.make(length, count);
            modulus.enter(u, x, count), modulus.enter(v, y, count);
            modulus.multiply(v, u, v, count);
            modulus.leave(r, v, count);
            const Values products = values(arithmetic, r);
            for (size_t k = 0; k < a.size(); ++k) CHECK(products[k] == a[k] * b[k] % n);
            for (const mpz_class& exponent : {mpz_class(0), samples.uniform(power_of_2(24))}) {
                std::vector<uint32_t> words;
                append_words(words, exponent, 3);
                modulus.power(v, u, words, count);
                modulus.leave(r, v, count);
                const Values powers = values(arithmetic, r);
                for (size_t k = 0; k < a.size(); ++k) {
                    mpz_class expected;
                    mpz_powm(expected.get_mpz_t(), a[k].get_mpz_t(), exponent.get_mpz_t(), n.get_mpz_t());
                    CHECK(powers[k] == expected);
                }
            }
        }
    }
    CHECK_THROWS_AS(grid::Modulus(arithmetic, on_machine(arithmetic, {10}, 1)), runtime::InputError);
}

}  // namespace limbsmith::test
