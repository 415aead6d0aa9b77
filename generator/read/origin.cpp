#include "read/origin.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "read/lexer.hpp"

namespace limbsmith::read {
namespace {

// A banner is within so many bytes of the start.
constexpr size_t most_bytes = 1 << 14;

}  // namespace

std::optional<Origin> origin(const std::string& text) {
    // whole lines, so that nothing but the banner need be well-formed
    std::string start = text.substr(0, most_bytes);
    start.resize(std::min(start.find("\n#"), start.size()));
    std::vector<Token> tokens;
    try {
        tokens = tokens_of(start);
    } catch (const Unreadable&) {
        return std::nullopt;
    }
    constexpr std::array<std::string_view, 3> before{"Generated", "by", "limbsmith"};
    const auto found =
        std::search(tokens.begin(), tokens.end(), before.begin(), before.end(),
                    [](const Token& token, std::string_view word) { return token.text == word; });
    if (tokens.end() - found < 5) return std::nullopt;
    Origin made{std::string(found[3].text), {}};
    if (made.version.ends_with('.')) made.version.pop_back();
    auto next =
        std::find_if(found, tokens.end(), [](const Token& token) { return token.text == "command:"; });
    if (next == tokens.end()) return std::nullopt;
    // up to an empty line
    for (uint32_t line = next->line; ++next != tokens.end() && next->line <= line + 1; line = next->line)
        made.command += (made.command.empty() ? "" : " ") + std::string(next->text);
    if (!made.command.starts_with("limbsmith ")) return std::nullopt;
    return made;
}

}  // namespace limbsmith::read
