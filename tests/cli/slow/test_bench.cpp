// limbsmith bench and report without a GPU, and the input that they refuse.
#include <doctest/doctest.h>

#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>

#include "cli/expect.hpp"

namespace limbsmith::test {

namespace fs = std::filesystem;
namespace {

// The page for these rows, which were measured on a host with so many cores.
std::string page_of_rows(const nlohmann::json& rows, int cores) {
    const TempFolder folder;
    const nlohmann::json host = {{"processor", ""}, {"cores", cores}, {"gmp", ""}};
    const nlohmann::json all = {
        {"format", "limbsmith bench 1"}, {"version", "1"}, {"command", ""}, {"date", ""},
        {"machine", {{"host", host}}},   {"rows", rows}};
    folder.write("results.json", all.dump());
    return done(folder, {"report", "results.json"});
}

}  // namespace

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

TEST_CASE("bench refuses requests that it cannot measure") {
    const TempFolder folder;
    const auto bench = [](Arguments more) {
        more.insert(more.begin(), {"bench", "--device", "cpu"});
        return more;
    };
    refused(folder, bench({"--suite", "headlin"}), exit_usage, {"headlin", "did you mean 'headline'"});
    refused(folder, bench({"--bits", "131", "--ops", "mull"}), exit_usage, {"did you mean 'mul'"});
    refused(folder, bench({"--bits", "131,x"}), exit_usage, {"'x' is not a number"});
    refused(folder, bench({"--bits", "131,"}), exit_usage, {"--bits is missing"});
    refused(folder, bench({"--bits", "131", "--layout", "limbs"}), exit_usage, {"did you mean 'limb-major'"});
    refused(folder, bench({"--bits", "300", "--suite", "layout"}), exit_usage,
            {"--bits 300: no such row; there are 131, 239, 256"});
    refused(folder, bench({"--suite", "layout", "--ops", "div"}), exit_usage,
            {"--ops div", "add, mod_add, mul"});
    refused(folder, bench({"--suite", "pool", "--sigma", "x"}), exit_usage, {"--sigma x"});
    refused(folder, bench({"--suite", "layout", "--modulus", "7"}), exit_usage, {"--suite", "--modulus"});
    refused(folder, bench({"--suite", "layout", "--map", "tpi:2"}), exit_usage, {"--suite", "--map"});
    refused(folder, bench({"--bits", "131", "--count", "256"}), exit_usage, {"--count", "--suite"});
    refused(folder, bench({"--bits", "131", "--min-time", "0"}), exit_usage, {"--min-time"});
    refused(folder, bench({"--modulus", "2^61-1", "--ops", "sqrt"}), exit_unsupported,
            {"sqrt cannot be measured"});
    refused(folder, {"bench", "--device", "gpu", "--bits", "64"}, exit_usage, {"cuda"});
}

TEST_CASE("bench --dry-run lists the rows that would be measured") {
    const TempFolder folder;
    const auto schedule = [&](Arguments more) {
        more.insert(more.begin(), "bench");
        more.insert(more.end(), {"--dry-run", "--json"});
        return nlohmann::json::parse(done(folder, more));
    };
    const nlohmann::json maps = schedule({"--suite", "launch", "--bits", "64", "--ops", "add"});
    CHECK(maps.at("command") == "limbsmith bench --suite launch --bits 64 --ops add");
    CHECK(maps.at("rows").size() == 3 * 121);
    CHECK(maps.at("kernels") == 2);
    CHECK(maps.at("rows").at(0).at("grid") == 1);
    CHECK(!maps.at("rows").at(0).contains("results_per_second"));
    for (const char* bits : {"1025", "99999"})
        refused(folder, {"bench", "--suite", "launch", "--bits", bits, "--dry-run"}, exit_unsupported,
                {"--suite launch", bits, "1024"});
    const nlohmann::json rationals = schedule({"--suite", "rationals", "--count", "256", "--sigma", "1,32"});
    CHECK(rationals.at("rows").size() == 4 * 2 * 2 * 6);
    const std::string text = done(folder, {"bench", "--suite", "memory", "--bits", "131", "--dry-run"});
    CHECK(contains(text, "memory, every call"));
    CHECK(contains(text, "16384 x 256"));
    CHECK(contains(text, "6 rows, 3 kernels\n"));
}

TEST_CASE("report draws maps of launches, lines of equal work, and one map over another") {
    nlohmann::json rows = nlohmann::json::array();
    for (const char* algorithm : {"schoolbook", "karatsuba:1"}) {
        for (int grid = 1; grid <= 64; grid *= 2) {
            for (int block = 1; block <= 64; block *= 2)
                rows.push_back({{"suite", "launch"},
                                {"operation", "mul"},
                                {"bits", 131},
                                {"algorithm", algorithm},
                                {"code", "PTX"},
                                {"place", "registers"},
                                {"grid", grid},
                                {"block", block},
                                {"registers", 34},
                                {"seconds", 1e-5},
                                {"checked", 1},
                                {"results_per_second", 1e6 * grid * block * (*algorithm == 'k' ? 2 : 1)}});
        }
    }
    const std::string page = page_of_rows(rows, 1);
    CHECK(occurrences(page, "<rect") == 3 * 49);  // two maps, and one over the other
    CHECK(contains(page, "mul, 131 bits, schoolbook, PTX, registers"));
    CHECK(contains(page, "64 × 1: 64 M/s"));
    CHECK(contains(page, "1 × 64: 64 M/s"));
    CHECK(contains(page, "2 × 4: karatsuba:1 2.00 × schoolbook"));
    CHECK(contains(page, "karatsuba:1 is faster in 49 of 49 shapes"));
    CHECK(contains(page, "34 registers a thread"));
    CHECK(contains(page, "64 threads, 8 threads a block: 10 µs"));
    CHECK(occurrences(page, "<text class=\"work\"") == 3 * 2);  // 64 and 1,024 threads
    CHECK(contains(page, "<nav class=\"contents\">"));
    CHECK(contains(page, "<a href=\"#launch-1\">"));
}

TEST_CASE("report draws figures of other libraries with their source, on the same card alone") {
    const TempFolder folder;
    const auto page_of = [&](const char* card) {
        const nlohmann::json device = {
            {"name", card},      {"compute_capability", "9.0"}, {"multiprocessors", 1},
            {"memory_bytes", 1}, {"highest_sm_mhz", 1},         {"driver", ""},
            {"driver_cuda", ""}, {"highest_memory_mhz", 1},     {"nvrtc", ""}};
        const nlohmann::json limits = {
            {"memory_bytes_per_second", 1},
            {"wide_products_per_second", 1},
            {"additions_per_second", 1},
            {"reached_by", {{"memory_bytes", ""}, {"wide_products", ""}, {"additions", ""}}}};
        nlohmann::json rows = nlohmann::json::array();
        for (const int bits : {2048, 4096, 8192}) {
            rows.push_back({{"suite", "block"},
                            {"operation", "1-Mul"},
                            {"bits", bits},
                            {"algorithm", "rows"},
                            {"code", "PTX"},
                            {"place", "memory"},
                            {"mapping", "tpi:2"},
                            {"limited_by", "memory bandwidth"},
                            {"of_limit", 0.125},
                            {"checked", 1},
                            {"results_per_second", 1e9}});
        }
        folder.write(
            "results.json",
            nlohmann::json{
                {"format", "limbsmith bench 1"},
                {"version", "1"},
                {"command", ""},
                {"date", ""},
                {"machine", {{"host", {{"processor", ""}, {"cores", 1}, {"gmp", ""}}}, {"device", device}}},
                {"rooflines", limits},
                {"rows", rows}}
                .dump());
        return done(folder, {"report", "results.json"});
    };
    const std::string page = page_of("NVIDIA H200");
    CHECK(occurrences(page, "<polyline") == 2);
    CHECK(contains(page, "1-Mul, CGBN"));
    CHECK(contains(page, "CGBN on one NVIDIA H200, 2026-11: <a href=\"https://github.com/NVlabs/CGBN\">"));
    CHECK(occurrences(page_of("another card"), "<polyline") == 1);
    // products over several threads have no count of their work, and so no limit
    CHECK(!contains(page, "12 %"));
}

TEST_CASE("bench measures GMP for numbers over lanes, where there is no device") {
    const TempFolder folder;
    const auto rows = [&](Arguments more) {
        more.insert(more.begin(), {"bench", "--device", "cpu", "--min-time", "0.001", "--json"});
        return nlohmann::json::parse(done(folder, more)).at("rows");
    };
    for (const nlohmann::json& of : {rows({"--bits", "1025", "--ops", "mul"}),
                                     rows({"--modulus", "runtime", "--bits", "64", "--ops", "pow"})}) {
        REQUIRE(of.size() == 1);
        CHECK(of.at(0).at("code") == "GMP");
        CHECK(of.at(0).at("results_per_second") > 0);
    }
}

TEST_CASE("report draws rates by the size of the batch, a curve for each mapping") {
    nlohmann::json rows = nlohmann::json::array();
    for (const char* mapping : {"thread", "tpi:2", "tpi:4"}) {
        for (const int numbers : {1000, 100, 10000}) {
            rows.push_back({{"suite", "lanes"},
                            {"operation", "pow"},
                            {"bits", 1024},
                            {"modulus", "runtime"},
                            {"algorithm", "montgomery"},
                            {"code", "PTX"},
                            {"place", "memory"},
                            {"mapping", mapping},
                            {"results", numbers},
                            {"checked", numbers},
                            {"results_per_second", numbers * 370}});
        }
    }
    const std::string page = page_of_rows(rows, 1);
    CHECK(occurrences(page, "<polyline") == 3);
    CHECK(occurrences(page, "<circle") == 9);
    CHECK(contains(page, "tpi:2, 1 k numbers: 370 k/s"));
    // from tick to tick: 100 to 10 k numbers, 20 k/s to 5 M/s
    CHECK(contains(page, "points=\"0.0,231.0 "));
    CHECK(contains(page, ">numbers in a batch</text>"));
    CHECK(contains(page, ">results a second</text>"));
}

TEST_CASE("bench measures GMP for numbers of any length, on one core and on all") {
    const TempFolder folder;
    const nlohmann::json results =
        nlohmann::json::parse(done(folder, {"bench", "--suite", "grid", "--device", "cpu", "--min-time",
                                            "0.001", "--stop-after", "1", "--json"}));
    const nlohmann::json& rows = results.at("rows");
    REQUIRE(rows.size() >= 2);
    const char* const codes[] = {"GMP, one core", "GMP"};
    for (size_t i = 0; i < 2; ++i) {
        CHECK(rows[i].at("operation") == "mul");
        CHECK(rows[i].at("bits") == 1 << 18);
        CHECK(rows[i].at("code") == codes[i]);
        CHECK(rows[i].at("results_per_second") > 0);
    }
    CHECK(rows[0].at("gmp_cores") == 1);
    folder.write("results.json", results.dump());
    CHECK(contains(done(folder, {"report", "results.json"}), "GMP, one core"));
}

TEST_CASE("report draws rates by the bits of the numbers, alone and in batches") {
    nlohmann::json rows = nlohmann::json::array();
    for (const char* operation : {"mul", "add"}) {
        for (const int bits : {1 << 18, 1 << 20, 1 << 22}) {
            for (const bool is_alone : {true, false}) {
                rows.push_back({{"suite", "grid"},
                                {"operation", operation},
                                {"bits", bits},
                                {"algorithm", "transforms"},
                                {"code", "PTX"},
                                {"place", "memory"},
                                {"layout", is_alone ? "one number" : "number-major"},
                                {"mapping", "grid"},
                                {"times_gmp", is_alone ? 1000 : 50},
                                {"gmp_cores", is_alone ? 1 : 16},
                                {"results", 1},
                                {"checked", 1},
                                {"results_per_second", 1000}});
            }
        }
    }
    const std::string page = page_of_rows(rows, 16);
    CHECK(occurrences(page, "<polyline") == 4);
    CHECK(occurrences(page, "<circle") == 12);
    CHECK(contains(page, "One number alone"));
    CHECK(contains(page, ">bits of the numbers</text>"));
    CHECK(contains(page, ">2²⁰</text>"));
    CHECK(contains(page, "mul, 262 k bits: 1 k/s"));
    CHECK(occurrences(page, "1 k, one core</td>") == 6);
    // the summary compares with GMP on all cores
    CHECK(contains(page, "50 ×"));
    CHECK(contains(page, "the median of 6 rows"));
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
                 "\"machine\": {\"host\": {\"processor\": \"\", \"cores\": 1, \"gmp\": \"\"}}, \"rows\": "
                 "[{\"suite\": \"\"}]}");
    refused(folder, {"report", "missing"}, exit_usage, {"cannot read missing"});
    refused(folder, {"report", "text"}, exit_usage, {"text", "no JSON"});
    refused(folder, {"report", "other.json"}, exit_usage, {"not results"});
    refused(folder, {"report", "list.json"}, exit_usage, {"not results"});
    refused(folder, {"report", "cut.json"}, exit_usage, {"not all of it"});
    refused(folder, {"report", "head.json"}, exit_usage, {"no \"command\""});
    refused(folder, {"report", "row.json"}, exit_usage, {"row 1 has no \"operation\""});
}

