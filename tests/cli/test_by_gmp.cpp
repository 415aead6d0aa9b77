// Results by GMP where the interpreter would take long: they are those of the interpreter, and the report says which.
#include <doctest/doctest.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <set>

#include "catalogue/catalogue.hpp"
#include "cli/expect.hpp"
#include "cli/options.hpp"
#include "session/by_gmp.hpp"
#include "session/host.hpp"
#include "session/self_check.hpp"
#include "spec/modulus.hpp"
#include "support/variable.hpp"

namespace limbsmith::test {
namespace {

// The operations whose contracts do not determine the results: all but sqrt are straight-line, so that the
// interpreter is quick.
std::string interpreted_only(const cli::SpecOptions& options, const NumberSystem& system) {
    std::set<std::string> others;
    for (const catalogue::Operation& operation : catalogue::operations(system)) {
        const std::string name(operation.name);
        if (name == "expr" || !catalogue::why_not(operation, options.spec("all")).empty()) continue;
        CAPTURE(name);
        session::HostComputation host(options.spec(name), name);
        const auto both = [&](auto operands, size_t count, uint32_t* result) {
            CHECK(host.interpret(operands, count, result).by.starts_with("CPU interpreter"));
            std::vector<uint32_t> made(static_cast<size_t>(eval::result_words(host.meaning())) * count);
            if (session::by_gmp(host.meaning(), operands, count, made.data(), [](size_t) {}))
                CHECK(std::equal(made.begin(), made.end(), result));
            else
                others.insert(name);
        };
        CHECK(session::difference(host.meaning(), both, {.cases = 40}) == "");
    }
    return fmt::format("{}", fmt::join(others, " "));
}

}  // namespace

TEST_CASE("GMP gives the interpreter's results for every operation whose contract determines them") {
    cli::SpecOptions whole, modular, runtime;
    whole.bits = "67";
    CHECK(interpreted_only(whole, NumberSystem::whole()) == "bit_length");
    modular.modulus = "2^89-1";
    CHECK(interpreted_only(modular, NumberSystem::residues()) == "halve sqrt");
    runtime.modulus = "runtime", runtime.bits = "64";
    CHECK(interpreted_only(runtime, NumberSystem::residues()) == "halve reduce to_plain");
}

TEST_CASE("run answers in seconds where the interpreter would take minutes, and says whether GMP computed") {
    const TempFolder folder;
    const Variable host("LIMBSMITH_DEVICE", "cpu");
    const auto start = std::chrono::steady_clock::now();
    const ProcessResult power =
        folder.run({"run", "--bits", "8192", "--op", "pow_mod", "=3^5000", "=2^8000+1", "=2^8191+9"});
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    CHECK(power.exit_code == exit_done);
    CHECK(contains(power.err, "1 result on CPU by GMP, "));
    mpz_class expected, base, modulus = power_of_2(8191) + 9;
    mpz_ui_pow_ui(base.get_mpz_t(), 3, 5000);
    const mpz_class exponent = power_of_2(8000) + 1;
    mpz_powm(expected.get_mpz_t(), base.get_mpz_t(), exponent.get_mpz_t(), modulus.get_mpz_t());
    CHECK(numbers(power.out).at(0) == expected);
    CHECK_MESSAGE(taken.count() < 30, taken.count());
    const ProcessResult sum =
        folder.run({"run", "--bits", "64", "--op", "add", "--device", "interpreter", "=1", "=2"});
    CHECK(contains(sum.err, "1 result on CPU interpreter, "));
    CHECK(numbers(sum.out).at(0) == 3);
    refused(folder, {"run", "--bits", "64", "--op", "add", "--device", "interpeter", "=1", "=2"}, exit_usage,
            {"'interpeter'", "'interpreter'"});
    refused(folder,
            {"run", "--bits", "64", "--map", "grid", "--op", "add", "--device", "interpreter", "=1", "=2"},
            exit_unsupported, {"--device interpreter", "--device cpu"});
}

}  // namespace limbsmith::test
