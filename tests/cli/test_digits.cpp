// Numbers in signed digits on the command line: computed, printed, checked, refused.
#include <doctest/doctest.h>

#include "cli/commands.hpp"

namespace limbsmith::test {
namespace {

const Arguments ten{"--radix", "10", "--digits", "8"}, large{"--radix", "10^9", "--digits", "4"};

Arguments run(const Arguments& system, const Arguments& more) { return with(with({"run"}, system), more); }

}  // namespace

TEST_CASE("signed digits: run computes exact decimal numbers with signs") {
    const TempFolder folder;
    folder.write("a.txt", "556\n-979\n66666666\n0x10\n");
    folder.write("b.txt", "179\n1\n66666666\n-16\n");
    CHECK(done(folder, run(ten, {"--op", "add", "a.txt", "b.txt", "-o", "c.txt"})).empty());
    CHECK(folder.read("c.txt") == "735\n-978\n133333332\n0\n");
    CHECK(done(folder, run(ten, {"--op", "sub", "a.txt", "b.txt"})) == "377\n-980\n0\n32\n");
    CHECK(done(folder, run(ten, {"--op", "mul", "a.txt", "b.txt"})) ==
          "99524\n-979\n4444444355555556\n-256\n");
    CHECK(done(folder, run(ten, {"--op", "neg", "a.txt"})) == "-556\n979\n-66666666\n-16\n");
    CHECK(done(folder, run(ten, {"--op", "sign", "a.txt", "--decimal"})) == "1\n-1\n1\n1\n");
    CHECK(done(folder, run(ten, {"--op", "compare", "a.txt", "b.txt", "--decimal"})) == "1\n-1\n0\n1\n");
    CHECK(contains(done(folder, with(with({"check"}, ten), {"--op", "add", "a.txt", "b.txt", "c.txt"})),
                   "4 of 4 lines agree"));
    folder.write("wrong.txt", "735\n-978\n133333331\n0\n");
    refused(folder, with(with({"check"}, ten), {"--op", "add", "a.txt", "b.txt", "wrong.txt"}), exit_wrong,
            {"wrong.txt:3", "GMP says a + b = 133333332"});
    CHECK(done(folder, run(large, {"--op", "add", "=10^35", "=-1"})) == std::string(35, '9') + "\n");
    CHECK(done(folder, run(large, {"--op", "mul", "=10^35", "=-10^30"})) ==
          "-1" + std::string(65, '0') + "\n");
    CHECK(done(folder, run({"--radix", "3", "--digits", "2"}, {"--op", "add", "=8", "=8"})) == "16\n");
}

TEST_CASE("signed digits: raw files hold digits, and those outside the set are refused") {
    const TempFolder folder;
    CHECK(done(folder, run({"--radix", "10", "--digits", "3"}, {"--op", "neg", "=-556", "-o", "a.bin"}))
              .empty());
    CHECK(folder.read("a.bin") == std::string("\xfc\xff\xff\xff\x06\0\0\0\x05\0\0\0", 12));
    CHECK(done(folder, run({"--radix", "10", "--digits", "3"}, {"--op", "neg", "a.bin"})) == "-556\n");
    folder.write("b.bin", std::string("\x07\0\0\0\0\0\0\0\0\0\0\0", 12));
    refused(folder, run({"--radix", "10", "--digits", "3"}, {"--op", "neg", "b.bin"}), exit_usage,
            {"b.bin", "the digit 7 is not from -6 to 6"});
    refused(folder, {"check", "--radix", "10", "--digits", "3", "--op", "neg", "=5", "b.bin"}, exit_wrong,
            {"b.bin", "the digit 7 is not from -6 to 6"});
    refused(folder, run(ten, {"--op", "neg", "=66666667"}), exit_usage, {"more than 8 digits"});
    refused(folder, run(ten, {"--op", "neg", "=-66666667"}), exit_usage, {"more than 8 digits"});
}

TEST_CASE("signed digits: a header is proved, read back and checked") {
    const TempFolder folder;
    const std::string header = done(folder, with({"generate", "-o", "-"}, ten));
    CHECK(contains(header, "limbsmith generate --radix 10 --digits 8\n"));
    CHECK(contains(header, "namespace r10d8 {"));
    CHECK(contains(header, "r + (Q*carry) = a + b"));
    CHECK(contains(header, "digits of a, b from -6 to 6"));
    folder.write("r10d8.cuh", header);
    CHECK(contains(done(folder, {"check-header", "r10d8.cuh"}), "8 functions, 0 loops"));
    for (const auto& [from, to] :
         {std::pair{"digit_bound = 6", "digit_bound = 7"},
          {"from -6 to 6", "from -7 to 7"},
          {"uint32_t digit = uint32_t(rest) + carry", "uint32_t digit = uint32_t(rest) - carry"},
          {"(limb[i])*radix^i", "(limb[i])*radix^(i+1)"}}) {
        std::string changed = header;
        REQUIRE(changed.find(from) != std::string::npos);
        changed.replace(changed.find(from), std::string_view(from).size(), to);
        folder.write("changed.cuh", changed);
        refused(folder, {"check-header", "changed.cuh"}, exit_wrong, {"line "});
    }
    CHECK(contains(done(folder, with({"generate", "--digit-bound", "9", "--ops", "add"}, ten)),
                   "generate --radix 10 --digits 8 --digit-bound 9 --ops add\n"));
    CHECK(contains(done(folder, with({"generate", "--kernels", "batch"}, ten)), "r10d8.cuh"));
    CHECK(contains(done(folder, with({"verify", "--cases", "100"}, large)),
                   "8 functions: 8 proved, 0 unproved, 0 wrong"));
    CHECK(contains(done(folder, with({"explain"}, large)),
                   "4 digits from -500000001 to 500000001 to the radix 1000000000"));
    CHECK(contains(done(folder, {"list"}), "numbers in signed digits"));
    const std::string drawn = done(folder, with({"random", "--count", "50", "--edges"}, ten));
    folder.write("a.txt", drawn);
    CHECK(occurrences(drawn, "\n") == 50);
    CHECK(occurrences(done(folder, run(ten, {"--op", "add", "a.txt", "a.txt"})), "\n") == 50);
}

TEST_CASE("signed digits: over lanes and in a block numbers are computed, printed, read back and checked") {
    const TempFolder folder;
    const auto of = [](const char* count, const char* map) {
        return Arguments{"--radix", "10", "--digits", count, "--map", map};
    };
    for (const Arguments& system :
         {of("8", "tpi:4"), of("7", "tpi:4"), of("4", "tpi:8"), of("70", "block:64")}) {
        const std::string header = done(folder, with({"generate", "-o", "-"}, system));
        folder.write("header.cuh", header);
        CHECK(contains(done(folder, {"check-header", "header.cuh"}), " functions, 8 loops"));
        CHECK(contains(done(folder, with({"generate", "--kernels", "batch"}, system)), ".cuh"));
        folder.write("a.txt", "556\n-999\n0\n121\n");
        folder.write("b.txt", "179\n-1\n0\n-121\n");
        CHECK(done(folder, run(system, {"--op", "add", "a.txt", "b.txt", "-o", "c.txt"})).empty());
        CHECK(folder.read("c.txt") == "735\n-1000\n0\n0\n");
        CHECK(
            contains(done(folder, with(with({"check"}, system), {"--op", "add", "a.txt", "b.txt", "c.txt"})),
                     "4 of 4 lines agree"));
        CHECK(done(folder, run(system, {"--op", "mul", "a.txt", "b.txt"})) == "99524\n999\n0\n-14641\n");
        CHECK(done(folder, run(system, {"--op", "sign", "a.txt", "--decimal"})) == "1\n-1\n0\n1\n");
        CHECK(done(folder, run(system, {"--op", "compare", "a.txt", "b.txt", "--decimal"})) ==
              "1\n-1\n0\n1\n");
        CHECK(
            contains(done(folder, with({"verify", "--cases", "50"}, system)), "proved, 0 unproved, 0 wrong"));
        for (const auto& [from, to] : {std::pair{"digit_bound = 6", "digit_bound = 7"},
                                       {"from -6 to 6", "from -7 to 7"},
                                       {"the lowest from -5 to 5", "the lowest from -6 to 6"},
                                       {"add_transfer(part, ", "add_transfer(a, "}}) {
            std::string changed = header;
            REQUIRE(changed.find(from) != std::string::npos);
            changed.replace(changed.find(from), std::string_view(from).size(), to);
            folder.write("changed.cuh", changed);
            refused(folder, {"check-header", "changed.cuh"}, exit_wrong, {"line "});
        }
    }
    CHECK(contains(done(folder, with({"generate", "-o", "-"}, of("7", "tpi:4"))),
                   "Lanes have 8 limbs together"));
    // raw files have the digits of numbers, not those of the lanes beyond
    CHECK(done(folder, run(of("3", "tpi:4"), {"--op", "neg", "=-556", "-o", "a.bin"})).empty());
    CHECK(folder.read("a.bin") == std::string("\xfc\xff\xff\xff\x06\0\0\0\x05\0\0\0", 12));
    CHECK(done(folder, run(of("3", "tpi:4"), {"--op", "neg", "a.bin"})) == "-556\n");
    // a sum that leaves the digits, by lanes that have room and by others
    for (const char* lanes : {"tpi:2", "tpi:4", "tpi:8"})
        CHECK(done(folder, run(of("4", lanes), {"--op", "add", "=6666", "=6666"})) == "13332\n");
    CHECK(done(folder, run({"--radix", "10", "--digits", "10000"}, {"--op", "add", "=10^9999", "=-1"})) ==
          std::string(9999, '9') + "\n");
    CHECK(occurrences(done(folder, {"random", "--radix", "10^9", "--digits", "64", "--count", "3"}), "\n") ==
          3);
}

TEST_CASE("signed digits: bench measures and compares with GMP") {
    const TempFolder folder;
    const auto bench = [&](const Arguments& system) {
        return done(folder, with(with({"bench", "--device", "cpu", "--min-time", "0.001"}, system),
                                 {"--ops", "add,neg,compare"}));
    };
    const std::string table = bench(ten);
    CHECK(contains(table, "8 digits, 10 "));
    CHECK(contains(table, "interpreter"));
    CHECK(contains(table, "8 instructions"));  // of neg
    CHECK_FALSE(contains(table, "agree"));
    CHECK(contains(bench(large), "4 digits, 10^9 "));
    CHECK(
        contains(done(folder, with({"bench", "--dry-run", "--map", "tpi:4"}, ten)), "signed digits, tpi:4"));
    const std::string rows = done(folder, with({"bench", "--dry-run"}, ten));
    CHECK(contains(rows, "sign"));
    CHECK_FALSE(contains(rows, "registers"));
}

TEST_CASE("signed digits: options that are not there are refused by name") {
    all_refuse({"--radix", "10"}, exit_usage, {"--digits is missing"});
    all_refuse({"--digits", "8"}, exit_usage, {"--radix is missing"});
    all_refuse({"--radix", "10", "--digits", "8", "--digit-bound", "5"}, exit_usage,
               {"2*D >= radix + 1", "the nearest is --digit-bound 6"});
    all_refuse({"--radix", "2", "--digits", "8"}, exit_usage, {"the nearest is --radix 3"});
    all_refuse({"--radix", "ten", "--digits", "8"}, exit_usage, {"ten"});
    all_refuse({"--radix", "10", "--digits", "33", "--map", "thread"}, exit_unsupported,
               {"--digits 33", "--map thread", "the nearest is --map tpi:2"});
    all_refuse({"--radix", "10", "--digits", "32769"}, exit_unsupported, {"the nearest is --digits 32768"});
    all_refuse({"--radix", "10", "--digits", "1.5"}, exit_usage, {"--digits 1.5 is not a whole number"});
    all_refuse({"--digit-bound", "6", "--bits", "8"}, exit_usage, {"--digit-bound 6 and --bits 8 exclude"});
    all_refuse({"--radix", "2^31", "--digits", "3"}, exit_unsupported, {"2^30"});
    all_refuse(with(ten, {"--map", "grid"}), exit_unsupported, {"--map grid", "the nearest is --map thread"});
    all_refuse(with(ten, {"--bits", "32"}), exit_usage, {"--radix", "--bits"});
    all_refuse(with(ten, {"--modulus", "97"}), exit_usage, {"--radix", "--modulus"});
    const CommandFolder folder;
    for (const Arguments& command : commands) {
        if (command[0] == "run" || command[0] == "check") {
            Arguments other = command;
            other[2] = "sqr";
            refused(folder, with(other, ten), exit_unsupported, {"sqr", "add, sub, neg, mul, compare, sign"});
        }
    }
    refused(folder, with({"generate", "--ops", "sqr", "-o", "out.txt"}, ten), exit_unsupported, {"sqr"});
    refused(folder, with({"generate", "--ops", "frob", "-o", "out.txt"}, ten), exit_usage, {"frob"});
    refused(folder, with({"generate", "--style", "macro", "-o", "out.txt"}, ten), exit_unsupported,
            {"the nearest is --style inline"});
    refused(folder, with({"generate", "--expr", "a+b", "-o", "out.txt"}, ten), exit_unsupported, {"--expr"});
    refused(folder, with({"generate", "--ops", "mul", "-o", "out.txt"}, {"--radix", "5", "--digits", "3"}),
            exit_unsupported, {"mul", "a product may leave twice as many digits; the nearest is --radix 7"});
    refused(folder, with({"bench", "--suite", "widths"}, ten), exit_usage, {"leave out --radix"});
    refused(folder, run(ten, {"--op", "add", "=1", "=2", "--signed"}), exit_usage, {"--signed"});
}

}  // namespace limbsmith::test
