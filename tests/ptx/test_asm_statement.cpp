// Tests of finding asm statements in a header.
#include <doctest/doctest.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "ptx/asm_statement.hpp"
#include "ptx/interpreter.hpp"

namespace limbsmith::test {
namespace {

using Words = std::vector<uint32_t>;

// One function in a header, its asm statement given.
std::vector<ptx::AsmStatement> parse_in_function(const std::string& text) {
    return ptx::parse_asm_statements("inline num add(const num& a, const num& b) {\n num r;\n" + text +
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
    const std::vector<ptx::AsmStatement> found = ptx::parse_asm_statements(header);
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
    CHECK(ptx::Statement(found[0]).run(Words{0xffffffff, 0xffffffff, 1, 0}) == Words{0, 0, 1});

    CHECK(found[1].function == "add");
    CHECK(found[1].index == 1);
    CHECK(found[2].function == "not_glo");
    CHECK(found[2].outputs[0].expression == "(c_glo)[COAL_IDX(1, tid)]");
    CHECK(found[2].inputs[0].expression == "(a_loc)[0]");
    CHECK(ptx::Statement(found[2]).run(Words{0x0f0f0f0f}) == Words{0xf0f0f0f0});
    CHECK(found[3].function == "one");
    CHECK(found[3].inputs.empty());
}

TEST_CASE("braces of an operand stay in the instruction") {
    const std::vector<ptx::AsmStatement> found = parse_in_function(
        "asm(\"{\\n\\t.reg .u64 d<1>; mul.wide.u32 d0, %2, %2; mov.b64 {%0,\\n %1}, d0;{}}\""
        " : \"=&r\"(low), \"=&r\"(high) : \"r\"(a.limb[0]));");
    REQUIRE(found.size() == 1);
    CHECK(found[0].instructions == std::vector<std::string>{"{", ".reg .u64 d<1>", "mul.wide.u32 d0, %2, %2",
                                                            "mov.b64 {%0, %1}, d0", "{", "}", "}"});
    CHECK(ptx::Statement(found[0]).run(Words{0xffffffff}) == Words{1, 0xfffffffe});
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
             "asm(\"{ mov.b64 {%0, %1}, d }\" : \"=&r\"(r), \"=&r\"(s));",
             "asm(\"mov.u32 %0 {, 1;\" : \"=r\"(r));",
             "asm(\"mov.u32 %0, 1;\\r\" : \"=r\"(r));",
             "asm(\"mov.u32 %0, 1;\" : [x] \"=r\"(r));",
             "asm(\"mov.u32 %0, 1;\" : \"=r\"(r),);",
             "asm(\"mov.u32 %0, 1;\" : \"=r\"(r)",
         }) {
        CAPTURE(text);
        CHECK_THROWS_AS(parse_in_function(text), std::runtime_error);
    }
    CHECK_THROWS_AS(ptx::parse_asm_statements("asm(\"mov.u32 %0, 1;\" : \"=r\"(r));"), std::runtime_error);
}

}  // namespace limbsmith::test
