// Numbers of any length on the command line: --map grid, by GMP where there is no GPU.
#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "cli/commands.hpp"
#include "cli/expect.hpp"
#include "eval/samples.hpp"
#include "grid/operations.hpp"
#include "support/seed.hpp"

namespace limbsmith::test {
namespace {

using Values = std::vector<mpz_class>;

// Some lines of numbers below 2^bits: edges and random ones.
Values draw(unsigned bits, eval::Samples& samples) {
    const mpz_class all = power_of_2(bits);
    return {all - 1, samples.uniform(all), samples.edge(all), 1, samples.uniform(all)};
}

struct Folder : CommandFolder {
    void write(const std::string& name, const Values& values) const {
        TempFolder::write(name, lines(values));
    }
    void write(const std::string& name, const std::string& text) const { TempFolder::write(name, text); }
};

Arguments run_grid(const std::string& bits, const std::string& operation, const Arguments& more) {
    return with({"run", "--map", "grid", "--bits", bits, "--op", operation}, more);
}

// The words of numbers, the least significant byte first, in both layouts.
std::string raw(const Values& values, uint32_t words, bool is_limb_major) {
    std::string bytes(values.size() * words * 4, '\0');
    for (size_t k = 0; k < values.size(); ++k) {
        for (size_t i = 0; i < words; ++i) {
            const mpz_class shifted = values[k] >> (32 * i);
            const auto word = static_cast<uint32_t>(mpz_class(shifted % power_of_2(32)).get_ui());
            const size_t place = is_limb_major ? i * values.size() + k : k * words + i;
            for (size_t byte = 0; byte < 4; ++byte)
                bytes[4 * place + byte] = static_cast<char>(word >> (8 * byte));
        }
    }
    return bytes;
}

}  // namespace

TEST_CASE("run --map grid has every operation") {
    const Folder folder;
    eval::Samples samples(test_seed());
    for (const unsigned bits : {1u, 100u, 5000u}) {
        const uint32_t words = (bits + 31) / 32;
        for (const limbsmith::grid::Operation& operation : limbsmith::grid::operations()) {
            CAPTURE(std::string(operation.name));
            CAPTURE(bits);
            std::vector<Values> operands;
            Arguments files;
            for (const std::string_view name : operation.operands()) {
                Values& own = operands.emplace_back(draw(bits, samples));
                std::ranges::rotate(own, own.begin() + static_cast<std::ptrdiff_t>(operands.size() - 1));
                if (name == "count")
                    for (size_t k = 0; k < own.size(); ++k)
                        own[k] = mpz_class(bits * k / 4) % power_of_2(bits);
                files.push_back(std::string(name) + ".txt");
                folder.write(files.back(), own);
            }
            const auto found =
                columns(done(folder, run_grid(std::to_string(bits), std::string(operation.name), files)));
            REQUIRE(found.size() == operation.results().size());
            for (size_t k = 0; k < operands[0].size(); ++k) {
                Values own;
                for (const Values& operand : operands) own.push_back(operand.at(k));
                const mpz_class second = found.size() > 1 ? found[1].at(k) : mpz_class(0);
                CHECK(found[0].at(k) + (second << (32 * words)) == operation.by_gmp(own, words));
            }
        }
    }
}

TEST_CASE("run --map grid: results of some operations, written out") {
    const Folder folder;
    const auto one = [&](const std::string& operation, const Arguments& operands) {
        return numbers(done(folder, run_grid("1000000", operation, operands))).at(0);
    };
    const mpz_class a = power_of_2(999999) - 1, b = power_of_2(499999) + 1;
    const std::string x = "=2^999999-1", y = "=2^499999+1";
    CHECK(one("add", {x, y}) == a + b);
    CHECK(one("sub", {y, x}) == power_of_2(1000000) + b - a);
    CHECK(one("mul", {x, y}) == a * b);
    CHECK(one("sqr", {x}) == a * a);
    CHECK(one("mul_lo", {x, x}) == a * a % power_of_2(1000000));
    CHECK(one("mul_hi", {x, x}) == (a * a) >> 1000000);
    CHECK(columns(done(folder, run_grid("1000000", "divrem", {x, y}))) ==
          std::vector<Values>{{a / b}, {a % b}});
    CHECK(one("sqrt", {x}) == sqrt(a));
    CHECK(one("mul_mod", {x, x, y}) == a * a % b);
    CHECK(one("pow_mod", {x, "=3", y}) == a * a * a % b);
    CHECK(one("shl", {x, "=3"}) == (a << 3) % power_of_2(1000000));
    CHECK(one("shl", {x, "=2^32-1"}) == 0);
    CHECK(one("shr", {x, "=999990"}) == a >> 999990);
    CHECK(one("shr", {x, "=2^32-1"}) == 0);
    CHECK(one("lt", {y, x}) == 1);
    CHECK(one("eq", {y, x}) == 0);
    CHECK(one("bit_length", {x}) == 999999);
}

TEST_CASE("the commands of docs/any-length.md work as they are printed") {
    std::ifstream page(LIMBSMITH_TEST_DATA "/../../docs/any-length.md");
    std::string line;
    while (std::getline(page, line) && line != "## On the command line") {
    }
    const Folder folder;
    size_t count = 0;
    while (std::getline(page, line) && !line.starts_with("#")) {
        if (!line.starts_with("    limbsmith ")) continue;
        Arguments arguments = split_as_by_shell(line);
        arguments.erase(arguments.begin());
        done(folder, arguments);
        ++count;
    }
    CHECK(count == 6);
    const Values drawn = numbers(folder.read("x.txt")), squares = numbers(folder.read("y.txt"));
    REQUIRE(drawn.size() == 8);
    REQUIRE(squares.size() == 8);
    for (size_t k = 0; k < drawn.size(); ++k) CHECK(squares[k] == drawn[k] * drawn[k]);
    CHECK(contains(folder.read("grid.cu"), "grid_add_carry("));
}

TEST_CASE("auto takes the grid where no other mapping has the operation") {
    const Folder folder;
    const auto run = [&](const std::string& bits, const std::string& operation, const Arguments& operands,
                         const std::string& device = "cpu") {
        return folder.run(with({"run", "--bits", bits, "--op", operation, "--device", device}, operands));
    };
    const ProcessResult division = run("100000", "divrem", {"=2^99999+1", "=2^50000-1"});
    const mpz_class a = power_of_2(99999) + 1, b = power_of_2(50000) - 1;
    CHECK(columns(division.out) == std::vector<Values>{{a / b}, {a % b}});
    CHECK(contains(division.err, "by GMP"));
    const ProcessResult product = run("300000", "mul", {"=2^299999+1", "=2^299999-1"});
    CHECK(numbers(product.out).at(0) == power_of_2(599998) - 1);
    CHECK(contains(product.err, "by GMP"));
    for (const char* bits : {"5", "131", "1000", "40000"})
        CHECK(numbers(run(bits, "sqrt", {"=17"}).out).at(0) == 4);
    refused(folder, {"run", "--bits", "131", "--map", "tpi:2", "--op", "sqrt", "=17"}, exit_unsupported,
            {"sqrt", "--map tpi:2", "--map grid"});
    // operations that the interpreter has are not left to the grid, whose operations GMP computes here
    for (const auto& [bits, operation] : {std::pair("300", "divrem"), {"100000", "add"}})
        CHECK(contains(run(bits, operation, {"=7", "=2"}, "interpreter").err, "interpreter"));
    // operations that another mapping does not have are refused as there
    refused(folder, {"run", "--bits", "131", "--op", "mul", "--mul", "karatsuba:3", "=7", "=2"},
            exit_unsupported, {"5 limbs"});
    refused(folder, {"run", "--bits", "300000", "--op", "mul", "--mul", "rows", "=7", "=2"}, exit_unsupported,
            {"--map grid", "--mul auto"});
    refused(folder, {"run", "--bits", "300000", "--op", "mul", "--map", "block", "=7", "=2"},
            exit_unsupported, {"300000", "262144"});
}

TEST_CASE("run --map grid --expr: modulo all words, of operands in the order of their names") {
    const Folder folder;
    const auto one = [&](const Arguments& arguments) {
        return numbers(done(folder, with({"run", "--device", "cpu"}, arguments))).at(0);
    };
    const mpz_class a = power_of_2(999999) - 1, b = power_of_2(499999) + 1, all = power_of_2(1000000);
    const std::string polynomial = "(a*a+b)*(b*b+b)+a*b", x = "=2^999999-1", y = "=2^499999+1";
    const mpz_class value = ((a * a + b) * (b * b + b) + a * b) % all;
    CHECK(one({"--bits", "1000000", "--map", "grid", "--expr", polynomial, x, y}) == value);
    CHECK(one({"--bits", "1000000", "--expr", polynomial, x, y}) == value);  // no other mapping is so wide
    CHECK(one({"--bits", "70", "--map", "grid", "--expr", "z - 3*count**2 - 2^70", "=5", "=2"}) ==
          power_of_2(96) + 2 - 75 - power_of_2(70));
    CHECK(done(folder, {"run", "--bits", "64", "--map", "grid", "--expr", "a-b", "--signed", "--decimal",
                        "--device", "cpu", "=3", "=5"}) == "-2\n");
    folder.write("x.txt", "12\n0x100000000000000000\n");
    const Arguments square{"--bits", "100", "--map", "grid", "--expr", "a*a + 1", "x.txt"};
    done(folder, with(with({"run", "--device", "cpu"}, square), {"-o", "r.txt"}));
    CHECK(contains(done(folder, with(with({"check"}, square), {"r.txt"})), "2 of 2 lines agree with GMP"));
    folder.write("r.txt", "145\n2\n");
    refused(folder, with(with({"check"}, square), {"r.txt"}), exit_wrong, {"r.txt:2: ", " 0x2 is wrong"});
    refused(folder, {"run", "--bits", "100", "--map", "grid", "--expr", "a*", "=1"}, exit_usage, {"--expr"});
    refused(folder, {"run", "--bits", "100", "--map", "grid", "--expr", "a*b", "=1"}, exit_usage, {"expr"});
    refused(folder, {"run", "--bits", "100", "--map", "grid", "--mul", "rows", "--expr", "a*b", "=1", "=2"},
            exit_unsupported, {"--mul rows", "--mul auto"});
}

TEST_CASE("run --map grid: files of both layouts, decimal text, a report") {
    const Folder folder;
    eval::Samples samples(test_seed());
    constexpr unsigned bits = 1000, words = 32;
    const Values a = draw(bits, samples), b = draw(bits, samples);
    Values sums;
    for (size_t k = 0; k < a.size(); ++k) sums.push_back(a[k] + b[k]);
    for (const bool is_limb_major : {false, true}) {
        const std::string layout = is_limb_major ? "limb-major" : "number-major";
        CAPTURE(layout);
        folder.write("a.bin", raw(a, words, is_limb_major));
        folder.write("b.bin", raw(b, words, is_limb_major));
        done(folder, run_grid("1000", "add", {"a.bin", "b.bin", "--layout", layout, "-o", "r.bin"}));
        CHECK(folder.read("r.bin") == raw(sums, words, is_limb_major));  // 1,001 bits
    }
    folder.write("x.txt", a);
    folder.write("y.txt", "# decimal\n" + b[0].get_str() + "\n" + b[1].get_str() + "\n" + b[2].get_str() +
                              "\n" + b[3].get_str() + "\n" + b[4].get_str() + "  # the last\n");
    std::string decimal;
    for (const mpz_class& sum : sums) decimal += sum.get_str() + "\n";
    CHECK(done(folder, run_grid("1000", "add", {"x.txt", "y.txt", "--decimal", "--report", "report.json"})) ==
          decimal);
    const nlohmann::json report = nlohmann::json::parse(folder.read("report.json"));
    CHECK(report.at("operation") == "add");
    CHECK(report.at("bits") == 1000);
    CHECK(report.at("count") == a.size());
    CHECK(!report.at("device").get<std::string>().empty());
    // one value for all lines, standard input, no lines
    CHECK(numbers(done(folder, run_grid("1000", "shr", {"-", "=1"}), "8\n9\n")) == Values{4, 4});
    folder.write("none.txt", "");
    CHECK(done(folder, run_grid("1000", "add", {"none.txt", "none.txt"})).empty());
}

TEST_CASE("random draws as long numbers as the grid computes with") {
    const Folder folder;
    done(folder, {"random", "--bits", "1000000", "--count", "2", "-o", "x.txt"});
    const Values drawn = numbers(folder.read("x.txt"));
    REQUIRE(drawn.size() == 2);
    for (const mpz_class& it : drawn) CHECK((it >> 999900) > 0);
    CHECK(numbers(done(folder, run_grid("1000000", "sqr", {"x.txt"}))) ==
          Values{drawn[0] * drawn[0], drawn[1] * drawn[1]});
    CHECK(done(folder, {"random", "--bits", "100", "--map", "grid"}) ==
          done(folder, {"random", "--bits", "100"}));
}

TEST_CASE("run --map grid refuses bad input and says where it is") {
    const Folder folder;
    const auto refuse = [&](const Arguments& arguments, int code,
                            std::initializer_list<std::string_view> parts) {
        refused(folder, with(arguments, {"-o", "out.txt"}), code, parts);
    };
    folder.write("three.txt", "1\n2\n3\n");
    folder.write("wide.txt", "1\n0x" + std::string(26, 'f') + "\n");
    folder.write("text.txt", "1\ntwo\n");
    folder.write("cut.bin", std::string(30, 'x'));
    refuse(run_grid("33554433", "mul", {"a.txt", "b.txt"}), exit_unsupported, {"33554433", "33554432"});
    for (const char* operation : {"divrem", "mul_mod", "pow_mod"})
        refuse(run_grid("33554432", operation, {"a.txt", "b.txt", "b.txt"}), exit_unsupported,
               {operation, "33554432", "33554176"});
    refuse(run_grid("0", "mul", {"a.txt", "b.txt"}), exit_usage, {"width 0", "33554432"});
    refuse(run_grid("100", "mull", {"a.txt", "b.txt"}), exit_usage,
           {"'mull'", "did you mean 'mul'", "pow_mod"});
    refuse(run_grid("100", "gcd", {"a.txt", "b.txt"}), exit_unsupported, {"gcd", "--map grid", "--map auto"});
    refuse({"run", "--bits", "300000", "--op", "gcd", "a.txt", "b.txt"}, exit_unsupported,
           {"gcd", "up to 32768 bits"});
    refuse({"run", "--bits", "300000", "--op", "mull", "a.txt", "b.txt"}, exit_usage, {"did you mean 'mul'"});
    refuse(run_grid("100", "add", {"a.txt", "three.txt"}), exit_usage,
           {"different lengths", "a.txt has 2 numbers", "three.txt has 3"});
    refuse(run_grid("100", "add", {"a.txt"}), exit_usage, {"add takes 2 operands: a b", "1 given"});
    refuse(run_grid("100", "add", {"a.txt", "wide.txt"}), exit_usage, {"wide.txt:2:", "100"});
    refuse(run_grid("100", "add", {"a.txt", "text.txt"}), exit_usage, {"text.txt:2:", "two"});
    refuse(run_grid("100", "add", {"a.txt", "cut.bin"}), exit_usage, {"cut.bin", "30"});
    refuse(run_grid("100", "add", {"a.txt", "missing.txt"}), exit_usage, {"missing.txt"});
    refuse(run_grid("100", "add", {"-", "-"}), exit_usage, {"standard input"});
    refuse(run_grid("100", "add", {"a.txt", "=2^100"}), exit_usage, {"'=2^100'", "too wide"});
    refuse({"run", "--map", "grid", "--op", "add", "a.txt", "b.txt"}, exit_usage, {"--bits is missing"});
    refuse({"run", "--map", "gird", "--bits", "9", "--op", "add", "a.txt", "b.txt"}, exit_usage,
           {"'gird'", "did you mean 'grid'"});
    refused(folder, run_grid("100", "add", {"a.txt", "b.txt", "-o", "r.txt", "--report", "r.txt"}),
            exit_usage, {"cannot both"});
}

TEST_CASE("--map grid is refused where it has no meaning, and the nearest is named") {
    const Folder folder;
    for (const char* width : {"1000", "1000000"}) {
        refused(folder, {"bench", "--bits", width, "--map", "grid", "--ops", "mul"}, exit_unsupported,
                {"--map grid", "bench --suite grid"});
    }
    refused(folder, {"generate", "--bits", "1000000"}, exit_unsupported,
            {"262144 bits", "`run`", "generate --map grid"});
    refused(folder, {"run", "--modulus", "101", "--map", "grid", "--op", "mul", "a.txt", "b.txt"},
            exit_unsupported, {"--modulus", "mul_mod or pow_mod"});
    refused(folder, run_grid("100", "mul", {"a.txt", "b.txt", "--mul", "rows"}), exit_unsupported,
            {"--mul auto"});
    refused(folder, run_grid("100", "mul", {"a.txt", "b.txt", "--reduction", "special"}), exit_usage,
            {"--reduction goes with --modulus"});
    refused(folder, run_grid("100", "mul", {"a.txt", "b.txt", "--inverse", "fermat"}), exit_usage,
            {"--inverse goes with --modulus"});
}

TEST_CASE("check knows the batches of --map grid") {
    const Folder folder;
    for (const Arguments& subject : {Arguments{"--bits", "1000", "--map", "grid"}, {"--bits", "300000"}}) {
        folder.write("x.txt", "12\n0x100000000000000000\n");
        const Arguments divrem = with(with({"--op", "divrem"}, subject), {"x.txt", "=7"});
        done(folder, with(with({"run"}, divrem), {"-o", "q.txt,r.txt", "--device", "cpu"}));
        CHECK(contains(done(folder, with(with({"check"}, divrem), {"q.txt,r.txt"})),
                       "2 of 2 lines agree with GMP"));
        folder.write("r.txt", "5\n3\n");
        refused(folder, with(with({"check"}, divrem), {"q.txt,r.txt"}), exit_wrong,
                {"q.txt,r.txt:2: ", " 0x3 is wrong; GMP says ", " 0x4"});
        refused(folder, with(with({"check", "--op", "gcd"}, subject), {"x.txt", "=7", "q.txt"}),
                exit_unsupported, {"gcd"});
    }
}

TEST_CASE("verify and explain know the programs of kernels for all lengths") {
    const Folder folder;
    for (const Arguments& subject : {Arguments{"--map", "grid"}, {"--map", "pool"}, {"--bits", "1000000"}}) {
        const auto verified =
            nlohmann::json::parse(done(folder, with({"verify", "--cases", "20", "--json"}, subject)));
        CHECK(verified["kernels"] == (subject.back() == "pool" ? "pool" : "grid"));
        CHECK(verified["totals"]["functions"] == verified["totals"]["proved"]);
        CHECK(verified["loops"].empty());
        const auto explained = nlohmann::json::parse(done(folder, with({"explain", "--json"}, subject)));
        CHECK(explained["kernels"] == verified["kernels"]);
        CHECK(explained["programs"].size() == verified["functions"].size());
        CHECK(contains(done(folder, with({"explain"}, subject)), "numbers of any length"));
        const std::string name = explained["programs"][0]["name"];
        CHECK(!done(folder, with({"explain", "--program", name}, subject)).empty());
        refused(folder, with({"explain", "--program", name + "x"}, subject), exit_usage, {name + "x", name});
        for (const char* command : {"verify", "explain"})
            refused(folder, with({command, "--ops", "mul"}, subject), exit_usage, {"all lengths", "--ops"});
        refused(folder, with({"verify", "--machine"}, subject), exit_usage, {"--machine"});
    }
}

TEST_CASE("generate --map grid prints one source for all lengths") {
    const Folder folder;
    const std::string printed = done(folder, {"generate", "--map", "grid"});
    CHECK(contains(printed, "Proved, for every input"));
    CHECK(contains(printed, "grid_add_carry("));
    CHECK(done(folder, banner_command(printed)) == printed);
    done(folder, {"generate", "--map", "grid", "-o", "grid.cu"});
    CHECK(folder.read("grid.cu") == printed);
    const std::string unproved = done(folder, {"generate", "--map", "grid", "--unproved"});
    CHECK(!contains(unproved, "Proved, for every input"));
    const std::vector<Arguments> others = {
        {"--bits", "100"},       {"--modulus", "101"}, {"--expr", "a*b"},      {"--reduction", "special"},
        {"--inverse", "fermat"}, {"--mul", "rows"},    {"--batch", "10"},      {"--ops", "mul"},
        {"--style", "macro"},    {"--name", "x"},      {"--kernels", "batch"}, {"--header", "x.cuh"},
        {"--power", "e=3"}};
    for (const Arguments& other : others)
        refused(folder, with({"generate", "--map", "grid", "-o", "out.txt"}, other), exit_usage,
                {"--map grid", other[0]});
}

TEST_CASE("list and --help name the operations on numbers of any length") {
    const Folder folder;
    const std::string table = done(folder, {"list"}), help = done(folder, {"run", "--help"});
    const nlohmann::json rows = nlohmann::json::parse(done(folder, {"list", "--json"})).at("grid_operations");
    const std::string section = table.substr(table.find("--map grid"));
    REQUIRE(rows.size() == limbsmith::grid::operations().size());
    const std::string footer = help.substr(help.find("--map grid computes"));
    for (size_t i = 0; i < rows.size(); ++i) {
        const std::string name(limbsmith::grid::operations()[i].name);
        CHECK(rows[i].at("name") == name);
        CHECK(contains(section, "\n" + name + " "));
        CHECK(contains(section, rows[i].at("operands").get<std::string>() + " "));
        CHECK(contains(section, rows[i].at("summary").get<std::string>() + "\n"));
        CHECK_MESSAGE(contains(footer, name), name);
    }
}

}  // namespace limbsmith::test
