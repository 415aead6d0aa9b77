// Reads a header as a stream of tokens: enough of C++ to tell which function or macro contains an asm
// statement, and the whole grammar of the statement itself.
#include "ptx/asm_statement.hpp"

#include <algorithm>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "ptx/token.hpp"

namespace limbsmith::ptx {
namespace {

bool is_asm(std::string_view token) { return token == "asm" || token == "__asm" || token == "__asm__"; }

// Whether an operand must follow: after the mnemonic, and after a comma.
bool expects_operand(std::string_view text) {
    if (text.ends_with(' ')) text.remove_suffix(1);
    return text.ends_with(',') || (!text.empty() && text.find(' ') == std::string_view::npos);
}

bool has_open_brace(std::string_view text) {
    return std::ranges::count(text, '{') > std::ranges::count(text, '}');
}

class HeaderReader {
  public:
    explicit HeaderReader(const std::string& text) : text_(splice_lines(text)), tokens_(tokenise(text_)) {
        for (size_t at = 0; at < text.size(); ++at) {
            if (text[at] == '\n') line_ends_.push_back(at);
        }
    }

    std::vector<AsmStatement> read() {
        std::vector<std::string> scopes;  // for each open brace, the function that it opened, or ""
        std::string candidate;            // the name before the latest '(' outside parentheses
        std::string_view previous;
        int parentheses = 0;
        while (at_ < tokens_.size()) {
            const std::string_view token = peek();
            if (token == "#" && tokens_[at_].starts_line) {
                read_directive();
            } else if (is_asm(token)) {
                const auto holder =
                    std::ranges::find_if(scopes, [](const auto& name) { return !name.empty(); });
                read_asm(holder == scopes.end() ? std::string() : *holder);
            } else {
                if (token == "(" && parentheses++ == 0) candidate = is_name(previous) ? previous : "";
                if (token == ")") --parentheses;
                if (token == "{") {
                    const bool body = previous == ")" || previous == "const" || previous == "noexcept";
                    scopes.push_back(body ? candidate : "");
                }
                if (token == "}" && !scopes.empty()) scopes.pop_back();
                previous = take();
            }
        }
        return std::move(statements_);
    }

  private:
    // A #define may contain statements, under the macro's name; other directives are skipped.
    void read_directive() {
        take();
        const bool defines = peek() == "define";
        const std::string macro =
            defines && at_ + 1 < tokens_.size() ? std::string(tokens_[at_ + 1].text) : "";
        while (at_ < tokens_.size() && !tokens_[at_].starts_line) {
            if (defines && is_asm(peek())) {
                read_asm(macro);
            } else {
                take();
            }
        }
    }

    void read_asm(const std::string& function) {
        function_ = function;
        take();
        if (function.empty()) fail("asm outside a function");
        if (std::ranges::find(functions_of_warps, function) != functions_of_warps.end()) return skip_asm();
        expect("(");
        const auto index = std::ranges::count(statements_, function, &AsmStatement::function);
        AsmStatement statement{function, static_cast<int>(index), split(read_strings()), {}, {}};
        statement.outputs = read_operands();
        statement.inputs = read_operands();
        expect(")");
        check_constraints(statement);
        statements_.push_back(std::move(statement));
    }

    void skip_asm() {
        while (!accept("(")) take();
        for (int open = 1; open > 0;) {
            const std::string_view token = take();
            open += (token == "(") - (token == ")");
        }
    }

    std::string read_strings() {
        std::string result;
        while (is_string(peek())) {
            const std::string_view literal = take();
            if (literal.size() < 2 || literal.back() != '"') fail("a string without end");
            for (size_t at = 1; at + 1 < literal.size(); ++at) {
                if (literal[at] != '\\') {
                    result += literal[at];
                    continue;
                }
                switch (literal[++at]) {
                    case 'n': result += '\n'; break;
                    case 't': result += '\t'; break;
                    default: fail("an escape other than \\n and \\t in " + std::string(literal));
                }
            }
        }
        return result;
    }

    std::vector<std::string> split(const std::string& ptx) {
        std::vector<std::string> result;
        std::string pending;
        for (const char c : ptx) {
            if (is_space(c)) {
                if (!pending.empty() && pending.back() != ' ') pending += ' ';
            } else if ((c == '{' && expects_operand(pending)) || (c == '}' && has_open_brace(pending))) {
                pending += c;  // braces of an operand
            } else if (c == '{' || c == '}') {
                if (!pending.empty()) fail("'" + pending + "' does not end with ';'");
                result.emplace_back(1, c);
            } else if (c == ';') {
                if (pending.ends_with(' ')) pending.pop_back();
                result.push_back(std::exchange(pending, {}));
            } else {
                pending += c;
            }
        }
        if (!pending.empty()) fail("'" + pending + "' does not end with ';'");
        return result;
    }

    std::vector<AsmOperand> read_operands() {
        std::vector<AsmOperand> operands;
        if (!accept(":") || peek() == ":" || peek() == ")") return operands;
        do {
            AsmOperand operand{read_strings(), {}};
            const size_t open = at_;
            expect("(");
            for (int depth = 1; depth > 0;) {
                const std::string_view token = take();
                depth += (token == "(") - (token == ")");
            }
            size_t begin = tokens_[open].offset + 1, end = tokens_[at_ - 1].offset;
            while (begin < end && is_space(text_[begin])) ++begin;
            while (begin < end && is_space(text_[end - 1])) --end;
            operand.expression = text_.substr(begin, end - begin);
            operands.push_back(std::move(operand));
        } while (accept(","));
        return operands;
    }

    void check_constraints(const AsmStatement& statement) const {
        const auto executes = [](const std::string& text) {
            return text != "{" && text != "}" && !text.starts_with(".reg");
        };
        const bool single = std::ranges::count_if(statement.instructions, executes) == 1;
        if (statement.outputs.empty()) fail("no outputs, which would make the statement volatile");
        for (const AsmOperand& output : statement.outputs) {
            if (output.constraint == "=&r" || (single && output.constraint == "=r")) continue;
            fail("output constraint \"" + output.constraint + "\" on " + output.expression);
        }
        for (const AsmOperand& input : statement.inputs) {
            if (input.constraint != "r")
                fail("input constraint \"" + input.constraint + "\" on " + input.expression);
        }
    }

    std::string_view peek() const { return at_ < tokens_.size() ? tokens_[at_].text : std::string_view(); }

    std::string_view take() {
        if (at_ == tokens_.size()) fail("the text ends inside a statement");
        return tokens_[at_++].text;
    }

    bool accept(std::string_view token) {
        const bool found = peek() == token;
        if (found) ++at_;
        return found;
    }

    void expect(std::string_view token) {
        if (!accept(token))
            fail("'" + std::string(token) + "' expected, found '" + std::string(peek()) + "'");
    }

    [[noreturn]] void fail(const std::string& reason) const {
        const size_t offset = at_ < tokens_.size() ? tokens_[at_].offset : text_.size();
        const auto line = std::ranges::lower_bound(line_ends_, offset) - line_ends_.begin() + 1;
        throw std::runtime_error("line " + std::to_string(line) + ", asm in '" + function_ + "': " + reason);
    }

    std::string text_;
    std::vector<Token> tokens_;  // views of text_
    std::vector<size_t> line_ends_;
    size_t at_ = 0;
    std::string function_;
    std::vector<AsmStatement> statements_;
};

}  // namespace

std::vector<AsmStatement> parse_asm_statements(const std::string& header_text) {
    return HeaderReader(header_text).read();
}

}  // namespace limbsmith::ptx
