#include "ir/contract.hpp"

#include <utility>

namespace limbsmith::ir {
namespace {

using Kind = Expr::Kind;

ExprPtr make(Kind kind, ExprPtr left, ExprPtr right = nullptr, ExprPtr other = nullptr) {
    return std::make_shared<const Expr>(
        Expr{kind, {}, {}, 0, std::move(left), std::move(right), std::move(other), nullptr});
}

ExprPtr leaf(Kind kind, std::string text, uint64_t number) {
    return std::make_shared<const Expr>(Expr{kind, std::move(text), {}, number});
}

// Parenthesises a sub-expression unless it is a leaf or has its own brackets.
std::string inner(const Expr& expr) {
    const bool has_brackets = expr.kind == Kind::name || expr.kind == Kind::magnitude ||
                              expr.kind == Kind::gcd || expr.kind == Kind::inverse;
    return !expr.left || has_brackets ? to_string(expr) : "(" + to_string(expr) + ")";
}

std::string binary(const Expr& expr, const char* sign) {
    return inner(*expr.left) + sign + inner(*expr.right);
}

// A condition as text; to_string puts it in Iverson brackets where it is used as a value.
std::string condition(const Expr& expr) {
    if (expr.kind == Kind::equal) return binary(expr, " = ");
    if (expr.kind == Kind::less) return binary(expr, " < ");
    return inner(expr) + " != 0";
}

}  // namespace

ExprPtr var(std::string name) { return leaf(Kind::name, std::move(name), 0); }
ExprPtr at(std::string name, ExprPtr index) {
    return std::make_shared<const Expr>(Expr{Kind::name, std::move(name), {}, 0, std::move(index)});
}
ExprPtr constant(std::string name, std::string hex) {
    return std::make_shared<const Expr>(Expr{Kind::constant, std::move(name), std::move(hex)});
}
ExprPtr integer(uint64_t value) { return leaf(Kind::integer, {}, value); }
ExprPtr pow2(uint64_t exponent) { return leaf(Kind::pow2, {}, exponent); }
ExprPtr exp2(ExprPtr exponent) { return make(Kind::exp2, std::move(exponent)); }
ExprPtr power(ExprPtr base, ExprPtr exponent, ExprPtr modulus) {
    return make(Kind::power, std::move(base), std::move(exponent), std::move(modulus));
}
ExprPtr equal(ExprPtr left, ExprPtr right) { return make(Kind::equal, std::move(left), std::move(right)); }
ExprPtr less(ExprPtr left, ExprPtr right) { return make(Kind::less, std::move(left), std::move(right)); }
ExprPtr if_else(ExprPtr condition, ExprPtr yes, ExprPtr no) {
    return make(Kind::if_else, std::move(condition), std::move(yes), std::move(no));
}
ExprPtr magnitude(ExprPtr value) { return make(Kind::magnitude, std::move(value)); }
ExprPtr gcd(ExprPtr left, ExprPtr right) { return make(Kind::gcd, std::move(left), std::move(right)); }
ExprPtr inverse(ExprPtr value, ExprPtr modulus) {
    return make(Kind::inverse, std::move(value), std::move(modulus));
}
ExprPtr apply(const Function& function, uint64_t number, ExprPtr left, ExprPtr right, ExprPtr other) {
    return std::make_shared<const Expr>(Expr{Kind::applied,
                                             std::string(function.name),
                                             {},
                                             number,
                                             std::move(left),
                                             std::move(right),
                                             std::move(other),
                                             &function});
}
ExprPtr operator+(ExprPtr left, ExprPtr right) { return make(Kind::add, std::move(left), std::move(right)); }
ExprPtr operator-(ExprPtr left, ExprPtr right) { return make(Kind::sub, std::move(left), std::move(right)); }
ExprPtr operator*(ExprPtr left, ExprPtr right) { return make(Kind::mul, std::move(left), std::move(right)); }
ExprPtr operator%(ExprPtr left, ExprPtr right) { return make(Kind::mod, std::move(left), std::move(right)); }
ExprPtr operator/(ExprPtr left, ExprPtr right) { return make(Kind::div, std::move(left), std::move(right)); }
ExprPtr operator&(ExprPtr left, ExprPtr right) {
    return make(Kind::bit_and, std::move(left), std::move(right));
}
ExprPtr operator|(ExprPtr left, ExprPtr right) {
    return make(Kind::bit_or, std::move(left), std::move(right));
}
ExprPtr operator^(ExprPtr left, ExprPtr right) {
    return make(Kind::bit_xor, std::move(left), std::move(right));
}

std::string to_string(const Expr& expr) {
    switch (expr.kind) {
        case Kind::name: return expr.left ? expr.text + "[" + to_string(*expr.left) + "]" : expr.text;
        case Kind::constant: return expr.text;
        case Kind::integer: return std::to_string(expr.number);
        case Kind::pow2: return "2^" + std::to_string(expr.number);
        case Kind::exp2: return "2^" + inner(*expr.left);
        case Kind::power: return inner(*expr.left) + "^" + inner(*expr.right);
        case Kind::add: return binary(expr, " + ");
        case Kind::sub: return binary(expr, " - ");
        case Kind::mul: return binary(expr, "*");
        case Kind::mod: return binary(expr, " mod ");
        case Kind::div: return "floor(" + binary(expr, " / ") + ")";
        case Kind::bit_and: return binary(expr, " & ");
        case Kind::bit_or: return binary(expr, " | ");
        case Kind::bit_xor: return binary(expr, " xor ");
        case Kind::equal:
        case Kind::less: return "[" + condition(expr) + "]";
        case Kind::if_else:
            return to_string(*expr.right) + " if " + condition(*expr.left) + ", else " +
                   to_string(*expr.other);
        case Kind::magnitude: return "|" + to_string(*expr.left) + "|";
        case Kind::gcd: return "gcd(" + to_string(*expr.left) + ", " + to_string(*expr.right) + ")";
        case Kind::applied: {
            std::string text = expr.text + "(" + std::to_string(expr.number);
            for (const ExprPtr& argument : {expr.left, expr.right, expr.other})
                if (argument) text += ", " + to_string(*argument);
            return text + ")";
        }
        case Kind::inverse: return "inverse(" + to_string(*expr.left) + ", " + to_string(*expr.right) + ")";
    }
    return {};
}

bool is_same(const Expr& x, const Expr& y) {
    const auto are_same = [](const ExprPtr& a, const ExprPtr& b) {
        return a && b ? is_same(*a, *b) : !a && !b;
    };
    const bool is_constant = x.kind == Expr::Kind::constant;
    return x.kind == y.kind && (is_constant ? x.hex == y.hex : x.text == y.text) && x.number == y.number &&
           x.function == y.function && are_same(x.left, y.left) && are_same(x.right, y.right) &&
           are_same(x.other, y.other);
}

}  // namespace limbsmith::ir
