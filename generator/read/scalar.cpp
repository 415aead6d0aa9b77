#include "read/scalar.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "spec/representations.hpp"

namespace limbsmith::read {
namespace {

using Kind = ir::Scalar::Kind;

constexpr int deepest_expression = 64;

struct Sign {
    std::string_view text;
    Kind kind;
    int strength;  // C++ computes the stronger first
};
constexpr Sign binary_signs[]{{"*", Kind::mul, 8},        {"/", Kind::div, 8},     {"%", Kind::mod, 8},
                              {"+", Kind::add, 7},        {"-", Kind::sub, 7},     {"<<", Kind::shl, 6},
                              {">>", Kind::shr, 6},       {"<", Kind::less, 5},    {"==", Kind::equal, 4},
                              {"!=", Kind::not_equal, 4}, {"&", Kind::bit_and, 3}, {"^", Kind::bit_xor, 2},
                              {"|", Kind::bit_or, 1}};

const Sign* sign_of(std::string_view text) {
    for (const Sign& sign : binary_signs) {
        if (sign.text == text) return &sign;
    }
    return nullptr;
}

bool is_within(const Range& inner, const Range& outer) {
    return outer.least <= inner.least && inner.most <= outer.most;
}

// The range of exact results of words or integers; nullopt if little is known of it.
std::optional<Range> exact(Kind kind, Range x, Range y) {
    const bool is_modular = kind == Kind::add || kind == Kind::sub || kind == Kind::mul;
    if (!is_modular && !is_within(x, all_of(Type::word))) x = all_of(Type::word);
    if (!is_modular && !is_within(y, all_of(Type::word))) y = all_of(Type::word);
    switch (kind) {
        case Kind::add: return Range{x.least + y.least, x.most + y.most};
        case Kind::sub: return Range{x.least - y.most, x.most - y.least};
        case Kind::mul: {
            if (x.most > INT32_MAX || y.most > INT32_MAX) return std::nullopt;
            const auto [least, most] =
                std::minmax({x.least * y.least, x.least * y.most, x.most * y.least, x.most * y.most});
            return Range{least, most};
        }
        case Kind::div: return Range{0, y.least > 0 ? x.most / y.least : x.most};
        case Kind::mod: return Range{0, y.least > 0 ? std::min(x.most, y.most - 1) : x.most};
        case Kind::shr: return Range{0, y.least == y.most && y.most < 32 ? x.most >> y.most : x.most};
        case Kind::bit_and: return Range{0, std::min(x.most, y.most)};
        default: return std::nullopt;
    }
}

// The range, if all of it are values of the type; or of an int that becomes a word.
std::optional<Range> kept(const std::optional<Range>& range, Type type) {
    const bool is_kept = range && (is_within(*range, all_of(type)) ||
                                   (type == Type::word && is_within(*range, all_of(Type::integer))));
    return is_kept ? range : std::nullopt;
}

}  // namespace

Range all_of(Type type) {
    switch (type) {
        case Type::integer: return {INT32_MIN, INT32_MAX};
        case Type::word: return {0, UINT32_MAX};
        case Type::byte: return {0, UINT8_MAX};
        case Type::truth: break;
    }
    return {0, 1};
}

std::string_view to_string(Type type) {
    switch (type) {
        case Type::integer: return "an int";
        case Type::word: return "a uint32_t";
        case Type::byte: return "an unsigned char";
        case Type::truth: return "a comparison";
    }
    return {};
}

Type type_of(ir::Variable::Kind kind) {
    if (kind == ir::Variable::Kind::integer) return Type::integer;
    return kind == ir::Variable::Kind::byte ? Type::byte : Type::word;
}

Value Expressions::value() {
    if (++depth_ > deepest_expression) cursor_.differ("a shorter expression");
    Value made = choice();
    --depth_;
    return made;
}

Value Expressions::choice() {
    Value condition = binary(0);
    if (!cursor_.accept("?")) return condition;
    const Value yes = value();
    cursor_.expect(":");
    const Value no = value();
    if (yes.type != no.type || yes.type == Type::truth || yes.type == Type::byte ||
        condition.type == Type::byte)
        cursor_.differ("a choice between values of one type");
    const Range x = yes.values(), y = no.values();
    return {select(condition.scalar, yes.scalar, no.scalar), yes.type,
            Range{std::min(x.least, y.least), std::max(x.most, y.most)}};
}

ir::Scalar Expressions::value(Type type) {
    const Value made = value();
    if (made.type != type) cursor_.differ(fmt::format("the end of {}", to_string(type)));
    return made.scalar;
}

Value Expressions::binary(int strength) {
    Value left = unary();
    for (const Sign* sign;
         (sign = sign_of(cursor_.peek().text)) && sign->strength >= strength && cursor_.is(sign->text);) {
        cursor_.take();
        left = read::joined(cursor_, sign->text, left, binary(sign->strength + 1));
    }
    return left;
}

Value joined(const Cursor& cursor, std::string_view text, const Value& left, const Value& right) {
    const Sign& sign = *sign_of(text);
    const auto is_number = [](const Value& it) { return it.type == Type::integer || it.type == Type::word; };
    const bool is_shift = sign.kind == Kind::shl || sign.kind == Kind::shr;
    if (!is_number(left) || !is_number(right) || (left.type != right.type && !is_shift))
        cursor.differ(fmt::format("{} of values of one type", text));
    const bool needs_words =
        is_shift || sign.kind == Kind::div || sign.kind == Kind::mod || sign.kind == Kind::less;
    if (needs_words && left.type != Type::word) cursor.differ(fmt::format("{} of a uint32_t", text));
    const bool is_comparison =
        sign.kind == Kind::less || sign.kind == Kind::equal || sign.kind == Kind::not_equal;
    const Type type = is_comparison ? Type::truth : left.type;
    const bool is_signed_bits = type == Type::integer && sign.kind == Kind::bit_and;
    const std::optional<Range> range =
        is_comparison || is_signed_bits ? std::nullopt : exact(sign.kind, left.values(), right.values());
    const bool may_overflow = sign.kind == Kind::add || sign.kind == Kind::sub || sign.kind == Kind::mul;
    if (type == Type::integer && may_overflow && !kept(range, type))
        cursor.differ(fmt::format("{} of int within the range of int", text));
    return {binary(sign.kind, left.scalar, right.scalar), type, kept(range, type)};
}

Value Expressions::unary() {
    if (!is_address() && cursor_.accept("(")) {
        const Value inner = value();
        cursor_.expect(")");
        return inner;
    }
    if (const auto literal = number()) return *literal;
    if (cursor_.is("uint32_t") && cursor_.is("static_cast", 2) && cursor_.is("long", 5)) return high_word();
    if (cursor_.is("detail") && cursor_.is("permute_bytes", 2)) return permuted();
    if (cursor_.accept("uint32_t")) return cast(Type::word);
    if (cursor_.accept("int")) return cast(Type::integer);
    if (cursor_.accept("static_cast")) {
        cursor_.expect("<unsigned char>");
        return cast(Type::byte);
    }
    if (has_lanes_ && cursor_.is("lane") && find_("lane") < 0) {
        cursor_.take();
        return {ir::lane(), Type::word};
    }
    const Spot read = spot();
    if (!read.type) cursor_.differ("a word of it");
    const bool is_whole = !read.place.element && !read.place.limb_index;
    return {read.place, *read.type, is_whole && range_of_ ? range_of_(read.place.variable) : std::nullopt};
}

// Conversions between words and integers keep the value modulo 2^32; one that converts nothing is not printed.
Value Expressions::cast(Type to) {
    cursor_.expect("(");
    const Value inner = value();
    if (inner.type == to || (to == Type::byte && inner.type != Type::word) ||
        (to == Type::integer && inner.type == Type::byte))
        cursor_.differ(fmt::format("a value that is not {} already", to_string(inner.type)));
    cursor_.expect(")");
    return {inner.scalar, to, kept(inner.values(), to)};
}

// uint32_t(static_cast<unsigned long long>(x) * y >> 32)
Value Expressions::high_word() {
    cursor_.expect("uint32_t(static_cast<unsigned long long>(");
    const ir::Scalar x = value(Type::word);
    cursor_.expect(") *");
    const Value y = unary();
    if (y.type != Type::word) cursor_.differ("a uint32_t");
    cursor_.expect(">> 32)");
    return {mul_hi(x, y.scalar), Type::word};
}

// detail::permute_bytes<selector>(x, y)
Value Expressions::permuted() {
    constexpr uint32_t all_selectors = 0x7777;
    cursor_.expect("detail::permute_bytes<");
    const std::optional<Value> selector = number();
    if (!selector || selector->type != Type::word || (selector->scalar.number() & ~all_selectors) != 0)
        cursor_.differ("a selector of bytes");
    cursor_.expect(">(");
    const ir::Scalar x = value(Type::word);
    cursor_.expect(",");
    const ir::Scalar y = value(Type::word);
    cursor_.expect(")");
    return {permute_bytes(x, y, selector->scalar.number()), Type::word};
}

std::optional<Value> Expressions::number() {
    const bool is_negative = cursor_.is("-");
    const Token& token = cursor_.peek(is_negative ? 1 : 0);
    if (token.kind != Token::Kind::number) return std::nullopt;
    std::string_view text = token.text;
    const bool is_word = text.ends_with('u'), is_hex = text.starts_with("0x");
    if (is_word) text.remove_suffix(1);
    if (is_hex) text.remove_prefix(2);
    uint64_t number = 0;
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), number, is_hex ? 16 : 10);
    const bool is_octal = !is_hex && text.size() > 1 && text[0] == '0';
    if (error != std::errc() || end != text.data() + text.size() || is_octal || (is_word && is_negative) ||
        number > (is_word ? UINT32_MAX : uint64_t{INT32_MAX} + is_negative))
        cursor_.differ("a number below 2^32");
    if (is_negative) cursor_.take();
    cursor_.take();
    const auto word = static_cast<uint32_t>(number);
    const int64_t value = is_negative ? -static_cast<int64_t>(number) : static_cast<int64_t>(number);
    return Value{ir::Scalar(is_negative ? 0 - word : word), is_word ? Type::word : Type::integer,
                 Range{value, value}};
}

