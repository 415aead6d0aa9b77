#include "read/same_tokens.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "read/cursor.hpp"

namespace limbsmith::read {
namespace {

std::string quoted(std::string_view text) {
    constexpr size_t most = 60;
    return fmt::format("'{}{}'", text.substr(0, most), text.size() > most ? "..." : "");
}

// Walks over both texts.
class Comparison {
  public:
    Comparison(const std::vector<Token>& text, const std::vector<Token>& printed)
        : found_{text}, expected_{printed} {}

    void run() {
        while (!found_.is_at_end() || !expected_.is_at_end()) {
            if (found_.is_string() && expected_.is_string() && !expected_.is_of_pragma()) {
                strings();
                continue;
            }
            if (!are_same()) differ();
            ++found_.at, ++expected_.at;
        }
    }

  private:
    struct Side {
        const std::vector<Token>& all;
        size_t at = 0;

        bool is_at_end() const { return at == all.size(); }
        bool is_string() const {
            return !is_at_end() && all[at].kind == Token::Kind::string && all[at].text[0] == '"';
        }
        std::string_view inside() const { return all[at].text.substr(1, all[at].text.size() - 2); }
        bool is_of_pragma() const {  // _Pragma takes a single literal
            return at >= 2 && all[at - 2].text == "_Pragma" && all[at - 1].text == "(";
        }
        // A comment that begins behind code says something of it, another one of the code below.
        bool is_behind_code() const {
            return at >= 1 && all[at].kind == Token::Kind::comment && !all[at - 1].is_comment() &&
                   all[at].line == all[at - 1].line;
        }
        bool is_of_macro() const {  // #define F(x) has a parameter, #define F (x) has none
            return at >= 2 && all[at - 2].text == "define" && all[at].text == "(";
        }
    };

    bool are_same() const {
        if (found_.is_at_end() || expected_.is_at_end()) return false;
        const Token &x = found_.all[found_.at], &y = expected_.all[expected_.at];
        return x.kind == y.kind && x.text == y.text &&
               (!expected_.is_of_macro() || x.is_glued == y.is_glued) &&
               found_.is_behind_code() == expected_.is_behind_code();
    }

    // All that stand next to each other are one.
    void strings() {
        std::string_view x = found_.inside(), y = expected_.inside();
        const size_t first = found_.at;
        const auto is_first = [](const Side& side, std::string_view rest) {
            return rest.size() == side.inside().size();
        };
        if (x.empty() != y.empty()) differ();
        for (;;) {
            const size_t both = std::min(x.size(), y.size());
            if (x.substr(0, both) != y.substr(0, both)) {
                // the part before ended too early
                const bool is_cut = is_first(found_, x) && !is_first(expected_, y) && found_.at > first;
                if (is_cut) --found_.at;
                differ();
            }
            x.remove_prefix(both), y.remove_prefix(both);
            if (x.empty()) x = next_part(found_);
            if (y.empty()) y = next_part(expected_);
            if (x.empty() != y.empty()) differ();
            if (x.empty()) return;
        }
    }
    // Goes to the next token, and returns the text of the string that it is; empty if it is none.
    static std::string_view next_part(Side& side) {
        ++side.at;
        return side.is_string() ? side.inside() : std::string_view();
    }

    [[noreturn]] void differ() const {
        const auto text = [](const Side& side) {
            return side.is_at_end() ? "'the end'" : quoted(side.all[side.at].text);
        };
        const uint32_t line =
            found_.all.empty() ? 1 : found_.all[std::min(found_.at, found_.all.size() - 1)].line;
        const bool is_moved =
            text(found_) == text(expected_) && !found_.is_at_end() && found_.all[found_.at].is_comment();
        throw Difference(line, is_moved ? fmt::format("the comment {} at another line of code", text(found_))
                                        : fmt::format("{} in place of {}", text(found_), text(expected_)));
    }

    Side found_, expected_;
};

}  // namespace

void require_tokens(const std::string& text, const std::string& printed) {
    const std::string closed = text + "\n", closed_printed = printed + "\n";
    const std::vector<Token> found = tokens_of(closed), expected = tokens_of(closed_printed);
    Comparison(found, expected).run();
}

}  // namespace limbsmith::read
