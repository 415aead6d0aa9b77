// Small changes to the text of asm statements, such as a faulty printer would make. Each is refused, unless
// the text still reads as the same program.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "ptx/printed_header.hpp"
#include "ptx/reader.hpp"
#include "spec/error.hpp"
#include "support/seed.hpp"

namespace limbsmith::test {
namespace {

constexpr int mutants_of_a_header = 60;

using Lines = std::vector<std::string>;

// A range of the text.
struct Place {
    size_t begin, size;
};

class Mutator {
  public:
    Mutator(const std::string& text, std::mt19937_64& engine) : text_(text), engine_(engine) {
        for (size_t at = text.find("asm("); at != text.npos; at = text.find("asm(", at + 1)) {
            // `);` occurs only at the end of a statement
            statements_.push_back({at, text.find(");", at) - at});
        }
    }

    // The text after one change, and a description of the change.
    std::pair<std::string, std::string_view> mutant() {
        const Place statement = pick(statements_);
        const std::vector<Place> lines = literals(statement, ";\\n\\t\""), operands = parentheses(statement);
        const Place line = pick(lines), other = pick(lines);
        const std::vector<Place> parts = words(line);
        switch (below(9)) {
            case 0: return {replaced(parts[0], changed_mnemonic(text(parts[0]))), "a mnemonic"};
            case 1: return {replaced(pick(parts, 1), text(pick(words(other), 1))), "an operand"};
            case 2: return {swapped(pick(parts, 1), pick(parts, 1)), "two operands"};
            case 3: return {replaced(pick(parts, 1), constant()), "a constant"};
            case 4: return {replaced(line, ""), "a line dropped"};
            case 5: return {replaced(line, text(line) + " " + text(line)), "a line doubled"};
            case 6: return {swapped(line, other), "two lines"};
            case 7: return {swapped(pick(operands), pick(operands)), "two expressions"};
            default: return {replaced(pick(operands), text(pick(operands))), "an expression"};
        }
    }

  private:
    size_t below(size_t count) { return engine_() % count; }
    // A random place of `from`, with index at least `first`.
    Place pick(const std::vector<Place>& from, size_t first = 0) {
        return from.at(first + below(from.size() - first));
    }
    std::string text(Place place) const { return text_.substr(place.begin, place.size); }

    // The string literals that end in `end`.
    std::vector<Place> literals(Place within, const std::string& end) const {
        std::vector<Place> found;
        const size_t stop = within.begin + within.size;
        for (size_t at = text_.find(end, within.begin); at < stop; at = text_.find(end, at + 1)) {
            const size_t begin = text_.rfind('"', at);
            if (text_[begin + 1] != '.') found.push_back({begin, at + end.size() - begin});
        }
        return found;
    }

    // The expressions of the operands.
    std::vector<Place> parentheses(Place within) const {
        std::vector<Place> found;
        const size_t stop = within.begin + within.size;
        for (size_t at = text_.find("r\"(", within.begin); at < stop; at = text_.find("r\"(", at + 1)) {
            const size_t begin = at + 3;
            int depth = 1;
            size_t end = begin;
            for (; depth > 0; ++end) depth += (text_[end] == '(') - (text_[end] == ')');
            found.push_back({begin, end - 1 - begin});
        }
        return found;
    }

    // The mnemonic of a line, then its operands.
    std::vector<Place> words(Place line) const {
        std::vector<Place> found;
        const std::string_view separators = "\" ,;{}\\";
        const size_t stop = text_.find(';', line.begin);
        for (size_t at = line.begin; at < stop;) {
            const size_t begin = text_.find_first_not_of(separators, at);
            if (begin >= stop) break;
            at = text_.find_first_of(separators, begin);
            found.push_back({begin, at - begin});
        }
        return found;
    }

