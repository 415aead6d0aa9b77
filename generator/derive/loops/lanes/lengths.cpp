// The length of a number in bits, as that of the highest lane whose words are not all 0.
//
// A ballot says which lanes these are: w is the sum of 2^k·(1 - z_k), with z_k = [the length of lane k is 0]; and w /
// 2^k is 1 in the highest of them only. So there is a case for each lane that can be the highest, where all others have
// nothing to add.
#include <algorithm>

#include "derive/loops/lanes/prover.hpp"

namespace limbsmith::derive::loops::lanes {

using Kind = Fact::Kind;

// t = [d = 0], where d is 0, or above it, or below it; and t = 1 says that d is 0.
bool Prover::decide_by_range(const Comparison& it) {
    const Polynomial d = known_.reduce(it.d).rest, t = of(it.t);
    const auto [own, zeros] = known_.reduce(t);
    if (own == 1 && !d.is_zero()) {
        // d = t·d - (t - 1)·d
        std::vector<Multiple> all{{it.first + 2, 1}};
        for (const Multiple& zero : zeros) all.push_back({zero.fact, Polynomial() - it.d * zero.factor});
        replace(it.d, known_.sum(it.d, all));
        return true;
    }
    if (known_.is_replaced(it.t)) return false;
    if (d.is_zero()) {
        set(it.t, 1, known_.both(is_one(it, known_.state_zero(it.d)), it.first + 1));
        return true;
    }
    for (const int sign : {1, -1}) {
        const auto apart = nonnegative(Polynomial(sign) * it.d - 1);
        if (!apart) continue;
        const Id most =
            known_.bound(Polynomial() - t, {{1, {it.first, *apart}}}, {{it.first + 2, Polynomial(-sign)}});
        set(it.t, 0, known_.both(it.first, most));
        return true;
    }
    return false;
}

// A number has no bits in common with 0.
bool Prover::clear_common() {
    for (const auto& [value, numbers] : common_) {
        if (known_.is_replaced(value)) continue;
        for (const Polynomial& number : {numbers.first, numbers.second}) {
            auto [rest, zeros] = known_.reduce(number);
            const auto least = known_.find({Kind::nonnegative, of(value)}),
                       below = known_.find({Kind::nonnegative, number - of(value)});
            if (!rest.is_zero() || !least || !below) continue;
            for (Multiple& it : zeros) it.factor = Polynomial() - it.factor;
            set(value, 0,
                known_.both(*least,
                            known_.bound(Polynomial() - of(value), {{1, {*below}}}, std::move(zeros))));
            return true;
        }
    }
    return false;
}

// The bits z_k, the highest first, if w / 2^k is compared with 1.
std::vector<Variable> Prover::lanes_without_bits() const {
    std::vector<Variable> most;
    for (const Comparison& it : state_.comparisons) {
        if (it.is_less) continue;
        const Polynomial d = known_.reduce(it.d).rest;
        const size_t count = d.terms().size() - (d.constant() == 0 ? 0 : 1);
        if (count < 2 || count <= most.size() || d.constant() != check::power_of_two(count) - 2) continue;
        std::vector<Variable> bits;
        for (size_t k = count; k-- > 0;) {
            for (const auto& [monomial, coefficient] : d.terms())
                if (monomial.size() == 1 && coefficient == -check::power_of_two(k) &&
                    test_of(of(monomial[0])))
                    bits.push_back(monomial[0]);
        }
        if (bits.size() == count) most = bits;
    }
    return most;
}

// Decides tests by ranges; the common bits of a number and 0 are 0.
bool Prover::decide_all() {
    bool is_new = clear_common();
    for (const Comparison& it : std::vector(state_.comparisons))
        if (!it.is_less && decide_by_range(it)) is_new = true;
    return is_new;
}

// A case for each lane that can be the highest; nothing if there is no ballot of this kind.
std::optional<bool> Prover::reach_by_highest_lane(const Fact& goal, int splits) {
    if (state_.lanes_without_bits.empty()) state_.lanes_without_bits = lanes_without_bits();
    if (state_.lanes_without_bits.empty()) return std::nullopt;
    do {
        while (decide_all()) {
        }
    } while (shift() || describe_lengths());
    for (Variable z : state_.lanes_without_bits) {
        const Polynomial own = known_.reduce(of(z)).rest;
        if (own.is_zero()) break;
        if (own != 1) return reach_both(goal, z, splits + 1);
    }
    return std::nullopt;
}

// e - 1 >= 0 for an exponent e from 0 on that is not 0.
std::optional<Id> Prover::positive_exponent(const Polynomial& e) {
    if (const auto known = nonnegative(e - 1)) return known;
    const auto natural = nonnegative(e);
    for (const Comparison& it : state_.comparisons) {
        const auto [t, zeros] = known_.reduce(of(it.t));
        if (it.is_less || it.d != e || !t.is_zero() || !natural) continue;
        // e² - 1 = (1 - t)·(e² - 1) + t·(e² - 1)
        std::vector<Multiple> all;
        for (const Multiple& zero : zeros) all.push_back({zero.fact, (e * e - 1) * zero.factor});
        const Id square = known_.bound(e * e - 1, {{1, {it.first + 3}}}, std::move(all));
        return known_.cases(
            e - 1, {Kind::nonnegative, e - 1}, [](Id) { return true; },
            [&](Id assumed) {
                const Id never = known_.bound(-1, {{1, {square}}, {1, {*natural, assumed}}});
                known_.bound(e - 1, {{1, {never, assumed}}, {1, {never}}});
                return true;
            });
    }
    return std::nullopt;
}

// From (2x + 1) / p = 1 for a power p of two: x = 0 for p = 1, else p/2 <= x <= p - 1.
bool Prover::describe_lengths() {
    for (const Remainder& it : std::vector(state_.remainders)) {
        const auto [number, of_number] = known_.reduce(it.number);
        const auto [quotient, of_quotient] = known_.reduce(of(it.quotient));
        if (it.m.terms().size() != 1 || it.m.is_constant() || it.m != of(it.m.terms().begin()->first[0]) ||
            quotient != 1 || number.is_constant() || number.constant() != 1 ||
            state_.lengths.contains(it.quotient))
            continue;
        const Variable p = it.m.terms().begin()->first[0];
        const auto exponent = powers_.find(p);
        const auto least = reduced_bound(of(it.rest)),
                   most = least ? reduced_bound(it.m - 1 - of(it.rest)) : std::nullopt;
        if (exponent == powers_.end() || !most) continue;
        Polynomial x;
        for (const auto& [monomial, coefficient] : number.terms())
            if (!monomial.empty()) x.add(monomial, mpz_class(coefficient / 2));
        if (number != Polynomial(2) * x + 1) continue;
        // (2x + 1 - p) - rest, as zeros say it
        std::vector<Multiple> same{{it.zero, 1}};
        for (const Multiple& zero : of_quotient) same.push_back({zero.fact, of(p) * zero.factor});
        for (const Multiple& zero : of_number) same.push_back({zero.fact, Polynomial() - zero.factor});
        // scale·(p - size), added to these zeros times the sign
        const auto with = [&](int sign, const std::vector<Multiple>& of_power, int scale) {
            std::vector<Multiple> all;
            for (const Multiple& zero : same) all.push_back({zero.fact, Polynomial(sign) * zero.factor});
            for (const Multiple& zero : of_power) all.push_back({zero.fact, Polynomial(scale) * zero.factor});
            return all;
        };
        if (const auto [one, zeros] = known_.reduce(of(p)); one == 1) {
            const auto natural = nonnegative(Polynomial(2) * x);
            if (!natural) continue;
            const Polynomial twice = Polynomial(2) * x;
            const Id none = known_.bound(Polynomial() - twice, {{1, {*most}}}, with(-1, zeros, -2));
            state_.lengths.insert(it.quotient);
            const Id zero = known_.both(known_.round(*natural, 2), known_.round(none, 2));
            replace(x, zero);
            return true;
        }
        const auto positive = positive_exponent(exponent->second);
        if (!positive) continue;
        state_.lengths.insert(it.quotient);
        const Variable half = known_.power(*positive);
        powers_.emplace(half, exponent->second - 1);
        const Polynomial h = of(half), size = Polynomial(2) * h;
        const std::vector<Multiple> zeros{
            {known_.powers({known_.state_zero(0), {p}, {half}}, of(p) - size), 1}};
        const Id above = known_.bound(Polynomial(2) * x + 1 - size, {{1, {*least}}}, with(1, zeros, 1)),
                 below = known_.bound(Polynomial(2) * (size - x - 1), {{1, {*most}}}, with(-1, zeros, -2));
        state_.bounds.push_back(known_.round(above, 2));
        state_.bounds.push_back(known_.round(below, 2));
        return true;
    }
    return false;
}

}  // namespace limbsmith::derive::loops::lanes
