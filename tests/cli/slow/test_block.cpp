// Numbers in blocks of threads, and expressions, on the command line.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "cli/commands.hpp"
#include "cli/expect.hpp"

namespace limbsmith::test {
namespace {

constexpr const char* poly = "(a*a+b)*(b*b+b)+a*b";

mpz_class poly_of(const mpz_class& a, const mpz_class& b, unsigned bits) {
    return ((a * a + b) * (b * b + b) + a * b) % power_of_2(bits);
}

}  // namespace

TEST_CASE("the commands of docs/lanes-and-blocks.md for blocks give GMP's results") {
    const CommandFolder folder;
    const mpz_class a = power_of_2(32768) - 1, b = power_of_2(32767) + 12345;
    folder.write("a.txt", "0x" + a.get_str(16) + "\n7\n");
    folder.write("b.txt", "0x" + b.get_str(16) + "\n5\n");
    const std::string found = done(folder, {"run", "--bits", "32768", "--map", "block", "--expr", poly,
                                            "a.txt", "b.txt", "--device", "interpreter"});
    CHECK(numbers(found).at(0) == poly_of(a, b, 32768));
    CHECK(numbers(found).at(1) == poly_of(7, 5, 32768));
    folder.write("c.txt", found);
    CHECK(contains(done(folder, {"check", "--bits", "32768", "--map", "block", "--expr", poly, "a.txt",
                                 "b.txt", "c.txt"}),
                   "2 of 2 lines agree"));
    const std::string product =
        done(folder, {"run", "--bits", "100000", "--op", "mul", "=2^32768*2^17000+1", "=2^32768*2^17231-1"});
    CHECK(numbers(product).at(0) == (power_of_2(49768) + 1) * (power_of_2(49999) - 1));
    done(folder, {"generate", "--bits", "65536", "--map", "block", "--ops", "add,mul,sqr", "--name", "u65536",
                  "-o", "u65536.cuh"});
    const std::string header = folder.read("u65536.cuh");
    CHECK(contains(header, "wide mul(const num& a, const num& b)"));
    CHECK(contains(header, "--bits 65536 --ops add,mul,sqr\n"));
    CHECK(contains(done(folder, {"explain", "--bits", "65536", "--map", "block", "--ops", "mul"}),
                   "ntt_butterfly"));
}

TEST_CASE("--mul says whether threads multiply by rows or by transforms") {
    const CommandFolder folder;
    const mpz_class a = power_of_2(1100) - 1, b = power_of_2(1099) + 12345;
    for (const char* map : {"block:64", "auto"}) {
        for (const char* mul : {"rows", "transform"}) {
            CAPTURE(map);
            CAPTURE(mul);
            const Arguments spec{"--bits", "1100", "--map", map, "--mul", mul};
            const auto run = [&](Arguments more) {
                more.insert(more.end(), spec.begin(), spec.end());
                return numbers(done(folder, more)).at(0);
            };
            const std::string x = "=" + a.get_str(), y = "=" + b.get_str();
            CHECK(run({"run", "--device", "cpu", "--op", "mul", x, y}) == a * b);
            CHECK(run({"run", "--device", "cpu", "--op", "sqr", x}) == a * a);
            Arguments header{"generate", "--ops", "mul,mul_lo,mul_hi"};
            header.insert(header.end(), spec.begin(), spec.end());
            const std::string text = done(folder, header);
            CHECK(contains(text, "ntt_butterfly") == (*mul == 't'));
            CHECK(contains(text, std::string(" --mul ") + mul));
        }
    }
    // of lengths for which `auto` has another way
    const std::string by_rows =
        done(folder, {"generate", "--bits", "2048", "--expr", "a*b", "--mul", "rows"});
    CHECK(!contains(by_rows, "_tile"));
    CHECK(contains(done(folder, {"generate", "--bits", "2048", "--expr", "a*b"}), "_tile"));
}

TEST_CASE("sums over a block are exact where carries run through all threads") {
    const CommandFolder folder;
    for (const char* map : {"block:64", "block:256", "block:1024"}) {
        const std::string sum = done(folder, {"run", "--bits", "9000", "--map", map, "--op", "add",
                                              "=2^8999+(2^8999-1)", "=1", "--device", "interpreter"});
        CHECK(numbers(sum).at(0) == power_of_2(9000));
    }
}

TEST_CASE("sums of two products have one inverse transform, over a block and a warp") {
    const CommandFolder folder;
    for (const char* map : {"block:64", "block", "tpi:32"}) {
        const std::string bits = map == std::string("block") ? "65536" : "10240";
        const std::string all_ones = "=2^" + bits + "-1";
        for (const char* expression :
             {"a*b + b*b", "a*a + b*b", "(a*b + b*b) + (a*a + 1)", "a*b - (a*a + b*(a+1))", poly}) {
            CAPTURE(std::string(expression));
            CAPTURE(std::string(map));
            const Arguments spec{"--bits", bits, "--map", map, "--mul", "transform", "--expr", expression};
            for (const Arguments& operands :
                 {Arguments{all_ones, all_ones}, {all_ones, "=3^5000"}, {"=2^9999+2^32", all_ones}}) {
                done(folder,
                     with(with(with({"run", "--device", "interpreter"}, spec), operands), {"-o", "r.txt"}));
                done(folder, with(with(with({"check"}, spec), operands), {"r.txt"}));
            }
        }
    }
    const std::string header =
        done(folder, {"generate", "--bits", "65536", "--map", "block", "--expr", poly, "--ops", "expr"});
    CHECK(contains(header, "detail::mul_sum(step1, step3, a, b)"));
}

TEST_CASE("an expression is one function of the header, in every mapping") {
    const CommandFolder folder;
    for (const char* map : {"thread", "tpi:2", "block"}) {
        CAPTURE(map);
        const mpz_class x = power_of_2(90) - 3, y = power_of_2(89) + 1;
        const Arguments spec{"--bits", "90", "--map", map, "--expr", "x*x*y - (y - x)"};
        const std::string found =
            done(folder, with({"run"}, with(spec, {"=2^90-3", "=2^89+1", "--device", "interpreter"})));
        const mpz_class all = power_of_2(96);
        mpz_class wanted = (x * x * y - (y - x)) % all;
        if (wanted < 0) wanted += all;
        CHECK(numbers(found).at(0) == wanted);
        const std::string header = done(folder, with({"generate", "--name", "fused"}, spec));
        CHECK(contains(header, "num expr(const num& x, const num& y)"));
        CHECK(contains(header, "x*x*y-(y-x)"));
        CHECK(done(folder, banner_command(header)) == header);
    }
}

// The carries that each lane has over, up to 6 here, are settled once: ones in all limbs let it run through all lanes.
TEST_CASE("sums of several terms settle their carries once, over every number of lanes") {
    const CommandFolder folder;
    const std::vector<mpz_class> values{power_of_2(8192) - 1,
                                        1,
                                        power_of_2(8191),
                                        power_of_2(4096) - 1,
                                        power_of_2(8192) - power_of_2(64),
                                        (power_of_2(8192) - 1) / 7};
    std::string first, second;
    std::vector<mpz_class> wanted;
    for (const mpz_class& a : values) {
        for (const mpz_class& b : values) {
            first += a.get_str() + "\n", second += b.get_str() + "\n";
            wanted.push_back((3 * a + 4 * b) * (a + b) % power_of_2(8192));
        }
    }
    folder.write("a.txt", first);
    folder.write("b.txt", second);
    for (const char* map : {"tpi:8", "tpi:32", "block:64", "block:256"}) {
        CAPTURE(map);
        const std::string found =
            done(folder, {"run", "--bits", "8192", "--map", map, "--expr", "((((((a+b)+b)+a)+b)+a)+b)*(a+b)",
                          "a.txt", "b.txt", "--device", "interpreter"});
        CHECK(numbers(found) == wanted);
    }
}

TEST_CASE("expressions that do not parse are shown with a caret") {
    const CommandFolder folder;
    const auto refuse = [&](const std::string& expression, int exit,
                            std::initializer_list<std::string_view> said) {
        refused(folder, {"run", "--bits", "256", "--expr", expression, "a.txt", "b.txt", "-o", "out.txt"},
                exit, said);
        refused(folder, {"generate", "--bits", "256", "--expr", expression, "-o", "out.txt"}, exit, said);
    };
    refuse("a*(b+", exit_usage, {"expected a name", "a*(b+\n", "         ^"});
    refuse("(a+b", exit_usage, {"never closed", "    (a+b\n    ^"});
    refuse("a+b)", exit_usage, {"')' without a '('", "    a+b)\n       ^"});
    refuse("a b", exit_usage, {"expected an operator"});
    refuse("a+3b", exit_usage, {"expected a digit or an operator", "    a+3b\n       ^"});
    refuse("a+0x", exit_usage, {"hexadecimal digits", "    a+0x\n      ^"});
    refuse("a/b", exit_usage, {"there is no division"});
    refuse("(a+b)*(a/b)", exit_usage, {"there is no division"});
    refuse("a**b", exit_usage, {"the exponent is not a constant", "    a**b\n       ^"});
    refuse("a*b^-1", exit_usage, {"the exponent is negative", "    a*b^-1\n        ^"});
    refuse("a*b^5000", exit_unsupported, {"exponents of up to 4096"});
    refuse("(a+b)**2000*(a+b)**2000", exit_unsupported, {"4096 names and numbers"});
    refuse("3**4", exit_usage, {"the value is a constant"});
    refuse("a", exit_usage, {"no operation"});
    refuse("int+b", exit_usage, {"'int' has a meaning"});
    refuse("add+b", exit_usage, {"'add' has a meaning"});
    for (const std::string name : {"samples", "wide_limbs", "result0", "gamma", "uint4", "LIMBSMITH_FN"})
        refuse(name + "+b", exit_usage, {"'" + name + "' has a meaning"});
    refuse("", exit_usage, {"empty"});
    refuse(std::string(300, '(') + "a+b" + std::string(300, ')'), exit_unsupported, {"256"});
    std::string many = "a";
    for (int i = 0; i < 300; ++i) many += "*a+b";
    refuse(many, exit_unsupported, {"256 operations"});
    refused(folder, {"run", "--bits", "256", "--op", "add", "--expr", "a+b", "a.txt", "b.txt"}, exit_usage,
            {"--op and --expr"});
    refused(folder, {"run", "--bits", "256", "a.txt", "b.txt"}, exit_usage, {"--op is missing"});
    refused(folder, {"run", "--modulus", "101", "--expr", "n+b", "a.txt", "b.txt"}, exit_usage,
            {"'n' has a meaning"});
    refused(folder, {"run", "--bits", "256", "--expr", "a+b+c", "a.txt", "b.txt"}, exit_usage, {"c"});
}

}  // namespace limbsmith::test
