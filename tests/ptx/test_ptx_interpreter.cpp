// Tests of the PTX interpreter, with values computed by hand.
#include <doctest/doctest.h>

#include <string>

#include "ptx/make_statement.hpp"

namespace limbsmith::test {
namespace {

// The output of one instruction with constant sources.
uint32_t evaluate(const std::string& opcode, const std::string& sources) {
    return statement(1, 0, {opcode + " %0, " + sources}).run({}).at(0);
}

}  // namespace

TEST_CASE("instructions without the flag") {
    CHECK(evaluate("add.u32", "0xffffffff, 2") == 1);
    CHECK(evaluate("sub.u32", "1, 2") == 0xffffffff);
    CHECK(evaluate("mul.lo.u32", "0xffffffff, 0xffffffff") == 1);
    CHECK(evaluate("mul.hi.u32", "0xffffffff, 0xffffffff") == 0xfffffffe);
    CHECK(evaluate("mad.lo.u32", "0x10001, 0x10001, 5") == 0x20006);
    CHECK(evaluate("mad.hi.u32", "0x10001, 0x10001, 0xffffffff") == 0);
    CHECK(evaluate("mul.hi.s32", "0xffffffff, 0xffffffff") == 0);
    CHECK(evaluate("mul.hi.s32", "0x80000000, 0x80000000") == 0x40000000);
    CHECK(evaluate("mul.hi.s32", "0x80000000, 3") == 0xfffffffe);
    CHECK(evaluate("mad.hi.s32", "0xffffffff, 1, 5") == 4);
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
    CHECK(evaluate("shr.s32", "0x80000003, 1") == 0xc0000001);
    CHECK(evaluate("shr.s32", "0x80000003, 32") == 0xffffffff);
    CHECK(evaluate("shr.s32", "0x70000000, 28") == 7);
    CHECK(evaluate("shr.s32", "0x70000000, 99") == 0);
    CHECK(evaluate("shf.l.wrap.b32", "0x9abcdef0, 0x12345678, 4") == 0x23456789);
    CHECK(evaluate("shf.r.wrap.b32", "0x9abcdef0, 0x12345678, 4") == 0x89abcdef);
    CHECK(evaluate("shf.l.wrap.b32", "0x9abcdef0, 0x12345678, 0") == 0x12345678);
    CHECK(evaluate("shf.r.wrap.b32", "0x9abcdef0, 0x12345678, 32") == 0x9abcdef0);
    CHECK(evaluate("shf.l.wrap.b32", "0x9abcdef0, 0x12345678, 36") == 0x23456789);
    CHECK(evaluate("shf.r.wrap.b32", "0x9abcdef0, 0x12345678, 31") == 0x2468acf1);
}

TEST_CASE("lop3 reads every table") {
    // with these sources, bit i of the result is bit i of the table, for each of the 256 tables
    for (uint32_t table = 0; table < 256; ++table) {
        CHECK(evaluate("lop3.b32", "0xf0, 0xcc, 0xaa, " + std::to_string(table)) % 256 == table);
    }
    CHECK(evaluate("lop3.b32", "0xffff0000, 0x12345678, 0x9abcdef0, 0xca") == 0x1234def0);  // x ? y : z
    CHECK(evaluate("lop3.b32", "1, 2, 4, 0x01") == 0xfffffff8);  // none of the three
}

TEST_CASE("add and sub chains pass the flag") {
    const ptx::Statement add = statement(
        3, 4, {"add.cc.u32 %0, %3, %5", "addc.cc.u32 %1, %4, %6", "xor.b32 %0, %0, 0", "addc.u32 %2, 0, 0"});
    CHECK(add.run(Words{0xffffffff, 0xffffffff, 1, 0}) == Words{0, 0, 1});
    CHECK(add.run(Words{0xffffffff, 0, 1, 0}) == Words{0, 1, 0});
    CHECK(add.run(Words{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}) == Words{0xfffffffe, 0xffffffff, 1});

    const ptx::Statement sub =
        statement(3, 4, {"sub.cc.u32 %0, %3, %5", "subc.cc.u32 %1, %4, %6", "subc.u32 %2, 0, 0"});
    CHECK(sub.run(Words{0, 0, 1, 0}) == Words{0xffffffff, 0xffffffff, 0xffffffff});
    CHECK(sub.run(Words{0, 1, 1, 0}) == Words{0xffffffff, 0, 0});
    CHECK(sub.run(Words{0, 0xffffffff, 1, 0xffffffff}) == Words{0xffffffff, 0xffffffff, 0xffffffff});
}

TEST_CASE("mad chains pass the flag") {
    const ptx::Statement low = statement(2, 3, {"mad.lo.cc.u32 %0, %2, %3, %4", "madc.lo.u32 %1, 3, 5, 7"});
    CHECK(low.run(Words{0xffffffff, 0xffffffff, 0xffffffff}) == Words{0, 23});
    CHECK(low.run(Words{0xffffffff, 0xffffffff, 0xfffffffe}) == Words{0xffffffff, 22});

    const ptx::Statement high =
        statement(2, 3, {"mad.hi.cc.u32 %0, %2, %3, %4", "madc.hi.u32 %1, 0x10000, 0x30000, 7"});
    CHECK(high.run(Words{0xffffffff, 0xffffffff, 2}) == Words{0, 11});
    CHECK(high.run(Words{0xffffffff, 0xffffffff, 1}) == Words{0xffffffff, 10});

    // the largest sums carry only because of the flag
    const ptx::Statement tight = statement(3, 1,
                                           {"add.cc.u32 %0, %3, 1", "madc.lo.cc.u32 %1, 1, 1, 0xfffffffe",
                                            "madc.hi.cc.u32 %2, %3, %3, 1", "addc.u32 %0, 0, 0"});
    CHECK(tight.run(Words{0xffffffff}) == Words{1, 0, 0});
    CHECK(tight.run(Words{0}) == Words{0, 0xffffffff, 1});
}

TEST_CASE("instructions without .cc leave the flag alone") {
    const ptx::Statement kept =
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

    const ptx::Statement clean =
        statement(1, 0, {"add.cc.u32 %0, 1, 1", "madc.lo.cc.u32 %0, 1, 1, 1", "addc.u32 %0, 0, 0"});
    CHECK(clean.lost_flags() == 0);
    CHECK(clean.mixed_flags() == 0);

    const ptx::Statement mixed = statement(1, 0,
                                           {"add.cc.u32 %0, 0xffffffff, 1", "subc.cc.u32 %0, 5, 0",
                                            "madc.hi.cc.u32 %0, 1, 1, 1", "addc.u32 %0, 0, 0"});
    CHECK(mixed.mixed_flags() == 2);
    CHECK(statement(1, 0, {"add.cc.u32 %0, 0xffffffff, 1", "subc.u32 %0, 5, 0"}).run({}) == Words{4});
}

TEST_CASE("wide products are unpacked low word first") {
    const ptx::Statement square = statement(
        2, 1,
        {".reg .u64 d<2>, e", "mul.wide.u32 d1, %2, %2", "mul.wide.u32 e, 3, 5", "mov.b64 {%0, %1}, d1"});
    CHECK(square.run(Words{0xffffffff}) == Words{1, 0xfffffffe});
    CHECK(square.run(Words{0x10000}) == Words{0, 1});
    CHECK(square.run(Words{7}) == Words{49, 0});

    // neither instruction touches the flag; factors may be overwritten
    const ptx::Statement between =
        statement(2, 1,
                  {".reg .b64 d", "add.cc.u32 %0, %2, 1", "mul.wide.u32 d, %2, %2", "mov.b64 { %1 , %0 }, d",
                   "mul.wide.u32 d, %0, 2", "mov.b64 {%0, %1}, d", "addc.u32 %1, %1, 5"});
    CHECK(between.run(Words{0xffffffff}) == Words{0xfffffffc, 7});
    CHECK(between.run(Words{0x10000}) == Words{2, 5});
    CHECK(between.lost_flags() == 0);
}

TEST_CASE("registers have the scope of their braces") {
    const ptx::Statement nested = statement(1, 1,
                                            {".reg .b32 a, t<2>", "mov.u32 a, %1", "{", ".reg .u32 a",
                                             "mov.u32 a, 7", "mov.u32 t1, a", "}", "sub.u32 %0, a, t1"});
    CHECK(nested.run(Words{10}) == Words{3});
    CHECK(nested.run(Words{7}) == Words{0});
}

}  // namespace limbsmith::test
