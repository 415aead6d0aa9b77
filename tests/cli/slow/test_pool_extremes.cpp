// limbsmith pool: bad input, long lines, deep chains, and one huge value among many, against GMP.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "cli/expect.hpp"

namespace limbsmith::test {

TEST_CASE("long lines, long sums and deep nesting") {
    const TempFolder folder;
    const size_t digits = 1'000'000;
    std::string sum = "1", nines(digits, '9');
    for (int k = 0; k < 400'000; ++k) sum += k % 3 ? " + 1" : " - 2/2";
    const std::string out = done(folder, {"pool", "-"}, "a = " + nines + "\nb = " + sum + "\nc = a + 1\n");
    CHECK(contains(out, "\nb = 133333\nc = 1" + std::string(digits, '0') + "\n"));
    CHECK(out.starts_with("a = " + nines + "\n"));

    std::string product = "1";
    for (int k = 2; k <= 2000; ++k) product += "*" + std::to_string(k);
    mpz_class factorial;
    mpz_fac_ui(factorial.get_mpz_t(), 2000);
    CHECK(done(folder, {"pool", "-"}, "a=" + product) == "a = " + factorial.get_str() + "\n");

    const auto nested = [](size_t depth) {
        return "a = " + std::string(depth, '(') + "1" + std::string(depth, ')');
    };
    CHECK(done(folder, {"pool", "-"}, nested(10'000)) == "a = 1\n");
    refused(folder, {"pool", "-"}, exit_usage, {"standard input:1:10006: ", "nested too deeply"},
            nested(10'001));
    refused(folder, {"pool", "-"}, exit_usage, {"nested too deeply"},
            "a = " + std::string(1'000'000, '-') + "1");
}

TEST_CASE("a line of 100 MB is refused with a short message, and so are long names") {
    const TempFolder folder;
    const auto refuse = [&](const std::string& line, const std::string& place, std::string_view message) {
        folder.write("in.txt", line);
        const ProcessResult result = folder.run({"pool", "in.txt"});
        CHECK(result.exit_code == exit_usage);
        CHECK(result.err.size() < 500);
        CHECK(contains(result.err, "in.txt:1:" + place + ": "));
        CHECK(contains(result.err, message));
    };
    refuse("a = " + std::string(100'000'000, '1') + " ?\n", "100000006", "an operator is missing before '?'");
    const std::string name(1'000'000, 'n');
    refuse("a = " + name, "5", "no line defines 'nnnn");
    refuse("a = " + name + "(1)", "5", "unknown function 'nnnn");
    refuse(name + " = " + name + "0", "1000004", "no line defines 'nnnn");
    refuse(name + ", " + name + " = 1", "1000003", "... is already defined on line 1");
    refuse(name + " = " + name, "1000004", "names are defined in a circle: nnnn");
}

TEST_CASE("a file that has no expressions is refused") {
    const TempFolder folder;
    refused(folder, {"pool", "-"}, exit_usage, {"standard input:1:1: ", "the name is missing"},
            std::string(1000, '\0'));
    refused(folder, {"pool", "-"}, exit_usage, {"standard input:2:5: ", "no meaning"},
            "a = 1\nb = " + std::string("\0\x01\xff", 3));
    refused(folder, {"pool", "-"}, exit_usage, {"standard input:1:1: "},
            "\x7f"
            "ELF\x02\x01");
    refused(folder, {"pool", "-"}, exit_usage, {"standard input:1:2: ", "'=' is missing"}, "a");
    refused(folder, {"pool", "."}, exit_usage, {"."});
    CHECK(done(folder, {"pool", "-"}, "").empty());
    CHECK(done(folder, {"pool", "-"}, "\n").empty());
    CHECK(done(folder, {"pool", "-"}, "\r\n \t\n#").empty());
    CHECK(done(folder, {"pool", "-"}, "\xef\xbb\xbf").empty());
}

TEST_CASE("a circle of 50,000 names is refused, and some of them are shown") {
    std::string file = "first = 1\n";
    for (int k = 0; k < 50'000; ++k) file += fmt::format("x{} = x{} + 1\n", k, (k + 1) % 50'000);
    const TempFolder folder;
    const std::string said =
        refused(folder, {"pool", "-"}, exit_usage,
                {"standard input:2:6: ", "circle: x0 -> x1 -> ", "x19 -> ... -> x0\n"}, file);
    CHECK(said.size() < 500);
}

TEST_CASE("a chain 1,000 deep, from the last line to the first") {
    std::string file;
    for (int k = 1000; k > 0; --k) file += fmt::format("x{} = x{} * {} - {}\n", k, k - 1, k % 7 - 3, k);
    const TempFolder folder;
    const std::string out = done(folder, {"pool", "-"}, file + "x0 = 3");
    mpz_class x = 3;
    std::string expected = "x0 = 3\n";
    for (int k = 1; k <= 1000; ++k) {
        x = x * (k % 7 - 3) - k;
        expected = fmt::format("x{} = {}\n", k, x.get_str()) + expected;
    }
    CHECK(out == expected);
}

TEST_CASE("one huge value among 20,000 small ones") {
    std::string file, expected;
    mpz_class huge;
    mpz_ui_pow_ui(huge.get_mpz_t(), 3, 300'000);
    for (int k = 0; k < 20'000; ++k) {
        if (k == 10'000) file += "huge = 3 ** 300000 - small19999\n";
        if (k == 10'000) expected += fmt::format("huge = {}\n", mpz_class(huge - 19'999 * 20'000).get_str());
        file += fmt::format("small{} = {} * {}\n", k, k, k + 1);
        expected += fmt::format("small{} = {}\n", k, k * (k + 1));
    }
    const TempFolder folder;
    CHECK(done(folder, {"pool", "-"}, file) == expected);
}

}  // namespace limbsmith::test
