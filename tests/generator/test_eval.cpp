// The interpreter's instructions and contracts, compared with values computed by hand.
#include <doctest/doctest.h>

#include "eval/contract_value.hpp"
#include "eval/eval.hpp"
#include "eval/samples.hpp"
#include "ir/builder.hpp"
#include "spec/representations.hpp"

namespace limbsmith::test {
namespace {

using namespace ir;

uint32_t run(Opcode op, uint32_t x, uint32_t y, uint32_t z = 0) {
    Builder builder("one");
    const auto in = builder.input("a", repr::num, 3);
    builder.output("r", repr::word, {builder.emit(op, in[0], in[1], in[2])});
    const Program program = std::move(builder).finish({});
    const uint32_t words[] = {x, y, z};
    return eval::Interpreter(program).run_one(words)[0];
}

// The result of `op`, and the flag that it writes, as read by an instruction of the same kind.
std::vector<uint32_t> run_with_flag(Opcode op, uint32_t x, uint32_t y, uint32_t z = 0) {
    Builder builder("two");
    const auto in = builder.input("a", repr::num, 3);
    Chain chain(builder);
    const Operand word = chain.emit(op, in[0], in[1], in[2]);
    const Operand flag =
        op == Opcode::sub ? chain.sub(Operand(0u), Operand(0u)) : chain.add(Operand(0u), Operand(0u));
    builder.output("r", repr::num, {word, flag});
    const Program program = std::move(builder).finish({});
    const uint32_t words[] = {x, y, z};
    return eval::Interpreter(program).run_one(words);
}

using Words = std::vector<uint32_t>;
constexpr uint32_t ones = 0xffffffff;

}  // namespace

TEST_CASE("the interpreter adds, subtracts and multiplies with carries and borrows") {
    CHECK(run_with_flag(Opcode::add, 7, 8) == Words{15, 0});
    CHECK(run_with_flag(Opcode::add, ones, 1) == Words{0, 1});
    CHECK(run_with_flag(Opcode::sub, 8, 7) == Words{1, 0});
    CHECK(run_with_flag(Opcode::sub, 0, 1) == Words{ones, ones});
    CHECK(run_with_flag(Opcode::mad_lo, ones, ones, ones) == Words{0, 1});  // ones² = 0xfffffffe'00000001
    CHECK(run_with_flag(Opcode::mad_hi, ones, ones, 2) == Words{0, 1});
    CHECK(run_with_flag(Opcode::mad_hi, ones, ones, 1) == Words{ones, 0});
    CHECK(run(Opcode::mul_lo, ones, ones) == 1);
    CHECK(run(Opcode::mul_hi, ones, ones) == 0xfffffffe);
    CHECK(run(Opcode::mul_his, ones, ones) == 0);
    CHECK(run(Opcode::mul_his, 0x80000000, 0x80000000) == 0x40000000);
    CHECK(run(Opcode::mul_his, 0x80000000, 3) == 0xfffffffe);
    CHECK(run_with_flag(Opcode::mad_his, ones, 1, 5) == Words{4, 1});  // -1 + 5
}

TEST_CASE("the interpreter computes logic and shifts") {
    CHECK(run(Opcode::bit_and, 12, 10) == 8);
    CHECK(run(Opcode::bit_or, 12, 10) == 14);
    CHECK(run(Opcode::bit_xor, 12, 10) == 6);
    CHECK(run(Opcode::bit_not, 0, 0) == ones);
    CHECK(run(Opcode::min, 7, 0x80000000) == 7);
    CHECK(run(Opcode::min, ones, 0x7fffffff) == 0x7fffffff);
    CHECK(run(Opcode::select, 0xffff0000, 0x12345678, 0x9abcdef0) == 0x1234def0);
    CHECK(run(Opcode::shl, 1, 31) == 0x80000000);
    CHECK(run(Opcode::sar, 0x80000003, 1) == 0xc0000001);
    CHECK(run(Opcode::sar, 0x80000003, 32) == ones);
    CHECK(run(Opcode::sar, 0x70000000, 99) == 0);
    CHECK(run(Opcode::shl, 1, 32) == 0);
    CHECK(run(Opcode::shr, 0x80000000, 31) == 1);
    CHECK(run(Opcode::shr, ones, 32) == 0);
    CHECK(run(Opcode::shf_l, 0x80000000, 1, 1) == 3);
    CHECK(run(Opcode::shf_l, 5, 6, 32) == 6);
    CHECK(run(Opcode::shf_r, 0, 1, 1) == 0x80000000);
    CHECK(run(Opcode::shf_r, 5, 6, 64) == 5);
}

TEST_CASE("blocks of lanes give the results of single numbers") {
    Builder builder("sum");
    const auto a = builder.input("a", repr::num, 2);
    Chain chain(builder);
    builder.output("r", repr::num, {chain.add(a[0], a[0]), chain.add(a[1], a[1])});
    const Program program = std::move(builder).finish({});
    for (size_t count : {1, 31, 32, 33, 100}) {
        CAPTURE(count);
        Words in(2 * count), out(2 * count, 0xdeadbeef);
        for (size_t i = 0; i < in.size(); ++i)
            in[i] = static_cast<uint32_t>(0x9e3779b97f4a7c15u * (i + 1) >> 32);
        const eval::Column column{in.data(), count};
        eval::Interpreter interpreter(program);
        interpreter.run({&column, 1}, 0, count, out.data(), count);
        for (size_t k = 0; k < count; ++k) {
            const uint64_t twice = 2 * (uint64_t{in[count + k]} << 32 | in[k]);
            CHECK(out[k] == static_cast<uint32_t>(twice));
            CHECK(out[count + k] == static_cast<uint32_t>(twice >> 32));
        }
    }
}

TEST_CASE("expressions of contracts are evaluated") {
    const std::vector<std::string> names{"a", "b"};
    const std::vector<mpz_class> values{13, 5};
    const auto value = [&](const ExprPtr& expr) { return eval::Evaluator(*expr, names)(values); };
    CHECK(value((var("b") - var("a")) % pow2(4)) == 8);
    CHECK(value((var("b") - var("a")) % var("b")) == 2);
    CHECK(value(var("a") / var("b")) == 2);
    CHECK(value(var("a") / pow2(2)) == 3);
    CHECK(value(var("a") * exp2(var("b"))) == 416);
    CHECK(value((var("a") & var("b")) + (var("a") | var("b"))) == 18);
    CHECK(value(var("a") ^ var("b")) == 8);
    CHECK(value(less(var("b"), var("a")) + equal(var("a"), integer(13))) == 2);
    CHECK(value(if_else(integer(0), exp2(pow2(40)), var("b"))) == 5);  // the other side is not evaluated
    CHECK(to_string(*((var("a") + var("b")) % pow2(160))) == "(a + b) mod 2^160");
}

TEST_CASE("random samples stay below their bound and include its edges") {
    eval::Samples samples(1);
    for (int bits : {1, 2, 31, 32, 33, 131}) {
        const mpz_class bound = mpz_class(1) << bits;
        bool zero = false, top = false;
        for (int i = 0; i < 300; ++i) {
            const mpz_class edge = samples.edge(bound), value = samples.uniform(bound);
            CHECK((edge >= 0 && edge < bound));
            CHECK((value >= 0 && value < bound));
            zero |= edge == 0;
            top |= edge == bound - 1;
        }
        CHECK(zero);
        CHECK(top);
    }
}

}  // namespace limbsmith::test
