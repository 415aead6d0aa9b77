// Splits C++ text into tokens. Raw string literals are not supported; inside asm they cause an error.
#include "ptx/token.hpp"

#include <algorithm>
#include <utility>

namespace limbsmith::ptx {
namespace {

// One past the end of the token or comment that starts at `begin`.
size_t token_end(std::string_view text, size_t begin) {
    const auto after = [&](std::string_view end, size_t from) {
        const size_t at = text.find(end, from);
        return at == std::string_view::npos ? text.size() : at + end.size();
    };
    const char first = text[begin];
    const std::string_view pair = text.substr(begin, 2);
    if (pair == "//") return std::min(text.find('\n', begin), text.size());
    if (pair == "/*") return after("*/", begin + 2);
    size_t end = begin + 1;
    if (first == '"' || first == '\'') {
        while (end < text.size() && text[end] != first) end += text[end] == '\\' ? 2 : 1;
        return std::min(end + 1, text.size());
    }
    if (!is_name_char(first)) return end;
    const bool number = is_digit(first);  // may hold the separator '
    while (end < text.size() && (is_name_char(text[end]) || (number && text[end] == '\''))) ++end;
    return end;
}

}  // namespace

std::string splice_lines(std::string text) {
    for (size_t at = text.find("\\\n"); at != std::string::npos; at = text.find("\\\n", at)) {
        text.replace(at, 2, "  ");
    }
    return text;
}

std::vector<Token> tokenise(std::string_view text) {
    std::vector<Token> tokens;
    bool starts_line = true;
    for (size_t at = 0; at < text.size();) {
        if (is_space(text[at])) {
            starts_line |= text[at++] == '\n';
            continue;
        }
        const std::string_view token = text.substr(at, token_end(text, at) - at);
        if (!token.starts_with("//") && !token.starts_with("/*")) {
            tokens.push_back({token, at, std::exchange(starts_line, false)});
        }
        at += token.size();
    }
    return tokens;
}

}  // namespace limbsmith::ptx
