// limbsmith run and check with --modulus: every operation on files, compared with definitions in GMP.
#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>

#include "cli/commands.hpp"

namespace limbsmith::test {
namespace {

constexpr unsigned count = 60;

using Line = std::vector<mpz_class>;

struct Operation {
    std::string name;
    std::vector<std::string> operands;
    std::function<mpz_class(const Line&, const mpz_class& N)> result;
};

mpz_class mod(const mpz_class& value, const mpz_class& N) {
    mpz_class result;
    mpz_fdiv_r(result.get_mpz_t(), value.get_mpz_t(), N.get_mpz_t());
    return result;
}

// The inverse modulo N, or 0 if there is none.
mpz_class inverse(const mpz_class& value, const mpz_class& N) {
    mpz_class result;
    return mpz_invert(result.get_mpz_t(), value.get_mpz_t(), N.get_mpz_t()) ? result : mpz_class(0);
}

mpz_class power(const mpz_class& value, const mpz_class& exponent, const mpz_class& N) {
    mpz_class result;
    mpz_powm(result.get_mpz_t(), value.get_mpz_t(), exponent.get_mpz_t(), N.get_mpz_t());
    return result;
}

const std::vector<Operation> operations = {
    {"add", {"a", "b"}, [](const Line& x, const mpz_class& N) { return mod(x[0] + x[1], N); }},
    {"sub", {"a", "b"}, [](const Line& x, const mpz_class& N) { return mod(x[0] - x[1], N); }},
    {"neg", {"a"}, [](const Line& x, const mpz_class& N) { return mod(-x[0], N); }},
    {"cneg",
     {"factor", "a"},  // any word is a condition
     [](const Line& x, const mpz_class& N) { return x[0] != 0 ? mod(-x[1], N) : x[1]; }},
    {"dbl", {"a"}, [](const Line& x, const mpz_class& N) { return mod(2 * x[0], N); }},
    {"halve", {"a"}, [](const Line& x, const mpz_class& N) { return mod(x[0] * inverse(2, N), N); }},
    {"mul", {"a", "b"}, [](const Line& x, const mpz_class& N) { return mod(x[0] * x[1], N); }},
    {"sqr", {"a"}, [](const Line& x, const mpz_class& N) { return mod(x[0] * x[0], N); }},
    {"mul_add2",
     {"a", "b", "c", "d"},
     [](const Line& x, const mpz_class& N) { return mod(x[0] * x[1] + x[2] * x[3], N); }},
    {"mul_sub2",
     {"a", "b", "c", "d"},
     [](const Line& x, const mpz_class& N) { return mod(x[0] * x[1] - x[2] * x[3], N); }},
    {"pow", {"a", "exponent"}, [](const Line& x, const mpz_class& N) { return power(x[0], x[1], N); }},
    {"inv", {"a"}, [](const Line& x, const mpz_class& N) { return inverse(x[0], N); }},
    {"mul_small", {"a", "factor"}, [](const Line& x, const mpz_class& N) { return mod(x[0] * x[1], N); }},
    {"mul_add3",
     {"a", "b", "c", "d", "a", "c"},
     [](const Line& x, const mpz_class& N) { return mod(x[0] * x[1] + x[2] * x[3] + x[4] * x[5], N); }},
};

struct Case {
    std::string expression;
    mpz_class N;
};

const std::vector<Case> moduli = {
    {"3", 3},
    {"2^31-1", power_of_2(31) - 1},
    {"@eccp131.p", mpz_class("0x48e1d43f293469e33194c43186b3abc0b", 0)},
    {"2^255-19", power_of_2(255) - 19},
    {"@secp256k1.p", power_of_2(256) - power_of_2(32) - 977},
    {"2^521-1", power_of_2(521) - 1},
    {"3*5*(2^92-1)", 15 * (power_of_2(92) - 1)},
    {"2^131-2", power_of_2(131) - 2},
};

// Writes a.txt to d.txt, residues with edges, pairs of edges first; and exponent.txt, whole limbs.
void draw_operands(const TempFolder& folder, const Case& of) {
    const size_t limbs = (mpz_sizeinbase(of.N.get_mpz_t(), 2) + 31) / 32;
    const std::string n = std::to_string(count), whole = std::to_string(32 * limbs);
    int seed = 0;
    for (const std::string operand : {"a", "b", "c", "d"}) {
        done(folder, {"random", "--modulus", of.expression, "--edges", "--count", n, "--seed",
                      std::to_string(++seed), "-o", operand + ".txt"});
    }
    done(folder, {"random", "--bits", whole, "--edges", "--count", n, "--seed", "9", "-o", "exponent.txt"});
    done(folder, {"random", "--bits", "32", "--edges", "--count", n, "--seed", "10", "-o", "factor.txt"});
    const mpz_class top = of.N - 1;
    const auto change = [&](const std::string& file, const Line& first) {
        Line values = numbers(folder.read(file));
        std::ranges::copy(first, values.begin());
        folder.write(file, lines(values));
    };
    change("a.txt", {0, 0, top, top, 1, top, top / 2, 2, 0});
    change("factor.txt", {0, 1, 0, 1, 0, 1, 0, 1, 0});
    change("b.txt", {0, top, 0, top, top, 1, top / 2 + 1, top, 1});
    change("c.txt", {0, 0, top, top, 1, top, top / 2, 2, top});
    change("d.txt", {0, top, top, top, top, 1, top / 2 + 1, top, top});
    change("exponent.txt",
           {0, 1, 0, power_of_2(static_cast<unsigned>(32 * limbs)) - 1, top, top, 2, top - 1, 3});
}

std::vector<std::string> files(const Operation& operation) {
    std::vector<std::string> files;
    for (const std::string& operand : operation.operands) files.push_back(operand + ".txt");
    return files;
}

Line expected_results(const TempFolder& folder, const Operation& operation, const mpz_class& N) {
    std::vector<Line> operands;
    for (const std::string& file : files(operation)) operands.push_back(numbers(folder.read(file)));
    Line results;
    for (size_t k = 0; k < operands[0].size(); ++k) {
        Line line;
        for (const Line& operand : operands) line.push_back(operand[k]);
        results.push_back(operation.result(line, N));
    }
    return results;
}

// Runs and checks every operation of a modulus.
void exercise(const Case& of) {
    CAPTURE(of.expression);
    const TempFolder folder;
    draw_operands(folder, of);
    for (const Operation& operation : operations) {
        if (operation.name == "halve" && mpz_even_p(of.N.get_mpz_t())) continue;
        CAPTURE(operation.name);
        const Arguments what = {"--modulus", of.expression, "--op", operation.name};
        const Arguments run = with(with({"run", "--device", "cpu", "-o", "r.txt"}, what), files(operation));
        const Arguments check = with(with(with({"check"}, what), files(operation)), {"r.txt"});
        CHECK(done(folder, run).empty());
        CHECK((numbers(folder.read("r.txt")) == expected_results(folder, operation, of.N)));
        CHECK(contains(done(folder, check), "60 of 60 lines agree"));
    }
}

// A folder with a.txt, b.txt and the right products r.txt modulo 2^255-19.
struct Products : TempFolder {
    Products() {
        for (const std::string file : {"a.txt", "b.txt"}) {
            done(*this, {"random", "--modulus", "2^255-19", "--count", "200", "--seed",
                         file == "a.txt" ? "1" : "2", "-o", file});
        }
        right = numbers(done(
            *this, {"run", "--device", "cpu", "--modulus", "2^255-19", "--op", "mul", "a.txt", "b.txt"}));
    }
    Arguments check(const Line& results) const {
        write("r.txt", lines(results));
        return {"check", "--modulus", "2^255-19", "--op", "mul", "a.txt", "b.txt", "r.txt"};
    }
    Line right;
};

}  // namespace

TEST_CASE("every operation modulo a number agrees with GMP: 3") { exercise(moduli[0]); }
TEST_CASE("every operation modulo a number agrees with GMP: 2^31-1") { exercise(moduli[1]); }
TEST_CASE("every operation modulo a number agrees with GMP: ECCp-131") { exercise(moduli[2]); }
TEST_CASE("every operation modulo a number agrees with GMP: 2^255-19") { exercise(moduli[3]); }
TEST_CASE("every operation modulo a number agrees with GMP: secp256k1") { exercise(moduli[4]); }
TEST_CASE("every operation modulo a number agrees with GMP: 2^521-1") { exercise(moduli[5]); }
TEST_CASE("every operation modulo a number agrees with GMP: a composite one") { exercise(moduli[6]); }
TEST_CASE("every operation modulo a number agrees with GMP: an even one") { exercise(moduli[7]); }

TEST_CASE("a modulus at run time may differ from line to line, and every line agrees with GMP") {
    const TempFolder folder;
    done(folder, {"random", "--bits", "131", "--edges", "--count", "60", "-o", "n.txt"});
    Line moduli = numbers(folder.read("n.txt"));
    for (mpz_class& n : moduli) n |= 3;
    folder.write("n.txt", lines(moduli));
    for (const std::string file : {"a", "b", "c", "d"}) {
        done(folder, {"random", "--bits", "131", "--below", "n.txt", "--edges", "--count", "60", "--seed",
                      std::to_string(file[0]), "-o", file + ".txt"});
    }
    done(folder, {"random", "--bits", "160", "--edges", "--count", "60", "-o", "exponent.txt"});
    done(folder, {"random", "--bits", "32", "--edges", "--count", "60", "-o", "factor.txt"});
    for (const Operation& operation : operations) {
        CAPTURE(operation.name);
        const Arguments what = {"--bits", "131", "--modulus", "runtime", "--op", operation.name};
        const Arguments operands = with(files(operation), {"n.txt"});
        CHECK(done(folder, with(with({"run", "--device", "cpu", "-o", "r.txt"}, what), operands)).empty());
        const Line results = numbers(folder.read("r.txt"));
        std::vector<Line> columns;
        for (const std::string& file : files(operation)) columns.push_back(numbers(folder.read(file)));
        for (size_t k = 0; k < results.size(); ++k) {
            Line line;
            for (const Line& column : columns) line.push_back(column[k]);
            CHECK(results[k] == operation.result(line, moduli[k]));
        }
        CHECK(contains(done(folder, with(with(with({"check"}, what), operands), {"r.txt"})), "60 of 60"));
    }
    const Arguments mul = {"run", "--bits", "131", "--modulus", "runtime", "--op", "mul"};
    refused(folder, with(mul, {"=1", "=1", "=6"}), exit_usage, {"0x6", "odd"});
    refused(folder, with(mul, {"=0", "=0", "=1"}), exit_usage, {"0x1", "n > 1"});
    refused(folder, with(mul, {"=5", "=1", "=5"}), exit_usage, {"a", "0x5", "not below n"});
    refused(folder, with(mul, {"=1", "=1"}), exit_usage, {"3 operands: a b n"});
}

TEST_CASE("every multiplication gives the same residues") {
    const TempFolder folder;
    draw_operands(folder, moduli[3]);
    for (const std::string operation : {"mul", "sqr"}) {
        const auto by = [&](const std::string& mul) {
            Arguments arguments = {"run",   "--device", "cpu",  "--modulus", "2^255-19",
                                   "--mul", mul,        "--op", operation,   "a.txt"};
            if (operation == "mul") arguments.push_back("b.txt");
            return done(folder, arguments);
        };
        CHECK(by("auto") == by("rows"));
        CHECK(by("auto") == by("schoolbook"));
    }
}

TEST_CASE("residues are taken from values and raw limbs and standard input") {
    const TempFolder folder;
    folder.write("a.txt", "1\n6\n0\n");
    const Arguments mul = {"run", "--device", "cpu", "--modulus", "7", "--op", "mul"};
    CHECK(done(folder, with(mul, {"a.txt", "=6"})) == "0x6\n0x1\n0x0\n");
    CHECK(done(folder, with(mul, {"-", "a.txt"}), "2\n0x3\n4") == "0x2\n0x4\n0x0\n");
    CHECK(done(folder, with(mul, {"a.txt", "=5", "--decimal"})) == "5\n2\n0\n");
    CHECK(done(folder, {"run", "--device", "cpu", "--modulus", "7", "--op", "pow", "=3", "=0xffffffff"}) ==
          "0x6\n");
    for (const std::string layout : {"number-major", "limb-major"}) {
        const auto draw = [&](const std::string& file) {
            done(folder,
                 {"random", "--modulus", "2^255-19", "--count", "40", "--layout", layout, "-o", file});
        };
        draw("x.bin");
        draw("x.txt");
        const Arguments sqr = {"run", "--device", "cpu", "--modulus", "2^255-19", "--op", "sqr"};
        CHECK(done(folder, with(sqr, {"x.bin", "--layout", layout})) == done(folder, with(sqr, {"x.txt"})));
    }
}

TEST_CASE("operands that are not below a modulus are refused with file and line and value") {
    const TempFolder folder;
    folder.write("a.txt", "1\n2\n3\n");
    folder.write("bad.txt", "1\n0x65\n3\n");
    folder.write("out.txt", "old\n");
    for (const Operation& operation : operations) {
        for (size_t bad = 0; bad < operation.operands.size(); ++bad) {
            if (operation.operands[bad] == "exponent" || operation.operands[bad] == "factor") continue;
            CAPTURE(operation.name);
            Arguments files(operation.operands.size(), "a.txt");
            files[bad] = "bad.txt";
            const Arguments what = with({"--modulus", "101", "--op", operation.name}, files);
            refused(folder, with(with({"run"}, what), {"-o", "out.txt"}), exit_usage,
                    {"bad.txt:2:", "0x65", "N"});
            refused(folder, with(with({"check"}, what), {"a.txt", "--report", "out.txt"}), exit_usage,
                    {"bad.txt:2:", "0x65", "N"});
        }
    }
    folder.write("bad.txt", "1\n2\n" + lines({power_of_2(255) - 19}));
    refused(folder, {"run", "--modulus", "2^255-19", "--op", "mul", "a.txt", "bad.txt", "-o", "out.txt"},
            exit_usage, {"bad.txt:3:", "N"});
    folder.write("bad.txt", "1\n2\n" + lines({power_of_2(255)}));
    refused(folder, {"run", "--modulus", "2^255-19", "--op", "mul", "a.txt", "bad.txt", "-o", "out.txt"},
            exit_usage, {"bad.txt:3:", "255 bits"});
    refused(folder, {"run", "--modulus", "101", "--op", "mul", "a.txt", "=101", "-o", "out.txt"}, exit_usage,
            {"=101", "N"});
    refused(folder, {"run", "--modulus", "101", "--op", "pow", "=2", "=0x100000000", "-o", "out.txt"},
            exit_usage, {"0x100000000", "32 bits"});
}

TEST_CASE("a wrong number of operands modulo a number is refused with their names") {
    const TempFolder folder;
    folder.write("a.txt", "1\n2\n");
    refused(folder, {"run", "--modulus", "101", "--op", "mul", "a.txt"}, exit_usage, {"2 operands: a b"});
    refused(folder, {"run", "--modulus", "101", "--op", "pow", "a.txt"}, exit_usage, {"2 operands: a e"});
    refused(folder, {"run", "--modulus", "101", "--op", "mul_add2", "=1", "=1", "=1"}, exit_usage,
            {"4 operands: a b c d", "3"});
    refused(folder, {"run", "--modulus", "101", "--op", "inv", "a.txt", "a.txt"}, exit_usage,
            {"1 operand", "2 given"});
}

TEST_CASE("operations that cannot be run on files are unsupported") {
    const TempFolder folder;
    folder.write("a.txt", "1\n2\n");
    folder.write("out.txt", "old\n");
    for (const std::string operation : {"from_bytes", "to_bytes", "batch_inv"}) {
        refused(folder, {"run", "--modulus", "101", "--op", operation, "a.txt", "-o", "out.txt"},
                exit_unsupported, {operation, "files"});
        refused(folder,
                {"check", "--modulus", "101", "--op", operation, "a.txt", "a.txt", "--report", "out.txt"},
                exit_unsupported, {operation, "files"});
    }
}

TEST_CASE("run and check take one operation modulo a number") {
    const TempFolder folder;
    folder.write("a.txt", "1\n2\n");
    for (const std::string list : {"add,mul", "mul,add", "mul,to_elem", "all", "mul,", ""}) {
        refused(folder, {"run", "--modulus", "101", "--op", list, "a.txt", "a.txt"}, exit_usage, {});
        refused(folder, {"check", "--modulus", "101", "--op", list, "a.txt", "a.txt", "a.txt"}, exit_usage,
                {});
    }
}

TEST_CASE("check names the wrong line modulo a number") {
    const Products products;
    CHECK(contains(done(products, products.check(products.right)), "200 of 200 lines agree"));
    for (const size_t k : {size_t{0}, size_t{99}, size_t{199}}) {
        Line wrong = products.right;
        wrong[k] ^= 1;
        const std::string line = "r.txt:" + std::to_string(k + 1) + ":";
        const std::string message =
            refused(products, products.check(wrong), exit_wrong, {line, "a*b", "mod N"});
        CHECK(contains(message, "0x" + products.right[k].get_str(16)));
    }
    Line wrong = products.right;
    wrong[20] = wrong[10] = 0;
    refused(products, products.check(wrong), exit_wrong, {"r.txt:11:"});
}

TEST_CASE("check refuses residues that are not below the modulus") {
    const TempFolder folder;
    folder.write("r.txt", "0\n");
    CHECK(contains(done(folder, {"check", "--modulus", "7", "--op", "add", "=3", "=4", "r.txt"}), "1 of 1"));
    folder.write("r.txt", "7\n");
    for (const std::string operation : {"add", "mul"}) {
        const std::string a = operation == "add" ? "=3" : "=0";
        refused(folder, {"check", "--modulus", "7", "--op", operation, a, "=4", "r.txt"}, exit_wrong,
                {"r.txt:1:"});
    }
    folder.write("r.txt", "8\n");
    for (const std::string operation : {"inv", "neg", "halve"}) {
        const std::string a = operation == "halve" ? "=2" : operation == "neg" ? "=6" : "=1";
        refused(folder, {"check", "--modulus", "7", "--op", operation, a, "r.txt"}, exit_wrong, {"r.txt:1:"});
    }
}

TEST_CASE("reports modulo a number tell operation and width and count") {
    const Products products;
    done(products, {"run", "--device", "cpu", "--modulus", "2^255-19", "--op", "mul", "a.txt", "b.txt", "-o",
                    "r.txt", "--report", "run.json"});
    done(products, with(products.check(products.right), {"--report", "check.json"}));
    for (const std::string file : {"run.json", "check.json"}) {
        const nlohmann::json report = nlohmann::json::parse(products.read(file));
        CHECK(report.at("operation") == "mul");
        CHECK(report.at("bits") == 255);
        CHECK(report.at("count") == 200);
    }
}

}  // namespace limbsmith::test
