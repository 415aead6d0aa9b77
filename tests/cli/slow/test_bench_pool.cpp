// limbsmith bench --suite pool without a GPU, and the page of its results.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "cli/expect.hpp"

namespace limbsmith::test {
namespace {

using Json = nlohmann::json;

Json row(const char* operation, double mean, int count, const char* mapping) {
    return {{"suite", "pool"},
            {"operation", operation},
            {"bits", int(32 * mean)},
            {"algorithm", "pool"},
            {"code", "PTX"},
            {"place", "memory"},
            {"mapping", mapping},
            {"mean_words", mean},
            {"deviation_words", mean / 4},
            {"results", count},
            {"checked", count},
            {"seconds", 1e-3},
            {"results_per_second", 1000.0 * count},
            {"gmp_per_second", 250.0 * count},
            {"host_code_per_second", 100.0 * count},
            {"times_gmp", 4},
            {"times_gmp_with_transfers", 0.5}};
}

Json results(Json rows) {
    return {{"format", "limbsmith bench 1"},
            {"version", "1"},
            {"command", ""},
            {"date", ""},
            {"machine", {{"host", {{"processor", ""}, {"cores", 16}, {"gmp", ""}}}}},
            {"rows", std::move(rows)}};
}

}  // namespace

TEST_CASE("bench measures a pool on the host against GMP") {
    const TempFolder folder;
    const std::string text = done(folder, {"bench", "--suite", "pool", "--device", "cpu", "--min-time",
                                           "0.0001", "--stop-after", "0.05", "--json"});
    const Json rows = Json::parse(text).at("rows");
    REQUIRE(rows.size() >= 3);
    const char* const codes[] = {"GMP", "host code", "pool"};
    for (size_t k = 0; k < 3; ++k) {
        CHECK(rows[k].at("operation") == "add");
        CHECK(rows[k].at("mean_words") == 1);
        CHECK(rows[k].at("deviation_words") == 0.25);
        CHECK(rows[k].at("results") == 256);
        CHECK(rows[k].at("place") == "host");
        CHECK(rows[k].at("code") == codes[k]);
        CHECK(rows[k].at("results_per_second") > 0);
    }
    CHECK(rows[1].at("checked") == 256);
    CHECK(rows[2].at("checked") == 256);
    CHECK(rows[2].at("seconds_with_transfers") > 0);
    CHECK(rows[2].at("times_gmp_with_transfers") > 0);
    folder.write("results.json", text);
    const std::string page = done(folder, {"report", "results.json"});
    CHECK(contains(page, "add: 256 computations"));
    CHECK(contains(page, "256 of 1 ± 0.25 words"));
}

TEST_CASE("report draws rates of a pool by the lengths, and their ratios to GMP's") {
    Json rows = Json::array();
    for (const char* operation : {"add", "rational mul"})
        for (const int mean : {1, 8, 64})
            for (const int count : {256, 8192})
                for (const char* mapping : {"CTT", "auto"})
                    rows.push_back(row(operation, mean, count, mapping));
    for (const char* mapping : {"CTT", "CTW", "auto"})
        rows.push_back(row("mix of all lengths", 82, 8192, mapping));
    rows.push_back({{"suite", "pool"},
                    {"operation", "mul"},
                    {"bits", 32},
                    {"algorithm", "pool"},
                    {"code", "PTX"},
                    {"place", "memory"},
                    {"mean_words", 1},
                    {"deviation_words", 0},
                    {"results", 256},
                    {"error", "out of memory"}});
    Json all = results(rows);
    all["crossovers"] = {{{"operation", "add"},
                          {"mean_words", 8},
                          {"deviation_words", 2},
                          {"count", 8192},
                          {"words", 65536},
                          {"count_with_transfers", nullptr},
                          {"words_with_transfers", nullptr}}};
    const TempFolder folder;
    folder.write("results.json", all.dump());
    const std::string page = done(folder, {"report", "results.json"});
    // of both operations: two charts of a line for each count, and for each count one with CTT, auto, GMP and host code
    CHECK(occurrences(page, "<polyline") == 2 * (2 * 2 + 2 * 4));
    CHECK(contains(page, "host code, 64 words: 819 k/s"));
    CHECK(contains(page, "GMP, 64 words: 2.05 M/s"));
    CHECK(contains(page, "8,192 computations, 8 words: 0.5 ×"));
    CHECK(contains(page, "mix of all lengths, 8,192 computations"));
    CHECK(contains(page, "4, with transfers 0.5"));
    CHECK(contains(page, ">8.19 k</td><td class=\"n\">65.5 k</td>\n<td class=\"n\">never</td>"));
    CHECK(contains(page, "out of memory"));
    CHECK(contains(page, "the median of 13 rows"));  // auto alone
    const auto refuse = [&](const char* path, const Json& value, const char* member) {
        Json bad = all;
        bad[Json::json_pointer(path)] = value;
        folder.write("results.json", bad.dump());
        refused(folder, {"report", "results.json"}, exit_usage, {member});
    };
    refuse("/rows/0/mean_words", 0, "\"mean_words\" of row 1");
    refuse("/rows/0/results", nullptr, "\"results\" of row 1");
    refuse("/crossovers/0/count", "many", "\"count\" of crossover 1");
    refuse("/crossovers/0", 3, "crossover 1");
}

}  // namespace limbsmith::test
