// limbsmith sum, dot and dft: every kind of file, results, and refusals.
#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "cli/expect.hpp"

namespace limbsmith::test {
namespace {

template <class T>
std::string raw(const std::vector<T>& numbers) {
    return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(T)};
}

// As numpy.save writes it.
std::string npy(const std::string& descr, const std::string& shape, const std::string& data,
                const std::string& order = "False") {
    std::string header =
        "{'descr': '" + descr + "', 'fortran_order': " + order + ", 'shape': " + shape + ", }";
    header.resize((10 + header.size() + 1 + 63) / 64 * 64 - 11, ' ');
    header += '\n';
    return std::string("\x93NUMPY\x01\0", 8) + char(header.size() & 0xff) + char(header.size() >> 8) +
           header + data;
}

nlohmann::json json(const TempFolder& folder, Arguments arguments, const std::string& input = "") {
    arguments.push_back("--json");
    return nlohmann::json::parse(done(folder, arguments, input));
}

const std::string hard = "1e100\n0.1\n-1e100\n";

}  // namespace

TEST_CASE("sum adds decimal text as it is written") {
    const TempFolder folder;
    CHECK(done(folder, {"sum", "-"}, hard) == "0.1\n");
    CHECK(done(folder, {"sum", "-"}, "0.1\n0.2\n") == "0.3\n");
    CHECK(done(folder, {"sum", "-", "--type", "double"}, "0.1\n0.2\n") == "0.30000000000000004\n");
    CHECK(done(folder, {"sum", "-", "--type", "float", "--digits", "30"}, "0.1\n") ==
          "0.100000001490116119384765625000\n");
    CHECK(done(folder, {"sum", "-"}, "\xef\xbb\xbf# numbers\r\n 1 # one\r\n\r\n\t0x1.8p1\n") == "4\n");
    CHECK(done(folder, {"sum", "-"}, "2.5") == "2.5\n");
    CHECK(done(folder, {"sum", "-"}, "") == "0\n");
    CHECK(done(folder, {"sum", "-"}, "-0\n-0.0\n") == "-0\n");
    CHECK(done(folder, {"sum", "-"}, "-0\n0\n") == "0\n");
    CHECK(done(folder, {"sum", "-", "--round", "down"}, "0.1\n-0.1\n") == "-0\n");
    CHECK(done(folder, {"sum", "-"}, "1\ninf\n") == "inf\n");
    CHECK(done(folder, {"sum", "-"}, "-inf\ninf\n") == "nan\n");
    CHECK(done(folder, {"sum", "-"}, "1e999\n-1e999\n1e-999999\n") == "0\n");
    CHECK(done(folder, {"sum", "-", "--round", "up"}, "1e-999999\n") == "5e-324\n");
    CHECK(done(folder, {"sum", "-", "--digits", "3"}, "0.1235\n0.001\n") == "0.124\n");
    CHECK(done(folder, {"sum", "-", "--digits", "3", "--round", "up"}, "0.1231\n") == "0.124\n");
    CHECK(done(folder, {"sum", "-", "--digits", "0"}, "nan\n") == "nan\n");
}

