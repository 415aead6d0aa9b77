// Wrong operands: every one is refused with its place and value before anything is written.
#include <doctest/doctest.h>

#include <algorithm>

#include "cli/expect.hpp"

namespace limbsmith::test {
namespace {

// A folder with an output file that must survive every refusal.
struct InputFolder : TempFolder {
    InputFolder() {
        write("good.txt", "1\n2\n3\n");
        write("out.txt", "old\n");
    }
    // Checks that `bad.txt` is refused as an operand, as an upper bound and as a result.
    void refuses(const std::string& content, std::initializer_list<std::string_view> parts,
                 int bits = 32) const {
        const std::string width = std::to_string(bits);
        write("bad.txt", content);
        refused(*this, {"run", "--bits", width, "--op", "and_", "bad.txt", "=1", "-o", "out.txt"}, exit_usage,
                parts);
        refused(*this, {"random", "--bits", width, "--count", "3", "--below", "bad.txt", "-o", "out.txt"},
                exit_usage, parts);
        refused(
            *this,
            {"check", "--bits", width, "--op", "and_", "bad.txt", "=1", "good.txt", "--report", "out.txt"},
            exit_usage, parts);
    }
};

std::string sum_with_zero(const TempFolder& folder, const std::string& file) {
    return done(folder, {"run", "--bits", "8", "--op", "add", file, "=0"});
}

}  // namespace

TEST_CASE("lines that are no numbers are refused with file and line and value") {
    const InputFolder folder;
    folder.refuses("1\nfoo\n3\n", {"bad.txt:2:", "'foo'", "not a number"});
    folder.refuses("1\n2\n0x12g4\n", {"bad.txt:3:", "'0x12g4'", "not a number"});
    folder.refuses("0x\n2\n3\n", {"bad.txt:1:", "'0x'", "not a number"});
    folder.refuses("1\n2 3\n3\n", {"bad.txt:2:", "'2 3'", "not a number"});
    folder.refuses("1\n2\n1e3", {"bad.txt:3:", "'1e3'", "not a number"});
    folder.refuses("1\n-2\n3\n", {"bad.txt:2:", "'-2'", "negative"});
    folder.refuses("1\n-0x2\n3\n", {"bad.txt:2:", "'-0x2'", "negative"});
    folder.refuses("1\n\n3\n", {"bad.txt:2:", "''", "blank"});
    folder.refuses("1\n \t\r\n3\n", {"bad.txt:2:", "''", "blank"});
    folder.refuses("# 1\n1 # 2\n\n3\n", {"bad.txt:3:", "''", "blank"});
    folder.refuses("# 1\n\n1 # 2\n# 3\nfoo # bar\n", {"bad.txt:5:", "'foo'", "not a number"});
    folder.refuses(
        "1\n\xef\xbb\xbf"
        "2\n3\n",
        {"bad.txt:2:", "not a number"});  // a byte order mark is at the start of a file
}

TEST_CASE("numbers too wide for the width are refused with file and line and value") {
    const InputFolder folder;
    folder.refuses("1\n2\n4294967296\n", {"bad.txt:3:", "'4294967296'", "32 bits"});
    folder.refuses("1\n0x100000000\n3\n", {"bad.txt:2:", "'0x100000000'", "32 bits"});
    folder.write("bad.txt", "0x7\n0x8\n");
    refused(folder, {"run", "--bits", "3", "--op", "mul", "bad.txt", "=1", "-o", "out.txt"}, exit_usage,
            {"bad.txt:2:", "'0x8'", "3 bits"});
    folder.write("bad.txt", lines({1, power_of_2(131)}));
    refused(folder, {"run", "--bits", "131", "--op", "mul", "bad.txt", "=1", "-o", "out.txt"}, exit_usage,
            {"bad.txt:2:", "131 bits"});
    refused(folder, {"run", "--bits", "8", "--op", "shl", "=1", "=0x100000000", "-o", "out.txt"}, exit_usage,
            {"0x100000000", "32 bits"});
}

TEST_CASE("long values are shortened in messages") {
    const InputFolder folder;
    const std::string digits(1000, '7'), hex = "0x" + std::string(1000, 'f'), garbage(1000, 'z');
    for (const std::string& value : {digits, hex, garbage}) {
        folder.write("bad.txt", "1\n" + value + "\n");
        const std::string message =
            refused(folder, {"run", "--bits", "1024", "--op", "add", "bad.txt", "=1", "-o", "out.txt"},
                    exit_usage, {"bad.txt:2:", value.substr(0, 8), "..."});
        CHECK(message.size() < 200);
    }
    const std::string message =
        refused(folder, {"run", "--bits", "32", "--op", "add", "=" + digits, "=1"}, exit_usage, {"too wide"});
    CHECK(message.size() < 200);
}

TEST_CASE("bytes that are no text give a message that is printable and whole") {
    const InputFolder folder;
    for (const std::string& value :
         {std::string("1\0002", 3), std::string("\033[31m"), std::string(40, '\0')}) {
        folder.write("bad.txt", "1\n" + value + "\n");
        const std::string message = refused(folder, {"run", "--bits", "32", "--op", "add", "bad.txt", "=1"},
                                            exit_usage, {"bad.txt:2:", "not a number"});
        const auto is_control = [](unsigned char c) { return c < 0x20 && c != '\n'; };
        CHECK(std::ranges::none_of(message, is_control));
        CHECK(message.ends_with("\n"));
    }
}

TEST_CASE("line ends of Windows and a missing last line end are accepted") {
    const InputFolder folder;
    const std::string expected = sum_with_zero(folder, "good.txt");
    CHECK(expected == "0x1\n0x2\n0x3\n");
    for (const char* content : {"1\r\n2\r\n3\r\n", "1\n2\n3", "1\r\n2\r\n3", "0x1\n0X02\n  3\t\n"}) {
        folder.write("other.txt", content);
        CHECK(sum_with_zero(folder, "other.txt") == expected);
    }
}

TEST_CASE("blank lines around the numbers, comments and a byte order mark count for nothing") {
    const InputFolder folder;
    const std::string expected = sum_with_zero(folder, "good.txt");
    for (const char* content : {"1\n2\n3\n\n", "1\n2\n3\n\n \t\r\n\n", "\n\n1\n2\n3", "# numbers\n1\n2\n3\n",
                                "1 # one\n2#two\n3\n#", "#\n\n1\n# in between\n2\n3\n\n# 4\n\n",
                                "\xef\xbb\xbf"
                                "1\r\n2\r\n3\r\n",
                                "\xef\xbb\xbf# a\n1\n2\n3\n"}) {
        CAPTURE(content);
        folder.write("other.txt", content);
        CHECK(sum_with_zero(folder, "other.txt") == expected);
        done(folder, {"check", "--bits", "8", "--op", "add", "good.txt", "=0", "other.txt"});
    }
    for (const char* content : {"", "\n\n", "# nothing\n", "\xef\xbb\xbf"}) {
        folder.write("other.txt", content);
        CHECK(sum_with_zero(folder, "other.txt").empty());
    }
}

TEST_CASE("messages name lines of the file, comments counted") {
    const InputFolder folder;
    folder.write("five.txt", "# below 5\n\n1\n# and\n2\n7\n");  // the third number stands on line 6
    refused(folder, {"run", "--bits", "8", "--op", "mod_neg", "five.txt", "=5", "-o", "out.txt"}, exit_usage,
            {"five.txt:6:", "0x7", "m = "});
    refused(folder, {"check", "--bits", "8", "--op", "add", "good.txt", "=0", "five.txt"}, exit_wrong,
            {"five.txt:6: 0x7 is wrong"});
    folder.write("zero.txt", "# bounds\n1\n0\n");
    refused(folder, {"random", "--bits", "8", "--count", "2", "--below", "zero.txt", "-o", "out.txt"},
            exit_usage, {"zero.txt:3:", "no number is below 0"});
}

TEST_CASE("moduli that are not below 2^bits are refused by line") {
    const InputFolder folder;
    folder.write("m.txt", lines({7, power_of_2(33) - 1, power_of_2(33)}));
    for (const std::string op : {"mod_add", "mod_sub"}) {
        refused(folder, {"run", "--bits", "33", "--op", op, "=1", "=2", "m.txt", "-o", "out.txt"}, exit_usage,
                {"m.txt:3:", "'0x200000000'", "too wide for 33 bits"});
        refused(folder, {"check", "--bits", "33", "--op", op, "=1", "=2", "m.txt", "good.txt"}, exit_usage,
                {"m.txt:3:", "'0x200000000'", "too wide for 33 bits"});
        refused(folder, {"run", "--bits", "33", "--op", op, "=1", "=2", "=2^33", "-o", "out.txt"}, exit_usage,
                {"'=2^33'", "too wide for 33 bits"});
    }
    std::string raw(8, '\0');
    raw[4] = 2;  // bit 33
    folder.write("m.bin", raw);
    refused(folder, {"run", "--bits", "33", "--op", "mod_neg", "=1", "m.bin", "-o", "out.txt"}, exit_usage,
            {"m.bin:1:", "too wide for 33 bits"});
    CHECK(done(folder, {"run", "--bits", "33", "--op", "mod_add", "=2^33-2", "=2^33-2", "=2^33-1"}) ==
          "0x1fffffffd\n");
}

TEST_CASE("values on the command line are expressions, as moduli are") {
    const InputFolder folder;
    const auto sum = [&](const std::string& a, const std::string& b) {
        return done(folder, {"run", "--bits", "256", "--op", "add", a, b});
    };
    CHECK(sum("=2^31", "=2^31-1") == lines({power_of_2(32) - 1}));
    CHECK(sum("=(2^64-1)/3", "=0x10*2") == lines({mpz_class((power_of_2(64) - 1) / 3 + 32)}));
    CHECK(sum("=@curve25519.p", "=019") == lines({power_of_2(255)}));
    CHECK(done(folder, {"run", "--bits", "32", "--op", "mod_add", "=2^31-1", "=2", "=2^31"}) == "0x1\n");
    CHECK(numbers(done(folder,
                       {"random", "--bits", "64", "--count", "2^4", "--seed", "2^63", "--below", "=2^31"}))
              .size() == 16);
}

TEST_CASE("files of different lengths are refused") {
    const InputFolder folder;
    folder.write("short.txt", "1\n2\n");
    folder.write("empty.txt", "");
    refused(folder, {"run", "--bits", "8", "--op", "add", "good.txt", "short.txt", "-o", "out.txt"},
            exit_usage, {"good.txt has 3", "short.txt has 2"});
    refused(folder, {"run", "--bits", "8", "--op", "add", "empty.txt", "good.txt", "-o", "out.txt"},
            exit_usage, {"empty.txt has 0", "good.txt has 3"});
    refused(folder, {"run", "--bits", "8", "--op", "mod_add", "good.txt", "=1", "short.txt", "-o", "out.txt"},
            exit_usage, {"good.txt has 3", "short.txt has 2"});
    refused(folder, {"check", "--bits", "8", "--op", "add", "good.txt", "good.txt", "short.txt"}, exit_usage,
            {"3", "short.txt has 2"});
    refused(folder, {"random", "--bits", "8", "--count", "2", "--below", "good.txt", "-o", "out.txt"},
            exit_usage, {"good.txt has 3", "2"});
    refused(folder, {"random", "--bits", "8", "--count", "1", "--below", "empty.txt", "-o", "out.txt"},
            exit_usage, {"empty.txt has 0", "1"});
}

TEST_CASE("files that cannot be read are refused by name") {
    const InputFolder folder;
    std::filesystem::create_directory(folder.path("folder"));
    for (const std::string file : {"missing.txt", "folder", "missing/a.txt", "missing.bin"}) {
        refused(folder, {"run", "--bits", "8", "--op", "add", "good.txt", file, "-o", "out.txt"}, exit_usage,
                {file});
        refused(folder, {"check", "--bits", "8", "--op", "add", "good.txt", "good.txt", file}, exit_usage,
                {file});
        refused(folder, {"random", "--bits", "8", "--below", file, "-o", "out.txt"}, exit_usage, {file});
    }
}

TEST_CASE("raw limbs that are truncated or too wide are refused") {
    const InputFolder folder;
    folder.write("bad.bin", std::string(39, '\0'));
    refused(folder, {"run", "--bits", "131", "--op", "add", "bad.bin", "=1", "-o", "out.txt"}, exit_usage,
            {"bad.bin", "truncated", "39 bytes", "20-byte"});
    std::string wide(40, '\0');
    wide[36] = 8;  // bit 131 of the second number
    folder.write("bad.bin", wide);
    refused(folder, {"run", "--bits", "131", "--op", "add", "bad.bin", "=1", "-o", "out.txt"}, exit_usage,
            {"bad.bin:2:", "0x800000000", "131 bits"});
    std::string columns(40, '\0');
    columns[39] = 1;  // the same, limb-major: the last word of the file is the top limb of the second number
    folder.write("bad.bin", columns);
    refused(
        folder,
        {"run", "--bits", "131", "--op", "add", "bad.bin", "=1", "--layout", "limb-major", "-o", "out.txt"},
        exit_usage, {"bad.bin:2:", "131 bits"});
}

TEST_CASE("a wrong number of operands is refused and the message names them") {
    const InputFolder folder;
    refused(folder, {"run", "--bits", "8", "--op", "add", "-o", "out.txt"}, exit_usage, {"operands"});
    refused(folder, {"run", "--bits", "8", "--op", "add", "good.txt", "-o", "out.txt"}, exit_usage,
            {"add", "2 operands", "a b", "1 given"});
    refused(folder, {"run", "--bits", "8", "--op", "mod_add", "good.txt", "=1", "-o", "out.txt"}, exit_usage,
            {"3 operands", "a b m", "2 given"});
    refused(folder, {"run", "--bits", "8", "--op", "add", "good.txt", "=1", "=2", "-o", "out.txt"},
            exit_usage, {"2 operands", "3 given"});
    refused(folder, {"run", "--bits", "8", "--op", "neg", "good.txt", "missing.txt", "-o", "out.txt"},
            exit_usage, {"neg", "2 given"});
    refused(folder, {"check", "--bits", "8", "--op", "add", "good.txt", "good.txt"}, exit_usage,
            {"2 operands", "1 given"});
    refused(folder, {"check", "--bits", "8", "--op", "add", "good.txt"}, exit_usage, {"operands"});
    refused(folder, {"check", "--bits", "8", "--op", "neg", "good.txt", "=1", "good.txt"}, exit_usage,
            {"2 given"});
}

TEST_CASE("operands that are not below the modulus are refused with file and line") {
    const InputFolder folder;
    folder.write("m.txt", "7\n7\n3\n");
    folder.write("zero.txt", "7\n0\n7\n");
    for (const std::string op : {"mod_add", "mod_sub"}) {
        refused(folder, {"run", "--bits", "8", "--op", op, "good.txt", "=1", "m.txt", "-o", "out.txt"},
                exit_usage, {"good.txt:3:", "0x3", "m"});
        refused(folder, {"run", "--bits", "8", "--op", op, "=1", "good.txt", "m.txt", "-o", "out.txt"},
                exit_usage, {"good.txt:3:", "0x3", "m"});
        refused(folder, {"run", "--bits", "8", "--op", op, "=1", "=1", "zero.txt", "-o", "out.txt"},
                exit_usage, {"line 2", "0x1", "m"});
        refused(folder, {"check", "--bits", "8", "--op", op, "good.txt", "=1", "m.txt", "good.txt"},
                exit_usage, {"good.txt:3:"});
    }
    refused(folder, {"run", "--bits", "8", "--op", "mod_neg", "good.txt", "m.txt", "-o", "out.txt"},
            exit_usage, {"good.txt:3:", "0x3", "m"});
    refused(folder, {"run", "--bits", "8", "--op", "mod_neg", "=0", "=0", "-o", "out.txt"}, exit_usage,
            {"=0", "m"});
}

TEST_CASE("values on the command line are refused like lines of a file") {
    const InputFolder folder;
    for (const auto& [value, why] : {std::pair{"=", "empty"},
                                     {"=x1", "expected a number"},
                                     {"=2^^3", "\n    2^^3\n      ^"},
                                     {"=7/2", "not exact"},
                                     {"=@nobody", "no modulus is called"},
                                     {"=-4", "negative"},
                                     {"=2-2^3", "negative"},
                                     {"=256", "8 bits"},
                                     {"=2^8", "8 bits"},
                                     {"=0x100", "8 bits"}}) {
        refused(folder, {"run", "--bits", "8", "--op", "add", "good.txt", value, "-o", "out.txt"}, exit_usage,
                {value, why});
    }
}

}  // namespace limbsmith::test