// Whether a sum of an array in memory and a word comes next, in brackets.
bool Expressions::is_address() const {
    if (!cursor_.is("(") || cursor_.peek(1).kind != Token::Kind::name || !cursor_.is("+", 2)) return false;
    const int array = find_(cursor_.peek(1).text);
    return array >= 0 && routine_.variables[array].is_array();
}

// (array + word)[integer], which is element word + integer.
Spot Expressions::in_memory() {
    cursor_.expect("(");
    Spot made{{find_(cursor_.take().text)}, {}};
    const ir::Variable& it = routine_.variables[made.place.variable];
    const bool is_in_memory = it.role == ir::Variable::Role::shared ||
                              it.role == ir::Variable::Role::constant ||
                              it.role == ir::Variable::Role::global;
    if (!is_in_memory) cursor_.differ("an array in memory");
    cursor_.expect("+");
    const ir::Scalar base = value(Type::word);
    cursor_.expect(")[");
    made.place.element = base + index(it);
    cursor_.expect("]");
    return made;
}

Spot Expressions::spot() { return finished(whole()); }

Spot Expressions::whole() {
    if (is_address()) return in_memory();
    std::string name = cursor_.name("a variable");
    const bool is_member = name == "m" && find_("m") < 0;
    if (is_member) {
        if (lane_index_) lane_of({"m", ir::Variable::Kind::number, repr::member});
        cursor_.expect(".");
        name = "m." + cursor_.name("a member of m");
    }
    Spot made{{find_(name)}, {}};
    if (made.place.variable < 0) cursor_.differ(fmt::format("a variable that is declared, behind {}", name));
    const ir::Variable& it = routine_.variables[made.place.variable];
    if (lane_index_ && !is_member) lane_of(it);
    if (it.is_array() && cursor_.accept("[")) {
        made.place.element = index(it);
        cursor_.expect("]");
    }
    return made;
}

