// Tests of the PTX interpreter itself, against values worked out by hand and against the texts it must
// refuse.
#include <doctest/doctest.h>

#include <initializer_list>
#include <stdexcept>
#include <string>
#include <vector>

#include "ptx/asm_statement.hpp"
#include "ptx/ptx_interpreter.hpp"

namespace limbsmith::test {
namespace {

using Words = std::vector<uint32_t>;

// A statement with so many operands, its instructions between braces.
PtxStatement statement(size_t outputs, size_t inputs, std::initializer_list<std::string> instructions) {
    AsmStatement result{"f", 0, {"{"}, {}, {}};
    result.instructions.insert(result.instructions.end(), instructions);
    result.instructions.emplace_back("}");
    result.outputs.assign(outputs, {"=&r", "out"});
    result.inputs.assign(inputs, {"r", "in"});
    return PtxStatement(result);
}

// The one output of one instruction whose sources are constants.
uint32_t evaluate(const std::string& opcode, const std::string& sources) {
    return statement(1, 0, {opcode + " %0, " + sources}).run({}).at(0);
}

// One function in a header, its asm statement given.
std::vector<AsmStatement> parse_in_function(const std::string& text) {
    return parse_asm_statements("inline num add(const num& a, const num& b) {\n num r;\n" + text +
                                "\n return r;\n}\n");
}

const char* const header = R"(// A comment with asm("nothing") and a brace {
/* another asm volatile("x"); */
#pragma once
#define LIMBSMITH_FN __host__ __device__ __forceinline__
namespace u64 {
struct alignas(8) num { uint32_t limb[2]; };
inline constexpr uint64_t big = 1'000'000;
LIMBSMITH_FN num add(const num& a, const num& b, uint32_t& carry) {
    num r;
#if defined(__CUDA_ARCH__)
    asm("{\n\t"
        ".reg .u32 t<2>;\n\t"
        "add.cc.u32 %0, %3,  %5;\n\t"
        "addc.cc.u32 t1,%4, %6;\n\t" "addc.u32 %2, 0, 0;\n\t"
        "mov.u32 %1,\n\tt1;\n\t"
        "}"
        : "=&r"(r.limb[0]), "=&r"(r.limb[1]), "=&r"(carry)
        : "r"(a.limb[0]), "r"( a.limb[1] ), "r"(b.limb[0]), "r"(f(b.limb, (1))));
#else
    if (carry) { r = num{}; }
#endif
    return r;
}
LIMBSMITH_FN num add(const num& a, const num& b) {
    num r;
    if (big > 2) { asm("add.u32 %0, %1, %2;" : "=r"(r.limb[0]) : "r"(a.limb[0]), "r"(b.limb[0])); }
    return r;
}
}  // namespace u64
#define not_glo(c_glo, a_loc) \
    do { \
        asm("not.b32 %0, %1;" \
            : "=r"((c_glo)[COAL_IDX(1, tid)]) \
            : "r"((a_loc)[0])); \
    } while (0)
LIMBSMITH_FN uint32_t one() { uint32_t r; asm("mov.u32 %0, 1;" : "=&r"(r)); return r; }
)";

}  // namespace

TEST_CASE("asm statements are found with their functions and operands") {
    const std::vector<AsmStatement> found = parse_asm_statements(header);
    REQUIRE(found.size() == 4);

    CHECK(found[0].function == "add");
    CHECK(found[0].index == 0);
    CHECK(found[0].instructions == std::vector<std::string>{"{", ".reg .u32 t<2>", "add.cc.u32 %0, %3, %5",
                                                            "addc.cc.u32 t1,%4, %6", "addc.u32 %2, 0, 0",
                                                            "mov.u32 %1, t1", "}"});
    REQUIRE(found[0].outputs.size() == 3);
    CHECK(found[0].outputs[2].constraint == "=&r");
    CHECK(found[0].outputs[2].expression == "carry");
    REQUIRE(found[0].inputs.size() == 4);
    CHECK(found[0].inputs[1].expression == "a.limb[1]");
    CHECK(found[0].inputs[3].expression == "f(b.limb, (1))");
    CHECK(PtxStatement(found[0]).run(Words{0xffffffff, 0xffffffff, 1, 0}) == Words{0, 0, 1});

    CHECK(found[1].function == "add");
    CHECK(found[1].index == 1);
    CHECK(found[2].function == "not_glo");
    CHECK(found[2].outputs[0].expression == "(c_glo)[COAL_IDX(1, tid)]");
    CHECK(found[2].inputs[0].expression == "(a_loc)[0]");
    CHECK(PtxStatement(found[2]).run(Words{0x0f0f0f0f}) == Words{0xf0f0f0f0});
    CHECK(found[3].function == "one");
    CHECK(found[3].inputs.empty());
}

