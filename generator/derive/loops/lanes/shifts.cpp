// Words that lanes shift by powers of two p and d with p·d = m. For x·p = m·q + l, q is also the quotient of x by d,
// and l is p times the rest of x by d. So l and a quotient by d, which is below p, have a sum below m.
#include <algorithm>

#include "derive/loops/lanes/prover.hpp"

namespace limbsmith::derive::loops::lanes {

using Kind = Fact::Kind;
using check::Monomial;

// A bound that is known as it is reduced.
std::optional<Id> Prover::reduced_bound(const Polynomial& p) {
    if (const auto found = nonnegative(p)) return found;
    const auto [rest, zeros] = known_.reduce(p);
    for (Id id : state_.bounds) {
        const auto own = known_.reduce(known_.fact(id));
        if (own.rest != rest) continue;
        std::vector<Multiple> all = zeros;
        for (const Multiple& it : own.zeros) all.push_back({it.fact, Polynomial() - it.factor});
        return known_.bound(p, {{1, {id}}}, std::move(all));
    }
    return std::nullopt;
}

// p - 1 - q >= 0 from x <= p·d - 1 and x >= d·q: d·(p - q) >= 1. `left`: x - d·q >= 0.
std::optional<Id> Prover::quotient_below(const CoPower& by, const Polynomial& x, const Polynomial& q,
                                         Id left) {
    const auto most = nonnegative(Polynomial(by.m) - 1 - x), one = nonnegative(of(by.d) - 1);
    if (!most || !one) return std::nullopt;
    const Fact goal{Kind::nonnegative, of(by.p) - 1 - q};
    if (const auto known = known_.find(goal)) return known;
    return known_.cases(
        goal.polynomial, goal, [](Id) { return true; },
        [&](Id assumed) {
            // (q - p)·d + (x - d·q) + (m - 1 - x) = -1
            const Id never = known_.bound(
                -1, {{1, {assumed, *one}}, {1, {assumed}}, {1, {left}}, {1, {*most}}}, {{by.zero, 1}});
            known_.bound(goal.polynomial, {{1, {never, assumed}}, {1, {never}}});
            return true;
        });
}

// l = p·(x - d·q) <= m - p, and q is the quotient by d, if there is one.
void Prover::describe_shift(const CoPower& by, const Division& it, const Polynomial& x) {
    const Polynomial p = of(by.p), d = of(by.d), q = of(it.high), l = of(it.low);
    const Ledger::Range range = *known_.range(it.low);
    const Id one_p = *nonnegative(p - 1);
    // with e = x - d·q, p·(d - 1 - e) = m - p - l: for e >= d, l >= m
    const Polynomial e = x - d * q;
    const Fact goal{Kind::nonnegative, d - 1 - e};
    const std::vector<Multiple> same{{it.zero, it.of_zero}, {by.zero, q}};  // l - p·e
    const auto below = known_.cases(
        goal.polynomial, goal, [](Id) { return true; },
        [&](Id assumed) {
            // (e - d)·p + (m - 1 - l) = -1
            std::vector<Multiple> zeros = same;
            zeros.push_back({by.zero, 1});
            const Id never =
                known_.bound(-1, {{1, {assumed, one_p}}, {1, {assumed}}, {1, {range.at_most}}}, zeros);
            known_.bound(goal.polynomial, {{1, {never, assumed}}, {1, {never}}});
            return true;
        });
    std::vector<Multiple> zeros;
    for (const Multiple& zero : same) zeros.push_back({zero.fact, Polynomial() - zero.factor});
    zeros.push_back({by.zero, -1});
    const Id most = known_.bound(Polynomial(by.m) - p - l, {{1, {*below, one_p}}, {1, {*below}}}, zeros);
    state_.shifts.push_back({it.low, by, most});
    for (const Remainder& other : std::vector(state_.remainders)) {
        if (other.number != x || other.m != d || known_.is_replaced(it.high)) continue;
        const Polynomial h = of(other.quotient), rest = x - d * h, m = by.m;
        const auto least = reduced_bound(rest), last = least ? reduced_bound(d - 1 - rest) : std::nullopt;
        if (!last) continue;
        const Id natural = known_.bound(p * rest, {{1, {one_p, *least}}, {1, {*least}}}),
                 // m - 1 - p·rest = p·(d - 1 - rest) + p - 1
            at_most = known_.bound(m - 1 - p * rest, {{1, {one_p, *last}}, {1, {*last}}, {1, {one_p}}},
                                   {{by.zero, -1}});
        const Id zero = known_.sum(m * q + l - m * h - p * rest, {{it.zero, it.of_zero}, {by.zero, h}});
        const Id first = known_.one_division(
            {m, q, l, h, p * rest, zero, range.at_least, range.at_most, natural, at_most});
        set(it.high, h, first);
    }
}

// q >= 0 from x >= 0 and x - d·q <= d - 1. `left`: d - 1 - x + d·q >= 0.
std::optional<Id> Prover::quotient_natural(const CoPower& by, const Polynomial& x, const Polynomial& q,
                                           Id left) {
    const auto natural = nonnegative(x), one = nonnegative(of(by.d) - 1);
    if (!natural || !one) return std::nullopt;
    return known_.cases(
        q, {Kind::nonnegative, q}, [](Id) { return true; },
        [&](Id assumed) {
            // (-1 - q)·d + x + (d - 1 - x + d·q) = -1
            const Id never =
                known_.bound(-1, {{1, {assumed, *one}}, {1, {assumed}}, {1, {*natural}}, {1, {left}}});
            known_.bound(q, {{1, {never, assumed}}, {1, {never}}});
            return true;
        });
}

// All bits are one, x = m - 1: the quotient by d is p - 1. `least` and `most` are the limits of the rest.
void Prover::divide_all_ones(const CoPower& by, const Remainder& it, Id least, Id most) {
    const Polynomial p = of(by.p), d = of(by.d), q = of(it.quotient);
    auto [left, zeros] = known_.reduce(it.number - Polynomial(by.m) + 1);
    if (!left.is_zero() || known_.is_replaced(it.quotient)) return;
    zeros.push_back({by.zero, -1});
    const Id zero = known_.sum(it.number - d * (p - 1) - (d - 1), std::move(zeros)),
             first = known_.one_division({d, q, it.number - d * q, p - 1, d - 1, zero, least, most,
                                          *nonnegative(d - 1), known_.bound(0, {})});
    set(it.quotient, p - 1, first);
}

// The same for l and q of x·p = m·q + l: p - 1 leaves the word, and m - p stays.
void Prover::shift_all_ones(const CoPower& by, const Division& it, const Polynomial& x) {
    const Polynomial p = of(by.p), m = by.m;
    auto [left, zeros] = known_.reduce(x - m + 1);
    if (!left.is_zero() || known_.is_replaced(it.high)) return;
    for (Multiple& zero : zeros) zero.factor = p * zero.factor;
    zeros.push_back({it.zero, it.of_zero});
    const Id one_p = *nonnegative(p - 1), one_d = *nonnegative(of(by.d) - 1);
    const Ledger::Range range = *known_.range(it.low);
    // m - p = p·(d - 1)
    const Id natural = known_.bound(m - p, {{1, {one_p, one_d}}, {1, {one_d}}}, {{by.zero, -1}}),
             zero = known_.sum(m * of(it.high) + of(it.low) - m * (p - 1) - (m - p), std::move(zeros)),
             first = known_.one_division({m, of(it.high), of(it.low), p - 1, m - p, zero, range.at_least,
                                          range.at_most, natural, one_p});
    set(it.high, p - 1, first);
}

// Finds that a quotient by a power is from 0 to (the other power) - 1. For the shifted words of a lane see
// describe_shift.
bool Prover::find_shifts() {
    bool is_new = false;
    for (const CoPower& by : std::vector(state_.co_powers)) {
        for (const Remainder& it : std::vector(state_.remainders)) {
            if (it.m != of(by.d) || state_.shifted.contains(it.quotient)) continue;
            const Polynomial q = of(it.quotient), e = it.number - it.m * q;
            if (!known_.is_replaced(it.rest)) set(it.rest, e, known_.sum(of(it.rest) - e, {{it.zero, -1}}));
            const auto least = reduced_bound(e), most = least ? reduced_bound(it.m - 1 - e) : std::nullopt,
                       natural = most ? quotient_natural(by, it.number, q, *most) : std::nullopt,
                       below = natural ? quotient_below(by, it.number, q, *least) : std::nullopt;
            if (!below) continue;
            known_.limit(*natural);
            divide_all_ones(by, it, *least, *most);
            state_.shifted.insert(it.quotient);
            state_.shifted_in.push_back({it.quotient, by, *below});
            is_new = true;
        }
        for (const Division& it : std::vector(state_.open)) {
            const auto x = linear_in(it.number, by.p);
            if (it.sign < 0 || it.m != by.m || !x || !x->second.is_zero() || x->first.is_zero() ||
                !state_.shifted.insert(it.high).second)
                continue;
            describe_shift(by, it, x->first);
            shift_all_ones(by, it, x->first);
            is_new = true;
        }
    }
    return is_new;
}

// r + m·carry = f·l + g·h, where bits f and g say which of them there is: the carry is 0.
bool Prover::join_shifts() {
    std::unordered_set<Variable> values;
    for (const auto* list : {&state_.shifts, &state_.shifted_in})
        for (const Shifted& it : *list)
            if (!known_.reduce(of(it.value)).rest.is_constant()) values.insert(it.value);
    for (const Division& it : std::vector(state_.open)) {
        if (known_.is_replaced(it.high) || it.sign < 0 || it.number.terms().size() > 2) continue;
        const auto [number, zeros] = known_.reduce(it.number, values);
        if (number.terms().size() > 4) continue;
        Polynomial rest = number;
        std::vector<Product> above, below;
        // the terms of a value in one of the lists: f·value, where f is a bit
        const auto take = [&](const std::vector<Shifted>& list) -> const Shifted* {
            for (const Shifted& value : list) {
                const auto parts = value.by.m == it.m ? linear_in(rest, value.value) : std::nullopt;
                if (!parts || parts->first.is_zero()) continue;
                const auto least = nonnegative(parts->first), last = nonnegative(1 - parts->first);
                if (!least || !last) continue;
                rest = parts->second;
                below.push_back({1, {*least, known_.range(value.value)->at_least}});
                above.push_back({1, {*least, value.below}});
                above.push_back({1, {*last}});
                return &value;
            }
            return nullptr;
        };
        const Shifted* l = take(state_.shifts);
        const Shifted* h = take(state_.shifted_in);
        if ((!l && !h) || !rest.is_zero() || (l && h && l->by.p != h->by.p)) continue;
        const CoPower& by = l ? l->by : h->by;
        const auto one_p = nonnegative(of(by.p) - 1), one_d = nonnegative(of(by.d) - 1);
        if (!one_p || !one_d) continue;
        // m - p = p·(d - 1), and a missing part leaves that, or p - 1
        const Id size = known_.bound(Polynomial(it.m) - of(by.p), {{1, {*one_p, *one_d}}, {1, {*one_d}}},
                                     {{by.zero, -1}});
        if (l) above[1].facts.push_back(size);
        if (h) above.back().facts.push_back(*one_p);
        if (!l) above.push_back({1, {size}});
        if (!h) above.push_back({1, {*one_p}});
        std::vector<Multiple> negative = zeros;
        for (Multiple& zero : negative) zero.factor = Polynomial() - zero.factor;
        known_.bound(Polynomial(it.m) - 1 - it.number, std::move(above), std::move(negative));
        known_.bound(it.number, std::move(below), zeros);
        if (divides_as(it, 0, it.number)) return true;
    }
    return false;
}

bool Prover::shift() {
    return !powers_.empty() && (use_constants() || relate_powers() || find_shifts() || join_shifts());
}

// Shows p >= 0 as a multiple of the rest of a division by a power, or of the greatest such rest less this one, and ranges of
// single values.
std::optional<Id> Prover::by_rest(const Polynomial& p) {
    if (const auto found = nonnegative(p)) return found;
    const Ledger::Reduced own = known_.reduce(p);
    for (const Remainder& it : std::vector(state_.remainders)) {
        const auto parts = linear_in(own.rest, it.quotient);
        if (!parts || parts->first.is_zero()) continue;
        const Polynomial m = known_.reduce(it.m).rest, e = it.number - it.m * of(it.quotient);
        const mpz_class c = parts->first.terms().begin()->second / m.terms().begin()->second;
        if (parts->first != Polynomial(c) * m) continue;
        const Polynomial left = c < 0 ? e : it.m - 1 - e;
        const auto bound = reduced_bound(left);
        const Ledger::Reduced of_left = known_.reduce(left);
        const mpz_class times = abs(c);
        auto products = bound ? known_.by_ranges(own.rest - Polynomial(times) * of_left.rest) : std::nullopt;
        if (!products) continue;
        products->push_back({times, {*bound}});
        std::vector<Multiple> zeros = own.zeros;
        for (const Multiple& zero : of_left.zeros)
            zeros.push_back({zero.fact, Polynomial(mpz_class(-times)) * zero.factor});
        return known_.bound(p, std::move(*products), std::move(zeros));
    }
    return by_sum(p);
}

// The goal names the rest by m of a quotient by a power, for a number that may be negative: a case for each bit of
// either, then it speaks of the quotient itself, or of m more.
std::optional<bool> Prover::reach_by_quotient(const Fact& goal, int splits) {
    for (const Division& it : std::vector(state_.open)) {
        const auto own = goal.polynomial.terms().find({it.low});
        if (it.sign < 0 || own == goal.polynomial.terms().end() || abs(own->second) != 1) continue;
        const auto of_power = std::ranges::find_if(
            state_.remainders, [&](const Remainder& other) { return it.number == of(other.quotient); });
        if (of_power == state_.remainders.end()) continue;
        const Remainder quotient = *of_power;
        for (const Comparison& sign : std::vector(state_.comparisons))
            if (sign.is_less && !known_.is_replaced(sign.t) &&
                linear_in(known_.reduce(quotient.number).rest, sign.t)->first != 0)
                decide_half(sign);
        for (const Polynomial& part : {quotient.m, quotient.number}) {
            const Polynomial rest = known_.reduce(part).rest;
            for (const auto& [monomial, coefficient] : rest.terms())
                for (const Variable bit : monomial)
                    if (const Ledger::Range* range = known_.range(bit);
                        range && range->least == 0 && range->most == 1)
                        return reach_both(goal, bit, splits + 1);
        }
        const Polynomial c = own->second, m = it.m, q = of(it.high), r = of(it.low),
                         b = r - c * goal.polynomial, a = nonnegative(quotient.number) ? 0 : -1,
                         whole = it.number - m * a - b;
        const auto least = nonnegative(b), most = least ? nonnegative(m - 1 - b) : std::nullopt;
        if (!most || !reach({Kind::zero, whole}, splits)) return false;
        const Id zero = known_.sum(m * q + r - m * a - b,
                                   {{it.zero, it.of_zero}, {*known_.find({Kind::zero, whole}), 1}});
        const Ledger::Range range = *known_.range(it.low);
        const Id first =
            known_.one_division({m, q, r, a, b, zero, range.at_least, range.at_most, *least, *most});
        known_.sum(goal.polynomial, {{first + 1, c}});
        return true;
    }
    return std::nullopt;
}

// A quotient by a power is as the goal states, if the number less that multiple of the power is below the power.
bool Prover::is_quotient(const Remainder& it, const Polynomial& goal) {
    const auto own = goal.terms().find({it.quotient});
    if (powers_.empty() || own == goal.terms().end() || abs(own->second) != 1 ||
        known_.is_replaced(it.quotient))
        return false;
    const Polynomial q = of(it.quotient), r = of(it.rest), a = own->second > 0 ? q - goal : q + goal;
    auto [b, zeros] = known_.reduce(it.number - it.m * a);
    for (const CoPower& by : state_.co_powers) {
        Polynomial factor;
        for (const auto& [monomial, coefficient] : b.terms()) {
            if (!std::ranges::includes(monomial, Monomial{std::min(by.p, by.d), std::max(by.p, by.d)}))
                continue;
            Monomial others = monomial;
            for (Variable power : {by.p, by.d}) others.erase(std::ranges::find(others, power));
            factor.add(others, coefficient);
        }
        b -= factor * known_.fact(by.zero);
        zeros.push_back({by.zero, factor});
    }
    const auto r_least = reduced_bound(r), r_most = r_least ? reduced_bound(it.m - 1 - r) : std::nullopt,
               b_least = r_most ? by_rest(b) : std::nullopt,
               b_most = b_least ? by_rest(it.m - 1 - b) : std::nullopt;
    if (!b_most) return false;
    zeros.push_back({it.zero, -1});
    const Id zero = known_.sum(it.m * q + r - it.m * a - b, zeros),
             first = known_.one_division({it.m, q, r, a, b, zero, *r_least, *r_most, *b_least, *b_most});
    set(it.quotient, a, first);
    return true;
}

}  // namespace limbsmith::derive::loops::lanes
