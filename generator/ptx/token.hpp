// Splits C++ text into tokens: as much of the language as is needed to find asm statements in a header.
//
// Promises: comments are skipped, literals are whole, every token has its offset. Knows no grammar and no
// preprocessor; asm_statement handles the few forms of both that are needed.
#pragma once

#include <cctype>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace limbsmith::ptx {

// An identifier, a number, a literal with its quotes, or a single character.
struct Token {
    std::string_view text;
    size_t offset;
    bool starts_line;
};

inline bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }
inline bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
inline bool is_name_char(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
inline bool is_name(std::string_view token) {
    return !token.empty() && is_name_char(token[0]) && !is_digit(token[0]);
}
inline bool is_string(std::string_view token) { return token.starts_with('"'); }

// Joins continued lines; every other character keeps its offset.
std::string splice_lines(std::string text);

// The tokens are views of `text`.
std::vector<Token> tokenise(std::string_view text);

}  // namespace limbsmith::ptx
