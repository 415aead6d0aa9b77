// Text is read back as programs: a word for each value of a register, a flag for each value of CC.CF.
#include <doctest/doctest.h>

#include <initializer_list>
#include <stdexcept>
#include <string>

#include "ir/builder.hpp"
#include "ptx/reader.hpp"
#include "spec/representations.hpp"

namespace limbsmith::test {
namespace {

// Inputs a of two words and c of one; outputs r of two words and s of one.
ir::Program function() {
    ir::Builder builder("f");
    const auto a = builder.input("a", repr::num, 2);
    const auto c = builder.input("c", repr::word, 1);
    builder.output("r", repr::num, {a[0], a[1]});
    builder.output("s", repr::word, {c[0]});
    return std::move(builder).finish({});
}

// Operands %0 to %2 are s, r.limb[1], r.limb[0]; %3 to %5 are c, a.limb[1], a.limb[0].
std::string read(std::initializer_list<std::string> instructions) {
    ptx::AsmStatement statement{"f", 0, {"{", ".reg .u32 t<4>", ".reg .u64 d<2>"}, {}, {}};
    statement.instructions.insert(statement.instructions.end(), instructions);
    statement.instructions.emplace_back("}");
    for (const char* word : {"s", "r.limb[1]", "r.limb[0]"}) statement.outputs.push_back({"=&r", word});
    for (const char* word : {"c", "a.limb[1]", "a.limb[0]"}) statement.inputs.push_back({"r", word});
    const ptx::PrintedProgram printed = ptx::read_program(statement, function(), ptx::in_struct);
    CHECK(printed.lines.size() == printed.program.body.size());
    return dump(printed.program);
}

std::string program(const std::string& body, const std::string& r, const std::string& s) {
    return "program f\n  in  a = w0 w1\n  in  c = w2\n" + body + "  out r = " + r + "\n  out s = " + s + "\n";
}

}  // namespace

TEST_CASE("operands are read by their expressions, and copies leave no trace") {
    CHECK(read({"mov.u32 t0, %5", "mov.b32 %2, t0", "mov.u32 %1, 7", "mov.u32 %0, %4"}) ==
          program("", "w0 0x7", "w1"));
}

TEST_CASE("a register that is written twice is two words") {
    CHECK(read({"add.u32 t1, %5, %3", "xor.b32 t1, t1, %4", "not.b32 t1, t1", "mov.u32 %0, t1",
                "shf.l.wrap.b32 %1, t1, %4, 0xc", "mov.u32 %2, %0"}) ==
          program("  w3 = add w0 w2\n  w4 = xor w3 w1\n  w5 = not w4\n  w6 = shf_l w5 w1 0xc\n", "w5 w6",
                  "w5"));
}

TEST_CASE("a flag is read by the next instruction with .cc, whatever stands between") {
    CHECK(read({"mad.lo.cc.u32 %2, %5, %3, 1", "and.b32 t0, %5, %4", "madc.hi.cc.u32 %1, %5, %3, t0",
                "addc.u32 %0, 0, 0", "sub.cc.u32 t0, %4, %5", "subc.u32 %0, 0, %0"}) ==
          program("  w3, f0 = mad_lo w0 w2 0x1\n  w4 = and w0 w1\n  w5, f1 = mad_hi w0 w2 w4 f0\n"
                  "  w6 = add 0x0 0x0 f1\n  w7, f2 = sub w1 w0\n  w8 = sub 0x0 w6 f2\n",
                  "w3 w5", "w8"));
}

TEST_CASE("a wide product is read as its low and its high word") {
    CHECK(read({"mul.wide.u32 d1, %5, %4", "mul.wide.s32 d0, %3, 5", "mov.b64 {%2, t3}, d0",
                "mov.b64 {%1, %0}, d1"}) ==
          program("  w3 = mul_lo w0 w1\n  w4 = mul_hi w0 w1\n  w5 = mul_lo w2 0x5\n  w6 = mul_his w2 0x5\n",
                  "w5 w3", "w4"));
}

TEST_CASE("the smaller one of two words is read") {
    CHECK(read({"min.u32 t3, %3, %4", "min.u32 %2, t3, 7", "mov.u32 %1, t3", "mov.u32 %0, t3"}) ==
          program("  w3 = min w2 w1\n  w4 = min w3 0x7\n", "w4 w3", "w3"));
}

TEST_CASE("PTX that no program can contain is refused") {
    CHECK_THROWS_WITH_AS(read({"lop3.b32 %0, %3, %4, %5, 0xca", "mov.u32 %1, 0", "mov.u32 %2, 0"}),
                         "'lop3.b32 %0, %3, %4, %5, 0xca': not an instruction of a program",
                         std::runtime_error);
    CHECK_THROWS_AS(read({"mov.u32 %0, 0", "mov.u32 %1, 0"}), std::runtime_error);
}

}  // namespace limbsmith::test
