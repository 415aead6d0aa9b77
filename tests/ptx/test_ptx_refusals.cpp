// Texts that the PTX interpreter must refuse.
#include <doctest/doctest.h>

#include <stdexcept>

#include "ptx/make_statement.hpp"

namespace limbsmith::test {

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

TEST_CASE("64-bit registers take part in wide products only") {
    CHECK_THROWS_WITH_AS(statement(1, 1, {".reg .u64 d", "mul.wide.u32 d, %1, 1", "mov.u32 %0, d"}),
                         "asm 0 of 'f': 'mov.u32 %0, d': d is 64 bits wide", std::runtime_error);
    for (const char* text : {
             "mul.wide.u32 t, %2, 1",
             "mul.wide.u32 %0, %2, 1",
             "mul.wide.u32 1, %2, 1",
             "mul.wide.u32 e, d, 1",
             "mul.wide.u32 e, %2, u",
             "mul.wide.u32 e, %2",
             "mul.wide.u32 e, %2, 1, 1",
             "mul.wide.cc.u32 e, %2, 1",
             "mul.wide.u16 e, %2, 1",
             "mul.wide.u32 e, %2, 4294967296",
             "add.u32 d, %2, 1",
             "add.u32 t, d, 1",
             "mad.lo.u32 t, %2, %2, d",
             "mov.b32 t, d",
             "mov.b64 e, d",
             "mov.b64 {t, u}, e",
             "mov.b64 {t, u}, %2",
             "mov.b64 {t, u}, t",
             "mov.b64 {t, u}, 1",
             "mov.b64 {t, t}, d",
             "mov.b64 {t, e}, d",
             "mov.b64 {t, 1}, d",
             "mov.b64 {t, %2}, d",
             "mov.b64 {t}, d",
             "mov.b64 {t, u, %0}, d",
             "mov.b64 {t, u, d",
             "mov.b64 t, u}, d",
             "mov.b64 {t, u}",
             "mov.b64 d, {t, u}",
             "mov.u32 {t, u}, d",
             "mov.b32 {t, u}, d",
             ".reg .u64 t",
             ".reg .u64 v, v",
             ".reg .s64 v",
         }) {
        CAPTURE(text);
        CHECK_THROWS_AS(statement(2, 1,
                                  {".reg .u32 t, u", ".reg .u64 d, e", "mul.wide.u32 d, %2, %2", text,
                                   "mov.b64 {%0, %1}, d"}),
                        std::runtime_error);
    }
    CHECK_THROWS_AS(statement(1, 0, {".reg .u64 d<2>", "mul.wide.u32 d2, 1, 1", "mov.u32 %0, 1"}),
                    std::runtime_error);
}

TEST_CASE("ill-formed statements are refused") {
    CHECK_THROWS_AS(statement(2, 0, {"mov.u32 %0, 1"}), std::runtime_error);
    CHECK_THROWS_AS(statement(1, 0, {"{", ".reg .u32 t", "mov.u32 t, 1", "}", "mov.u32 %0, t"}),
                    std::runtime_error);
    const ptx::AsmStatement bare{
        "f", 0, {".reg .u32 t", "mov.u32 t, 1", "mov.u32 %0, t"}, {{"=&r", "x"}}, {}};
    CHECK_THROWS_AS(ptx::Statement{bare}, std::runtime_error);
    CHECK_THROWS_AS(statement(1, 1, {"mov.u32 %0, %1"}).run({}), std::runtime_error);
}

}  // namespace limbsmith::test
