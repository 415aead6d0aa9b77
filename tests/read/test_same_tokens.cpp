// Texts that are spelled otherwise than limbsmith prints them, whether they mean the same or not.
#include <doctest/doctest.h>

#include <algorithm>
#include <regex>
#include <string>

#include "emit/header.hpp"
#include "mutate/subjects.hpp"
#include "read/same_tokens.hpp"

namespace limbsmith::test {
namespace {

const std::string& printed() {
    static const std::string text = emit::header(subject("2^62-57", Reduction::montgomery, "m62"));
    return text;
}

// The first place of `from` changed.
std::string with(const std::string& from, const std::string& to) {
    const size_t at = printed().find(from);
    REQUIRE(at != std::string::npos);
    return std::string(printed()).replace(at, from.size(), to);
}

// The line and the reason; 0 if there is no difference.
struct Refusal {
    uint32_t line = 0;
    std::string reason{};
};
Refusal refusal(const std::string& text) {
    try {
        read::require_tokens(text, printed());
    } catch (const read::Difference& difference) {
        return {difference.line, difference.what()};
    } catch (const read::Unreadable& error) {
        return {error.line, error.what()};
    }
    return {};
}
// The text with the change is refused, in the line of the change.
Refusal refused(const std::string& from, const std::string& to) {
    CAPTURE(to);
    CAPTURE(from);
    REQUIRE(printed().find(from) != std::string::npos);
    const auto end = printed().begin() + static_cast<std::ptrdiff_t>(printed().find(from));
    const auto line = static_cast<uint32_t>(1 + std::count(printed().begin(), end, '\n'));
    const Refusal made = refusal(with(from, to));
    const auto lines = static_cast<uint32_t>(std::count(to.begin(), to.end(), '\n'));
    CHECK(made.line >= line);
    CHECK(made.line <= line + lines);
    return made;
}

TEST_CASE("a comment stays with its code, a pragma has one string") {
    const std::string header = emit::header(subject("2^62-57", Reduction::montgomery, "m62"));
    // behind code, and above the code below
    const auto moved = [&](const char* comment, const char* to) {
        CAPTURE(comment);
        const std::regex place(comment);
        REQUIRE(std::regex_search(header, place));
        const std::string text =
            std::regex_replace(header, place, to, std::regex_constants::format_first_only);
        CHECK(refusal(text).reason.find("at another line of code") != std::string::npos);
    };
    moved("; +// ", ";\n// ");
    moved("\\}\n+// ", "} // ");
    const std::string pragma = "_Pragma(\"";
    const size_t at = header.find(pragma);
    REQUIRE(at != std::string::npos);
    std::string split = header;
    split.insert(at + pragma.size() + 2, "\" \"");
    CHECK(refusal(split).reason.find("in place of '\"unroll") != std::string::npos);
}

TEST_CASE("spaces, line ends and the breaks of a formatter change no token") {
    const auto accepts = [](const std::string& text) { CHECK(refusal(text).reason == ""); };
    accepts(printed());
    accepts(std::regex_replace(printed(), std::regex("\n"), "\r\n"));
    accepts(std::regex_replace(printed(), std::regex("    "), "\t"));
    accepts(std::regex_replace(printed(), std::regex("; cc = |\\) \\{"), "\n$&"));
    accepts(with("#include <stdint.h>", "#  include\t<stdint.h>"));
    accepts(with(".reg .u32", ".reg \" \n \".u32"));
    accepts(with("// Every straight-line", "// Every\n//\n//straight-line"));
}

TEST_CASE("another spelling of code is a difference") {
    refused("#include <stdint.h>", "#include < stdint.h>");
    refused("#include <stdint.h>", "#include \"stdint.h\"");
    refused("#include <stdint.h>", "#include <stdint.h>\n#pragma once");
    refused("#include <stdint.h>", "#line 1 \"x\"\n#include <stdint.h>");
    refused("LIMBSMITH_FN elem zero()", "_Pragma(\"x\") LIMBSMITH_FN elem zero()");
    refused("LIMBSMITH_FN elem zero()", "[[nodiscard]] LIMBSMITH_FN elem zero()");
    refused("LIMBSMITH_FN elem zero()", "LIMBSMITH_FN elem zero(void)");
    refused("bits = 62", "bits = 0x3e");
    refused("bits = 62", "bits = 62u");
    refused("bits = 62", "bits = 6'2");
    refused("bits = 62", "bits = (62)");
    refused("bits = 62", "bits = 62 /* at most */");
    refused("constexpr int bits", "constexpr signed bits");
    refused("uint64_t(a.limb[0])", "(uint64_t)a.limb[0]");
    refused("a.limb[0]", "a.limb[0u]");
    refused("a.limb[0]", "a.limb<:0:>");
    refused("a.limb[0]", "(a.limb[0])");
    refused("return r;", "return(r);");
    refused("return r;", "return r;;");
    refused("#define LIMBSMITH_FN inline", "#define LIMBSMITH_FN() inline");
}

TEST_CASE("another spelling within an asm statement is a difference, in its own line") {
    const auto asm_refuses = [](const std::string& from, const std::string& to) {
        const Refusal made = refused(from, to);
        CHECK(made.reason.find(" in place of '") != std::string::npos);
    };
    asm_refuses(", 0xffffffff", ", 4294967295");
    asm_refuses(", 0xffffffff", ", 0xFFFFFFFF");
    asm_refuses(", 0xffffffff", ", 0xffffffffU");
    asm_refuses(", 0;", ", 00;");
    asm_refuses(", %2", ",%2");
    asm_refuses(", %2", ", %02");
    asm_refuses("mul.lo.u32", "mul.lo.s32");
    asm_refuses(".reg .u32", ".reg .b32");
    asm_refuses(".reg .u32", ".reg  .u32");
    asm_refuses(";\\n\\t\"", ";\\n\"");
    asm_refuses(";\\n\\t\"", "; // all is well\\n\\t\"");
    asm_refuses("add.cc.u32", "sub.cc.u32");
}

TEST_CASE("comments that promise more, or less, are a difference") {
    refused("// requires: a, b < N", "// requires: b, a < N");
    refused("// requires: a, b < N", "// requires: a, b < N\n// constant time");
    refused("// requires: a, b < N", "/* constant time */ // requires: a, b < N");
    refused("// m62: arithmetic", "// faster than all others\n// m62: arithmetic");
    refused("// Every straight-line", "// Audited.\n// Every straight-line");
    refused("#include <stdint.h>", "#include <stdint.h>  // no more is needed");
    CHECK(refusal(printed() + "// proved by others, too\n").line > 0);
    const size_t line_end = printed().find('\n', printed().size() / 2);
    CHECK(refusal(printed().substr(0, line_end)).reason.starts_with("'the end' in place of '"));
    CHECK(refusal(printed().substr(printed().find("#ifndef"))).line == 1);
}

TEST_CASE("strings in several parts have no others between them") {
    refused(".reg .u32", ".reg \"\"\" .u32");
    refused(".reg .u32", ".reg \", \" .u32");
    refused("\"=&r\"", "\"=\" \"\" \"&r\"");
    CHECK(refusal(with("\"=&r\"", "\"=\" \"&r\"")).line == 0);
}

}  // namespace
}  // namespace limbsmith::test
