// limbsmith bench and report where there is no GPU, and what they refuse.
#include <doctest/doctest.h>

#include <map>
#include <nlohmann/json.hpp>

#include "cli/expect.hpp"

namespace limbsmith::test {

TEST_CASE("bench measures GMP, the interpreter and the compiled header on the host") {
    const TempFolder folder;
    done(folder, {"bench", "--bits", "64,131", "--ops", "add,mul", "--device", "cpu", "--min-time", "0.001",
                  "--json", "-o", "results.json"});
    const nlohmann::json results = nlohmann::json::parse(folder.read("results.json"));
    CHECK(results.at("format") == "limbsmith bench 1");
    CHECK(results.at("command") ==
          "limbsmith bench --bits 64,131 --ops add,mul --device cpu --min-time 0.001");
    CHECK(results.contains("note"));
    CHECK(results.at("machine").at("host").contains("processor"));
    CHECK(results.at("rows").size() == 12);
    std::map<std::string, int> codes;
    for (const nlohmann::json& row : results.at("rows")) {
        CHECK(row.at("results_per_second") > 0);
        CHECK((row.at("code") == "GMP" || row.at("checked") > 0));
        ++codes[row.at("code")];
    }
    CHECK(codes == std::map<std::string, int>{{"GMP", 4}, {"interpreter", 4}, {"portable C++", 4}});
    CHECK(results.at("machine").at("host").contains("compiler"));
    const std::string table = done(folder, {"bench", "--modulus", "2^61-1", "--ops", "mul,inv", "--device",
                                            "cpu", "--min-time", "0.001"});
    CHECK(contains(table, "mod 2^61-1"));
    CHECK(contains(table, "interpreter"));
    CHECK(contains(table, "portable C++"));
}

TEST_CASE("bench refuses what it cannot measure") {
    const TempFolder folder;
    const auto bench = [](Arguments more) {
        more.insert(more.begin(), {"bench", "--device", "cpu"});
        return more;
    };
    refused(folder, bench({"--suite", "headlin"}), exit_usage, {"headlin", "did you mean 'headline'"});
    refused(folder, bench({"--bits", "131", "--ops", "mull"}), exit_usage, {"did you mean 'mul'"});
    refused(folder, bench({"--bits", "131,x"}), exit_usage, {"'x' is not a number"});
    refused(folder, bench({"--bits", "131,"}), exit_usage, {"--bits is missing"});
    refused(folder, bench({"--bits", "1025"}), exit_unsupported, {"1024"});
    refused(folder, bench({"--bits", "131", "--layout", "limbs"}), exit_usage, {"did you mean 'limb-major'"});
    refused(folder, bench({"--bits", "131", "--suite", "layout"}), exit_usage, {"--suite"});
    refused(folder, bench({"--bits", "131", "--min-time", "0"}), exit_usage, {"--min-time"});
    refused(folder, bench({"--modulus", "2^61-1", "--ops", "sqrt"}), exit_unsupported,
            {"sqrt cannot be measured"});
    refused(folder, bench({"--modulus", "runtime", "--bits", "64"}), exit_unsupported, {"known"});
    refused(folder, {"bench", "--device", "gpu", "--bits", "64"}, exit_usage, {"cuda"});
}

TEST_CASE("report refuses files that hold no results") {
    const TempFolder folder;
    folder.write("text", "no results\n");
    folder.write("other.json", "{\"format\": \"something else\"}");
    folder.write("list.json", "[1, 2]");
    folder.write("cut.json", "{\"format\": \"limbsmith bench 1\", \"rows\": [");
    folder.write("head.json", "{\"format\": \"limbsmith bench 1\", \"version\": \"1\"}");
    folder.write("row.json",
                 "{\"format\": \"limbsmith bench 1\", \"version\": \"1\", \"command\": \"\", \"date\": \"\", "
                 "\"machine\": {\"host\": {}}, \"rows\": [{\"suite\": \"\"}]}");
    refused(folder, {"report", "missing"}, exit_usage, {"cannot read missing"});
    refused(folder, {"report", "text"}, exit_usage, {"text", "no JSON"});
    refused(folder, {"report", "other.json"}, exit_usage, {"not results"});
    refused(folder, {"report", "list.json"}, exit_usage, {"not results"});
    refused(folder, {"report", "cut.json"}, exit_usage, {"not all of it"});
    refused(folder, {"report", "head.json"}, exit_usage, {"no \"command\""});
    refused(folder, {"report", "row.json"}, exit_usage, {"a row has no \"operation\""});
}

TEST_CASE("report makes one page of the results of a host") {
    const TempFolder folder;
    done(folder, {"bench", "--bits", "64", "--ops", "mul", "--device", "cpu", "--min-time", "0.001", "--json",
                  "-o", "results.json"});
    const ProcessResult made = folder.run({"report", "results.json", "-o", "page.html"});
    REQUIRE(made.exit_code == exit_done);
    const std::string page = folder.read("page.html");
    CHECK(contains(page, "no CUDA device"));
    CHECK(contains(page, "On all cores of the host"));
    CHECK(contains(page, "class=\"track\"><i class=\"c0\" style=\"width: "));
    CHECK(contains(page, "portable C++"));
    CHECK(contains(page, "prefers-color-scheme: dark"));
    CHECK(contains(page, "@media (max-width: 640px)"));
    CHECK(!contains(page, "src=\"http"));
}

}  // namespace limbsmith::test
