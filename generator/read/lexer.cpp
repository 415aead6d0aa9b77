#include "read/lexer.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace limbsmith::read {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

// Signs of several characters, longer ones first.
constexpr std::array<std::string_view, 27> signs{
    "<<=", ">>=", "...", "->*", "<=>", "::", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||",
    "+=",  "-=",  "*=",  "/=",  "%=",  "&=", "|=", "^=", "++", "--", "->", "##", ".*"};

// Names that make another literal of the one behind them.
constexpr std::array<std::string_view, 9> prefixes{"L", "u", "U", "u8", "R", "LR", "uR", "UR", "u8R"};

class Lexer {
  public:
    explicit Lexer(std::string_view text) : text_(text) {}

    std::vector<Token> all() {
        if (text_.find('\0') != text_.npos) throw Unreadable(1, "it is no text");
        require_lines();
        all_.reserve(text_.size() / 4);
        while (at_ < text_.size()) one();
        return std::move(all_);
    }

  private:
    // Compilers end a line at a carriage return alone, so that the rest of a comment would be code; what other control
    // characters are to them differs.
    void require_lines() const {
        int line = 1;
        for (size_t at = 0; at < text_.size(); ++at) {
            const char c = text_[at];
            if (c == '\n') ++line;
            if (c == '\r' && at + 1 < text_.size() && text_[at + 1] != '\n')
                throw Unreadable(line, "it has a carriage return within a line");
            if (static_cast<unsigned char>(c) < ' ' && c != '\n' && c != '\r' && c != '\t')
                throw Unreadable(line, "it has a control character within a line");
        }
    }

    void one() {
        const char c = text_[at_];
        if (c == '\n') return end_line();
        if (is_blank(c)) {
            is_glued_ = false;
            ++at_;
            return;
        }
        const std::string_view two = text_.substr(at_, 2);
        if (c == '\\') return join_lines();
        if (two == "??") throw Unreadable(line_, "it has a trigraph");
        if (is_digraph()) throw Unreadable(line_, "it has a digraph");
        if (two == "//") return line_comment();
        if (two == "/*") return comment();
        if (c == '#' && is_line_start_) {
            add(Token::Kind::directive, 1);
            is_directive_ = true;
        } else if ((c == '<' || c == '"') && is_include()) {
            header_name(c == '<' ? '>' : '"');
        } else if (c == '"' || c == '\'') {
            literal(c);
        } else if (is_letter(c)) {
            size_t size = 1;
            while (is_letter(at(size)) || is_digit(at(size))) ++size;
            add(Token::Kind::name, size);
        } else if (is_digit(c) || (c == '.' && is_digit(at(1)))) {
            number();
        } else {
            add(Token::Kind::sign, sign_size());
        }
    }

    size_t sign_size() const {
        constexpr std::string_view second = "<>=.:&|+-#*";  // of those with several characters
        if (second.find(at(1)) == second.npos) return 1;
        const auto found = std::ranges::find_if(
            signs, [&](std::string_view sign) { return text_.substr(at_).starts_with(sign); });
        return found == signs.end() ? 1 : found->size();
    }

    char at(size_t offset) const { return at_ + offset < text_.size() ? text_[at_ + offset] : '\0'; }

    void add(Token::Kind kind, size_t size) {
        all_.push_back({kind, is_glued_, line_, text_.substr(at_, size)});
        at_ += size;
        is_glued_ = true;
        is_line_start_ = false;
    }

    // <::a is < and ::a
    bool is_digraph() const {
        if (text_[at_] != '<' && text_[at_] != '%' && text_[at_] != ':') return false;
        const std::string_view two = text_.substr(at_, 2);
        if (two == "<:") return at(2) != ':' || at(3) == ':' || at(3) == '>';
        return two == "<%" || two == "%>" || two == ":>" || two == "%:";
    }

    // With separators, and the signs of exponents: 0x1e+1 is one number.
    void number() {
        const auto goes_on = [&](size_t size) {
            const char c = at(size), before = at(size - 1);
            if (c == '\'') return is_letter(at(size + 1)) || is_digit(at(size + 1));
            if (c == '+' || c == '-') return before == 'e' || before == 'E' || before == 'p' || before == 'P';
            return is_letter(c) || is_digit(c) || c == '.';
        };
        size_t size = 1;
        while (goes_on(size)) ++size;
        add(Token::Kind::number, size);
    }

    // Whether the name of a header comes next.
    bool is_include() const {
        const size_t count = all_.size();
        return is_directive_ && count >= 2 && all_[count - 1].text == "include" &&
               all_[count - 2].kind == Token::Kind::directive;
    }
    // Its spaces belong to it.
    void header_name(char end) {
        size_t size = 1;
        for (; at(size) != end; ++size) {
            if (at_ + size >= text_.size() || at(size) == '\n')
                throw Unreadable(line_, "it has the name of a header without end");
            if (at(size) == '\\' || text_.substr(at_ + size, 2) == "??")
                throw Unreadable(line_, "it has a backslash within a line, or a trigraph");
        }
        add(Token::Kind::header_name, size + 1);
    }

