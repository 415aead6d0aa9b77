#include "check/expressions.hpp"

namespace limbsmith::check {

Expressions::Expressions(Variables& variables, int word_bits, Facts& facts)
    : bits_(static_cast<uint32_t>(word_bits)),
      base_(power_of_two(bits_)),
      last_(Polynomial(base_) - 1),
      variables_(variables),
      facts_(&facts) {}

// The value of a constant.
std::optional<mpz_class> constant_of(const ir::Expr& expr) {
    using Kind = ir::Expr::Kind;
    if (expr.kind == Kind::integer) return mpz_class(static_cast<unsigned long>(expr.number));
    if (expr.kind == Kind::constant) return mpz_class(expr.hex, 16);
    if (expr.kind == Kind::pow2) return power_of_two(expr.number);
    return std::nullopt;
}

void Expressions::learn_range(const Polynomial& value, const Polynomial& below) {
    learn_bound(value);
    learn_bound(below - 1 - value);
}

Polynomial Expressions::hidden(const Polynomial& below) {
    const Polynomial value = fresh();
    learn_range(value, below);
    return value;
}

Expressions::Division Expressions::once(char, const Polynomial&, const Polynomial&,
                                        const std::function<Division()>& make) {
    return make();
}

// 1 if the polynomial is 0, else 0.
Polynomial Expressions::is_zero(const Polynomial& p) {
    return once('=', p, 0,
                [&] {
                    const Polynomial t = hidden(2);
                    learn_zero(t * p);
                    learn_bound((1 - t) * (p * p - 1));
                    return Division{0, t};
                })
        .rest;
}

// 1 if x < y, else 0.
Polynomial Expressions::is_less(const Polynomial& x, const Polynomial& y) {
    return once('<', y - x, 0,
                [&] {
                    const Polynomial t = hidden(2);
                    learn_bound(t * (y - x - 1));
                    learn_bound((t - 1) * (y - x));
                    return Division{0, t};
                })
        .rest;
}

// The bits that two numbers have in common: none that one of them lacks, and at least those that do not fit
// side by side.
Polynomial Expressions::bits_of_both(const Polynomial& x, const Polynomial& y) {
    const Polynomial bits = variables_.common(x, y);
    learn_bound(bits);
    learn_bound(x - bits);
    learn_bound(y - bits);
    learn_bound(bits - (x + y - last_));
    return bits;
}

Polynomial Expressions::translate(const ir::Expr& expr) {
    using Kind = ir::Expr::Kind;
    if (const auto constant = constant_of(expr)) return *constant;
    if (expr.kind == Kind::name)
        return expr.left ? entry(expr.text, translate(*expr.left)) : number(expr.text);
    const Polynomial x = translate(*expr.left), y = expr.right ? translate(*expr.right) : 0;
    switch (expr.kind) {
        case Kind::add: return x + y;
        case Kind::sub: return x - y;
        case Kind::mul: return x * y;
        case Kind::mod: return divide(x, y).rest;
        case Kind::div: return divide(x, y).quotient;
        case Kind::equal: return is_zero(x - y);
        case Kind::less: return is_less(x, y);
        case Kind::magnitude: return (1 - 2 * is_less(x, 0)) * x;
        case Kind::exp2: return power_of_two_to(x);
        case Kind::gcd: return divisor(x, y);
        case Kind::power: {
            const Polynomial modulus = translate(*expr.other);
            const auto power = once('^', x, y, [&] {
                require_natural(y);
                return Division{0, variables_.power(x, y)};
            });
            return divide(power.rest, modulus).rest;
        }
        case Kind::inverse: return once('i', x, y, [&] { return Division{0, inverse(x, y)}; }).rest;
        case Kind::bit_and: return common_bits(expr, x, y);
        case Kind::bit_or: return x + y - common_bits(expr, x, y);
        case Kind::bit_xor: return x + y - 2 * common_bits(expr, x, y);
        case Kind::if_else: {
            const Polynomial otherwise = translate(*expr.other);
            return y + is_zero(x) * (otherwise - y);
        }
        case Kind::applied:
            if (expr.function->name == "divsteps") return divsteps(expr.number, x, y, translate(*expr.other));
            [[fallthrough]];
        default: throw Unsupported("the rules do not cover the contract's " + ir::to_string(expr));
    }
}

// 1 if the divisor is positive, else 0. It may be 0 only if it is no constant.
Polynomial Expressions::is_positive(const Polynomial& divisor) {
    if (!divisor.is_constant()) return is_less(0, divisor);
    require(divisor.constant() > 0, "the contract divides by a constant below 1");
    return 1;
}

// x = m·quotient + rest
Expressions::Division Expressions::divide(const Polynomial& x, const Polynomial& m) {
    return once('/', x, m, [&] {
        const Polynomial t = is_positive(m);
        const Polynomial quotient = fresh(), rest = m.is_constant() ? hidden(m) : fresh();
        learn_zero(x - m * quotient - rest);
        if (!m.is_constant()) {
            learn_bound(t * rest);
            learn_bound(t * (m - 1 - rest));
        }
        return Division{quotient, rest};
    });
}

Polynomial Expressions::power_of_two_to(const Polynomial& exponent) {
    if (exponent.is_constant()) {
        require(exponent.constant() >= 0 && exponent.constant() < 1 << 20,
                "an exponent is negative or too large");
        return power_of_two(exponent.constant().get_ui());
    }
    return once('2', exponent, 0,
                [&] {
                    require_natural(exponent);
                    const Polynomial power = variables_.power(2, exponent);
                    learn_bound(power - 1);
                    return Division{0, power};
                })
        .rest;
}

// The greatest common divisor of x and y.
Polynomial Expressions::divisor(const Polynomial& x, const Polynomial& y) {
    const auto make = [&] {
        const Polynomial divisor = fresh(), x_part = fresh(), y_part = fresh(), of_x = fresh(),
                         of_y = fresh();
        learn_bound(divisor);
        learn_zero(x - divisor * x_part);
        learn_zero(y - divisor * y_part);
        learn_zero(divisor - of_x * x - of_y * y);
        return Division{0, divisor};
    };
    return once('g', x, y, make).rest;
}

// If the greatest common divisor of x and m > 0 is 1: inverse·x = 1 + m·quotient; else inverse = 0.
Polynomial Expressions::inverse(const Polynomial& x, const Polynomial& m) {
    const Polynomial t = is_positive(m), exists = is_zero(divisor(x, m) - 1), inverse = fresh(),
                     quotient = fresh();
    learn_bound(t * inverse);
    learn_bound(t * (m - 1 - inverse));
    learn_zero(exists * (inverse * x - 1 - m * quotient));
    learn_zero((1 - exists) * inverse);
    return inverse;
}

Polynomial Expressions::packed(const std::vector<Polynomial>& matrix) const {
    Polynomial result, weight = 1;
    for (const Polynomial& number : matrix) result += weight * number, weight = power_of_two(32) * weight;
    return result;
}

Polynomial Expressions::divsteps(uint64_t count, Polynomial eta, Polynomial f, Polynomial g) {
    const auto define = [&](const Polynomial& value) {
        const Polynomial result = fresh();
        learn_zero(result - value);
        return result;
    };
    Polynomial u = 1, v = 0, q = 0, r = 1;
    for (uint64_t i = 0; i < count; ++i) {
        const Polynomial half = fresh(), odd = hidden(2);
        learn_zero(g - 2 * half - odd);
        const Polynomial is_negative = is_less(eta, 0), swap = define(odd * is_negative);
        const Polynomial plus = odd - 2 * swap;
        const Polynomial next_f = define(f + swap * (g - f)), next_g = fresh(), lost = hidden(2);
        learn_zero(g + plus * f - 2 * next_g - lost);
        eta = define((1 - 2 * swap) * eta - 2);
        const Polynomial next_u = define(2 * u + 2 * swap * (q - u)),
                         next_v = define(2 * v + 2 * swap * (r - v));
        q = define(q + plus * u);
        r = define(r + plus * v);
        f = next_f, g = next_g, u = next_u, v = next_v;
    }
    return packed({u, v, q, r, eta});
}

// The number of the bits that x and y have in common: word by word, or the rest of a division by 2^k.
Polynomial Expressions::common_bits(const ir::Expr& expr, const Polynomial& x, const Polynomial& y) {
    if (const auto common = common_words(expr)) return *common;
    const mpz_class size = y.constant() + 1;
    return y.is_constant() && is_size(size) ? divide(x, size).rest : common_of_integers(expr, x, y);
}

Polynomial Expressions::common_of_integers(const ir::Expr& expr, const Polynomial&, const Polynomial&) {
    throw Unsupported("the rules do not cover the contract's " + ir::to_string(expr));
}

// The ends of the range, then the residue.
void Expressions::add_bound(const ir::Bound& bound, bool is_goal, Facts& facts) {
    const auto add = [&](Fact::Kind kind, const Polynomial& p) { facts.push_back({kind, p}); };
    const Polynomial value = number(bound.name), most = translate(*bound.below) - 1;
    add(Fact::Kind::nonnegative, most - value);
    if (!bound.at_least)
        if (const auto end = other_end(bound.name, value, most)) add(Fact::Kind::nonnegative, *end);
    if (bound.at_least) add(Fact::Kind::nonnegative, value - translate(*bound.at_least));
    if (bound.step == 1) return;
    if (is_goal)
        add(Fact::Kind::zero, divide(value, mpz_class(bound.step)).rest - bound.residue);
    else
        learn_zero(value - bound.step * fresh() - bound.residue);
}

}  // namespace limbsmith::check
