// Counters that are words run past 2^31, as those of printed code do.
#include <doctest/doctest.h>

#include "eval/routine.hpp"
#include "ir/routine_builder.hpp"
#include "support/run_program.hpp"

namespace limbsmith::test {

TEST_CASE("a counter that is a word has no sign") {
    const ir::Library library;
    ir::RoutineBuilder builder("turns", library);
    const ir::Place count = builder.input(ir::word_named("count")), r = builder.result(ir::word_named("r"));
    builder.assign(r, 0);
    builder.loop(ir::below("i", 0x7ffffffeu, ir::Scalar(count)), {},
                 [&](ir::Place) { builder.assign(r, ir::Scalar(r) + 1); });
    const ir::Routine routine = std::move(builder).finish();
    eval::RoutineInterpreter interpreter(routine, library);
    const auto turns =
        run_all(interpreter, meaning(routine), {{0x7fffffff}, {0x80000003}, {5}, {0x7ffffffe}});
    eval::RoutineInterpreter limited(routine, library, 4);
    CHECK_THROWS_AS(run_all(limited, meaning(routine), {{0x80000003}}), std::logic_error);
    CHECK(turns == std::vector<std::vector<mpz_class>>{{1}, {5}, {0}, {0}});
}

}  // namespace limbsmith::test