    void end_line() {
        if (is_directive_) end_directive();
        ++at_;
        ++line_;
        is_line_start_ = true;
        is_glued_ = false;
    }
    void end_directive() {
        all_.push_back({Token::Kind::line_end, false, line_, "the end of the line"});
        is_directive_ = false;
    }

    // A backslash at the end of a line of a directive.
    void join_lines() {
        size_t end = at_ + 1;
        while (end < text_.size() && text_[end] == '\r') ++end;
        if (!is_directive_ || end == text_.size() || text_[end] != '\n' || is_splice_glued(end + 1))
            throw Unreadable(line_, "it has a backslash within a line");
        at_ = end + 1;
        ++line_;
        is_glued_ = false;
    }
    // Whether a token goes on in the next line.
    bool is_splice_glued(size_t next) const {
        const bool before = at_ > 0 && !is_blank(text_[at_ - 1]);
        return before && next < text_.size() && !is_blank(text_[next]) && text_[next] != '\n';
    }

    void literal(char quote) {
        const bool has_prefix =
            is_glued_ && !all_.empty() && std::ranges::find(prefixes, all_.back().text) != prefixes.end();
        if (has_prefix) throw Unreadable(line_, "it has a literal with a prefix");
        size_t size = 1;
        for (; at(size) != quote; ++size) {
            if (at_ + size >= text_.size() || at(size) == '\n')
                throw Unreadable(line_, "it has a literal without end");
            if (text_.substr(at_ + size, 2) == "??") throw Unreadable(line_, "it has a trigraph");
            if (at(size) == '\\' && (at(size + 1) == '\n' || at(size + 1) == '\r'))
                throw Unreadable(line_, "it has a backslash within a line");
            if (at(size) != '\\') continue;
            ++size;
            if (is_digit(at(size)) || at(size) == 'x' || at(size) == 'u' || at(size) == 'U' ||
                at(size) == 'N')
                throw Unreadable(line_, "it has an escape by a number");
        }
        add(Token::Kind::string, size + 1);
        if (is_letter(at(0))) throw Unreadable(line_, "it has a literal with a suffix");
    }

    void words(std::string_view text, Token::Kind kind) {
        for (size_t first = 0; first < text.size();) {
            if (is_blank(text[first])) {
                ++first;
                continue;
            }
            size_t end = first;
            while (end < text.size() && !is_blank(text[end])) ++end;
            all_.push_back({kind, false, line_, text.substr(first, end - first)});
            first = end;
        }
        is_glued_ = false;
    }

    // Refuses a line of a comment that a compiler joins with the next one: `*` and `/` could meet, or code be hidden.
    void require_whole(std::string_view line) const {
        const size_t last = line.find_last_not_of(" \t\r\v\f");
        const bool is_joined = last != line.npos && line[last] == '\\';
        if (is_joined || line.find("??") != line.npos)
            throw Unreadable(line_, "it has a backslash at the end of a comment's line, or a trigraph");
    }

    void line_comment() {
        const size_t end = std::min(text_.find('\n', at_), text_.size());
        const std::string_view text = text_.substr(at_ + 2, end - at_ - 2);
        require_whole(text);
        words(text, Token::Kind::comment);
        at_ = end;
    }

    void comment() {
        const size_t end = text_.find("*/", at_ + 2);
        if (end == text_.npos) throw Unreadable(line_, "it has a comment without end");
        for (size_t first = at_ + 2; first < end;) {
            const size_t last = std::min(text_.find('\n', first), end);
            std::string_view line = text_.substr(first, last - first);
            require_whole(line);
            if (first > at_ + 2) {
                while (!line.empty() && is_blank(line.front())) line.remove_prefix(1);
                if (line.starts_with('*')) line.remove_prefix(1);
            }
            words(line, Token::Kind::note);
            if (last < end) ++line_;
            first = last + 1;
        }
        all_.push_back({Token::Kind::end_of_notes, false, line_, "*/"});
        at_ = end + 2;
        is_glued_ = false;
    }

    std::string_view text_;
    size_t at_ = 0;
    uint32_t line_ = 1;
    bool is_line_start_ = true, is_directive_ = false, is_glued_ = false;
    std::vector<Token> all_;
};

}  // namespace

std::vector<Token> tokens_of(std::string_view text) { return Lexer(text).all(); }

Tokens notes_apart(const std::vector<Token>& tokens) {
    Tokens made;
    made.tokens.reserve(tokens.size());
    std::string text;
    for (const Token& token : tokens) {
        if (token.kind == Token::Kind::note) {
            text += (text.empty() ? "" : " ") + std::string(token.text);
        } else if (token.kind == Token::Kind::end_of_notes) {
            made.notes.push_back({made.tokens.size(), token.line, std::exchange(text, {})});
        } else {
            made.tokens.push_back(token);
        }
    }
    return made;
}

}  // namespace limbsmith::read
