// Every fact that the table of instructions states holds: for all inputs of all small programs, and for words of 32
// bits.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cstdlib>
#include <functional>
#include <random>

#include "check/meaning.hpp"
#include "eval/eval.hpp"
#include "small_words.hpp"
#include "support/seed.hpp"

namespace limbsmith::test {
namespace {

using check::Fact;
using ir::Opcode, ir::opcodes;

// A polynomial that is quick to evaluate.
struct QuickFact {
    bool is_zero;
    std::vector<std::pair<Integer, check::Monomial>> terms;

    explicit QuickFact(const Fact& fact) : is_zero(fact.kind == Fact::Kind::zero) {
        for (const auto& [monomial, coefficient] : fact.polynomial.terms()) {
            const mpz_class high = coefficient >> 32;  // rounded down
            const mpz_class low = coefficient - (high << 32);
            terms.emplace_back((Integer{high.get_si()} << 32) + low.get_ui(), monomial);
        }
    }
    bool holds(const std::vector<Integer>& values) const {
        Integer sum = 0;
        for (const auto& [coefficient, monomial] : terms) {
            Integer term = coefficient;
            for (check::Variable variable : monomial) term *= values[variable];
            sum += term;
        }
        return is_zero ? sum == 0 : sum >= 0;
    }
};

// Facts of instructions `from` and later.
std::vector<QuickFact> facts_of(const ir::Program& program, int bits, size_t from) {
    check::Variables variables;
    const check::Meaning meaning(program, bits, variables);
    std::vector<QuickFact> result;
    for (; from < program.body.size(); ++from) {
        for (const Fact& fact : meaning.instructions()[from]) result.emplace_back(fact);
    }
    return result;
}

ir::Program empty_program(int inputs) {
    ir::Program program;
    program.name = "small";
    program.words = static_cast<uint32_t>(inputs);
    for (uint32_t i = 0; i < program.words; ++i)
        program.inputs.push_back({std::string(1, static_cast<char>('a' + i)), ir::number, {{i}}});
    program.contract.left = program.contract.right = ir::integer(0);
    return program;
}

// Calls visit(program) for every program with one more instruction: every opcode, all words and the constants as
// sources; every flag is read, or none, and a flag is written, or none.
void extend(const ir::Program& program, const std::vector<uint32_t>& constants,
            const std::function<void(const ir::Program&)>& visit) {
    std::vector<ir::Operand> operands;
    for (uint32_t id = 0; id < program.words; ++id) operands.push_back(ir::Word{id});
    for (uint32_t constant : constants) operands.push_back(ir::Operand(constant));
    ir::Program longer = program;
    ir::Instruction& in = longer.body.emplace_back();
    in.dst = {longer.words++};
    const std::function<void(int)> choose = [&](int source) {
        if (source < ir::arity(in.op)) {
            for (const ir::Operand& operand : operands) in.src[source] = operand, choose(source + 1);
            return;
        }
        const bool has_flags = ir::flag_kind(in.op) != ir::FlagKind::none;
        for (uint32_t reads = 0; reads <= (has_flags ? program.flags : 0); ++reads) {
            for (bool writes : {false, true}) {
                if (writes && !has_flags) continue;
                in.flag_in = reads > 0 ? std::optional(ir::Flag{reads - 1}) : std::nullopt;
                in.flag_out = writes ? std::optional(ir::Flag{program.flags}) : std::nullopt;
                longer.flags = program.flags + writes;
                visit(longer);
            }
        }
    };
    for (int op = 0; op < opcodes; ++op) {
        in.op = static_cast<Opcode>(op);
        in.src = {};
        choose(0);
    }
}

// Whether the facts of the last instruction hold for all inputs.
bool holds_for_all(const ir::Program& program, int bits) {
    const auto facts = facts_of(program, bits, program.body.size() - 1);
    std::vector<uint32_t> inputs(program.inputs.size());
    for (uint32_t all = 0; all < uint32_t{1} << (static_cast<size_t>(bits) * inputs.size()); ++all) {
        for (size_t i = 0; i < inputs.size(); ++i)
            inputs[i] = all >> (static_cast<size_t>(bits) * i) & ((uint32_t{1} << bits) - 1);
        const SmallRun run(program, bits, inputs);
        for (const QuickFact& fact : facts) {
            if (!fact.holds(run.values())) return false;
        }
    }
    return true;
}

// Checks one of `stride` programs of `length` instructions; all of them if LIMBSMITH_ALL_PROGRAMS is
// set. Facts of shorter programs are those of their extensions, so the last instruction is enough.
void check_all(int bits, int inputs, int length, const std::vector<uint32_t>& constants, size_t stride) {
    if (std::getenv("LIMBSMITH_ALL_PROGRAMS")) stride = 1;
    const size_t first = test_seed() % stride;
    size_t seen = 0, checked = 0;
    const std::function<void(const ir::Program&)> visit = [&](const ir::Program& program) {
        if (static_cast<int>(program.body.size()) < length) return extend(program, constants, visit);
        if (seen++ % stride != first) return;
        ++checked;
        if (!holds_for_all(program, bits)) FAIL_CHECK(bits, " bits: ", ir::dump(program));
    };
    visit(empty_program(inputs));
    MESSAGE(
        fmt::format("{} of {} programs of {} instructions over {}-bit words", checked, seen, length, bits));
    CHECK(checked > 1000);
}

}  // namespace

TEST_CASE("facts of the table hold for all programs of one instruction over small words") {
    check_all(4, 2, 1, {0, 1, 2, 3, 4, 5, 7, 8, 12, 15}, 1);
    check_all(3, 3, 1, {0, 1, 2, 3, 4, 6, 7}, 1);
    check_all(1, 3, 1, {0, 1}, 1);
}

TEST_CASE("facts of the table hold for all programs of two instructions over small words") {
    check_all(2, 2, 2, {1, 3}, 11);
    check_all(4, 1, 2, {3}, 5);
}

TEST_CASE("facts of the table hold for all programs of three instructions over small words") {
    check_all(2, 1, 3, {2}, 509);
}

TEST_CASE("facts of the table hold for words of 32 bits as the interpreter computes them") {
    std::mt19937 random(static_cast<unsigned>(test_seed()));
    const uint32_t corners[] = {0,  1,          2,          31,         32,         33,        63,
                                64, 0x7fffffff, 0x80000000, 0x80000001, 0xfffffffe, 0xffffffff};
    const auto draw = [&] {
        return random() % 3 == 0 ? static_cast<uint32_t>(random()) : corners[random() % 13];
    };
    const auto check_one = [&](const ir::Program& program) {
        const auto facts = facts_of(program, 32, 0);
        ir::Program with_output = program;
        with_output.outputs = {{"r", ir::number, {}}};
        for (uint32_t id = 0; id < program.words; ++id) with_output.outputs[0].words.push_back(ir::Word{id});
        eval::Interpreter interpreter(with_output);
        for (int round = 0; round < 40; ++round) {
            const std::vector<uint32_t> inputs{draw(), draw(), draw()};
            const SmallRun run(program, 32, inputs);
            const std::vector<uint32_t> words = interpreter.run_one(inputs);
            for (uint32_t id = 0; id < program.words; ++id) REQUIRE(run.word(id) == words[id]);
            for (const QuickFact& fact : facts) {
                if (!fact.holds(run.values())) FAIL_CHECK(ir::dump(program));
            }
        }
    };
    extend(empty_program(3), {corners[random() % 13], static_cast<uint32_t>(random() % 40)}, check_one);
}

}  // namespace limbsmith::test
