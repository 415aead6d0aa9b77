#include "sass/operand.hpp"

#include <charconv>
#include <optional>
#include <stdexcept>

namespace limbsmith::sass {
namespace {

using Kind = Operand::Kind;

[[noreturn]] void fail(std::string_view text) {
    throw std::runtime_error("unknown operand '" + std::string(text) + "'");
}

bool take(std::string_view& text, std::string_view prefix) {
    if (!text.starts_with(prefix)) return false;
    text.remove_prefix(prefix.size());
    return true;
}

bool take_last(std::string_view& text, std::string_view suffix) {
    if (!text.ends_with(suffix)) return false;
    text.remove_suffix(suffix.size());
    return true;
}

// The number that makes up the whole text, or nullopt.
template <class Number>
std::optional<Number> number(std::string_view text, auto... format) {
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, format...);
    if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

std::optional<int64_t> immediate(std::string_view text) {
    const bool minus = take(text, "-");
    if (!take(text, "0x")) return std::nullopt;
    const auto value = number<uint64_t>(text, 16);
    if (!value) return std::nullopt;
    return static_cast<int64_t>(minus ? 0 - *value : *value);
}

// R5, RZ, UR4, URZ; P0, PT, UP1, UPT: `letter` and a number below `last`, or `last_letter` for `last`.
std::optional<int> numbered(std::string_view text, char letter, char last_letter, int last) {
    const int first = take(text, "U") ? last + 1 : 0;
    if (!take(text, {&letter, 1})) return std::nullopt;
    if (text == std::string_view{&last_letter, 1}) return first + last;
    const auto value = number<int>(text, 10);
    if (!value || *value < 0 || *value >= last) return std::nullopt;
    return first + *value;
}

std::optional<int> word(std::string_view text) { return numbered(text, 'R', 'Z', zero_register); }
std::optional<int> predicate(std::string_view text) { return numbered(text, 'P', 'T', true_predicate); }

// The text between brackets: a sum of registers and an offset.
Operand address(std::string_view text) {
    Operand made{.kind = Kind::address};
    for (std::string_view rest = text; !rest.empty();) {
        std::string_view part = rest.substr(0, rest.find('+'));
        rest.remove_prefix(std::min(rest.size(), part.size() + 1));
        if (const auto offset = immediate(part)) {
            made.value += *offset;
            continue;
        }
        const bool is_index = take_last(part, ".U32");
        const bool is_wide = take_last(part, ".64");
        const auto found = word(part);
        if (!found) fail(text);
        made.says_wide &= is_index || is_wide || *found >= uniform_registers || is_zero_register(*found);
        int& place = is_index ? made.index : made.base;
        if (!is_zero_register(place)) fail(text);
        place = *found;
    }
    return made;
}

// c[0x0][0x210], c[0x0][RZ].
Operand constant(std::string_view text) {
    const std::string_view whole = text;
    Operand made{.kind = Kind::constant};
    take(text, "c[");
    const size_t middle = text.find("][");
    if (middle == text.npos || !take_last(text, "]")) fail(whole);
    const auto bank = immediate(text.substr(0, middle));
    const std::string_view place = text.substr(middle + 2);
    const auto offset = place == "RZ" ? 0 : immediate(place);
    if (!bank || !offset) fail(whole);
    made.number = static_cast<int>(*bank);
    made.value = *offset;
    return made;
}

Operand plain(std::string_view text) {
    if (text.starts_with("c[")) return constant(text);
    if (text == "PR") return {.kind = Kind::predicates};
    if (text.starts_with("SR")) return {.kind = Kind::special};
    if (text.starts_with("`(")) return {.kind = Kind::place};
    if (text.ends_with(']')) {
        const size_t open = text.find("][");
        if (text.starts_with("desc[") && open != text.npos) text.remove_prefix(open + 1);
        if (take(text, "[") && take_last(text, "]")) return address(text);
    }
    if (const auto found = word(text)) return {.kind = Kind::word, .number = *found};
    if (const auto found = predicate(text)) return {.kind = Kind::predicate, .number = *found};
    fail(text);
}

Operand read(std::string_view text) {
    if (const auto value = immediate(text)) return {.kind = Kind::immediate, .value = *value};
    take(text, "+");
    if (const auto value = number<double>(text)) return {.kind = Kind::real, .real = *value};
    const bool is_not = take(text, "!"), is_inverted = take(text, "~"), is_negated = take(text, "-");
    take_last(text, ".reuse");
    take_last(text, ".64");
    Operand made = plain(text);
    const bool is_signed = made.kind == Kind::word || made.kind == Kind::constant;
    if ((is_not && made.kind != Kind::predicate) || ((is_inverted || is_negated) && !is_signed)) fail(text);
    made.is_negated = is_not || is_negated;
    made.is_inverted = is_inverted;
    return made;
}

}  // namespace

Operand parse_operand(std::string_view text) {
    Operand made = read(text);
    made.text = text;
    return made;
}

}  // namespace limbsmith::sass
