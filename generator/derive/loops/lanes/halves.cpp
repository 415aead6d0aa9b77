// Half of a residue modulo an odd m = 2h + 1: h + 1 is the inverse of 2.
//
// A number that is even by m being odd is twice a quotient. For residues v of r and w of a, R·v = r + m·(...) and R·w =
// a + m·(...), with 2·r = a + m·K: twice D = r - a·(h + 1) is m·(K - a), and so D = D·(m - 2h) = m·(D - h·(K - a)).
// With 1 = m·U + R·L, v - w·(h + 1) is a multiple of m, too.
#include <algorithm>

#include "derive/loops/lanes/prover.hpp"

namespace limbsmith::derive::loops::lanes {

// number = f·(m - 1 - 2h) + 2a
bool Prover::settle_parity(const Division& it) {
    const Odd& odd = *state_.odd;
    const auto [number, same] = known_.reduce(it.number);
    const auto [whole, of_whole] = known_.reduce(of(odd.m));
    const auto unit = std::ranges::find_if(
        whole.terms(), [](const auto& term) { return term.first.size() == 1 && term.second == 1; });
    if (unit == whole.terms().end()) return false;
    Polynomial f;
    for (const auto& [monomial, coefficient] : number.terms()) {
        check::Monomial others = monomial;
        const auto place = std::ranges::find(others, unit->first[0]);
        if (coefficient % 2 == 0 || place == others.end()) continue;
        others.erase(place);
        f.add(others, 1);
    }
    const Polynomial twice = number - f * (whole - 1 - 2 * of(odd.half));
    Polynomial a;
    for (const auto& [monomial, coefficient] : twice.terms()) {
        if (coefficient % 2 != 0) return false;
        a.add(monomial, mpz_class(coefficient / 2));
    }
    // a number that is made of its own halves says nothing
    const Polynomial half = known_.reduce(a).rest;
    if (const auto parts = linear_in(half, it.high); !parts || !parts->first.is_zero()) return false;
    std::vector<Multiple> zeros = same;
    zeros.push_back({it.zero, it.of_zero});
    zeros.push_back({odd.zero, f});
    for (const Multiple& zero : of_whole) zeros.push_back({zero.fact, negative(f * zero.factor)});
    const Polynomial q = of(it.high), r = of(it.low);
    const Ledger::Range range = *known_.range(it.low);
    const Id nothing = known_.bound(0, {}), zero = known_.sum(2 * q + r - 2 * a, std::move(zeros)),
             first = known_.one_division(
                 {2, q, r, a, 0, zero, range.at_least, range.at_most, nothing, known_.one()});
    set(it.high, a, first);
    return true;
}

void Prover::settle_parities() {
    for (const Division& half : std::vector(state_.open))
        if (half.m == 2 && half.sign > 0 && !known_.is_replaced(half.high)) settle_parity(half);
}

// 2·r - a - m·K, where a or a + m is halved.
bool Prover::is_twice(const Polynomial& goal) {
    if (!state_.odd) return false;
    for (const auto& [of_r, coefficient] : goal.terms()) {
        if (of_r.size() != 1 || abs(coefficient) != 2) continue;
        settle_parities();
        const Polynomial r = of(of_r[0]), own = Polynomial(mpz_class(coefficient / 2)) * goal;
        for (const auto& [of_a, factor] : own.terms()) {
            const auto multiple =
                of_a.size() == 1 && factor == -1 ? twice_less(r, of(of_a[0])) : std::nullopt;
            if (!multiple) continue;
            auto [rest, zeros] = known_.reduce(own - known_.fact(multiple->second));
            if (!rest.is_zero()) continue;
            zeros.push_back({multiple->second, 1});
            for (Multiple& it : zeros) it.factor = Polynomial(mpz_class(coefficient / 2)) * it.factor;
            known_.sum(goal, std::move(zeros));
            return true;
        }
    }
    return false;
}

// A residue is half of another, as the goal says.
bool Prover::is_half(const Polynomial& goal) {
    if (!state_.odd || state_.residues.size() < 2) return false;
    const Polynomial m = of(state_.odd->m), h = of(state_.odd->half);
    for (const Remainder& it : std::vector(state_.remainders)) {
        if (it.m != m || !goal.terms().contains({it.rest}) || it.number.terms().size() != 1 ||
            it.number.terms().begin()->first.size() != 2 || known_.is_replaced(it.rest))
            continue;
        settle_parities();
        const ResidueOf *result = nullptr, *from = nullptr;
        for (const ResidueOf& own : state_.residues) {
            if (goal.terms().contains({own.value})) result = &own;
            if (linear_in(it.number, own.value)->first != 0) from = &own;
        }
        if (!result || !from || result->size != from->size) continue;
        const Polynomial k = linear_in(it.number, from->value)->first;
        const auto of_k = known_.reduce(k - h - 1);
        if (!of_k.rest.is_zero()) continue;
        const ResidueOf v = *result, w = *from;
        const auto multiple = twice_less(v.number, w.number);
        if (!multiple) continue;
        const auto& [K, twice] = *multiple;
        const Bezout one = inverse_of_size(v.size);
        const Polynomial g = of(v.value) - of(w.value) * (h + 1), D = v.number - w.number * (h + 1),
                         B = D - h * (K - w.number) + of(v.value + 1) - of(w.value + 1) * (h + 1),
                         quotient = g * one.of_m + one.left * B + of(it.quotient), r = of(v.value),
                         b = of(it.rest);
        std::vector<Multiple> zeros{{one.zero, negative(g)},
                                    {v.zero, one.left},
                                    {w.zero, negative(one.left * (h + 1))},
                                    {twice, negative(one.left * h)},
                                    {state_.odd->zero, negative(one.left * (h * w.number + D))},
                                    {it.zero, 1}};
        for (const Multiple& zero : of_k.zeros)
            zeros.push_back({zero.fact, negative(of(w.value) * zero.factor)});
        const auto r_least = by_sum(r), r_most = r_least ? by_sum(m - 1 - r) : std::nullopt,
                   b_least = r_most ? by_sum(b) : std::nullopt,
                   b_most = b_least ? by_sum(m - 1 - b) : std::nullopt;
        if (!b_most) continue;
        const Id zero = known_.sum(r - m * quotient - b, std::move(zeros)),
                 first =
                     known_.one_division({m, 0, r, quotient, b, zero, *r_least, *r_most, *b_least, *b_most});
        replace(r - b, first + 1);
        return true;
    }
    return false;
}

// K and the zero 2·r - a - m·K.
std::optional<std::pair<Polynomial, Id>> Prover::twice_less(const Polynomial& r, const Polynomial& a) {
    const Odd& odd = *state_.odd;
    const Polynomial m = of(odd.m), difference = known_.reduce(2 * r - a).rest, whole = known_.reduce(m).rest;
    const auto parts = linear_in(difference, odd.half);
    if (!parts || whole.is_constant()) return std::nullopt;
    Polynomial half_of_it, K;
    for (const auto& [monomial, coefficient] : parts->first.terms()) {
        if (coefficient % 2 != 0) return std::nullopt;
        half_of_it.add(monomial, mpz_class(coefficient / 2));
    }
    const Polynomial without = difference + half_of_it * (whole - 1 - 2 * of(odd.half));
    const auto& [unit, weight] = *whole.terms().rbegin();
    for (const auto& [monomial, coefficient] : without.terms()) {
        if (!std::ranges::includes(monomial, unit) || coefficient % weight != 0) continue;
        check::Monomial others;
        std::ranges::set_difference(monomial, unit, std::back_inserter(others));
        K.add(others, mpz_class(coefficient / weight));
    }
    auto [rest, zeros] = known_.reduce(2 * r - a - K * m + half_of_it * (m - 1 - 2 * of(odd.half)));
    if (!rest.is_zero()) return std::nullopt;
    zeros.push_back({odd.zero, negative(half_of_it)});
    return std::pair(K, known_.sum(2 * r - a - K * m, std::move(zeros)));
}

}  // namespace limbsmith::derive::loops::lanes
