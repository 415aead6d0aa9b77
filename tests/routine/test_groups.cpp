// Sums over the lanes of a group as the interpreter runs them, against GMP.
#include <doctest/doctest.h>

#include <algorithm>
#include <stdexcept>

#include "eval/routine.hpp"
#include "eval/samples.hpp"
#include "routine/columns.hpp"
#include "routine/field.hpp"
#include "support/carry_lookahead.hpp"
#include "support/group_library.hpp"
#include "support/seed.hpp"

namespace limbsmith::test {
namespace {

// Pairs whose carries run through all limbs, begin and end at lanes, and others.
Lines operands(int lanes, int words, eval::Samples& samples) {
    const mpz_class all = power_of_2(32 * lanes * words);
    Lines lines{{all - 1, 1}, {all - 1, all - 1}, {0, 0}, {all - 1, 0}, {all / 2, all / 2}, {all / 2 - 1, 1}};
    for (int lane = 0; lane < lanes; lane += std::max(1, lanes / 37)) {
        const mpz_class from = power_of_2(32 * words * lane);
        lines.push_back({all - from, from});      // from this lane through all above
        lines.push_back({from - 1, 1});           // through all below
        lines.push_back({all - 1 - from, 1});     // through all below, and no further
        lines.push_back({all - 1 - from, from});  // none
    }
    for (int k = 0; k < 20; ++k) {
        lines.push_back({samples.edge(all), samples.edge(all)});
        const mpz_class a = samples.uniform(all);
        lines.push_back({a, all - a});
        lines.push_back({a, samples.uniform(all)});
    }
    return lines;
}

// The numbers of the lines, a column for each lane.
Rows lanes_of(const Lines& lines, size_t operand, int lanes, int words) {
    Rows rows(lines.size() * lanes, words);
    for (size_t k = 0; k < lines.size(); ++k) {
        for (int lane = 0; lane < lanes; ++lane)
            rows.set(k * lanes + lane, 0, words,
                     (lines[k][operand] >> (32 * words * lane)) % power_of_2(32 * words));
    }
    return rows;
}

// Whether all sums are right.
bool is_right(const ir::Routine& routine, const ir::Library& library, int words, eval::Samples& samples) {
    const int lanes = routine.lanes();
    const Lines lines = operands(lanes, words, samples);
    const Rows a = lanes_of(lines, 0, lanes, words), b = lanes_of(lines, 1, lanes, words);
    Rows sums(a.count, words + 1);
    eval::RoutineInterpreter interpreter(routine, library);
    const std::vector<eval::Column> inputs{a.column(), b.column()};
    interpreter.run(inputs, 0, a.count, sums.words.data(), a.count);
    for (size_t k = 0; k < lines.size(); ++k) {
        const mpz_class wanted = lines[k][0] + lines[k][1], carry = wanted >> (32 * words * lanes);
        for (int lane = 0; lane < lanes; ++lane) {
            const size_t column = k * lanes + lane;
            if (sums.get(column, 0, words) != (wanted >> (32 * words * lane)) % power_of_2(32 * words))
                return false;
            if (sums.get(column, words, 1) != carry) return false;
        }
    }
    return true;
}

}  // namespace

TEST_CASE("sums over the lanes of a group agree with GMP") {
    eval::Samples samples(test_seed());
    for (int lanes : {2, 3, 4, 8, 16, 31, 32}) {
        for (int words : {1, 2, 3, 4}) {  // up to 4096 bits
            CAPTURE(lanes);
            CAPTURE(words);
            const ir::Library library = group_leaves(words);
            REQUIRE(is_right(carry_lookahead_add(lanes, words, library), library, words, samples));
        }
    }
}

TEST_CASE("sums over the threads of a block agree with GMP") {
    eval::Samples samples(test_seed());
    for (int lanes : {64, 128, 1024}) {
        for (int words : {1, 2}) {
            CAPTURE(lanes);
            const ir::Library library = group_leaves(words);
            REQUIRE(is_right(carry_lookahead_add(lanes, words, library), library, words, samples));
        }
    }
}

TEST_CASE("lanes that do not take part in an exchange are found") {
    const ir::Library library = group_leaves(1);
    ir::RoutineBuilder builder("divided", library);
    builder.routine().mapping = 4;
    const ir::Place x = builder.input(ir::word_named("x")), r = builder.result(ir::word_named("r"));
    builder.when(ir::Scalar(x), [&] { builder.exchange(ir::Exchange::Kind::ballot, r, ir::Scalar(x)); });
    const ir::Routine routine = std::move(builder).finish();
    eval::RoutineInterpreter interpreter(routine, library);
    const auto run = [&](std::vector<uint32_t> words) {
        const std::vector<eval::Column> inputs{{words.data(), 8}};
        std::vector<uint32_t> result(8);
        interpreter.run(inputs, 0, 8, result.data(), 8);
        return result;
    };
    CHECK(run({1, 2, 3, 4, 0, 0, 0, 0}) == std::vector<uint32_t>{15, 15, 15, 15, 0, 0, 0, 0});
    CHECK_THROWS_AS(run({1, 0, 1, 1, 0, 0, 0, 0}), std::logic_error);
}

}  // namespace limbsmith::test