// A limb of a number, and the type of a word.
Spot Expressions::finished(Spot made) {
    const ir::Variable& it = routine_.variables[made.place.variable];
    const bool is_value = it.is_array() == made.place.element.has_value();
    if (is_value && it.kind == ir::Variable::Kind::number && cursor_.is(".") && cursor_.is("[", 2)) {
        cursor_.expect(".limb[");
        const Value limb = value();
        if (limb.type != Type::integer && limb.type != Type::word) cursor_.differ("an index");
        made.place.limb_index = limb.scalar;
        cursor_.expect("]");
        made.type = Type::word;
    } else if (is_value && it.kind != ir::Variable::Kind::number) {
        made.type = type_of(it.kind);
    }
    return made;
}

void Expressions::lane_of(const ir::Variable& variable) {
    const std::string index = lane_index_(variable);
    if (!index.empty()) cursor_.expect({"[", index, "]"});
}

// Reads the index of an array whose elements stand apart: i * stride, where the stride is a long long.
ir::Scalar Expressions::index(const ir::Variable& array) {
    const bool is_strided =
        array.many == ir::Variable::Many::strided && array.role != ir::Variable::Role::global;
    const Value made = is_strided ? unary() : value();
    if (made.type != Type::integer && made.type != Type::word) cursor_.differ("an index");
    if (is_strided) cursor_.expect("* stride");
    return made.scalar;
}

bool is_same(const ir::Scalar& x, const ir::Scalar& y) {
    if (x.kind() != y.kind()) return false;
    switch (x.kind()) {
        case Kind::constant: return x.number() == y.number();
        case Kind::lane: return true;
        case Kind::read: return is_same(x.place(), y.place());
        case Kind::permute:
            if (x.number() != y.number()) return false;
            return is_same(x.left(), y.left()) && is_same(x.right(), y.right());
        case Kind::select:
            if (!is_same(x.other(), y.other())) return false;
            [[fallthrough]];
        default: return is_same(x.left(), y.left()) && is_same(x.right(), y.right());
    }
}

bool is_same(const ir::Place& x, const ir::Place& y) {
    const auto are_same = [](const std::optional<ir::Scalar>& a, const std::optional<ir::Scalar>& b) {
        return a && b ? is_same(*a, *b) : !a && !b;
    };
    return x.variable == y.variable && are_same(x.element, y.element) && are_same(x.limb_index, y.limb_index);
}

}  // namespace limbsmith::read
