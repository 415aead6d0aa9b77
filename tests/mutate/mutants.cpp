#include "mutate/mutants.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

#include "ptx/token.hpp"

namespace limbsmith::test {
namespace {

using Words = std::vector<std::string_view>;

const Words operators{"+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>"},
    comparisons{"<", "<=", ">", ">=", "==", "!="}, assignments{"=", "+=", "-=", "|=", "&="},
    types{"uint32_t", "uint64_t", "int", "int32_t", "elem", "plain", "num", "wide", "bool"},
    keywords{"for", "if", "while", "return", "const", "static", "inline", "struct", "constexpr"};

bool has(const Words& words, std::string_view word) { return std::ranges::find(words, word) != words.end(); }
bool is_number(std::string_view token) { return ptx::is_digit(token[0]); }
bool is_word(std::string_view token) { return ptx::is_name_char(token[0]); }

// The size of the token at the start of the text.
size_t token_size(std::string_view text) {
    if (is_word(text)) {
        size_t size = 1;
        while (size < text.size() && ptx::is_name_char(text[size])) ++size;
        return size;
    }
    static const Words longer{"<<=", ">>=", "<<", ">>", "<=", ">=", "==", "!=", "&&",
                              "||",  "+=",  "-=", "|=", "&=", "::", "++", "--", "//"};
    for (std::string_view it : longer) {
        if (text.starts_with(it)) return it.size();
    }
    return 1;
}

std::string_view kind_of(std::string_view token, std::string_view before) {
    if (is_number(token)) return before == "[" ? "an index" : "a constant";
    if (has(types, token)) return "a type";
    if (has(keywords, token)) return "a keyword";
    return is_word(token) ? "a name" : "an operator";
}

}  // namespace

Mutator::Mutator(std::string text, uint64_t seed) : text_(std::move(text)), engine_(seed) {
    starts_.push_back(0);
    for (size_t at = 0; at < text_.size(); ++at) {
        if (text_[at] == '\n') starts_.push_back(at + 1);
    }
}

std::vector<Mutator::Part> Mutator::parts(size_t line) const {
    std::vector<Part> all;
    for (size_t at = starts_[line]; at + 1 < starts_[line + 1];) {
        if (ptx::is_space(text_[at])) {
            ++at;
            continue;
        }
        all.push_back({at, token_size(std::string_view(text_).substr(at))});
        at += all.back().size;
    }
    return all;
}

std::string Mutator::replaced(Part part, std::string_view by) const {
    return std::string(text_).replace(part.begin, part.size, by);
}

std::string Mutator::line(size_t number) const {
    return text_.substr(starts_[number], starts_[number + 1] - starts_[number]);
}

std::string Mutator::other(std::string_view token) {
    if (is_number(token)) {
        const bool is_hex = token.starts_with("0x");
        std::string made(token);
        const size_t first = is_hex ? 2 : 0;
        size_t end = first;
        while (end < made.size() && std::isxdigit(static_cast<unsigned char>(made[end])) &&
               (is_hex || ptx::is_digit(made[end])))
            ++end;
        const size_t at = first + below(end - first);
        made[at] = made[at] == '9' || made[at] == 'f' ? '8' : static_cast<char>(made[at] + 1);
        if (made[at] == ':') made[at] = 'a';
        return made;
    }
    for (const Words* words : {&operators, &comparisons, &assignments, &types, &keywords}) {
        if (!has(*words, token)) continue;
        std::string_view made = token;
        while (made == token) made = (*words)[below(words->size())];
        return std::string(made);
    }
    if (!is_word(token)) return {};
    // a name of a line near by
    const size_t line = below(starts_.size() - 1);
    for (const Part part : parts(line)) {
        if (is_word(text(part)) && !is_number(text(part)) && text(part) != token && below(2))
            return std::string(text(part));
    }
    return {};
}

Mutant Mutator::next() {
    for (;;) {
        const size_t number = below(starts_.size() - 1);
        const std::vector<Part> all = parts(number);
        if (all.empty()) continue;
        const Part whole{starts_[number], starts_[number + 1] - starts_[number]};
        const size_t which = below(all.size());
        const Part part = all[which];
        switch (below(8)) {
            case 0: return {replaced(whole, ""), "a line dropped", number + 1};
            case 1: return {replaced(whole, line(number) + line(number)), "a line doubled", number + 1};
            case 2:
                if (number + 2 >= starts_.size()) continue;
                return {replaced({whole.begin, whole.size + line(number + 1).size()},
                                 line(number + 1) + line(number)),
                        "two lines", number + 1};
            case 3: return {replaced(part, ""), "a token dropped", number + 1};
            default: {
                const std::string made = other(text(part));
                if (made.empty()) continue;
                return {replaced(part, made), kind_of(text(part), which ? text(all[which - 1]) : ""),
                        number + 1};
            }
        }
    }
}

namespace {

// The comments outside literals, word by word, without the star with which a line between /* and */ may begin; in front of
// such a comment, how many characters of code come before it.
std::string comments(const std::string& text) {
    std::string all;
    size_t code = 0;
    const auto add = [&](char c) {
        if (ptx::is_space(c)) c = ' ';
        if (c != ' ' || (!all.empty() && all.back() != ' ')) all += c;
    };
    for (size_t at = 0; at < text.size(); ++at) {
        const std::string_view two = std::string_view(text).substr(at, 2);
        if (text[at] == '"' || text[at] == '\'') {
            const char quote = text[at];
            for (++code; ++at < text.size() && text[at] != quote && text[at] != '\n'; ++code)
                at += text[at] == '\\';
        } else if (two == "/*") {
            const size_t end = std::min(text.find("*/", at + 2), text.size() - 1);
            all += std::to_string(code);
            for (bool is_line_start = false; at < end; ++at) {
                if (!is_line_start || text[at] != '*') add(text[at]);
                is_line_start = text[at] == '\n' || (is_line_start && ptx::is_space(text[at]));
            }
            add(' ');
        } else if (two == "//") {
            for (at += 2; at < text.size() && text[at] != '\n'; ++at) add(text[at]);
            add(' ');
        } else {
            code += !ptx::is_space(text[at]);
        }
    }
    return all;
}

}  // namespace

bool are_same_tokens(const std::string& x, const std::string& y) {
    const auto is_same = [](const ptx::Token& a, const ptx::Token& b) {
        return a.text == b.text && a.starts_line == b.starts_line;
    };
    const std::vector<ptx::Token> a = ptx::tokenise(x), b = ptx::tokenise(y);
    return std::ranges::equal(a, b, is_same) && comments(x) == comments(y);
}

}  // namespace limbsmith::test
