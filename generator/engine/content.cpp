// The structured bindings name every member: a member added to the IR does not compile until it is added
// here.
#include "engine/content.hpp"

#include <fmt/format.h>

#include <concepts>
#include <optional>
#include <ranges>
#include <string_view>
#include <type_traits>

namespace limbsmith::engine {
namespace {

// Different parts have different texts: numbers end with a space, strings begin with their length, lists have brackets.
// A class, so that the overloads see each other in any order.
class Content {
  public:
    std::string text;

    template <class... Parts>
    void tuple(const Parts&... parts) {
        text += '(';
        (add(parts), ...);
        text += ')';
    }

  private:
    template <class Number>
    requires std::integral<Number> || std::is_enum_v<Number>
    void add(Number number) {
        const fmt::format_int digits(static_cast<int64_t>(number));
        text.append(digits.data(), digits.size());
        text += ' ';
    }
    void add(std::string_view string) {
        add(string.size());
        text += string;
    }
    void add(const mpz_class& number) { add(std::string_view(number.get_str(16))); }

    void add(const std::ranges::range auto& list) requires(
        !std::convertible_to<decltype(list), std::string_view>) {
        text += '[';
        for (const auto& element : list) add(element);
        text += ']';
    }

    void add(ir::Operand operand) { tuple(operand.is_word, operand.value); }
    void add(ir::Word word) { add(word.id); }
    void add(ir::Flag flag) { add(flag.id); }
    void add(const std::optional<ir::Flag>& flag) {
        if (flag)
            add(*flag);
        else
            text += '-';
    }

    void add(const ir::Instruction& instruction) {
        const auto& [op, dst, src, flag_in, flag_out] = instruction;
        tuple(op, dst, src, flag_in, flag_out);
    }

    void add(const std::pair<ir::Word, ir::Flag>& flag_of_word) {
        tuple(flag_of_word.first, flag_of_word.second);
    }

    void add(const ir::Representation& representation) {
        const auto& [kind, type, object, radix, base, bound, is_open, used] = representation;
        tuple(kind, type, object, radix, base, bound);
        if (representation.is_places()) tuple(is_open, used);
    }

    void add(const ir::Input& input) {
        const auto& [name, representation, words] = input;
        tuple(name, representation, words);
    }

    void add(const ir::Output& output) {
        const auto& [name, representation, words] = output;
        tuple(name, representation, words);
    }

    void add(const ir::ExprPtr& expr) {
        if (!expr) return void(text += '-');
        // text: also the name of the function
        const auto& [kind, name, hex, number, left, right, other, function] = *expr;
        tuple(kind, name, hex, number, left, right, other);
    }

    void add(const ir::Bound& bound) {
        const auto& [name, below, at_least, residue, step] = bound;
        tuple(name, below, at_least, residue, step);
    }

    void add(const ir::Given& given) {
        const auto& [name, value, description] = given;
        tuple(name, value, description);
    }

    void add(const ir::Contract& contract) {
        const auto& [requires_, left, right, ensures, givens] = contract;
        tuple(requires_, left, right, ensures, givens);
    }

    void add(const ir::ClaimTerm::Factor& factor) {
        const auto& [word, reading, shift] = factor;
        tuple(word, reading, shift);
    }

    void add(const ir::ClaimTerm& term) {
        const auto& [weight, factors] = term;
        tuple(weight, factors);
    }

    void add(const ir::Claim& claim) {
        const auto& [kind, number, rest, modulus] = claim;
        tuple(kind, number, rest, modulus);
    }

    void add(const ir::Binding& binding) {
        const auto& [name, words] = binding;
        tuple(name, words);
    }

    void add(const ir::Part& part) {
        const auto& [inputs, outputs] = part;
        tuple(inputs, outputs);
    }

    void add(const ir::Outline& outline) {
        const auto& [claims, parts, middle] = outline;
        if (!middle) return tuple(claims, parts);
        const auto& [words, most] = *middle;
        tuple(claims, parts, words, most);
    }
};

}  // namespace

std::string content(const ir::Program& program) {
    const auto& [name, inputs, outputs, body, contract, words, flags, outline, notes] =
        program;  // the goals of a proof do not depend on notes
    Content all;
    all.tuple(inputs, outputs, body, contract, words, flags, outline);
    return std::move(all.text);
}

}  // namespace limbsmith::engine
