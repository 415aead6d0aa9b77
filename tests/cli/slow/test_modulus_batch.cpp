// limbsmith run and check with --modulus: every operation on files, compared with definitions in GMP.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "catalogue/catalogue.hpp"
#include "cli/commands.hpp"
#include "cli/expect.hpp"
#include "spec/representations.hpp"
#include "support/field_oracle.hpp"

namespace limbsmith::test {
namespace {

// Lines of a file; fewer of long numbers, whose powers take the interpreter long.
unsigned lines_for(const mpz_class& N) { return mpz_sizeinbase(N.get_mpz_t(), 2) > 256 ? 15 : 60; }

using Line = std::vector<mpz_class>;

// The meaning of a batch of each operation on residues; but not sqrt, of which either root is right.
std::vector<ir::Program> operations(const Spec& spec) {
    std::vector<ir::Program> meanings;
    for (const catalogue::Operation& operation : catalogue::operations(NumberSystem::residues())) {
        if (operation.meaning && operation.name != "sqrt" && catalogue::why_not(operation, spec).empty())
            meanings.push_back(catalogue::meaning(operation, spec));
    }
    return meanings;
}

std::vector<ir::Program> operations(const mpz_class& N) {
    return operations(
        Spec::modulo(Modulus(N), mpz_odd_p(N.get_mpz_t()) ? Reduction::montgomery : Reduction::barrett));
}

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

size_t bytes_of(const mpz_class& N) { return (mpz_sizeinbase(N.get_mpz_t(), 2) + 7) / 8; }

// A value as a string of bytes, two digits each, the least significant byte first.
std::string byte_string(const mpz_class& value, size_t bytes) {
    std::string text;
    for (size_t i = 0; i < bytes; ++i)
        text += fmt::format("{:02x}", mpz_class(value >> (8 * i) & 0xff).get_ui());
    return text;
}

// The values of such strings, one a line.
Line values_of_bytes(const std::string& text) {
    Line values;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) {
        std::string digits;
        for (size_t i = line.size(); i > 0; i -= 2) digits += line.substr(i - 2, 2);
        values.emplace_back(digits, 16);
    }
    return values;
}

// Writes in.txt: strings of bytes, of values below N and not.
void draw_bytes(const TempFolder& folder, const mpz_class& N) {
    const mpz_class all = power_of_2(static_cast<unsigned>(8 * bytes_of(N)));
    Line values{0, 1, N - 1, N % all, (N + 1) % all, all - 1, all / 2, N / 2};
    for (mpz_class next = 7; values.size() < lines_for(N); next = (next * next + 3) % all)
        values.push_back(next);
    std::string text;
    for (const mpz_class& value : values) text += byte_string(value, bytes_of(N)) + "\n";
    folder.write("in.txt", text);
}

// Writes a.txt to d.txt, residues with edges, pairs of edges first; exponent.txt, whole limbs; word.txt; count.txt;
// in.txt.
void draw_operands(const TempFolder& folder, const Case& of) {
    const size_t limbs = (mpz_sizeinbase(of.N.get_mpz_t(), 2) + 31) / 32;
    const std::string n = std::to_string(lines_for(of.N)), whole = std::to_string(32 * limbs);
    int seed = 0;
    for (const std::string operand : {"a", "b", "c", "d"}) {
        done(folder, {"random", "--modulus", of.expression, "--edges", "--count", n, "--seed",
                      std::to_string(++seed), "-o", operand + ".txt"});
    }
    done(folder, {"random", "--bits", whole, "--edges", "--count", n, "--seed", "9", "-o", "exponent.txt"});
    done(folder, {"random", "--bits", "32", "--edges", "--count", n, "--seed", "10", "-o", "word.txt"});
    done(folder, {"random", "--bits", "9", "--edges", "--count", n, "--seed", "11", "-o", "count.txt"});
    draw_bytes(folder, of.N);
    const mpz_class top = of.N - 1;
    const auto change = [&](const std::string& file, const Line& first) {
        Line values = numbers(folder.read(file));
        std::ranges::copy(first, values.begin());
        folder.write(file, lines(values));
    };
    change("count.txt", {0, 1, 0, 2, 3, 8, 31, 32, 33});
    change("a.txt", {0, 0, top, top, 1, top, top / 2, 2, 0});
    change("word.txt", {0, 1, 0, 1, 0, 1, 0, 1, 0});
    change("b.txt", {0, top, 0, top, top, 1, top / 2 + 1, top, 1});
    change("c.txt", {0, 0, top, top, 1, top, top / 2, 2, top});
    change("d.txt", {0, top, top, top, top, 1, top / 2 + 1, top, top});
    change("exponent.txt",
           {0, 1, 0, power_of_2(static_cast<unsigned>(32 * limbs)) - 1, top, top, 2, top - 1, 3});
}

// Residues are in a.txt to d.txt, in turn.
std::vector<std::string> files(const ir::Program& operation) {
    std::vector<std::string> files;
    size_t residues = 0;
    for (const ir::Input& operand : operation.inputs) {
        const bool is_residue = operand.representation == repr::plain;
        files.push_back(operand.representation == repr::member     ? "n.txt"
                        : operand.representation == repr::bytes    ? "in.txt"
                        : operand.representation == repr::exponent ? "exponent.txt"
                        : operand.representation == repr::count    ? "count.txt"
                        : is_residue ? std::string(1, "abcd"[residues++ % 4]) + ".txt"
                                     : "word.txt");
    }
    return files;
}

// The values of a file, of which `form` is the representation.
Line values_of(const TempFolder& folder, const std::string& file, const ir::Representation& form) {
    return form.is_bytes() ? values_of_bytes(folder.read(file)) : numbers(folder.read(file));
}

// The output of run: the results from the definition, one number after the other in limbs. N is the last operand
// or `known`; R is 1, but for make_modulus.
Line expected_results(const TempFolder& folder, const ir::Program& operation, const mpz_class& known = 0) {
    std::vector<Line> operands;
    const std::vector<std::string> names = files(operation);
    for (size_t i = 0; i < names.size(); ++i)
        operands.push_back(values_of(folder, names[i], operation.inputs[i].representation));
    const size_t bits = 32 * operation.outputs[0].words.size();
    const mpz_class R =
        operation.name == "make_modulus" ? power_of_2(static_cast<unsigned>(bits)) : mpz_class(1);
    Line results;
    for (size_t k = 0; k < operands[0].size(); ++k) {
        Line line;
        for (const Line& operand : operands) line.push_back(operand[k]);
        const mpz_class N = known == 0 ? line.back() : known;
        if (known == 0) line.pop_back();
        mpz_class result = 0;
        size_t words = 0, output = 0;
        for (const mpz_class& value : expected_field(operation.name, N, R, 1, line)) {
            result += value << 32 * words;
            words += operation.outputs[output++].words.size();
        }
        results.push_back(result);
    }
    return results;
}

// Runs and checks every operation of a modulus, or those named.
void exercise(const Case& of, const std::set<std::string>& named = {}) {
    CAPTURE(of.expression);
    const TempFolder folder;
    draw_operands(folder, of);
    for (const ir::Program& operation : operations(of.N)) {
        if (!named.empty() && !named.contains(operation.name)) continue;
        if (operation.inputs.size() * mpz_size(of.N.get_mpz_t()) > 60) continue;  // proofs take long
        CAPTURE(operation.name);
        const Arguments what = {"--modulus", of.expression, "--op", operation.name};
        const Arguments packed = with({"run", "--device", "interpreter", "--packed", "-o", "r.txt"}, what);
        const Arguments run = with(packed, files(operation));
        const Arguments check = with(with(with({"check", "--packed"}, what), files(operation)), {"r.txt"});
        CHECK(done(folder, run).empty());
        CHECK((values_of(folder, "r.txt", operation.outputs[0].representation) ==
               expected_results(folder, operation, of.N)));
        CHECK(contains(done(folder, check), fmt::format("{0} of {0} lines agree", lines_for(of.N))));
    }
}

// A folder with a.txt, b.txt and the right products r.txt modulo 2^255-19.
struct Products : TempFolder {
    Products() {
        for (const std::string file : {"a.txt", "b.txt"}) {
            done(*this, {"random", "--modulus", "2^255-19", "--count", "200", "--seed",
                         file == "a.txt" ? "1" : "2", "-o", file});
        }
        right = numbers(done(*this, {"run", "--device", "interpreter", "--modulus", "2^255-19", "--op", "mul",
                                     "a.txt", "b.txt"}));
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
TEST_CASE("every operation modulo a number agrees with GMP: a composite one") { exercise(moduli[6]); }
TEST_CASE("operations modulo secp256k1's prime, and modulo 2^521-1, agree with GMP") {
    exercise(moduli[4], {"add", "sub", "mul", "sqr", "inv", "sqrt", "pow", "from_bytes", "to_bytes"});
    exercise(moduli[5], {"add", "mul", "sqr", "inv", "from_bytes", "to_bytes"});
}
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
    done(folder, {"random", "--bits", "32", "--edges", "--count", "60", "-o", "word.txt"});
    done(folder, {"random", "--bits", "9", "--edges", "--count", "60", "-o", "count.txt"});
    draw_bytes(folder, power_of_2(131) - 1);
    const Spec spec = Spec::modulo(Modulus::at_run_time(Width{131}), Reduction::montgomery);
    for (const ir::Program& operation : operations(spec)) {
        CAPTURE(operation.name);
        const Arguments what = {"--bits", "131", "--modulus", "runtime", "--op", operation.name};
        const Arguments run = with({"run", "--device", "interpreter", "--packed", "-o", "r.txt"}, what);
        CHECK(done(folder, with(run, files(operation))).empty());
        CHECK((values_of(folder, "r.txt", operation.outputs[0].representation) ==
               expected_results(folder, operation)));
        const Arguments check = with(with({"check", "--packed"}, what), files(operation));
        CHECK(contains(done(folder, with(check, {"r.txt"})), "60 of 60"));
    }
    const Line residues = numbers(folder.read("a.txt"));
    for (const std::string operation : {"to_elem", "to_plain", "is_canonical", "n0inv"}) {
        CAPTURE(operation);
        const bool has_operand = operation != "n0inv";
        const Arguments operands = has_operand ? Arguments{"a.txt", "n.txt"} : Arguments{"n.txt"};
        Line expected;
        for (size_t k = 0; k < residues.size(); ++k) {
            const Line operand(has_operand ? 1 : 0, residues[k]);
            expected.push_back(expected_field(operation, moduli[k], power_of_2(160), 1, operand)[0]);
        }
        const Arguments run = {"run",       "--device", "interpreter", "--bits", "131",
                               "--modulus", "runtime",  "--op",        operation};
        CHECK((numbers(done(folder, with(run, operands))) == expected));
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
            Arguments arguments = {"run",   "--device", "interpreter", "--modulus", "2^255-19",
                                   "--mul", mul,        "--op",        operation,   "a.txt"};
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
    const Arguments mul = {"run", "--device", "interpreter", "--modulus", "7", "--op", "mul"};
    CHECK(done(folder, with(mul, {"a.txt", "=6"})) == "0x6\n0x1\n0x0\n");
    CHECK(done(folder, with(mul, {"-", "a.txt"}), "2\n0x3\n4") == "0x2\n0x4\n0x0\n");
    CHECK(done(folder, with(mul, {"a.txt", "=5", "--decimal"})) == "5\n2\n0\n");
    CHECK(done(folder, {"run", "--device", "interpreter", "--modulus", "7", "--op", "pow", "=3",
                        "=0xffffffff"}) == "0x6\n");
    for (const std::string layout : {"number-major", "limb-major"}) {
        const auto draw = [&](const std::string& file) {
            done(folder,
                 {"random", "--modulus", "2^255-19", "--count", "40", "--layout", layout, "-o", file});
        };
        draw("x.bin");
        draw("x.txt");
        const Arguments sqr = {"run", "--device", "interpreter", "--modulus", "2^255-19", "--op", "sqr"};
        CHECK(done(folder, with(sqr, {"x.bin", "--layout", layout})) == done(folder, with(sqr, {"x.txt"})));
    }
}

TEST_CASE("operands that are not below a modulus are refused with file and line and value") {
    const TempFolder folder;
    folder.write("a.txt", "1\n2\n3\n");
    folder.write("bad.txt", "1\n0x65\n3\n");
    folder.write("out.txt", "old\n");
    for (const ir::Program& operation : operations(101)) {
        for (size_t bad = 0; bad < operation.inputs.size(); ++bad) {
            if (operation.inputs[bad].representation != repr::plain) continue;
            CAPTURE(operation.name);
            Arguments files(operation.inputs.size(), "a.txt");
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

TEST_CASE("many inverses are those of one by one") {
    const TempFolder folder;
    for (const std::string modulus : {"2^31-1", "3*5*(2^92-1)"}) {
        done(folder, {"random", "--modulus", modulus, "--edges", "--count", "5003", "-o", "a.txt"});
        folder.write("a.txt", "0\n" + folder.read("a.txt"));
        const auto results = [&](const std::string& operation) {
            return done(folder,
                        {"run", "--device", "interpreter", "--modulus", modulus, "--op", operation, "a.txt"});
        };
        CHECK(results("batch_inv") == results("inv"));
    }
    folder.write("none.txt", "");
    CHECK(done(folder, {"run", "--device", "interpreter", "--modulus", "7", "--op", "batch_inv", "none.txt"})
              .empty());
}

TEST_CASE("bytes are read and written as strings, least significant byte first") {
    const TempFolder folder;
    const Arguments of = {"--modulus", "2^255-19"};
    const std::string nine = "09" + std::string(62, '0'), N = "ed" + std::string(60, 'f') + "7f";
    const Arguments from = with({"run", "--device", "interpreter", "--op", "from_bytes"}, of);
    const Arguments to = with({"run", "--device", "interpreter", "--op", "to_bytes"}, of);
    folder.write("in.txt",
                 "# u of the base point of X25519\n" + nine + "\n" + N + "\n" + std::string(64, 'F'));
    CHECK(done(folder, with(from, {"in.txt"})) == "0x9 0x1\n0x0 0x0\n0x0 0x0\n");
    CHECK(done(folder, with(from, {"=" + nine})) == "0x9 0x1\n");
    CHECK(done(folder, with(from, {"=" + nine, "--packed"})) == "0x1" + std::string(63, '0') + "9\n");
    CHECK(done(folder, with(to, {"=9"})) == nine + "\n");
    CHECK(done(folder, {"run", "--device", "interpreter", "--modulus", "2^89-1", "--op", "to_bytes",
                        "=2^80+3"}) == "0300000000000000000001" + std::string(2, '0') + "\n");
    for (const std::string layout : {"number-major", "limb-major"}) {
        done(folder, with(with({"random"}, of), {"--count", "9", "-o", "a.txt"}));
        done(folder, with(to, {"a.txt", "--layout", layout, "-o", "b.bin"}));
        done(folder, with(to, {"a.txt", "-o", "b.txt"}));
        CHECK(done(folder, with(from, {"b.bin", "--layout", layout})) == done(folder, with(from, {"b.txt"})));
        CHECK(contains(done(folder, with(with({"check", "--op", "to_bytes"}, of), {"a.txt", "b.txt"})),
                       "9 of 9"));
    }
}

TEST_CASE("lines that are no strings of bytes are refused with file and line") {
    const TempFolder folder;
    folder.write("a.txt", "1\n2\n");
    folder.write("out.txt", "old\n");
    for (const std::string bad : {"0x03", "3", "030", "0g", "0 3", "-3", "0303"}) {
        folder.write("bad.txt", "01\n" + bad + "\n");
        const std::initializer_list<std::string_view> parts = {"bad.txt:2:", bad,
                                                               "1 byte (2 hexadecimal digits)"};
        refused(folder, {"run", "--modulus", "101", "--op", "from_bytes", "bad.txt", "-o", "out.txt"},
                exit_usage, parts);
        refused(folder, {"check", "--modulus", "101", "--op", "to_bytes", "a.txt", "bad.txt"}, exit_usage,
                parts);
    }
    refused(folder, {"run", "--modulus", "101", "--op", "from_bytes", "=0x3", "-o", "out.txt"}, exit_usage,
            {"=0x3", "string of 1 byte"});
    refused(folder, {"run", "--modulus", "101", "--op", "to_bytes", "a.txt", "--decimal", "-o", "out.txt"},
            exit_usage, {"--decimal", "bytes"});
    folder.write("bad.txt", "01\n03\n");
    refused(folder, {"check", "--modulus", "101", "--op", "to_bytes", "a.txt", "bad.txt"}, exit_wrong,
            {"bad.txt:2:", "03 is wrong", "= 02"});
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
    done(products, {"run", "--device", "interpreter", "--modulus", "2^255-19", "--op", "mul", "a.txt",
                    "b.txt", "-o", "r.txt", "--report", "run.json"});
    done(products, with(products.check(products.right), {"--report", "check.json"}));
    for (const std::string file : {"run.json", "check.json"}) {
        const nlohmann::json report = nlohmann::json::parse(products.read(file));
        CHECK(report.at("operation") == "mul");
        CHECK(report.at("bits") == 255);
        CHECK(report.at("count") == 200);
    }
}

}  // namespace limbsmith::test
