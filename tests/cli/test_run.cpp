// limbsmith run: sources of operands and destinations of results.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "cli/expect.hpp"

namespace limbsmith::test {
namespace {

Arguments add(const Arguments& more) {
    Arguments arguments = {"run", "--bits", "131", "--op", "add"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
}

// The bytes of numbers below 2^(32·limbs), number by number or lowest limbs first.
std::string bytes(const std::vector<mpz_class>& numbers, unsigned limbs, bool limb_major) {
    std::string out(numbers.size() * limbs * 4, '\0');
    for (size_t k = 0; k < numbers.size(); ++k) {
        for (unsigned byte = 0; byte < 4 * limbs; ++byte) {
            const mpz_class value = (numbers[k] >> (8 * byte)) & 0xff;
            const size_t at =
                limb_major ? (byte / 4 * numbers.size() + k) * 4 + byte % 4 : k * 4 * limbs + byte;
            out[at] = static_cast<char>(value.get_ui());
        }
    }
    return out;
}

}  // namespace

TEST_CASE("results are one a line in hexadecimal or decimal") {
    const TempFolder folder;
    folder.write("a.txt", "255\n0xFF\n0\n00018446744073709551615\n");
    CHECK(done(folder, add({"a.txt", "=1"})) == "0x100\n0x100\n0x1\n0x10000000000000000\n");
    CHECK(done(folder, add({"a.txt", "=1", "--decimal"})) == "256\n256\n1\n18446744073709551616\n");
}

TEST_CASE("progress and rates go to stderr only") {
    const TempFolder folder;
    const ProcessResult result = folder.run(add({"=1", "=2"}));
    CHECK(result.exit_code == exit_done);
    CHECK(result.out == "0x3\n");
    CHECK(contains(result.err, "1 result on "));
}

TEST_CASE("a value stands for the same number on every line") {
    const TempFolder folder;
    folder.write("a.txt", "1\n2\n3\n");
    CHECK(done(folder, add({"a.txt", "=0x10"})) == "0x11\n0x12\n0x13\n");
    CHECK(done(folder, add({"=16", "a.txt"})) == "0x11\n0x12\n0x13\n");
    CHECK(done(folder, add({"=16", "=1"})) == "0x11\n");
    CHECK(done(folder, {"run", "--bits", "8", "--op", "mod_add", "a.txt", "=6", "=7"}) == "0x0\n0x1\n0x2\n");
    CHECK(done(folder, {"run", "--bits", "8", "--op", "select", "=0", "a.txt", "=9"}) == "0x9\n0x9\n0x9\n");
    CHECK(done(folder, {"run", "--bits", "8", "--op", "shl", "a.txt", "=4"}) == "0x10\n0x20\n0x30\n");
}

TEST_CASE("division by zero and two's complement are defined") {
    const TempFolder folder;
    const auto run = [&](const std::string& op, const Arguments& operands) {
        Arguments arguments = {"run", "--bits", "33", "--op", op};
        arguments.insert(arguments.end(), operands.begin(), operands.end());
        return done(folder, arguments);
    };
    CHECK(run("divrem", {"=100", "=7"}) == "0xe 0x2\n");
    CHECK(run("divrem", {"=100", "=0"}) == "0xffffffffffffffff 0x64\n");
    CHECK(run("divrem1", {"=0x112345678", "=0"}) == "0xffffffffffffffff 0x12345678\n");
    // all bits of two limbs: -2 and 3
    CHECK(run("slt", {"=0xfffffffffffffffe", "=3"}) == "0x1\n");
    CHECK(run("smul", {"=0xfffffffffffffffe", "=3"}) == "0xfffffffffffffffffffffffa\n");
    CHECK(run("sshr", {"=0xfffffffffffffffe", "=1"}) == "0xffffffffffffffff\n");
    CHECK(run("sshr", {"=0xfffffffffffffffe", "=1000"}) == "0xffffffffffffffff\n");
    refused(folder, {"run", "--bits", "33", "--op", "slt", "=0x10000000000000000", "=0"}, exit_usage, {"64"});
    refused(folder, {"run", "--bits", "33", "--op", "lt", "=0xfffffffffffffffe", "=0"}, exit_usage, {"33"});
}

TEST_CASE("run reads standard input for the operand -") {
    const TempFolder folder;
    folder.write("a.txt", "1\n2\n");
    CHECK(done(folder, add({"-", "a.txt"}), "10\n0x20\n") == "0xb\n0x22\n");
    CHECK(done(folder, add({"a.txt", "-"}), "10\r\n0x20") == "0xb\n0x22\n");
    CHECK(done(folder, add({"-", "=1"}), "").empty());
    CHECK(contains(done(folder, {"check", "--bits", "131", "--op", "add", "a.txt", "=1", "-"}, "2\n3\n"),
                   "2 of 2"));
    refused(folder, add({"a.txt", "-"}), exit_usage, {"-:2:", "'x'"}, "1\nx\n");
}

TEST_CASE("a range of lines is the part of all results, and lines beyond it are not looked at") {
    const TempFolder folder;
    folder.write("a.txt", "# numbers\n\n1\n2 # two\n# none\n3\n4\n5\nx\n");
    const auto range = [&](const std::string& skip, const std::string& count, Arguments operands) {
        operands.insert(operands.end(), {"--skip", skip, "--count", count});
        return done(folder, add(operands), "7\n8\n9\n");
    };
    CHECK(range("0", "2", {"a.txt", "=1"}) == "0x2\n0x3\n");
    CHECK(range("1", "3", {"a.txt", "=1"}) == "0x3\n0x4\n0x5\n");
    CHECK(range("4", "1", {"a.txt", "a.txt"}) == "0xa\n");
    CHECK(range("2", "0", {"a.txt", "=1"}).empty());
    CHECK(range("1", "5", {"-", "=1"}) == "0x9\n0xa\n");
    CHECK(range("3", "5", {"-", "=1"}).empty());
    CHECK(range("99", "5", {"-", "=1"}).empty());
    CHECK(range("0", "5", {"=1", "=2"}) == "0x3\n");
    CHECK(range("1", "5", {"=1", "=2"}).empty());
    refused(folder, add({"a.txt", "=1", "--skip", "3"}), exit_usage, {"a.txt:9:", "'x'"});
    folder.write("b.txt", "1\n2\n3\n4\n5\n");
    refused(folder, add({"b.txt", "-", "--skip", "1", "--count", "4"}), exit_usage,
            {"different lengths", "b.txt has 5", "- has 3"}, "7\n8\n9\n");
    refused(folder, add({"a.txt", "=1", "--skip", "-1"}), exit_usage, {"--skip"});
}

TEST_CASE("ranges of raw files and of numbers of any length are parts as well") {
    const TempFolder folder;
    for (const std::string layout : {"number-major", "limb-major"}) {
        done(folder,
             {"random", "--bits", "131", "--count", "100", "--edges", "-o", "a.bin", "--layout", layout});
        for (const std::string map : {"auto", "grid"}) {
            CAPTURE(layout);
            CAPTURE(map);
            const Arguments all = add({"a.bin", "=3", "--layout", layout, "--map", map, "--device", "cpu"});
            std::string parts;
            for (const char* skip : {"0", "40", "80", "120"}) {
                Arguments part = all;
                part.insert(part.end(), {"--skip", skip, "--count", "40"});
                parts += done(folder, part);
            }
            CHECK(parts == done(folder, all));
        }
    }
    folder.write("short.bin", folder.read("a.bin").substr(0, 1999));
    refused(folder, add({"short.bin", "=3", "--skip", "50"}), exit_usage, {"truncated", "1999 bytes"});
}

TEST_CASE("empty files give empty results") {
    const TempFolder folder;
    folder.write("a.txt", "");
    folder.write("a.bin", "");
    CHECK(done(folder, add({"a.txt", "a.txt"})).empty());
    CHECK(done(folder, add({"a.txt", "a.bin", "--device", "cpu"})).empty());
    CHECK(done(folder, add({"a.txt", "=1", "-o", "c.txt"})).empty());
    CHECK(folder.read("c.txt").empty());
    CHECK(
        contains(done(folder, {"check", "--bits", "131", "--op", "add", "a.txt", "=1", "c.txt"}), "0 of 0"));
}

TEST_CASE("a report tells device and count and time as JSON") {
    const TempFolder folder;
    folder.write("a.txt", "1\n2\n3\n");
    done(folder, add({"a.txt", "=1", "-o", "c.txt", "--report", "r.json", "--device", "cpu"}));
    CHECK(folder.read("c.txt") == "0x2\n0x3\n0x4\n");
    const nlohmann::json report = nlohmann::json::parse(folder.read("r.json"));
    CHECK(report.at("operation") == "add");
    CHECK(report.at("bits") == 131);
    CHECK(report.at("count") == 3);
    CHECK(contains(report.at("device").get<std::string>(), "CPU"));
    CHECK(report.at("seconds").get<double>() >= 0);
    CHECK(report.contains("results_per_second"));
}

TEST_CASE("raw limbs hold the numbers of the text in both layouts") {
    const TempFolder folder;
    for (unsigned bits : {1u, 32u, 131u, 1024u}) {
        const std::string width = std::to_string(bits);
        const unsigned limbs = (bits + 31) / 32;
        const std::string text = done(folder, {"random", "--bits", width, "--count", "100", "--edges"});
        for (const std::string layout : {"number-major", "limb-major"}) {
            done(folder,
                 {"random", "--bits", width, "--count", "100", "--edges", "-o", "a.bin", "--layout", layout});
            CHECK(folder.read("a.bin") == bytes(numbers(text), limbs, layout == "limb-major"));
        }
        done(folder, {"random", "--bits", width, "--count", "100", "--edges", "-o", "default.bin"});
        CHECK(folder.read("default.bin") == bytes(numbers(text), limbs, false));
    }
}

TEST_CASE("raw limbs and text give the same results") {
    const TempFolder folder;
    for (const std::string bits : {"32", "131", "1024"}) {
        for (const std::string operation : {"add", "mul", "lt"}) {
            CAPTURE(bits);
            CAPTURE(operation);
            done(folder,
                 {"random", "--bits", bits, "--count", "100", "--edges", "--seed", "1", "-o", "a.txt"});
            done(folder,
                 {"random", "--bits", bits, "--count", "100", "--edges", "--seed", "2", "-o", "b.txt"});
            const std::string text = done(folder, {"run", "--device", "interpreter", "--bits", bits, "--op",
                                                   operation, "a.txt", "b.txt"});
            for (const std::string layout : {"number-major", "limb-major"}) {
                for (const auto& [seed, file] : {std::pair{"1", "a.bin"}, {"2", "b.bin"}}) {
                    done(folder, {"random", "--bits", bits, "--count", "100", "--edges", "--seed", seed, "-o",
                                  file, "--layout", layout});
                }
                CHECK(done(folder, {"run", "--device", "interpreter", "--bits", bits, "--op", operation,
                                    "a.bin", "b.bin", "--layout", layout}) == text);
                CHECK(done(folder, {"run", "--device", "interpreter", "--bits", bits, "--op", operation,
                                    "a.txt", "b.bin", "--layout", layout}) == text);
                done(folder, {"run", "--device", "interpreter", "--bits", bits, "--op", operation, "a.bin",
                              "b.bin", "-o", "c.bin", "--layout", layout});
                const unsigned limbs = static_cast<unsigned>(folder.read("c.bin").size() / 400);
                CHECK(folder.read("c.bin") == bytes(numbers(text), limbs, layout == "limb-major"));
                CHECK(contains(done(folder, {"check", "--bits", bits, "--op", operation, "a.bin", "b.bin",
                                             "c.bin", "--layout", layout}),
                               "100 of 100"));
            }
        }
    }
}

TEST_CASE("run takes the shape of a launch, and refuses one that does not fit") {
    const TempFolder folder;
    const auto run = [&](Arguments more) {
        more.insert(more.begin(), {"run", "--bits", "131", "--op", "mul", "=7", "=5"});
        return folder.run(more);
    };
    const ProcessResult done = run({"--device", "cpu", "--grid", "2", "--block", "64"});
    CHECK(done.exit_code == exit_done);
    CHECK(done.out == "0x23\n");
    CHECK(contains(done.err, "no CUDA device: --grid and --block"));
    const auto refuse = [&](Arguments more, int code, const std::string& part) {
        more.insert(more.begin(), {"run", "--op", "add", "=7", "=5"});
        refused(folder, more, code, {part});
    };
    folder.write("many.txt", "1\n2\n3\n4\n5\n");
    refused(folder, {"run", "--bits", "131", "--op", "sqr", "many.txt", "--grid", "1", "--block", "4"},
            exit_usage, {"1 block of 4 threads are too few for 5 numbers of 1 thread each"});
    // more lines than are computed at a time without a grid
    std::string lines;
    for (int i = 0; i < 140'000; ++i) lines += "1\n";
    folder.write("long.txt", lines);
    Arguments shape = {"run", "--bits", "131", "--op", "add", "long.txt", "=1", "--block", "128", "--grid"};
    const std::string too_few = "1093 blocks of 128 threads are too few for 140000 numbers";
    shape.emplace_back("1093");
    refused(folder, shape, exit_usage, {too_few});
    shape.back() = "1094";
    CHECK(std::ranges::count(folder.run(shape).out, '\n') == 140'000);
    refuse({"--bits", "131", "--grid", "0"}, exit_usage, "--grid 0");
    refuse({"--bits", "131", "--block", "1025"}, exit_usage, "--block 1025");
    refuse({"--bits", "131", "--block", "x"}, exit_usage, "--block");
    refuse({"--bits", "131", "--map", "tpi:2", "--block", "48"}, exit_unsupported, "--block 64");
    refuse({"--bits", "9000", "--map", "block:64", "--block", "128"}, exit_unsupported, "--block 64");
    refuse({"--bits", "300000", "--map", "grid", "--block", "128"}, exit_usage, "--map grid");
}

}  // namespace limbsmith::test
