#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "read/lexer.hpp"

namespace limbsmith::test {
namespace {

using Kind = read::Token::Kind;

std::vector<std::string> texts(std::string_view text) {
    std::vector<std::string> all;
    for (const read::Token& token : read::tokens_of(text)) all.emplace_back(token.text);
    return all;
}

using Texts = std::vector<std::string>;

TEST_CASE("tokens are the longest that C++ knows") {
    CHECK(texts("a+++b<<=c::d->e") == Texts{"a", "++", "+", "b", "<<=", "c", "::", "d", "->", "e"});
    CHECK(texts("a->*b<=>c") == Texts{"a", "->*", "b", "<=>", "c"});
    CHECK(texts("0x1fu 12 1.5 .5 t0_") == Texts{"0x1fu", "12", "1.5", ".5", "t0_"});
    CHECK(texts("0x1e+x 1e-3 1'000u 0x1f+x") == Texts{"0x1e+x", "1e-3", "1'000u", "0x1f", "+", "x"});
    CHECK(texts("a<::b>") == Texts{"a", "<", "::", "b", ">"});
    CHECK(texts(R"("a \" b" 'c' '\'')") == Texts{R"("a \" b")", "'c'", R"('\'')"});
}

TEST_CASE("breaks of lines make no difference, other than in directives") {
    const Texts tokens{"int", "x", "=", "1", ";"};
    CHECK(texts("int x = 1;") == tokens);
    CHECK(texts("int\tx\r\n=\r\n1\n;") == tokens);
    CHECK(texts("#define x 1\ny") == Texts{"#", "define", "x", "1", "the end of the line", "y"});
    CHECK(texts("#define x \\\n 1\r\ny") == Texts{"#", "define", "x", "1", "the end of the line", "y"});
    CHECK(texts("// one two\n//three\nx") == texts("//  one\r\n// two three\nx"));
}

TEST_CASE("a token knows its line, and comments their kind") {
    const std::vector<read::Token> all = read::tokens_of("a\n/* b\n * c */ d // e\n");
    REQUIRE(all.size() == 6);
    CHECK(all[0].line == 1);
    CHECK(all[1].kind == Kind::note);
    CHECK(all[2].text == "c");
    CHECK(all[2].line == 3);
    CHECK(all[3].kind == Kind::end_of_notes);
    CHECK(all[4].kind == Kind::name);
    CHECK(all[5].kind == Kind::comment);
    CHECK(all[5].text == "e");
}

TEST_CASE("the name of a header is one token, with its spaces") {
    CHECK(texts("#include <stdint.h>\n") == Texts{"#", "include", "<stdint.h>", "the end of the line"});
    CHECK(texts("# include\t<stdint.h> // c\n")[2] == "<stdint.h>");
    CHECK(texts("#include < stdint.h>\n")[2] == "< stdint.h>");
    CHECK(read::tokens_of("#include \"a.h\"\n")[2].kind == Kind::header_name);
    CHECK(read::tokens_of("#error \"a.h\"\n")[2].kind == Kind::string);
    CHECK(texts("include <a>\n").size() == 4);
}

TEST_CASE("a parameter list touches the name of its macro") {
    const std::vector<read::Token> all = read::tokens_of("#define f(x) x\n#define g (x)\n");
    CHECK(all[3].is_glued);
    CHECK_FALSE(all[10].is_glued);
}

TEST_CASE("text that a compiler could see otherwise is refused") {
    const auto refuses = [](std::string_view text) {
        CHECK_THROWS_AS(read::tokens_of(text), read::Unreadable);
    };
    refuses("// a comment \\\nx = 1;\n");     // goes on in the next line
    refuses("// a comment \\ \nx = 1;\n");    // for g++ as well
    refuses("// a comment ?\?/\nx = 1;\n");   // with trigraphs
    refuses("/* a *\\\n/ x = 1; /* b */\n");  // ends where * and / meet
    refuses("in\\\nt x;");                    // one token in two lines
    refuses("#define a b\\\nc\n");            // the same in a directive
    refuses("int x ?\?= 1;");
    refuses("%:define x\n");  // digraphs
    refuses("int x<:3:>;");
    refuses("x <% y %>");
    refuses("a<:::b>");
    refuses("u8\"a\"");  // another literal
    refuses("R\"(a)\"");
    refuses("extern \"C\"__global__");
    refuses("'a'_x");
    refuses("\"\\x41\"");  // goes on in the next part of a string
    refuses("\"\\0\"");
    refuses("\"\\u0041\"");
    refuses("int \\u0061;");
    refuses("#include <stdint.h\n");
    refuses("#include \"a\\b\"\n");
    refuses("\"no end\n");
    refuses("/* no end");
    refuses(std::string_view("a\0b", 3));
    refuses("//\r x = 1;\n");  // a carriage return alone ends the comment
    refuses("#if\rdefined(a)\n");
    refuses("// \r\r\n");
    refuses("asm(\"add.u32\vt0;\");\n");
    refuses("int\fx;\n");
    CHECK(read::tokens_of("int\tx;\r\n").size() == read::tokens_of("int x;\n").size());
}

}  // namespace
}  // namespace limbsmith::test