TEST_CASE("report draws exact sums, and groups of decimal numbers by speedups") {
    using Json = nlohmann::ordered_json;
    const TempFolder folder;
    Json sums = {{"format", "limbsmith sums 1"}, {"device", "a GPU"}, {"count", 8}, {"wrong", 0}};
    for (const char* what : {"reading", "plain sum", "exact sum", "exact sums"})
        sums["rows"].push_back(
            {{"what", what}, {"data", "normal"}, {"per_second", 4e11}, {"of_reading", 0.5}});
    sums["rows"][1]["relative_error"] = "infinite";
    sums["rows"][2]["relative_error"] = 0;
    folder.write("sums.json", sums.dump());
    const std::string page = done(folder, {"report", "sums.json"});
    CHECK(contains(page, "<b>400 G/s</b>"));
    CHECK(contains(page, "Other numbers, products, segments"));
    CHECK(occurrences(page, "400 G/s, 50 %") == 4);
    CHECK(contains(page, "<td class=\"n\">infinite</td>"));

    for (const char* name : {"groups", "dots"}) {
        Json groups = {
            {"format", fmt::format("limbsmith {} 1", name)}, {"device", "a GPU"}, {"cores", 2}, {"wrong", 1}};
        const auto row = [&](int k, int digits, const char* what, double seconds, double alone) {
            groups["rows"].push_back({{"k", k},
                                      {"digits", digits},
                                      {"what", what},
                                      {"seconds", seconds},
                                      {"without_transfers", alone}});
        };
        for (const int k : {1000, 10000})
            row(k, 50, "digits", 1, 1), row(k, 50, "GMP", 0.5, 0.5), row(k, 50, "method 2", 0.25, 0.125);
        folder.write("groups.json", groups.dump());
        const std::string drawn = done(folder, {"report", "groups.json"});
        CHECK(contains(drawn, "1 results were wrong"));
        CHECK(contains(drawn, "4 ×</td><td class=\"n\">8 ×</td>"));
        CHECK(contains(drawn, std::string(name) == "dots" ? "digits = 50" : "k = 1,000"));
        groups["rows"].erase(0);
        folder.write("groups.json", groups.dump());
        refused(folder, {"report", "groups.json"}, exit_usage,
                {"no row \"digits\" for k = 1000, 50 digits", std::string("bench-") + name});
        groups["rows"] = {{{"k", 0}}};
        folder.write("groups.json", groups.dump());
        refused(folder, {"report", "groups.json"}, exit_usage, {"\"k\" of row 1", "above 0"});
    }
    for (const char* member : {"what", "data", "per_second", "of_reading"}) {
        Json bad = sums;
        bad["rows"][3][member] = Json::object();
        folder.write("bad.json", bad.dump());
        refused(folder, {"report", "bad.json"}, exit_usage, {"of row 4 is object", "bench-sums"});
    }
}

