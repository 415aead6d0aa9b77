// The last pass: no form is left that compilers fold wrongly, and every word keeps its value.
#include <doctest/doctest.h>

#include <algorithm>
#include <random>

#include "emit/header.hpp"
#include "eval/eval.hpp"
#include "ir/builder.hpp"
#include "pass/pass.hpp"
#include "plan/field.hpp"
#include "ptx/asm_statement.hpp"
#include "spec/representations.hpp"
#include "support/programs.hpp"

namespace limbsmith::test {
namespace {

using ir::Builder, ir::Chain, ir::Opcode, ir::Operand, ir::Program;
using Words = std::vector<uint32_t>;

constexpr uint32_t edges[] = {0, 1, 2, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff};

bool has(const Program& program, Opcode op) {
    return std::ranges::any_of(program.body, [op](const ir::Instruction& in) { return in.op == op; });
}

// Compares the words of `program` in safe forms with `wanted`, for every choice of edges as inputs.
template <class Wanted>
void check(const Program& program, const Wanted& wanted) {
    const Program safe = pass::in_safe_forms(program);
    for (const Opcode op : {Opcode::sub, Opcode::select}) CHECK_FALSE(has(safe, op));
    eval::Interpreter machine(safe);
    Words input(program.inputs.size());
    size_t choices = 1;
    for (size_t i = 0; i < input.size(); ++i) choices *= std::size(edges);
    for (size_t choice = 0; choice < choices; ++choice) {
        size_t rest = choice;
        for (uint32_t& word : input) word = edges[rest % std::size(edges)], rest /= std::size(edges);
        CAPTURE(input[0]);
        REQUIRE(machine.run_one(input) == wanted(input));
    }
}

Operand word(Builder& builder, const char* name) { return builder.input(name, repr::word, 1)[0]; }

// A 128-bit number as `count` words.
Words words(unsigned __int128 value, size_t count) {
    Words all;
    for (size_t i = 0; i < count; ++i) all.push_back(static_cast<uint32_t>(value >> (32 * i)));
    return all;
}

}  // namespace

TEST_CASE("a subtraction chain that ends in a borrow mask has a safe form") {
    Builder builder("chain");
    const Operand a0 = word(builder, "a0"), a1 = word(builder, "a1"), b0 = word(builder, "b0"),
                  b1 = word(builder, "b1");
    Chain chain(builder);
    const Operand d0 = chain.sub(a0, b0), d1 = chain.sub(a1, b1), mask = chain.sub(Operand(0u), Operand(0u));
    builder.output("r", repr::num, {d0, d1, mask});
    check(std::move(builder).finish({}), [](const Words& i) {
        const uint64_t a = i[1] * (uint64_t{1} << 32) + i[0], b = i[3] * (uint64_t{1} << 32) + i[2];
        return words(static_cast<unsigned __int128>(a) - b, 3);
    });
}

TEST_CASE("a chain with constant operands has a safe form") {
    Builder builder("constants");
    const Operand a = word(builder, "a");
    Chain left(builder);
    const Operand x = left.sub(Operand(0u), a), above = left.sub(Operand(7u), Operand(0x80000000u));
    left.forget();
    Chain right(builder);
    const Operand y = right.sub(a, Operand(0u)), below = right.sub(a, Operand(0xffffffffu));
    builder.output("r", repr::num, {x, above, y, below});
    check(std::move(builder).finish({}), [](const Words& i) {
        return Words{0 - i[0], 7 - 0x80000000u - (i[0] > 0), i[0], i[0] + 1};
    });
}

TEST_CASE("a chain that begins with a constant is one of additions alone") {
    for (const uint32_t constant : {1u, 5u, 0x80000000u, 0xffffffffu}) {
        Builder builder("constant");
        const Operand a = word(builder, "a"), b = word(builder, "b");
        Chain chain(builder);
        const Operand d0 = chain.sub(a, Operand(constant)), d1 = chain.sub(b, Operand(0u)),
                      mask = chain.sub(Operand(0u), Operand(0u));
        builder.output("r", repr::num, {d0, d1, mask});
        const Program program = std::move(builder).finish({});
        CHECK(pass::in_safe_forms(program).body.size() == 3);
        check(program, [constant](const Words& i) {
            const uint64_t number = i[1] * (uint64_t{1} << 32) + i[0];
            return words(static_cast<unsigned __int128>(number) - constant, 3);
        });
    }
}

TEST_CASE("a subtraction within another chain leaves its carry alone") {
    Builder builder("within");
    const Operand a = word(builder, "a"), b = word(builder, "b"), c = word(builder, "c");
    Chain chain(builder);
    const Operand low = chain.add(a, b);
    const Operand difference = builder.emit(Opcode::sub, b, c),
                  negative = builder.emit(Opcode::sub, Operand(0u), a),
                  less = builder.emit(Opcode::sub, a, Operand(5u));
    const Operand high = chain.add(difference, Operand(0u));
    builder.output("r", repr::num, {low, high, negative, less});
    check(std::move(builder).finish({}), [](const Words& i) {
        const uint64_t sum = uint64_t{i[0]} + i[1];
        return Words{static_cast<uint32_t>(sum), i[1] - i[2] + static_cast<uint32_t>(sum >> 32), 0 - i[0],
                     i[0] - 5};
    });
}

TEST_CASE("selections between words and constants") {
    for (const uint32_t constant : {0u, 1u, 0xffffffffu}) {
        Builder builder("selections");
        const Operand bit = word(builder, "bit"), a = word(builder, "a"), b = word(builder, "b");
        const Operand mask = builder.emit(Opcode::sar, bit, Operand(31u)), c(constant);
        builder.output("r", repr::num,
                       {builder.emit(Opcode::select, mask, a, b), builder.emit(Opcode::select, mask, a, a),
                        builder.emit(Opcode::select, mask, a, c), builder.emit(Opcode::select, mask, c, b)});
        check(std::move(builder).finish({}), [constant](const Words& i) {
            const bool yes = i[0] >> 31;
            return Words{yes ? i[1] : i[2], i[1], yes ? i[1] : constant, yes ? constant : i[2]};
        });
    }
}

TEST_CASE("the high word of a product follows its low word in safe forms") {
    Builder builder("high");
    const Operand a = word(builder, "a"), b = word(builder, "b");
    builder.output("r", repr::num, {builder.emit(Opcode::mul_hi, a, b)});
    const Program program = std::move(builder).finish({});
    check(program, [](const Words& i) { return Words{static_cast<uint32_t>(uint64_t{i[0]} * i[1] >> 32)}; });
    const Program safe = pass::in_safe_forms(program);
    REQUIRE(safe.body.size() == 2);
    CHECK(safe.body[0].op == Opcode::mul_lo);
    CHECK(safe.body[0].src == safe.body[1].src);
}

TEST_CASE("no header prints forms that compilers fold wrongly") {
    std::vector<std::string> headers;
    for (const int bits : {20, 32, 131}) headers.push_back(emit::header(whole_spec(Width{bits})));
    for (const char* n : {"2^251+17*2^192+1", "2^255-19", "10^30", "2^96-2^64+1"}) {
        const Modulus modulus = parse_modulus(n);
        const Reduction reduction = plan::cheapest_reduction(modulus);
        headers.push_back(emit::header(modular_spec(modulus, reduction)));
    }
    for (const std::string& header : headers) {
        for (const ptx::AsmStatement& statement : ptx::parse_asm_statements(header)) {
            CAPTURE(statement.function);
            for (const std::string& line : statement.instructions) {
                for (const char* folded : {"sub", "neg", "mul.hi", "lop3"})
                    CHECK_FALSE(line.starts_with(folded));
            }
        }
    }
}

}  // namespace limbsmith::test
