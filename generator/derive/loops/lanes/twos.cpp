// The zero bits below the lowest bit of a number of all lanes, as those of the lowest lane that has bits.
//
// Lane k tests its number E_k, and 2^t is E_k modulo 2^(t+1) where E_k is not 0. With lane m the lowest of
// these, all lanes together have N = W^m·(E_m + W·T), and E_m = 2^(t+1)·q + 2^t. As t < 32·words, W = 2^(t+1)·k, and so
// N = W^m·2^(t+1)·(q + k·T) + W^m·2^t gives N modulo 2^(32·words·m + t + 1).
#include <algorithm>

#include "derive/loops/lanes/prover.hpp"

namespace limbsmith::derive::loops::lanes {

using Kind = Fact::Kind;

// Joins the common bits of values, where other values are those of their parts.
bool Prover::join_common() {
    std::map<std::pair<Polynomial, Polynomial>, Variable> known;
    bool is_new = false;
    for (const auto& [value, numbers] : check::Common(common_)) {
        const Polynomial x = known_.reduce(numbers.first).rest, y = known_.reduce(numbers.second).rest;
        std::map<mpz_class, std::pair<Polynomial, Polynomial>> parts;
        bool is_sum = true;
        const auto take = [&](const Polynomial& p, auto which) {
            for (const auto& [monomial, coefficient] : p.terms()) {
                is_sum = is_sum && monomial.size() == 1;
                if (is_sum) parts[coefficient].*which = of(monomial[0]);
            }
        };
        take(x, &std::pair<Polynomial, Polynomial>::first);
        take(y, &std::pair<Polynomial, Polynomial>::second);
        if (!is_sum) continue;
        Polynomial sum;
        std::vector<Variable> all;
        for (const auto& [weight, own] : parts) {
            const auto found = known.find(own);
            if (found == known.end()) break;
            sum += Polynomial(weight) * of(found->second);
            all.push_back(found->second);
        }
        if (all.size() != parts.size()) {
            if (parts.size() == 1) known.emplace(std::pair(x, y), value);
            continue;
        }
        std::vector<Multiple> zeros;
        size_t k = 0;
        if (!add_bits(value, 1, zeros)) return is_new;
        for (const auto& [weight, own] : parts)
            if (!add_bits(all[k++], -weight, zeros)) return is_new;
        set(value, sum, known_.sum(of(value) - sum, zeros));
        is_new = true;
    }
    return is_new;
}

// Adds the multiple of the zero value - (the products of its bits).
bool Prover::add_bits(Variable value, const mpz_class& factor, std::vector<Multiple>& zeros) {
    const auto& [x, y] = common_.at(value);
    const auto first = bits_of_sum(x), second = first ? bits_of_sum(y) : std::nullopt;
    if (!second) return false;
    Polynomial products;
    for (size_t k = 0; k < std::min(first->values.size(), second->values.size()); ++k)
        products += Polynomial(check::power_of_two(k)) * of(first->values[k]) * of(second->values[k]);
    spend(products.terms().size());
    zeros.push_back(
        {known_.common({value, first->number, second->number}, of(value) - products), Polynomial(factor)});
    return true;
}

// Two tests of one number are the same: with t' = [d = 0], 0 <= t'·(1 - t)·(d² - 1) = -t'·(1 - t).
bool Prover::join_tests() {
    std::map<Polynomial, const Comparison*> known;
    const std::vector<Comparison> all(state_.comparisons);
    for (const Comparison& it : all) {
        if (it.is_less || known_.is_replaced(it.t)) continue;
        const Polynomial d = known_.reduce(it.d).rest;
        const auto [place, is_new] = known.emplace(d, &it);
        if (is_new || d.is_constant()) continue;
        const Comparison& first = *place->second;
        const auto [same, zeros] = known_.reduce(first.d - it.d);
        // x - y, where y·d = 0
        const auto at_least = [&](const Comparison& x, const Comparison& y, int sign) {
            const Polynomial t = of(x.t), u = of(y.t);
            // u·(1 - t)·(d_x² - 1): u·(1 - t)·d_x·(d_x - d_y) + (1 - t)·d_x·(u·d_y)
            std::vector<Multiple> own;
            for (const Multiple& zero : zeros)
                own.push_back({zero.fact, Polynomial(mpz_class(-sign)) * u * (1 - t) * x.d * zero.factor});
            own.push_back({y.first + 2, Polynomial() - (1 - t) * x.d});
            const Id none = known_.bound(Polynomial() - u * (1 - t), {{1, {y.first, x.first + 3}}}, own);
            return known_.bound(t - u, {{1, {x.first, y.first + 1}}, {1, {none}}});
        };
        const Id above = at_least(it, first, -1), below = at_least(first, it, 1);
        set(it.t, of(first.t), known_.both(above, below));
        return true;
    }
    return false;
}

// Zeros that define a value by facts that are known now.
bool Prover::use_zeros() {
    for (const Id id : std::vector(state_.zeros)) {
        const Polynomial rest = known_.reduce(known_.fact(id)).rest;
        const bool is_linear =
            std::ranges::all_of(rest.terms(), [](const auto& term) { return term.first.size() < 2; });
        if (rest.is_zero() || !is_linear || rest.terms().size() > 4) continue;
        const size_t before = state_.zeros.size();
        replace(known_.fact(id), id);
        if (state_.zeros.size() == before) return true;
        state_.zeros.pop_back();
    }
    return false;
}

std::vector<Prover::Twos> Prover::twos() const {
    std::vector<Twos> found;
    for (const Remainder& it : state_.remainders) {
        if (it.m.terms().size() != 1 || it.m.is_constant()) continue;
        const Variable p = it.m.terms().begin()->first[0];
        const auto exponent = powers_.find(p);
        if (it.m != of(p) || exponent == powers_.end()) continue;
        const auto half = std::ranges::find_if(
            powers_, [&](const auto& other) { return other.second == exponent->second - 1; });
        const Polynomial number = known_.reduce(it.number).rest;
        std::optional<Variable> own;
        for (const Comparison& test : state_.comparisons)
            if (!test.is_less && test.d.terms().size() == 1 && test.d.terms().begin()->second == 1 &&
                test.d.terms().begin()->first.size() == 1 && known_.reduce(test.d).rest == number)
                own = test.d.terms().begin()->first[0];
        const auto test = std::ranges::find_if(state_.comparisons, [&](const Comparison& other) {
            return !other.is_less && other.d.terms().size() > 1 && known_.reduce(other.d).rest == number;
        });
        if (half == powers_.end() || test == state_.comparisons.end()) continue;
        found.push_back({own, *test, it, p, half->first, half->second});
    }
    return found;
}

// A case for each lane that can be the lowest one with bits; nothing if there are no numbers of this kind.
std::optional<bool> Prover::reach_by_lowest_lane(const Fact& goal, int splits) {
    if (state_.twos.empty() || (state_.twos.back().own && state_.twos.size() != state_.remainders.size())) {
        if (powers_.size() < 4 || state_.remainders.size() < 2) return std::nullopt;
        join_common();
        state_.twos = twos();
        // of all lanes there are none before they are asked for
        const auto own =
            std::ranges::count_if(state_.twos, [](const Twos& it) { return it.own.has_value(); });
        const auto others = static_cast<long>(state_.twos.size()) - own;
        if (own < 2 || others > 1 || (others == 1 && state_.twos.back().own)) state_.twos.clear();
    }
    if (state_.twos.empty()) return std::nullopt;
    while (join_tests() || decide_all() || use_zeros() || use_constants() || relate_powers()) {
    }
    const bool has_all = !state_.twos.back().own;
    for (size_t k = 0; k + (has_all ? 1 : 0) < state_.twos.size(); ++k) {
        const Twos& it = state_.twos[k];
        const Polynomial none = known_.reduce(of(it.test.t)).rest;
        if (none == 1) continue;
        if (none.is_zero()) {
            if (has_all && !known_.is_replaced(state_.twos.back().rest.rest)) divide_by_lowest(k);
            break;
        }
        return reach_both(goal, none.terms().begin()->first[0], splits + 1);
    }
    while (decide_all() || use_zeros()) {
    }
    return std::nullopt;
}

// all - 1 - t >= 0: else 2^t = W, and E = 2·W·q + W is not from 0 to W - 1.
std::optional<Id> Prover::below_all(const Twos& it, const mpz_class& W) {
    const Polynomial all = mpz_class(mpz_scan1(W.get_mpz_t(), 0)), t = it.exponent, p = of(it.power),
                     h = of(it.half), q = of(it.rest.quotient), E = of(*it.own), size = W;
    const auto least = nonnegative(E), most = nonnegative(size - 1 - E), last = nonnegative(all - t);
    if (!least || !most || !last) return std::nullopt;
    const Fact goal{Kind::nonnegative, all - 1 - t};
    if (const auto known = nonnegative(goal.polynomial)) return known;
    return known_.cases(
        goal.polynomial, goal, [](Id) { return true; },
        [&](Id assumed) {
            const Id same = known_.both(assumed, *last),
                     h_is = known_.powers({same, {it.half}, {}}, h - size),
                     p_is = known_.powers({same, {it.power}, {}}, p - 2 * size);
            auto [left, zeros] = known_.reduce(E - it.rest.number + of(it.rest.rest) - h);
            if (!left.is_zero()) return false;
            // E - W - 2·W·q
            zeros.push_back({it.rest.zero, 1});
            zeros.push_back({p_is, q});
            zeros.push_back({h_is, 1});
            const Id zero = known_.sum(E - size - 2 * size * q, zeros);
            const mpz_class twice = 2 * W;
            const Id natural = known_.round(known_.bound(2 * size * q + size, {{1, {*least}}}, {{zero, -1}}),
                                            twice),
                     below = known_.round(
                         known_.bound(Polynomial(-1) - 2 * size * q, {{1, {*most}}}, {{zero, 1}}), twice);
            const Id never = known_.bound(-1, {{1, {natural}}, {1, {below}}});
            known_.bound(goal.polynomial, {{1, {never, assumed}}, {1, {never}}});
            return true;
        });
}

// The lanes below m are 0, and lane m is not.
bool Prover::divide_by_lowest(size_t m) {
    const Twos &it = state_.twos[m], &all = state_.twos.back();
    const Ledger::Range* range = known_.range(*it.own);
    if (!range || !range->most) return false;
    const mpz_class W = *range->most + 1;
    const auto below = below_all(it, W);
    const auto positive = below ? positive_exponent(of(*it.own)) : std::nullopt;
    if (!positive) return false;
    mpz_class weight = 1;
    for (size_t k = 0; k < m; ++k) weight *= W;
    const Variable co_power = known_.power(*below);
    powers_.emplace(co_power, known_.fact(*below));
    const Polynomial p = of(it.power), k = of(co_power), q = of(it.rest.quotient), P = of(all.power),
                     H = of(all.half), w = weight, size = W;
    const Id co = known_.powers({known_.state_zero(0), {co_power, it.power}, {}}, k * p - size);
    Polynomial T;
    std::vector<Product> products{{weight, {*positive}}, {mpz_class(weight - 1), {}}};
    mpz_class own = 1;
    for (size_t lane = m + 1; lane + 1 < state_.twos.size(); ++lane, own *= W) {
        T += Polynomial(own) * of(*state_.twos[lane].own);
        products.push_back({mpz_class(weight * W * own), {known_.range(*state_.twos[lane].own)->at_least}});
    }
    // N - 1 >= 0
    auto [rest, zeros] = known_.reduce(all.test.d - w * (of(*it.own) + size * T));
    if (!rest.is_zero()) return false;
    const Id natural = known_.bound(all.test.d - 1, std::move(products), zeros);
    const Id none = known_.bound(Polynomial() - of(all.test.t), {{1, {all.test.first, natural}}},
                                 {{all.test.first + 2, -1}});
    set(all.test.t, 0, known_.both(all.test.first, none));
    // P = W^m·p, H = W^m·h, and P = 2·H
    const mpz_class places = mpz_scan1(weight.get_mpz_t(), 0);
    const Polynomial apart = all.exponent - it.exponent - Polynomial(places);
    if (!known_.reduce(apart).rest.is_zero()) return false;
    const Id same_place = known_.state_zero(apart),
             is_times = known_.powers({same_place, {all.power}, {it.power}}, P - w * p),
             is_half = known_.powers({same_place, {all.half}, {it.half}}, H - w * of(it.half)),
             twice = known_.powers({known_.state_zero(0), {all.power}, {all.half}}, P - 2 * H);
    const Polynomial a = q + k * T, Q = of(all.rest.quotient), R = of(all.rest.rest);
    auto [left, same] = known_.reduce(all.rest.number - w * (of(it.half) + size * T) -
                                      w * (it.rest.number - of(it.rest.rest)));
    const auto r_least = reduced_bound(R), r_most = r_least ? reduced_bound(P - 1 - R) : std::nullopt,
               h_least = nonnegative(H), one = nonnegative(H - 1);
    if (!left.is_zero() || !r_most || !h_least || !one) return false;
    const Id h_most = known_.bound(P - 1 - H, {{1, {*one}}}, {{twice, 1}});
    same.push_back({all.rest.zero, -1});
    same.push_back({it.rest.zero, w});
    same.push_back({is_times, Polynomial() - a});
    same.push_back({is_half, -1});
    same.push_back({co, Polynomial() - w * T});
    const Id zero = known_.sum(P * Q + R - P * a - H, same),
             first = known_.one_division({P, Q, R, a, H, zero, *r_least, *r_most, *h_least, h_most});
    set(all.rest.rest, H, first + 1);
    return true;
}

}  // namespace limbsmith::derive::loops::lanes
