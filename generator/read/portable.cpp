#include "read/portable.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <vector>

#include "read/notes.hpp"
#include "read/shapes.hpp"

namespace limbsmith::read {
namespace {

using ir::Instruction;
using ir::Operand;
using Tail = Shape::Tail;

constexpr size_t longest_word = 100;

// A shape with its text in tokens.
struct Lexed {
    const Shape* shape;
    std::vector<Token> tokens;
};

std::vector<Lexed> lexed(std::span<const Shape> shapes) {
    std::vector<Lexed> all;
    for (const Shape& shape : shapes) all.push_back({&shape, tokens_of(shape.text)});
    return all;
}

// The value of a literal of digits, before this suffix. A digit 0 in front of others makes it octal.
std::optional<uint32_t> literal(std::string_view text, std::string_view suffix) {
    if (!text.ends_with(suffix)) return std::nullopt;
    text.remove_suffix(suffix.size());
    uint32_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool is_octal = text.size() > 1 && text[0] == '0';
    if (error != std::errc() || end != text.data() + text.size() || is_octal) return std::nullopt;
    return value;
}

class Body {
  public:
    Body(Cursor& cursor, const ir::Program& proved, const Spelling& spelling)
        : cursor_(cursor),
          proved_(proved),
          temporary_(spelling.prefix + "t"),
          sum_(spelling.prefix + "sum"),
          cc_(spelling.prefix + "cc"),
          is_by_reference_(spelling.is_by_reference) {
        for (const ir::Input& input : proved.inputs) {
            for (size_t i = 0; i < input.words.size(); ++i)
                words_.emplace(spelling.word(input.name, input.representation, i), Operand(input.words[i]));
        }
        for (const ir::Output& output : proved.outputs) {
            for (size_t i = 0; i < output.words.size(); ++i)
                outputs_.push_back({spelling.word(output.name, output.representation, i), output.words[i],
                                    spelling.is_by_reference || &output != &proved.outputs[0]});
        }
    }

    void read() {
        const bool has_flags =
            std::ranges::any_of(proved_.body, [](const Instruction& in) { return in.flag_out.has_value(); });
        if (has_flags) cursor_.expect({"uint64_t", sum_, ";", "uint32_t", cc_, ";"});
        std::vector<size_t> begins;
        for (const Instruction& in : proved_.body) {
            begins.push_back(cursor_.place());
            statement(in);
        }
        begins.push_back(cursor_.place());
        read_notes(begins);
        bool is_input_written = false;  // perhaps, where an output is the same object
        for (const Output& output : outputs_) {
            cursor_.expect(output.text + " =");
            const size_t place = cursor_.place();
            const auto value = operand();
            if (!value || *value != output.word)
                cursor_.go_back(place), cursor_.differ(fmt::format("the value of {}", output.text));
            if (is_input_written && value->is_word && is_input(value->word()))
                cursor_.go_back(place), cursor_.differ("a word that is not read after an output was written");
            cursor_.expect({";"});
            is_input_written |= output.is_reference;
        }
    }

  private:
    struct Output {
        std::string text;
        Operand word;
        bool is_reference;
    };

    // begins: the tokens with which the statements begin, and the one behind them
    void read_notes(const std::vector<size_t>& begins) {
        if (proved_.notes.empty()) return;
        std::map<uint32_t, std::string_view> names;
        for (const auto& [text, operand] : words_) names.emplace(operand.value, text);
        const auto name = [&](Operand word) {
            if (!word.is_word) return fmt::format("{}u", word.value);
            const auto found = names.find(word.value);
            return found == names.end() ? std::string() : std::string(found->second);
        };
        for (const ExpectedNote& note : notes_of(proved_, proved_.body.size(), name))
            cursor_.expect_note(begins[note.place], note.text);
    }

    // Whether the word is of an input that the caller may give as an output, too.
    bool is_input(ir::Word word) const {
        return std::ranges::any_of(proved_.inputs, [&](const ir::Input& input) {
            const bool is_value = input.representation.is_word() && !input.representation.is_member();
            return (is_by_reference_ || !is_value) &&
                   std::ranges::find(input.words, word) != input.words.end();
        });
    }

    void statement(const Instruction& in) {
        const bool keeps_flag = in.flag_out.has_value();
        static const std::vector<Lexed> words = lexed(shapes_of_words()), sums = lexed(shapes_of_sums());
        std::string name;
        if (keeps_flag) {
            cursor_.expect({sum_, "="});
        } else {
            cursor_.expect({"const", "uint32_t"});
            name = new_name();
            cursor_.expect({"="});
        }
        if (!is_value(in, keeps_flag ? sums : words)) cursor_.differ(dump(in));
        cursor_.expect({";"});
        if (keeps_flag) {
            if (cursor_.accept("const")) {
                cursor_.expect({"uint32_t"});
                name = new_name();
                cursor_.expect({"=", "uint32_t", "(", sum_, ")", ";"});
            }
            cursor_.expect(
                {cc_, "=", "uint32_t", "(", sum_, ">>", in.op == ir::Opcode::sub ? "63" : "32", ")", ";"});
            flag_ = in.flag_out;
        }
        if (!name.empty()) words_.emplace(name, Operand(in.dst));
    }

