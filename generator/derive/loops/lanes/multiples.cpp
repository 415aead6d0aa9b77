// Multiples of a modulus n in rows of divsteps: k·n is added if the sum of a row is negative, else (2^30 - k)·n is
// taken away, as 2^30 - k times the carried number W^lanes - n.
//
// With the bit t that says which, a = t·k and b = (1 - t)·(2^30 - k) are factors from 0 on: k = 2^30·(1 - t) + a - b, and
// products of them and t are t·a = a and t·b = 0. The words that leave a lane in the end are W·w with
// W·w + (the words that stay) = part + W·(the words that left before) + a·x + b·y for its parts x of n and y
// of the carried number.
#include <algorithm>

#include "derive/loops/lanes/prover.hpp"

namespace limbsmith::derive::loops::lanes {

using Kind = Fact::Kind;

// k modulo 2^30, after the sign of a row.
bool Prover::take_multiple(const Division& it) {
    if (state_.multiple || it.sign < 0 || !state_.factor_sum || state_.factors.size() != 2 ||
        it.m >= check::power_of_two(31) || state_.multipliers.empty() ||
        it.number != of(state_.multipliers.back().q.low))
        return false;
    std::optional<Variable> sign;
    for (const Division& top : std::vector(state_.open)) {
        if (top.m == check::power_of_two(31) && !known_.is_replaced(top.high)) settle_rest(top);
        const Polynomial high = known_.reduce(of(top.high)).rest;
        if (top.m == check::power_of_two(31) && high.terms().size() == 1 &&
            std::ranges::find(state_.signs, high.terms().begin()->first[0]) != state_.signs.end())
            sign = high.terms().begin()->first[0];
    }
    const auto least = sign ? nonnegative(of(*sign)) : std::nullopt,
               most = least ? nonnegative(1 - of(*sign)) : std::nullopt;
    if (!most) return false;
    const Polynomial t = of(*sign), k = of(it.low), m = it.m;
    const Ledger::Range range = *known_.range(it.low);
    const Id squared = known_.bit_squared(*least, *most),
             below = known_.bound(m - k, {{1, {range.at_most}}, {1, {}}});
    const auto a = known_.name(t * k), b = known_.name((1 - t) * (m - k));
    const Polynomial A = of(a.value), B = of(b.value);
    known_.mention(A), known_.mention(B);
    known_.limit(known_.bound(A, {{1, {*least, range.at_least}}}, {{a.zero, -1}}));
    known_.limit(known_.bound(B, {{1, {*most, below}}}, {{b.zero, -1}}));
    const Id a_most = known_.bound((m - 1) * t - A, {{1, {*least, range.at_most}}}, {{a.zero, 1}}),
             b_most = known_.bound(m * (1 - t) - B, {{1, {*most, range.at_least}}}, {{b.zero, 1}});
    state_.bounds.push_back(a_most), state_.bounds.push_back(b_most);
    known_.limit(known_.bound(m - 1 - A, {{1, {*least, range.at_most}}, {it.m - 1, {*most}}}, {{a.zero, 1}}));
    known_.limit(known_.bound(m - B, {{1, {*most, range.at_least}}, {it.m, {*least}}}, {{b.zero, 1}}));
    known_.multiply(*sign, *sign, t, squared);
    // t·a - a = k·(t² - t), t·b = -(m - k)·(t² - t)
    known_.multiply(*sign, a.value, A, known_.sum(t * A - A, {{squared, k}, {a.zero, 1 - t}}));
    known_.multiply(*sign, b.value, 0, known_.sum(t * B, {{squared, k - m}, {b.zero, negative(t)}}));
    const Polynomial rest = m * (1 - t) + A - B;
    known_.find_out(it.low, rest, known_.sum(k - rest, {{a.zero, 1}, {b.zero, -1}}), 1);
    state_.kept.erase(it.low);
    state_.multiple = RowMultiple{*sign, a.value, b.value, it, a_most, b_most};
    return true;
}

// Shows p >= 0 by the range of one value that is kept.
std::optional<Id> Prover::by_kept(const Polynomial& p) {
    if (const auto found = nonnegative(p)) return found;
    const Polynomial own = known_.reduce(p).rest;
    for (const Variable value : state_.kept) {
        const auto [rest, zeros] = known_.reduce(of(value));
        for (const int sign : {1, -1}) {
            const Polynomial more = own - Polynomial(sign) * rest;
            const Ledger::Range& range = *known_.range(value);
            const auto& limit = sign > 0 ? range.least : range.most;
            if (!more.is_constant() || !limit || more.constant() + sign * *limit < 0) continue;
            std::vector<Multiple> all = known_.reduce(p).zeros;
            for (const Multiple& zero : zeros) all.push_back({zero.fact, Polynomial(-sign) * zero.factor});
            return known_.bound(p,
                                {{1, {sign > 0 ? range.at_least : range.at_most}},
                                 {mpz_class(more.constant() + sign * *limit), {}}},
                                std::move(all));
        }
    }
    return std::nullopt;
}

// Puts the words that leave a lane with its part of the multiple into one word.
bool Prover::take_over_multiple(const Division& it) {
    if (!state_.multiple || it.sign < 0 || it.m != check::power_of_two(32)) return false;
    const Polynomial number = known_.reduce(it.number).rest;
    Polynomial S;
    for (const auto& [monomial, coefficient] : number.terms()) {
        mpz_class rest;
        mpz_fdiv_r(rest.get_mpz_t(), coefficient.get_mpz_t(), it.m.get_mpz_t());
        S.add(monomial, 2 * rest >= it.m ? mpz_class(rest - it.m) : rest);
    }
    // the words that left it before it was complete
    std::optional<Variable> left;
    std::vector<Multiple> before;
    Polynomial whole = S;
    for (const auto& [over, named] : state_.overs)
        if (S.terms().contains({over})) {
            left = over;
            whole = S - of(over) + named.first;
            before.push_back({named.second, -1});
        }
    std::optional<Division> last;
    for (const auto& [monomial, coefficient] : whole.terms()) {
        if (monomial.size() != 1 || coefficient != 1) continue;
        const auto own = state_.divisions.find(monomial[0]);
        if (own == state_.divisions.end() || own->second.sign < 0 || own->second.m < it.m ||
            (!left && known_.is_replaced(monomial[0])) || !known_.range(own->second.low))
            continue;
        if (!last || own->second.low > last->low) last = own->second;
    }
    if (!last) return false;
    if (!left) left = last->high;
    const Variable a = state_.multiple->a, b = state_.multiple->b;
    const Polynomial W = last->m, part = of(last->low);
    std::unordered_set<Variable> stay = state_.kept;
    stay.erase(last->low);
    const auto [total, zeros] = known_.reduce(part + W * whole, stay);
    const auto by_a = linear_in(total, a);
    const auto by_b = by_a ? linear_in(by_a->second, b) : std::nullopt;
    if (!by_b || (by_a->first.is_zero() && by_b->first.is_zero())) return false;
    const Polynomial rest = by_b->second;
    const Polynomial A = of(a), B = of(b);
    struct Limited {
        mpz_class c;
        Id natural, bound;
    };
    // c - sign·X >= 0
    const auto limit = [&](Variable factor, const Polynomial& X, int sign) -> std::optional<Limited> {
        for (const bool is_last : {false, true}) {
            for (const mpz_class& c : {mpz_class(3), mpz_class(last->m + 3)}) {
                const Polynomial p = Polynomial(c) - Polynomial(sign) * X;
                const auto id = is_last ? by_rounding(p) : by_kept(p);
                if (id) return Limited{c, *nonnegative(of(factor)), *id};
            }
            if (!rest.terms().contains({state_.row_parts.back().over})) break;
        }
        return std::nullopt;
    };
    const auto [value, is_sum] = known_.name(whole);
    const Polynomial w = of(value);
    const Ledger::Range range = *known_.range(last->low);
    const mpz_class unit = check::power_of_two(30);
    std::optional<Id> limits[2];
    for (const int sign : {1, -1}) {
        const auto of_a = limit(a, by_a->first, sign), of_b = limit(b, by_b->first, sign);
        if (!of_a || !of_b) return false;
        for (const mpz_class& most : {mpz_class(unit + 4), mpz_class(2 * unit + 1)}) {
            // W·(most - sign·w) + W - 1 = own + a·(c - sign·x) + b·(c - sign·y) + (the words that may stay)
            const Polynomial own = W * Polynomial(most) - Polynomial(sign) * rest - Polynomial(of_a->c) * A -
                                   Polynomial(of_b->c) * B + (sign > 0 ? W - 1 : Polynomial());
            const auto found = by_few(own, state_.multiple->sign);
            if (!found) continue;
            std::vector<Multiple> all{{is_sum, Polynomial(sign) * W}};
            for (const Multiple& zero : zeros) all.push_back({zero.fact, Polynomial(-sign) * zero.factor});
            limits[sign > 0 ? 0 : 1] =
                known_.round(known_.bound(W * Polynomial(most) + W - 1 - Polynomial(sign) * W * w,
                                          {{1, {*found}},
                                           {1, {of_a->natural, of_a->bound}},
                                           {1, {of_b->natural, of_b->bound}},
                                           {1, {sign > 0 ? range.at_least : range.at_most}}},
                                          std::move(all)),
                             last->m);
            break;
        }
        if (!limits[sign > 0 ? 0 : 1]) return false;
    }
    known_.limit(*limits[0]), known_.limit(*limits[1]);
    known_.mention(w);
    state_.kept.insert(last->low);
    before.push_back({is_sum, 1});
    // S - w = (S - whole) + (whole - w)
    known_.find_out(*left, of(*left) - S + w, known_.sum(S - w, std::move(before)), 1);
    state_.overs[value] = {whole, is_sum};
    return split_sign(it, *limits[1], *limits[0]);
}

// The lowest bits of a row with its multiple are 0: w + k·n, with k = w·n0inv modulo their size s, is a multiple of s.
// The value that is 0, and the zero that says so.
std::optional<std::pair<Variable, Id>> Prover::cleared_bits() {
    const Multiplier& by = state_.multipliers.back();
    const Division& k = state_.multiple->k;
    const Polynomial n = of(state_.odd->m), s = k.m, w = of(by.w);
    for (const Division& it : state_.open) {
        if (it.m != k.m || it.sign < 0 || it.low == k.low) continue;
        const auto [rest, zeros] = known_.reduce(it.number - w - of(k.low) * n);
        Polynomial times;
        bool is_multiple = true;
        for (const auto& [monomial, coefficient] : rest.terms()) {
            is_multiple = is_multiple && coefficient % it.m == 0;
            times.add(monomial, mpz_class(coefficient / it.m));
        }
        if (!is_multiple) continue;
        // w + k·n = w·(1 + n·n0inv) - n·(size·(quotient of w·n0inv) + s·(quotient of k))
        const Polynomial size = mpz_class(by.q.m / it.m);
        times += size * w * of(by.n.k) - size * n * of(by.q.high) - n * of(k.high) - of(it.high);
        std::vector<Multiple> all = zeros;
        all.push_back({by.n.zero, w});
        all.push_back({by.q.zero, n * Polynomial(by.q.of_zero)});
        all.push_back({k.zero, n * Polynomial(k.of_zero)});
        all.push_back({it.zero, it.of_zero});
        const Id zero = known_.sum(of(it.low) - s * times, std::move(all));
        const Ledger::Range range = *known_.range(it.low);
        const Id nothing = known_.bound(0, {}), last = known_.bound(s - 1, {{it.m - 1, {}}});
        return std::pair(it.low, known_.one_division({s, 0, of(it.low), times, 0, zero, range.at_least,
                                                      range.at_most, nothing, last}) +
                                     1);
    }
    return std::nullopt;
}

// s·r = u·x + v·y + (a - b)·n
std::optional<Prover::RowSum> Prover::row_sum() {
    RowSum sum;
    for (const Remainder& it : state_.remainders) {
        const auto& [monomial, coefficient] = *it.number.terms().begin();
        if (it.number.terms().size() == 1 && monomial.size() == 1 && coefficient == state_.multiple->k.m)
            sum.result = it;
        else if (it.number.terms().size() == state_.factors.size())
            sum.row = it;
    }
    if (sum.result.m.is_zero() || sum.result.m != sum.row.m) return std::nullopt;
    const Polynomial zero =
        sum.result.number - sum.row.number - (of(state_.multiple->a) - of(state_.multiple->b)) * sum.result.m;
    if (const auto known = known_.find({Kind::zero, zero})) {
        sum.zero = *known;
        return sum;
    }
    const auto cleared = cleared_bits();
    if (!cleared) return std::nullopt;
    auto [rest, zeros] = known_.reduce(zero + of(cleared->first));
    if (!rest.is_zero()) return std::nullopt;
    zeros.push_back({cleared->second, -1});
    sum.zero = known_.sum(zero, std::move(zeros));
    return sum;
}

// So both leave the same modulo n.
bool Prover::is_row_rest(const Polynomial& goal) {
    if (!state_.multiple || goal.terms().size() != 2) return false;
    const auto sum = row_sum();
    if (!sum || goal != of(sum->result.rest) - of(sum->row.rest)) return false;
    const Polynomial n = sum->result.m, r = of(sum->result.rest), b = of(sum->row.rest),
                     a = of(state_.multiple->a) - of(state_.multiple->b) - of(sum->result.quotient) +
                         of(sum->row.quotient);
    const auto r_least = by_sum(r), r_most = r_least ? by_sum(n - 1 - r) : std::nullopt,
               b_least = r_most ? by_sum(b) : std::nullopt,
               b_most = b_least ? by_sum(n - 1 - b) : std::nullopt;
    if (!b_most) return false;
    const Id zero = known_.sum(r - n * a - b, {{sum->zero, 1}, {sum->result.zero, -1}, {sum->row.zero, 1}}),
             same = known_.one_division({n, 0, r, a, b, zero, *r_least, *r_most, *b_least, *b_most});
    replace(r - b, same + 1);
    return true;
}

// c + n - r >= 0 or c + n + r >= 0 where |x| and |y| are at most c + n. Where the sum of the row has the sign of r, it
// is at most s·(c + n), and b, or a, is 0; else it is at most s·c, since the word that leaves the last lane has the other sign,
// and a, or b, is at most s.
bool Prover::is_row_limit(const Polynomial& goal) {
    if (!state_.multiple) return false;
    const auto sum = row_sum();
    if (!sum) return false;
    const Variable r = sum->result.number.terms().begin()->first[0];
    const auto own = goal.terms().find({r});
    if (own == goal.terms().end() || abs(own->second) != 1) return false;
    const int sign = own->second < 0 ? 1 : -1;
    const Polynomial n = sum->result.m, limit = goal + Polynomial(sign) * of(r), c = limit - n;
    const auto& [bit, of_a, of_b, k, a_most, b_most] = *state_.multiple;
    const Polynomial t = of(bit), a = of(of_a), b = of(of_b), s = k.m;
    const auto natural_n = nonnegative(n), natural = nonnegative(limit);
    if (!c.is_constant() || !natural_n || !natural || c.constant() < 0) return false;
    // all lanes' parts, and the words that leave them
    Polynomial parts, W = 1;
    for (const RowPart& it : state_.row_parts) {
        parts += W * (of(it.part) + Polynomial(it.m) * of(it.over));
        W = W * Polynomial(it.m);
    }
    const Ledger::Reduced same_sum = known_.reduce(sum->row.number - parts);
    if (!same_sum.rest.is_zero()) return false;
    const Variable last = state_.row_parts.back().over;
    const Ledger::Range range = *known_.range(bit);
    const auto show = [&](int value, Id assumed) {
        // t - 1 = 0, or t = 0
        const Id same =
            value == 1 ? known_.both(assumed, range.at_most) : known_.both(range.at_least, assumed);
        std::vector<Multiple> zeros{{sum->zero, Polynomial(-sign)}};
        std::vector<Product> products;
        const Id a_least = known_.range(of_a)->at_least, b_least = known_.range(of_b)->at_least;
        const bool is_other_sign = (value == 1) == (sign > 0);
        if (is_other_sign) {
            for (const Id id : std::vector(state_.bounds)) {
                const Polynomial p = known_.fact(id);
                const auto over = p.terms().find({last}), test = p.terms().find({bit});
                if (p.terms().size() > 3 || over == p.terms().end() || over->second != -sign ||
                    test == p.terms().end())
                    continue;
                // the bound at t = value
                known_.limit(known_.bound(p - Polynomial(test->second) * (t - value), {{1, {id}}},
                                          {{same, Polynomial(mpz_class(-test->second))}}));
            }
            auto most = known_.by_ranges(s * c - Polynomial(sign) * parts);
            if (!most) return false;
            products = std::move(*most);
            for (const Multiple& zero : same_sum.zeros)
                zeros.push_back({zero.fact, Polynomial(-sign) * zero.factor});
            // (s - a)·n + b·n, or (s - b)·n + a·n
            const Id left = known_.range(sign > 0 ? of_a : of_b)->at_most;
            products.push_back({1, {left, *natural_n}});
            if (sign > 0) products.push_back({1, {*natural_n}});
        } else {
            const auto limited = limits_of_row(sum->row.number, limit, sign, zeros);
            if (!limited) return false;
            products = *limited;
            products.push_back({1, {*state_.factor_sum, *natural}});
            // -a = ((s - 1)·t - a) - (s - 1)·t, or -b = (s·(1 - t) - b) + s·(t - 1)
            const Id none =
                sign > 0 ? known_.both(a_least, known_.bound(negative(a), {{1, {a_most}}}, {{same, 1 - s}}))
                         : known_.both(b_least, known_.bound(negative(b), {{1, {b_most}}}, {{same, s}}));
            zeros.push_back({none, negative(n)});
        }
        products.push_back({1, {sign > 0 ? b_least : a_least, *natural_n}});
        known_.round(known_.bound(s * goal, std::move(products), std::move(zeros)), k.m);
        return true;
    };
    return known_
        .cases(
            t - 1, {Kind::nonnegative, goal}, [&](Id assumed) { return show(1, assumed); },
            [&](Id assumed) { return show(0, assumed); })
        .has_value();
}

// limit·(|u| + |v|) - sign·(u·x + v·y) as a sum of products and multiples of zeros.
std::optional<std::vector<Product>> Prover::limits_of_row(const Polynomial& row, const Polynomial& limit,
                                                          int sign, std::vector<Multiple>& zeros) {
    std::vector<Product> products;
    for (const Factor& factor : state_.factors) {
        const Polynomial x = linear_in(row, factor.value)->first;
        const auto below = known_.find({Kind::nonnegative, limit - x}),
                   above = known_.find({Kind::nonnegative, limit + x});
        const auto [rest, same] =
            known_.reduce(of(factor.value) - of(factor.size) * (1 - 2 * of(factor.sign)));
        if (!below || !above || !rest.is_zero()) return std::nullopt;
        for (const Multiple& zero : same) zeros.push_back({zero.fact, Polynomial(-sign) * x * zero.factor});
        const Id natural = known_.range(factor.size)->at_least, t = factor.test, not_t = factor.test + 1;
        products.push_back({1, {natural, not_t, sign > 0 ? *below : *above}});
        products.push_back({1, {natural, t, sign > 0 ? *above : *below}});
    }
    return products;
}

}  // namespace limbsmith::derive::loops::lanes
