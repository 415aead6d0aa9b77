// Printed forms: each identity holds for all words of up to 4 bits and for edge words of 32 bits. Programs in
// safe forms are accepted, and wrong ones refused.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <vector>

#include "ir/builder.hpp"
#include "pass/pass.hpp"
#include "ptx/comparison.hpp"
#include "ptx/printed_forms.hpp"
#include "spec/representations.hpp"
#include "support/programs.hpp"
#include "support/seed.hpp"

namespace limbsmith::test {
namespace {

using ir::Opcode, ptx::Carry, ptx::PrintedForm, ptx::Term;

struct Result {
    uint64_t word;
    bool flag;
};

// Executes instructions on words of a given number of bits.
class Machine {
  public:
    explicit Machine(int bits) : bits_(bits), ones_((uint64_t{1} << bits) - 1) {}

    uint64_t ones() const { return ones_; }

    Result run(Opcode op, const std::array<uint64_t, 3>& src, bool carry) const {
        const auto [x, y, z] = src;
        switch (op) {
            case Opcode::add: return {(x + y + carry) & ones_, x + y + carry > ones_};
            case Opcode::sub: return {(x - y - carry) & ones_, x < y + carry};
            case Opcode::bit_and: return {x & y, false};
            case Opcode::bit_or: return {x | y, false};
            case Opcode::bit_xor: return {x ^ y, false};
            case Opcode::bit_not: return {ones_ - x, false};
            case Opcode::mul_lo: return {(x * y) & ones_, false};
            case Opcode::mul_hi: return {(x * y) >> bits_, false};
            case Opcode::mul_his: return {uint64_t(number(x) * number(y) >> bits_) & ones_, false};
            case Opcode::select: {
                uint64_t word = 0;
                for (int i = 0; i < bits_; ++i) word |= ((x >> i & 1 ? y : z) >> i & 1) << i;
                return {word, false};
            }
            default: FAIL("no instruction of a form"); return {};
        }
    }

  private:
    // The word as a two's complement number.
    int64_t number(uint64_t x) const { return int64_t(x) - (x >> (bits_ - 1) ? int64_t(ones_) + 1 : 0); }

