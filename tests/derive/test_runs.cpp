// Runs of programs: their values are those that GMP computes, and they refute claims that do not hold.
#include <doctest/doctest.h>

#include "check/meaning.hpp"
#include "derive/search/runs.hpp"
#include "support/programs.hpp"

namespace limbsmith::test {
namespace {

using check::Polynomial;

// The number that these limbs hold.
Polynomial limbs_of(const auto& words) {
    Polynomial result;
    mpz_class weight = 1;
    for (const ir::Operand word : words) {
        result.add({word.value}, weight);
        weight <<= 32;
    }
    return result;
}

}  // namespace

TEST_CASE("runs: a product is refuted to be anything else") {
    const ir::Program program = whole_programs("mul", Width{64})[0];
    check::Variables variables;
    const check::Meaning meaning(program, 32, variables);
    const derive::Runs runs(program, meaning, 32);
    const Polynomial a = limbs_of(program.inputs[0].words), b = limbs_of(program.inputs[1].words),
                     r = limbs_of(program.outputs[0].words);
    CHECK_FALSE(runs.refute_zero(r - a * b));
    CHECK(runs.refute_zero(r - a * b - 1));
    CHECK(runs.refute_zero(r - a));
    mpz_class largest = (mpz_class(1) << 64) - 1;
    CHECK_FALSE(runs.refute(r, 1, largest * largest));
    CHECK(runs.refute(r, 1, largest * largest - 1));
    CHECK_FALSE(runs.refute(r, -1, 0));
}

TEST_CASE("runs: assumptions leave those that satisfy them") {
    const ir::Program program = whole_programs("add", Width{32})[0];
    check::Variables variables;
    const check::Meaning meaning(program, 32, variables);
    derive::Runs runs(program, meaning, 32);
    const Polynomial a = limbs_of(program.inputs[0].words), last(mpz_class((mpz_class(1) << 32) - 1));
    CHECK(runs.refute_zero(last - a));
    runs.assume(a - last);
    CHECK_FALSE(runs.refute_zero(last - a));
    CHECK(runs.refute_zero(a));
    runs.assume(last - 1 - a);
    CHECK_FALSE(runs.refute_zero(a));
    runs.drop_assumption();
    CHECK(runs.refute_zero(a));
    runs.drop_assumption();
    CHECK(runs.refute_zero(last - a));
}

TEST_CASE("runs: new values are computed, and forgotten") {
    const ir::Program program = whole_programs("add", Width{32})[0];
    check::Variables variables;
    const check::Meaning meaning(program, 32, variables);
    derive::Runs runs(program, meaning, 32);
    const Polynomial a = limbs_of(program.inputs[0].words), q = Polynomial::of(meaning.variables().next()),
                     rest = Polynomial::of(meaning.variables().next() + 1);
    CHECK_FALSE(runs.refute_zero(q));
    using enum check::Fact::Kind;
    runs.learn({{nonnegative, rest}, {nonnegative, 6 - rest}, {zero, a - 7 * q - rest}});
    CHECK(runs.refute(q, 1, ((mpz_class(1) << 32) - 1) / 7 - 1));
    CHECK_FALSE(runs.refute(q, 1, ((mpz_class(1) << 32) - 1) / 7));
    runs.forget(meaning.variables().next());
    CHECK_FALSE(runs.refute_zero(q));
}

}  // namespace limbsmith::test
