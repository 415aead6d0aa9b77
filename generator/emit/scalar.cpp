#include "emit/scalar.hpp"

#include <fmt/format.h>

namespace limbsmith::emit {
namespace {

using ScalarKind = ir::Scalar::Kind;

}  // namespace

std::string_view sign_of(ScalarKind kind) {
    switch (kind) {
        case ScalarKind::add: return "+";
        case ScalarKind::sub: return "-";
        case ScalarKind::mul: return "*";
        case ScalarKind::div: return "/";
        case ScalarKind::mod: return "%";
        case ScalarKind::bit_and: return "&";
        case ScalarKind::bit_or: return "|";
        case ScalarKind::bit_xor: return "^";
        case ScalarKind::shl: return "<<";
        case ScalarKind::shr: return ">>";
        case ScalarKind::equal: return "==";
        case ScalarKind::not_equal: return "!=";
        case ScalarKind::less: return "<";
        case ScalarKind::constant:
        case ScalarKind::read:
        case ScalarKind::lane:
        case ScalarKind::mul_hi:
        case ScalarKind::permute:
        case ScalarKind::select: break;
    }
    return "";
}

namespace {

std::string unsigned_text(uint32_t number) {
    return number < 65536 ? fmt::format("{}u", number) : fmt::format("{:#x}u", number);
}

bool is_comparison(ScalarKind kind) {
    return kind == ScalarKind::equal || kind == ScalarKind::not_equal || kind == ScalarKind::less;
}
bool is_product(ScalarKind kind) {
    return kind == ScalarKind::mul || kind == ScalarKind::div || kind == ScalarKind::mod;
}
// Whether C++ and the description mean the same only of words: int has a sign.
bool is_of_words(ScalarKind kind) {
    return kind == ScalarKind::div || kind == ScalarKind::mod || kind == ScalarKind::shl ||
           kind == ScalarKind::shr || kind == ScalarKind::less;
}
bool is_sum(ScalarKind kind) { return kind == ScalarKind::add || kind == ScalarKind::sub; }
bool is_leaf(ScalarKind kind) {
    return kind == ScalarKind::constant || kind == ScalarKind::read || kind == ScalarKind::lane ||
           kind == ScalarKind::mul_hi || kind == ScalarKind::permute;
}

}  // namespace

ScalarText::ScalarText(const ir::Routine& routine, PlaceText place)
    : routine_(routine), place_(std::move(place)), is_bounded_(routine.variables.size()) {
    for (size_t id = 0; id < is_bounded_.size(); ++id)
        is_bounded_[id] = routine.variables[id].role == ir::Variable::Role::input;
    const std::function<void(const ir::Block&)> find_counters = [&](const ir::Block& block) {
        for (const ir::Statement& statement : block) {
            if (const auto* loop = std::get_if<ir::For>(&statement.what)) {
                is_bounded_[static_cast<size_t>(loop->counter)] = true;
                find_counters(loop->body);
            }
            if (const auto* decision = std::get_if<ir::If>(&statement.what)) find_counters(decision->body);
        }
    };
    find_counters(routine.body);
}

bool ScalarText::has_free_integer(const ir::Scalar& scalar) const {
    return scalar.kind() == ScalarKind::read && !is_word(scalar) &&
           !is_bounded_[static_cast<size_t>(scalar.place().variable)];
}

bool ScalarText::is_word(const ir::Scalar& scalar) const {
    switch (scalar.kind()) {
        case ScalarKind::constant: return false;
        case ScalarKind::read:
            return routine_.variables[scalar.place().variable].kind != ir::Variable::Kind::integer;
        case ScalarKind::lane:
        case ScalarKind::equal:
        case ScalarKind::not_equal:
        case ScalarKind::less:
        case ScalarKind::div:
        case ScalarKind::mod:
        case ScalarKind::shl:
        case ScalarKind::shr:
        case ScalarKind::permute: return true;
        case ScalarKind::add:
        case ScalarKind::sub:
        case ScalarKind::mul:
            if (has_free_integer(scalar.left()) || has_free_integer(scalar.right())) return true;
            [[fallthrough]];
        default: return is_word(scalar.left()) || is_word(scalar.right());
    }
}

bool ScalarText::is_of_integers(const ir::Scalar& scalar) const {
    switch (scalar.kind()) {
        case ScalarKind::constant:
        case ScalarKind::read: return !is_word(scalar);
        case ScalarKind::lane:
        case ScalarKind::equal:
        case ScalarKind::not_equal:
        case ScalarKind::less:
        case ScalarKind::permute: return false;
        case ScalarKind::shl:
        case ScalarKind::shr: return is_of_integers(scalar.left());
        default: return is_of_integers(scalar.left()) && is_of_integers(scalar.right());
    }
}

std::string ScalarText::converted(const ir::Scalar& scalar, ir::Variable::Kind to) const {
    using To = ir::Variable::Kind;
    if (to == To::integer && is_comparison(scalar.kind())) return fmt::format("int({})", condition(scalar));
    if (to == To::integer && is_word(scalar)) return fmt::format("int({})", value(scalar));
    if (to == To::byte) return fmt::format("static_cast<unsigned char>({})", value(scalar));
    if (scalar.is_constant() && to == To::word) return unsigned_text(scalar.number());
    if (to == To::word && scalar.kind() == ScalarKind::select) return choice(scalar, true);
    if (to == To::word && !is_word(scalar)) return fmt::format("uint32_t({})", value(scalar));
    return value(scalar);
}

std::string ScalarText::text(const ir::Scalar& scalar, bool as_word) const {
    const ScalarKind kind = scalar.kind();
    if (kind == ScalarKind::constant) return fmt::format("{}", static_cast<int32_t>(scalar.number()));
    if (kind == ScalarKind::lane) return "lane";
    if (kind == ScalarKind::read) {
        const bool is_byte = routine_.variables[scalar.place().variable].kind == ir::Variable::Kind::byte;
        return is_byte ? fmt::format("uint32_t({})", place_(scalar.place())) : place_(scalar.place());
    }
    if (kind == ScalarKind::select) return choice(scalar, is_word(scalar));
    if (kind == ScalarKind::mul_hi)
        return fmt::format("uint32_t(static_cast<unsigned long long>({}) * {} >> 32)",
                           operand(scalar.left(), ScalarKind::mul, true, true),
                           operand(scalar.right(), ScalarKind::mul, false, true));
    if (kind == ScalarKind::permute)
        return fmt::format("detail::permute_bytes<{:#06x}u>({}, {})", scalar.number(),
                           converted(scalar.left(), ir::Variable::Kind::word),
                           converted(scalar.right(), ir::Variable::Kind::word));
    // an int beside a word is compared, and computed with, as a word
    const bool words =
        is_of_words(kind) || is_word(scalar) || is_word(scalar.left()) || is_word(scalar.right());
    const bool is_shift = kind == ScalarKind::shl || kind == ScalarKind::shr;
    const std::string both = fmt::format("{} {} {}", operand(scalar.left(), kind, true, words), sign_of(kind),
                                         operand(scalar.right(), kind, false, words && !is_shift));
    return as_word && is_comparison(kind) ? fmt::format("uint32_t({})", both) : both;
}

std::string ScalarText::choice(const ir::Scalar& scalar, bool as_word) const {
    const auto side = [&](const ir::Scalar& it) {
        if (it.is_constant()) return as_word ? fmt::format("{}u", it.number()) : text(it, false);
        if (as_word && !is_word(it)) return fmt::format("uint32_t({})", text(it, true));
        if (it.kind() == ScalarKind::select) return choice(it, as_word);
        return is_leaf(it.kind()) ? text(it, true) : "(" + text(it, true) + ")";
    };
    const std::string condition = text(scalar.other(), false);
    const bool is_bare = is_leaf(scalar.other().kind());
    return fmt::format("{} ? {} : {}", is_bare ? condition : "(" + condition + ")", side(scalar.left()),
                       side(scalar.right()));
}

std::string ScalarText::operand(const ir::Scalar& scalar, ScalarKind parent, bool is_left,
                                bool as_word) const {
    const ScalarKind kind = scalar.kind();
    if (kind == ScalarKind::constant && as_word) return unsigned_text(scalar.number());
    if (as_word && !is_word(scalar)) return fmt::format("uint32_t({})", text(scalar, true));
    const bool is_bare =
        is_leaf(kind) || is_comparison(kind) ||  // those have their own
        (is_product(kind) && is_sum(parent)) || (is_left && is_sum(kind) && is_sum(parent)) ||
        (kind == ScalarKind::mul && parent == ScalarKind::mul) ||
        (is_left && kind == parent && (kind == ScalarKind::bit_or || kind == ScalarKind::bit_and)) ||
        (is_left && kind == ScalarKind::shr && parent == ScalarKind::bit_and);
    return is_bare ? text(scalar, true) : "(" + text(scalar, true) + ")";
}

}  // namespace limbsmith::emit