TEST_CASE("a statement that is not plain asm is refused, with its line and function") {
    CHECK_THROWS_WITH_AS(parse_in_function("asm volatile(\"mov.u32 %0, 1;\" : \"=r\"(r));"),
                         "line 3, asm in 'add': '(' expected, found 'volatile'", std::runtime_error);
    for (const char* text : {
             "asm(\"mov.u32 %0, 1;\" : \"=r\"(r) : : \"memory\");",
             "asm(\"mov.u32 %0, 1;\" : \"=r\"(r) : :);",
             "asm(\"mov.u32 %0, %0;\" : \"+r\"(r));",
             "asm(\"mov.u32 %0, 1;\" : \"=l\"(r));",
             "asm(\"mov.u32 %0, %1;\" : \"=r\"(r) : \"n\"(1));",
             "asm(\"mov.u32 %0, %1;\" : \"=r\"(r) : \"0\"(r));",
             "asm(\"mov.u32 %0, 1; mov.u32 %1, 1;\" : \"=&r\"(r), \"=r\"(s));",
             "asm(\"mov.u32 t, 1;\");",
             "asm(\"mov.u32 %0, 1\" : \"=r\"(r));",
             "asm(\"{ mov.u32 %0, 1 }\" : \"=r\"(r));",
             "asm(\"mov.u32 %0, 1;\\r\" : \"=r\"(r));",
             "asm(\"mov.u32 %0, 1;\" : [x] \"=r\"(r));",
             "asm(\"mov.u32 %0, 1;\" : \"=r\"(r),);",
             "asm(\"mov.u32 %0, 1;\" : \"=r\"(r)",
         }) {
        CAPTURE(text);
        CHECK_THROWS_AS(parse_in_function(text), std::runtime_error);
    }
    CHECK_THROWS_AS(parse_asm_statements("asm(\"mov.u32 %0, 1;\" : \"=r\"(r));"), std::runtime_error);
}

TEST_CASE("instructions without the flag") {
    CHECK(evaluate("add.u32", "0xffffffff, 2") == 1);
    CHECK(evaluate("sub.u32", "1, 2") == 0xffffffff);
    CHECK(evaluate("mul.lo.u32", "0xffffffff, 0xffffffff") == 1);
    CHECK(evaluate("mul.hi.u32", "0xffffffff, 0xffffffff") == 0xfffffffe);
    CHECK(evaluate("mad.lo.u32", "0x10001, 0x10001, 5") == 0x20006);
    CHECK(evaluate("mad.hi.u32", "0x10001, 0x10001, 0xffffffff") == 0);
    CHECK(evaluate("and.b32", "0b1100, 0b1010") == 8);
    CHECK(evaluate("or.b32", "0b1100, 0b1010") == 14);
    CHECK(evaluate("xor.b32", "0b1100, 0b1010") == 6);
    CHECK(evaluate("not.b32", "0xffff0000") == 0x0000ffff);
    CHECK(evaluate("mov.u32", "4294967295U") == 0xffffffff);
    CHECK(evaluate("mov.b32", "017") == 15);
}

TEST_CASE("shifts") {
    CHECK(evaluate("shl.b32", "0x80000003, 1") == 6);
    CHECK(evaluate("shl.b32", "3, 31") == 0x80000000);
    CHECK(evaluate("shl.b32", "3, 0") == 3);
    CHECK(evaluate("shl.b32", "3, 32") == 0);
    CHECK(evaluate("shl.b32", "3, 64") == 0);
    CHECK(evaluate("shr.u32", "0x80000003, 1") == 0x40000001);
    CHECK(evaluate("shr.u32", "0x80000003, 31") == 1);
    CHECK(evaluate("shr.u32", "0x80000003, 32") == 0);
    CHECK(evaluate("shr.u32", "0x80000003, 0xffffffff") == 0);
    CHECK(evaluate("shf.l.wrap.b32", "0x9abcdef0, 0x12345678, 4") == 0x23456789);
    CHECK(evaluate("shf.r.wrap.b32", "0x9abcdef0, 0x12345678, 4") == 0x89abcdef);
    CHECK(evaluate("shf.l.wrap.b32", "0x9abcdef0, 0x12345678, 0") == 0x12345678);
    CHECK(evaluate("shf.r.wrap.b32", "0x9abcdef0, 0x12345678, 32") == 0x9abcdef0);
    CHECK(evaluate("shf.l.wrap.b32", "0x9abcdef0, 0x12345678, 36") == 0x23456789);
    CHECK(evaluate("shf.r.wrap.b32", "0x9abcdef0, 0x12345678, 31") == 0x2468acf1);
}

