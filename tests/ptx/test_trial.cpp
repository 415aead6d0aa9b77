// Trials of emitted text find errors in it.
#include <doctest/doctest.h>

#include <algorithm>

#include "ptx/printed_header.hpp"
#include "ptx/trial.hpp"
#include "support/programs.hpp"
#include "support/seed.hpp"

namespace limbsmith::test {
namespace {

// The trial of a function after `change` to its statement, the first in the header of the operation.
ptx::Trial trial(const std::string& op, auto change) {
    const Spec spec = whole_spec(Width{131}, op);
    const std::vector<catalogue::Function> functions = catalogue::functions(spec);
    ptx::AsmStatement statement = ptx::parse_asm_statements(emit::header(spec, functions)).at(0);
    change(statement);
    eval::Samples samples(test_seed());
    return ptx::try_out(statement, functions.at(0).program, samples, 200);
}

void replace(std::string& text, const std::string& from, const std::string& to) {
    const size_t at = text.find(from);
    REQUIRE(at != text.npos);
    text.replace(at, from.size(), to);
}

}  // namespace

TEST_CASE("a right program passes all cases of the trial") {
    for (const catalogue::Operation& operation : catalogue::operations(NumberSystem::whole())) {
        if (operation.is_loop()) continue;
        const ptx::Trial made = trial(std::string(operation.name), [](auto&) {});
        CHECK_MESSAGE(made.wrong.empty(), operation.name, ": ", made.wrong);
        CHECK(made.cases == 200);
    }
}

// One header of each kind. test_exactness compares many more texts with their programs, and tests/generator
// compares all programs with GMP; this rules out that printing and reading have the same error.
TEST_CASE("the text of headers keeps its contracts") {
    std::vector<PrintedHeader> headers;
    for (const int bits : {1, 32, 256}) headers.push_back(printed_header(bits));
    headers.push_back(printed_header(131, "mul,sqr", {MulAlgorithm::karatsuba, 1}));
    for (const Reduction reduction : {Reduction::montgomery, Reduction::barrett, Reduction::special}) {
        headers.push_back(printed_header(parse_modulus("2^255-19"), reduction));
    }
    headers.push_back(printed_header(parse_modulus("10^30"), Reduction::barrett));
    headers.push_back(printed_header(parse_modulus("@p256.p"), Reduction::special));
    for (const int bits : {33, 160}) {
        headers.push_back(printed_header(Modulus::at_run_time({bits}), Reduction::montgomery));
    }
    for (const PrintedHeader& header : headers) {
        eval::Samples samples(test_seed());
        std::vector<ptx::AsmStatement> statements = ptx::parse_asm_statements(header.text);
        for (const catalogue::Function& function : header.functions) {
            const auto statement =
                std::ranges::find(statements, function.program.name, &ptx::AsmStatement::function);
            REQUIRE(statement != statements.end());
            const ptx::Trial made = ptx::try_out(*statement, function.program, samples, 40);
            CHECK_MESSAGE(made.wrong.empty(), function.label, ": ", made.wrong);
            statements.erase(statement);
        }
    }
}

TEST_CASE("a changed instruction is found with the inputs for which it is wrong") {
    const ptx::Trial made =
        trial("and_", [](auto& statement) { replace(statement.instructions.at(2), "and.b32", "or.b32"); });
    CHECK(made.cases >= 1);
    CHECK(made.wrong.find("r is not a & b for a = 0x") == 0);
    CHECK(made.wrong.find(", b = 0x") != made.wrong.npos);
    CHECK(made.wrong.find(": r = 0x") != made.wrong.npos);
}

TEST_CASE("a lost carry is found without running the text") {
    const ptx::Trial made = trial("add", [](auto& statement) {
        replace(*std::ranges::find_if(statement.instructions,
                                      [](const auto& text) { return text.starts_with("addc.cc"); }),
                "addc.cc", "add.cc");
    });
    CHECK(made.wrong == "a carry is lost");
    CHECK(made.cases == 0);
}

TEST_CASE("swapped operands are found to be wrong") {
    CHECK(!trial("sub", [](auto& s) { std::swap(s.inputs.at(0), s.inputs.at(1)); }).wrong.empty());
    CHECK(!trial("mul", [](auto& s) { std::swap(s.outputs.at(0), s.outputs.at(8)); }).wrong.empty());
    CHECK(trial("add", [](auto& s) { s.inputs.at(0).expression = "c.limb[0]"; }).wrong ==
          "c.limb[0] is not a word of the function");
}

}  // namespace limbsmith::test
