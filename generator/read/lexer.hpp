// Splits the C++ text of a header into tokens.
//
// Promises: two texts with equal tokens mean the same to a compiler, and to a reader of their comments. Spaces, tabs and line
// ends of any kind make no difference, except that a line end closes a directive; words of comments are tokens of their own,
// so that a formatter may break comments elsewhere. Refuses text in which a compiler could see other tokens: trigraphs,
// digraphs, a backslash inside a line, comments and literals without end, literals that touch a name; and escapes by numbers,
// which mean something else where a string is split. Knows no grammar.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace limbsmith::read {

struct Token {
    enum class Kind : uint8_t {
        name,
        number,
        string,        // with its quotes; a character, too
        header_name,   // that a directive includes, with its quotes or < and >
        sign,          // operators and brackets, the longest that C++ knows
        directive,     // the # that begins one
        line_end,      // of a directive
        comment,       // a word of a comment to the end of the line
        note,          // a word of a comment between /* and */, without the * that begins lines
        end_of_notes,  // the end of such a comment
    };
    Kind kind;
    bool is_glued;  // no space stands before it
    uint32_t line;
    std::string_view text;

    bool is_comment() const {
        return kind == Kind::comment || kind == Kind::note || kind == Kind::end_of_notes;
    }
};

// The text cannot be read: the line, and the text that stands there.
class Unreadable : public std::runtime_error {
  public:
    Unreadable(uint32_t at, const std::string& reason) : std::runtime_error(reason), line(at) {}
    uint32_t line;
};

// The tokens are views of `text`. A directive without a line end stays open. Throws Unreadable.
std::vector<Token> tokens_of(std::string_view text);

// A comment between /* and */, in front of a token. Its words are one space apart.
struct Note {
    size_t at;
    uint32_t line;
    std::string text;
};
// A text as tokens, and its notes apart from them.
struct Tokens {
    std::vector<Token> tokens;
    std::vector<Note> notes;
};
Tokens notes_apart(const std::vector<Token>& tokens);

}  // namespace limbsmith::read
