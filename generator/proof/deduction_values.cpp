// Contract expressions as polynomials and facts.
#include <algorithm>
#include <ranges>

#include "proof/deduction_state.hpp"
#include "spec/width.hpp"

namespace limbsmith::proof {
namespace {

using ir::Expr;
using Kind = ir::Expr::Kind;

// n for the constant 2^(32n), n > 0; 0 for anything else.
uint64_t words_in(const Expr& e) {
    return e.kind == Kind::pow2 && e.number % limb_bits == 0 ? e.number / limb_bits : 0;
}

}  // namespace

// floor(x / y).
Polynomial DeductionState::quotient(const Polynomial& x, const Polynomial& y) {
    for (const Quotient& known : quotients_) {
        if (facts.reduced(known.x - x).is_zero() && facts.reduced(known.y - y).is_zero())
            return facts.reduced(known.value);
    }
    if (!facts.shows(y - one)) throw Unknown{"a quotient whose divisor may be 0"};
    const Interval range = facts.range(x), divisor = facts.range(y);
    if (range.least < 0) throw Unknown{"a quotient whose dividend may be negative"};
    const mpz_class least_divisor = divisor.least < 1 ? mpz_class(1) : divisor.least;
    const Polynomial value = facts.add_value(range.least / divisor.most, range.most / least_divisor);
    facts.learn(x - value * y);
    facts.learn(y - one - (x - value * y));
    facts.add_scale(y);
    quotients_.push_back({x, y, value});
    return value;
}

std::vector<Polynomial> DeductionState::quotients_in(const Polynomial& p) const {
    std::vector<Polynomial> values;
    const Polynomial reduced = facts.reduced(p);
    for (const Quotient& known : quotients_) {
        const Polynomial value = facts.reduced(known.value);
        const bool is_in = std::ranges::any_of(value.terms(), [&](const auto& term) {
            return !term.first.empty() && reduced.coefficient(term.first) != 0;
        });
        if (is_in) values.push_back(value);
    }
    return values;
}

// For x = value·y + rest with 0 <= rest < y, and a scale s >= 1: proves s·y·p = 0 from multiples of s·rest
// and s·(y - 1 - rest).
bool DeductionState::shows_equal(const Polynomial& p) const {
    if (facts.reduced(p).is_zero()) return true;
    for (const Quotient& known : std::views::reverse(quotients_)) {
        const Polynomial rest = known.x - known.value * known.y, above = known.y - one - rest;
        std::vector<Polynomial> scales{one};
        for (const auto& [exponent, power] : powers_) scales.push_back(power);
        for (const Polynomial& scale : scales) {
            const Facts::Hint hint{{scale * rest, scale * above}, scale * known.y};
            if (facts.shows(p, hint) && facts.shows(Polynomial() - p, hint)) return true;
        }
    }
    return facts.shows_equal(p);
}

bool DeductionState::condition(const Expr& e, const Names& names) {
    const auto sides = [&] { return value(*e.left, names) - value(*e.right, names); };
    Polynomial yes, no;  // yes >= 0 if the condition holds, no >= 0 if not
    if (e.kind == Kind::less) {
        const Polynomial difference = sides();
        yes = Polynomial() - difference - one, no = difference;
    } else if (e.kind == Kind::name) {
        const Polynomial number = value(e, names);
        yes = number - one, no = Polynomial() - number;
    } else {
        throw Unknown{to_string(e)};
    }
    if (facts.shows(yes, Facts::Hint{})) return true;
    if (facts.shows(no, Facts::Hint{})) return false;
    throw Undecided{yes, no};
}

Polynomial DeductionState::value(const Expr& e, const Names& names) {
    const auto of = [&](const ir::ExprPtr& part) { return value(*part, names); };
    const auto words = [&](const Expr& name) -> const std::vector<ir::Operand>& {
        const auto place = names.find(name.text);
        if (place == names.end()) throw Unknown{name.text};
        return place->second;
    };
    const auto upper = [&](const std::vector<ir::Operand>& all, uint64_t from) {
        return from < all.size() ? number({all.begin() + static_cast<long>(from), all.end()}) : Polynomial();
    };
    switch (e.kind) {
        case Kind::name: return number(words(e));
        case Kind::integer: return mpz_class(std::to_string(e.number));
        case Kind::constant: return mpz_class(e.hex, 16);
        case Kind::pow2: return power_of_two(e.number);
        case Kind::add: return of(e.left) + of(e.right);
        case Kind::sub: return of(e.left) - of(e.right);
        case Kind::mul: return facts.reduced(of(e.left) * of(e.right));
        case Kind::if_else: return condition(*e.left, names) ? of(e.right) : of(e.other);
        case Kind::div:
            if (e.left->kind == Kind::name && words_in(*e.right) > 0)
                return upper(words(*e.left), words_in(*e.right));
            return quotient(of(e.left), of(e.right));
        case Kind::mod: {
            if (e.left->kind == Kind::name && words_in(*e.right) > 0) {
                Polynomial lower = of(e.left);
                lower.add(upper(words(*e.left), words_in(*e.right)), -value(*e.right, names).constant());
                return lower;
            }
            const Polynomial x = of(e.left), y = of(e.right);
            if (facts.range(x).least >= 0 && facts.shows(y - one - x)) return x;
            return facts.reduced(x - quotient(x, y) * y);
        }
        case Kind::exp2: {
            const Polynomial exponent = of(e.left);
            for (const auto& [known, power] : powers_) {
                if (facts.reduced(known - exponent).is_zero()) return facts.reduced(power);
            }
            const Interval range = facts.range(exponent);
            if (range.least < 0 || range.most > 1 << 20) throw Unknown{to_string(e)};
            const Polynomial power =
                facts.add_value(power_of_two(range.least.get_ui()), power_of_two(range.most.get_ui()));
            powers_.emplace_back(exponent, power);
            facts.add_scale(power);
            return power;
        }
        default: throw Unknown{to_string(e)};
    }
}

void DeductionState::assume(const ir::Bound& bound, const Names& names) {
    const Polynomial x = number(names.at(bound.name));
    try {
        if (is_exact(bound)) return facts.learn_equal(x - value(*bound.at_least, names));
        facts.learn(value(*bound.below, names) - one - x);
        if (bound.at_least) facts.learn(x - value(*bound.at_least, names));
    } catch (const Unknown&) {
        // an unsupported precondition is not assumed
    }
}

bool DeductionState::shows(const ir::Bound& bound, const Names& names) {
    const std::vector<ir::Operand>& words = names.at(bound.name);
    const Polynomial x = number(words);
    if (bound.step != 1) return false;
    if (is_exact(bound)) return shows_equal(x - value(*bound.at_least, names));
    const bool holds_all = bound.below->kind == Kind::pow2 &&
                           bound.below->number >= static_cast<uint64_t>(limb_bits) * words.size();
    return (holds_all || facts.shows(value(*bound.below, names) - one - x)) &&
           (!bound.at_least || facts.shows(x - value(*bound.at_least, names)));
}

void DeductionState::assume_equal(const Expr& left, const Expr& right, const Names& names,
                                  const std::vector<ir::Binding>& outputs) {
    Polynomial preferred;
    for (const ir::Binding& output : outputs) preferred += number(output.words);
    const bool is_congruence =
        left.kind == Kind::mod && right.kind == Kind::mod && is_same(*left.right, *right.right);
    if (!is_congruence) return facts.learn_equal(value(left, names) - value(right, names), preferred);
    const Polynomial modulus = value(*left.right, names);
    Polynomial difference = value(*left.left, names) - value(*right.left, names);
    if (!modulus.is_constant() || modulus.constant() < 1) throw Unknown{to_string(*left.right)};
    const Interval range = facts.range(difference);
    mpz_class least, most;
    mpz_cdiv_q(least.get_mpz_t(), range.least.get_mpz_t(), modulus.constant().get_mpz_t());
    mpz_fdiv_q(most.get_mpz_t(), range.most.get_mpz_t(), modulus.constant().get_mpz_t());
    difference -= modulus * facts.add_value(least, most);
    facts.learn_equal(difference, preferred);
}

}  // namespace limbsmith::proof
