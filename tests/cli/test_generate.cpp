// limbsmith generate: the banner of a header, and that the output is always the same.
#include <doctest/doctest.h>

#include <regex>
#include <sstream>

#include "cli/commands.hpp"

namespace limbsmith::test {
namespace {

const std::vector<Arguments> headers = {
    {"generate", "--bits", "131"},
    {"generate", "--bits", "1", "--ops", "all"},
    {"generate", "--bits", "1024", "--ops", "mul"},
    {"generate", "--bits", "239", "--ops", "mod_add,add", "--mul", "schoolbook", "--name", "field"},
    {"generate", "--bits", "64", "--style", "macro", "--name", "u64_macros"},
    {"generate", "--style", "macro", "--mul", "rows", "--ops", "sqr", "--bits", "33"},
};

std::string first_lines(const std::string& text, int count) {
    size_t end = 0;
    while (count-- > 0 && end != text.npos) end = text.find('\n', end + 1);
    return text.substr(0, end);
}

}  // namespace

TEST_CASE("stdout and a file get the same header every time and everywhere") {
    const TempFolder here, elsewhere;
    for (const Arguments& command : headers) {
        const std::string header = done(here, command);
        CHECK(header.ends_with("\n"));
        CHECK(done(here, command) == header);
        CHECK(done(here, with(command, {"-o", "u.cuh"})).empty());
        CHECK(here.read("u.cuh") == header);
        CHECK(done(elsewhere, with(command, {"--output", elsewhere.path("absolute.cuh").string()})).empty());
        CHECK(elsewhere.read("absolute.cuh") == header);
        CHECK(!contains(header, elsewhere.path("").string()));
        CHECK(!contains(header, binary().parent_path().string()));
    }
    CHECK(done(here, with(headers[0], {"-o", "-"})) == done(here, headers[0]));
}

TEST_CASE("the first lines hold the version and DO NOT EDIT and the command") {
    const TempFolder folder;
    std::string version = done(folder, {"--version"});
    version.pop_back();
    for (const Arguments& command : headers) {
        const std::string top = first_lines(done(folder, command), 5);
        CHECK(contains(top, version));
        CHECK(contains(top, "DO NOT EDIT"));
        CHECK(contains(top, "limbsmith generate --bits "));
    }
    const std::string top = first_lines(done(folder, {"generate", "--bits", "131", "--ops", "add,mul"}), 5);
    CHECK(contains(top, "limbsmith generate --bits 131 --ops add,mul\n"));
}

TEST_CASE("a header defines the value of a number once") {
    const TempFolder folder;
    for (const Arguments& kind :
         std::vector<Arguments>{{"--bits", "64"},
                                {"--modulus", "2^61-1", "--name", "m"},
                                {"--modulus", "runtime", "--bits", "64", "--name", "r"}}) {
        const std::string text = done(folder, with({"generate", "--unproved"}, kind));
        const size_t at = text.find("sum of limb");
        CHECK(at != text.npos);
        CHECK(text.find("sum of limb", at + 1) == text.npos);
        CHECK(text.find("The value of a number is the sum of limb[i]*2^(32i).") != text.npos);
    }
}

TEST_CASE("the command in a header makes the same header") {
    const TempFolder folder;
    for (const Arguments& command : headers) {
        const std::string header = done(folder, command);
        CHECK(done(folder, banner_command(header)) == header);
    }
}

TEST_CASE("the order and repetition of operations and options do not matter") {
    const TempFolder folder;
    const std::string header = done(folder, {"generate", "--bits", "131", "--ops", "add,mul"});
    CHECK(done(folder, {"generate", "--ops", "mul,add,mul", "--bits=131"}) == header);
    CHECK(done(folder, {"generate", "--ops=add,mul", "--name", "u131", "--style", "inline", "--mul", "auto",
                        "--bits", "131"}) == header);
    const std::string macros = done(folder, {"generate", "--bits", "131", "--style", "macro"});
    CHECK(contains(macros, "#define add_loc("));
    const std::string named =
        done(folder, {"generate", "--bits", "131", "--style", "macro", "--name", "u131"});
    CHECK(contains(named, "--style macro --name u131\n"));
    CHECK(contains(named, "#define u131_add_loc("));
}

TEST_CASE("every function is one asm statement") {
    const TempFolder folder;
    const auto functions = [](const std::string& header) {
        return occurrences(header, "\nLIMBSMITH_FN ") - occurrences(header, " operator") +
               occurrences(header, " operator()");
    };
    for (const std::string bits : {"1", "131", "1024"}) {
        // add, add with carry, mul
        const std::string header = done(folder, {"generate", "--bits", bits, "--ops", "add,mul"});
        CHECK(occurrences(header, "asm(") == 3);
        CHECK(functions(header) == 3);
        CHECK(!contains(header, "volatile"));
    }
    const std::string all = done(folder, {"generate", "--bits", "131"});
    CHECK(occurrences(all, "asm(") ==
          functions(all) - 5);  // divrem, gcd, mul_mod and pow_mod, which has two forms, are loops
}

TEST_CASE("a header includes the functions that its loops call, and macros have no loops") {
    const TempFolder folder;
    const std::string header = done(folder, {"generate", "--bits", "131", "--ops", "divrem"});
    CHECK(contains(header, "LIMBSMITH_FN num divrem(const num& a, const num& b, num& remainder)"));
    for (const std::string called :
         {"num neg(", "uint32_t is_zero(", "num select(", "num shr(", "num quotient_limb("})
        CHECK(occurrences(header, "\nLIMBSMITH_FN " + called) == 1);
    CHECK(!contains(header, "num add("));
    CHECK(occurrences(header, "namespace detail {") == 2);  // parts, and text
    CHECK(!contains(done(folder, {"generate", "--bits", "131", "--ops", "divrem1"}), "quotient_limb"));
    const std::string macros = done(folder, {"generate", "--bits", "131", "--style", "macro"});
    CHECK(contains(macros, "#define divrem1_loc(q_loc, remainder_loc, a_loc, d_loc)"));
    CHECK(!contains(macros, "divrem_"));
    CHECK(!contains(macros, "gcd"));
    refused(folder, {"generate", "--bits", "131", "--style", "macro", "--ops", "add,divrem"},
            exit_unsupported, {"divrem", "--style inline"});
}

TEST_CASE("a header holds the operations asked for and its name") {
    const TempFolder folder;
    const std::string header = done(folder, {"generate", "--bits", "131", "--ops", "add", "--name", "field"});
    CHECK(contains(header, "namespace field {"));
    CHECK(contains(header, "num add(const num& a, const num& b)"));
    CHECK(!contains(header, "mul("));
    CHECK(contains(done(folder, {"generate", "--bits", "131", "--ops", "add"}), "namespace u131 {"));
    CHECK(contains(done(folder, {"generate", "--bits", "131", "--style", "macro", "--ops", "add"}),
                   "#define add_loc("));
}

TEST_CASE("a header includes only stdint") {
    const TempFolder folder;
    const std::regex include("#\\s*include[^\\n]*");
    for (const Arguments& command : headers) {
        const std::string header = done(folder, command);
        for (auto at = std::sregex_iterator(header.begin(), header.end(), include);
             at != std::sregex_iterator(); ++at) {
            CHECK(at->str() == "#include <stdint.h>");
        }
    }
}

}  // namespace limbsmith::test
