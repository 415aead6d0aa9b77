// Products modulo m that are 1. The rest of a product stands for the product of the values of its factors; two products
// are the same modulo m if these are.
#include <algorithm>
#include <ranges>

#include "derive/loops/prover.hpp"

namespace limbsmith::derive::loops {

namespace {

// The variables of a product without a coefficient.
const check::Monomial* factors_of(const Polynomial& p) {
    const auto& terms = p.terms();
    return terms.size() == 1 && terms.begin()->second == 1 ? &terms.begin()->first : nullptr;
}

Polynomial monomial(const check::Monomial& factors) {
    Polynomial result;
    result.add(factors, 1);
    return result;
}

}  // namespace

// The value is the rest of a product of one or two.
std::optional<Legs::Congruence> Prover::divided_product(Variable value, const Polynomial& m) {
    const auto found = newest_division(m, [&](const Legs::Division& it) {
        const Polynomial number = legs_.reduce(it.number).rest;
        const auto* factors = factors_of(number);
        return rest_of(it) == of(value) && factors && !factors->empty() && factors->size() <= 2 &&
               std::ranges::find(*factors, value) == factors->end();
    });
    if (!found) return std::nullopt;
    const Polynomial number = legs_.reduce(found->number).rest, quotient = Polynomial() - of(found->quotient);
    const Id zero = legs_.sum_of_zeros(of(value) - number - m * quotient,
                                       {{legs_.state_zero(of(value) - of(found->rest)), 1},
                                        {legs_.state_zero(found->number - number), 1},
                                        {found->zero, -1}});
    return Legs::Congruence{m, of(value), number, quotient, zero};
}

// The value is the residue of the number that the product of two others is reduced to.
std::optional<Legs::Congruence> Prover::residue_product(Variable value, const Polynomial& m) {
    const mpz_class factor = factor_of(m);
    if (factor == 1) return std::nullopt;
    const std::vector<Legs::Residue> residues = legs_.state().residues;
    for (const Legs::Residue& it : residues) {
        if (it.modulus != m || legs_.reduce(it.residue).rest != of(value)) continue;
        const auto found = product_that_is(legs_.reduce(it.number).rest, m, factor);
        if (!found) continue;
        const auto first = residues_of(legs_.reduce(found->product.x).rest, m, factor),
                   second = residues_of(legs_.reduce(found->product.y).rest, m, factor);
        if (first.empty() || second.empty()) continue;
        const Legs::Residue product = multiply(found->product, found->result, first[0], second[0]);
        const Polynomial all = legs_.reduce(product.residue).rest;
        const auto* factors = factors_of(all);
        if (!factors || std::ranges::find(*factors, value) != factors->end()) continue;
        Parts parts = residue_by_other(it, product);
        parts.zeros.push_back({legs_.state_zero(of(value) - it.residue), 1});
        parts.zeros.push_back({legs_.state_zero(product.residue - all), 1});
        const Legs::Name quotient = legs_.name(parts.quotient);
        parts.zeros.push_back({quotient.zero, m});
        const Id zero = legs_.sum_of_zeros(of(value) - all - m * of(quotient.variable), parts.zeros);
        return Legs::Congruence{m, of(value), all, of(quotient.variable), zero};
    }
    return std::nullopt;
}

// A product of few values, none of which is a rest of others. requires: the value is as it is reduced.
Legs::Congruence Prover::expanded(const Polynomial& value, const Polynomial& m) {
    // again where more has been replaced
    auto& known = legs_.state().expanded;
    const std::pair key(value, Polynomial(static_cast<long>(legs_.state().rules.size())));
    if (const auto found = known.find(key); found != known.end() && found->second.m == m)
        return found->second;
    Legs::Congruence result{m, value, value, 0, legs_.sum_of_zeros(0, {})};
    const auto replace_one = [&] {
        const auto* factors = factors_of(result.product);
        if (!factors || factors->size() > 4) return false;
        for (size_t k = 0; k < factors->size(); ++k) {
            const Variable it = (*factors)[k];
            auto own = divided_product(it, m);
            if (!own) own = residue_product(it, m);
            if (!own) continue;
            check::Monomial left = *factors;
            left.erase(left.begin() + static_cast<std::ptrdiff_t>(k));
            const Polynomial others = monomial(left);
            const Legs::Name quotient = legs_.name(result.quotient + own->quotient * others);
            result.product = own->product * others;
            result.quotient = of(quotient.variable);
            result.zero = legs_.sum_of_zeros(value - result.product - m * result.quotient,
                                             {{result.zero, 1}, {own->zero, others}, {quotient.zero, m}});
            return true;
        }
        return false;
    };
    while (replace_one()) {
    }
    known.insert_or_assign(key, result);
    return result;
}

// Unifies residues of products with 1.
bool Prover::unify_products(const std::set<Variable>& wanted) {
    const std::vector<Legs::Residue> residues = legs_.state().residues;
    for (const Legs::Residue& it : residues) {
        const Polynomial residue = legs_.reduce(it.residue).rest;
        const auto* value = factors_of(residue);
        if (it.factor == 1 || !value || value->size() != 1 || !wanted.contains((*value)[0]) ||
            !once("residue product " + text({Fact::Kind::zero, it.residue})))
            continue;
        const auto own = residue_product((*value)[0], it.modulus);
        if (own && degree(own->product) <= 1 &&
            same_division(it.modulus, {0, residue}, {own->quotient, own->product}, {{own->zero, 1}}))
            return true;
    }
    return false;
}

// Finds products that are 1: by inverses that exist, and by rests that are 1.
void Prover::find_ones() {
    auto& state = legs_.state();
    const std::vector<Legs::InverseOf> inverses = state.inverses_of;
    for (const Legs::InverseOf& it : inverses) {
        if (legs_.reduce(of(it.exists)).rest != 1 || !state.known_ones.insert(it.inverse).second) continue;
        const Polynomial product = of(it.inverse) * it.x, quotient = Polynomial() - of(it.inverse + 1);
        const Polynomial zero = product - 1 + it.m * quotient;
        const Id id = legs_.sum_of_zeros(Polynomial() - zero,
                                         {{it.zero, -1}, {legs_.state_zero(of(it.exists) - 1), zero}});
        state.ones.push_back({it.m, 1, product, quotient, id});
    }
    const std::vector<Legs::Division> divisions = state.divisions;
    for (const Legs::Division& it : divisions) {
        if (rest_of(it) != 1 || it.number.is_constant() ||
            std::ranges::find(inverses, it.m, &Legs::InverseOf::m) == inverses.end() ||
            !state.known_ones.insert(it.rest).second)
            continue;
        const Polynomial quotient = Polynomial() - of(it.quotient);
        const Id id = legs_.sum_of_zeros(1 - it.number - it.m * quotient,
                                         {{it.zero, -1}, {legs_.state_zero(of(it.rest) - 1), -1}});
        state.ones.push_back({it.m, 1, it.number, quotient, id});
    }
}

// 1, by one that is the same product.
std::optional<Legs::Congruence> Prover::one_that_is(const Polynomial& product, const Polynomial& m) {
    const Legs::Congruence own = expanded(product, m);
    const std::vector<Legs::Congruence> ones = legs_.state().ones;
    for (const Legs::Congruence& one : ones) {
        const Polynomial reduced = legs_.reduce(one.product).rest;
        if (one.m != m || !factors_of(reduced)) continue;
        const Legs::Congruence other = expanded(reduced, m);
        if (other.product != own.product) continue;
        const Polynomial quotient = one.quotient + other.quotient - own.quotient;
        const Id zero = legs_.sum_of_zeros(
            1 - product - m * quotient,
            {{one.zero, 1}, {legs_.state_zero(one.product - reduced), 1}, {other.zero, 1}, {own.zero, -1}});
        return Legs::Congruence{m, 1, product, quotient, zero};
    }
    return std::nullopt;
}

// Rests of products that are 1.
bool Prover::divide_ones(const std::set<Variable>& wanted) {
    const std::vector<Legs::Division> divisions = legs_.state().divisions;
    for (const Legs::Division& it : divisions) {
        const Polynomial rest = rest_of(it), number = legs_.reduce(it.number).rest;
        const auto* value = factors_of(rest);
        if (!value || value->size() != 1 || !wanted.contains((*value)[0]) || !factors_of(number) ||
            std::ranges::find(legs_.state().ones, it.m, &Legs::Congruence::m) == legs_.state().ones.end() ||
            !once("one " + std::to_string(it.rest)))
            continue;
        const auto one = one_that_is(number, it.m);
        if (one && same_division(it.m, {of(it.quotient), of(it.rest)}, {Polynomial() - one->quotient, 1},
                                 {{it.zero, -1}, {legs_.state_zero(it.number - number), 1}, {one->zero, -1}}))
            return true;
    }
    return false;
}

}  // namespace limbsmith::derive::loops
