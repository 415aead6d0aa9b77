// limbsmith verify --machine: the machine code of a header's functions, read back.
#include <doctest/doctest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "cli/expect.hpp"
#include "sass/toolchain.hpp"

namespace limbsmith::test {
namespace {

using Json = nlohmann::json;

Arguments verify_machine(Arguments more) {
    Arguments all = {"verify", "--machine", "--cases", "20"};
    all.insert(all.end(), more.begin(), more.end());
    return all;
}

// A ptxas that does not translate its input: it drops complements, so that subtractions add.
std::string broken_ptxas(const TempFolder& folder) {
    const std::string own = sass::FrontEnd::find().assembler();
    folder.write("ptxas",
                 "#!/bin/sh\nfor text; do :; done\n"
                 "[ ! -f \"$text\" ] || sed -i s/not.b32/mov.b32/ \"$text\"\nexec " +
                     own + " \"$@\"\n");
    const auto file = folder.path("ptxas");
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
    return file;
}

}  // namespace

TEST_CASE("verify --machine reports every function for every architecture") {
    const TempFolder folder;
    const Json made =
        Json::parse(done(folder, verify_machine({"--bits", "64", "--ops", "add,mul,gcd", "--json"})));
    CHECK(made["bits"] == 64);
    CHECK(made["compiler"].get<std::string>().starts_with("ptxas 1"));
    size_t count = 0;
    for (const Json& function : made["functions"]) {
        CHECK(function["verdict"] == "right");
        CHECK(function["reason"] == "");
        CHECK(function["cases"] == 20);
        CHECK(function["instructions"] > 5);
        CHECK(function["arch"] == (2 * count < made["functions"].size() ? "sm_90" : "sm_120"));
        ++count;
    }
    CHECK(made["functions"][0]["name"] == "add");
    CHECK(made["totals"] ==
          Json{{"functions", count}, {"right", count}, {"wrong", 0}, {"cases", 20 * count}});
    CHECK(count > 10);  // with the parts of gcd
}

TEST_CASE("verify --machine prints a table and reads functions with a run-time modulus") {
    const TempFolder folder;
    const std::string table =
        done(folder,
             verify_machine({"--bits", "64", "--modulus", "runtime", "--ops", "mul,inv", "--arch", "sm_80"}));
    CHECK(contains(table, "mul_wide") == false);
    CHECK(contains(table, "divsteps_row_mod"));
    CHECK(occurrences(table, "sm_80") == occurrences(table, "  right\n"));
    CHECK(contains(table, " 0 wrong; "));
}

TEST_CASE("verify --machine names function, compiler and inputs of wrong machine code") {
    const TempFolder folder;
    const std::string ptxas = broken_ptxas(folder);
    const ProcessResult made = folder.run(
        verify_machine({"--bits", "64", "--ops", "add,sub", "--arch", "sm_90", "--compiler", ptxas}));
    CHECK(made.exit_code == exit_wrong);
    CHECK(contains(made.err, "sub for sm_90: r is not (a - b) mod 2^64 for a = 0x"));
    CHECK(contains(made.err, "as ptxas 1"));
    CHECK(occurrences(made.out, "wrong: ") == 2);  // with and without the borrow
    CHECK(occurrences(made.out, "  right\n") == 2);
}

TEST_CASE("verify --machine refuses requests that it cannot do") {
    const TempFolder folder;
    const Arguments small = {"--bits", "32", "--ops", "add"};
    const auto with = [&](Arguments more) {
        more.insert(more.begin(), small.begin(), small.end());
        return verify_machine(more);
    };
    refused(folder, with({"--arch", "sm_70"}), exit_unsupported, {"sm_70", "sm_75"});
    const Arguments on_tensor_cores = {"--bits", "1500", "--map", "tensor", "--ops", "mul", "--arch"};
    const auto tensor = [&](const char* architecture) {
        Arguments all = on_tensor_cores;
        all.emplace_back(architecture);
        return verify_machine(all);
    };
    refused(folder, tensor("sm_90,sm_75"), exit_unsupported, {"8.0 or later, not 7.5", "--map tpi:2"});
    // three of mul, and lane_add of its tile
    CHECK(occurrences(done(folder, tensor("sm_80")), "  right\n") == 4);
    refused(folder, with({"--arch", "90"}), exit_usage, {"'90'"});
    refused(folder, with({"--compiler", "/bin/true"}), exit_usage, {"--compiler", "/bin/true"});
    refused(folder, {"verify", "--bits", "32", "--arch", "sm_90"}, exit_usage, {"--arch", "--machine"});
    for (const char* tool : {"LIMBSMITH_NVCC", "LIMBSMITH_PTXAS", "LIMBSMITH_NVDISASM"}) {
        setenv(tool, "/none", 1);
        refused(folder, with({}), exit_unsupported, {tool, "/none", "./dev setup"});
        unsetenv(tool);
    }
}

}  // namespace limbsmith::test
