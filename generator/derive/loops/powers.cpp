// Powers of the same base, by their exponents; limits of powers of two.
#include <algorithm>

#include "derive/loops/prover.hpp"

namespace limbsmith::derive::loops {

using Kind = Fact::Kind;
using check::Monomial;

bool Prover::relate_powers() {
    const auto relate = [&](const std::vector<Variable>& left, const std::vector<Variable>& right) {
        const auto& powers = legs_.state().powers;
        const Polynomial& base = powers.at(left[0]).base;
        Polynomial sum;
        for (Variable it : left) sum += powers.at(it).exponent;
        for (Variable it : right) {
            if (powers.at(it).base != base) return false;
            sum -= powers.at(it).exponent;
        }
        const Polynomial rest = legs_.reduce(sum).rest;
        if (!rest.is_constant() || abs(rest.constant()) >= (base == 2 ? 1 << 16 : 1 << 4)) return false;
        if (!once("powers " + text({Kind::zero, legs_.product_of_powers(left, right, rest.constant())})))
            return false;
        if (legs_.reduce(legs_.product_of_powers(left, right, rest.constant())).rest.is_zero()) return false;
        legs_.powers(legs_.state_zero(sum - rest), left, right);
        return true;
    };
    for (const auto& [variable, power] : legs_.state().powers)
        if (relate({variable}, {})) return true;
    std::vector<Variable> all;  // of other bases see residue_powers.cpp
    for (const auto& [variable, power] : legs_.state().powers)
        if (power.base == 2 && !legs_.reduce(of(variable)).rest.is_constant()) all.push_back(variable);
    for (Variable p : all)
        for (Variable q : all)
            if (p != q && relate({p}, {q})) return true;
    // a constant product of two that nothing replaces
    for (Variable p : all) {
        for (Variable q : all) {
            if (p >= q || legs_.is_replaced(p) || legs_.is_replaced(q)) continue;
            if (relate({p, q}, {})) return true;
        }
    }
    for (Variable p : all)
        for (Variable q : all)
            for (Variable r : all)
                if (p != q && p != r && q <= r && relate({p}, {q, r})) return true;
    // exponents that differ as they stand, but not in fact
    for (Variable p : all) {
        for (Variable q : all) {
            const auto &of_p = legs_.state().powers.at(p), &of_q = legs_.state().powers.at(q);
            const Polynomial difference = of_p.exponent - of_q.exponent;
            if (p <= q || of_p.base != of_q.base || degree(legs_.reduce(difference).rest) != 1) continue;
            if (once("exponents " + std::to_string(p) + " " + std::to_string(q)) && show_zero(difference, 0))
                return true;
        }
    }
    return false;
}

// Whether it limits an exponent from below. If so, the opposite may imply wrong facts about the power.
bool Prover::limits_exponent(const Fact& goal) const {
    if (goal.kind != Kind::nonnegative) return false;
    const Polynomial rest = legs_.reduce(goal.polynomial).rest;
    return std::ranges::any_of(legs_.state().powers, [&](const auto& it) {
        const Polynomial exponent = legs_.reduce(it.second.exponent).rest;
        return !exponent.is_constant() && Polynomial(rest - exponent).is_constant();
    });
}

// 2^e <= 2^c for e <= c, by 2^(c - e) >= 1.
bool Prover::limit_powers() {
    const auto powers = legs_.state().powers;
    for (const auto& [power, meaning] : powers) {
        const Polynomial value = legs_.reduce(of(power)).rest;
        if (meaning.base != 2 || value.is_constant() || !legs_.state().limited.insert(power).second) continue;
        if (const auto* co = legs_.co_power(power)) {
            legs_.limit_by(power, *co);
            continue;
        }
        std::optional<Id> left;
        long most = 0;
        const auto is_at_most = [&](long limit) {
            const auto id = nonnegative(Polynomial(limit) - meaning.exponent, 0);
            if (id) left = id, most = limit;
            return id.has_value();
        };
        if (is_at_most(1 << 11)) {
            for (long least = 0, end = 1 << 11; least < end;) {
                const long middle = (least + end) / 2;
                is_at_most(middle) ? end = middle : least = middle + 1;
            }
        }
        if (left) {
            ++legs_.state().limits;
            legs_.limit_power(power, *left, static_cast<unsigned long>(most));
            return true;
        }
    }
    return false;
}

// 2^e >= 2^f for e >= f, by 2^(e - f) >= 1, where the exponents differ by no constant.
bool Prover::order_powers() {
    std::vector<Variable> all;
    for (const auto& [power, meaning] : legs_.state().powers)
        if (meaning.base == 2 && !legs_.reduce(of(power)).rest.is_constant()) all.push_back(power);
    for (Variable greater : all) {
        for (Variable lesser : all) {
            const Polynomial difference =
                legs_.state().powers.at(greater).exponent - legs_.state().powers.at(lesser).exponent;
            if (legs_.reduce(difference).rest.is_constant() ||
                !once(fmt::format("order {} {}", greater, lesser)) ||
                legs_.find({Kind::nonnegative, of(greater) - of(lesser)}))
                continue;
            if (const auto natural = nonnegative(difference, 0)) {
                legs_.order_powers(greater, lesser, *natural);
                return true;
            }
        }
    }
    return false;
}

}  // namespace limbsmith::derive::loops
