// That all of a header is compared: no token can be another one.
#include <doctest/doctest.h>

#include <sstream>
#include <string>

#include "emit/header.hpp"
#include "mutate/subjects.hpp"
#include "read/header.hpp"

namespace limbsmith::test {
namespace {

using read::Token;

// Another token of the same kind; the name and number are those of no header.
std::string other(const Token& token) {
    if (token.kind == Token::Kind::number) return token.text == "7u" ? "9u" : "7u";
    if (token.kind == Token::Kind::string) return token.text[0] == '"' ? "\"other\"" : "'~'";
    if (token.kind == Token::Kind::sign) return token.text == "^" ? "|" : "^";
    return token.text == "other" ? "another" : "other";
}

// They have no text of their own that could be another one.
bool is_sign_of_structure(Token::Kind kind) {
    return kind == Token::Kind::line_end || kind == Token::Kind::directive ||
           kind == Token::Kind::end_of_notes;
}

TEST_CASE("every line of a header is compared or empty") {
    for (const Spec& spec : specs_of_subjects()) {
        if (spec.style == Style::macro) continue;
        CAPTURE(spec.name);
        const read::Proved proved = read::proved(spec);
        const std::string text = emit::header(spec, proved.functions);
        const read::Share share = read::read_header(text, proved).share;
        CHECK(share.lines == static_cast<size_t>(std::ranges::count(text, '\n')));
        std::istringstream lines(text);
        size_t empty = 0;
        for (std::string line; std::getline(lines, line);) empty += line.empty() || line == "//";
        CHECK(share.empty() == empty);
    }
}

// The digest of a header's text stands at several places, which must only agree.
TEST_CASE("no token of a header can be another one") {
    for (const char* ops : {"add", "divrem"}) {
        const Spec spec = subject(Spec::of(Width{33}), ops, "u33");
        const read::Proved proved = read::proved(spec);
        const std::string text = emit::header(spec, proved.functions);
        size_t count = 0;
        for (const Token& token : read::tokens_of(text)) {
            if (is_sign_of_structure(token.kind)) continue;
            const auto at = static_cast<size_t>(token.text.data() - text.data());
            const std::string changed = std::string(text).replace(at, token.text.size(), other(token));
            CAPTURE(token.line);
            CAPTURE(token.text);
            bool is_refused = false;
            try {
                read::read_header(changed, proved);
            } catch (const read::Difference&) {
                is_refused = true;
            } catch (const read::Unreadable&) {
                is_refused = true;
            }
            CHECK(is_refused);
            ++count;
        }
        CHECK(count > 2000);
    }
}

}  // namespace
}  // namespace limbsmith::test