    std::string new_name() {
        const std::string name = cursor_.name("the name of a word");
        const bool is_temporary =
            name.starts_with(temporary_) && literal(std::string_view(name).substr(temporary_.size()), "");
        if (!is_temporary || words_.contains(name)) cursor_.differ("a new name t0, t1 ...");
        return name;
    }

    // Whether the expression that comes next is the instruction; passes it if so.
    bool is_value(const Instruction& in, const std::vector<Lexed>& shapes) {
        const size_t place = cursor_.place();
        for (const Lexed& it : shapes) {
            if (it.shape->op != in.op) continue;
            cursor_.go_back(place);
            std::array<std::optional<Operand>, 3> src;
            if (follows(it.tokens, src) && has_tail(it.shape->tail, src, in) && cursor_.is(";") &&
                are_sources(src, in))
                return true;
        }
        cursor_.go_back(place);
        return false;
    }

    static bool are_sources(const std::array<std::optional<Operand>, 3>& src, const Instruction& in) {
        for (int i = 0; i < ir::arity(in.op); ++i) {
            if (src[i] != in.src[i]) return false;
        }
        return true;
    }

    bool follows(const std::vector<Token>& shape, std::array<std::optional<Operand>, 3>& src) {
        for (const Token& token : shape) {
            const bool is_source = token.text.size() == 1 && token.text[0] >= 'x' && token.text[0] <= 'z';
            if (!is_source && token.text != "C") {
                if (!cursor_.accept(token.text)) return false;
                continue;
            }
            const std::optional<Operand> found = is_source ? operand() : count();
            if (!found) return false;
            std::optional<Operand>& source = src[is_source ? token.text[0] - 'x' : 1];
            if (source && source != found) return false;
            source = found;
        }
        return true;
    }

    bool has_tail(Tail tail, std::array<std::optional<Operand>, 3>& src, const Instruction& in) {
        if (tail == Tail::none) return !in.flag_in;
        const char* sign = tail == Tail::minus_y ? "-" : "+";
        std::optional<Operand>& last = src[tail == Tail::plus_z ? 2 : 1];
        last = Operand(0u);
        if (cursor_.is(sign) && !cursor_.is(cc_, 1)) {
            cursor_.take();
            last = operand();
            if (!last) return false;
        }
        if (!in.flag_in) return true;
        return in.flag_in == flag_ && cursor_.accept(sign) && cursor_.accept(cc_);
    }

    // The constant behind a shift.
    std::optional<Operand> count() {
        const auto value = literal(cursor_.peek().text, "");
        if (!value || *value > 31) return std::nullopt;
        cursor_.take();
        return Operand(*value);
    }

    // A word or a constant.
    std::optional<Operand> operand() {
        if (cursor_.peek().kind == Token::Kind::number) {
            const auto value = literal(cursor_.peek().text, "u");
            if (!value) return std::nullopt;
            cursor_.take();
            return Operand(*value);
        }
        const std::string text = expression();
        const auto found = words_.find(text);
        if (found == words_.end()) return std::nullopt;
        return found->second;
    }

    // A name, or one in brackets, with members and indices behind it; as words are spelled.
    std::string expression() {
        std::string text;
        const auto take = [&] {
            if (cursor_.peek().is_comment()) cursor_.differ("a word");
            text += cursor_.take().text;
        };
        const bool is_closed = cursor_.is("(");
        if (is_closed) take();
        if (cursor_.peek().kind != Token::Kind::name) return {};
        take();
        if (is_closed) text += cursor_.accept(")") ? ")" : "";
        while (cursor_.is(".") || cursor_.is("[")) {
            const bool is_index = cursor_.is("[");
            take();
            while (is_index && !cursor_.is("]") && text.size() < longest_word) {
                take();
                if (text.ends_with(',')) text += ' ';
            }
            take();
        }
        return text;
    }

    Cursor& cursor_;
    const ir::Program& proved_;
    std::string temporary_, sum_, cc_;  // names; those of temporaries have a number behind it
    bool is_by_reference_;              // words as well as numbers
    std::map<std::string, Operand, std::less<>>
        words_;  // by their text: inputs, and results that have a name
    std::vector<Output> outputs_;
    std::optional<ir::Flag> flag_;  // the value of cc
};

}  // namespace

void read_portable(Cursor& cursor, const ir::Program& proved, const Spelling& spelling) {
    Body(cursor, proved, spelling).read();
}

}  // namespace limbsmith::read
