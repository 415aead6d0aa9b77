// The meanings of instructions: expected values are computed here by hand from the formulas, not by the
// interpreter.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "sass/snippet.hpp"

namespace limbsmith::test {
namespace {

constexpr uint32_t ones = 0xffffffff, top = 0x80000000;

struct Row {
    std::string instruction;
    std::vector<uint32_t> input;    // R10, R11, ...
    std::vector<uint32_t> results;  // R20, R21
    uint32_t in = 0, out = 0;       // predicates before and after, P0 the lowest bit
};

void check(const std::vector<Row>& rows) {
    for (const Row& row : rows) {
        std::vector<uint32_t> want = row.results;
        want.resize(2);
        want.push_back(row.out);
        CAPTURE(row.instruction);
        CHECK(run_snippet({row.instruction}, row.input, row.in) == want);
    }
}

}  // namespace

TEST_CASE("sums carry as integers do, a negated term as 2^32 - x") {
    check({
        {"IADD3 R20, P0, R10, R11, RZ", {1, 2}, {3}},
        {"IADD3 R20, P0, R10, R11, RZ", {ones, 1}, {0}, 0, 1},
        {"IADD3 R20, P0, P1, R10, R11, R12", {ones, ones, ones}, {ones - 2}, 0, 3},  // 3*2^32 - 3: two
                                                                                     // carries
        {"IADD3 R20, P0, P1, R10, R11, R12", {ones, 1, 5}, {5}, 0, 1},
        {"IADD3 R20, P0, R10, -R11, RZ", {5, 3}, {2}, 0, 1},       // no borrow
        {"IADD3 R20, P0, R10, -R11, RZ", {3, 5}, {ones - 1}},      // a borrow
        {"IADD3 R20, P0, R10, -R11, RZ", {7, 0}, {7}, 0, 1},       // 7 + 2^32
        {"IADD3 R20, P0, RZ, -R10, RZ", {0}, {0}, 0, 1},           // -0 carries
        {"IADD3 R20, P0, P1, -R10, -R11, RZ", {0, 0}, {0}, 0, 3},  // 2*2^32
        {"IADD3 R20, P0, R10, -0x1, RZ", {0}, {ones}},             // 0 + 2^32 - 1
        {"IADD3 R20, P0, R10, -0x1, RZ", {1}, {0}, 0, 1},
        {"IADD3 R20, P0, PT, R10, R11, RZ", {ones, 2}, {1}, 0, 1},  // as sm_120 prints it
        {"IADD3 R20, -R10, RZ, RZ", {1}, {ones}},
        {"IADD3.X R20, P0, R10, R11, RZ, P1, !PT", {ones, 0}, {0}, 2, 3},
        {"IADD3.X R20, R10, R11, RZ, P0, P1", {1, 2}, {5}, 3, 3},
        {"IADD3.X R20, P2, R10, ~R11, RZ, P0, !PT", {5, 3}, {2}, 1, 5},  // 5 + (2^32 - 4) + 1
        {"IADD3.X R20, P2, R10, ~R11, RZ, P0, !PT", {5, 3}, {1}, 0, 4},
        {"IADD3.X R20, P2, R10, ~R11, RZ, P0, !PT", {0, 0}, {ones}, 0, 0},
        {"IADD3.X R20, RZ, -0x1, RZ, P0, !PT", {}, {ones}},
        {"IADD R20, P0, R10, -R11", {4, 0}, {4}, 0, 1},
        {"IADD.X R20, P0, R10, ~R11, P1", {0, ones}, {1}, 2, 2},  // 0 + 0 + 1
        {"IADD.64 R20, R10, -R12", {0, 5, 1, 2}, {ones, 2}},
        {"VIADD R20, R10, 0xfffffffe", {3}, {1}},
        {"@P0 IADD3 R20, R10, R11, RZ", {1, 2}, {0}},  // not run
        {"@!P0 IADD3 R20, R10, R11, RZ", {1, 2}, {3}},
        {"@P0 IADD3 R20, R10, R11, RZ", {1, 2}, {3}, 1, 1},
    });
}

TEST_CASE("a shifted term is cut to 32 bits, then negated") {
    check({
        {"LEA R20, P0, R10, R11, 0x4", {0x10000001, 2}, {0x12}},     // the bits shifted out do not carry
        {"LEA R20, P0, R10, R11, 0x1", {0x7fffffff, 3}, {1}, 0, 1},  // 2^32 - 2 + 3
        {"LEA R20, P0, -R10, R11, 0x1e", {3, 5}, {0x40000005}},      // 5 + 2^32 - 3*2^30, no carry
        {"LEA R20, P0, -R10, R11, 0x1e", {1, 0xc0000000}, {0x80000000}, 0, 1},
        {"LEA R20, P0, -R10, R11, 0x1e", {4, 5}, {5}, 0, 1},  // 4*2^30 is cut to 0: 2^32 - 0
        {"LEA.X R20, R10, R11, 0x1, P0", {3, 4}, {11}, 1, 1},
        {"LEA.HI R20, R10, R11, RZ, 0x4", {0xabcdef01, 1}, {0xb}},  // 0xa + 1
        {"LEA.HI R20, R10, R11, R12, 0x8", {0x12345678, 0, 0x9abcdef0}, {0xbcdef012}},
        {"LEA.HI R20, P0, R10, 0xffffffff, RZ, 0x4", {0x20000000}, {1}, 0, 1},
        {"LEA.HI.X R20, P0, R10, R11, RZ, 0x6, P0", {0x4000000, ones}, {1}, 1, 1},
        {"LEA.HI.SX32 R20, R10, R11, 0x4", {0x80000000, 0}, {0xfffffff8}},
    });
}

TEST_CASE("products: low, wide and high, with terms of 32 or 64 bits") {
    check({
        {"IMAD R20, R10, R11, R12", {ones, ones, 5}, {6}},
        {"IMAD R20, R10, R11, -R12", {3, 4, 5}, {7}},
        {"IMAD.MOV.U32 R20, RZ, RZ, R10", {9}, {9}},
        {"IMAD.IADD R20, R10, 0x1, -R11", {9, 4}, {5}},
        {"IMAD.SHL.U32 R20, R10, 0x10, RZ", {0x12345678}, {0x23456780}},
        {"IMAD.X R20, RZ, RZ, -0x1, P0", {}, {0}, 1, 1},
        {"IMAD.U32.X R20, R10, 0x2, R11, P0", {3, 4}, {11}, 1, 1},
        {"IMAD.WIDE.U32 R20, R10, R11, RZ", {ones, ones}, {1, ones - 1}},
        {"IMAD.WIDE.U32 R20, P0, R10, R11, R12", {ones, ones, ones, 1}, {0, 0}, 0, 1},  // 2^64 - 2^33 + 1 +
                                                                                        // 2^33 - 1
        {"IMAD.WIDE.U32.X R20, P0, R10, R11, R12, P1", {2, 3, 4, 5}, {11, 5}, 2, 2},
        {"IMAD.WIDE.U32 R20, P0, R10, R11, -R12", {2, 3, 0, 0}, {6, 0}, 0, 1},  // 6 + 2^64 - 0
        {"IMAD.WIDE.U32 R20, P0, R10, R11, -R12", {2, 3, 7, 0}, {ones, ones}},
        {"IMAD.WIDE R20, R10, R11, RZ", {ones, 5}, {0xfffffffb, ones}},  // -1 * 5
        {"IMAD.WIDE R20, R10, -0x2, RZ", {3}, {0xfffffffa, ones}},
        {"IMAD.WIDE.U32 R20, R10, -0x2, RZ", {3}, {0xfffffffa, 2}},  // 3 * (2^32 - 2)
        {"IMAD.HI.U32 R20, R10, R11, RZ", {ones, ones}, {ones - 1}},
        {"IMAD.HI.U32 R20, P0, R10, R11, R12", {ones, 2, 0, ones}, {0}, 0, 1},  // 1 + 2^32 - 1
        {"IMAD.HI.U32 R20, R10, R11, R12", {top, 2, top, 3}, {4}},
        {"IMAD.HI.U32 R20, R10, R11, R12", {top, 1, top, 3}, {4}},  // 2^31 + 2^31 of the low words
        {"IMAD.HI R20, R10, R11, RZ", {ones, 5}, {ones}},
    });
}

TEST_CASE("shifts, logic and choices") {
    check({
        {"SHF.L.U32 R20, R10, 0x8, RZ", {0x12345678}, {0x34567800}},
        {"SHF.L.U32 R20, R10, R11, RZ", {1, 32}, {0}},
        {"SHF.L.W.U32.HI R20, R10, 0x8, R11", {0x12345678, 0x9abcdef0}, {0xbcdef012}},
        {"SHF.L.W.U32.HI R20, R10, R12, R11", {0x12345678, 0x9abcdef0, 40}, {0xbcdef012}},
        {"SHF.L.U32.HI R20, R10, 0x17, R11", {0x12345678, 1}, {0x00891a2b}},
        {"SHF.L.U64.HI R20, R10, R12, R11", {0x12345678, 0, 40}, {0x34567800}},
        {"SHF.R.U32.HI R20, RZ, 0x4, R10", {0x12345678}, {0x01234567}},
        {"SHF.R.U32.HI R20, RZ, R11, R10", {0x12345678, 99}, {0}},
        {"SHF.R.S32.HI R20, RZ, 0x1f, R10", {top}, {ones}},
        {"SHF.R.S32.HI R20, RZ, R11, R10", {top, 77}, {ones}},
        {"SHF.R.W.U32 R20, R10, 0x8, R11", {0x12345678, 0x9abcdef0}, {0xf0123456}},
        {"SHF.R.U64 R20, R10, 0x24, R11", {0x12345678, 0x9abcdef0}, {0x09abcdef}},
        {"LOP3.LUT R20, R10, R11, RZ, 0xc0, !PT", {0xff00ff00, 0x0ff00ff0}, {0x0f000f00}},
        {"LOP3.LUT R20, R10, R11, R12, 0xca, !PT", {0xff00ff00, 0x12345678, 0x9abcdef0}, {0x12bc56f0}},
        {"LOP3.LUT R20, RZ, R10, RZ, 0x33, !PT", {0x0f0f0f0f}, {0xf0f0f0f0}},
        {"LOP3.LUT P0, RZ, R10, R11, RZ, 0xc0, !PT", {1, 2}, {0}},
        {"LOP3.LUT P0, RZ, R10, R11, RZ, 0xc0, !PT", {3, 2}, {0}, 0, 1},
        {"PLOP3.LUT P2, PT, P0, P1, PT, 0x80, 0x8", {}, {}, 3, 7},
        {"PLOP3.LUT P2, PT, P0, P1, PT, 0x80, 0x8", {}, {}, 6, 2},
        {"PLOP3.LUT P2, P3, P0, P1, PT, 0x80, 0xc8", {}, {}, 2, 10},  // the second table: b and (a or c)
        {"SEL R20, R10, R11, P0", {1, 2}, {1}, 1, 1},
        {"SEL R20, R10, 0x7, !P0", {1}, {7}, 1, 1},
        {"PRMT R20, R10, 0x5410, R11", {0x12345678, 0x9abcdef0}, {0xdef05678}},
        {"PRMT R20, R10, 0xba98, R11", {0x8012f034, 0}, {0xff00ff00}},
        {"POPC R20, R10", {0xf0f00001}, {9}},
        {"BREV R20, R10", {0x00000003}, {0xc0000000}},
        {"FLO.U32 R20, R10", {0x00010000}, {16}},
        {"FLO.U32.SH R20, R10", {0x00010000}, {15}},
        {"FLO.U32 R20, R10", {0}, {ones}},
        {"IABS R20, R10", {ones - 4}, {5}},
        {"IABS R20, R10", {top}, {top}},
        {"VIMNMX.S32 R20, R10, R11, !PT", {ones, 1}, {1}},
        {"VIMNMX.U32 R20, R10, R11, PT", {ones, 1}, {1}},
        {"VIMNMX R20, R10, R11, PT", {ones, 1}, {ones}},
        {"IMNMX.U32 R20, R10, R11, !PT", {ones, 1}, {ones}},
        {"VIMNMX3.U32 R20, R10, R11, R12, PT", {7, ones, 5}, {5}},
        {"VIMNMX3 R20, R10, R11, R12, PT", {7, ones, 5}, {ones}},
        {"VIMNMX3.U32 R20, R10, R11, R12, !PT", {7, ones, 5}, {ones}},
        {"VIADDMNMX.U32 R20, R10, R11, R10, PT", {5, ones - 6}, {5}},  // 5 - 7 wraps
        {"VIADDMNMX.U32 R20, R10, R11, R10, PT", {9, ones - 6}, {2}},  // the sum is modulo 2^32
        {"VIADDMNMX.U32 R20, R10, -R11, R10, PT", {9, 7}, {2}},
        {"VIADDMNMX.U32 R20, R10, -R11, R10, PT", {9, 0}, {9}},
        {"VIADDMNMX R20, R10, R11, 0x4d, PT", {top, 1}, {top + 1}},
    });
}

TEST_CASE("comparisons") {
    check({
        {"ISETP.NE.AND P0, PT, R10, RZ, PT", {5}, {}, 0, 1},
        {"ISETP.LT.AND P0, P1, R10, R11, PT", {ones, 1}, {}, 2, 1},  // -1 < 1
        {"ISETP.LT.U32.AND P0, P1, R10, R11, PT", {ones, 1}, {}, 1, 2},
        {"ISETP.GE.U32.OR P0, PT, R10, R11, P1", {1, 2}, {}, 2, 3},
        {"ISETP.GE.U32.AND.EX P0, PT, R10, R11, PT, P1", {4, 4}, {}, 2, 3},
        {"ISETP.GE.U32.AND.EX P0, PT, R10, R11, PT, P1", {4, 4}, {}, 1, 0},
        {"ISETP.LT.U64.AND P0, PT, R10, R12, PT", {5, 1, 4, 2}, {}, 0, 1},
        {"ISETP.LT.S64.AND P0, PT, R10, R12, PT", {5, 1, 4, ones}, {}, 1, 0},
        {"ISETP.EQ.U32.AND.EX P0, PT, R10, R11, PT, P1", {4, 5}, {}, 2, 2},
        {"ISETP.NE.U32.AND.EX P0, PT, R10, R11, PT, P1", {4, 5}, {}, 0, 1},
    });
}

TEST_CASE("moves, constants and uniform registers") {
    check({
        {"MOV R20, 0xfffeaaac", {}, {0xfffeaaac}},
        {"HFMA2.MMA R20, -RZ, RZ, 0, 5.9604644775390625e-08", {}, {1}},
        {"HFMA2 R20, -RZ, RZ, -INF , +INF", {}, {0xfc007c00}},
        {"HFMA2 R20, -RZ, RZ, 1.9375, -0.0", {}, {0x3fc08000}},
        {"HFMA2 R20, -RZ, RZ, -0.00012105703353881836, 65504", {}, {0x87ef7bff}},
        {"P2R R20, PR, R10, 0x6", {0xf1}, {0xf7}, 7, 7},
    });
    const auto through = [](const std::string& instruction, uint32_t a, uint32_t b) {
        return run_snippet({"R2UR UR8, R10", "R2UR UR9, R11", instruction, "MOV.64 R20, UR10"}, {a, b});
    };
    CHECK(through("UIMAD.WIDE.U32 UR10, UR8, UR9, URZ", 0x10000, 0x30000) == std::vector<uint32_t>{0, 3, 0});
    CHECK(through("UMOV UR10, UR9", 1, 2)[0] == 2);
    CHECK(run_snippet({"R2UR UR8, R10", "UIADD3 UR10, UP0, UR8, -0x1, URZ",
                       "UIADD3.X UR11, UPT, UPT, URZ, URZ, URZ, UP0, !UPT", "MOV.64 R20, UR10",
                       "PLOP3.LUT P4, PT, PT, PT, UP0, 0x80, 0x8", "VOTEU.ANY UP1, !P4",
                       "USEL UR12, URZ, 0x1, !UP1", "@UP1 UMOV UR12, 0x5"},
                      {7}) == std::vector<uint32_t>{6, 1, 16});
}

TEST_CASE("branches lead forward, and predicated ends end") {
    const std::vector<std::string> code{"@P0 BRA `(.L_1)", "MOV R20, 0x1", ".L_1:", "MOV R21, 0x2"};
    CHECK(run_snippet(code, {}, 0) == std::vector<uint32_t>{1, 2, 0});
    CHECK(run_snippet(code, {}, 1) == std::vector<uint32_t>{0, 2, 1});
    // sm_75 does not say that addresses have 64 bits
    CHECK(run_snippet({"LDG.E.SYS R20, [R2+0x4]"}, {5, 7}) == std::vector<uint32_t>{7, 0, 0});
    const auto ended =
        sass::parse(listing({"@P1 EXIT", "MOV R1, 0x1", "LDC.64 R4, c[0x0][0x210]",
                             "STG.E desc[UR4][R4.64], R1", "EXIT", ".L_x_0:", "BRA `(.L_x_0)"}));
    CHECK(sass::Kernel(ended.at(0)).run({}, 1).at(0) == 0xdeadbeef);  // P1 is true at the start
}

TEST_CASE("an unknown machine instruction is refused by name") {
    const auto refusal = [](const std::string& instruction) -> std::string {
        try {
            run_snippet({instruction}, {});
        } catch (const std::runtime_error& error) {
            return error.what();
        }
        return "none";
    };
    for (const std::string text : {"FOO R20, R10",
                                   "IADD3.WRAP R20, R10, R11, RZ",
                                   "IADD3 R20, R10, R11",
                                   "IADD3 R20, R10, R11, RZ, R12",
                                   "IMAD R20, -R10, R11, RZ",
                                   "SHF.L R20, R10, 0x1, RZ",
                                   "LOP3.LUT R20, -R10, R11, RZ, 0xc0, !PT",
                                   "IADD3 R20, |R10|, R11, RZ",
                                   "MOV R20, c[0x0][0x999]",
                                   "MOV R20, c[0x3][0x0]",
                                   "HFMA2 R20, R10, R11, 0, 0",
                                   "HFMA2 R20, -RZ, RZ, 0, 1e-9",
                                   "S2R R20, SR_CLOCKLO",
                                   "ISETP.AND P0, PT, R10, R11, PT",
                                   "IMAD.WIDE R20, P0, R10, R11, RZ",
                                   "LDG.E R20, [R2]",
                                   "LDG.E.STRONG.SYS R20, [R2]",
                                   "STG.E desc[UR4][R4.64+0x400], R20",
                                   "BAR.SYNC 0x0",
                                   "IADD.X.64 R20, R10, R12, P0",
                                   "IADD3 R20, R10, R11, RZ, P0, !PT",
                                   "LEA.SX32 R20, R10, R11, 0x1",
                                   "IADD3 R300, R10, R11, RZ",
                                   "BRA `(.L_9)",
                                   "IADD3 R20, P0, 0x0, -RZ, -RZ"}) {
        const std::string message = refusal(text);
        CHECK_MESSAGE(message.find(text) != message.npos, text, " -> ", message);
    }
    const auto loop = sass::parse(listing({".L_1:", "MOV R1, R2", "BRA `(.L_1)", "EXIT"}));
    CHECK_THROWS_WITH(sass::Kernel(loop.at(0)), "snippet: BRA `(.L_1): a loop");
}

}  // namespace limbsmith::test
