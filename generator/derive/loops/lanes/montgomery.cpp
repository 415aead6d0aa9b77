// Reductions by multiples of a modulus m (Montgomery), over all lanes.
//
// m is odd, so there are an inverse of m modulo 2^32 and one of R modulo m. A step adds q·m, where q = w·n, for the
// lowest word w and 1 + m·n = 2^32·k: the word that leaves lane 0 is a multiple of 2^32, and so it is 0. The sum of a
// row is then 2^32·(the next window). All rows together say R·V = a·b + m·Q, with the sum Q of all q. V is below
// 2m, and the inverse of R makes it a·b·inverse modulo m.
#include <algorithm>

#include "derive/loops/lanes/prover.hpp"
#include "derive/loops/lemmas.hpp"

namespace limbsmith::derive::loops::lanes {

using Kind = Fact::Kind;
using check::Monomial;

namespace {

// All coefficients divided by m, if they are multiples of it.
std::optional<Polynomial> divided(const Polynomial& p, const mpz_class& m) {
    Polynomial quotient;
    for (const auto& [monomial, coefficient] : p.terms()) {
        if (coefficient % m != 0) return std::nullopt;
        quotient.add(monomial, mpz_class(coefficient / m));
    }
    return quotient;
}

// p = value·others, where each term has the value.
std::optional<Polynomial> without(const Polynomial& p, Variable value) {
    Polynomial others;
    for (const auto& [monomial, coefficient] : p.terms()) {
        const auto place = std::ranges::find(monomial, value);
        if (place == monomial.end()) return std::nullopt;
        Monomial left = monomial;
        left.erase(left.begin() + (place - monomial.begin()));
        others.add(left, coefficient);
    }
    return others;
}

}  // namespace

// r - 1 + v·(m - 2 - r) = 0 says that m is odd, if v = [t = 0] and t = [m - r >= 1], where m = 2·half + r with a bit
// r: 2t - 2 = (t - 1)·(m - r) + (1 - r) + (this zero).
bool Prover::take_odd(Id id) {
    const Polynomial& p = known_.fact(id);
    if (p.terms().size() != 5) return false;
    for (const Comparison& it : std::vector(state_.comparisons)) {
        if (!it.is_less || it.d.terms().size() != 2) continue;
        const auto &first = *it.d.terms().begin(), &second = *it.d.terms().rbegin();
        if (first.first.size() != 1 || second.first.size() != 1 || first.second != 1 || second.second != -1)
            continue;
        const Polynomial m = of(first.first[0]), r = of(second.first[0]), t = of(it.t);
        for (const auto& [monomial, coefficient] : p.terms()) {
            if (monomial.size() != 1 || p != r - 1 + of(monomial[0]) * (m - 2 - r)) continue;
            const Polynomial is_not = of(monomial[0]) - 1 + t;
            const auto most = nonnegative(1 - r);
            if (!most || !known_.reduce(is_not).rest.is_zero()) continue;
            const Id above = known_.bound(2 * t - 2, {{1, {it.first + 3}}, {1, {*most}}},
                                          {{id, 1}, {known_.state_zero(is_not), negative(m - 2 - r)}});
            set(it.t, 1, known_.both(known_.round(above, 2), it.first + 1));
            auto [rest, zeros] = known_.reduce(p);
            const Polynomial twice = m - 1 - rest;
            if (twice.terms().size() != 1 || twice.terms().begin()->second != 2) return false;
            for (Multiple& zero : zeros) zero.factor = negative(zero.factor);
            zeros.push_back({id, 1});
            const Variable half = twice.terms().begin()->first[0];
            state_.odd = Odd{first.first[0], half, known_.sum(rest, zeros)};
            const Polynomial v = of(monomial[0]);
            const Id is_one = known_.sum(r - 1, {{id, 1}, {known_.state_zero(v), negative(m - 2 - r)}});
            known_.find_out(second.first[0], 1, is_one, 1);
            return true;
        }
    }
    return false;
}

// requires: bits is a multiple of 32.
// 1 = m·of_m + 2^bits·left: for 32 bits by 1 - (-2h)^32, where m = 1 + 2h; for more by powers of that.
Prover::Bezout Prover::inverse_of_odd(uint64_t bits) {
    const Odd& odd = *state_.odd;
    const Polynomial m = of(odd.m), twice = -2 * of(odd.half);
    const uint64_t step = 32;
    Polynomial inverse, power = 1;
    for (uint64_t k = 0; k < step; ++k) inverse += power, power = power * twice;
    const auto left = divided(power, check::power_of_two(step));
    const auto u = known_.name(inverse), h = known_.name(*left);
    known_.mention(of(u.value)), known_.mention(of(h.value));
    const Polynomial word = check::power_of_two(step);
    // m·u + 2^step·h - 1 = (m - 1 - 2h)·inverse - (names)
    const Id one = known_.sum(m * of(u.value) + word * of(h.value) - 1,
                              {{odd.zero, inverse}, {u.zero, negative(m)}, {h.zero, negative(word)}});
    Bezout all{of(u.value), of(h.value), one};
    const Bezout first = all;
    for (uint64_t own = step; own < bits; own += step) {
        // 1 = m·U + 2^own·H·(m·u + 2^step·h)
        const Polynomial size = check::power_of_two(own);
        const auto of_m = known_.name(all.of_m + size * all.left * first.of_m),
                   rest = known_.name(all.left * first.left);
        const Id zero = known_.sum(m * of(of_m.value) + size * word * of(rest.value) - 1,
                                   {{all.zero, 1},
                                    {first.zero, size * all.left},
                                    {of_m.zero, negative(m)},
                                    {rest.zero, negative(size * word)}});
        all = {of(of_m.value), of(rest.value), zero};
    }
    return all;
}

// The greatest common divisor of an odd m and a power of two, in either order, is 1: it divides 1 = m·u + 2^k·h.
bool Prover::take_divisor(Id id) {
    if (state_.taken + 2 > state_.learned.size() || id == 0) return false;
    const Facts& facts = known_.facts();
    for (const auto& [monomial, coefficient] : facts[id].polynomial.terms()) {
        if (coefficient != -1 || monomial.size() != 2 || monomial[1] != monomial[0] + 1) continue;
        const Variable d = monomial[0];
        const Polynomial x = facts[id].polynomial + of(d) * of(d + 1),
                         y = facts[id + 1].polynomial + of(d) * of(d + 2);
        if (facts[id + 1].kind != Kind::zero || facts[id - 1] != Fact{Kind::nonnegative, of(d)} ||
            facts[id + 2] != Fact{Kind::zero, of(d) - of(d + 3) * x - of(d + 4) * y})
            continue;
        if (is_divisor_of_constants(id, d, x, y)) {
            state_.taken += 2;
            state_.divisors.push_back({x, y});
            return true;
        }
        if (!state_.odd) return false;
        const Polynomial m = of(state_.odd->m);
        const bool is_first = x == m;
        const Polynomial& other = is_first ? y : x;
        if ((!is_first && y != m) || !other.is_constant()) continue;
        const mpz_class size = other.constant();
        if (size < 2 || mpz_popcount(size.get_mpz_t()) != 1 || mpz_scan1(size.get_mpz_t(), 0) % 32 != 0)
            continue;
        for (Variable it = d + 1; it <= d + 4; ++it) known_.mention(of(it));
        state_.taken += 2;
        const Bezout one = inverse_of_odd(mpz_scan1(size.get_mpz_t(), 0));
        const Polynomial &of_x = is_first ? one.of_m : one.left, &of_y = is_first ? one.left : one.of_m;
        const Polynomial part = of(d + 1) * of_x + of(d + 2) * of_y;
        const Id is_part = known_.sum(1 - of(d) * part, {{one.zero, -1}, {id, of_x}, {id + 1, of_y}});
        const Id same =
            known_.same_divisor({of(d), 1, of(d), part}, {id - 1, known_.one(), known_.sum(0, {}), is_part});
        known_.mention(of(d));
        known_.find_out(d, 1, same, 1);
        state_.divisors.push_back({x, y});
        return true;
    }
    return false;
}

// inverse·x - 1 - y·quotient = 0, where the inverse exists.
bool Prover::take_inverse(Id id) {
    const auto terms = known_.fact(id).terms();
    if (terms.size() != 3) return false;
    for (const auto& [x, y] : state_.divisors) {
        for (const auto& [monomial, coefficient] : terms) {
            for (const Variable it : monomial) {
                if (known_.is_replaced(it)) continue;
                const Polynomial claim = of(it) * x - 1 - y * of(it + 1);
                auto [rest, zeros] = known_.reduce(claim - known_.fact(id));
                if (!rest.is_zero()) continue;
                zeros.push_back({id, 1});
                const InverseOf own{it, x, y, known_.sum(claim, zeros)};
                known_.mention(claim);
                if (is_inverse_of_constants(own)) return true;
                for (const InverseOf& other : std::vector(state_.inverses)) same_inverse(own, other);
                state_.inverses.push_back(own);
                return true;
            }
        }
    }
    return false;
}

// v - v' = v·(v'·x - y·q') - v'·(v·x - y·q) is a multiple of y, and both are below y.
void Prover::same_inverse(const InverseOf& one, const InverseOf& other) {
    if (one.x != other.x || one.y != other.y || !one.y.is_constant()) return;
    const Polynomial v = of(one.inverse), w = of(other.inverse), y = one.y,
                     a = w * of(one.inverse + 1) - v * of(other.inverse + 1);
    const auto v_least = nonnegative(v), v_most = nonnegative(y - 1 - v), w_least = nonnegative(w),
               w_most = nonnegative(y - 1 - w);
    if (!v_least || !v_most || !w_least || !w_most) return;
    const Id zero = known_.sum(v - y * a - w, {{other.zero, negative(v)}, {one.zero, w}});
    const Id first = known_.one_division({y, 0, v, a, w, zero, *v_least, *v_most, *w_least, *w_most});
    set(one.inverse, w, first + 1);
}

// 1 + m·n = 2^32·k. Modulo 2^32 n is the inverse of m, times -1.
std::optional<Prover::Negative> Prover::negative_inverse(Variable n, const mpz_class& size) {
    for (const Negative& it : state_.negatives)
        if (it.n == n) return it;
    for (const InverseOf& it : state_.inverses) {
        if (!it.x.terms().contains({state_.odd->m}) || it.y != Polynomial(size)) continue;
        const Polynomial one = 1 + it.x * of(n);
        auto [rest, zeros] = known_.reduce(one + known_.fact(it.zero));
        const auto k = divided(rest, size);
        if (!k) continue;
        const auto name = known_.name(*k);
        known_.mention(of(name.value));
        zeros.push_back({it.zero, -1});
        zeros.push_back({name.zero, Polynomial(size)});
        const Id zero = known_.sum(one - Polynomial(size) * of(name.value), zeros);
        return state_.negatives.emplace_back(Negative{n, name.value, zero});
    }
    return std::nullopt;
}

// q = w·n modulo 2^32. Nothing replaces q and its quotient.
bool Prover::take_multiplier(const Division& it) {
    if (!state_.odd || it.sign < 0 || it.number.terms().size() != 1) return false;
    const auto& [monomial, coefficient] = *it.number.terms().begin();
    if (monomial.size() != 2 || coefficient != 1) return false;
    for (const bool is_first : {true, false}) {
        const auto own = negative_inverse(monomial[is_first ? 0 : 1], it.m);
        if (!own) continue;
        known_.mention(of(it.low)), known_.mention(of(it.high));
        state_.multipliers.push_back({monomial[is_first ? 1 : 0], *own, it});
        return true;
    }
    return false;
}

// A row that adds part·q: low + 2^32·next = now + part·q. The word that leaves lane 0 is 0. The rest says which word came in.
bool Prover::take_row(Id id) {
    if (state_.multipliers.empty()) return false;
    const Multiplier it = state_.multipliers.back();
    const Polynomial q = of(it.q.low), p = known_.fact(id), m = of(state_.odd->m);
    std::optional<Variable> part, low;
    std::vector<Variable> fresh;
    for (const auto& [monomial, coefficient] : p.terms()) {
        if (monomial.size() == 2 && std::ranges::find(monomial, it.q.low) != monomial.end())
            part = monomial[0] == it.q.low ? monomial[1] : monomial[0];
        if (monomial.size() != 1 || known_.is_mentioned(monomial[0]) || known_.is_replaced(monomial[0]))
            continue;
        fresh.push_back(monomial[0]);
        const Ledger::Range* range = known_.range(monomial[0]);
        if (abs(coefficient) == 1 && range && range->least == 0 && range->most == it.q.m - 1)
            low = monomial[0];
    }
    if (!part || !low) return false;
    const Polynomial whole = known_.reduce(m).rest;
    const auto weight = whole.terms().find({*part});
    if (weight == whole.terms().end()) return false;
    const int sign = sgn(p.terms().at({*low}));
    if (weight->second == 1 && !clear_word(it, id, *low, sign)) return false;
    for (const Variable value : fresh) known_.mention(of(value));
    // one of the values that came in
    auto [rest, zeros] = known_.reduce(Polynomial(sign) * p);
    for (Multiple& zero : zeros) zero.factor = negative(zero.factor);
    zeros.push_back({id, sign});
    const Id own = known_.sum(rest, zeros);
    for (const auto& [monomial, coefficient] : rest.terms()) {
        if (monomial.size() != 1 || coefficient != -1 ||
            std::ranges::find(fresh, monomial[0]) != fresh.end() || monomial[0] == *part)
            continue;
        const Variable value = monomial[0];
        const auto uses = std::ranges::count_if(rest.terms(), [&](const auto& term) {
            return std::ranges::find(term.first, value) != term.first.end();
        });
        if (uses != 1) continue;
        known_.find_out(value, of(value) + rest, own, -1);
        return true;
    }
    state_.rows.push_back({weight->second, own});
    return true;
}

// low = w + m·q + 2^32·(...) = 2^32·(...), and low is below 2^32.
bool Prover::clear_word(const Multiplier& it, Id id, Variable low, int sign) {
    const Polynomial m = of(state_.odd->m), q = of(it.q.low), w = of(it.w), size = it.q.m,
                     number = of(low) - Polynomial(sign) * known_.fact(id);
    auto [rest, zeros] = known_.reduce(number - w - m * q);
    const auto others = divided(rest, it.q.m);
    if (!others) return false;
    const Polynomial times = *others + of(it.n.k) * w - m * of(it.q.high);
    zeros.push_back({id, sign});
    zeros.push_back({it.n.zero, w});
    zeros.push_back({it.q.zero, Polynomial(it.q.of_zero) * m});
    const Id zero = known_.sum(of(low) - size * times, zeros);
    const Ledger::Range& range = *known_.range(low);
    const Id least = known_.bound(0, {}), most = known_.bound(size - 1, {{it.q.m - 1, {}}});
    const Id first =
        known_.one_division({size, 0, of(low), times, 0, zero, range.at_least, range.at_most, least, most});
    known_.find_out(low, 0, first + 1, 1);
    return true;
}

// R·V = a·b + m·Q: V is below 2m, and a·b·inverse is V modulo m.
bool Prover::add_up_rows() {
    if (state_.rows.empty()) return false;
    for (Remainder& it : state_.remainders) {
        for (const InverseOf& of_r : std::vector(state_.inverses)) {
            const auto product = without(it.number, of_r.inverse);
            if (!product || !of_r.x.is_constant() || it.m != of_r.y || it.m != of(state_.odd->m)) continue;
            const auto found = below_twice(it, of_r, *product);
            if (!found) continue;
            it = *found;
            state_.rows.clear();
            return true;
        }
    }
    return false;
}

std::optional<Prover::Remainder> Prover::below_twice(const Remainder& it, const InverseOf& of_r,
                                                     const Polynomial& product) {
    const Polynomial R = of_r.x, m = it.m, v = of(of_r.inverse), times = of(of_r.inverse + 1);
    Polynomial Q, rows;
    std::vector<Multiple> own;
    mpz_class weight = 1;
    for (const Multiplier& row : state_.multipliers)
        Q += Polynomial(weight) * of(row.q.low), weight *= row.q.m;
    for (const auto& [factor, id] : state_.rows) {
        rows += Polynomial(factor) * known_.fact(id);
        own.push_back({id, Polynomial(factor)});
    }
    auto [rest, zeros] = known_.reduce(rows + product + m * Q);
    const auto V = divided(rest, R.constant());
    if (!V || weight != R.constant()) return std::nullopt;
    for (Multiple& zero : zeros) own.push_back({zero.fact, negative(zero.factor)});
    const Id sum = known_.sum(R * *V - product - m * Q, own);
    // a is a value of each term of a·b; one of both is below m
    const auto then = [&](const std::optional<Id>& before, const Polynomial& value) {
        return before ? by_sum(value) : std::optional<Id>();
    };
    const auto m_least = by_sum(m - 1), natural = then(m_least, m), Q_most = then(natural, R - 1 - Q);
    std::optional<Id> b_most, b_least, a_most;
    Polynomial a, b;
    for (const Variable value : product.terms().begin()->first) {
        const auto others = without(product, value);
        if (!Q_most || !others) continue;
        for (const bool is_first : {true, false}) {
            a = is_first ? of(value) : *others, b = is_first ? *others : of(value);
            b_most = by_sum(R - 1 - b), b_least = then(b_most, b), a_most = then(b_least, m - 1 - a);
            if (a_most) break;
        }
        if (a_most) break;
    }
    if (!a_most) return std::nullopt;
    // m·(R - 1 - Q) + m·(R - 1 - b) + b·(m - 1 - a) + b + 2·(m - 1) + 1
    const Id below = known_.bound(R * (2 * m - *V) - 1,
                                  {{1, {*natural, *Q_most}},
                                   {1, {*natural, *b_most}},
                                   {1, {*b_least, *a_most}},
                                   {1, {*b_least}},
                                   {2, {*m_least}},
                                   {1, {}}},
                                  {{sum, -1}});
    state_.bounds.push_back(known_.round(below, R.constant()));
    // a·b·v = V·R·v - m·Q·v, and R·v = 1 + m·times
    const auto quotient = known_.name(of(it.quotient) - times * *V + Q * v);
    known_.mention(of(quotient.value));
    const Id zero = known_.sum(*V - m * of(quotient.value) - of(it.rest),
                               {{it.zero, 1}, {of_r.zero, negative(*V)}, {sum, v}, {quotient.zero, m}});
    return Remainder{quotient.value, it.rest, m, *V, zero};
}

}  // namespace limbsmith::derive::loops::lanes