TEST_CASE("report refuses results of other types in one line") {
    using Json = nlohmann::ordered_json;
    const Json good = {
        {"format", "limbsmith bench 1"},
        {"version", "1"},
        {"command", ""},
        {"date", ""},
        {"machine", {{"host", {{"processor", ""}, {"cores", 1}, {"gmp", ""}}}}},
        {"rows", Json::array({{{"suite", ""},
                               {"operation", "add"},
                               {"bits", 8},
                               {"algorithm", ""},
                               {"code", "GMP"},
                               {"place", "host"},
                               {"of_limit", 0.5},
                               {"limited_by", ""},
                               {"times_gmp", 1},
                               {"checked", 1},
                               {"results_per_second", 1}}})},
    };
    const TempFolder folder;
    const auto refuse = [&](const Json& results, const std::string& part) {
        folder.write("results.json", results.dump());
        const std::string message =
            refused(folder, {"report", "results.json"}, exit_usage, {"results.json", part});
        CHECK(occurrences(message, "\n") == 1);
    };
    for (const char* whole : {"null", "3", "\"text\"", "[]", "[null]", "true"})
        refuse(Json::parse(whole), "not results");
    // every member in turn, of every other type
    const Json members = good.flatten();
    for (const auto& [path, value] : members.items()) {
        const Json::json_pointer where(path);
        for (const Json& other :
             {Json(), Json("text"), Json(-1), Json(7), Json(true), Json::array(), Json::object()}) {
            if (other.type_name() == std::string(value.type_name()) && other != -1) continue;
            Json bad = good;
            bad[where] = other;
            refuse(bad, where.back() == "format" ? "not results" : '"' + where.back() + '"');
        }
    }
    for (const char* path : {"/machine", "/machine/host", "/rows", "/rows/0"}) {
        for (const Json& other : {Json(), Json("text"), Json(3)}) {
            Json bad = good;
            bad[Json::json_pointer(path)] = other;
            refuse(bad, other.type_name());
        }
    }
    Json device = good;
    device["machine"]["device"] = nullptr;
    refuse(device, "\"device\"");
    Json zero = good;
    zero["rows"][0]["results_per_second"] = 0;
    refuse(zero, "row 1");
}