    // The mnemonic with one of its parts changed.
    std::string changed_mnemonic(std::string mnemonic) {
        static constexpr std::array<std::array<std::string_view, 2>, 22> changes{{
            {".cc", ""},      {".u32", ".cc.u32"}, {"addc", "add"}, {"add", "addc"}, {"add", "sub"},
            {"madc", "mad"},  {"mad", "madc"},     {"mad", "mul"},  {".lo", ".hi"},  {".hi", ".lo"},
            {".u32", ".s32"}, {".s32", ".u32"},    {"and", "or"},   {"or", "and"},   {"xor", "or"},
            {"not", "mov"},   {"shl", "shr"},      {"shr", "shl"},  {".l.", ".r."},  {".r.", ".l."},
            {".wrap", ""},    {"mov", "not"},
        }};
        for (size_t k = below(changes.size()), end = k + changes.size(); k < end; ++k) {
            const auto [from, to] = changes[k % changes.size()];
            const size_t at = mnemonic.find(from);
            if (at != mnemonic.npos) return mnemonic.replace(at, from.size(), to);
        }
        return mnemonic;
    }

    std::string constant() {
        static constexpr std::array constants{"0",  "1",          "2",          "31",
                                              "32", "0x7fffffff", "0xfffffffe", "0xffffffff"};
        return constants[below(constants.size())];
    }

    std::string replaced(Place place, const std::string& by) const {
        return std::string(text_).replace(place.begin, place.size, by);
    }

    std::string swapped(Place x, Place y) const {
        if (y.begin < x.begin) std::swap(x, y);
        std::string result = replaced(y, text(x));
        return result.replace(x.begin, x.size, text(y));
    }

    const std::string& text_;
    std::mt19937_64& engine_;
    std::vector<Place> statements_;
};

// The text form of the programs of all statements.
std::string read_back(const PrintedHeader& header, const std::string& text) {
    const std::vector<ptx::AsmStatement> statements = ptx::parse_asm_statements(text);
    std::map<std::string, std::vector<const ptx::AsmStatement*>> by_function;
    for (const ptx::AsmStatement& statement : statements)
        by_function[statement.function].push_back(&statement);
    std::string programs;
    std::map<std::string, size_t> taken;
    for (const catalogue::Function& function : header.functions) {
        for (const ptx::Surface& surface : header.surfaces) {
            const std::string name = surface.function(function.label);
            const ptx::AsmStatement& statement = *by_function.at(name).at(taken[name]++);
            programs += dump(ptx::read_program(statement, function.program, surface.word).program);
        }
    }
    return programs;
}

}  // namespace

TEST_CASE("changed text is refused, or reads as the same program") {
    const uint64_t seed = test_seed();
    CAPTURE(seed);
    std::mt19937_64 engine(seed);
    std::vector<PrintedHeader> headers;
    for (const char* ops : {"add,sub", "neg,lt,eq", "select,shl", "shr,sshr", "xor_,not_", "mul", "sqr",
                            "mul_hi,smul", "mod_sub,mod_add"}) {
        headers.push_back(printed_header(40, ops));
    }
    headers.push_back(printed_header(40, "add,mod_neg", {}, Style::macro));
    headers.push_back(printed_header(33, "gcd"));
    const Modulus known = parse_modulus("2^61-1"), unknown = Modulus::at_run_time({40});
    headers.push_back(printed_header(known, Reduction::special, "add,mul,halve"));
    headers.push_back(printed_header(known, Reduction::montgomery, "add,sub,mul"));
    headers.push_back(printed_header(known, Reduction::barrett, "mul"));
    headers.push_back(printed_header(unknown, Reduction::montgomery, "neg,mul"));

    std::map<std::string_view, size_t> refused, same;
    for (const PrintedHeader& header : headers) {
        const std::string programs = read_back(header, header.text);
        Mutator mutator(header.text, engine);
        for (int k = 0; k < mutants_of_a_header; ++k) {
            const auto [text, change] = mutator.mutant();
            if (text == header.text) continue;
            bool is_refused = false;
            try {
                header.require_same(text);
            } catch (const Error& error) {
                is_refused = error.code() == Exit::refuted;
            }
            ++(is_refused ? refused : same)[change];
            if (is_refused) continue;
            CAPTURE(change);
            CAPTURE(text);
            REQUIRE(read_back(header, text) == programs);
        }
    }
    for (const auto& [change, count] : refused)
        MESSAGE(change, ": ", count, " refused, ", same[change], " the same");
    CHECK(refused.size() == 9);
    for (const auto& [change, count] : refused) {
        CAPTURE(change);
        CHECK(count > 30);
        CHECK(same[change] < count / 4);
    }
}

}  // namespace limbsmith::test
