// What the contract gives and asks; docs/proofs.md says in which order.
#include <algorithm>
#include <set>

#include "check/meaning.hpp"

namespace limbsmith::check {

using Kind = ir::Expr::Kind;

namespace {

// The value of a constant.
std::optional<mpz_class> constant_of(const ir::Expr& expr) {
    if (expr.kind == Kind::integer) return mpz_class(static_cast<unsigned long>(expr.number));
    if (expr.kind == Kind::constant) return mpz_class(expr.hex, 16);
    if (expr.kind == Kind::pow2) return power_of_two(expr.number);
    return std::nullopt;
}

}  // namespace

void Meaning::add_inputs() {
    for (const ir::Input& input : program_.inputs) {
        for (ir::Word in : input.words) {
            define(in);
            learn_range(value(in), base_);
        }
        for (ir::Word in : input.words) {
            if (const auto spare = spare_bits(input.representation))
                learn_zero(split(in, ir::Operand(spare)).low);
        }
    }
}

// Number of bits below a digit in its word.
uint32_t Meaning::spare_bits(const ir::Representation& form) const {
    if (!form.is_digits()) return 0;
    const auto radix = static_cast<uint32_t>(form.radix);
    require(1 <= radix && radix <= bits_, "digits do not fit their words");
    return bits_ - radix;
}

Meaning::Parameter Meaning::parameter(const std::string& name) const {
    for (const ir::Input& input : program_.inputs) {
        if (input.name == name) return {input.representation, {input.words.begin(), input.words.end()}};
    }
    for (const ir::Output& output : program_.outputs) {
        if (output.name == name && knows_outputs_) return {output.representation, output.words};
    }
    throw Unsupported("the contract names " + name + ", which is no input or output there");
}

// The value of an input or an output.
Polynomial Meaning::number(const std::string& name) {
    const auto [form, words] = parameter(name);
    const uint32_t spare = spare_bits(form);
    const mpz_class unit = power_of_two(bits_ - spare);
    mpz_class weight = 1;
    Polynomial result;
    for (const ir::Operand word : words) {
        const Polynomial digit = spare != 0 ? split(word, ir::Operand(spare)).high : value(word);
        result += weight * (form.is_signed() ? digit - unit * sign(word) : digit);
        weight *= unit;
    }
    return result;
}

Polynomial Meaning::translate(const ir::Expr& expr) {
    if (const auto constant = constant_of(expr)) return *constant;
    if (expr.kind == Kind::name) {
        require(!expr.left, "the contract has arrays");
        return number(expr.text);
    }
    if (expr.kind == Kind::mod || expr.kind == Kind::div) return division(expr);
    if (expr.kind == Kind::inverse) return inverse(expr);
    if (expr.kind == Kind::applied && expr.function->name == "divsteps") return divsteps(expr);
    const Polynomial x = translate(*expr.left), y = expr.right ? translate(*expr.right) : 0;
    switch (expr.kind) {
        case Kind::add: return x + y;
        case Kind::sub: return x - y;
        case Kind::mul: return x * y;
        case Kind::equal: return is_zero(x - y);
        case Kind::less: return is_less(x, y);
        case Kind::magnitude: return (1 - 2 * is_less(x, 0)) * x;
        case Kind::exp2: return power(x);
        case Kind::bit_and: return common_bits(expr, x, y);
        case Kind::bit_or: return x + y - common_bits(expr, x, y);
        case Kind::bit_xor: return x + y - 2 * common_bits(expr, x, y);
        case Kind::if_else: {
            const Polynomial otherwise = translate(*expr.other);
            return y + is_zero(x) * (otherwise - y);
        }
        default: throw Unsupported("the rules do not cover the contract's " + ir::to_string(expr));
    }
}

// 1 if the divisor is positive, else 0. It may be 0 only if it is no constant.
Polynomial Meaning::is_positive(const Polynomial& divisor) {
    if (!divisor.is_constant()) return is_less(0, divisor);
    require(divisor.constant() > 0, "the contract divides by a constant below 1");
    return 1;
}

// x = m·quotient + rest
Polynomial Meaning::division(const ir::Expr& expr) {
    const Polynomial x = translate(*expr.left), m = translate(*expr.right), t = is_positive(m);
    const Polynomial quotient = fresh(), rest = m.is_constant() ? hidden(m) : fresh();
    learn_zero(x - m * quotient - rest);
    if (!m.is_constant()) {
        learn_bound(t * rest);
        learn_bound(t * (m - 1 - rest));
    }
    return expr.kind == Kind::mod ? rest : quotient;
}

// If the greatest common divisor of x and m > 0 is 1: inverse·x = 1 + m·quotient; else inverse = 0.
Polynomial Meaning::inverse(const ir::Expr& expr) {
    const Polynomial x = translate(*expr.left), m = translate(*expr.right), t = is_positive(m);
    const Polynomial divisor = fresh(), x_part = fresh(), m_part = fresh(), of_x = fresh(), of_m = fresh();
    learn_bound(divisor);
    learn_zero(x - divisor * x_part);
    learn_zero(m - divisor * m_part);
    learn_zero(divisor - of_x * x - of_m * m);
    const Polynomial exists = is_zero(divisor - 1), inverse = fresh(), quotient = fresh();
    learn_bound(t * inverse);
    learn_bound(t * (m - 1 - inverse));
    learn_zero(exists * (inverse * x - 1 - m * quotient));
    learn_zero((1 - exists) * inverse);
    return inverse;
}

// The matrix (u v; q r) and eta after so many divsteps, as one number.
Polynomial Meaning::divsteps(const ir::Expr& expr) {
    const auto define = [&](const Polynomial& value) {
        const Polynomial result = fresh();
        learn_zero(result - value);
        return result;
    };
    Polynomial eta = translate(*expr.left), f = translate(*expr.right), g = translate(*expr.other);
    Polynomial u = 1, v = 0, q = 0, r = 1;
    for (uint64_t i = 0; i < expr.number; ++i) {
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
    Polynomial packed;
    for (const Polynomial& number : {eta, r, q, v, u}) packed = power_of_two(32) * packed + number;
    return packed;
}

// 2^exponent, of an exponent that is seen not to be negative.
Polynomial Meaning::power(const Polynomial& exponent) {
    if (exponent.is_constant()) {
        require(exponent.constant() >= 0 && exponent.constant() < 1 << 20,
                "an exponent is negative or too large");
        return power_of_two(exponent.constant().get_ui());
    }
    const auto is_limited = [&](const auto& term) {
        const auto& [monomial, coefficient] = term;
        return coefficient > 0 && std::ranges::all_of(monomial, [&](Variable variable) {
                   const Fact least{Fact::Kind::nonnegative, Polynomial::of(variable)};
                   return variable < program_.words || std::ranges::find(contract_, least) != contract_.end();
               });
    };
    require(std::ranges::all_of(exponent.terms(), is_limited), "an exponent may be negative");
    powers_.emplace(next_, exponent);
    const Polynomial result = fresh();
    learn_bound(result - 1);
    return result;
}

// The words of an unsigned number, or of a constant.
std::optional<std::vector<ir::Operand>> Meaning::words_of(const ir::Expr& expr) const {
    std::vector<ir::Operand> words;
    if (auto rest = constant_of(expr)) {
        for (; *rest > 0; *rest /= base_)
            words.push_back(ir::Operand(static_cast<uint32_t>(mpz_class(*rest % base_).get_ui())));
        return words;
    }
    if (expr.kind != Kind::name || parameter(expr.text).form.is_signed()) return std::nullopt;
    return parameter(expr.text).words;
}

// The number of the bits that x and y have in common: word by word, or the rest of a division by 2^k.
Polynomial Meaning::common_bits(const ir::Expr& expr, const Polynomial& x, const Polynomial& y) {
    const auto a = words_of(*expr.left), b = words_of(*expr.right);
    if (a && b) {
        Polynomial result;
        mpz_class weight = 1;
        for (size_t i = 0; i < std::min(a->size(), b->size()); ++i, weight *= base_)
            result += weight * both((*a)[i], (*b)[i]);
        return result;
    }
    const mpz_class size = y.constant() + 1;
    if (!y.is_constant() || size < 2 || mpz_popcount(size.get_mpz_t()) != 1)
        throw Unsupported("the rules do not cover the contract's " + ir::to_string(expr));
    const Polynomial quotient = fresh(), rest = hidden(size);
    learn_zero(x - size * quotient - rest);
    return rest;
}

// The ends of the range, then the residue.
void Meaning::add_bound(const ir::Bound& bound, bool is_goal) {
    Facts& facts = is_goal ? goals_ : contract_;
    const auto add = [&](Fact::Kind kind, const Polynomial& p) { facts.push_back({kind, p}); };
    const Polynomial value = number(bound.name), most = translate(*bound.below) - 1;
    add(Fact::Kind::nonnegative, most - value);
    if (ir::of_magnitude(bound, program_)) add(Fact::Kind::nonnegative, most + value);
    if (bound.at_least) add(Fact::Kind::nonnegative, value - translate(*bound.at_least));
    if (bound.step == 1) return;
    // value = step·quotient + residue
    const Polynomial quotient = fresh(), rest = is_goal ? hidden(bound.step) : Polynomial(bound.residue);
    learn_zero(value - bound.step * quotient - rest);
    if (is_goal) add(Fact::Kind::zero, rest - bound.residue);
}

void Meaning::add_contract() {
    const ir::Contract& contract = program_.contract;
    std::set<std::string> names;
    for (const ir::Input& input : program_.inputs)
        require(names.insert(input.name).second, "two numbers have one name");
    for (const ir::Output& output : program_.outputs)
        require(names.insert(output.name).second, "two numbers have one name");
    for (const ir::Bound& bound : contract.requires_) add_bound(bound, false);
    for (const ir::Given& given : contract.givens) {
        const Polynomial number = this->number(given.name);
        learn_zero(number - translate(*given.value));
    }
    knows_outputs_ = true;
    for (const ir::Output& output : program_.outputs) {
        for (const ir::Operand word : output.words) {
            value(word);  // it is defined, whether or not the contract names the output
            if (const auto spare = spare_bits(output.representation))
                goals_.push_back({Fact::Kind::zero, split(word, ir::Operand(spare)).low});
        }
    }
    const Polynomial left = translate(*contract.left);
    goals_.push_back({Fact::Kind::zero, left - translate(*contract.right)});
    for (const ir::Bound& bound : contract.ensures) add_bound(bound, true);
}

}  // namespace limbsmith::check
