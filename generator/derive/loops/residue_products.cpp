// Products modulo m: two residues stand for values, and their reduced product for the values' product.
#include <algorithm>
#include <ranges>

#include "derive/loops/prover.hpp"

namespace limbsmith::derive::loops {

using Kind = Fact::Kind;

// p / by, 0 if that is no polynomial.
Polynomial Prover::divided(const Polynomial& p, const mpz_class& by) {
    Polynomial result;
    for (const auto& [monomial, coefficient] : p.terms()) {
        if (coefficient % by != 0) return 0;
        result.add(monomial, coefficient / by);
    }
    return result;
}

Polynomial Prover::rest_of(const Legs::Division& it) const { return legs_.reduce(of(it.rest)).rest; }

// x·y, or a multiple of x.
std::optional<Prover::Product> Prover::product_in(const Legs::Division& it) {
    const auto& terms = it.number.terms();
    if (terms.size() != 1) return std::nullopt;
    const auto& [monomial, coefficient] = *terms.begin();
    if (monomial.size() == 2 && coefficient == 1) return Product{it, of(monomial[0]), of(monomial[1])};
    if (monomial.size() == 1 && coefficient > 1) return Product{it, of(monomial[0]), coefficient};
    return std::nullopt;
}

// By m, of those that fit.
std::optional<Legs::Division> Prover::newest_division(
    const Polynomial& m, const std::function<bool(const Legs::Division&)>& fits) const {
    for (const Legs::Division& it : legs_.state().divisions | std::views::reverse)
        if (it.m == m && fits(it)) return it;
    return std::nullopt;
}

// v·w = m·k + s and, where the factor is not 1, factor·number = m·l + s
std::optional<Prover::ReducedProduct> Prover::product_that_is(const Polynomial& number, const Polynomial& m,
                                                              const mpz_class& factor) const {
    std::optional<Legs::Division> result;
    if (factor != 1) {
        result = newest_division(m, [&](const Legs::Division& it) {
            const Polynomial own = divided(it.number, factor);
            return !own.is_zero() && legs_.reduce(own).rest == number;
        });
        if (!result) return std::nullopt;
    }
    const Polynomial rest = result ? rest_of(*result) : number;
    const auto found = newest_division(m, [&](const Legs::Division& it) {
        return (!result || it.rest != result->rest) && product_in(it) && rest_of(it) == rest;
    });
    if (!found) return std::nullopt;
    return ReducedProduct{*product_in(*found), result};
}

std::optional<Prover::ResiduePower> Prover::product(const Polynomial& number, const PowersOf& of) {
    const auto found = product_that_is(number, of.m, of.factor);
    if (!found || !multiplying_.insert(found->product.division.rest).second) return std::nullopt;
    std::vector<ResiduePower> factors;
    for (const Polynomial& value : {found->product.x, found->product.y})
        if (auto factor = residue_power(legs_.reduce(value).rest, of)) factors.push_back(std::move(*factor));
    multiplying_.erase(found->product.division.rest);
    if (factors.size() < 2) return std::nullopt;
    return multiply(found->product, found->result, factors[0], factors[1]);
}

Prover::ResiduePower Prover::multiply(const Product& product, const std::optional<Legs::Division>& result,
                                      const ResiduePower& x, const ResiduePower& y) {
    Legs::Residue residue = multiply(product, result, x.residue, y.residue);
    const Polynomial exponent = x.exponent + y.exponent, both = residue.residue;
    std::vector<Variable> powers;
    for (const ResiduePower* it : {&x, &y})
        if (it->power) powers.push_back(*it->power);
    const Id natural =
        legs_.quietly(check::Bound{exponent, {{1, {this->natural(x)}}, {1, {this->natural(y)}}}, {}},
                      {Kind::nonnegative, exponent});
    const Legs::Name own = legs_.power(natural, x.base, powers, both);
    residue.residue = of(own.variable);
    residue.zero = legs_.sum_of_zeros(
        Polynomial(residue.factor) * residue.residue - residue.number - residue.modulus * residue.quotient,
        {{*residue.zero, 1}, {own.zero, residue.factor}});
    return {residue, x.base, exponent, own.variable};
}

// factor²·x·y = (v + m·a)·(w + m·b) = v·w + m·more, and so, by inverse·factor = 1 + m·times, factor·x·y = number +
// m·quotient.
Legs::Residue Prover::multiply(const Product& product, const std::optional<Legs::Division>& result,
                               const Legs::Residue& x, const Legs::Residue& y) {
    const auto& [division, v, w] = product;
    const Polynomial factor = x.factor, m = x.modulus, both = x.residue * y.residue;
    const Polynomial number = result ? divided(result->number, x.factor) : of(division.rest);
    const Legs::Inverse inverse = inverse_of(x.factor, m);
    // factor²·both - factor·number = m·more
    Polynomial more = of(division.quotient) + x.quotient * w + y.quotient * v + m * x.quotient * y.quotient;
    std::vector<check::Multiple> zeros{
        {division.zero, 1},
        {legs_.state_zero(v - x.number), Polynomial() - w - m * y.quotient},
        {legs_.state_zero(w - y.number), Polynomial() - x.number - m * x.quotient}};
    if (x.zero) zeros.push_back({*x.zero, factor * y.residue});
    if (y.zero) zeros.push_back({*y.zero, x.number + m * x.quotient});
    if (result) {
        more -= of(result->quotient);
        zeros.push_back({result->zero, -1});
        zeros.push_back({legs_.state_zero(of(division.rest) - of(result->rest)), 1});
    }
    for (check::Multiple& it : zeros) it.factor = inverse.inverse * it.factor;
    if (inverse.zero) zeros.push_back({*inverse.zero, number - factor * both});
    const Legs::Name name = legs_.name(inverse.inverse * more + inverse.times * (number - factor * both));
    zeros.push_back({name.zero, m});
    const Polynomial quotient = of(name.variable);
    const Id zero = legs_.sum_of_zeros(factor * both - number - m * quotient, zeros);
    return {x.factor, m, number, both, quotient, zero};
}

// x·y modulo m for residues x, y is the residue of the product of the values that they stand for.
bool Prover::multiply_residues() {
    bool is_better = false;
    const std::vector<Legs::Division> open = legs_.state().open_products;
    for (const Legs::Division& it : open) {
        const mpz_class factor = factor_of(it.m);
        if (factor == 1 || !once(fmt::format("product {}", it.rest))) continue;
        const check::Monomial values = it.number.terms().begin()->first;
        const auto x = residue_that_is(of(values[0]), it.m), y = residue_that_is(of(values[1]), it.m);
        if (!x || !y) continue;
        const auto product = product_of(*x, *y);
        if (!product) continue;
        const auto result = newest_division(it.m, [&](const Legs::Division& other) {
            return !divided(other.number, factor).is_zero() && rest_of(other) == rest_of(product->division);
        });
        if (!result) continue;
        std::erase_if(legs_.state().open_products, [&](const auto& other) { return other.rest == it.rest; });
        raise(it, multiply(*product, result, *x, *y));
        is_better = true;
    }
    return is_better;
}

std::optional<Legs::Residue> Prover::residue_that_is(const Polynomial& value, const Polynomial& m) const {
    for (const Legs::Residue& it : legs_.state().residues)
        if (it.modulus == m && it.residue == value) return it;
    return std::nullopt;
}

// A division of the product of the numbers.
std::optional<Prover::Product> Prover::product_of(const Legs::Residue& x, const Legs::Residue& y) const {
    const Polynomial v = legs_.reduce(x.number).rest, w = legs_.reduce(y.number).rest;
    std::optional<Product> result;
    const auto found = newest_division(x.modulus, [&](const Legs::Division& it) {
        result = product_in(it);
        if (!result) return false;
        const Polynomial first = legs_.reduce(result->x).rest, second = legs_.reduce(result->y).rest;
        if (first == w && second == v) std::swap(result->x, result->y);
        return (first == v && second == w) || (first == w && second == v);
    });
    return found ? result : std::nullopt;
}

}  // namespace limbsmith::derive::loops