TEST_CASE("lop3 reads every table") {
    // With these sources bit i of the result is bit i of the table, for each of the 256 tables.
    for (uint32_t table = 0; table < 256; ++table) {
        CHECK(evaluate("lop3.b32", "0xf0, 0xcc, 0xaa, " + std::to_string(table)) % 256 == table);
    }
    CHECK(evaluate("lop3.b32", "0xffff0000, 0x12345678, 0x9abcdef0, 0xca") == 0x1234def0);  // x ? y : z
    CHECK(evaluate("lop3.b32", "1, 2, 4, 0x01") == 0xfffffff8);  // none of the three
}

TEST_CASE("add and sub chains pass the flag") {
    const PtxStatement add = statement(
        3, 4, {"add.cc.u32 %0, %3, %5", "addc.cc.u32 %1, %4, %6", "xor.b32 %0, %0, 0", "addc.u32 %2, 0, 0"});
    CHECK(add.run(Words{0xffffffff, 0xffffffff, 1, 0}) == Words{0, 0, 1});
    CHECK(add.run(Words{0xffffffff, 0, 1, 0}) == Words{0, 1, 0});
    CHECK(add.run(Words{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}) == Words{0xfffffffe, 0xffffffff, 1});

    const PtxStatement sub =
        statement(3, 4, {"sub.cc.u32 %0, %3, %5", "subc.cc.u32 %1, %4, %6", "subc.u32 %2, 0, 0"});
    CHECK(sub.run(Words{0, 0, 1, 0}) == Words{0xffffffff, 0xffffffff, 0xffffffff});
    CHECK(sub.run(Words{0, 1, 1, 0}) == Words{0xffffffff, 0, 0});
    CHECK(sub.run(Words{0, 0xffffffff, 1, 0xffffffff}) == Words{0xffffffff, 0xffffffff, 0xffffffff});
}

TEST_CASE("mad chains pass the flag") {
    const PtxStatement low = statement(2, 3, {"mad.lo.cc.u32 %0, %2, %3, %4", "madc.lo.u32 %1, 3, 5, 7"});
    CHECK(low.run(Words{0xffffffff, 0xffffffff, 0xffffffff}) == Words{0, 23});
    CHECK(low.run(Words{0xffffffff, 0xffffffff, 0xfffffffe}) == Words{0xffffffff, 22});

    const PtxStatement high =
        statement(2, 3, {"mad.hi.cc.u32 %0, %2, %3, %4", "madc.hi.u32 %1, 0x10000, 0x30000, 7"});
    CHECK(high.run(Words{0xffffffff, 0xffffffff, 2}) == Words{0, 11});
    CHECK(high.run(Words{0xffffffff, 0xffffffff, 1}) == Words{0xffffffff, 10});

    // The flag alone carries out of the largest sums.
    const PtxStatement tight = statement(3, 1,
                                         {"add.cc.u32 %0, %3, 1", "madc.lo.cc.u32 %1, 1, 1, 0xfffffffe",
                                          "madc.hi.cc.u32 %2, %3, %3, 1", "addc.u32 %0, 0, 0"});
    CHECK(tight.run(Words{0xffffffff}) == Words{1, 0, 0});
    CHECK(tight.run(Words{0}) == Words{0, 0xffffffff, 1});
}

TEST_CASE("instructions without .cc leave the flag alone") {
    const PtxStatement kept =
        statement(2, 1,
                  {".reg .u32 t", "add.cc.u32 t, %2, 1", "add.u32 t, 1, 1", "sub.u32 t, 0, 1",
                   "mad.lo.u32 t, t, t, t", "addc.u32 %0, 0, 0", "addc.u32 %1, 0xffffffff, 0"});
    CHECK(kept.run(Words{0xffffffff}) == Words{1, 0});
    CHECK(kept.run(Words{0}) == Words{0, 0xffffffff});
    CHECK(kept.lost_flags() == 0);
}

