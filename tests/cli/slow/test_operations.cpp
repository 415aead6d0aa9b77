// Every operation by run and check, compared with definitions in GMP.
#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/expect.hpp"
#include "support/oracle.hpp"

namespace limbsmith::test {
namespace {

constexpr unsigned count = 200;

struct Operation {
    std::string name;
    std::vector<std::string> operands;  // a, b, e, m, count, condition
};

std::vector<Operation> operations(const TempFolder& folder) {
    std::vector<Operation> operations;
    const nlohmann::json list = nlohmann::json::parse(done(folder, {"list", "--json"}));
    for (const nlohmann::json& row : list.at("operations")) {
        std::istringstream words(row.at("operands").get<std::string>());
        operations.push_back({row.at("name"), {std::istream_iterator<std::string>(words), {}}});
    }
    return operations;
}

// Writes the operands for a width: a.txt, b.txt; m.txt, with mod_a.txt and mod_b.txt below it line by line;
// count.txt, condition.txt and d.txt, half of them small; e.txt, short exponents; signed_a.txt and signed_b.txt
// with all bits of the limbs.
void draw_operands(const TempFolder& folder, const std::string& bits) {
    const std::string n = std::to_string(count);
    const auto draw = [&](const Arguments& options) {
        Arguments arguments = {"random", "--edges", "--count", n};
        arguments.insert(arguments.end(), options.begin(), options.end());
        done(folder, arguments);
    };
    draw({"--bits", bits, "--seed", "1", "-o", "a.txt"});
    draw({"--bits", bits, "--seed", "2", "-o", "b.txt"});
    draw({"--bits", bits, "--seed", "3", "--nonzero", "-o", "m.txt"});
    draw({"--bits", bits, "--seed", "4", "--below", "m.txt", "-o", "mod_a.txt"});
    draw({"--bits", bits, "--seed", "5", "--below", "m.txt", "-o", "mod_b.txt"});
    draw({"--bits", "32", "--seed", "6", "-o", "words.txt"});
    auto words = numbers(folder.read("words.txt"));
    for (unsigned k = 0; k < count; k += 2) words[k] = k * (std::stoi(bits) + 32) / count;
    folder.write("count.txt", lines(words));
    for (unsigned k = 0; k < count; k += 2) words[k] = k / 2 % 3;
    folder.write("condition.txt", lines(words));
    folder.write("d.txt", lines(words));
    draw({"--bits", std::to_string(std::min(std::stoi(bits), 12)), "--seed", "9", "-o", "e.txt"});
    const std::string limb_bits = std::to_string((std::stoi(bits) + 31) / 32 * 32);
    draw({"--bits", limb_bits, "--seed", "7", "-o", "signed_a.txt"});
    draw({"--bits", limb_bits, "--seed", "8", "-o", "signed_b.txt"});
    // equal operands are rare in random draws
    auto a = numbers(folder.read("a.txt")), b = numbers(folder.read("b.txt"));
    for (unsigned k = 0; k < count; k += 10) b[k] = a[k];
    folder.write("b.txt", lines(b));
}

std::vector<std::string> operand_files(const Operation& operation) {
    std::string prefix;
    if (operation.name.starts_with("mod_")) prefix = "mod_";
    if (operation.name == "slt" || operation.name == "smul" || operation.name == "sshr") prefix = "signed_";
    std::vector<std::string> files;
    for (const std::string& operand : operation.operands)
        files.push_back((operand == "a" || operand == "b" ? prefix : "") + operand + ".txt");
    return files;
}

using Line = std::vector<mpz_class>;

// The expected output of run: the exact sum, quotient and remainder, both of a swap, or the returned number.
Line expected_result(const std::string& operation, int bits, const Line& line) {
    if (operation == "add") return {line[0] + line[1]};
    return expected(operation, bits, line, operation.starts_with("divrem") || operation == "cswap" ? 2 : 1);
}

std::vector<Line> expected_columns(const TempFolder& folder, const Operation& operation, int bits) {
    std::vector<std::vector<mpz_class>> operands;
    for (const std::string& file : operand_files(operation)) operands.push_back(numbers(folder.read(file)));
    std::vector<Line> results;
    for (size_t k = 0; k < count; ++k) {
        Line line;
        for (const auto& operand : operands) line.push_back(operand[k]);
        const Line own = expected_result(operation.name, bits, line);
        results.resize(own.size());
        for (size_t i = 0; i < own.size(); ++i) results[i].push_back(own[i]);
    }
    return results;
}

// Runs and checks every operation at a width on a device.
void exercise(int bits, const Arguments& device) {
    const TempFolder folder;
    const std::string width = std::to_string(bits);
    draw_operands(folder, width);
    for (const Operation& operation : operations(folder)) {
        if (operation.name == "expr") continue;  // needs an expression (test_block.cpp)
        CAPTURE(operation.name);
        CAPTURE(bits);
        Arguments run = {"run", "--bits", width, "--op", operation.name, "-o", "c.txt"};
        run.insert(run.end(), device.begin(), device.end());
        Arguments check = {"check", "--bits", width, "--op", operation.name};
        for (const std::string& file : operand_files(operation)) {
            run.push_back(file);
            check.push_back(file);
        }
        check.push_back("c.txt");
        CHECK(done(folder, run).empty());
        CHECK((columns(folder.read("c.txt")) == expected_columns(folder, operation, bits)));
        CHECK(contains(done(folder, check), "200 of 200 lines agree"));
    }
}

}  // namespace

TEST_CASE("every operation on the CPU agrees with GMP") {
    for (int bits : {1, 32, 131, 239, 1024}) exercise(bits, {"--device", "interpreter"});
}

TEST_CASE("every operation on the default device agrees with GMP") {
    for (int bits : {1, 32, 131, 239, 1024}) exercise(bits, {});
}

TEST_CASE("every multiplication gives the same products") {
    for (const std::string bits : {"1", "32", "131", "1024"}) {
        const TempFolder folder;
        draw_operands(folder, bits);
        for (const std::string operation : {"mul", "mul_lo", "mul_hi"}) {
            const Arguments base = {"run", "--bits", bits, "--op", operation, "a.txt", "b.txt", "--mul"};
            const auto by = [&](const std::string& algorithm) {
                Arguments arguments = base;
                arguments.push_back(algorithm);
                return done(folder, arguments);
            };
            CHECK(by("schoolbook") == by("rows"));
            CHECK(by("auto") == by("rows"));
        }
    }
}

TEST_CASE("add prints the exact sum where the width fills its limbs") {
    const TempFolder folder;
    for (unsigned bits : {32u, 256u, 1024u}) {
        const mpz_class top = power_of_2(bits) - 1;
        folder.write("a.txt", lines({top, top, 0, top}));
        folder.write("b.txt", lines({top, 1, 0, 0}));
        for (const Arguments& device : {Arguments{}, Arguments{"--device", "interpreter"}}) {
            Arguments arguments = {"run", "--bits", std::to_string(bits), "--op", "add", "a.txt", "b.txt"};
            arguments.insert(arguments.end(), device.begin(), device.end());
            CHECK((numbers(done(folder, arguments)) == std::vector<mpz_class>{2 * top, top + 1, 0, top}));
        }
    }
}

}  // namespace limbsmith::test
