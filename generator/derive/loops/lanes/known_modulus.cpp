// If a modulus N is known, the values that a routine computes from it are constants, too. 1 = x·u + y·h for
// constants x and y without a common divisor; so their divisor is 1, and the inverse of x modulo y is u.
#include "derive/loops/lanes/prover.hpp"

namespace limbsmith::derive::loops::lanes {

using Kind = Fact::Kind;
using check::Monomial;

namespace {

std::optional<mpz_class> inverse(const mpz_class& x, const mpz_class& y) {
    mpz_class u;
    if (y < 2 || mpz_invert(u.get_mpz_t(), x.get_mpz_t(), y.get_mpz_t()) == 0) return std::nullopt;
    return u;
}

void add_multiples(std::vector<Multiple>& zeros, const std::vector<Multiple>& more,
                   const Polynomial& factor) {
    for (const Multiple& it : more) zeros.push_back({it.fact, factor * it.factor});
}

}  // namespace

// value·size - number - N·(the value after it): N is known where the first residue is seen.
std::optional<mpz_class> Prover::modulus_of_residue(const Polynomial& p, Variable value, int sign) const {
    const auto found = p.terms().find({value + 1});
    if (found == p.terms().end()) return std::nullopt;
    const mpz_class N = -sign * found->second;
    if (N < 3 || mpz_even_p(N.get_mpz_t()) || (state_.known_modulus && state_.known_modulus != N))
        return std::nullopt;
    return N;
}

// The divisor d of constants x and y, where x = d·(d + 1) and y = d·(d + 2), as the facts id and id + 1 say: it
// divides 1.
bool Prover::is_divisor_of_constants(Id id, Variable d, const Polynomial& x, const Polynomial& y) {
    const auto [X, of_x] = known_.reduce(x);
    const auto [Y, of_y] = known_.reduce(y);
    const auto u = X.is_constant() && Y.is_constant() ? inverse(X.constant(), Y.constant()) : std::nullopt;
    if (!u) return false;
    const mpz_class h = (1 - *u * X.constant()) / Y.constant();
    const Polynomial part = Polynomial(*u) * of(d + 1) + Polynomial(h) * of(d + 2);
    std::vector<Multiple> zeros{{id, *u}, {id + 1, h}};
    add_multiples(zeros, of_x, mpz_class(-*u));
    add_multiples(zeros, of_y, mpz_class(-h));
    const Id is_part = known_.sum(1 - of(d) * part, std::move(zeros));
    const Id same =
        known_.same_divisor({of(d), 1, of(d), part}, {id - 1, known_.one(), known_.sum(0, {}), is_part});
    known_.mention(of(d));
    known_.find_out(d, 1, same, 1);
    return true;
}

// i - Y·(h·i + u·q) - u = u·(i·x - 1 - y·q) for constants x = X and y = Y.
bool Prover::is_inverse_of_constants(const InverseOf& it) {
    const auto [X, of_x] = known_.reduce(it.x);
    const auto [Y, of_y] = known_.reduce(it.y);
    const auto u = X.is_constant() && Y.is_constant() ? inverse(X.constant(), Y.constant()) : std::nullopt;
    if (!u) return false;
    const Polynomial i = of(it.inverse), q = of(it.inverse + 1);
    decide();  // that y is above 0: only then there is a range
    const auto least = by_sum(i), most = least ? by_sum(Y - 1 - i) : std::nullopt;
    if (!most) return false;
    const mpz_class h = (1 - *u * X.constant()) / Y.constant(), above = Y.constant() - 1 - *u;
    const Polynomial a = Polynomial(h) * i + Polynomial(*u) * q;
    std::vector<Multiple> zeros{{it.zero, *u}};
    add_multiples(zeros, of_x, Polynomial(mpz_class(-*u)) * i);
    add_multiples(zeros, of_y, Polynomial(*u) * q);
    const Id zero = known_.sum(i - Y * a - Polynomial(*u), std::move(zeros));
    const Id u_least = known_.bound(*u, {{*u, {}}}), u_most = known_.bound(above, {{above, {}}});
    const Id first = known_.one_division({Y, 0, i, a, *u, zero, *least, *most, u_least, u_most});
    set(it.inverse, *u, first + 1);
    return true;
}

// A rest of a division by N, which only congruences use.
bool Prover::take_known_residue(const Division& it) {
    if (!state_.known_modulus || it.m != *state_.known_modulus || it.sign < 0) return false;
    const Polynomial claim = it.number - Polynomial(it.m) * of(it.high) - of(it.low);
    const Id zero = it.of_zero < 0 ? it.zero : known_.sum(claim, {{it.zero, -1}});
    known_.mention(claim);
    state_.remainders.push_back({it.high, it.low, it.m, it.number, zero});
    return true;
}

}  // namespace limbsmith::derive::loops::lanes
