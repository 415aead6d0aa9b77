// Inverses modulo m: x·r = 1 modulo m makes r the inverse of x, and the greatest common divisor of x and m one.
#include <algorithm>

#include "derive/loops/congruences.hpp"
#include "derive/loops/lemmas.hpp"
#include "derive/loops/prover.hpp"
#include "derive/loops/run_facts.hpp"

namespace limbsmith::derive::loops {

using Kind = Fact::Kind;

// e·(inverse·x - 1 - m·quotient) = 0 and (1 - e)·inverse = 0, where e = [divisor = 1].
void Legs::recognise_inverse(Id first) {
    const Polynomial &zero = fact(first), &none = fact(first + 1);
    for (const Comparison& exists : state_.comparisons) {
        const Polynomial e = Polynomial::of(exists.t);
        for (const State::Divisor& divisor : state_.divisors) {
            if (exists.is_less || exists.d != Polynomial::of(divisor.d) - 1) continue;
            for (const auto& [monomial, coefficient] : none.terms()) {
                if (monomial.size() != 1) continue;
                const Polynomial inverse = Polynomial::of(monomial[0]),
                                 quotient = Polynomial::of(monomial[0] + 1);
                if (none == (1 - e) * inverse && zero == e * (inverse * divisor.x - 1 - divisor.y * quotient))
                    state_.inverse_values.push_back({monomial[0], exists, divisor, first});
            }
        }
    }
}

// The modulus of residues that is m, or m as it is reduced.
Polynomial Prover::modulus_of(const Polynomial& m) const {
    const Polynomial own = legs_.reduce(m).rest;
    for (const Legs::Residue& it : legs_.state().residues)
        if (legs_.reduce(it.modulus).rest == own) return it.modulus;
    return own;
}

// 1 = d·part for d >= 0: d = 1.
void Prover::divides_one(const Polynomial& d, Id natural, const Polynomial& part,
                         std::vector<check::Multiple> zeros) {
    const Id is_part = legs_.sum_of_zeros(1 - d * part, std::move(zeros));
    const Id one = legs_.bound(1, {{1, {}}}, {}), itself = legs_.sum_of_zeros(0, {});
    legs_.apply(Lemmas::same_divisor, {1, d, part, d}, {one, natural, is_part, itself},
                {{Kind::zero, 1 - d}});
}

bool Prover::speaks_of_inverse(const Fact& goal) const {
    if (legs_.state().runs.empty()) return false;  // no inverse by divsteps
    return std::ranges::any_of(legs_.state().inverse_values, [&](const auto& it) {
        return goal.polynomial.terms().contains({it.inverse});
    });
}

// Whether this bit says that two numbers are the same, and so whether there is an inverse.
bool Prover::decides(const Fact& goal, Variable bit) const {
    const auto& state = legs_.state();
    return speaks_of_inverse(goal) &&
           std::ranges::any_of(state.comparisons,
                               [&](const auto& it) { return !it.is_less && it.t == bit; }) &&
           std::ranges::none_of(state.inverse_values, [&](const auto& it) { return it.exists.t == bit; });
}

bool Prover::relate_inverses(const Fact& goal) {
    bool is_better = false;
    const auto all = legs_.state().inverse_values;
    for (const auto& it : all) {
        if (legs_.reduce(of(it.divisor.d)).rest == 1 && once(fmt::format("divisors {}", it.inverse)))
            is_better |= are_even(it.divisor) || divide_one(it.divisor);
        for (const auto& [monomial, coefficient] : goal.polynomial.terms()) {
            if (monomial.size() != 1) continue;
            const Variable value = monomial[0];
            if (value != it.inverse && once(fmt::format("inverse {} {}", it.inverse, value)) &&
                is_inverse(it, of(value)))
                return true;
        }
    }
    return is_better;
}

// r·x = 1 + m·q: the divisor d of x and m divides 1. Inverse and r differ by a multiple of m.
bool Prover::is_inverse(const Legs::State::InverseValue& it, const Polynomial& r) {
    const auto& [d, x, y, first] = it.divisor;
    const Polynomial m = modulus_of(y), inverse = of(it.inverse), quotient = of(it.inverse + 1);
    const auto found = multiple_of(r * x - 1, m);
    if (!found) return false;
    // 1 = r·x - m·q
    std::vector<check::Multiple> zeros{{first + 1, r},
                                       {first + 2, Polynomial() - found->quotient},
                                       {legs_.state_zero(y - m), found->quotient}};
    for (const check::Multiple& zero : found->zeros) zeros.push_back({zero.fact, Polynomial() - zero.factor});
    divides_one(of(d), first, r * of(d + 1) - found->quotient * of(d + 2), std::move(zeros));
    if (!legs_.is_replaced(it.exists.t)) decide_zero(it.exists);
    // r - inverse = inverse·(r·x - 1) - r·(inverse·x - 1)
    const Polynomial product = inverse * x - 1 - y * quotient;
    std::vector<check::Multiple> same{{it.first, Polynomial() - r},
                                      {legs_.state_zero(of(it.exists.t) - 1), r * product},
                                      {legs_.state_zero(y - m), Polynomial() - r * quotient}};
    for (const check::Multiple& zero : found->zeros) same.push_back({zero.fact, inverse * zero.factor});
    return same_division(m, {0, r}, {inverse * found->quotient - r * quotient, inverse}, same);
}

// The inverse of constants is a constant.
bool Prover::compute_inverses() {
    const auto all = legs_.state().inverse_values;
    for (const auto& it : all) {
        const Polynomial x = legs_.reduce(it.divisor.x).rest, m = modulus_of(it.divisor.y);
        mpz_class inverse;
        if (!x.is_constant() || !m.is_constant() || m.constant() < 2 || legs_.is_replaced(it.inverse) ||
            mpz_invert(inverse.get_mpz_t(), mpz_class(x.constant()).get_mpz_t(),
                       mpz_class(m.constant()).get_mpz_t()) == 0)
            continue;
        if (once(fmt::format("constant inverse {}", it.inverse)) && is_inverse(it, inverse)) return true;
    }
    return false;
}

// The inverses of two numbers that differ by m·k: both numbers have the same divisor with m.
bool Prover::unify_inverses() {
    const auto all = legs_.state().inverse_values;
    for (const auto& one : all) {
        for (const auto& other : all) {
            const auto &p = one.divisor, &q = other.divisor;
            if (one.inverse <= other.inverse || !q.y.is_constant() || p.y != q.y ||
                !once(fmt::format("inverses {} {}", one.inverse, other.inverse)))
                continue;
            const auto apart = multiple_of(p.x - q.x, q.y);
            if (!apart || !have_same_divisor(p, q, *apart)) continue;
            const Polynomial t = of(one.exists.t), s = of(other.exists.t);
            if (!legs_.reduce(t - s).rest.is_zero() && !is_same(one.exists, other.exists)) continue;
            // t·i = t·i·(j·x - m·q) for a number's inverse i and the other's number x and inverse j, and so for j
            const Polynomial m = q.y, i = of(one.inverse), j = of(other.inverse),
                             i_quotient = of(one.inverse + 1), j_quotient = of(other.inverse + 1);
            std::vector<check::Multiple> zeros{
                {one.first + 1, 1},
                {other.first + 1, -1},
                {one.first, j},
                {other.first, Polynomial() - i},
                {legs_.state_zero(t - s), j - i * (j * q.x - 1 - m * j_quotient)}};
            for (const check::Multiple& it : apart->zeros)
                zeros.push_back({it.fact, Polynomial() - t * i * j * it.factor});
            if (same_division(m, {0, i}, {t * (j * i_quotient - i * j_quotient - i * j * apart->quotient), j},
                              zeros))
                return true;
        }
    }
    return false;
}

// The divisors d of (x + m·k, m) and e of (x, m) are multiples of each other.
bool Prover::have_same_divisor(const Legs::State::Divisor& p, const Legs::State::Divisor& q,
                               const Multiple& apart) {
    const Polynomial d = of(p.d), e = of(q.d), k = apart.quotient;
    if (legs_.reduce(d - e).rest.is_zero()) return true;
    // one = u·x + v·m, and x and m are multiples of the other
    const auto multiple = [&](const auto& one, const auto& other, int sign) {
        const Polynomial u = of(one.d + 3), v = of(one.d + 4) + Polynomial(sign) * u * k;
        std::vector<check::Multiple> zeros{{one.first + 3, 1}, {other.first + 1, u}, {other.first + 2, v}};
        for (const check::Multiple& it : apart.zeros)
            zeros.push_back({it.fact, Polynomial(sign) * u * it.factor});
        const Polynomial times = u * of(other.d + 1) + v * of(other.d + 2);
        return std::pair(times, legs_.sum_of_zeros(of(one.d) - of(other.d) * times, std::move(zeros)));
    };
    const auto [s, d_is] = multiple(p, q, 1);
    const auto [t, e_is] = multiple(q, p, -1);
    legs_.apply(Lemmas::same_divisor, {d, e, s, t}, {p.first, q.first, d_is, e_is}, {{Kind::zero, d - e}});
    return true;
}

// 1 = s·x + t·m for even x and m: 1 = 2·q cannot be.
bool Prover::are_even(const Legs::State::Divisor& one) {
    const Polynomial m = legs_.reduce(one.y).rest;
    if (!m.is_constant() || mpz_odd_p(m.constant().get_mpz_t())) return false;
    const auto half = multiple_of(of(one.d + 3) * one.x + of(one.d + 4) * one.y, 2);
    if (!half) return false;
    std::vector<check::Multiple> zeros = half->zeros;
    zeros.push_back({one.first + 3, 1});
    zeros.push_back({legs_.state_zero(of(one.d) - 1), -1});
    divides_one(2, legs_.bound(2, {{2, {}}}, {}), half->quotient, zeros);
    return true;
}

// The divisor of x and y is 1 = s·x + t·y. So is the divisor d of f and g, where f divides y, and factor·x = g modulo
// f: factor = factor·(s·x + t·y) = s·g + f·quotient, and inverse·factor = 1 + f·times.
bool Prover::divide_one(const Legs::State::Divisor& one) {
    bool is_better = false;
    const check::Runs runs = legs_.state().runs;
    for (const auto& [run, what] : runs) {
        if (!legs_.state().known_runs.contains(run)) continue;
        const RunFacts facts = facts_of(legs_, run);
        const Polynomial d = of(facts.d), s = of(one.d + 3), t = of(one.d + 4);
        if (legs_.reduce(d).rest.is_constant()) continue;
        const Polynomial m = modulus_of(what.f), factor = factor_of(m);
        const auto found = multiple_of(factor * (s * one.x + t * one.y) - s * what.g, m);
        if (!found) continue;
        const Legs::Inverse inverse = inverse_of(factor.constant(), m);
        const Polynomial of_f = inverse.inverse * found->quotient - inverse.times, of_g = inverse.inverse * s;
        std::vector<check::Multiple> zeros{
            {one.first + 3, inverse.inverse * factor},
            {legs_.state_zero(of(one.d) - 1), Polynomial() - inverse.inverse * factor},
            {facts.g(), of_g},
            {facts.f(), of_f},
            {legs_.state_zero(what.f - m), Polynomial() - of_f}};
        for (const check::Multiple& zero : found->zeros)
            zeros.push_back({zero.fact, inverse.inverse * zero.factor});
        if (inverse.zero) zeros.push_back({*inverse.zero, -1});
        divides_one(d, facts.divisor(), of_g * facts.value(2) + of_f * facts.value(1), std::move(zeros));
        is_better = true;
    }
    return is_better;
}

}  // namespace limbsmith::derive::loops
