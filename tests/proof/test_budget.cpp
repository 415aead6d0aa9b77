// The cost of a proof: counted, and limited.
#include <doctest/doctest.h>

#include "algorithm/claims.hpp"
#include "algorithm/range.hpp"
#include "proof/budget.hpp"
#include "proof/polynomial.hpp"
#include "proof/proof.hpp"
#include "spec/representations.hpp"

namespace limbsmith::test {
namespace {

using proof::Budget, proof::Polynomial;

Polynomial sum_of(uint32_t count) {
    Polynomial sum;
    for (uint32_t i = 0; i < count; ++i) sum += proof::Var::number(i, false);
    return sum;
}

}  // namespace

TEST_CASE("a budget counts terms, within another as well, and ends with the outer one") {
    CHECK_NOTHROW(sum_of(1000));
    {
        const Budget budget(100);
        CHECK_NOTHROW(sum_of(20));
        {
            const Budget inner(1000000);
            CHECK_THROWS_AS(sum_of(1000), Budget::Exceeded);
        }
        CHECK_THROWS_AS(sum_of(1), Budget::Exceeded);
    }
    CHECK_NOTHROW(sum_of(1000));
}

TEST_CASE("a claim about a sum of too many terms is given up") {
    // the product of 80 words, each the sum of two: 2^80 products of words
    ir::Builder builder("product");
    ir::ClaimSum product = algorithm::constant(1);
    const auto a = builder.input("a", repr::num, 160);
    std::vector<ir::ClaimTerm::Factor> factors;
    for (size_t i = 0; i < 80; ++i)
        factors.push_back({builder.emit(ir::Opcode::add, a[2 * i], a[2 * i + 1])});
    algorithm::claim_at_most(builder, algorithm::number(algorithm::Words{a[0]}), {{1, factors}});
    builder.output("r", repr::word, {a[0]});
    const ir::Program program =
        std::move(builder).finish({{}, ir::var("r"), ir::integer(0), {algorithm::any_word("r")}});
    const proof::Verdict verdict = proof::prove(program);
    CHECK_FALSE(verdict.is_proved);
    CAPTURE(verdict.reason);
    CHECK(verdict.reason.find("too many steps") != std::string::npos);
}

}  // namespace limbsmith::test