TEST_CASE("a folder of Python that cannot be looked at is passed over") {
    const TempFolder folder;
    done(folder, {"bench", "--bits", "64", "--ops", "mul", "--device", "cpu", "--min-time", "0.001", "--json",
                  "-o", "results.json"});
    fs::create_directory(folder.path("bin"));
    fs::copy_file(binary(), folder.path("bin/limbsmith"));
    fs::create_symlink(".venv", folder.path(".venv"));  // for root no folder is closed, but a circle is
    setenv("LIMBSMITH_BINARY", folder.path("bin/limbsmith").c_str(), 1);
    const ProcessResult made = folder.run({"report", "results.json", "-o", "page.html"});
    unsetenv("LIMBSMITH_BINARY");
    CHECK(!contains(made.err, "filesystem"));
    if (made.exit_code == exit_unsupported)
        CHECK(contains(made.err, "jinja2"));  // tried all that there are
    else
        CHECK(made.exit_code == exit_done);
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
    CHECK(contains(page, "class=\"track\"><i class=\"c5\" style=\"width: "));  // GMP's colour
    CHECK(contains(page, "portable C++"));
    CHECK(contains(page, "prefers-color-scheme: dark"));
    CHECK(contains(page, "@media (max-width: 640px)"));
    CHECK(!contains(page, "src=\"http"));
}

}  // namespace limbsmith::test
