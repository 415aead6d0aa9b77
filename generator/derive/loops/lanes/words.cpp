// Words that keep a number only modulo m. The remainder is found from the facts that hold at the time of the
// call.
//
// A word of a number N from -m/2 to m/2 - 1 is N + m·v, with a bit v that is 1 where N is negative. So the word is
// linear in both, and v·(N + m/2) + (1 - v)·(N + m·v) = N + v·m/2, with v² = v, says that N is at least -v·m/2; (1 -
// v)·(m/2 - 1 - N) + v·(m - 1 - N - m·v) says that N is at most m/2 - 1 - v·m/2.
#include <algorithm>

#include "derive/loops/lanes/prover.hpp"

namespace limbsmith::derive::loops::lanes {

using Kind = Fact::Kind;

namespace {

enum class To { zero, down, nearest };

// The terms' quotients by m.
Polynomial quotients(const Polynomial& p, const mpz_class& m, To to) {
    Polynomial result;
    for (const auto& [monomial, coefficient] : p.terms()) {
        mpz_class quotient;
        const mpz_class number = to == To::nearest ? mpz_class(coefficient + m / 2) : coefficient;
        if (to == To::zero)
            quotient = coefficient / m;
        else
            mpz_fdiv_q(quotient.get_mpz_t(), number.get_mpz_t(), m.get_mpz_t());
        result.add(monomial, quotient);
    }
    return result;
}

bool has(const Polynomial& p, Variable value) {
    return std::ranges::any_of(p.terms(), [&](const auto& term) {
        return std::ranges::find(term.first, value) != term.first.end();
    });
}

}  // namespace

// Values that the goal depends on: its own, and those of the comparisons among them.
std::set<Variable> Prover::values_behind(const Polynomial& goal) const {
    std::set<Variable> values;
    const auto add = [&](const Polynomial& p) {
        const Polynomial rest = known_.reduce(p).rest;
        for (const auto& [monomial, coefficient] : rest.terms())
            values.insert(monomial.begin(), monomial.end());
    };
    add(goal);
    for (size_t before = 0; before != values.size();) {
        before = values.size();
        for (const Comparison& it : state_.comparisons)
            if (values.contains(it.t)) add(it.d);
        for (const Remainder& it : state_.remainders)
            if (state_.multiple && values.contains(it.rest)) add(it.number);
        for (const auto& [value, numbers] : common_)
            if (values.contains(value)) add(numbers.first), add(numbers.second);
    }
    return values;
}

// Settles a division that was left open, or the sign of a word. A case for each sign comes before other signs.
bool Prover::settle(const Fact& goal) {
    if (goal.kind == Kind::nonnegative && by_rounding(goal.polynomial)) return true;
    const std::set<Variable> values = values_behind(goal.polynomial);
    const std::vector<Division> open(state_.open);
    const auto matters = [&](const Division& it) {
        return it.sign > 0 && values.contains(it.high) && !has(known_.reduce(it.number).rest, it.high);
    };
    for (const Division& it : open)
        if (matters(it) && settle_rest(it)) return true;
    const auto bit = deciding_bit(goal);
    if (bit && std::ranges::find(state_.signs, *bit) != state_.signs.end()) return false;
    return std::ranges::any_of(open, [&](const Division& it) { return matters(it) && settle_sign(it); });
}

// Shows p >= 0 by a sum that is above -1.
std::optional<Id> Prover::by_rounding(const Polynomial& p) {
    if (const auto found = by_sum(p)) return found;
    const mpz_class unit = check::power_of_two(32);
    const auto above = by_programming(Polynomial(unit) * p + Polynomial(unit) - 1);
    return above ? std::optional(known_.round(*above, unit)) : std::nullopt;
}

bool Prover::settle_rest(const Division& it) {
    const Polynomial number = known_.reduce(it.number).rest, m = it.m;
    std::vector<Polynomial> candidates;
    for (const To to : {To::zero, To::down, To::nearest}) candidates.push_back(quotients(number, it.m, to));
    for (const Variable sign : state_.signs)
        if (number.terms().contains({sign})) candidates.push_back(of(sign));
    for (const Polynomial& a : candidates) {
        const Polynomial b = number - m * a;
        const auto first = by_rounding(b) && by_rounding(m - 1 - b) ? same_division(it, a, b) : std::nullopt;
        if (!first) continue;
        set(it.high, a, *first);
        return true;
    }
    return false;
}

bool Prover::settle_sign(const Division& it) {
    if (mpz_popcount(it.m.get_mpz_t()) != 1 || it.m < 4) return false;
    const Polynomial number = known_.reduce(it.number).rest, half = mpz_class(it.m / 2),
                     N = number - Polynomial(it.m) * quotients(number, it.m, To::nearest);
    const auto least = by_rounding(N + half), most = least ? by_rounding(half - 1 - N) : std::nullopt;
    return most && split_sign(it, *least, *most);
}

// From N + A >= 0 and B - N >= 0.
bool Prover::split_sign(const Division& it, Id least, Id most) {
    const auto [number, same] = known_.reduce(it.number);
    const Polynomial a = quotients(number, it.m, To::nearest), m = it.m, N = number - m * a,
                     A = known_.fact(least) - N, B = known_.fact(most) + N;
    if (!A.is_constant() || !B.is_constant() || A.constant() > it.m || B.constant() >= it.m) return false;
    const Ledger::Range range = *known_.range(it.low);
    const auto [bit, is_bit] = known_.name(a - of(it.high));
    const Polynomial v = of(bit);
    // low - N - m·v
    std::vector<Multiple> zeros = same;
    zeros.push_back({it.zero, it.of_zero});
    zeros.push_back({is_bit, m});
    const Id word = known_.sum(of(it.low) - N - m * v, std::move(zeros));
    // m·v >= -N, and m·v <= m - 1 - N
    const Id natural = known_.round(
                 known_.bound(m * v + B, {{1, {range.at_least}}, {1, {most}}}, {{word, -1}}), it.m),
             one = known_.round(
                 known_.bound(m - 1 + A - m * v, {{1, {range.at_most}}, {1, {least}}}, {{word, 1}}), it.m);
    known_.limit(natural), known_.limit(one);
    const Id squared = known_.bit_squared(natural, one);
    state_.bounds.push_back(known_.bound(N + A * v, {{1, {natural, least}}, {1, {one, range.at_least}}},
                                         {{word, v - 1}, {squared, m}}));
    state_.bounds.push_back(known_.bound(
        B - (B + 1) * v - N, {{1, {one, most}}, {1, {natural, range.at_most}}}, {{word, v}, {squared, m}}));
    known_.mention(v);
    state_.signs.push_back(bit);
    known_.define(it.high, a - v, is_bit, -1);
    return true;
}

// A division as it comes: of 0 less a bit, as one that is known, of a sum of values that are kept, or of a multiple.
bool Prover::resolve_word(const Division& it) {
    const Polynomial number = known_.reduce(it.number).rest, m = it.m;
    if (number.terms().size() == 1 && number.terms().begin()->second < 0) {
        const Polynomial a = quotients(number, it.m, To::down);
        if (divides_as(it, a, number - m * a)) return true;
    }
    for (const Division& other : std::vector(state_.open)) {
        if (other.m != it.m || other.sign < 0) continue;
        const Polynomial apart = it.number - other.number;
        if (!apart.is_constant() || apart.constant() % it.m != 0) continue;
        if (divides_as(it, of(other.high) + Polynomial(mpz_class(apart.constant() / it.m)), of(other.low)))
            return true;
    }
    if (!state_.kept.empty()) {
        const Polynomial from = known_.reduce(it.number, state_.kept).rest;
        for (const To to : {To::zero, To::nearest}) {
            const Polynomial a = quotients(from, it.m, to);
            if (divides_as(it, a, from - m * a)) return true;
        }
    }
    return resolve_product(it);
}

// The rest for the quotient a is a value whose range is known.
bool Prover::has_kept_rest(const Division& it, const Polynomial& a) {
    if (state_.kept.empty() || known_.is_replaced(it.high)) return false;
    const Polynomial rest = known_.reduce(it.number - Polynomial(it.m) * a).rest;
    for (const Variable value : state_.kept) {
        if (known_.reduce(of(value)).rest != rest) continue;
        const auto first = same_division(it, a, of(value));
        if (!first) continue;
        set(it.high, a, *first);
        return true;
    }
    return false;
}

// c·z modulo m is c·(z modulo m/c).
bool Prover::resolve_product(const Division& it) {
    if (it.number.terms().size() != 1) return false;
    const auto& [monomial, c] = *it.number.terms().begin();
    if (monomial.size() != 1 || c < 2 || it.m % c != 0) return false;
    const mpz_class m = it.m / c;
    const auto known = [&] {
        return std::ranges::find_if(state_.open, [&](const Division& other) {
            return other.m == m && other.sign > 0 && other.number == of(monomial[0]);
        });
    };
    if (known() == state_.open.end()) {
        const auto [quotient, rest, zero] = known_.divide(of(monomial[0]), m);
        const Division own{rest, quotient, 1, m, of(monomial[0]), zero, -1};
        known_.mention(of(quotient));
        limit_high(own);
        state_.open.push_back(own);
        known_.define(rest, of(monomial[0]) - Polynomial(m) * of(quotient), zero, -1);
    }
    const Division other = *known();
    return divides_as(it, of(other.high), Polynomial(c) * of(other.low));
}

}  // namespace limbsmith::derive::loops::lanes
