#include "induction/values.hpp"

namespace limbsmith::induction {

using ExprKind = ir::Expr::Kind;

namespace {

mpz_class number_of(const ir::Expr& constant) { return mpz_class(constant.hex, 16); }

}  // namespace

void each_part(const ir::Expr& expr, const std::function<void(const ir::Expr&)>& visit) {
    visit(expr);
    for (const ir::ExprPtr& part : {expr.left, expr.right, expr.other}) {
        if (part) each_part(*part, visit);
    }
}

bool Evaluation::is_residue(const ir::Expr& expr) {
    if (expr.kind == ExprKind::name) {
        const auto index = expr.left ? std::optional(integer(*expr.left)) : std::nullopt;
        return std::holds_alternative<Monomial>(names_(expr.text, index));
    }
    if (expr.kind == ExprKind::power || expr.kind == ExprKind::inverse) return true;
    if (expr.kind == ExprKind::if_else) return is_residue(*expr.right) || is_residue(*expr.other);
    for (const ir::ExprPtr& part : {expr.left, expr.right}) {
        if (part && is_residue(*part)) return true;
    }
    return false;
}

Monomial Evaluation::residue(const ir::Expr& expr) {
    switch (expr.kind) {
        case ExprKind::name: {
            const auto index = expr.left ? std::optional(integer(*expr.left)) : std::nullopt;
            const Value value = names_(expr.text, index);
            if (const auto* residue = std::get_if<Monomial>(&value)) return *residue;
            const Integer& number = std::get<Integer>(value);
            if (number.is_constant() && number.constant() >= 0) return Monomial(number.constant().get_num());
            break;
        }
        case ExprKind::constant: return Monomial(number_of(expr));
        case ExprKind::integer: return Monomial(mpz_class(expr.number));
        case ExprKind::pow2: return Monomial::atom("2", mpz_class(expr.number));
        case ExprKind::exp2: return known_.power(Monomial(2), integer(*expr.left));
        case ExprKind::mul: return residue(*expr.left) * residue(*expr.right);
        case ExprKind::mod:
            if (is_modulus(*expr.right)) return residue(*expr.left);
            break;
        case ExprKind::add:
            if (known_.are_equal(residue(*expr.left), residue(*expr.right)))
                return Monomial(2) * residue(*expr.left);
            break;
        case ExprKind::power:
            if (is_modulus(*expr.other)) return known_.power(residue(*expr.left), integer(*expr.right));
            break;
        case ExprKind::inverse:
            if (is_modulus(*expr.right)) {
                const Monomial value = residue(*expr.left);
                return known_.decide_unit(value) ? known_.inverse(value) : Monomial(0);
            }
            break;
        case ExprKind::if_else: return residue(condition(*expr.left) ? *expr.right : *expr.other);
        case ExprKind::equal:
        case ExprKind::less: return Monomial(condition(expr) ? 1 : 0);
        default: break;
    }
    throw Unproved(to_string(expr) + " is no product of residues");
}

Integer Evaluation::integer(const ir::Expr& expr) {
    switch (expr.kind) {
        case ExprKind::name: {
            const auto index = expr.left ? std::optional(integer(*expr.left)) : std::nullopt;
            const Value value = names_(expr.text, index);
            if (const auto* number = std::get_if<Integer>(&value)) return *number;
            break;
        }
        case ExprKind::constant: return number_of(expr);
        case ExprKind::integer: return mpz_class(expr.number);
        case ExprKind::pow2: return mpz_class(mpz_class(1) << expr.number);
        case ExprKind::exp2: return known_.exp2(integer(*expr.left));
        case ExprKind::add: return integer(*expr.left) + integer(*expr.right);
        case ExprKind::sub: return integer(*expr.left) - integer(*expr.right);
        case ExprKind::mul: return integer(*expr.left) * integer(*expr.right);
        case ExprKind::div:
            if (expr.right->kind == ExprKind::exp2) {
                if (const Integer number = integer(*expr.left); known_.has_limit(number))
                    return known_.floor(number, integer(*expr.right->left));
            }
            return known_.quotient(integer(*expr.left), integer(*expr.right));
        case ExprKind::mod: return known_.remainder(integer(*expr.left), integer(*expr.right));
        case ExprKind::power:
            return known_.remainder(known_.to_the(integer(*expr.left), integer(*expr.right)),
                                    integer(*expr.other));
        case ExprKind::inverse:  // one number for one value and one modulus
            return Integer::symbol("inverse(" + known_.reduced(integer(*expr.left)).text() + ", " +
                                   known_.reduced(integer(*expr.right)).text() + ")");
        case ExprKind::bit_or: {
            const Integer x = integer(*expr.left), y = integer(*expr.right);
            if (!y.is_constant() || y.constant() != 1) return known_.either(x, y);
            return x - known_.remainder(x, 2) + 1;
        }
        case ExprKind::magnitude: return known_.magnitude(integer(*expr.left));
        case ExprKind::gcd: return known_.common_divisor(integer(*expr.left), integer(*expr.right));
        case ExprKind::if_else: return integer(condition(*expr.left) ? *expr.right : *expr.other);
        case ExprKind::equal:
        case ExprKind::less: return condition(expr) ? 1 : 0;
        default: break;
    }
    throw Unproved(to_string(expr) + " is no polynomial");
}

bool Evaluation::condition(const ir::Expr& expr) {
    if (expr.kind == ExprKind::less) return known_.decide_less(integer(*expr.left), integer(*expr.right));
    if (expr.kind == ExprKind::equal) {
        const ir::Expr &x = *expr.left, &y = *expr.right;
        const bool is_one = y.kind == ExprKind::integer && y.number == 1;
        if (x.kind == ExprKind::magnitude && is_one) return known_.decide_one(integer(*x.left));
        // gcd(x, N) = 1
        if (x.kind == ExprKind::gcd && is_modulus(*x.right) && is_one)
            return known_.decide_unit(residue(*x.left));
        if (!is_residue(x) && !is_residue(y)) return known_.decide_zero(integer(x) - integer(y));
        const Monomial left = residue(x), right = residue(y);
        if (right.is_zero()) return known_.decide_zero(left);
        return known_.decide_equal(left, right);
    }
    if (is_residue(expr)) return !known_.decide_zero(residue(expr));
    if (expr.kind == ExprKind::mul) return condition(*expr.left) && condition(*expr.right);
    if (expr.kind == ExprKind::mod && expr.right->kind == ExprKind::integer && expr.right->number == 2)
        return known_.decide_odd(integer(*expr.left));
    return !known_.decide_zero(integer(expr));
}

bool Evaluation::is_odd_modulus(const ir::Expr& expr) {
    return (expr.kind == ExprKind::constant || is_modulus(expr)) && known_.is_odd(integer(expr));
}

std::pair<ir::ExprPtr, ir::ExprPtr> Evaluation::split(const ir::ExprPtr& expr) const {
    if (expr->kind == ExprKind::add && expr->right->kind == ExprKind::mul && is_modulus(*expr->right->left))
        return {expr->left, expr->right->right};
    return {expr, nullptr};
}

}  // namespace limbsmith::induction
