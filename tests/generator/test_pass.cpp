// The checks of programs refuse every error of a carry or a word.
#include <doctest/doctest.h>

#include "ir/builder.hpp"
#include "pass/pass.hpp"
#include "spec/representations.hpp"
#include "support/programs.hpp"

namespace limbsmith::test {
namespace {

using namespace ir;

// Words 0 and 1 are inputs; results count up from 2.
Program program_of(std::vector<Instruction> body) {
    Program program;
    program.name = "test";
    program.inputs = {{"a", repr::num, {Word{0}, Word{1}}}};
    for (const Instruction& in : body) {
        program.outputs.push_back({"r", repr::word, {in.dst}});
        program.words = std::max(program.words, in.dst.id + 1);
        for (const auto& flag : {in.flag_in, in.flag_out}) {
            if (flag) program.flags = std::max(program.flags, flag->id + 1);
        }
    }
    program.body = std::move(body);
    return program;
}

Instruction make(Opcode op, uint32_t dst, std::optional<Flag> in, std::optional<Flag> out) {
    return {op, Word{dst}, {Word{0}, Word{1}, Operand(0u)}, in, out};
}

constexpr std::optional<Flag> no;
constexpr Flag f0{0}, f1{1};

// The error of the pass for a program; empty if it accepts the program.
std::string verdict(const Program& program) {
    try {
        pass::check_flags(program);
        return {};
    } catch (const pass::IllegalProgram& refusal) {
        return refusal.what();
    }
}

void check_refused(const Program& program, const char* why) {
    CAPTURE(verdict(program));
    CHECK(verdict(program).find(why) != std::string::npos);
    CHECK_THROWS_AS(pass::run_pipeline(program), pass::IllegalProgram);
}

}  // namespace

TEST_CASE("a chain in the right order passes the check of flags") {
    CHECK(verdict(program_of({make(Opcode::add, 2, no, f0), make(Opcode::add, 3, f0, f1),
                              make(Opcode::add, 4, f1, no)})) == "");
}

TEST_CASE("instructions without flags may stand inside a chain") {
    CHECK(verdict(program_of({make(Opcode::add, 2, no, f0), make(Opcode::mul_lo, 3, no, no),
                              make(Opcode::add, 4, no, no), make(Opcode::add, 5, f0, no)})) == "");
}

TEST_CASE("a lost carry is refused: nothing consumes it") {
    SUBCASE("another chain overwrites it") {
        check_refused(program_of({make(Opcode::add, 2, no, f0), make(Opcode::add, 3, no, f1),
                                  make(Opcode::add, 4, f1, no)}),
                      "f0 is lost");
    }
    SUBCASE("the program ends") { check_refused(program_of({make(Opcode::add, 2, no, f0)}), "f0 is lost"); }
}

TEST_CASE("a stale carry is refused: another chain overwrote it before it reaches its consumer") {
    check_refused(program_of({make(Opcode::add, 2, no, f0), make(Opcode::mad_lo, 3, no, f1),
                              make(Opcode::mad_hi, 4, f1, no), make(Opcode::add, 5, f0, no)}),
                  "f0 is stale");
}

TEST_CASE("a carry that was never produced is refused") {
    check_refused(program_of({make(Opcode::add, 2, f0, no), make(Opcode::add, 3, no, f0)}),
                  "consumed before it is produced");
}

TEST_CASE("a doubled carry is refused") {
    SUBCASE("consumed twice") {
        check_refused(program_of({make(Opcode::add, 2, no, f0), make(Opcode::add, 3, f0, no),
                                  make(Opcode::add, 4, f0, no)}),
                      "doubled: consumed a second time");
    }
    SUBCASE("produced twice") {
        check_refused(program_of({make(Opcode::add, 2, no, f0), make(Opcode::add, 3, f0, f0),
                                  make(Opcode::add, 4, f0, no)}),
                      "doubled: produced a second time");
    }
}

TEST_CASE("a borrow consumed as a carry is refused") {
    check_refused(program_of({make(Opcode::sub, 2, no, f0), make(Opcode::add, 3, f0, no)}), "wrong kind");
    check_refused(program_of({make(Opcode::mad_lo, 2, no, f0), make(Opcode::sub, 3, f0, no)}), "wrong kind");
}

TEST_CASE("a flag consumed by an instruction without a flag input is refused") {
    check_refused(program_of({make(Opcode::bit_xor, 2, no, f0), make(Opcode::add, 3, f0, no)}),
                  "no flag passes");
    check_refused(program_of({make(Opcode::add, 2, no, f0), make(Opcode::mul_hi, 3, f0, no)}),
                  "no flag passes");
}

TEST_CASE("two chains that are built at the same time are refused") {
    Builder builder("test");
    const auto a = builder.input("a", repr::num, 2);
    Chain first(builder), second(builder);
    const Operand x = first.add(a[0], a[1]), y = second.add(a[1], a[1]);
    const Operand z = first.add(a[0], a[0]), w = second.add(a[0], a[1]);
    builder.output("r", repr::num, {x, y, z, w});
    const Program program = std::move(builder).finish({});
    check_refused(program, "stale");
}

TEST_CASE("a word defined twice, or used before its definition, is refused") {
    Program program = program_of({make(Opcode::add, 2, no, no), make(Opcode::add, 2, no, no)});
    CHECK_THROWS_AS(pass::check_words(program), pass::IllegalProgram);
    program = program_of({make(Opcode::add, 2, no, no)});
    program.body[0].src[1] = Word{7};
    CHECK_THROWS_AS(pass::check_words(program), pass::IllegalProgram);
    program.body[0].src[1] = Word{2};
    CHECK_THROWS_AS(pass::check_words(program), pass::IllegalProgram);
    program = program_of({make(Opcode::add, 2, no, no)});
    program.outputs[0].words[0] = Word{9};
    CHECK_THROWS_AS(pass::check_words(program), pass::IllegalProgram);
}

TEST_CASE("dead instructions and unread flags are removed") {
    Program program = program_of(
        {make(Opcode::add, 2, no, f0), make(Opcode::add, 3, f0, no), make(Opcode::mul_lo, 4, no, no)});
    program.outputs = {{"r", repr::word, {Word{2}}}};
    program = pass::remove_dead_code(program);
    REQUIRE(program.body.size() == 1);
    CHECK_FALSE(program.body[0].flag_out);
    // a word that nothing reads stays if its flag is needed
    program = program_of({make(Opcode::sub, 2, no, f0), make(Opcode::sub, 3, f0, no)});
    program.outputs = {{"r", repr::word, {Word{3}}}};
    CHECK(pass::remove_dead_code(program).body.size() == 2);
}

TEST_CASE("instructions that only an outline names are removed, and claims that name them") {
    Program program = program_of(
        {make(Opcode::add, 2, no, f0), make(Opcode::add, 3, f0, no), make(Opcode::mul_lo, 4, no, no)});
    program.outputs = {{"r", repr::word, {Word{2}}}};
    const auto word = [](uint32_t id) { return ir::ClaimSum{{1, {{Word{id}}}}}; };
    using Kind = ir::Claim::Kind;
    ir::ClaimSum both = word(2);
    both.push_back(word(4)[0]);
    program.outline.claims = {
        {Kind::equal, word(3), word(2)}, {Kind::equal, word(2), word(2)}, {Kind::at_most, both, word(2)}};
    program.outline.parts = {{{}, {{"t", {Word{3}}}}}, {{}, {{"r", {Word{2}}}}}};
    program.outline.middle = {{Word{4}}, 1};
    program = pass::remove_dead_code(program);
    REQUIRE(program.body.size() == 1);
    CHECK_FALSE(program.body[0].flag_out);
    // a term that is not negative may be dropped from the smaller side
    REQUIRE(program.outline.claims.size() == 2);
    CHECK(program.outline.claims[1].number.size() == 1);
    REQUIRE(program.outline.parts.size() == 1);
    CHECK(program.outline.parts[0].outputs[0].name == "r");
    CHECK(!program.outline.middle);
}

TEST_CASE("running the pipeline twice keeps instructions and claims unchanged") {
    Program program = program_of({make(Opcode::add, 2, no, f0), make(Opcode::add, 3, f0, no)});
    program.outputs = {{"r", repr::word, {Word{2}}}};
    program.outline.claims = {{ir::Claim::Kind::equal, {{1, {{Word{2}}}}}, {{1, {{Word{2}}}}}}};
    const Program once = pass::run_pipeline(program), twice = pass::run_pipeline(once);
    CHECK(once.outline.claims.size() == 1);
    CHECK(twice.outline.claims.size() == 1);
    CHECK(ir::dump(twice) == ir::dump(once));
}

TEST_CASE("equal instructions are merged unless a flag passes through them") {
    Program program = program_of({make(Opcode::bit_xor, 2, no, no), make(Opcode::bit_xor, 3, no, no),
                                  make(Opcode::add, 4, no, f0), make(Opcode::add, 5, f0, no)});
    program.body[3].src = {Word{2}, Word{3}, Operand(0u)};
    program = pass::share_common_words(program);
    REQUIRE(program.body.size() == 3);
    CHECK(program.body[2].src[1] == Operand(Word{2}));
    CHECK(program.outputs[1].words[0] == Operand(Word{2}));
    program = program_of(
        {make(Opcode::add, 2, no, f0), make(Opcode::add, 3, f0, f1), make(Opcode::add, 4, f1, no)});
    CHECK(pass::share_common_words(program).body.size() == 3);
}

TEST_CASE("the number of live words of a chain is counted") {
    // both operands and one more word: inputs die as sums are made
    CHECK(pass::peak_live_words(whole_programs("add", Width{256}, MulAlgorithm::rows)[0]) == 16);
    CHECK(pass::peak_live_words(whole_programs("neg", Width{256}, MulAlgorithm::rows)[0]) == 8);
}

}  // namespace limbsmith::test
