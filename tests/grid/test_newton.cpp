// The first steps of Newton's methods, as interpreted: how far their results fall short.
#include <doctest/doctest.h>

#include "grid/newton.hpp"
#include "grid/numbers.hpp"
#include "machine/interpreting_machine.hpp"
#include "operation/device_grid.hpp"

namespace limbsmith::test {
namespace {

using grid::Arithmetic, grid::Newton, grid::Numbers;

// x approximates B^(2k)/(a + 1), or the inverse root B^(3k/2)/sqrt(a + 1), from below: by less than 16, of which 14 are lost by the step from 1 word to
// 2.
void check(Newton method, Arithmetic& arithmetic, const Values& a, uint32_t words) {
    CAPTURE(words);
    const auto count = static_cast<uint32_t>(a.size());
    const Numbers x = arithmetic.make(words + 1, count), given = on_machine(arithmetic, a, words);
    REQUIRE(grid::start(arithmetic, method, x, given, count) == std::vector{words});
    const Values found = values(arithmetic, x);
    const bool is_root = method == Newton::inverse_root;
    const mpz_class end = power_of_2(32 * words * (is_root ? 3 : 2));
    for (size_t k = 0; k < a.size(); ++k) {
        CAPTURE(k);
        const auto reaches = [&](const mpz_class& value) {
            return (a[k] + 1) * value * (is_root ? value : mpz_class(1)) >= end;
        };
        CHECK(!reaches(found[k]));
        CHECK(reaches(found[k] + 16));
    }
}

// Numbers whose highest bit is bit `top`.
Values normalized(uint32_t words, unsigned top, eval::Samples& samples) {
    const mpz_class least = power_of_2(top), most = 2 * least - 1, half = power_of_2(16 * words);
    Values all{least, most, least + 1, most - 1, least + half - 1, most - half + 1, least + (most & half)};
    for (int k = 0; k < 2; ++k) {
        all.push_back(least + samples.uniform(least));
        all.push_back(least + samples.edge(least));
    }
    return all;
}

}  // namespace

TEST_CASE("first steps of reciprocals") {
    grid::InterpretingMachine machine;
    Arithmetic arithmetic(machine);
    eval::Samples samples(test_seed());
    for (const uint32_t words : {2u, 3u, 4u, 5u, 6u, 8u, 9u, 16u, 17u, 40u})
        check(Newton::reciprocal, arithmetic, normalized(words, 32 * words - 1, samples), words);
}

TEST_CASE("first steps of inverse roots") {
    grid::InterpretingMachine machine;
    Arithmetic arithmetic(machine);
    eval::Samples samples(test_seed());
    for (const uint32_t words : {2u, 3u, 4u, 5u, 6u, 8u, 9u, 16u, 17u, 40u})
        for (const unsigned below : {1u, 2u})
            check(Newton::inverse_root, arithmetic, normalized(words, 32 * words - below, samples), words);
}

TEST_CASE("first steps up to the longest number of a block") {
    grid::InterpretingMachine machine;
    Arithmetic arithmetic(machine);
    eval::Samples samples(test_seed());
    for (const uint32_t words : {1000u, grid::most_words_of_start}) {
        const mpz_class least = power_of_2(32 * words - 1);
        const Values a{least, 2 * least - 1, least + samples.uniform(least)};
        check(Newton::reciprocal, arithmetic, a, words);
        check(Newton::inverse_root, arithmetic, a, words);
    }
}

}  // namespace limbsmith::test
