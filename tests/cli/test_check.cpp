// limbsmith check finds wrong results and reports their lines.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "cli/expect.hpp"

namespace limbsmith::test {
namespace {

// Operands a.txt and b.txt, and the right results of an operation.
struct Results : TempFolder {
    Results(const std::string& op, unsigned count) : op(op) {
        const std::string n = std::to_string(count);
        done(*this, {"random", "--bits", "131", "--count", n, "--seed", "1", "-o", "a.txt"});
        done(*this, {"random", "--bits", "131", "--count", n, "--seed", "2", "-o", "b.txt"});
        right =
            numbers(done(*this, {"run", "--device", "cpu", "--bits", "131", "--op", op, "a.txt", "b.txt"}));
    }
    // The command that checks results which were changed by `corrupt`.
    template <class Corrupt>
    Arguments check(Corrupt corrupt) const {
        std::vector<mpz_class> results = right;
        corrupt(results);
        write("c.txt", lines(results));
        return {"check", "--bits", "131", "--op", op, "a.txt", "b.txt", "c.txt"};
    }

    std::string op;
    std::vector<mpz_class> right;
};

using Values = std::vector<mpz_class>;

}  // namespace

TEST_CASE("check names the wrong line with the number there and the right one") {
    const Results results("mul", 200);
    const std::string message =
        refused(results, results.check([](Values& c) { c[99] += 1; }), exit_wrong, {"c.txt:100:"});
    // both numbers are long, so their ends are shown
    const mpz_class wrong = results.right[99] + 1;
    CHECK(contains(message, "0x" + wrong.get_str(16).substr(0, 8)));
    const std::string digits = results.right[99].get_str(16);
    CHECK(contains(message, digits.substr(digits.size() - 8)));
    CHECK(contains(message, "a*b"));
}

TEST_CASE("check finds every single changed bit") {
    const Results results("add", 3);
    for (unsigned bit = 0; bit < 160; ++bit) {
        refused(results, results.check([&](Values& c) { c[1] ^= power_of_2(bit); }), exit_wrong,
                {"c.txt:2:"});
    }
}

TEST_CASE("check finds wrong first and last lines") {
    const Results results("sub", 50);
    refused(results, results.check([](Values& c) { c[0] ^= 1; }), exit_wrong, {"c.txt:1:"});
    refused(results, results.check([](Values& c) { c[49] ^= 1; }), exit_wrong, {"c.txt:50:"});
}

TEST_CASE("check names the first of several wrong lines") {
    const Results results("mul", 10000);
    refused(results, results.check([](Values& c) { c[20] = c[10] = 0; }), exit_wrong, {"c.txt:11:"});
    // far enough apart that different threads check them
    refused(results, results.check([](Values& c) { c[9000] = c[5000] = 0; }), exit_wrong, {"c.txt:5001:"});
    refused(results, results.check([](Values& c) { std::swap(c[6000], c[7000]); }), exit_wrong,
            {"c.txt:6001:"});
    CHECK(contains(done(results, results.check([](Values&) {})), "10000 of 10000 lines agree"));
}

TEST_CASE("check refuses modular results that are not below the modulus") {
    const TempFolder folder;
    folder.write("c.txt", "5\n");
    CHECK(contains(done(folder, {"check", "--bits", "8", "--op", "mod_add", "=6", "=6", "=7", "c.txt"}),
                   "1 of 1"));
    for (const std::string op : {"mod_add", "mod_sub"}) {
        folder.write("c.txt", op == "mod_add" ? "12\n" : "7\n");
        refused(folder, {"check", "--bits", "8", "--op", op, "=6", "=6", "=7", "c.txt"}, exit_wrong,
                {"c.txt:1:"});
    }
    folder.write("c.txt", "7\n");
    refused(folder, {"check", "--bits", "8", "--op", "mod_neg", "=0", "=7", "c.txt"}, exit_wrong,
            {"c.txt:1:"});
}

TEST_CASE("check finds a sum without its carry") {
    const TempFolder folder;
    folder.write("c.txt", "0\n");
    refused(folder, {"check", "--bits", "32", "--op", "add", "=0xffffffff", "=1", "c.txt"}, exit_wrong,
            {"c.txt:1:"});
    folder.write("c.txt", "0x100000000\n");
    done(folder, {"check", "--bits", "32", "--op", "add", "=0xffffffff", "=1", "c.txt"});
}

TEST_CASE("check finds a wrong number among raw limbs") {
    const Results results("mul", 20);
    done(results,
         {"run", "--device", "cpu", "--bits", "131", "--op", "mul", "a.txt", "b.txt", "-o", "c.bin"});
    std::string bytes = results.read("c.bin");
    bytes[36 * 11 + 35] ^= 1;
    results.write("c.bin", bytes);
    refused(results, {"check", "--bits", "131", "--op", "mul", "a.txt", "b.txt", "c.bin"}, exit_wrong,
            {"c.bin:12:"});
}

TEST_CASE("check reads decimal results and =VALUE operands") {
    const TempFolder folder;
    folder.write("a.txt", "1\n2\n3\n");
    done(folder, {"run", "--device", "cpu", "--bits", "131", "--op", "mul", "a.txt", "=1000", "--decimal",
                  "-o", "c.txt"});
    CHECK(folder.read("c.txt") == "1000\n2000\n3000\n");
    CHECK(contains(done(folder, {"check", "--bits", "131", "--op", "mul", "a.txt", "=1000", "c.txt"}),
                   "3 of 3"));
}

TEST_CASE("results that are no numbers are refused by check with their line") {
    const Results results("mul", 3);
    results.write("c.txt", "1\n2\nfoo\n");
    const Arguments check = {"check", "--bits", "131", "--op", "mul", "a.txt", "b.txt", "c.txt"};
    refused(results, check, exit_usage, {"c.txt:3:", "'foo'", "not a number"});
    results.write("c.txt", lines({0, power_of_2(288), 0}));
    refused(results, check, exit_usage, {"c.txt:2:", "too wide"});
}

TEST_CASE("a report of check tells count and rate as JSON") {
    const Results results("mul", 30);
    Arguments check = results.check([](Values&) {});
    check.insert(check.end(), {"--report", "r.json"});
    done(results, check);
    const nlohmann::json report = nlohmann::json::parse(results.read("r.json"));
    CHECK(report.at("operation") == "mul");
    CHECK(report.at("bits") == 131);
    CHECK(report.at("count") == 30);
    CHECK(report.at("correct") == true);
    CHECK(report.at("gmp_results_per_second").get<double>() > 0);
}

TEST_CASE("a failed check does not overwrite an old report") {
    const Results results("mul", 30);
    results.write("r.json", "old\n");
    Arguments check = results.check([](Values& c) { c[3] = 0; });
    check.insert(check.end(), {"--report", "r.json"});
    refused(results, check, exit_wrong, {"c.txt:4:"});
}

}  // namespace limbsmith::test