TEST_CASE("sum reads raw numbers and NumPy's files, several of them") {
    const TempFolder folder;
    folder.write("a.f64", raw<double>({1e300, 1.0, -1e300}));
    folder.write("b.f32", raw<float>({0.5f, 1e-40f}));
    folder.write("c.bin", raw<int64_t>({std::numeric_limits<int64_t>::max(), 1}));
    folder.write("h.bin", raw<uint16_t>({0x3c00, 0xc000}));
    folder.write("d.npy", npy("<i4", "(3,)", raw<int32_t>({1, -2, 3})));
    folder.write("e.npy", npy("<f8", "(2, 2)", raw<double>({1, 2, 3, 0.25})));
    folder.write("f.npy", npy("<f2", "()", raw<uint16_t>({0x4000})));
    folder.write("g.npy", npy("<f4", "(0,)", ""));
    folder.write("t.txt", "0.1\n");
    CHECK(done(folder, {"sum", "a.f64"}) == "1\n");
    CHECK(json(folder, {"sum", "b.f32"})["count"] == 2);
    CHECK(done(folder, {"sum", "c.bin", "--type", "int64"}) == "9.223372036854776e+18\n");
    CHECK(done(folder, {"sum", "h.bin", "--type", "half"}) == "-1\n");
    CHECK(done(folder, {"sum", "h.bin", "--type", "bfloat16"}) == "-1.9921875\n");
    CHECK(done(folder, {"sum", "d.npy"}) == "2\n");
    CHECK(done(folder, {"sum", "e.npy"}) == "6.25\n");
    CHECK(done(folder, {"sum", "f.npy"}) == "2\n");
    CHECK(done(folder, {"sum", "g.npy"}) == "0\n");
    CHECK(done(folder, {"sum", "-", "--format", "npy"}, npy("<f8", "(1,)", raw<double>({7}))) == "7\n");
    CHECK(done(folder, {"sum", "-", "--format", "raw"}, raw<double>({7, 8})) == "15\n");
    const auto all = json(folder, {"sum", "a.f64", "d.npy", "t.txt", "e.npy"});
    CHECK(all["count"] == 11);
    CHECK(all["exact"] == "187/20");
    CHECK(all["value"] == 9.35);
}

