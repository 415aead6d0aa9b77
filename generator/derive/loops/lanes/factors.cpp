// Rows of divsteps: signed factors u and v, |u| + |v| <= c, times the parts of two numbers, in the words of each lane.
//
// With t = [u < 0] and U = |u| = u - 2·t·u, u is U - 2·t·U. A lane multiplies its words l, or all ones less them, by U.
// The words that leave it, with the sum of the words on top, are W·w where
// W·w + (the words that stay) = u·x + v·y for its parts x and y: w is named, and its range is that of the
// sum, since (1 - t)·U·(c - x) + t·U·(c + x) = U·c - u·x.
#include <algorithm>

#include "derive/loops/lanes/prover.hpp"

namespace limbsmith::derive::loops::lanes {

using Kind = Fact::Kind;
using check::Monomial;

namespace {

// The factor of the value in terms that have at most one other factor, which is not one of these.
Polynomial factor_of(const Polynomial& p, Variable value, std::initializer_list<Variable> not_these) {
    Polynomial result;
    for (const auto& [monomial, coefficient] : p.terms()) {
        Monomial others = monomial;
        const auto place = std::ranges::find(others, value);
        if (place == others.end() || others.size() > 2) continue;
        others.erase(place);
        if (others.empty() || std::ranges::find(not_these, others[0]) == not_these.end())
            result.add(others, coefficient);
    }
    return result;
}

}  // namespace

// The sign of the word of u: u + 2^32·t = low + 2^31·t, where t = [u < 0].
bool Prover::take_sign(const Division& it) {
    if (it.sign < 0 || it.number.terms().size() != 2) return false;
    const auto& [first, one] = *it.number.terms().begin();
    const auto& [second, size] = *it.number.terms().rbegin();
    if (first.size() != 1 || second.size() != 1 || one != 1 || size != 2 * it.m) return false;
    const Polynomial u = of(first[0]), t = of(second[0]);
    const auto test = std::ranges::find_if(state_.comparisons, [&](const Comparison& other) {
        return other.is_less && of(other.t) == t && other.d == negative(u);
    });
    const Ledger::Range* range = known_.range(first[0]);
    if (test == state_.comparisons.end() || !range || !range->least || !range->most ||
        -*range->least > it.m || *range->most >= it.m)
        return false;
    // (1 - t)·u + t·(u - least) + ..., and (1 - t)·(most - u) + t·(-u - 1) + ...
    const Polynomial b = u + Polynomial(it.m) * t;
    const Id natural = test->first, below = test->first + 1, negatives = test->first + 2,
             others = test->first + 3;
    known_.bound(
        b, {{1, {others}}, {1, {natural, range->at_least}}, {mpz_class(it.m + *range->least), {natural}}});
    known_.bound(
        Polynomial(it.m) - 1 - b,
        {{1, {below, range->at_most}}, {1, {negatives}}, {mpz_class(it.m - 1 - *range->most), {below}}});
    const auto same = same_division(it, t, b);
    if (!same) return false;
    set(it.high, t, *same);
    replace(of(it.low) - b, *same + 1);
    state_.factors.push_back(Factor{first[0], second[0], test->first, *range, 0, 0});
    state_.kept.insert(state_.carried.begin(), state_.carried.end());
    return true;
}

// |u| = u - 2·t·u
bool Prover::take_magnitude(const Division& it) {
    if (it.sign < 0) return false;
    for (Factor& factor : state_.factors) {
        if (factor.size != 0) continue;
        const Polynomial u = of(factor.value), t = of(factor.sign), m = it.m, b = u - 2 * t * u,
                         multiple = known_.reduce(it.number).rest - b;
        Polynomial a;
        bool is_multiple = true;
        for (const auto& [monomial, coefficient] : multiple.terms()) {
            is_multiple = is_multiple && coefficient % it.m == 0;
            a.add(monomial, mpz_class(coefficient / it.m));
        }
        const auto& [least, most, at_least, at_most] = factor.range;
        const mpz_class limit = std::max(mpz_class(-*least), *most);
        if (!is_multiple || limit >= it.m) continue;
        const Id natural = factor.test, below = factor.test + 1;
        known_.bound(b, {{1, {factor.test + 3}}, {1, {factor.test + 2}}, {1, {natural}}});
        const Id last = known_.bound(Polynomial(limit) - b, {{1, {below, at_most}},
                                                             {1, {natural, at_least}},
                                                             {mpz_class(limit - *most), {below}},
                                                             {mpz_class(limit + *least), {natural}}});
        known_.bound(m - 1 - b, {{1, {last}}, {mpz_class(it.m - 1 - limit), {}}});
        const auto same = same_division(it, a, b);
        if (!same) continue;
        set(it.high, a, *same);
        factor.size = it.low, factor.is_size = *same + 1;
        const Polynomial U = of(it.low);
        known_.mention(U);
        known_.limit(known_.bound(Polynomial(limit) - U, {{1, {last}}}, {{factor.is_size, -1}}));
        // (2t - 1)·(U - u + 2·t·u) - 4u·(t² - t)
        const Id squared = known_.bit_squared(natural, below),
                 zero = known_.sum(u - U + 2 * t * U, {{squared, -4 * u}, {factor.is_size, 2 * t - 1}});
        limit_factors(factor);
        known_.find_out(factor.value, U - 2 * t * U, zero, 1);
        return true;
    }
    return false;
}

// Limits |u| where bounds have u - 2·t·u, and |v| where there is a bound of v and one of -v.
void Prover::limit_factors(const Factor& factor) {
    const Polynomial v = of(factor.value), s = of(factor.sign), V = of(factor.size);
    const Monomial both{std::min(factor.value, factor.sign), std::max(factor.value, factor.sign)};
    for (const Id id : std::vector(state_.bounds)) {
        const Polynomial p = known_.fact(id);
        if (const auto term = p.terms().find(both); term != p.terms().end() && term->second % 2 == 0) {
            const Polynomial half = mpz_class(term->second / 2);
            state_.bounds.push_back(known_.bound(p - half * known_.fact(factor.is_size), {{1, {id}}},
                                                 {{factor.is_size, negative(half)}}));
        }
        const auto own = p.terms().find({factor.value});
        const auto other = own != p.terms().end() && own->second == -1
                               ? known_.find({Kind::nonnegative, p + 2 * v})
                               : std::nullopt;
        // (1 - s)·p + s·(p + 2v) = p + 2·s·v
        if (!other || p.terms().contains(both)) continue;
        state_.factor_sum = known_.bound(p + v - V, {{1, {factor.test + 1, id}}, {1, {factor.test, *other}}},
                                         {{factor.is_size, -1}});
        state_.bounds.push_back(*state_.factor_sum);
    }
}

// c - X >= 0 and c + X >= 0
std::optional<Prover::Limits> Prover::limits_of(const Polynomial& X, const mpz_class& c) {
    const auto below = by_rounding(Polynomial(c) - X),
               above = below ? by_rounding(Polynomial(c) + X) : std::nullopt;
    if (!above) return std::nullopt;
    return Limits{c, *below, *above};
}

// c·(the limit of all factors) - sign·(the sum of the factors times their numbers), as a sum of products.
std::vector<Product> Prover::limit_of_sum(const std::vector<Limits>& limits, int sign) {
    std::vector<Product> products;
    mpz_class most = 0;
    for (const Limits& it : limits) most = std::max(most, it.c);
    for (size_t k = 0; k < limits.size(); ++k) {
        const Factor& factor = state_.factors[k];
        const Id natural = known_.range(factor.size)->at_least, t = factor.test, not_t = factor.test + 1;
        products.push_back({1, {natural, not_t, sign > 0 ? limits[k].below : limits[k].above}});
        products.push_back({1, {natural, t, sign > 0 ? limits[k].above : limits[k].below}});
        products.push_back({mpz_class(most - limits[k].c), {natural}});
    }
    products.push_back({most, {*state_.factor_sum}});
    return products;
}

// Puts the words that leave the lane, and the sum of the words on top, into one word.
bool Prover::take_over(const Division& it) {
    if (it.sign < 0 || !state_.factor_sum || state_.factors.size() != 2 || state_.factors[1].size == 0)
        return false;
    const Polynomial number = known_.reduce(it.number).rest;
    Polynomial S;
    for (const auto& [monomial, coefficient] : number.terms()) {
        mpz_class rest;
        mpz_fdiv_r(rest.get_mpz_t(), coefficient.get_mpz_t(), it.m.get_mpz_t());
        S.add(monomial, 2 * rest >= it.m ? mpz_class(rest - it.m) : rest);
    }
    std::optional<Division> last;
    Variable left = 0;
    for (const auto& [monomial, coefficient] : S.terms()) {
        if (monomial.size() != 1 || coefficient != 1) continue;
        const auto own = state_.divisions.find(monomial[0]);
        if (own == state_.divisions.end() || own->second.sign < 0 || own->second.m < it.m ||
            known_.is_replaced(monomial[0]) || !known_.range(own->second.low))
            continue;
        if (!last || own->second.low > last->low) last = own->second, left = monomial[0];
    }
    if (!last) return false;
    const Polynomial W = last->m, part = of(last->low);
    const auto [total, zeros] = known_.reduce(part + W * S);
    Polynomial sum;
    std::vector<Polynomial> numbers;
    for (const Factor& factor : state_.factors) {
        numbers.push_back(factor_of(total, factor.size, {factor.sign}));
        sum += of(factor.size) * (1 - 2 * of(factor.sign)) * numbers.back();
    }
    if (sum != total) return false;
    std::vector<Limits> limits;
    for (const Polynomial& X : numbers) {
        auto found = limits_of(X, last->m + 3);
        if (!found) found = limits_of(X, last->m + 8);
        if (!found) return false;
        limits.push_back(*found);
    }
    const auto [value, is_sum] = known_.name(S);
    const Polynomial w = of(value);
    const mpz_class most = std::max(limits[0].c, limits[1].c) * factor_limit();
    const Ledger::Range range = *known_.range(last->low);
    // W·w - (total - part) = 0
    const auto with = [&](int sign) {
        std::vector<Multiple> all{{is_sum, Polynomial(sign) * W}};
        for (const Multiple& zero : zeros) all.push_back({zero.fact, Polynomial(-sign) * zero.factor});
        return all;
    };
    std::vector<Product> above = limit_of_sum(limits, 1), below = limit_of_sum(limits, -1);
    above.push_back({1, {range.at_least}});
    below.push_back({1, {range.at_most}});
    const Id at_most =
                 known_.round(known_.bound(Polynomial(most) - W * w, std::move(above), with(1)), last->m),
             at_least = known_.round(
                 known_.bound(Polynomial(most) + W - 1 + W * w, std::move(below), with(-1)), last->m);
    known_.limit(at_most), known_.limit(at_least);
    known_.mention(w);
    state_.kept.insert(last->low);
    state_.row_parts.push_back({last->low, value, last->m});
    known_.find_out(left, of(left) - S + w, is_sum, 1);
    return split_sign(it, at_least, at_most);
}

// u·x + v·y = low + m·quotient, of whole numbers: the sum is limited, and so is its quotient.
void Prover::limit_sum(const Division& it) {
    if (it.sign < 0 || !state_.factor_sum || it.number.terms().size() != 2) return;
    std::vector<Limits> limits;
    std::vector<Multiple> zeros;
    for (const Factor& factor : state_.factors) {
        const auto parts = linear_in(it.number, factor.value);
        if (factor.size == 0 || !parts || parts->first.terms().size() != 1 ||
            parts->first.terms().begin()->second != 1)
            return;
        const Monomial& x = parts->first.terms().begin()->first;
        const Ledger::Range* range = x.size() == 1 ? known_.range(x[0]) : nullptr;
        if (!range || !range->least || !range->most || -*range->least != *range->most) return;
        limits.push_back({*range->most, range->at_most, range->at_least});
        const auto [same, own] =
            known_.reduce(of(factor.value) - of(factor.size) * (1 - 2 * of(factor.sign)));
        if (!same.is_zero()) return;
        for (const Multiple& zero : own) zeros.push_back({zero.fact, of(x[0]) * zero.factor});
    }
    if (limits.size() != 2) return;
    const mpz_class most = std::max(limits[0].c, limits[1].c) * factor_limit();
    const Ledger::Range rest = *known_.range(it.low);
    const Polynomial own = Polynomial(it.m) * of(it.high);
    for (const int sign : {1, -1}) {
        // most - sign·(m·q) = (most - sign·number) + sign·low
        std::vector<Multiple> all{{it.zero, Polynomial(mpz_class(-sign * it.of_zero))}};
        for (const Multiple& zero : zeros) all.push_back({zero.fact, Polynomial(-sign) * zero.factor});
        std::vector<Product> products = limit_of_sum(limits, sign);
        products.push_back({1, {sign > 0 ? rest.at_least : rest.at_most}});
        const Polynomial limit = Polynomial(most) + (sign > 0 ? Polynomial() : Polynomial(it.m) - 1);
        known_.limit(
            known_.round(known_.bound(limit - Polynomial(sign) * own, std::move(products), all), it.m));
    }
    state_.kept.insert(it.high);
}

// c of |u| + |v| <= c
mpz_class Prover::factor_limit() const { return known_.fact(*state_.factor_sum).constant(); }

}  // namespace limbsmith::derive::loops::lanes