TEST_CASE("lost and mixed flags are counted") {
    CHECK(statement(1, 0, {"add.cc.u32 %0, 1, 1"}).lost_flags() == 1);
    CHECK(statement(1, 0, {"add.cc.u32 %0, 1, 1", "sub.cc.u32 %0, 1, 1", "subc.u32 %0, 0, 0"}).lost_flags() ==
          1);
    CHECK(statement(1, 0, {"add.cc.u32 %0, 1, 1", "addc.cc.u32 %0, 1, 1"}).lost_flags() == 1);

    const PtxStatement clean =
        statement(1, 0, {"add.cc.u32 %0, 1, 1", "madc.lo.cc.u32 %0, 1, 1, 1", "addc.u32 %0, 0, 0"});
    CHECK(clean.lost_flags() == 0);
    CHECK(clean.mixed_flags() == 0);

    const PtxStatement mixed = statement(1, 0,
                                         {"add.cc.u32 %0, 0xffffffff, 1", "subc.cc.u32 %0, 5, 0",
                                          "madc.hi.cc.u32 %0, 1, 1, 1", "addc.u32 %0, 0, 0"});
    CHECK(mixed.mixed_flags() == 2);
    CHECK(statement(1, 0, {"add.cc.u32 %0, 0xffffffff, 1", "subc.u32 %0, 5, 0"}).run({}) == Words{4});
}

TEST_CASE("registers have the scope of their braces") {
    const PtxStatement nested = statement(1, 1,
                                          {".reg .b32 a, t<2>", "mov.u32 a, %1", "{", ".reg .u32 a",
                                           "mov.u32 a, 7", "mov.u32 t1, a", "}", "sub.u32 %0, a, t1"});
    CHECK(nested.run(Words{10}) == Words{3});
    CHECK(nested.run(Words{7}) == Words{0});
}

TEST_CASE("ill-formed instructions are refused") {
    CHECK_THROWS_WITH_AS(statement(1, 0, {"mov.u64 %0, 1"}),
                         "asm 0 of 'f': 'mov.u64 %0, 1': unknown instruction", std::runtime_error);
    for (const char* text : {
             "",
             "add.s32 %0, %1, %1",
             "add.cc.b32 %0, %1, %1",
             "mul.lo.cc.u32 %0, %1, %1",
             "mad.cc.lo.u32 %0, %1, %1, %1",
             "mul.wide.u32 %0, %1, %1",
             "shf.l.clamp.b32 %0, %1, %1, 1",
             "@p mov.u32 %0, 1",
             "mov.u32",
             "mov.u32 %0",
             "mov.u32 %0, %1, %1",
             "mov.u32 %0, ",
             "mad.lo.u32 %0, %1, %1",
             "mov.u32 %0, %2",
             "mov.u32 %0, %",
             "mov.u32 %0, %1x",
             "mov.u32 %1, 1",
             "mov.u32 1, %1",
             "mov.u32 %0, 4294967296",
             "mov.u32 %0, 0x100000000",
             "mov.u32 %0, -1",
             "mov.u32 %0, 09",
             "mov.u32 %0, 0x",
             "mov.u32 %0, u",
             "mov.u32 %0, t",
             "mov.u32 %0, [t]",
             "mov.u32 %0, %0",
             "lop3.b32 %0, %1, %1, %1, 256",
             "lop3.b32 %0, %1, %1, %1, %1",
             "addc.u32 %0, %1, %1",
             "subc.cc.u32 %0, %1, %1",
             "madc.lo.u32 %0, %1, %1, %1",
             ".reg .u64 v",
             ".reg .u32 t",
             ".reg .u32 v, v",
             ".reg .u32 v<2>, v1",
             ".reg .u32 v<2",
             ".reg .u32 %v",
             ".reg .u32",
             "}",
             "{",
         }) {
        CAPTURE(text);
        CHECK_THROWS_AS(statement(1, 1, {".reg .u32 t", text, "mov.u32 %0, 1"}), std::runtime_error);
    }
}

TEST_CASE("ill-formed statements are refused") {
    CHECK_THROWS_AS(statement(2, 0, {"mov.u32 %0, 1"}), std::runtime_error);
    CHECK_THROWS_AS(statement(1, 0, {"{", ".reg .u32 t", "mov.u32 t, 1", "}", "mov.u32 %0, t"}),
                    std::runtime_error);
    const AsmStatement bare{"f", 0, {".reg .u32 t", "mov.u32 t, 1", "mov.u32 %0, t"}, {{"=&r", "x"}}, {}};
    CHECK_THROWS_AS(PtxStatement{bare}, std::runtime_error);
    CHECK_THROWS_AS(statement(1, 1, {"mov.u32 %0, %1"}).run({}), std::runtime_error);
}

}  // namespace limbsmith::test