    int bits_;
    uint64_t ones_;
};

bool has(const PrintedForm& form, Carry ptx::FormStep::*carry, Carry value) {
    return std::ranges::find(form.steps, value, carry) != form.steps.end();
}

// Checks the form against its instruction, with a borrow-in if the form takes one.
void check(const PrintedForm& form, const Machine& machine, std::array<uint64_t, 3> words, bool borrow) {
    std::array<uint64_t, static_cast<size_t>(Term::result) + 1> values{};
    const auto value = [&](Term term) -> uint64_t& { return values[static_cast<size_t>(term)]; };
    value(Term::one) = 1;
    value(Term::ones) = machine.ones();
    for (int i = 0; i < ir::arity(form.op); ++i) {
        const bool is_constant = form.src[i] == Term::zero || form.src[i] == Term::ones;
        is_constant ? words[i] = value(form.src[i]) : value(form.src[i]) = words[i];
    }
    const auto [x, y, z] = words;
    value(Term::minus_y) = value(Term::minus_nonzero_y) = (0 - y) & machine.ones();
    value(Term::x_plus_1) = (x + 1) & machine.ones();
    bool one = false, out = false;
    for (const ptx::FormStep& step : form.steps) {
        std::array<uint64_t, 3> src{};
        for (int i = 0; i < ir::arity(step.op); ++i) src[i] = value(step.src[i]);
        const bool carry = (step.carry_in == Carry::in && !borrow) || (step.carry_in == Carry::one && one);
        const auto [word, flag] = machine.run(step.op, src, carry);
        value(step.made) = word;
        if (step.carry_out == Carry::one) REQUIRE((one = flag));
        if (step.carry_out == Carry::out) out = flag;
    }
    const Result wanted = machine.run(form.op, words, borrow);
    REQUIRE(value(Term::result) == wanted.word);
    if (has(form, &ptx::FormStep::carry_out, Carry::out)) REQUIRE(out == !wanted.flag);
}

bool reads(const PrintedForm& form, Term term) {
    return std::ranges::any_of(form.steps, [&](const ptx::FormStep& step) {
        return std::ranges::find(step.src, term) != step.src.end();
    });
}

void check_all(const PrintedForm& form, const Machine& machine, const std::vector<uint64_t>& words) {
    CAPTURE(ir::name(form.op));
    for (const bool borrow : {false, true}) {
        if (borrow && !has(form, &ptx::FormStep::carry_in, Carry::in)) continue;
        for (const uint64_t x : words) {
            for (const uint64_t y : words) {
                if (y == 0 && reads(form, Term::minus_nonzero_y)) continue;
                for (const uint64_t z : words) {
                    check(form, machine, {x, y, z}, borrow);
                    if (ir::arity(form.op) == 2) break;
                }
            }
        }
    }
}

// Small changes to instructions and outputs, such as a faulty pass would make.
void change(ir::Program& program, std::mt19937_64& engine) {
    const auto below = [&](size_t count) { return engine() % count; };
    const size_t at = below(program.body.size());
    ir::Instruction& in = program.body[at];
    const auto other_word = [&] { return program.body[below(program.body.size())].dst; };
    switch (below(7)) {
        case 0: in.op = static_cast<Opcode>(below(ir::opcodes)); break;
        case 1: in.src[below(ir::arity(in.op))] = other_word(); break;
        case 2: in.src[below(ir::arity(in.op))] = ir::Operand(static_cast<uint32_t>(below(3)) - 1); break;
        case 3: std::swap(in.src[0], in.src[1]); break;
        case 4: in.flag_in.reset(); break;
        case 5: program.body.erase(program.body.begin() + static_cast<std::ptrdiff_t>(at)); break;
        case 6:
            ir::Output& output = program.outputs[below(program.outputs.size())];
            output.words[below(output.words.size())] = other_word();
    }
}

bool is_legal(const ir::Program& program) {
    try {
        pass::check_words(program);
        pass::check_flags(program);
    } catch (const pass::IllegalProgram&) {
        return false;
    }
    return true;
}

}  // namespace

TEST_CASE("each printed form is its instruction, for all words of 1 to 4 bits") {
    for (const int bits : {1, 2, 3, 4}) {
        CAPTURE(bits);
        const Machine machine(bits);
        std::vector<uint64_t> words;
        for (uint64_t word = 0; word <= machine.ones(); ++word) words.push_back(word);
        for (const PrintedForm& form : ptx::printed_forms()) check_all(form, machine, words);
    }
}

TEST_CASE("each printed form is its instruction, for words of 32 bits at the edges") {
    const std::vector<uint64_t> words{0,          1,          2,          0x7fff,     0x8000,     0xffff,
                                      0x10000,    0x55555555, 0x7fffffff, 0x80000000, 0x80000001, 0xaaaaaaaa,
                                      0xfffeffff, 0xffff0000, 0xfffffffe, 0xffffffff};
    for (const PrintedForm& form : ptx::printed_forms()) check_all(form, Machine(32), words);
}

TEST_CASE("a program in safe forms is the program, and none that differs is") {
    const uint64_t seed = test_seed();
    CAPTURE(seed);
    std::mt19937_64 engine(seed);
    std::vector<catalogue::Function> functions = catalogue::functions(whole_spec(Width{40}));
    const Modulus modulus = parse_modulus("2^61-1");
    for (catalogue::Function& function : catalogue::functions(modular_spec(modulus, Reduction::montgomery))) {
        functions.push_back(std::move(function));
    }
    size_t refused = 0;
    for (const auto& [program, algorithm, source, is_part, label] : functions) {
        CAPTURE(label);
        const ir::Program safe = pass::in_safe_forms(program);
        REQUIRE_FALSE(ptx::first_difference(safe, program));
        for (int k = 0; k < 40; ++k) {
            ir::Program changed = safe;
            change(changed, engine);
            const std::string text = dump(changed);
            if (text == dump(safe) || changed.body.empty() || !is_legal(changed)) continue;
            CAPTURE(text);
            REQUIRE(ptx::first_difference(changed, program));
            ++refused;
        }
    }
    CHECK(refused > 500);
}

TEST_CASE("forms that compilers translate wrongly are refused, and a borrow is not a carry") {
    ir::Builder builder("chain");
    const ir::Operand a = builder.input("a", repr::word, 1)[0], b = builder.input("b", repr::word, 1)[0];
    ir::Chain chain(builder);
    const ir::Operand low = chain.sub(a, b), mask = chain.sub(ir::Operand(0u), ir::Operand(0u)),
                      high = builder.emit(Opcode::mul_hi, a, b);
    builder.output("r", repr::num, {low, mask, high, builder.emit(Opcode::select, mask, a, b)});
    const ir::Program proved = std::move(builder).finish({}), safe = pass::in_safe_forms(proved);
    REQUIRE_FALSE(ptx::first_difference(safe, proved));
    CHECK(ptx::first_difference(proved, proved)->proved == dump(proved.body[0]));

    const auto changed = [&](Opcode op, auto change) {
        ir::Program program = safe;
        const auto last =
            std::ranges::find(program.body.rbegin(), program.body.rend(), op, &ir::Instruction::op);
        REQUIRE(last != program.body.rend());
        change(program.body, std::prev(last.base()));
        return ptx::first_difference(program, proved);
    };
    CHECK_FALSE(changed(Opcode::add, [](auto&, auto) {}));
    CHECK(changed(Opcode::add, [](auto&, auto in) { in->op = Opcode::sub; })->proved == dump(proved.body[1]));
    CHECK(changed(Opcode::mul_lo, [](auto& body, auto in) { body.erase(in); })->proved ==
          dump(proved.body[2]));
    CHECK(changed(Opcode::bit_or, [&](auto&, auto in) {
              *in = proved.body[3];
              in->src = {in->src[0], a, b};
          })->proved == dump(proved.body[3]));
}

}  // namespace limbsmith::test
