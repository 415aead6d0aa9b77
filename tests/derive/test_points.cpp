// Points refute the limits that ranges and limits on numbers do not imply, and no others; so a search for limits that are
// not there is short.
#include <doctest/doctest.h>

#include "derive/find.hpp"
#include "derive/search/points.hpp"
#include "derive/search/search.hpp"
#include "spec/modulus.hpp"
#include "support/programs.hpp"

namespace limbsmith::test {
namespace {

using check::Polynomial;

// The number that an input holds.
Polynomial input(const ir::Program& program, size_t k) {
    Polynomial result;
    mpz_class weight = 1;
    for (const ir::Word word : program.inputs[k].words) {
        result.add({word.id}, weight);
        weight <<= 32;
    }
    return result;
}

}  // namespace

TEST_CASE("points: operands reach all values below the modulus") {
    const mpz_class n = (mpz_class(1) << 61) - 1;
    const ir::Program program = *modular_program("mul", Modulus(n), Reduction::barrett);
    derive::Search search(program, 32);
    derive::NumberIndex numbers;
    numbers.update(search.builder, search.numbers);
    derive::Points points(search.ranges, numbers, search.builder);
    const Polynomial a = input(program, 0), b = input(program, 1);
    const mpz_class last = n - 1;
    const auto check_greatest = [&](const Polynomial& polynomial, const mpz_class& greatest) {
        CHECK_FALSE(points.refute(polynomial, greatest));
        CHECK(points.refute(polynomial, greatest - 1));
    };
    check_greatest(a, last);
    check_greatest(a + b, 2 * last);
    check_greatest(a - b, last);
    check_greatest(Polynomial() - a, 0);
    check_greatest(a * b, last * last);
    check_greatest(a * (Polynomial(last) - b), last * last);
}

TEST_CASE("points: a reduction by shifts is derived without much that fails") {
    const Modulus modulus = parse_modulus("(2^127-1)^4");
    const derive::Outcome found = derive::find(*modular_program("reduce", modulus, Reduction::special));
    REQUIRE(found.derivation);
    INFO("terms: ", found.terms);
    CHECK(found.terms < 250000);  // 365,000 if every way of finding a limit is tried
}

}  // namespace limbsmith::test
