#include "proved_form/lane_scalars.hpp"

namespace limbsmith::proved_form {
namespace {

using Kind = ir::Scalar::Kind;

std::optional<uint32_t> value_of(Kind kind, uint32_t x, uint32_t y) {
    switch (kind) {
        case Kind::add: return x + y;
        case Kind::sub: return x - y;
        case Kind::mul: return x * y;
        case Kind::div: return y == 0 ? std::nullopt : std::optional(x / y);
        case Kind::mod: return y == 0 ? std::nullopt : std::optional(x % y);
        case Kind::bit_and: return x & y;
        case Kind::bit_or: return x | y;
        case Kind::bit_xor: return x ^ y;
        case Kind::shl: return y >= 32 ? std::nullopt : std::optional(x << y);
        case Kind::shr: return y >= 32 ? std::nullopt : std::optional(x >> y);
        case Kind::equal: return x == y;
        case Kind::not_equal: return x != y;
        case Kind::less: return x < y;
        default: return std::nullopt;
    }
}

bool are_same_places(const ir::Place& x, const ir::Place& y) {
    const auto are_same_indices = [](const auto& first, const auto& second) {
        return first ? second && are_same(*first, *second) : !second;
    };
    return x.variable == y.variable && are_same_indices(x.element, y.element) &&
           are_same_indices(x.limb_index, y.limb_index);
}

}  // namespace

bool is(const ir::Scalar& scalar, uint32_t number) {
    return scalar.is_constant() && scalar.number() == number;
}

bool are_same(const ir::Scalar& x, const ir::Scalar& y) {
    if (x.kind() != y.kind()) return false;
    switch (x.kind()) {
        case Kind::constant: return x.number() == y.number();
        case Kind::read: return are_same_places(x.place(), y.place());
        case Kind::lane: return true;
        case Kind::permute:
            if (x.number() != y.number()) return false;
            [[fallthrough]];
        default:
            return are_same(x.left(), y.left()) && are_same(x.right(), y.right()) &&
                   (x.kind() != Kind::select || are_same(x.other(), y.other()));
    }
}

ir::Scalar folded(Kind kind, const ir::Scalar& x, const ir::Scalar& y) {
    if (x.is_constant() && y.is_constant())
        if (const auto value = value_of(kind, x.number(), y.number())) return *value;
    const bool is_sum = kind == Kind::add || kind == Kind::bit_or || kind == Kind::bit_xor;
    const bool is_shift = kind == Kind::shl || kind == Kind::shr || kind == Kind::sub;
    if ((is_sum || is_shift) && is(y, 0)) return x;
    if (is_sum && is(x, 0)) return y;
    if (kind == Kind::mul && is(x, 1)) return y;
    if ((kind == Kind::mul || kind == Kind::div) && is(y, 1)) return x;
    if ((kind == Kind::mul || kind == Kind::bit_and) && (is(x, 0) || is(y, 0))) return 0;
    return binary(kind, x, y);
}

ir::Scalar in_lane(const ir::Scalar& scalar, int lane, const ReadInLane& read) {
    const auto inner = [&](const ir::Scalar& it) { return in_lane(it, lane, read); };
    if (scalar.is_constant()) return scalar;
    if (scalar.kind() == Kind::lane) return lane;
    if (scalar.kind() == Kind::read) return read(scalar.place());
    if (scalar.kind() == Kind::permute)
        return on_operands(scalar, inner(scalar.left()), inner(scalar.right()));
    if (scalar.kind() != Kind::select)
        return folded(scalar.kind(), inner(scalar.left()), inner(scalar.right()));
    const ir::Scalar condition = inner(scalar.other());
    if (condition.is_constant()) return inner(condition.number() != 0 ? scalar.left() : scalar.right());
    return select(condition, inner(scalar.left()), inner(scalar.right()));
}

}  // namespace limbsmith::proved_form
