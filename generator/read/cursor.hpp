// A place in the tokens of a header, and the tokens that must come next.
#pragma once

#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "read/lexer.hpp"
#include "read/share.hpp"

namespace limbsmith::read {

// The first token that is not the expected one.
class Difference : public std::runtime_error {
  public:
    Difference(uint32_t at, const std::string& reason) : std::runtime_error(reason), line(at) {}
    uint32_t line;
};

// `$name` in the pattern stands for the value.
using Values = std::initializer_list<std::pair<std::string_view, std::string>>;
std::string filled(std::string_view pattern, Values values);

class Cursor {
  public:
    // requires: the tokens outlive the cursor.
    explicit Cursor(const Tokens& all) : tokens_(all.tokens), notes_(all.notes) {}

    const Token& peek(size_t ahead = 0) const {
        return at_ + ahead < tokens_.size() ? tokens_[at_ + ahead] : end_;
    }
    bool is_at_end() const { return at_ == tokens_.size(); }
    bool is(std::string_view text, size_t ahead = 0) const {
        const Token& token = peek(ahead);
        return token.text == text && !token.is_comment();
    }
    const Token& take() {
        const Token& token = peek();
        if (!is_at_end()) ++at_;
        return token;
    }
    bool accept(std::string_view text) {
        const bool found = is(text);
        if (found) ++at_;
        return found;
    }
    // The tokens of the pattern come next, its comments included. A string may stand in several parts.
    void expect(std::string_view pattern);
    void expect(std::string_view pattern, Values values) { expect(filled(pattern, values)); }
    // These tokens of code come next.
    void expect(std::initializer_list<std::string_view> texts) {
        for (std::string_view text : texts) {
            if (!accept(text)) differ(text);
        }
    }
    // A directive ends.
    void expect_line_end() {
        if (peek().kind != Token::Kind::line_end) differ("the end of the line");
        ++at_;
    }
    // A name comes next.
    std::string name(std::string_view expected);

    // The words of the comment that comes next, up to one that is a label: `requires:`, `ensures:`, `source:`, `turns:`.
    std::string formula();

    // The next note stands in front of the token at `place`.
    void expect_note(size_t place, std::string_view text);
    // No token comes next, and no note was left out.
    void expect_end() const;

    size_t place() const { return at_; }
    void go_back(size_t place) { at_ = place; }

    [[noreturn]] void differ(std::string_view expected) const;

  private:
    void expect(const Token& expected);
    [[noreturn]] void differ_by_note() const;

    const std::vector<Token>& tokens_;
    const std::vector<Note>& notes_;
    size_t at_ = 0, next_note_ = 0;
    static const Token end_;
};

// `read` takes all tokens of the text, which has no notes. Throws Difference, Unreadable.
Share read_whole(const std::string& text, const std::function<void(Cursor&)>& read);

}  // namespace limbsmith::read
