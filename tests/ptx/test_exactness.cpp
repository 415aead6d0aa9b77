// The text of every kind of header is that of the proved programs. A changed text is refused, and the error says where.
#include <doctest/doctest.h>

#include <string>

#include "plan/field.hpp"
#include "ptx/printed_header.hpp"
#include "spec/error.hpp"
#include "spec/named_moduli.hpp"

namespace limbsmith::test {
namespace {

const MulChoice by_rows = MulAlgorithm::rows, by_columns = MulAlgorithm::schoolbook;

MulChoice by_karatsuba(int levels) { return {MulAlgorithm::karatsuba, levels}; }

void check(const Modulus& modulus, Reduction reduction, MulChoice mul = {}) {
    printed_header(modulus, reduction, "all", mul).require_same();
}

// The text with the first `from` after `after` replaced by `to`.
std::string with(std::string text, const std::string& after, const std::string& from, const std::string& to) {
    const size_t begin = text.find(after);
    REQUIRE(begin != text.npos);
    const size_t at = text.find(from, begin);
    REQUIRE(at != text.npos);
    return text.replace(at, from.size(), to);
}

void check_refused(const PrintedHeader& header, const std::string& text, const std::string& reason) {
    CAPTURE(reason);
    try {
        header.require_same(text);
        FAIL_CHECK("the text is taken for that of the proved programs");
    } catch (const Error& error) {
        CHECK(error.code() == Exit::refuted);
        CHECK(std::string(error.what()) == "the text is not what was proved: " + reason);
    }
}

}  // namespace

TEST_CASE("headers for widths print the proved programs") {
    for (const int bits : {1, 5, 20, 31, 32, 33, 64, 97, 131, 160, 239, 256, 521, 1024}) {
        printed_header(bits, "all", by_rows).require_same();
    }
    for (const int bits : {20, 131, 256}) printed_header(bits, "all", by_columns).require_same();
    printed_header(131, "all", by_karatsuba(1)).require_same();
    printed_header(512, "mul,sqr", by_karatsuba(3)).require_same();
}

TEST_CASE("headers of macros print the proved programs, on local and on global memory") {
    for (const int bits : {1, 32, 131, 256}) printed_header(bits, "all", {}, Style::macro).require_same();
}

TEST_CASE("headers for moduli print the proved programs") {
    for (const char* expression : {"3", "31", "2^32-1", "2^64+1", "2^127-1", "0xf7fab1dd", "@goldilocks",
                                   "@secp256k1.p", "@bn254.p", "@p256.p", "2^255-19"}) {
        const Modulus modulus = parse_modulus(expression);
        check(modulus, Reduction::montgomery);
        check(modulus, Reduction::barrett);
        if (!special_forms(modulus).empty()) check(modulus, Reduction::special);
    }
    for (const char* even : {"2", "2^131", "10^30"}) check(parse_modulus(even), Reduction::barrett);
    check(parse_modulus("@bls12_381.p"), Reduction::montgomery, by_columns);
    check(parse_modulus("@p521.p"), Reduction::montgomery, by_karatsuba(1));
    check(parse_modulus("2^512-569"), Reduction::montgomery);
}

TEST_CASE("headers for moduli that are given at run time print the proved programs") {
    for (const int bits : {2, 31, 32, 33, 131, 256}) {
        check(Modulus::at_run_time({bits}), Reduction::montgomery);
    }
}

TEST_CASE("a difference is refused with its function, its text, and the proved one") {
    const PrintedHeader header = printed_header(33, "add,and_,mul,mod_add");
    header.require_same();
    const auto changed = [&](const std::string& function, const std::string& from, const std::string& to) {
        return with(header.text, function + "(", from, to);
    };
    check_refused(header, changed(" and_", "and.b32 %1, %3, %5", "or.b32 %1, %3, %5"),
                  "and_: 'or.b32 %1, %3, %5' in place of w5 = and w1 w3");
    check_refused(header, changed(" and_", "a.limb[1]", "a.limb[2]"),
                  "and_: a.limb[2] is not a word of the function");
    check_refused(header, changed(" and_", "a.limb[1]", "a.limb[0]"), "and_: a.limb[0] is an operand twice");
    check_refused(header, changed(" and_", "\"=&r\"(r.limb[1])", "\"=&r\"(r.limb[0])"),
                  "and_: r.limb[0] is an operand twice");
    check_refused(
        header,
        changed(" and_", "\"=&r\"(r.limb[0]), \"=&r\"(r.limb[1])", "\"=&r\"(r.limb[1]), \"=&r\"(r.limb[0])"),
        "and_: another word in place of word 0 of r");
    check_refused(header, changed(" and_", "\"and.b32 %1, %3, %5;\\n\\t\"", ""),
                  "and_: asm 0 of 'and_': 'end of statement': output %1 is never written");
    check_refused(header, changed(" and_", "\"and.b32 %1", "\"not.b32 %1, %2; and.b32 %1"),
                  "and_: 'not.b32 %1, %2' in place of w5 = and w1 w3");
    check_refused(header, changed(" and_", "%5;", "%5; and.b32 %1, %3, %5;"),
                  "and_: 'and.b32 %1, %3, %5' in place of nothing");
}

TEST_CASE("each function has one statement in each form") {
    const PrintedHeader header = printed_header(33, "add,and_,or_");
    check_refused(header, with(header.text, "", " and_(", " and("), "and_ has no statement");
    check_refused(header, with(header.text, "", " and_(", " or_("), "and_ has no statement");
    const std::string more =
        "inline uint32_t f(uint32_t a) { uint32_t r; "
        "asm(\"not.b32 %0, %1;\" : \"=r\"(r) : \"r\"(a)); return r; }\n";
    check_refused(header, header.text + more, "f has a statement that was not proved");
    check_refused(printed_header(33, "and_,or_"), header.text, "add has a statement that was not proved");

    const PrintedHeader macros = printed_header(33, "add,mod_add", {}, Style::macro);
    const std::string add = "define n_add_glo(", mod_add = "define n_add_m_glo(";
    check_refused(macros, with(macros.text, add, "n_add_glo", "n_add_loc"), "n_add_glo has no statement");
    check_refused(macros, with(macros.text, mod_add, "COAL_IDX(0, tid)", "COAL_IDX(1, tid)"),
                  "n_add_m_glo: (c_glo)[COAL_IDX(1, tid)] is an operand twice");
    check_refused(macros, with(macros.text, mod_add, "(a_glo)", "(a_loc)"),
                  "n_add_m_glo: (a_loc)[COAL_IDX(0, tid)] is not a word of the function");
    check_refused(header, "void f() { asm volatile(\"\"); }",
                  "line 1, asm in 'f': '(' expected, found 'volatile'");
}

TEST_CASE("registers may have other names, and copies stand elsewhere") {
    const PrintedHeader header = printed_header(20, "mul");
    std::string text = header.text;
    for (size_t at = text.find("d0"); at != text.npos; at = text.find("d0", at)) text.replace(at, 2, "p");
    header.require_same(with(text, "asm", "d<1>", "p"));
}

}  // namespace limbsmith::test