TEST_CASE("long files are added in blocks") {
    const TempFolder folder;
    std::vector<double> numbers;
    std::string text;
    for (int i = 0; i < 600'000; ++i) numbers.push_back(std::ldexp(1 + i % 7, i % 1000 - 500));
    for (int i = 0; i < 300'000; ++i)
        text += (i % 2 ? "-" : "") + std::string("1e") + std::to_string(i / 2 % 300) + "\n";
    std::vector<double> negative = numbers;
    for (double& x : negative) x = -x;
    negative[0] += 1;
    folder.write("a.f64", raw(numbers));
    folder.write("b.f64", raw(negative));
    CHECK(done(folder, {"sum", "a.f64", "b.f64"}) == "1\n");
    CHECK(done(folder, {"sum", "-"}, text + "1e-5") == "1e-05\n");
}

TEST_CASE("sum and dot tell the exact value and the error of a loop that rounds") {
    const TempFolder folder;
    const auto sum = json(folder, {"sum", "-", "--digits", "2"}, hard);
    CHECK(sum["count"] == 3);
    CHECK(sum["value"] == 0.1);
    CHECK(sum["decimals"] == "0.10");
    CHECK(sum["exact"] == "1/10");
    CHECK(sum["rounding"] == "nearest");
    CHECK(sum["naive"] == 0.0);
    CHECK(sum["naive_error"] == 0.1);
    CHECK(sum["naive_relative_error"] == 1.0);
    const auto infinite = json(folder, {"sum", "-"}, "-inf\n");
    CHECK(infinite["value"] == "-inf");
    CHECK(!infinite.contains("exact"));
    folder.write("f.f32", raw<float>({16777216, 1, 1}));  // by floats the ones are lost
    CHECK(json(folder, {"sum", "f.f32"})["naive_error"] == 2);
    CHECK(!json(folder, {"sum", "-"}, "1\n-1\n").contains("naive_relative_error"));
}

TEST_CASE("dot products of decimal text are exact: 8779 for all exponents") {
    const TempFolder folder;
    const auto e = [](const std::string& sign, int exponent) {
        return sign + "1e" + std::to_string(exponent) + "\n";
    };
    for (const int alpha : {1, 17, -300}) {
        for (const int beta : {1, 15, 16, 18, 21, 400}) {
            folder.write("x", e("", alpha) + "1223\n" + e("", alpha - 1) + e("", alpha - 2) + "3\n" +
                                  e("-", alpha - 5));
            folder.write("y",
                         e("", beta) + "2\n" + e("-", beta + 1) + e("", beta) + "2111\n" + e("", beta + 3));
            CHECK(done(folder, {"dot", "x", "y"}) == "8779\n");
        }
    }
    folder.write("x", "1e1\n1223\n1e0\n1e-1\n3\n-1e-4\n");
    folder.write("y", "1e18\n2\n-1e19\n1e18\n2111\n1e21\n");
    const auto found = json(folder, {"dot", "x", "y"});
    CHECK(found["exact"] == "8779");
    CHECK(found["naive"] == 8384);
    // The doubles are other numbers, and so is their dot product.
    CHECK(done(folder, {"dot", "x", "y", "--type", "double"}) != "8779\n");
}

TEST_CASE("dot takes vectors of different types") {
    const TempFolder folder;
    folder.write("d.f64", raw<double>({0.5, -2, 1e-200}));
    folder.write("i.npy", npy("<i8", "(3,)", raw<int64_t>({4, 3, 0})));
    folder.write("t.txt", "0.1\n1e5\n1e200\n");
    CHECK(done(folder, {"dot", "d.f64", "i.npy"}) == "-4\n");
    CHECK(done(folder, {"dot", "i.npy", "i.npy"}) == "25\n");
    CHECK(done(folder, {"dot", "i.npy", "t.txt"}) == "300000.4\n");
    CHECK(done(folder, {"dot", "d.f64", "d.f64"}) == "4.25\n");
    CHECK(done(folder, {"dot", "d.f64", "-", "--digits", "2"}, "0.1\n1e5\n0\n") == "-199999.95\n");
    CHECK(done(folder, {"dot", "d.f64", "-"}, "inf\n1\n1\n") == "inf\n");
    CHECK(done(folder, {"dot", "i.npy", "-"}, "1\n1\ninf\n") == "nan\n");
    folder.write("empty", "");
    CHECK(json(folder, {"dot", "empty", "empty"})["count"] == 0);
}

TEST_CASE("dft transforms files, and back") {
    const TempFolder folder;
    CHECK(done(folder, {"dft", "-"}, "1\n2\n4\n1\n") == "2 0\n-0.75 -0.25\n0.5 0\n-0.75 0.25\n");
    CHECK(done(folder, {"dft", "-", "--digits", "2"}, "0.1\n") == "0.10 0.00\n");
    CHECK(done(folder, {"dft", "-", "--digits", "1", "--round", "up"}, "0.11\n") == "0.2 0.0\n");
    CHECK(done(folder, {"dft", "-"}, "") == "");
    // sqrt(3)/2 = 0.86602540378443864676372317075...
    CHECK(done(folder, {"dft", "-", "--inverse", "--digits", "20"}, "0\n1\n0\n") ==
          "1.00000000000000000000 0.00000000000000000000\n-0.50000000000000000000 0.86602540378443864676\n"
          "-0.50000000000000000000 -0.86602540378443864676\n");
    // figure 3 of the seed, i/10 and i/10 + 10^15 in turn, there and back
    std::string x, real, imag;
    for (int i = 1; i <= 30; ++i)
        x += (i % 2 ? "" : "100000000000000") + std::to_string(i / 10) + "." + std::to_string(i % 10) + "\n";
    std::istringstream lines(done(folder, {"dft", "-", "--digits", "30"}, x));
    for (std::string a, b; lines >> a >> b;) real += a + "\n", imag += b + "\n";
    folder.write("real", real);
    folder.write("imag", imag);
    std::istringstream back(done(folder, {"dft", "real", "--imag", "imag", "--inverse", "--digits", "1"})),
        first(x);
    for (std::string expected, a, b; first >> expected;) {
        back >> a >> b;
        CHECK(a == expected);
        CHECK(b.ends_with("0.0"));
    }
    folder.write("two.f64", raw<double>({0.1, 1}));
    CHECK(done(folder, {"dft", "two.f64", "--digits", "20"}).starts_with("0.55000000000000000278 "));
    const auto bad = [&](const Arguments& arguments, int code, std::string_view part,
                         const std::string& input = "") { refused(folder, arguments, code, {part}, input); };
    bad({"dft", "-"}, exit_usage, "standard input: x_1 is infinite", "1\n-inf\n");
    bad({"dft", "-"}, exit_usage, "x_0 is NaN", "nan\n");
    bad({"dft", "-"}, exit_usage, "1:1: 'x' is no number", "x\n");
    bad({"dft", "-"}, exit_usage, "x_0 is an integer times a power of ten whose exponent is beyond",
        "1e9000\n");
    bad({"dft", "-"}, exit_usage, "x_1 is too far from others", "1e-1200\n1e1200\n");
    bad({"dft", "-", "--imag", "two.f64"}, exit_usage, "standard input has 1 number, two.f64 has 2", "1\n");
    bad({"dft", "-", "--imag", "-"}, exit_usage, "standard input can be read once");
    bad({"dft", "-", "--digits", "1001"}, exit_usage, "--digits", "1\n");
    bad({"dft", "-", "--round", "upp"}, exit_usage, "did you mean 'up'", "1\n");
    std::string many;
    for (int i = 0; i < 8193; ++i) many += "1\n";
    bad({"dft", "-"}, exit_unsupported, "standard input has more than 8192 numbers, the longest transform",
        many);
}

TEST_CASE("sum and dot refuse text that is no number, and say where it is") {
    const TempFolder folder;
    const auto bad = [&](const Arguments& arguments, std::initializer_list<std::string_view> parts,
                         const std::string& input = "") {
        refused(folder, arguments, exit_usage, parts, input);
    };
    folder.write("a.txt", "1\n2\n\n 1.2.3\n");
    folder.write("two.txt", "1 2\n");
    folder.write("odd.f64", "123456789");
    folder.write("three.f64", raw<double>({1, 2, 3}));
    std::filesystem::create_directory(folder.path("folder"));
    bad({"sum", "a.txt"}, {"a.txt:4:5: '1.2.3' is no number"});
    bad({"sum", "two.txt"}, {"two.txt:1:2: '1 2' is no number: there is one a line"});
    bad({"sum", "-"}, {"standard input:1:1: 'abc' is no number"}, "abc\n");
    bad({"sum", "-"}, {"'1e1000001' has an exponent beyond 1000000"}, "1e1000001\n");
    bad({"sum", "-"}, {"1:3: '12?3' is no number"}, std::string("12\0003\n", 5));
    bad({"sum", "-"}, {"compressed by gzip"}, "\x1f\x8b\x08\x01\x01\x01\x01\n");
    bad({"sum", "-"}, {"the line is longer than 65536 characters"}, std::string(2'000'000, '1'));
    // wherever it stands, whatever it holds
    for (const char* before : {"", "1\n"})
        for (const char* after : {"", "\n", "\n1\n"})
            for (const char c : {'0', '#', ' '}) {
                bad({"sum", "-"}, {"the line is longer than 65536 characters"},
                    before + std::string(65'537, c) + after);
                CHECK(done(folder, {"sum", "-"}, before + std::string(65'536, c) + after) != "");
            }
    bad({"sum", "odd.f64"}, {"odd.f64: its size, 9 bytes, is no multiple of 8"});
    bad({"sum", "-", "--format", "raw", "--type", "float"},
        {"standard input: its size, 6 bytes, is no multiple of 4"}, "123456");
    bad({"sum", "folder"}, {"cannot read folder: Is a directory"});
    bad({"sum", "missing.txt"}, {"cannot read missing.txt: No such file"});
    bad({"sum", "-", "-"}, {"standard input can be read once"});
    bad({"dot", "-", "-"}, {"standard input can be read once"});
    bad({"dot", "three.f64", "-"}, {"three.f64 has 3 numbers, standard input has 2"}, "1\n2\n");
    bad({"sum", "a.txt", "--type", "decimals"}, {"unknown --type 'decimals'; did you mean 'decimal'?"});
    bad({"sum", "a.txt", "--type", "int32"}, {"a.txt is text", "--format raw"});
    bad({"sum", "three.f64", "--type", "decimal"}, {"is not text"});
    bad({"sum", "three.f64", "--type", "float"},
        {"three.f64 has numbers of the type double by its name, not float"});
    bad({"sum", "three.f64", "--type", "int64"},
        {"three.f64 has numbers of the type double by its name, not int64"});
    bad({"sum", "a.txt", "--round", "nearset"}, {"unknown --round 'nearset'; did you mean 'nearest'?"});
    bad({"sum", "a.txt", "--format", "csv"}, {"unknown --format 'csv'"});
    bad({"sum", "a.txt", "--digits", "-1"}, {"--digits"});
    bad({"sum"}, {"files"});
    folder.write("one.txt", "1\n");
    refused(folder, {"sum", "one.txt", "--device", "cuda"}, exit_unsupported,
            {});  // no GPU, or no decimal text there
}

TEST_CASE("sum refuses files other than .npy files of numbers that it reads") {
    const TempFolder folder;
    const std::string two = raw<double>({1, 2});
    const auto bad = [&](const std::string& content, std::initializer_list<std::string_view> parts,
                         const Arguments& more = {}) {
        folder.write("x.npy", content);
        Arguments arguments{"sum", "x.npy"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        refused(folder, arguments, exit_usage, parts);
    };
    bad("1\n2\n", {"x.npy: it is no .npy file"});
    bad(npy(">f8", "(2,)", two), {"big-endian", ".astype('<f8')"});
    bad(npy("<c16", "(1,)", two), {"'<c16' are not read"});
    bad(npy("<f8", "(1, 2)", two, "True"), {"Fortran order"});
    bad(npy("<f8", "(3,)", two), {"x.npy ends after 2 numbers; its header says 3"});
    bad(npy("<f8", "(1,)", two), {"x.npy goes on after the 1 number that its header says"});
    bad(npy("<f8", "(99999999999,)", two), {"its header says 99999999999 numbers"});
    bad(npy("<f8", "(2,)", two), {"holds numbers of the type double, not float"}, {"--type", "float"});
    bad(npy("<f8", "(2,)", two).substr(0, 40), {"ends within its header"});
    bad(npy("<f8", "2", two), {"its shape is no tuple"});
    bad(npy("<f8", "(2)", two), {"its shape is no tuple: a single size needs a comma"});
    bad(npy("<f8", "(1 2)", two), {"its shape is no tuple of sizes: '2)"});
    bad(npy("<f8", "(-2,)", two), {"its shape is no tuple of sizes: '-2,)"});
    bad(npy("<f8", "(2,), 'shape': (2,)", two), {"its header has 'shape' twice"});
    bad(npy("<f8", "(2,), 'more': (2,)", two), {"a key 'more'"});
    bad(npy("<f8", "(2,)} (3,), {", two), {"goes on after the closing brace"});
    bad(npy("<f8", "(2,)", two, "0"), {"'0, 'shape'", "in place of True or False"});
    bad(npy("\x1b[31m\n<f8", "(2,)", two), {"'?[31m?<f8' are not read"});
    bad(npy("<f8', 'd\x1b': '", "(2,)", two), {"a key 'd?'"});
    bad(npy("<f8', \"x", "(2,)", two), {"in place of a string"});
    refused(folder, {"sum", "-"}, exit_usage, {"is an .npy file", "--format npy"}, npy("<f8", "(2,)", two));
    folder.write("x.npy", npy("<f8", "(2,)", two, "True"));  // one dimension has one order
    CHECK(done(folder, {"sum", "x.npy"}) == "3\n");
}

}  // namespace limbsmith::test
