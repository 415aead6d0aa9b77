#include "sass/ptx_snippets.hpp"

#include <fmt/format.h>

#include <iterator>

namespace limbsmith::test {
namespace {

std::vector<PtxSnippet> make() {
    std::vector<PtxSnippet> all;
    const auto add = [&](size_t inputs, size_t outputs, const std::string& body) {
        all.push_back({fmt::format("snippet_{}", all.size()), inputs, outputs, body});
    };
    // sums: two carries, together and separate; negated terms with and without carries
    add(6, 3,
        "add.cc.u32 t0, i0, i1; addc.u32 t1, i2, i3; add.cc.u32 o0, t0, i4; addc.u32 o1, t1, i5; mov.u32 o2, "
        "t1;");
    add(3, 3, "add.cc.u32 t0, i0, i1; addc.u32 o1, 0, 0; add.cc.u32 o0, t0, i2; addc.u32 o2, 0, 0;");
    add(3, 2, "add.cc.u32 t0, i0, i1; addc.u32 t1, 0, 0; add.cc.u32 o0, t0, i2; addc.u32 o1, t1, 0;");
    add(4, 2,
        "add.cc.u32 t0, i0, i1; addc.u32 t1, 0, 0; add.cc.u32 t0, t0, i2; addc.u32 t1, t1, 0; sub.cc.u32 o0, "
        "t0, i3; "
        "subc.u32 o1, t1, 0;");
    add(3, 2, "sub.cc.u32 t0, i0, i1; subc.u32 t1, 0, 0; sub.cc.u32 o0, t0, i2; subc.u32 o1, t1, 0;");
    add(6, 3, "sub.cc.u32 o0, i0, i3; subc.cc.u32 o1, i1, i4; subc.u32 o2, i2, i5;");
    add(6, 4,
        "mov.b64 w0, {i0, i1}; mov.b64 w1, {i2, i3}; mov.b64 w2, {i4, i5}; add.u64 w3, w0, w1; sub.u64 w3, "
        "w3, w2; "
        "sub.u64 w4, w2, w0; sub.u64 w4, w4, w1; mov.b64 {o0, o1}, w3; mov.b64 {o2, o3}, w4;");
    add(6, 2,
        "mov.b64 w0, {i0, i1}; mov.b64 w1, {i2, i3}; mov.b64 w2, {i4, i5}; add.u64 w3, w0, w1; add.u64 w3, "
        "w3, w2; "
        "mov.b64 {o0, o1}, w3;");
    add(2, 2, "mov.b64 w0, {i0, i1}; neg.s64 w0, w0; mov.b64 {o0, o1}, w0;");
    add(3, 2, "neg.s32 t0, i0; not.b32 t1, i1; add.u32 o0, t0, t1; sub.u32 t2, t0, i2; sub.u32 o1, t2, i1;");
    add(2, 2, "add.cc.u32 o0, i0, 0xffffffff; addc.u32 o1, i1, 0xfffffff0;");
    // shifted terms: LEA, LEA.HI and their carries
    for (const int k : {1, 4, 17, 31}) {
        add(2, 2, fmt::format("shl.b32 t0, i0, {}; add.cc.u32 o0, t0, i1; addc.u32 o1, 0, 0;", k));
        add(2, 2, fmt::format("shl.b32 t0, i0, {}; sub.cc.u32 o0, i1, t0; subc.u32 o1, 0, 0;", k));
        add(2, 2,
            fmt::format("sub.u32 t1, 0, i0; shl.b32 t0, t1, {}; add.cc.u32 o0, t0, i1; addc.u32 o1, 0, 0;",
                        k));
        add(2, 1, fmt::format("shl.b32 t0, i0, {}; sub.u32 o0, i1, t0;", k));
        add(3, 2, fmt::format("shf.l.wrap.b32 t0, i0, i1, {}; add.cc.u32 o0, t0, i2; addc.u32 o1, 0, 0;", k));
        add(2, 1, fmt::format("shr.u32 t0, i0, {}; add.u32 o0, t0, i1;", k));
        add(2, 1, fmt::format("sub.u32 t0, 0, i0; shf.l.wrap.b32 t1, t0, 0, {}; add.u32 o0, t1, i1;", k));
        add(2, 1, fmt::format("sub.u32 t0, 0, i0; shf.r.wrap.b32 t1, t0, t0, {}; add.u32 o0, t1, i1;", k));
        add(3, 1, fmt::format("sub.u32 t0, 0, i0; shf.l.wrap.b32 t1, t0, i1, {}; add.u32 o0, t1, i2;", k));
        add(4, 2,
            fmt::format(
                "mov.b64 w0, {{i0, i1}}; mov.b64 w1, {{i2, i3}}; shl.b64 w0, w0, {}; add.u64 w2, w0, w1; "
                "mov.b64 {{o0, o1}}, w2;",
                k));
        add(4, 2,
            fmt::format(
                "mov.b64 w0, {{i0, i1}}; mov.b64 w1, {{i2, i3}}; shl.b64 w0, w0, {}; sub.u64 w2, w1, w0; "
                "mov.b64 {{o0, o1}}, w2;",
                k));
        add(3, 2,
            fmt::format("cvt.s64.s32 w0, i0; mov.b64 w1, {{i1, i2}}; shl.b64 w0, w0, {}; add.u64 w2, w0, w1; "
                        "mov.b64 {{o0, o1}}, w2;",
                        k));
        add(3, 2, fmt::format("add.cc.u32 o0, i0, i1; shl.b32 t0, i2, {}; addc.u32 o1, t0, i1;", k));
    }
    // products: low, wide, high, with carries and negated terms
    add(3, 3, "mad.lo.cc.u32 o0, i0, i1, i2; madc.hi.cc.u32 o1, i0, i1, i2; addc.u32 o2, 0, 0;");
    add(4, 2, "mul.wide.u32 w0, i0, i1; mov.b64 w1, {i2, i3}; add.u64 w0, w0, w1; mov.b64 {o0, o1}, w0;");
    add(4, 2, "mul.wide.s32 w0, i0, i1; mov.b64 w1, {i2, i3}; add.s64 w0, w0, w1; mov.b64 {o0, o1}, w0;");
    add(4, 2, "mul.wide.u32 w0, i0, i1; mov.b64 w1, {i2, i3}; sub.u64 w0, w0, w1; mov.b64 {o0, o1}, w0;");
    add(4, 3,
        "mul.wide.u32 w0, i0, i1; mov.b64 {t0, t1}, w0; add.cc.u32 o0, t0, i2; addc.cc.u32 o1, t1, i3; "
        "addc.u32 o2, 0, 0;");
    add(6, 4,
        "mul.wide.u32 w0, i0, i1; mov.b64 {t0, t1}, w0; mul.wide.u32 w1, i0, i2; mov.b64 {t2, t3}, w1; "
        "add.cc.u32 o0, t0, i3; addc.cc.u32 o1, t1, i4; addc.cc.u32 o2, t2, i5; addc.u32 o3, t3, 0;");
    add(3, 2, "mul.hi.u32 t0, i0, i1; add.cc.u32 o0, t0, i2; addc.u32 o1, 0, 0;");
    add(3, 2, "mul.hi.u32 t0, i0, i1; sub.cc.u32 o0, t0, i2; subc.u32 o1, 0, 0;");
    add(3, 1, "mad.hi.s32 o0, i0, i1, i2;");
    add(3, 3,
        "mul.lo.u32 o0, i0, 0x8001; mad.lo.u32 o1, i0, i1, i2; neg.s32 t0, i2; mad.lo.u32 o2, i0, i1, t0;");
    add(4, 2, "add.cc.u32 o0, i0, i1; madc.lo.u32 o1, i2, i3, i1;");
    add(4, 2, "add.cc.u32 o0, i0, i1; madc.hi.u32 o1, i2, i3, i1;");
    add(2, 4,
        "mul.wide.u32 w0, i0, 0xffffaaab; mul.wide.s32 w1, i1, -7; mov.b64 {o0, o1}, w0; mov.b64 {o2, o3}, "
        "w1;");
    add(4, 2, "mov.b64 w0, {i0, i1}; mov.b64 w1, {i2, i3}; mul.lo.u64 w2, w0, w1; mov.b64 {o0, o1}, w2;");
    add(4, 2, "mov.b64 w0, {i0, i1}; mov.b64 w1, {i2, i3}; mul.hi.u64 w2, w0, w1; mov.b64 {o0, o1}, w2;");
    add(4, 2, "mov.b64 w0, {i0, i1}; mov.b64 w1, {i2, i3}; mul.hi.s64 w2, w0, w1; mov.b64 {o0, o1}, w2;");
    // shifts, by constants and by words
    add(3, 6,
        "shl.b32 o0, i0, i2; shr.u32 o1, i0, i2; shr.s32 o2, i0, i2; shf.l.wrap.b32 o3, i0, i1, i2; "
        "shf.r.wrap.b32 o4, i0, i1, i2; shf.l.clamp.b32 o5, i0, i1, i2;");
    add(3, 1, "shf.r.clamp.b32 o0, i0, i1, i2;");
    add(3, 6,
        "mov.b64 w0, {i0, i1}; shl.b64 w1, w0, i2; shr.u64 w2, w0, i2; shr.s64 w3, w0, i2; mov.b64 {o0, o1}, "
        "w1; "
        "mov.b64 {o2, o3}, w2; mov.b64 {o4, o5}, w3;");
    add(2, 6,
        "mov.b64 w0, {i0, i1}; shl.b64 w1, w0, 13; shr.u64 w2, w0, 37; shr.s64 w3, w0, 5; mov.b64 {o0, o1}, "
        "w1; "
        "mov.b64 {o2, o3}, w2; mov.b64 {o4, o5}, w3;");
    add(2, 4, "shl.b32 o0, i0, 7; shr.u32 o1, i0, 9; shr.s32 o2, i0, 11; shf.r.wrap.b32 o3, i0, i1, 13;");
    // logic, bits, bytes
    add(3, 5,
        "and.b32 o0, i0, i1; or.b32 o1, i0, i2; xor.b32 o2, i1, i2; not.b32 o3, i0; lop3.b32 o4, i0, i1, i2, "
        "0xe8;");
    add(3, 2, "lop3.b32 o0, i0, i1, i2, 0x1b; lop3.b32 o1, i0, 0x0ff00ff0, i2, 0xca;");
    add(1, 5,
        "popc.b32 o0, i0; clz.b32 o1, i0; brev.b32 o2, i0; bfind.u32 o3, i0; bfind.shiftamt.u32 o4, i0;");
    add(2, 4,
        "prmt.b32 o0, i0, i1, 0x3276; prmt.b32 o1, i0, i1, 0xba98; prmt.b32 o2, i0, i1, 0x1c0d; "
        "prmt.b32 o3, i0, 0, i1;");
    // comparisons and selections
    for (const char* how : {"lt", "le", "gt", "ge", "eq", "ne"}) {
        for (const char* type : {"u", "s"}) {
            add(4, 2,
                fmt::format("setp.{0}.{1}32 p0, i0, i1; selp.u32 o0, i2, i3, p0; mov.b64 w0, {{i0, i1}}; "
                            "mov.b64 w1, {{i2, i3}}; setp.{0}.{1}64 p1, w0, w1; selp.u32 o1, 1, 7, p1;",
                            how, type));
        }
    }
    add(4, 4,
        "setp.lt.u32 p0, i0, i1; setp.eq.u32 p1, i2, i3; and.pred p2, p0, p1; or.pred p3, p0, p1; xor.pred "
        "p4, p0, p1; "
        "not.pred p5, p0; selp.u32 o0, 1, 0, p2; selp.u32 o1, 1, 0, p3; selp.u32 o2, 1, 0, p4; selp.u32 o3, "
        "1, 0, p5;");
    add(4, 2,
        "setp.lt.u32 p0, i0, i1; setp.gt.or.s32 p1, i2, i3, p0; setp.ne.and.u32 p2|p3, i0, i3, p1; "
        "selp.u32 o0, 5, i0, p2; selp.u32 o1, i1, 9, p3;");
    add(3, 2,
        "setp.ne.u32 p0, i0, 0; and.b32 t0, i1, i2; setp.ne.u32 p1, t0, 0; and.pred p2, p0, p1; mov.u32 o1, "
        "i1; "
        "@p0 add.u32 o1, i1, i2; selp.u32 o0, i0, t0, p2;");
    add(2, 4, "min.u32 o0, i0, i1; max.u32 o1, i0, i1; min.s32 o2, i0, i1; max.s32 o3, i0, i1;");
    add(3, 2, "min.u32 t0, i0, i1; max.u32 o0, t0, i2; abs.s32 o1, i0;");
    add(3, 2, "min.u32 t0, i0, i1; min.u32 o0, t0, i2; max.s32 t1, i0, i1; max.s32 o1, t1, i2;");
    add(3, 3,
        "add.u32 t0, i0, i1; min.u32 o0, t0, i0; sub.u32 t1, i0, i2; min.u32 o1, t1, i0; add.u32 t2, i1, 77; "
        "min.s32 o2, t2, i2;");
    // constants that are made as floating-point halves, and in other ways
    add(1, 8,
        "mov.u32 o0, 1; mov.u32 o1, 0x3c003c00; mov.u32 o2, 0x80000001; mov.u32 o3, 0x00010000; mov.u32 o4, "
        "0x7bfffbff; "
        "mov.u32 o5, 0x04000400; mov.u32 o6, 0xfffeaaac; xor.b32 o7, i0, 0x12345678;");
    // more predicates than there are registers for
    std::string many, sums;
    for (int k = 0; k < 10; ++k) many += fmt::format("setp.lt.u32 q{0}, i{0}, i{1}; ", k, (k + 3) % 10);
    for (int k = 0; k < 10; ++k) {
        sums +=
            fmt::format("sub.cc.u32 o{0}, i{0}, i{1}; subc.u32 t{0}, 0, 0; @q{0} add.u32 o{0}, o{0}, t{1}; ",
                        k, (k + 7) % 10);
    }
    add(10, 10, "mov.u32 t7, i3; mov.u32 t8, i1; mov.u32 t9, i2; " + many + sums);
    return all;
}

}  // namespace

const std::vector<PtxSnippet>& ptx_snippets() {
    static const std::vector<PtxSnippet> all = make();
    return all;
}

std::string ptx_module(const std::vector<PtxSnippet>& snippets) {
    std::string out = ".version 7.8\n.target sm_75\n.address_size 64\n";
    const auto to = std::back_inserter(out);
    for (const PtxSnippet& snippet : snippets) {
        fmt::format_to(to, ".visible .entry {}(.param .u64 result, .param .u64 input) {{\n", snippet.name);
        fmt::format_to(to,
                       ".reg .u64 to, from, w<6>;\n.reg .u32 i<{}>, o<{}>, t<10>;\n.reg .pred p<6>, q<10>;\n",
                       snippet.inputs, snippet.outputs);
        out += "ld.param.u64 to, [result];\nld.param.u64 from, [input];\n";
        for (size_t k = 0; k < snippet.inputs; ++k)
            fmt::format_to(to, "ld.global.u32 i{}, [from+{}];\n", k, 4 * k);
        out += snippet.body + "\n";
        for (size_t k = 0; k < snippet.outputs; ++k)
            fmt::format_to(to, "st.global.u32 [to+{}], o{};\n", 4 * k, k);
        out += "ret;\n}\n";
    }
    return out;
}

}  // namespace limbsmith::test
