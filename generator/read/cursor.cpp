#include "read/cursor.hpp"

#include <fmt/format.h>

namespace limbsmith::read {

const Token Cursor::end_{Token::Kind::line_end, false, 0, "the end"};

namespace {

bool is_name_char(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// The characters between the quotes.
std::string_view inside(std::string_view literal) { return literal.substr(1, literal.size() - 2); }

}  // namespace

std::string filled(std::string_view pattern, Values values) {
    std::string out;
    for (size_t at = 0; at < pattern.size();) {
        if (pattern[at] != '$') {
            out += pattern[at++];
            continue;
        }
        size_t end = at + 1;
        while (end < pattern.size() && is_name_char(pattern[end])) ++end;
        const std::string_view name = pattern.substr(at + 1, end - at - 1);
        const auto* found = values.begin();
        while (found != values.end() && found->first != name) ++found;
        if (found == values.end()) throw std::logic_error(fmt::format("no value for ${}", name));
        out += found->second;
        at = end;
    }
    return out;
}

void Cursor::expect(std::string_view pattern) {
    for (const Token& expected : tokens_of(pattern)) expect(expected);
}

void Cursor::expect(const Token& expected) {
    const Token& found = peek();
    if (found.kind != expected.kind || is_at_end()) differ(expected.text);
    if (expected.kind == Token::Kind::string && expected.text[0] == '"') {
        std::string text;
        while (peek().kind == Token::Kind::string && peek().text[0] == '"' &&
               text.size() < expected.text.size() - 2)
            text += inside(take().text);
        if (expected.text == "\"\"") text += inside(take().text);
        if (text == inside(expected.text)) return;
        --at_;
        differ(expected.text);
    }
    // #define F(x) is a macro with a parameter, #define F (x) is none
    const bool is_macro = at_ >= 2 && tokens_[at_ - 2].text == "define" && found.text == "(";
    if (found.text != expected.text || (is_macro && found.is_glued != expected.is_glued))
        differ(expected.text);
    ++at_;
}

std::string Cursor::formula() {
    std::string words;
    while (peek().kind == Token::Kind::comment) {
        const std::string_view word = peek().text;
        if (word == "requires:" || word == "ensures:" || word == "source:" || word == "turns:") break;
        words += (words.empty() ? "" : " ") + std::string(take().text);
    }
    return words;
}

std::string Cursor::name(std::string_view expected) {
    if (peek().kind != Token::Kind::name) differ(expected);
    return std::string(take().text);
}

void Cursor::expect_note(size_t place, std::string_view text) {
    const Note* const note = next_note_ < notes_.size() ? &notes_[next_note_] : nullptr;
    if (!note || note->at > place) {
        const uint32_t line = place < tokens_.size() ? tokens_[place].line : tokens_.back().line;
        throw Difference(line, fmt::format("no note in place of the note '{}'", text));
    }
    if (note->at < place) differ_by_note();
    if (note->text != text)
        throw Difference(note->line, fmt::format("the note '{}' in place of '{}'", note->text, text));
    ++next_note_;
}

void Cursor::expect_end() const {
    if (next_note_ < notes_.size()) differ_by_note();
    if (!is_at_end()) differ("the end");
}

void Cursor::differ_by_note() const {
    const Note& found = notes_[next_note_];
    throw Difference(found.line, fmt::format("the note '{}' in place of none", found.text));
}

void Cursor::differ(std::string_view expected) const {
    const Token& found = peek();
    const uint32_t line = is_at_end() && !tokens_.empty() ? tokens_.back().line : found.line;
    constexpr size_t most = 60;
    const char* rest = found.text.size() > most ? "..." : "";
    throw Difference(line,
                     fmt::format("'{}{}' in place of '{}'", found.text.substr(0, most), rest, expected));
}

Share read_whole(const std::string& text, const std::function<void(Cursor&)>& read) {
    const std::string closed = text + "\n";
    const std::vector<Token> every = tokens_of(closed);
    const Tokens tokens = notes_apart(every);
    Cursor cursor(tokens);
    read(cursor);
    cursor.expect_end();
    return share_of(text, every);
}

}  // namespace limbsmith::read
