// limbsmith random: count, range, and the same numbers for the same seed.
#include <doctest/doctest.h>

#include <algorithm>

#include "cli/expect.hpp"

namespace limbsmith::test {
namespace {

std::vector<mpz_class> draw(const TempFolder& folder, const Arguments& options) {
    Arguments arguments{"random"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    return numbers(done(folder, arguments));
}

bool has(const std::vector<mpz_class>& numbers, const mpz_class& value) {
    return std::ranges::find(numbers, value) != numbers.end();
}

}  // namespace

TEST_CASE("random writes as many numbers as asked for and all below the width") {
    const TempFolder folder;
    CHECK(draw(folder, {"--bits", "131"}).size() == 1);
    CHECK(draw(folder, {"--bits", "131", "--count", "0"}).empty());
    for (unsigned bits : {1u, 8u, 31u, 32u, 33u, 131u, 1024u}) {
        for (const std::string option : {"--decimal", "--edges", "--nonzero"}) {
            const auto drawn = draw(folder, {"--bits", std::to_string(bits), "--count", "300", option});
            CHECK(drawn.size() == 300);
            CHECK(std::ranges::all_of(drawn,
                                      [&](const mpz_class& x) { return x >= 0 && x < power_of_2(bits); }));
            // some reach the top bit
            CHECK(std::ranges::any_of(drawn, [&](const mpz_class& x) { return x >= power_of_2(bits - 1); }));
        }
    }
}

TEST_CASE("random prints the same numbers for the same seed and others for another") {
    const TempFolder folder;
    const Arguments base = {"random", "--bits", "239", "--count", "50"};
    const auto seeded = [&](const std::string& seed) {
        Arguments arguments = base;
        arguments.insert(arguments.end(), {"--seed", seed});
        return done(folder, arguments);
    };
    CHECK(seeded("7") == seeded("7"));
    CHECK(seeded("7") != seeded("8"));
    CHECK(seeded("1") == done(folder, base));
    CHECK(seeded("18446744073709551615") != seeded("0"));
}

TEST_CASE("decimal and hexadecimal are the same numbers") {
    const TempFolder folder;
    const std::string hex = done(folder, {"random", "--bits", "131", "--count", "50"});
    const std::string decimal = done(folder, {"random", "--bits", "131", "--count", "50", "--decimal"});
    CHECK(occurrences(hex, "0x") == 50);
    CHECK(occurrences(decimal, "x") == 0);
    CHECK(numbers(hex) == numbers(decimal));
}

TEST_CASE("random --edges mixes edge values in") {
    const TempFolder folder;
    for (unsigned bits : {1u, 32u, 131u, 1024u}) {
        const auto drawn = draw(folder, {"--bits", std::to_string(bits), "--count", "2000", "--edges"});
        CHECK(has(drawn, 0));
        CHECK(has(drawn, 1));
        CHECK(has(drawn, power_of_2(bits) - 1));
    }
    CHECK(!has(draw(folder, {"--bits", "131", "--count", "2000"}), 0));
}

TEST_CASE("random --nonzero draws no zero") {
    const TempFolder folder;
    for (const std::string bits : {"1", "2", "131"}) {
        CHECK(!has(draw(folder, {"--bits", bits, "--count", "2000", "--edges", "--nonzero"}), 0));
    }
}

TEST_CASE("numbers are drawn below a value") {
    const TempFolder folder;
    for (const std::string bound : {"1", "2", "100", "0xffffffffffffffff1"}) {
        for (const char* edges : {"--edges", "--decimal"}) {
            const auto drawn =
                draw(folder, {"--bits", "131", "--count", "500", "--below", "=" + bound, edges});
            CHECK(std::ranges::all_of(drawn, [&](const mpz_class& x) { return x < mpz_class(bound, 0); }));
        }
    }
    const auto drawn = draw(folder, {"--bits", "131", "--count", "500", "--below", "=3"});
    CHECK((has(drawn, 0) && has(drawn, 1) && has(drawn, 2)));
}

TEST_CASE("numbers are drawn line by line below those of a file") {
    const TempFolder folder;
    done(folder, {"random", "--bits", "131", "--count", "500", "--nonzero", "--edges", "-o", "m.txt"});
    const auto bounds = numbers(folder.read("m.txt"));
    const auto drawn =
        draw(folder, {"--bits", "131", "--count", "500", "--below", "m.txt", "--edges", "--seed", "2"});
    REQUIRE(drawn.size() == bounds.size());
    for (size_t k = 0; k < drawn.size(); ++k) CHECK(drawn[k] < bounds[k]);
    CHECK(draw(folder, {"--bits", "131", "--count", "0", "--below", "/dev/null"}).empty());
}

TEST_CASE("counts that are no numbers are refused by random") {
    const TempFolder folder;
    folder.write("out.txt", "old\n");
    for (const std::string count : {"-1", "x", "1.5", "1e-6", "10k", "", "99999999999999999999999"}) {
        refused(folder, {"random", "--bits", "8", "--count", count, "-o", "out.txt"}, exit_usage,
                {"--count", count.substr(0, 12)});
    }
}

TEST_CASE("seeds that are no numbers are refused by random") {
    const TempFolder folder;
    folder.write("out.txt", "old\n");
    for (const std::string seed : {"-1", "x", "1.5", "18446744073709551616"}) {
        refused(folder, {"random", "--bits", "8", "--seed", seed, "-o", "out.txt"}, exit_usage,
                {"--seed", seed});
    }
}

TEST_CASE("bounds below which there is nothing are refused by random") {
    const TempFolder folder;
    folder.write("out.txt", "old\n");
    folder.write("below.txt", "7\n0x1\n0\n");
    const Arguments base = {"random", "--bits", "8", "--count", "3", "-o", "out.txt", "--below"};
    const auto with = [&](const Arguments& more) {
        Arguments arguments = base;
        arguments.insert(arguments.end(), more.begin(), more.end());
        return arguments;
    };
    refused(folder, with({"=0"}), exit_usage, {"=0", "below 0"});
    refused(folder, with({"below.txt"}), exit_usage, {"below.txt:3:", "below 0"});
    // 0 is below 1, but --nonzero excludes it
    refused(folder, with({"below.txt", "--nonzero"}), exit_usage, {"below.txt:2:", "zero"});
    refused(folder, with({"=256"}), exit_usage, {"256", "8 bits"});
    refused(folder, with({"=x"}), exit_usage, {"'=x'", "expected a number"});
    refused(folder, with({"=-3"}), exit_usage, {"'-3'", "negative"});
}

}  // namespace limbsmith::test
