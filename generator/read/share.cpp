#include "read/share.hpp"

#include <algorithm>

namespace limbsmith::read {

Share share_of(const std::string& text, const std::vector<Token>& all) {
    Share made;
    made.lines =
        static_cast<size_t>(std::ranges::count(text, '\n')) + (!text.empty() && !text.ends_with('\n'));
    std::vector<bool> has_token(made.lines + 1);  // by line, from 1 on
    for (const Token& token : all) {
        if (token.kind != Token::Kind::line_end && token.line <= made.lines) has_token[token.line] = true;
    }
    made.compared = static_cast<size_t>(std::ranges::count(has_token, true));
    return made;
}

}  // namespace limbsmith::read
