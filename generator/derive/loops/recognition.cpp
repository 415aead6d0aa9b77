// Comparisons and counters among the facts of a routine, by the form in which the walk states them.
#include <algorithm>

#include "derive/loops/legs.hpp"

namespace limbsmith::derive::loops {
namespace {

// p / divisor, exactly. requires: divisor = x or -x, plus terms without x.
std::optional<Polynomial> quotient_by(const Polynomial& p, const Polynomial& divisor, Variable x, int sign) {
    Polynomial rest = p, quotient;
    for (bool again = true; again;) {
        again = false;
        for (const auto& [monomial, coefficient] : rest.terms()) {
            const auto place = std::ranges::find(monomial, x);
            if (place == monomial.end()) continue;
            check::Monomial others = monomial;
            others.erase(others.begin() + (place - monomial.begin()));
            Polynomial term;
            term.add(others, sign * coefficient);
            quotient += term;
            rest -= term * divisor;
            again = true;
            break;
        }
    }
    return rest.is_zero() ? std::optional(quotient) : std::nullopt;
}

// x of p = x + terms without x, or p = -x + such terms: the newest.
std::optional<std::pair<Variable, int>> newest_of(const Polynomial& p) {
    std::optional<Variable> newest;
    for (const auto& [monomial, coefficient] : p.terms())
        for (Variable it : monomial) newest = std::max(newest.value_or(it), it);
    if (!newest) return std::nullopt;
    size_t count = 0;
    for (const auto& [monomial, coefficient] : p.terms()) count += std::ranges::count(monomial, *newest) != 0;
    const auto own = p.terms().find({*newest});
    if (count != 1 || own == p.terms().end() || abs(own->second) != 1) return std::nullopt;
    return std::pair(*newest, own->second > 0 ? 1 : -1);
}

}  // namespace

// x >= 0, m - 1 - x >= 0, factor·x - number - m·quotient = 0
void Legs::recognise_residue(Id first) {
    const auto x = newest_of(fact(first));
    const Polynomial &zero = fact(first + 2), residue = fact(first);
    if (!x || residue != Polynomial::of(x->first)) return;
    const auto own = zero.terms().find({x->first});
    if (own == zero.terms().end() || own->second < 2) return;
    const Polynomial modulus = fact(first + 1) + 1 + residue, quotient = Polynomial::of(x->first + 1);
    const Polynomial number = Polynomial(own->second) * residue - zero - modulus * quotient;
    const auto is_new = [&](const auto& term) {
        return std::ranges::any_of(term.first, [&](Variable it) { return it >= x->first; });
    };
    if (std::ranges::none_of(number.terms(), is_new))
        state_.residues.push_back({own->second, modulus, number, residue, quotient, first + 2});
}

// x >= 0, m - 1 - x >= 0, exists·(x·number - 1 - m·quotient) = 0, (1 - exists)·x = 0
void Legs::recognise_inverse_of(Id first) {
    const auto x = newest_of(fact(first));
    if (!x || fact(first) != Polynomial::of(x->first)) return;
    const Variable inverse = x->first, quotient = inverse + 1;
    const Polynomial m = fact(first + 1) + 1 + fact(first), none = fact(first + 3);
    for (const auto& [monomial, coefficient] : none.terms()) {
        if (monomial.size() != 2 || coefficient != -1) continue;
        const Variable exists = monomial[0] == inverse ? monomial[1] : monomial[0];
        const Polynomial e = Polynomial::of(exists);
        const auto inner = quotient_by(fact(first + 2), e, exists, 1);
        if (!inner || none != (1 - e) * fact(first)) continue;
        const Polynomial product = *inner + 1 + m * Polynomial::of(quotient);
        const auto number = quotient_by(product, fact(first), inverse, 1);
        if (number) state_.inverses_of.push_back({inverse, exists, *number, m, first + 2});
    }
}

void Legs::recognise(Id first) {
    const auto is = [&](Id id, Fact::Kind kind) {
        return id < state_.facts.size() && state_.facts[id].kind == kind;
    };
    constexpr auto bound = Fact::Kind::nonnegative, zero = Fact::Kind::zero;
    for (Id id = first; id < state_.facts.size(); ++id) {
        if (is(id, zero) && is(id + 1, zero)) recognise_inverse(id);
        if (!is(id, bound)) continue;
        if (is(id + 1, zero) && is(id + 2, zero) && is(id + 3, zero) && fact(id).terms().size() == 1 &&
            fact(id).terms().begin()->first.size() == 1) {
            const Variable d = fact(id).terms().begin()->first[0];
            const auto value = [&](Variable k) { return Polynomial::of(d + k); };
            const Polynomial x = fact(id + 1) + value(0) * value(1), y = fact(id + 2) + value(0) * value(2);
            if (fact(id) == value(0) && fact(id + 3) == value(0) - value(3) * x - value(4) * y)
                state_.divisors.push_back({d, x, y, id});
        }
        if (!is(id + 1, bound)) continue;
        if (is(id + 2, zero)) recognise_residue(id);
        if (is(id + 2, zero) && is(id + 3, zero)) recognise_inverse_of(id);
        const Polynomial &p = fact(id), &next = fact(id + 1);
        const auto x = newest_of(p);
        if (!x) continue;
        const Polynomial t = Polynomial::of(x->first);
        if (p == t && next == 1 - t && id + 3 < state_.facts.size() && is(id + 3, bound)) {
            const auto d = quotient_by(fact(id + 2), t, x->first, 1);
            if (!d) continue;
            if (is(id + 2, zero) && fact(id + 3) == (1 - t) * (*d * *d - 1))
                state_.comparisons.push_back({false, x->first, *d, id});
            if (is(id + 2, bound) && fact(id + 3) == (t - 1) * (*d + 1))
                state_.comparisons.push_back({true, x->first, *d + 1, id});
        } else if (const auto left = quotient_by(next, p, x->first, x->second);
                   left && !left->is_constant()) {
            state_.counters.push_back({p, *left, id});
        }
    }
}

}  // namespace limbsmith::derive::loops
