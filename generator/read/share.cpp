#include "read/share.hpp"

#include <algorithm>

namespace limbsmith::read {
namespace {

// By line, from 1 on: whether a token stands there.
std::vector<bool> lines_with(const std::vector<Token>& tokens, size_t lines) {
    std::vector<bool> result(lines + 1);
    for (const Token& token : tokens) {
        if (token.kind != Token::Kind::line_end && token.line <= lines) result[token.line] = true;
    }
    return result;
}

}  // namespace

Share share_of(const std::string& text, const std::vector<Token>& all, const std::vector<Token>& given) {
    Share made;
    made.lines =
        static_cast<size_t>(std::ranges::count(text, '\n')) + (!text.empty() && !text.ends_with('\n'));
    const std::vector<bool> with_any = lines_with(all, made.lines), compared = lines_with(given, made.lines);
    for (size_t line = 1; line <= made.lines; ++line) {
        if (compared[line])
            ++made.compared;
        else if (with_any[line])
            ++made.notes;
    }
    return made;
}

}  // namespace limbsmith::read
