// A header that is not proved, or whose text is wrong, is not printed. Searches and texts are replaced by
// fakes.
#include <doctest/doctest.h>

#include "cli/verification.hpp"
#include "emit/header.hpp"
#include "engine/proofs.hpp"
#include "spec/error.hpp"
#include "support/programs.hpp"

namespace limbsmith::test {
namespace {

const Spec spec{.width = Width{64}, .ops = {"add", "mul"}, .name = "u64"};

// A search that finds no derivation for programs of this name.
engine::ProofCache::Find all_but(const std::string& name) {
    return [name](const ir::Program& program) {
        return program.name == name
                   ? derive::Outcome{std::nullopt, "claims first: goal 0 of 2 is not reached"}
                   : engine::find_derivation(program);
    };
}

std::vector<cli::Verification> verified(const std::string& header, const engine::ProofCache::Find& find) {
    engine::ProofCache proofs(std::nullopt, find);
    return cli::verify(catalogue::functions(spec), header, {.cases = 50, .seed = 1}, proofs);
}

}  // namespace

TEST_CASE("functions without a proof are refused with their name and the reason") {
    const std::vector<catalogue::Function> functions = catalogue::functions(spec);
    engine::ProofCache fine(std::nullopt, all_but("none"));
    CHECK_NOTHROW(engine::require_proofs(functions, fine));
    engine::ProofCache lacking(std::nullopt, all_but("mul"));
    try {
        engine::require_proofs(functions, lacking);
        FAIL("mul is not proved");
    } catch (const Error& error) {
        CHECK(error.code() == Exit::refuted);
        CHECK(std::string(error.what()) ==
              "mul is not proved; --unproved prints the header nevertheless; tried: claims first: goal 0 of "
              "2 is not "
              "reached");
    }
    engine::ProofCache two(std::nullopt, all_but("add"));
    CHECK_THROWS_WITH_AS(engine::require_proofs(functions, two),
                         "add is not proved (and 1 more); --unproved prints the header nevertheless; tried: "
                         "claims first: goal 0 of "
                         "2 is not reached",
                         Error);
    CHECK_THROWS_WITH_AS(engine::require_proofs(functions, lacking, "try again"),
                         "mul is not proved; try again; tried: claims first: goal 0 of 2 is not reached",
                         Error);
}

TEST_CASE("an unproved function is reported as such and tested all the same") {
    const std::vector<cli::Verification> report = verified(emit::header(spec), all_but("mul"));
    REQUIRE(report.size() == 3);
    CHECK(report[0].is_good());
    CHECK(report[2].name == "mul");
    CHECK(!report[2].is_proved());
    CHECK(!report[2].is_wrong());
    CHECK(report[2].proof.reason == "claims first: goal 0 of 2 is not reached");
    CHECK(report[2].trial.cases == 50);
}

TEST_CASE("printed text that computes something else is wrong, whatever was proved") {
    std::string header = emit::header(spec);
    const std::string product = "mul.wide.u32 d2, %5, %7";
    const size_t at = header.find(product);
    REQUIRE(at != header.npos);
    header.replace(at, product.size(), "mul.wide.u32 d2, %5, %6");
    const std::vector<cli::Verification> report = verified(header, all_but("none"));
    CHECK(report[0].is_good());
    CHECK(report[1].is_good());
    CHECK(report[2].is_wrong());
    CHECK(!report[2].is_good());
}

TEST_CASE("a header must have one statement for each function") {
    Spec less = spec, more = spec;
    less.ops = {"add"};
    more.ops = {"add", "sub", "mul"};
    for (const Spec& other : {less, more}) {
        try {
            verified(emit::header(other), all_but("none"));
            FAIL("not the header of these functions");
        } catch (const Error& error) {
            CHECK(error.code() == Exit::failed);
        }
    }
}

}  // namespace limbsmith::test
