// Results of run and check as columns: two results on a line, in two files, or packed into one number.
#include <doctest/doctest.h>

#include "cli/commands.hpp"

namespace limbsmith::test {
namespace {

const Arguments divide = {"run", "--device", "cpu", "--bits", "131", "--op", "divrem"};

struct Divisions : CommandFolder {
    Divisions() { write("x.txt", "100\n7\n9\n"), write("y.txt", "7\n100\n0\n"); }
    Arguments run(const Arguments& more) const { return with(with(divide, {"x.txt", "y.txt"}), more); }
    Arguments check(const Arguments& more) const {
        return with({"check", "--bits", "131", "--op", "divrem", "x.txt", "y.txt"}, more);
    }
};

const std::string ones = "0x" + std::string(40, 'f');

}  // namespace

TEST_CASE("two results are two columns of a line") {
    const Divisions folder;
    CHECK(done(folder, folder.run({})) == "0xe 0x2\n0x0 0x7\n" + ones + " 0x9\n");
    CHECK(done(folder, folder.run({"--decimal"})).starts_with("14 2\n0 7\n"));
    done(folder, folder.run({"-o", "r.txt"}));
    CHECK(contains(done(folder, folder.check({"r.txt"})), "3 of 3 lines agree"));
    folder.write("r.txt", "14 2\n0 7\n" + ones + " 8\n");
    CHECK(contains(refused(folder, folder.check({"r.txt"}), exit_wrong, {"r.txt:3:", ones + " 0x8 is wrong"}),
                   "= " + ones + " 0x9"));
    folder.write("r.txt", "14 2\n0\n1 1\n");
    refused(folder, folder.check({"r.txt"}), exit_usage, {"r.txt:2:", "'0' is not 2 numbers"});
}

TEST_CASE("two results are two files") {
    const Divisions folder;
    CHECK(done(folder, folder.run({"-o", "q.txt,r.txt"})).empty());
    CHECK(folder.read("q.txt") == "0xe\n0x0\n" + ones + "\n");
    CHECK(folder.read("r.txt") == "0x2\n0x7\n0x9\n");
    CHECK(contains(done(folder, folder.check({"q.txt,r.txt"})), "3 of 3 lines agree"));
    for (const std::string layout : {"number-major", "limb-major"}) {
        done(folder, folder.run({"-o", "q.bin,r.bin", "--layout", layout}));
        CHECK(folder.read("q.bin").size() == 3 * 5 * 4);
        CHECK(contains(done(folder, folder.check({"q.bin,r.bin", "--layout", layout})), "3 of 3"));
    }
    done(folder, folder.run({"-o", "q.bin,-"}));
    refused(folder, folder.run({"-o", "q3.bin"}), exit_usage,
            {"q3.bin", "2 results", "q.bin,remainder.bin", "--packed"});
    refused(folder, folder.run({"-o", "a1,a2,a3"}), exit_usage, {"3 files for 2 results (q, remainder)"});
    refused(folder, folder.run({"-o", "a1,a1"}), exit_usage, {"two results cannot both go to a1"});
    folder.write("a1", "1\n");
    std::filesystem::create_symlink("a1", folder.path("link"));
    for (const std::string same : {"./a1", "link"}) {
        refused(folder, folder.run({"-o", "a1," + same}), exit_usage,
                {"two results cannot both go to " + same});
        refused(folder, folder.run({"-o", "a2,a1", "--report", same}), exit_usage,
                {"results and report", same});
    }
    refused(folder, folder.run({"-o", "-,/dev/stdout"}), exit_usage,
            {"two results cannot both go to /dev/stdout"});
    refused(folder, folder.run({"-o", "a1,a2", "--report", "a2"}), exit_usage, {"results and report", "a2"});
    refused(folder, folder.check({"q.bin"}), exit_usage, {"q.bin", "2 results"});
    folder.write("short.txt", "1\n");
    refused(folder, folder.check({"q.txt,short.txt"}), exit_usage, {"different lengths", "short.txt has 1"});
    // a name with a comma is a name where there is one result
    done(folder, {"run", "--device", "cpu", "--bits", "8", "--op", "mul", "=3", "=5", "-o", "a,b.txt"});
    CHECK(folder.read("a,b.txt") == "0xf\n");
}

TEST_CASE("packed results are one number") {
    const Divisions folder;
    const std::string packed = "0x2" + std::string(39, '0') + "e\n0x7" + std::string(40, '0') + "\n0x9" +
                               std::string(40, 'f') + "\n";
    CHECK(done(folder, folder.run({"--packed"})) == packed);
    folder.write("r.txt", packed);
    CHECK(contains(done(folder, folder.check({"--packed", "r.txt"})), "3 of 3"));
    done(folder, folder.run({"--packed", "-o", "r.bin"}));
    CHECK(folder.read("r.bin").size() == 3 * 10 * 4);
    CHECK(contains(done(folder, folder.check({"--packed", "r.bin"})), "3 of 3"));
}

TEST_CASE("every operation with several results has a column for each") {
    const TempFolder folder;
    const auto run = [&](const Arguments& arguments) {
        return done(folder, with({"run", "--device", "cpu"}, arguments));
    };
    CHECK(run({"--bits", "40", "--op", "cswap", "=1", "=2", "=3"}) == "0x3 0x2\n");
    CHECK(run({"--bits", "40", "--op", "divrem1", "=100", "=7"}) == "0xe 0x2\n");
    CHECK(run({"--bits", "100", "--map", "grid", "--op", "divrem", "=100", "=7"}) == "0xe 0x2\n");
    CHECK(run({"--modulus", "101", "--op", "cswap", "=1", "=2", "=3"}) == "0x3 0x2\n");
    CHECK(run({"--modulus", "101", "--op", "sqrt", "=2"}) == "0x0 0x0\n");
    CHECK(run({"--modulus", "103", "--op", "sqrt", "=0"}) == "0x0 0x1\n");
    CHECK(run({"--modulus", "101", "--op", "from_bytes", "=64"}) == "0x64 0x1\n");
    const auto object = columns(run({"--modulus", "runtime", "--bits", "32", "--op", "make_modulus", "=7"}));
    REQUIRE(object.size() == 5);
    CHECK(object[0][0] == 7);
    CHECK(object[1][0] == power_of_2(32) % 7);
    CHECK(object[4][0] == 1);
    // the carry of a sum is its top bit
    CHECK(run({"--bits", "32", "--op", "add", "=2^32-1", "=1"}) == "0x100000000\n");
}

TEST_CASE("signed operands and results") {
    const TempFolder folder;
    const auto run = [&](const std::string& op, const Arguments& more) {
        return done(folder, with({"run", "--device", "cpu", "--bits", "33", "--op", op}, more));
    };
    folder.write("a.txt", "-5\n5\n-0x7\n");
    CHECK(run("slt", {"a.txt", "=-5"}) == "0x0\n0x0\n0x1\n");
    CHECK(run("sshr", {"a.txt", "=1", "--signed", "--decimal"}) == "-3\n2\n-4\n");
    CHECK(run("sshr", {"=-5", "=1"}) == "0xfffffffffffffffd\n");
    CHECK(run("smul", {"a.txt", "=-3", "--signed"}) == "0xf\n-0xf\n0x15\n");
    CHECK(run("sub", {"=3", "a.txt", "--signed", "--decimal"}) == "8\n-2\n10\n");
    CHECK(run("neg", {"a.txt", "--signed"}) == "0x5\n-0x5\n0x7\n");
    CHECK(run("cswap", {"=1", "=-1", "=2", "--signed"}) == "0x2 -0x1\n");
    for (const std::string map : {"tpi:2", "tpi:4", "block:64"})
        CHECK(run("smul", {"a.txt", "=-3", "--signed", "--map", map}) == "0xf\n-0xf\n0x15\n");
    CHECK(run("sub", {"=3", "=5", "--signed", "--map", "grid"}) == "-0x2\n");
    const Arguments expression = {"--expr", "a*b-a", "a.txt", "=2", "--signed", "--decimal"};
    CHECK(done(folder, with({"run", "--device", "cpu", "--bits", "33"}, expression)) == "-5\n5\n-7\n");
    CHECK(done(folder, {"run", "--device", "cpu", "--modulus", "101", "--op", "legendre", "=2",
                        "--signed"}) == "-0x1\n");
    // check reads them, and finds a wrong sign
    folder.write("r.txt", "15\n-15\n21\n");
    const Arguments check = {"check", "--bits", "33", "--op", "smul", "a.txt", "=-3", "r.txt", "--signed"};
    CHECK(contains(done(folder, check), "3 of 3"));
    folder.write("r.txt", "15\n15\n21\n");
    refused(folder, check, exit_wrong, {"r.txt:2: 0xf is wrong", "= -0xf"});
    for (const std::string layout : {"number-major", "limb-major"}) {
        run("smul", {"a.txt", "=-3", "-o", "r.bin", "--layout", layout});
        CHECK(contains(done(folder, {"check", "--bits", "33", "--op", "smul", "a.txt", "=-3", "r.bin",
                                     "--layout", layout}),
                       "3 of 3"));
    }
}

TEST_CASE("numbers beyond the range of signed ones are refused") {
    const CommandFolder folder;
    const auto refuse = [&](const Arguments& more, std::initializer_list<std::string_view> parts) {
        refused(folder, with({"run", "--bits", "33", "-o", "out.txt"}, more), exit_usage, parts);
    };
    folder.write("low.txt", "1\n-9223372036854775809\n");
    refuse({"--op", "slt", "low.txt", "=0"},
           {"low.txt:2:", "'-9223372036854775809'", "from -2^63 to 2^64 - 1"});
    refuse({"--op", "slt", "=2^64", "=0"}, {"=2^64", "from -2^63 to 2^64 - 1"});
    refuse({"--op", "slt", "=2^63", "=0", "--signed"}, {"=2^63", "from -2^63 to 2^63 - 1"});
    refuse({"--op", "sub", "=-1", "=0"}, {"'=-1'", "negative"});
    refuse({"--op", "lt", "=1", "=0", "--signed"}, {"--signed is not for lt", "nearest is slt"});
    refuse({"--op", "mul", "=1", "=0", "--signed"}, {"--signed is not for mul", "nearest is smul"});
    refuse({"--op", "sqrt", "--map", "grid", "=1", "--signed"}, {"--signed is not for sqrt"});
    refuse({"--op", "sshr", "=-1", "=-1"}, {"negative"});
}

TEST_CASE("operands are reduced on request") {
    const CommandFolder folder;
    const auto run = [&](const Arguments& more) {
        return done(folder, with({"run", "--device", "cpu", "--reduce-inputs"}, more));
    };
    folder.write("x.txt", "-1\n0x1000000000000000000000000000000000000000\n300\n");
    const Arguments mod_97 = {"--modulus", "97", "--op", "add", "x.txt", "=0"};
    const mpz_class large = power_of_2(156) % 97;
    CHECK(run(with(mod_97, {"--decimal"})) == "96\n" + large.get_str() + "\n9\n");
    done(folder, with({"run", "--device", "cpu", "--reduce-inputs", "-o", "r.txt"}, mod_97));
    CHECK(contains(
        done(folder, {"check", "--reduce-inputs", "--modulus", "97", "--op", "add", "x.txt", "=0", "r.txt"}),
        "3 of 3"));
    refused(folder, {"run", "--modulus", "97", "--op", "add", "=100", "=0", "-o", "out.txt"}, exit_usage,
            {"is not below N", "--reduce-inputs"});
    // modulo the number of the same line, and modulo 2^bits
    folder.write("m.txt", "7\n11\n13\n");
    CHECK(run({"--bits", "8", "--op", "mod_add", "x.txt", "=1000", "m.txt", "--decimal"}) ==
          mpz_class(999 % 7).get_str() + "\n" + mpz_class((power_of_2(156) + 1000) % 11).get_str() + "\n0\n");
    CHECK(run({"--bits", "8", "--op", "mul", "x.txt", "=257"}) == "0xff\n0x0\n0x2c\n");
    CHECK(run({"--bits", "8", "--map", "grid", "--op", "mul", "x.txt", "=257"}) == "0xff\n0x0\n0x2c\n");
    CHECK(run({"--modulus", "runtime", "--bits", "8", "--op", "neg", "=100", "=97"}) == "0x5e\n");
    // a count, an exponent, a modulus is no residue
    refused(folder,
            {"run", "--reduce-inputs", "--bits", "8", "--op", "mod_add", "=1", "=1", "=256", "-o", "out.txt"},
            exit_usage, {"=256", "too wide"});
    refused(folder, {"run", "--reduce-inputs", "--bits", "8", "--op", "shl", "=1", "=-1", "-o", "out.txt"},
            exit_usage, {"negative"});
}

}  // namespace limbsmith::test
