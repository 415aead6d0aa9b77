// Greatest common divisors with a modulus m: 1 for products of numbers of which it is, and for all but 0 if m is a prime; m
// for 0.
#include <algorithm>

#include "derive/loops/lemmas.hpp"
#include "derive/loops/prover.hpp"

namespace limbsmith::derive::loops {

using Kind = Fact::Kind;

namespace {

bool is_prime(const mpz_class& m) { return m >= 2 && mpz_probab_prime_p(m.get_mpz_t(), 40) != 0; }

}  // namespace

bool Prover::find_units() {
    const std::vector<Legs::State::Divisor> all = legs_.state().divisors;
    bool is_better = false;
    for (const Legs::State::Divisor& it : all) {
        if (!it.y.is_constant() || it.y.constant() < 2 || legs_.reduce(of(it.d)).rest.is_constant() ||
            !once(fmt::format("unit {}", it.d)))
            continue;
        const mpz_class m = it.y.constant();
        const Polynomial x = legs_.reduce(it.x).rest;
        if (x.is_zero()) {
            divides_all(it, m);
            is_better = true;
        } else if (const auto found = unit(x, m)) {
            divides_one(it, *found);
            is_better = true;
        }
    }
    return is_better;
}

// d divides x and m, and 1 = x·inverse + m·quotient.
void Prover::divides_one(const Legs::State::Divisor& divisor, const Unit& unit) {
    const auto& [d, x, y, first] = divisor;
    const Polynomial other = of(d + 1) * unit.inverse + of(d + 2) * unit.quotient;
    const Id one =
        legs_.sum_of_zeros(1 - of(d) * other, {{unit.zero, 1},
                                               {legs_.state_zero(x - unit.x), Polynomial() - unit.inverse},
                                               {first + 1, unit.inverse},
                                               {first + 2, unit.quotient}});
    const Id natural = legs_.bound(1, {{1, {}}}, {}), itself = legs_.sum_of_zeros(0, {});
    legs_.apply(Lemmas::same_divisor, {of(d), 1, of(d), other}, {first, natural, itself, one},
                {{Kind::zero, of(d) - 1}});
}

// d = u·0 + v·m divides m.
void Prover::divides_all(const Legs::State::Divisor& divisor, const mpz_class& m) {
    const auto& [d, x, y, first] = divisor;
    const Id multiple =
        legs_.sum_of_zeros(of(d) - of(d + 4) * y, {{first + 3, 1}, {legs_.state_zero(x), of(d + 3)}});
    const Id natural = legs_.bound(m, {{m, {}}}, {});
    legs_.apply(Lemmas::same_divisor, {of(d), m, of(d + 4), of(d + 2)}, {first, natural, multiple, first + 2},
                {{Kind::zero, of(d) - m}});
}

// requires: x is as it is reduced.
std::optional<Prover::Unit> Prover::unit(const Polynomial& x, const mpz_class& m) {
    if (x.is_constant()) {
        mpz_class inverse;
        const mpz_class value = x.constant();
        if (mpz_invert(inverse.get_mpz_t(), value.get_mpz_t(), m.get_mpz_t()) == 0) return std::nullopt;
        const mpz_class quotient = (1 - value * inverse) / m;
        return Unit{x, m, inverse, quotient, legs_.sum_of_zeros(0, {})};
    }
    if (auto found = unit_by_divisor(x, m)) return found;
    if (expanded(x, m).product != x) return unit_by_factors(x, m);
    return unit_by_fermat(x, m);
}

// 1 = u·x + v·m
std::optional<Prover::Unit> Prover::unit_by_divisor(const Polynomial& x, const mpz_class& m) {
    const std::vector<Legs::State::Divisor> all = legs_.state().divisors;
    for (const auto& [d, value, y, first] : all) {
        if (y != m || legs_.reduce(of(d)).rest != 1 || legs_.reduce(value).rest != x) continue;
        const Polynomial u = of(d + 3), v = of(d + 4);
        const Id zero = legs_.sum_of_zeros(
            1 - x * u - m * v,
            {{first + 3, 1}, {legs_.state_zero(of(d) - 1), -1}, {legs_.state_zero(value - x), u}});
        return Unit{x, m, u, v, zero};
    }
    return std::nullopt;
}

// 1 = (p·u + m·q)·(p'·u' + m·q')
std::optional<Prover::Unit> Prover::unit_by_factors(const Polynomial& x, const mpz_class& m) {
    const Legs::Congruence whole = expanded(x, m);
    if (whole.product.terms().size() != 1) return std::nullopt;
    Unit all{1, m, 1, 0, legs_.sum_of_zeros(0, {})};
    for (Variable factor : whole.product.terms().begin()->first) {
        const auto own = unit(of(factor), m);
        if (!own) return std::nullopt;
        const Legs::Name inverse = legs_.name(all.inverse * own->inverse),
                         quotient = legs_.name(all.quotient + all.x * all.inverse * own->quotient);
        const Polynomial product = all.x * of(factor);
        const Id zero = legs_.sum_of_zeros(
            1 - product * of(inverse.variable) - m * of(quotient.variable),
            {{all.zero, 1}, {own->zero, all.x * all.inverse}, {inverse.zero, product}, {quotient.zero, m}});
        all = {product, m, of(inverse.variable), of(quotient.variable), zero};
    }
    const Polynomial quotient = all.quotient - whole.quotient * all.inverse;
    const Id zero = legs_.sum_of_zeros(1 - x * all.inverse - m * quotient,
                                       {{all.zero, 1}, {whole.zero, Polynomial() - all.inverse}});
    return Unit{x, m, all.inverse, quotient, zero};
}

// The comparison of x or of its number with 0, as it is reduced. requires: x is as it is reduced.
std::optional<Polynomial> Prover::is_zero(const Polynomial& x) const {
    std::vector<Polynomial> numbers{x};
    for (const Legs::Residue& it : legs_.state().residues)
        if (legs_.reduce(it.residue).rest == x) numbers.push_back(legs_.reduce(it.number).rest);
    for (const Legs::Comparison& it : legs_.state().comparisons) {
        const Polynomial d = legs_.reduce(it.d).rest;
        const auto is_it = [&](const Polynomial& p) { return d == p || d == Polynomial() - p; };
        if (!it.is_less && std::ranges::any_of(numbers, is_it)) return legs_.reduce(of(it.t)).rest;
    }
    return std::nullopt;
}

// x - 1 >= 0, where a comparison says that x or its number is not 0.
std::optional<Id> Prover::positive(const Polynomial& x) {
    const Fact goal{Kind::nonnegative, x - 1};
    if (const auto id = nonnegative(goal.polynomial, 0)) return id;
    const auto t = is_zero(x);
    if (!t || !t->is_zero()) return std::nullopt;
    return legs_.cases(
        x - 1, goal, [](Id) { return true; }, [&](Id) { return reach(goal, 0); });
}

// The rule says: x·power = 1 - c + m·q and c·x = m·d with a bit c. 0 <= m·d <= x < m, so d = 0, and x >= 1 makes c = 0.
std::optional<Prover::Unit> Prover::unit_by_fermat(const Polynomial& x, const mpz_class& m) {
    if (!is_prime(m)) return std::nullopt;
    Polynomial base = x;
    for (const auto& [power, meaning] : legs_.state().powers)
        if (legs_.reduce(meaning.base).rest == x) base = meaning.base;
    for (const Unit& it : legs_.state().fermats)
        if (it.x == base && it.m == m) return it;
    if (!positive(x)) return std::nullopt;
    const auto least = nonnegative(base - 1, 0), most = nonnegative(Polynomial(m) - 1 - base, 0);
    if (!least || !most) return std::nullopt;
    const auto [power, bit] = legs_.fermat(m, base);
    const Id opposite = bit + 1, product = bit + 2, part = bit + 3;
    const Polynomial c = of(power + 1), q = of(power + 2), d = of(power + 3), size = m;
    const auto quiet_bound = [&](const Polynomial& claim, std::vector<check::Product> products,
                                 std::vector<check::Multiple> zeros) {
        return legs_.quietly(check::Bound{claim, std::move(products), std::move(zeros)},
                             {Kind::nonnegative, claim});
    };
    const Id above = quiet_bound(size * d, {{1, {bit, *least}}, {1, {bit}}}, {{part, -1}}),
             below = quiet_bound(size - 1 - size * d,
                                 {{1, {*most}}, {1, {opposite, *least}}, {1, {opposite}}}, {{part, 1}});
    const Id natural = legs_.quietly(check::Round{above, m}, {Kind::nonnegative, d}),
             negative = legs_.quietly(check::Round{below, m}, {Kind::nonnegative, Polynomial() - d});
    const Id none = legs_.quietly(check::Both{natural, negative}, {Kind::zero, d});
    const Id not_above =
        quiet_bound(Polynomial() - c, {{1, {bit, *least}}}, {{part, -1}, {none, Polynomial() - size}});
    const Id no_bit = legs_.quietly(check::Both{bit, not_above}, {Kind::zero, c});
    const Polynomial quotient = Polynomial() - q;
    const Id zero = legs_.sum_of_zeros(1 - base * of(power) - size * quotient, {{product, -1}, {no_bit, 1}});
    return legs_.state().fermats.emplace_back(Unit{base, m, of(power), quotient, zero});
}

// The polynomial that decides whether an inverse of the goal exists: x or its number is 0, or else x >= 1.
std::optional<Polynomial> Prover::undecided_unit(const Fact& goal) const {
    const std::set<Variable> wanted = values_of(goal);
    for (const Legs::InverseOf& it : legs_.state().inverses_of) {
        const Polynomial x = legs_.reduce(it.x).rest;
        if (!(wanted.contains(it.inverse) || wanted.contains(it.exists)) || x.is_constant() ||
            !it.m.is_constant() || legs_.is_replaced(it.exists) || !is_prime(it.m.constant()))
            continue;
        const auto t = is_zero(x);
        return (t && !t->is_constant() ? *t : x) - 1;
    }
    return std::nullopt;
}

}  // namespace limbsmith::derive::loops
