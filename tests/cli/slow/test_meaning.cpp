// One meaning for an operation, whatever the mapping: every operation of whole numbers by every mapping, against its
// definition by GMP, which knows the width alone.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "catalogue/catalogue.hpp"
#include "cli/commands.hpp"
#include "cli/grid.hpp"
#include "cli/task.hpp"
#include "eval/contract_value.hpp"
#include "eval/words.hpp"
#include "grid/operations.hpp"
#include "spec/error.hpp"
#include "spec/mapping.hpp"
#include "support/oracle.hpp"

namespace limbsmith::test {
namespace {

using Line = std::vector<mpz_class>;
constexpr const char* expression_of_all = "a*b-b*b-a+b+a";

mpz_class limbs_modulus(int bits) { return power_of_2(static_cast<unsigned>((bits + 31) / 32 * 32)); }

// Operands of so many bits at which lanes, or limbs beyond those of the width, could matter.
Line values(int bits) {
    const mpz_class all = power_of_2(static_cast<unsigned>(bits));
    return {all - 1, power_of_2(static_cast<unsigned>(3 * bits / 5)) + 1, all / 2, all / 3, 1, 0};
}

mpz_class operand(const catalogue::Operation& operation, const std::string& name, int bits, size_t k) {
    const bool is_signed = operation.signs() == Operation::Signs::twos_complement;
    const Line own = values(is_signed ? (bits + 31) / 32 * 32 : bits);
    if (name == "count") return Line{1, 31, bits - 1, (bits + 31) / 32 * 32, 32, 100000}.at(k);
    if (name == "condition") return k % 2;
    if (name == "d") return Line{0, 7, UINT32_MAX, 1, 10, 0}.at(k);
    if (name == "e") return Line{5, 0, 3, 2, 1, 7}.at(k);
    if (name == "m" && operation.section == catalogue::Section::division)
        return Line{0, own[1], 1, own[3], 0, 12}.at(k);
    if (name == "m") return own.at(0) - k;
    if (name == "b") return own.at((k + 1) % own.size());
    return own.at(k);
}

// The results by columns, as run prints them.
std::vector<Line> expected_columns(const catalogue::Operation& operation, int bits, const Line& line) {
    if (operation.name == "add") return {{line[0] + line[1]}};
    if (operation.name == "expr") {
        const mpz_class &a = line[0], &b = line[1], all = limbs_modulus(bits);
        mpz_class r = a * b - b * b - a + b + a;
        mpz_mod(r.get_mpz_t(), r.get_mpz_t(), all.get_mpz_t());
        return {{r}};
    }
    std::vector<Line> columns;
    const bool has_two = operation.name.starts_with("divrem") || operation.name == "cswap";
    for (const mpz_class& value : expected(operation.name, bits, line, has_two ? 2 : 1))
        columns.push_back({value});
    return columns;
}

std::vector<Line> values_of(const std::vector<runtime::Column>& columns) {
    std::vector<Line> all;
    for (const runtime::Column& column : columns) {
        Line& own = all.emplace_back();
        for (size_t k = 0; k < column.numbers.count; ++k)
            own.push_back(eval::from_words(column.numbers.number(k)));
    }
    return all;
}

// The interpreter's results for the operands, one for each input, and whether the contract that `check` uses agrees.
std::vector<Line> by_mapping(const cli::Task& task, const std::vector<Line>& operands) {
    const size_t count = operands[0].size();
    std::vector<std::vector<uint32_t>> words;
    std::vector<eval::Column> inputs;
    for (size_t i = 0; i < operands.size(); ++i) {
        const size_t limbs = task.meaning.inputs[i].words.size();
        words.emplace_back(limbs * count);
        for (size_t k = 0; k < count; ++k) {
            const std::vector<uint32_t> own = eval::to_words(operands[i][k], limbs);
            for (size_t limb = 0; limb < limbs; ++limb) words[i][limb * count + k] = own[limb];
        }
    }
    for (const auto& own : words) inputs.push_back({own.data(), count});
    runtime::Numbers results(eval::result_words(task.meaning), count);
    task.host.worker()(inputs, 0, count, results.words.data(), count);
    eval::ContractEvaluator contract(task.meaning);
    for (size_t k = 0; k < count; ++k) {
        Line line;
        for (const Line& operand : operands) line.push_back(operand[k]);
        CHECK(contract.broken_requirement(line) == nullptr);
        const mpz_class wanted = contract.expected(line);
        for (const mpz_class& value : eval::output_values(task.meaning, results.number(k)))
            line.push_back(value);
        CHECK(contract.claimed(line) == wanted);
    }
    return values_of(columns(results.words.data(), count, task.results));
}

// The interpreter of powers takes long where exponents have many limbs, and that of gcds and divisions over lanes.
bool takes_long(const catalogue::Operation& operation, Width width) {
    if (operation.name == "pow_mod") return width.limbs() > 4;
    return operation.section == catalogue::Section::division && width.mapping.is_group() &&
           width.limbs() * width.lanes() > 2000;
}

void compare(int bits, const std::vector<std::string>& mappings) {
    for (const catalogue::Operation& operation : catalogue::operations(NumberSystem::whole())) {
        const std::string name(operation.name);
        CAPTURE(name);
        std::vector<Line> operands, wanted;
        for (const std::string& map : mappings) {
            CAPTURE(map);
            cli::SpecOptions options;
            options.bits = std::to_string(bits), options.map = parse_mapping(map);
            if (name == "expr") options.expr = expression_of_all;
            std::optional<cli::Task> task;
            try {
                task = cli::parse_task(options, name);
            } catch (const Error& error) {
                CHECK(error.code() == Exit::unsupported);  // a block has no division
                continue;
            }
            if (takes_long(operation, task->spec.width)) continue;
            if (operands.empty()) {
                const size_t count = values(bits).size();
                operands.resize(task->meaning.inputs.size());
                for (size_t k = 0; k < count; ++k) {
                    Line line;
                    for (const ir::Input& input : task->meaning.inputs)
                        line.push_back(operand(operation, input.name, bits, k));
                    if (name.starts_with("mod_"))
                        for (size_t i = 0; i + 1 < line.size(); ++i) line[i] %= line.back();
                    for (size_t i = 0; i < line.size(); ++i) operands[i].push_back(line[i]);
                    const std::vector<Line> own = expected_columns(operation, bits, line);
                    wanted.resize(own.size());
                    for (size_t c = 0; c < own.size(); ++c) wanted[c].push_back(own[c][0]);
                }
            }
            CHECK(by_mapping(*task, operands) == wanted);
        }
        const grid::Operation* on_grid = grid::find_operation(name);
        if (!on_grid || operands.empty()) continue;
        for (size_t k = 0; k < wanted[0].size(); ++k) {
            Line line;
            for (const Line& own : operands) line.push_back(own[k]);
            mpz_class packed = 0;
            for (size_t c = wanted.size(); c-- > 0;) packed = packed * limbs_modulus(bits) + wanted[c][k];
            CHECK(on_grid->by_gmp(line, static_cast<uint32_t>((bits + 31) / 32)) == packed);
        }
    }
}

}  // namespace

TEST_CASE("every operation by every mapping: 33 bits") {
    compare(33, {"thread", "tpi:2", "tpi:4", "tpi:32", "tensor", "block:64"});
}
TEST_CASE("every operation by every mapping: 1000 bits") {
    compare(1000, {"thread", "tpi:2", "tpi:4", "tpi:32", "tensor", "block"});
}
TEST_CASE("every operation by every mapping: 1763 bits") {
    compare(1763, {"tpi:2", "tpi:16", "tpi:32", "tensor", "block"});
}
TEST_CASE("every operation by every mapping: 8193 bits") {
    compare(8193, {"tpi:16", "tpi:32", "block", "block:128"});
}

TEST_CASE("a result is the same by every mapping on the command line") {
    const TempFolder folder;
    const auto run = [&](const Arguments& more) {
        const bool is_grid = std::ranges::find(more, "grid") != more.end();
        return done(folder,
                    with({"run", "--device", is_grid ? "cpu" : "interpreter", "--bits", "1000"}, more));
    };
    const std::string all = "0x" + std::string(256, 'f'), x = "=2^600", y = "=2^600";
    for (const std::string map :
         {"thread", "tpi:2", "tpi:32", "tensor", "block", "block:64", "grid", "auto"}) {
        CAPTURE(map);
        const auto by = [&](const std::string& op, const Arguments& more) {
            return run(with({"--map", map, "--op", op}, more));
        };
        CHECK(by("mul_lo", {x, y}) == "0x0\n");
        CHECK(by("mul_hi", {x, y}) == "0x1" + std::string(44, '0') + "\n");
        CHECK(by("sub", {"=0", "=1"}) == all + "\n");
        CHECK(by("shl", {"=1", "=1024"}) == "0x0\n");
        if (!map.starts_with("block")) {
            CHECK(by("divrem", {"=5", "=0"}) == all + " 0x5\n");
            CHECK(by("mul_mod", {x, y, "=0"}) == "0x0\n");
        }
        if (map == "grid") continue;
        CHECK(by("neg", {"=1"}) == all + "\n");
        CHECK(by("not_", {"=0"}) == all + "\n");
        CHECK(by("slt", {"=2^1023", "=0"}) == "0x1\n");
        CHECK(run({"--map", map, "--expr", "a-b", "=0", "=1"}) == all + "\n");
    }
    // one line does not spoil the others
    folder.write("b.txt", "0\n7\n0\n");
    for (const std::string map : {"thread", "tpi:2", "grid"})
        CHECK(run({"--map", map, "--op", "divrem", "=100", "b.txt"}) ==
              all + " 0x64\n0xe 0x2\n" + all + " 0x64\n");
    CHECK(run({"--map", "grid", "--op", "pow_mod", "=3", "=5", "b.txt"}) == "0xf3\n0x5\n0xf3\n");
}

TEST_CASE("counts have 32 bits, whatever the width and the mapping") {
    const TempFolder folder;
    for (const std::string map : {"thread", "tpi:2", "block:64", "grid"}) {
        const auto shifted = [&](const std::string& bits, const std::string& a, const std::string& count) {
            return done(folder,
                        {"run", "--device", "cpu", "--bits", bits, "--map", map, "--op", "shl", a, count});
        };
        CHECK(shifted("2", "=3", "=25") == "0x6000000\n");
        CHECK(shifted("1", "=1", "=2^32-1") == "0x0\n");
        CHECK(shifted("100", "=1", "=127") == "0x8" + std::string(31, '0') + "\n");
        refused(folder, {"run", "--bits", "100", "--map", map, "--op", "shr", "=1", "=2^32"}, exit_usage,
                {"'=2^32'", "too wide for 32 bits"});
    }
}

TEST_CASE("raw files have as many limbs as the width, whatever the mapping") {
    const TempFolder folder;
    const auto run = [&](const std::string& map, const Arguments& more) {
        const char* device = map == "grid" ? "cpu" : "interpreter";
        done(folder, with({"run", "--device", device, "--bits", "1000", "--map", map, "-o", "r.bin"}, more));
        return folder.read("r.bin");
    };
    for (const std::string operation : {"add", "sub", "mul", "mul_lo", "mul_hi", "sqr"}) {
        CAPTURE(operation);
        Arguments arguments{"--op", operation, "=2^999+12345"};
        if (operation != "sqr") arguments.push_back("=2^1000-1");
        const std::string by_thread = run("thread", arguments);
        for (const std::string map : {"tpi:2", "tensor", "block", "grid"})
            CHECK(run(map, arguments) == by_thread);
    }
    for (const std::string map : {"thread", "block:64", "tpi:32", "tensor"}) {
        done(folder, {"random", "--bits", "1000", "--map", map, "--count", "2", "-o", "a.bin"});
        CHECK(folder.read("a.bin").size() == 2 * 32 * 4);
    }
}

}  // namespace limbsmith::test
