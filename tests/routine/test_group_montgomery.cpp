// Montgomery products of numbers in several lanes as the interpreter runs them, against GMP.
#include <doctest/doctest.h>

#include "eval/routine.hpp"
#include "routine/columns.hpp"
#include "routine/montgomery_lines.hpp"
#include "support/group_library.hpp"
#include "support/seed.hpp"

namespace limbsmith::test {

TEST_CASE("Montgomery products and squares in the lanes of a group agree with GMP") {
    eval::Samples samples(test_seed());
    for (const auto& [lanes, words] :
         {std::pair{2, 1}, {2, 2}, {2, 3}, {4, 1}, {4, 5}, {8, 3}, {16, 2}, {32, 1}, {2, 32}}) {
        CAPTURE(lanes);
        CAPTURE(words);
        const int lane_bits = 32 * words;
        const std::vector<MontgomeryLine> lines = montgomery_lines(lane_bits * lanes, samples);
        // the part of a number that a lane has
        const auto part = [&](const mpz_class& number, int lane) {
            return mpz_class((number >> (lane_bits * lane)) % power_of_2(lane_bits));
        };
        const auto rows = [&](mpz_class MontgomeryLine::*which) {
            Rows all(lines.size() * lanes, words);
            for (size_t k = 0; k < all.count; ++k)
                all.set(k, 0, words, part(lines[k / lanes].*which, static_cast<int>(k) % lanes));
            return all;
        };
        const Rows a = rows(&MontgomeryLine::a), b = rows(&MontgomeryLine::b), m = rows(&MontgomeryLine::m);
        Rows n0inv(a.count, 1), results(a.count, words);
        for (size_t k = 0; k < a.count; ++k) n0inv.set(k, 0, 1, lines[k / lanes].n0inv);

        const ir::Library library = group_leaves(words);
        const auto check = [&](const ir::Routine& routine, const std::vector<eval::Column>& inputs,
                               auto wanted) {
            eval::RoutineInterpreter interpreter(routine, library);
            interpreter.run(inputs, 0, a.count, results.words.data(), a.count);
            for (size_t k = 0; k < a.count; ++k)
                REQUIRE(results.get(k, 0, words) ==
                        part(wanted(lines[k / lanes]), static_cast<int>(k) % lanes));
        };
        check(algorithm::group::montgomery_product(group_of(lanes, words), library),
              {a.column(), b.column(), m.column(), n0inv.column()},
              [](const MontgomeryLine& line) { return line.product; });
        check(algorithm::group::montgomery_square(group_of(lanes, words), library),
              {a.column(), m.column(), n0inv.column()},
              [](const MontgomeryLine& line) { return line.square; });
    }
}

}  // namespace limbsmith::test
