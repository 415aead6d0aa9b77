#include "read/notes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "eval/words.hpp"

namespace limbsmith::read {
namespace {

using Factor = ir::NoteTerm::Factor;
using Kind = ir::Representation::Kind;

// Texts with fewer instructions have no notes.
constexpr size_t fewest_instructions = 48;
// A sum of more terms has its first two and its last.
constexpr size_t most_terms = 6;

// A name, its number, and the text behind it: t, 12; a[, 3, ].
struct Numbered {
    std::string before, after;
    long number = -1;

    explicit Numbered(const std::string& text) {
        size_t end = text.size();
        while (end > 0 && !std::isdigit(static_cast<unsigned char>(text[end - 1]))) --end;
        size_t begin = end;
        while (begin > 0 && std::isdigit(static_cast<unsigned char>(text[begin - 1]))) --begin;
        before = text.substr(0, begin), after = text.substr(end);
        if (begin < end) number = std::stol(text.substr(begin, end - begin));
    }
    bool is_before(const Numbered& next) const {
        return number >= 0 && next.number == number + 1 && before == next.before && after == next.after;
    }
};

// {t0..t3, t7}: three and more in sequence are joined.
std::string braced(const std::vector<std::string>& names) {
    std::vector<std::string> parts;
    for (size_t first = 0, end; first < names.size(); first = end) {
        end = first + 1;
        while (end < names.size() && Numbered(names[end - 1]).is_before(Numbered(names[end]))) ++end;
        if (end - first < 3) end = first + 1;
        parts.push_back(names[first] + (end - first < 3 ? "" : ".." + names[end - 1]));
    }
    return fmt::format("{{{}}}", fmt::join(parts, ", "));
}

class Notes {
  public:
    Notes(const ir::Program& program, const std::function<std::string(ir::Operand)>& name)
        : program_(program), name_(name) {}

    // nullopt where a word has no name.
    std::optional<std::string> text(const ir::Note& note) {
        is_whole_ = true;
        std::string all = of_sum(note.held) + " = " + of_sum(note.value);
        if (note.bits > 0) all += fmt::format(" (mod 2^{})", note.bits);
        return is_whole_ ? std::optional(all) : std::nullopt;
    }

  private:
    std::string of_sum(const ir::NoteSum& sum) {
        std::string all;
        for (size_t k = 0; k < sum.size(); ++k) {
            const bool is_left_out = sum.size() > most_terms && k >= 2 && k + 1 < sum.size();
            if (is_left_out) {
                all += k == 2 ? " + ..." : "";
                continue;
            }
            const bool is_less = sum[k].weight < 0;
            all += k ? (is_less ? " - " : " + ") : (is_less ? "-" : "");
            all += of_term(sum[k]);
        }
        return sum.empty() ? "0" : all;
    }

    std::string of_term(const ir::NoteTerm& term) {
        const mpz_class size = abs(term.weight);
        std::vector<std::string> product;
        if (size != 1) {
            const auto bits = mpz_sizeinbase(size.get_mpz_t(), 2);
            const bool is_power = size == mpz_class(1) << (bits - 1);
            product.push_back(is_power ? fmt::format("2^{}", bits - 1) : size.get_str());
        }
        for (const Factor& factor : term.factors) product.push_back(of_factor(factor));
        return product.empty() ? "1" : fmt::format("{}", fmt::join(product, "*"));
    }

    std::string of_factor(const Factor& factor) {
        const std::string number = factor.name.empty() ? of_words(factor) : factor.name;
        return factor.shift > 0 ? fmt::format("({} >> {})", number, factor.shift) : number;
    }

    std::string of_words(const Factor& factor) {
        if (std::ranges::none_of(factor.words, &ir::Operand::is_word)) return of_constant(factor);
        if (const auto part = of_input(factor.words)) return *part;
        std::vector<std::string> names;
        for (const ir::Operand word : factor.words) {
            const auto part = of_input({word});
            names.push_back(part ? *part : name_(word));
            is_whole_ = is_whole_ && !names.back().empty();
        }
        if (factor.representation.kind == Kind::signed_word) return "signed(" + names[0] + ")";
        if (factor.representation.kind == Kind::digits) return "digits" + braced(names);
        return names.size() == 1 ? names[0] : braced(names);
    }

    static std::string of_constant(const Factor& factor) {
        std::vector<uint32_t> words;
        for (const ir::Operand word : factor.words) words.push_back(word.value);
        const mpz_class value = eval::from_words(words, factor.representation);
        return value < 10 ? value.get_str() : "0x" + value.get_str(16);
    }

    // The first input that has these words one after the other: a, a[3], a[1..3].
    std::optional<std::string> of_input(const std::vector<ir::Operand>& words) const {
        for (const ir::Input& input : program_.inputs) {
            for (size_t first = 0; first + words.size() <= input.words.size(); ++first) {
                const auto is_there = [&](size_t k) {
                    return words[k] == ir::Operand(input.words[first + k]);
                };
                size_t same = 0;
                while (same < words.size() && is_there(same)) ++same;
                if (same < words.size()) continue;
                if (same == input.words.size()) return input.name;
                return same == 1 ? fmt::format("{}[{}]", input.name, first)
                                 : fmt::format("{}[{}..{}]", input.name, first, first + same - 1);
            }
        }
        return std::nullopt;
    }

    const ir::Program& program_;
    const std::function<std::string(ir::Operand)>& name_;
    bool is_whole_ = true;
};

}  // namespace

std::vector<ExpectedNote> notes_of(const ir::Program& program, size_t instructions,
                                   const std::function<std::string(ir::Operand)>& name) {
    std::vector<ExpectedNote> all;
    if (instructions < fewest_instructions) return all;
    Notes notes(program, name);
    for (const ir::Note& note : program.notes) {
        const auto text = notes.text(note);
        if (!text) continue;
        // behind the last instruction that was there when the note was made
        size_t place = program.body.size();
        while (place > 0 && program.body[place - 1].dst.id >= note.at) --place;
        all.push_back({place, *text});
    }
    std::ranges::stable_sort(all, {}, &ExpectedNote::place);
    return all;
}

}  // namespace limbsmith::read
