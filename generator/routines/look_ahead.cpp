// Carries between the lanes of a group that are found at once (algorithm/group/carries).
//
// With bits g_k, where carries begin, and p_k, where they pass, never both in one lane, the carry into lane k + 1 is
// c_{k+1} = g_k + p_k·c_k, and c_0 = 0. Then 2G + P, the sum of 2^k·(2·g_k + p_k), has the bits p_k + c_k - 2·p_k·c_k: where a
// carry comes in, p_k is turned over, and the carry goes on if it was 1. So the carries are what 2G + P and P differ in.
#include <algorithm>
#include <ranges>

#include "routines/prover.hpp"

namespace limbsmith::routines {

using Kind = Fact::Kind;

namespace {

// p as a sum of 2^k·(a value), for k from 0: the values, 0 where there is none. Nothing if it is no such sum.
std::optional<std::vector<Polynomial>> places_of(const Polynomial& p) {
    std::vector<Polynomial> places;
    for (const auto& [monomial, coefficient] : p.terms()) {
        if (monomial.size() != 1 || mpz_popcount(coefficient.get_mpz_t()) != 1) return std::nullopt;
        const size_t at = mpz_scan1(coefficient.get_mpz_t(), 0);
        if (places.size() <= at) places.resize(at + 1);
        if (!places[at].is_zero()) return std::nullopt;
        places[at] = Polynomial::of(monomial[0]);
    }
    return places;
}

}  // namespace

// A known bound, or what bounds of its values say; or that together with bounds of several values that occur in it.
std::optional<Id> Prover::by_ranges(const Polynomial& polynomial) {
    spend(legs_.bounds().size());
    if (const auto id = known_bound(polynomial)) return id;
    const auto [goal, zeros] = legs_.reduce(polynomial);
    if (auto products = sum_of_ranges(goal)) return legs_.bound(polynomial, std::move(*products), zeros);
    Polynomial left = goal;
    std::vector<check::Product> all;
    for (Legs::Known& it : legs_.bounds()) {
        const Polynomial bound = it.polynomial - it.polynomial.constant();
        if (bound.terms().size() < 2 || bound.terms().size() > left.terms().size()) continue;
        const auto first = left.terms().find(bound.terms().begin()->first);
        if (first == left.terms().end() || first->second % bound.terms().begin()->second != 0) continue;
        const mpz_class scale = first->second / bound.terms().begin()->second;
        const bool is_part = scale > 0 && std::ranges::all_of(bound.terms(), [&](const auto& term) {
                                 const auto own = left.terms().find(term.first);
                                 return own != left.terms().end() && own->second == scale * term.second;
                             });
        if (!is_part) continue;
        left -= Polynomial(scale) * it.polynomial;
        all.push_back({scale, {legs_.stated(it)}});
    }
    if (all.empty()) return std::nullopt;
    const auto products = sum_of_ranges(left);
    if (!products) return std::nullopt;
    all.insert(all.end(), products->begin(), products->end());
    return legs_.bound(polynomial, std::move(all), zeros);
}

std::optional<std::vector<check::Product>> Prover::sum_of_ranges(const Polynomial& goal) {
    std::vector<check::Product> products;
    mpz_class rest = goal.constant();
    const auto bound_of = [&](Variable value, int sign) -> Legs::Known* {
        Legs::Known* best = nullptr;
        for (Legs::Known& it : legs_.bounds()) {
            const auto& terms = it.polynomial.terms();
            if (terms.empty() || terms.size() > 2 || terms.rbegin()->first != check::Monomial{value} ||
                terms.rbegin()->second != sign || (terms.size() == 2 && !terms.begin()->first.empty()))
                continue;
            if (!best || it.polynomial.constant() < best->polynomial.constant()) best = &it;
        }
        return best;
    };
    for (const auto& [monomial, coefficient] : goal.terms()) {
        if (monomial.empty()) continue;
        if (monomial.size() > 1) return std::nullopt;
        Legs::Known* bound = bound_of(monomial[0], coefficient > 0 ? 1 : -1);
        if (!bound) return std::nullopt;
        const mpz_class times = abs(coefficient);
        rest -= times * bound->polynomial.constant();
        products.push_back({times, {legs_.stated(*bound)}});
    }
    if (rest < 0) return std::nullopt;
    products.push_back({rest, {}});
    return products;
}

bool Prover::reach_by_ranges(const Fact& goal) {
    if (goal.kind == Kind::nonnegative) return by_ranges(goal.polynomial).has_value();
    if (!legs_.reduce(goal.polynomial).rest.is_zero()) return false;
    legs_.state_zero(goal.polynomial);
    return true;
}

// t = [d = 0] for a bit d: t = 1 - d
bool Prover::decide_bit_tests() {
    bool is_better = false;
    for (const Legs::Comparison& it : std::vector(legs_.state().comparisons)) {
        const Polynomial t = of(it.t), d = legs_.reduce(it.d).rest;
        if (it.is_less || legs_.is_replaced(it.t) || d.terms().size() != 1 || !d.constant().fits_sint_p() ||
            d.is_constant() || !once("bit test " + std::to_string(it.t)))
            continue;
        const auto least = by_ranges(it.d), most = least ? by_ranges(1 - it.d) : std::nullopt;
        if (!most) continue;
        const Id not_both = legs_.bound(1 - t - it.d, {{1, {it.first + 1, *most}}}, {{it.first + 2, -1}});
        const Id one_of = legs_.bound(t + it.d - 1, {{1, {it.first + 3}}, {1, {it.first + 1, *most, *least}}},
                                      {{it.first + 2, 1}});
        legs_.both(not_both, one_of);
        is_better = true;
    }
    return is_better;
}

// Divisions by a power of two of a number whose terms below it are less.
bool Prover::divide_by_places() {
    bool is_better = false;
    for (const Legs::Division& it : std::vector(legs_.state().divisions)) {
        const Polynomial m = legs_.reduce(it.m).rest;
        if (!m.is_constant() || m.constant() < 2 || legs_.is_replaced(it.quotient)) continue;
        const Polynomial number = legs_.reduce(it.number).rest;
        const Parts own = parts(number, m);
        if (!once("places " + std::to_string(it.rest) + text({Kind::zero, number}))) continue;
        if (by_ranges(own.rest) && by_ranges(m - 1 - own.rest)) is_better |= divides_as(it, m, own, 0);
    }
    return is_better;
}

// What routines over lanes compute between their calls, by single bounds.
void Prover::simplify_lanes() {
    if (!is_over_lanes_) return;
    while (decide_bit_tests() || divide_by_places() || look_ahead() || pass_carries()) {
    }
}

// p² - p = 0 for a bit p.
Id Prover::bit_squared(const Polynomial& p, Id least, Id most) {
    if (const auto known = legs_.find({Kind::zero, p * p - p})) return *known;
    const Legs::Bits bits = legs_.bits(least, most);
    return legs_.sum_of_zeros(p * p - p, {{bits.sum - 1, 1}, {bits.sum, p + of(bits.first) - 1}});
}

bool Prover::look_ahead() {
    bool is_better = false;
    const check::Common common = legs_.state().common;
    for (const auto& [value, sources] : common) {
        if (legs_.is_replaced(value)) continue;
        for (const auto& [x, y] :
             {std::pair(sources.first, sources.second), std::pair(sources.second, sources.first)}) {
            const Polynomial passed = legs_.reduce(y).rest;
            const auto p = places_of(passed), twice_g = places_of(legs_.reduce(x).rest - passed);
            if (!p || !twice_g || p->size() < 2 || twice_g->size() != p->size() + 1 ||
                !twice_g->at(0).is_zero() || !once("look ahead " + std::to_string(value)))
                continue;
            const std::vector<Polynomial> g(twice_g->begin() + 1, twice_g->end());
            if (const auto bits = carries_of(g, *p)) {
                state_common(value, x, y, *bits, x == sources.first);
                is_better = true;
            }
        }
    }
    return is_better;
}

// What is known of the carry into each lane, and what passes it.
std::optional<std::vector<Prover::LaneCarry>> Prover::carries_of(const std::vector<Polynomial>& g,
                                                                 const std::vector<Polynomial>& p) {
    std::vector<LaneCarry> all;
    const Id none = legs_.bound(0, {}, {}), one = legs_.bound(1, {{1, {}}}, {}),
             nothing = legs_.sum_of_zeros(0, {});
    Polynomial carry = 0;
    Id least = none, most = one;
    for (size_t k = 0; k < p.size(); ++k) {
        LaneCarry it{g[k], p[k], carry, 0, 0, 0, least, most, nothing, nothing};
        const auto begins = by_ranges(g[k]), passes = by_ranges(p[k]), fits = by_ranges(1 - p[k]),
                   excludes = excludes_each_other(g[k], p[k]);
        if (!begins || !passes || !fits || !excludes) return std::nullopt;
        it.passes = *passes, it.fits = *fits;
        if (!p[k].is_zero()) it.squared = bit_squared(p[k], *passes, *fits);
        // what passes: e = p·c
        Polynomial e;
        if (!(p[k] * carry).is_zero()) {
            const Legs::Name name = legs_.name(p[k] * carry);
            e = of(name.variable), it.product = name.zero;
        }
        it.e = e;
        const Id at_least = legs_.bound(e, {{1, {it.passes, least}}}, {{it.product, -1}});
        const Id left = legs_.bound(p[k] - e, {{1, {it.passes, most}}}, {{it.product, 1}});
        legs_.bound(carry - e, {{1, {least, it.fits}}}, {{it.product, 1}});
        const Polynomial next = g[k] + e;
        least = legs_.bound(next, {{1, {*begins}}, {1, {at_least}}}, {});
        most = legs_.bound(1 - next, {{1, {*excludes}}, {1, {left}}}, {});
        carry = next;
        all.push_back(std::move(it));
    }
    all.push_back({0, 0, carry, 0, none, one, least, most, nothing, nothing});
    legs_.state().lane_carries.insert(legs_.state().lane_carries.end(), all.begin(), all.end());
    return all;
}

// value = the sum of 2^k·(p_k - e_k) is what both have in common.
void Prover::state_common(Variable value, const Polynomial& x, const Polynomial& y,
                          const std::vector<LaneCarry>& lanes, bool is_first) {
    check::CommonBits::Number of_x, of_y;
    Polynomial sum_x = x, sum_y = y, found = of(value), linear = of(value);
    std::vector<check::Multiple> zeros_x, to_linear;
    mpz_class weight = 1;
    for (const LaneCarry& it : lanes) {
        const auto& [g, p, c, e, passes, fits, least, most, product, squared] = it;
        const Polynomial bit = p + c - 2 * p * c;
        of_x.bits.emplace_back(legs_.bound(bit, {{1, {passes, most}}, {1, {least, fits}}}, {}),
                               legs_.bound(1 - bit, {{1, {passes, least}}, {1, {fits, most}}}, {}));
        of_y.bits.emplace_back(passes, fits);
        sum_x -= Polynomial(weight) * bit;
        sum_y -= Polynomial(weight) * p;
        zeros_x.push_back({product, mpz_class(2 * weight)});
        found -= Polynomial(weight) * bit * p;
        // bit·p = p - e + (p² - p)·(1 - 2c) - (p·c - e)
        linear -= Polynomial(weight) * (p - e);
        to_linear.push_back({squared, Polynomial(weight) * (1 - 2 * c)});
        to_linear.push_back({product, Polynomial() - Polynomial(weight)});
        weight *= 2;
    }
    // sum_x is that of 2^(k+1)·(p_k·c_k - e_k), where x is reduced
    const Legs::Reduced reduced = legs_.reduce(x);
    std::vector<check::Multiple> zeros = reduced.zeros;
    zeros.insert(zeros.end(), zeros_x.begin(), zeros_x.end());
    of_x.sum = legs_.sum_of_zeros(sum_x, zeros);
    of_y.sum = legs_.state_zero(sum_y);
    const Id id =
        legs_.quietly(is_first ? check::CommonBits{value, of_x, of_y} : check::CommonBits{value, of_y, of_x},
                      {Kind::zero, found});
    to_linear.push_back({id, 1});
    legs_.replace_by(value, of(value) - linear, legs_.sum_of_zeros(linear, std::move(to_linear)));
}

// A lane whose own words are R, which are all ones if p = 1, takes in a carry c: what goes out is e = p·c.
//
// R + c - M·out is from 0 to M - 1, and p = [M - 1 - R = 0].
bool Prover::pass_carries() {
    bool is_better = false;
    for (const LaneCarry& it : std::vector(legs_.state().lane_carries)) {
        if (it.p.is_zero()) continue;
        const auto comparison =
            std::ranges::find_if(legs_.state().comparisons, [&](const Legs::Comparison& other) {
                return !other.is_less && legs_.reduce(of(other.t)).rest == it.p;
            });
        if (comparison == legs_.state().comparisons.end()) continue;
        const Legs::Comparison test = *comparison;
        for (size_t k = 0; k < legs_.bounds().size(); ++k) {
            const Polynomial bound = legs_.bounds()[k].polynomial;
            for (int sign : {1, -1}) {
                // D = M - 1 - R
                const Polynomial D = legs_.reduce(Polynomial(sign) * test.d).rest;
                const Polynomial rest = bound + D - legs_.reduce(it.c).rest;
                const auto& terms = rest.terms();
                // M - 1 - M·out
                if (terms.size() != 2 || !terms.begin()->first.empty() || terms.rbegin()->first.size() != 1 ||
                    terms.begin()->second + 1 != -terms.rbegin()->second)
                    continue;
                const Variable out = terms.rbegin()->first[0];
                if (of(out) == it.e || !once(fmt::format("carry out {}", out))) continue;
                is_better |= pass_carry(it, test, sign, -terms.rbegin()->second, out);
                break;
            }
        }
    }
    return is_better;
}

// For t = [D = 0] with D from 0 to M - 1: D - 1 + t >= 0 and (M - 1)·(1 - t) - D >= 0.
std::optional<std::pair<Id, Id>> Prover::test_of(const Legs::Comparison& test, int sign, const mpz_class& M) {
    const Polynomial D = Polynomial(sign) * test.d, t = of(test.t);
    const auto d_low = by_ranges(D), d_high = by_ranges(Polynomial(M) - 1 - D);
    if (!d_low || !d_high) return std::nullopt;
    // else D = 0 and t = 0
    const auto never = [&](Id assumed) {
        const Id t_low = test.first;
        const Id zero_d =
            legs_.both(*d_low, legs_.bound(Polynomial() - D, {{1, {assumed}}, {1, {t_low}}}, {}));
        const Id zero_t =
            legs_.both(t_low, legs_.bound(Polynomial() - t, {{1, {assumed}}, {1, {*d_low}}}, {}));
        const Id no =
            legs_.bound(-1, {{1, {test.first + 3}}}, {{zero_d, Polynomial() - (1 - t) * D}, {zero_t, -1}});
        legs_.bound(D - 1 + t, {{1, {no}}, {1, {*d_low}}, {1, {t_low}}}, {});
        return true;
    };
    const auto above = legs_.cases(
        D - 1 + t, {Kind::nonnegative, D - 1 + t}, [](Id) { return true; }, never);
    if (!above) return std::nullopt;
    // from t·D = 0
    const Id below = legs_.bound(Polynomial(M - 1) * (1 - t) - D, {{1, {test.first + 1, *d_high}}},
                                 {{test.first + 2, Polynomial(-sign)}});
    return std::pair(*above, below);
}

// 1 - g - p >= 0, where p = [R = M - 1] and R + M·g is at most 2·(M - 1).
std::optional<Id> Prover::excludes_each_other(const Polynomial& g, const Polynomial& p) {
    if (const auto known = known_bound(1 - g - p)) return known;
    for (const Legs::Comparison& test : std::vector(legs_.state().comparisons)) {
        if (test.is_less || legs_.reduce(of(test.t)).rest != p || g.terms().size() != 1) continue;
        for (int sign : {1, -1}) {
            const Polynomial D = legs_.reduce(Polynomial(sign) * test.d).rest;
            const auto own = D.terms().find(g.terms().begin()->first);
            if (own == D.terms().end() || own->second <= 1) continue;
            const mpz_class M = own->second;
            const auto tests = test_of(test, sign, M);
            const auto sum =
                tests ? by_ranges(Polynomial(M) - 1 + Polynomial(sign) * test.d - Polynomial(M) * g)
                      : std::nullopt;
            if (!sum) continue;
            const Polynomial t = of(test.t);
            const Id same = legs_.state_zero(t - p);
            // 2·(M - 1) - R - M·g and R - (M - 1)·t
            const Id id = legs_.bound(Polynomial(M) * (1 - g - p) + Polynomial(M) - 1,
                                      {{1, {*sum}}, {1, {tests->second}}, {1, {test.first + 1}}},
                                      {{same, Polynomial(M)}});
            return legs_.round(id, M);
        }
    }
    return std::nullopt;
}

bool Prover::pass_carry(const LaneCarry& lane, const Legs::Comparison& test, int sign, const mpz_class& M,
                        Variable out) {
    const auto& [g, p, c, e, passes, fits, least, most, product, squared] = lane;
    const Polynomial D = Polynomial(sign) * test.d, R = Polynomial(M) - 1 - D, o = of(out), t = of(test.t);
    const auto in = [&](const Polynomial& bound) { return nonnegative(bound, 0); };
    const auto low = in(R + c - Polynomial(M) * o), high = in(Polynomial(M) - 1 - R - c + Polynomial(M) * o),
               natural = in(o), d_low = in(D), d_high = in(R);
    if (!low || !high || !natural || !d_low || !d_high) return false;
    const auto lane_test = test_of(test, sign, M);
    if (!lane_test) return false;
    const auto [above, below] = *lane_test;
    const Id same = legs_.state_zero(t - p);
    const auto round = [&](const Polynomial& claim, const std::vector<check::Product>& products, int zero) {
        const Id id = legs_.bound(Polynomial(M) * claim + Polynomial(M) - 1, products, {{same, zero}});
        return legs_.round(id, M);
    };
    const mpz_class all = M - 1;
    const Id to_p = round(p - o, {{1, {*low}}, {1, {above}}, {1, {most}}, {all, {passes}}}, -1);
    const Id to_c = round(c - o, {{1, {*low}}, {1, {*d_low}}, {all, {least}}}, 0);
    const Id from_both = legs_.round(
        legs_.bound(Polynomial(M) * (o - p - c + 1) + Polynomial(M) - 1,
                    {{1, {*high}}, {1, {below}}, {1, {fits}}, {all, {most}}}, {{same, Polynomial(all)}}),
        M);
    const Id at_least =
        legs_.bound(o - e, {{1, {passes, from_both}}, {1, {fits, *natural}}}, {{squared, 1}, {product, 1}});
    const Id at_most =
        legs_.bound(e - o, {{1, {passes, to_c}}, {1, {fits, to_p}}}, {{squared, 1}, {product, -1}});
    legs_.both(at_least, at_most);
    return true;
}

}  // namespace limbsmith::routines
