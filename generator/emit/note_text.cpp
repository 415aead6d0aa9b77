#include "emit/note_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "eval/words.hpp"

namespace limbsmith::emit {
namespace {

// Shorter programs are read at a glance.
constexpr size_t long_program = 48;
// Longer sums are shortened to the first two terms and the last.
constexpr size_t longest_sum = 6;

constexpr const char* digits = "0123456789";

// Whether both are of a numbered family in sequence: t12 and t13, a[1] and a[2].
bool precedes(const std::string& word, const std::string& next) {
    const size_t last = word.find_last_of(digits);
    if (last == std::string::npos) return false;
    const size_t first = word.find_last_not_of(digits, last) + 1;
    const int number = std::stoi(word.substr(first, last + 1 - first));
    return next == word.substr(0, first) + std::to_string(number + 1) + word.substr(last + 1);
}

// t0, t1, t2, t7 -> t0..t2, t7
std::string with_ranges(const std::vector<std::string>& words) {
    std::vector<std::string> parts;
    for (size_t first = 0, last; first < words.size(); first = last + 1) {
        for (last = first; last + 1 < words.size(); ++last) {
            if (!precedes(words[last], words[last + 1])) break;
        }
        if (last - first == 1) parts.push_back(words[first]), first = last;
        parts.push_back(first == last ? words[first] : fmt::format("{}..{}", words[first], words[last]));
    }
    return fmt::format("{{{}}}", fmt::join(parts, ", "));
}

class Text {
  public:
    Text(const ir::Program& program, const WordName& name) : program_(program), name_(name) {}

    std::optional<std::string> of(const ir::Note& note) {
        std::string text = fmt::format("{} = {}", sum(note.held), sum(note.value));
        if (note.bits) text += fmt::format(" (mod 2^{})", note.bits);
        if (is_nameless_) return std::nullopt;
        return text;
    }

  private:
    std::string sum(const ir::NoteSum& all) {
        if (all.empty()) return "0";
        std::string text;
        for (size_t i = 0; i < all.size(); ++i) {
            if (all.size() > longest_sum && i == 2) {
                text += " + ...";
                i = all.size() - 1;
            }
            const bool is_negative = all[i].weight < 0;
            if (i > 0) text += is_negative ? " - " : " + ";
            if (i == 0 && is_negative) text += "-";
            text += term(all[i]);
        }
        return text;
    }

    // Without its sign.
    std::string term(const ir::NoteTerm& term) {
        const mpz_class weight = abs(term.weight);
        std::vector<std::string> factors;
        if (mpz_popcount(weight.get_mpz_t()) != 1)
            factors.push_back(weight.get_str());
        else if (weight > 1)
            factors.push_back(fmt::format("2^{}", mpz_sizeinbase(weight.get_mpz_t(), 2) - 1));
        for (const ir::NoteTerm::Factor& it : term.factors) factors.push_back(factor(it));
        return factors.empty() ? "1" : fmt::format("{}", fmt::join(factors, "*"));
    }

    std::string factor(const ir::NoteTerm::Factor& factor) {
        const std::string text = factor.name.empty() ? number(factor) : factor.name;
        return factor.shift ? fmt::format("({} >> {})", text, factor.shift) : text;
    }

    std::string number(const ir::NoteTerm::Factor& factor) {
        const std::vector<ir::Operand>& words = factor.words;
        if (std::ranges::none_of(words, &ir::Operand::is_word)) return constant(factor);
        if (const auto input = part_of_input(words)) return *input;
        std::vector<std::string> names;
        for (ir::Operand word : words) {
            names.push_back(part_of_input({word}).value_or(name_(word)));
            is_nameless_ |= names.back().empty();
        }
        using Kind = ir::Representation::Kind;
        if (factor.representation.kind == Kind::signed_word) return fmt::format("signed({})", names[0]);
        if (factor.representation.kind == Kind::digits) return "digits" + with_ranges(names);
        return names.size() == 1 ? names[0] : with_ranges(names);
    }

    static std::string constant(const ir::NoteTerm::Factor& factor) {
        std::vector<uint32_t> words;
        for (ir::Operand word : factor.words) words.push_back(word.value);
        const mpz_class value = eval::from_words(words, factor.representation);
        return value < 10 ? value.get_str() : "0x" + value.get_str(16);
    }

    // a, a[3] or a[1..3] if the words are those of input a in sequence.
    std::optional<std::string> part_of_input(const std::vector<ir::Operand>& words) const {
        for (const ir::Input& input : program_.inputs) {
            const auto all = std::vector<ir::Operand>(input.words.begin(), input.words.end());
            const auto found = std::ranges::search(all, words);
            if (found.empty()) continue;
            if (words.size() == all.size()) return input.name;
            const auto first = found.begin() - all.begin(), last = first + std::ssize(words) - 1;
            return first == last ? fmt::format("{}[{}]", input.name, first)
                                 : fmt::format("{}[{}..{}]", input.name, first, last);
        }
        return std::nullopt;
    }

    const ir::Program& program_;
    const WordName& name_;
    bool is_nameless_ = false;
};

// The number of instructions in front of the note. Passes keep words and their order, and make higher ones.
size_t place(const ir::Note& note, const ir::Program& program) {
    const auto is_before = [&](const ir::Instruction& in) { return in.dst.id < note.at; };
    const auto last = std::find_if(program.body.rbegin(), program.body.rend(), is_before);
    return static_cast<size_t>(program.body.rend() - last);
}

}  // namespace

std::vector<std::vector<std::string>> note_lines(const ir::Program& program, const WordName& name) {
    std::vector<std::vector<std::string>> lines(program.body.size() + 1);
    if (program.body.size() < long_program) return lines;
    for (const ir::Note& note : program.notes) {
        if (const auto text = Text(program, name).of(note))
            lines[place(note, program)].push_back(fmt::format("/* {} */", *text));
    }
    return lines;
}

}  // namespace limbsmith::emit
