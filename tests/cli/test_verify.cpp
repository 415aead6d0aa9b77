// limbsmith verify, and generate printing proved headers: reports, banners, the proof cache.
#include <doctest/doctest.h>

#include <map>
#include <nlohmann/json.hpp>

#include "cli/expect.hpp"
#include "support/variable.hpp"

namespace limbsmith::test {
namespace {

using Json = nlohmann::json;

Json report(const TempFolder& folder, Arguments subject) {
    subject.insert(subject.begin(), "verify");
    subject.insert(subject.end(), {"--cases", "20", "--json"});
    return Json::parse(done(folder, subject));
}

const Arguments add131 = {"--bits", "131", "--ops", "add"};

size_t cached(const TempFolder& folder) { return report(folder, add131)["totals"]["cached"]; }

}  // namespace

TEST_CASE("verify reports every function of a header for a width") {
    const TempFolder folder;
    const Json made = report(folder, {"--bits", "131", "--ops", "add,mod_sub,mul"});
    CHECK(made["bits"] == 131);
    CHECK(made.contains("version"));
    std::vector<std::string> names;
    for (const Json& function : made["functions"]) {
        names.push_back(function["name"]);
        CHECK(function["verdict"] == "proved");
        CHECK(function["reason"] == "");
        CHECK(function["cases"] == 20);
        CHECK(function["instructions"] > 0);
        CHECK(function["proof_seconds"] >= 0);
    }
    CHECK(names == std::vector<std::string>{"add", "add+carry", "mul", "mod_sub"});
    CHECK(made["totals"]["functions"] == 4);
    CHECK(made["totals"]["proved"] == 4);
    CHECK(made["totals"]["cases"] == 80);
    CHECK(made["loops"].empty());
}

TEST_CASE("verify runs loops on residues in Montgomery's form, and those over lanes") {
    const TempFolder folder;
    for (const Arguments& subject :
         {Arguments{"--modulus", "2^89-1", "--reduction", "montgomery", "--ops", "pow"},
          {"--modulus", "2^61-1", "--map", "tpi:2", "--ops", "mul"},
          {"--bits", "60", "--map", "tpi:2", "--ops", "add,sub,eq"}}) {
        const Json made = report(folder, subject);
        size_t run = 0;
        for (const Json& loop : made["loops"]) {
            CAPTURE(loop["name"].get<std::string>());
            CHECK(loop["verdict"] == "proved");
            CHECK(loop["cases"] == 20);
            CHECK(loop["not_run"] == "");
            ++run;
        }
        CHECK(run > 0);
    }
}

TEST_CASE("verify reports loops by the functions that they call and the exit code says whether all is well") {
    const TempFolder folder;
    for (const Arguments& subject : {Arguments{"--modulus", "@secp256k1.p", "--ops", "pow,inv"},
                                     {"--bits", "64", "--ops", "divrem,gcd,pow_mod"}}) {
        Arguments command = subject;
        command.insert(command.begin(), {"verify", "--json", "--cases", "5"});
        const ProcessResult result = folder.run(command);
        const Json made = Json::parse(result.out);
        std::map<std::string, bool> proved;
        bool all = true;
        for (const Json& function : made["functions"]) {
            const bool is_proved = function["verdict"] == "proved";
            proved[function["name"]] = is_proved;
            all &= is_proved;
            CHECK(function["verdict"] != "wrong");
            CHECK((function["reason"] == "") == is_proved);
        }
        CHECK(result.exit_code == (all ? exit_done : exit_wrong));
        CHECK(result.err.empty() == all);
        CHECK(made["loops"].size() >= 2);
        for (const Json& loop : made["loops"]) {
            bool parts = true;
            for (const Json& called : loop["calls"]) parts &= proved.at(called);
            const std::string verdict = loop["verdict"];
            if (parts) {
                CHECK(verdict == "proved");
            } else {
                CHECK(verdict == "parts unproved");
            }
            CHECK((loop["bound"] != "" || loop["calls"].size() == 1));  // a caller of a loop has none
            proved[loop["name"]] = parts;
        }
    }
}

TEST_CASE("verify proves loops of divsteps, and names the theorem") {
    const TempFolder folder;
    const auto check_by_theorem = [&](const Json& made, const std::string& name) {
        for (const Json& loop : made["loops"]) {
            if (loop["name"] != name) continue;
            CHECK(loop["verdict"] == "proved");
            CHECK(loop["reason"] == "");
            REQUIRE(loop["theorems"].size() == 1);
            CHECK(contains(loop["theorems"][0].get<std::string>(), "DIVSTEP_ENDTOEND_BITS_SIMPLE"));
        }
    };
    check_by_theorem(report(folder, {"--bits", "64", "--ops", "gcd"}), "gcd");
    const Json made = report(folder, {"--modulus", "15", "--ops", "inv", "--inverse", "divsteps"});
    for (const char* name : {"inv", "inverse"}) check_by_theorem(made, name);
    check_by_theorem(report(folder, {"--modulus", "2^70*3", "--ops", "inv"}), "inv");
}

TEST_CASE("verify names the form of a modulus") {
    const TempFolder folder;
    const Json made = report(folder, {"--modulus", "@secp256k1.p", "--ops", "add"});
    CHECK(made["modulus"] == "@secp256k1.p");
    CHECK(made["bits"] == 256);
    CHECK(made["reduction"] == "special");
}

TEST_CASE("the table of verify has a line for each function and the totals at the end") {
    const TempFolder folder;
    const std::string table = folder.run({"verify", "--bits", "64", "--ops", "add,gcd", "--cases", "5"}).out;
    for (const std::string name : {"add ", "add+carry ", "shl ", "divsteps_matrix ", "gcd_finish "})
        CHECK(occurrences(table, "\n" + name) == 1);
    CHECK(contains(table, "\ngcd  "));
    CHECK(contains(table, "DIVSTEP_ENDTOEND_BITS_SIMPLE"));
    CHECK(contains(table, "\n9 functions: "));
    CHECK(contains(table, " 0 wrong;"));
    CHECK(table.ends_with("45 cases against GMP\n"));
}

TEST_CASE("verify refuses counts and seeds that are none") {
    const TempFolder folder;
    for (const std::string option : {"--cases", "--seed"}) {
        for (const std::string wrong : {"-1", "x", "1.5", "99999999999999999999999"}) {
            refused(folder, {"verify", "--bits", "32", "--ops", "add", option, wrong}, exit_usage,
                    {option, wrong});
        }
    }
    refused(folder, {"verify", "--bits", "32", "--ops", "ad"}, exit_usage, {"'ad'", "'add'"});
    refused(folder, {"verify", "--modulus", "15", "--ops", "sqrt"}, exit_unsupported, {"sqrt"});
}

TEST_CASE("the second run finds the proofs of the first") {
    const TempFolder folder;
    const Variable here("LIMBSMITH_PROOF_CACHE", folder.path("proofs"));
    CHECK(cached(folder) == 0);
    CHECK(cached(folder) == 2);
    // proofs are shared by all commands
    CHECK(done(folder, {"generate", "--bits", "131", "--ops", "add", "-o", "u131.cuh"}).empty());
    CHECK(report(folder, {"--bits", "32", "--ops", "add"})["totals"]["cached"] == 0);
}

TEST_CASE("spoilt files of proofs are no proofs and no error") {
    const TempFolder folder;
    const Variable here("LIMBSMITH_PROOF_CACHE", folder.path("proofs"));
    CHECK(cached(folder) == 0);
    const auto each_file = [&](auto spoil) {
        size_t count = 0;
        for (const auto& file : std::filesystem::directory_iterator(folder.path("proofs"))) {
            const std::string name = "proofs/" + file.path().filename().string();
            folder.write(name, spoil(folder.read(name)));
            ++count;
        }
        CHECK(count == 2);
    };
    each_file([](const std::string&) { return std::string(); });
    CHECK(cached(folder) == 0);
    each_file([](const std::string& text) { return text.substr(0, text.size() / 2); });
    CHECK(cached(folder) == 0);
    each_file([](std::string text) { return text[text.size() / 2] ^= 1, text; });
    CHECK(cached(folder) == 0);
    CHECK(cached(folder) == 2);  // each time they are proved and stored again
}

TEST_CASE("without a cache, or with one that cannot be written, everything is proved anew") {
    const TempFolder folder;
    for (const std::string& place : {std::string("off"), folder.path("file/below").string()}) {
        folder.write("file", "no folder");
        const Variable here("LIMBSMITH_PROOF_CACHE", place);
        CHECK(cached(folder) == 0);
        CHECK(cached(folder) == 0);
        CHECK(folder.contents().size() == 1);
    }
}

TEST_CASE("headers say whether their functions are proved") {
    const TempFolder folder;
    const std::string proved = "Proved, for every input: each straight-line function";
    for (const Arguments& subject : {Arguments{"--bits", "131", "--ops", "add"},
                                     {"--bits", "131", "--ops", "add", "--style", "macro"},
                                     {"--modulus", "2^255-19", "--ops", "add"}}) {
        Arguments command = subject;
        command.insert(command.begin(), "generate");
        const std::string plain = done(folder, command);
        CHECK(occurrences(plain, proved) == 1);
        CHECK(!contains(plain, "--unproved"));
        command.emplace_back("--unproved");
        const std::string header = done(folder, command);
        CHECK(!contains(header, proved));
        CHECK(occurrences(header, "NOT PROVED") == 1);
        CHECK(contains(header, " --unproved\n"));  // of the command that makes it
    }
}

}  // namespace limbsmith::test
