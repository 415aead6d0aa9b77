// Arithmetic with numbers of any length, as interpreted, against GMP.
#include <doctest/doctest.h>

#include <stdexcept>

#include "algorithm/ntt/tables.hpp"
#include "grid/numbers.hpp"
#include "limbsmith/error.hpp"
#include "machine/interpreting_machine.hpp"

namespace limbsmith::test {
namespace {

using grid::Arithmetic, grid::Numbers, grid::View;
using Order = grid::InterpretingMachine::Order;

void check_product(Arithmetic& arithmetic, const Values& a, const Values& b, uint32_t a_length,
                   uint32_t b_length) {
    CAPTURE(a_length);
    CAPTURE(b_length);
    const auto count = static_cast<uint32_t>(a.size());
    const Numbers x = on_machine(arithmetic, a, a_length), y = on_machine(arithmetic, b, b_length);
    const uint32_t length = a_length + b_length, low = (length + 2) / 3;
    const Numbers r = arithmetic.make(length, count), part = arithmetic.make(low, count);
    arithmetic.multiply(r, x, y, count);
    arithmetic.multiply(part, x, y, count, low);
    const Values all = values(arithmetic, r), middle = values(arithmetic, part);
    for (size_t k = 0; k < a.size(); ++k) {
        CAPTURE(k);
        const mpz_class product = a[k] * b[k];
        CHECK(all[k] == product);
        CHECK(middle[k] == (product >> (32 * low)) % power_of_2(32 * low));
    }
}

}  // namespace

TEST_CASE("factors of transforms are the tables by their definition") {
    grid::InterpretingMachine machine;
    constexpr uint32_t columns = 64;
    const auto made = [&](const char* kernel, size_t words, uint32_t threads) {
        const grid::Memory memory = machine.allocate(words);
        machine.launch(kernel, (threads + 31) / 32, 1,
                       std::vector<grid::Argument>{grid::Array{memory.get(), 0}, columns});
        std::vector<uint32_t> all(words);
        machine.read(memory.get(), all);
        return all;
    };
    const std::vector<uint32_t> companions = algorithm::ntt::companions_table(columns);
    CHECK(made("grid_factors", companions.size(), static_cast<uint32_t>(companions.size() / 4)) ==
          companions);
    CHECK(made("grid_mirrors", columns, columns) == algorithm::ntt::mirrors_table(columns, columns));
}

TEST_CASE("products by several kernels") {
    for (const Order order : {Order::upwards, Order::downwards}) {
        grid::InterpretingMachine machine(order);
        Arithmetic arithmetic(machine);
        eval::Samples samples(test_seed());
        // sizes of the transform: 2^11 with one level before the segments, 2^12 with two, and so on
        for (const auto& [a_length, b_length] :
             {std::pair{3u, 1u}, {1024u, 1024u}, {1025u, 37u}, {2049u, 4000u}}) {
            Values a = edge_values(a_length, samples), b = edge_values(b_length, samples);
            std::ranges::rotate(b, b.begin() + (order == Order::upwards ? 0 : 2));
            if (a_length > 2000) a.resize(3), b.resize(3);
            check_product(arithmetic, a, b, a_length, b_length);
        }
    }
}

TEST_CASE("products of all ones: the largest digits there are, in two passes") {
    grid::InterpretingMachine machine;
    Arithmetic arithmetic(machine);
    // transforms of 2^16 and 2^17 words: six and seven levels before the segments
    for (const uint32_t length : {1u << 15, 1u << 16}) {
        const mpz_class ones = power_of_2(32 * length) - 1;
        check_product(arithmetic, {ones}, {ones}, length, length);
    }
}

TEST_CASE("squares, a factor for all, and transforms that are kept") {
    grid::InterpretingMachine machine;
    Arithmetic arithmetic(machine);
    eval::Samples samples(test_seed());
    constexpr uint32_t length = 700;
    const Values a = edge_values(length, samples), factor{samples.uniform(power_of_2(32 * length))};
    const auto count = static_cast<uint32_t>(a.size());
    const Numbers x = on_machine(arithmetic, a, length), y = on_machine(arithmetic, factor, length),
                  r = arithmetic.make(2 * length, count);
    const auto check = [&](const auto& expected) {
        const Values made = values(arithmetic, r);
        for (size_t k = 0; k < a.size(); ++k) CHECK(made[k] == expected(k));
    };
    arithmetic.multiply(r, x, x, count);
    check([&](size_t k) { return mpz_class(a[k] * a[k]); });
    CHECK(machine.launches().at("grid_square") == 1);
    const View for_all{y.memory.get(), 0, length};
    arithmetic.multiply(r, x, for_all, count);
    check([&](size_t k) { return mpz_class(a[k] * factor[0]); });
    const grid::Transformed kept = arithmetic.transform(for_all, 1, 2 * length);
    arithmetic.multiply(r, x, kept, count);
    check([&](size_t k) { return mpz_class(a[k] * factor[0]); });
    const grid::Transformed own = arithmetic.transform(x, count, 2 * length);
    arithmetic.multiply(r, x, own, count);
    check([&](size_t k) { return mpz_class(a[k] * a[k]); });
}

TEST_CASE("sums and differences whose carries run through many tiles") {
    for (const Order order : {Order::upwards, Order::downwards}) {
        grid::InterpretingMachine machine(order);
        Arithmetic arithmetic(machine);
        eval::Samples samples(test_seed());
        // 40 tiles: more than a warp asks at once
        for (const uint32_t length : {1u, 33u, 256u, 257u, 40u * 256}) {
            CAPTURE(length);
            const mpz_class all = power_of_2(32 * length);
            Values a, b;
            const Values edges = edge_values(length, samples);
            for (size_t i = 0; i < edges.size(); ++i) {
                for (size_t j = length > 100 ? 9 : 0; j < 10; ++j)
                    a.push_back(edges[i]), b.push_back(edges[j]);
                a.push_back(edges[i]), b.push_back(all - 1 - edges[i]);
                a.push_back(edges[i]), b.push_back((all - edges[i]) % all);
            }
            const auto count = static_cast<uint32_t>(a.size());
            const Numbers x = on_machine(arithmetic, a, length), y = on_machine(arithmetic, b, length),
                          r = arithmetic.make(length, count), carry = arithmetic.make(1, count);
            arithmetic.add(r, x, y, count);
            Values made = values(arithmetic, r);
            for (size_t k = 0; k < a.size(); ++k) CHECK(made[k] == (a[k] + b[k]) % all);
            arithmetic.subtract(r, x, y, count, {{}, carry.view()});
            made = values(arithmetic, r);
            const Values reaches = values(arithmetic, carry);
            for (size_t k = 0; k < a.size(); ++k) {
                CHECK(made[k] == (a[k] - b[k] + all) % all);
                CHECK(reaches[k] == (a[k] >= b[k] ? 1 : 0));
            }
            // where a >= b, in place
            arithmetic.subtract(x, x, y, count, {carry.view(), {}});
            made = values(arithmetic, x);
            for (size_t k = 0; k < a.size(); ++k)
                CHECK(made[k] == (a[k] >= b[k] ? mpz_class(a[k] - b[k]) : a[k]));
            arithmetic.complement(r, x, y, count);
            const Values complements = values(arithmetic, r);
            for (size_t k = 0; k < a.size(); ++k)
                CHECK(complements[k] == (2 * all - 1 - made[k] - b[k]) % all);
        }
    }
}

TEST_CASE("shifts, lengths and parts") {
    grid::InterpretingMachine machine;
    Arithmetic arithmetic(machine);
    eval::Samples samples(test_seed());
    constexpr uint32_t length = 70;
    const Values a = edge_values(length, samples);
    const auto count = static_cast<uint32_t>(a.size());
    const Numbers x = on_machine(arithmetic, a, length), bits = arithmetic.make(1, count),
                  up = arithmetic.make(1, count), r = arithmetic.make(length + 3, count);
    arithmetic.bit_length(bits, up, x, count);
    const Values lengths = values(arithmetic, bits), distances = values(arithmetic, up);
    for (size_t k = 0; k < a.size(); ++k) {
        const size_t expected = a[k] == 0 ? 0 : mpz_sizeinbase(a[k].get_mpz_t(), 2);
        CHECK(lengths[k] == expected);
        CHECK(distances[k] == 32 * length - expected);
    }
    const mpz_class all = power_of_2(32 * (length + 3));
    for (const uint32_t more : {0u, 1u, 31u, 32u, 33u, 64u, 1000u, 32 * length, 32 * (length + 3)}) {
        CAPTURE(more);
        Numbers amounts = arithmetic.make(1, count);
        arithmetic.machine().write(amounts.memory.get(), std::vector<uint32_t>(count, more / 2));
        arithmetic.shift_left(r, x, amounts, count, more - more / 2);
        Values made = values(arithmetic, r);
        for (size_t k = 0; k < a.size(); ++k) CHECK(made[k] == (a[k] << more) % all);
        arithmetic.shift_right(r, x, amounts, count, more - more / 2);
        made = values(arithmetic, r);
        for (size_t k = 0; k < a.size(); ++k) CHECK(made[k] == a[k] >> more);
        arithmetic.fold(r, x, more, count);
        made = values(arithmetic, r);
        for (size_t k = 0; k < a.size(); ++k) CHECK(made[k] == a[k] % power_of_2(more) + (a[k] >> more));
    }
}

TEST_CASE("products beyond the longest are refused") {
    grid::InterpretingMachine machine;
    Arithmetic arithmetic(machine);
    const View longest{arithmetic.zero().words, 0, grid::most_words};
    const View longer{arithmetic.zero().words, 0, grid::most_words + 1};
    CHECK_THROWS_AS(arithmetic.multiply(longest, longest, longer, 1), runtime::InputError);
}

}  // namespace limbsmith::test
