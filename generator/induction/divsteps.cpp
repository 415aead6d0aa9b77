#include "induction/divsteps.hpp"

#include <algorithm>

namespace limbsmith::induction {
namespace {

Integer power_of_2(long exponent) { return mpz_class(mpz_class(1) << exponent); }

// Theorem DIVSTEP_ENDTOEND_BITS_SIMPLE: if f is odd, 0 <= g <= f <= 2^b and 9437·b + 1 <= 4096·n, then n
// divsteps from delta = 1/2 lead to g = 0. The greatest such b; negative if there is none.
long most_bits(const mpz_class& n) {
    mpz_class b;
    mpz_fdiv_q_ui(b.get_mpz_t(), mpz_class(4096 * n - 1).get_mpz_t(), 9437);
    return b.get_si();
}
constexpr const char* theorem =
    "DIVSTEP_ENDTOEND_BITS_SIMPLE (HOL Light, Divstep/divstep_bounds.ml): g = 0 after n divsteps from delta "
    "= 1/2 "
    "if f is odd, 0 <= g <= f <= 2^b and 9437*b + 1 <= 4096*n";

}  // namespace

bool Divsteps::are_equal(const State& x, const State& y) const {
    return known_.is_zero(x.eta - y.eta) && known_.is_zero(x.f - y.f) && known_.is_zero(x.g - y.g);
}

void Divsteps::assume(const State& from, const State& to, const Integer& count) {
    if (!known_.is_odd(from.f)) throw Unproved("whether f = " + from.f.text() + " is odd");
    known_.odd(to.f);
    if (known_.is_odd(from.eta)) known_.odd(to.eta);
    if (from.eta.is_constant()) {
        const Integer most = Integer(mpz_class(abs(mpz_class(from.eta.constant())))) + count.times(2);
        known_.not_negative(most - to.eta);
        known_.not_negative(most + to.eta);
    }
    known_.common_divisor_is(to.f, to.g, known_.common_divisor(from.f, from.g));
    if (known_.is_not_negative(from.f) && known_.is_not_negative(from.g)) {
        bound(from, to);
        end(from, to, count);
    }
    runs_.push_back({from, to, count});
}

void Divsteps::bound(const State& from, const State& to) {
    const Integer most = known_.decide_less(from.f, from.g) ? from.g : from.f;
    for (const Integer& it : {to.f, to.g}) {
        known_.not_negative(most - it);
        known_.not_negative(most + it);
    }
}

// Where g is odd and more than f, the first step leads to (g, (g - f)/2), again with delta = 1/2.
void Divsteps::end(const State& from, const State& to, const Integer& count) {
    if (!(from.eta + 1).is_zero() || !count.is_constant()) return;
    const bool is_ordered = known_.is_not_negative(from.f - from.g);
    if (!is_ordered && !(known_.is_not_negative(from.g - from.f) && known_.decide_odd(from.g))) return;
    const long bits = most_bits(mpz_class(count.constant()) - (is_ordered ? 0 : 1));
    if (bits < 0 || !known_.is_not_negative(power_of_2(bits) - (is_ordered ? from.f : from.g))) return;
    const auto symbol = known_.reduced(to.g).single_symbol();
    known_.zero(to.g, symbol ? std::vector{*symbol} : std::vector<std::string>{});
    const Integer size = known_.magnitude(to.f);  // gcd(f, 0)
    const auto magnitude = size.single_symbol();
    known_.zero(size - known_.common_divisor(from.f, from.g),
                magnitude ? std::vector{*magnitude} : std::vector<std::string>{});
    theorems_.insert(theorem);
}

void Divsteps::assume_matrix(int count, const State& remainders, const Matrix& matrix, const Integer& eta) {
    const Integer power = power_of_2(count);
    const auto f = known_.whole_of(remainders.f, power), g = known_.whole_of(remainders.g, power);
    if (!f || !g) throw Unproved("of which numbers a matrix of divsteps is");
    const auto row = [&](const Integer& x, const Integer& y) {
        const Integer sum = x * *f + y * *g, quotient = known_.quotient(sum, power);
        known_.zero(sum - power * quotient);
        known_.congruent(sum - power * quotient, 0);
        return quotient;
    };
    const Integer next_f = row(matrix.u, matrix.v), next_g = row(matrix.q, matrix.r);
    assume({remainders.eta, *f, *g}, {eta, next_f, next_g}, count);
}

bool Divsteps::lead(const State& from, const State& to, const Integer& count) const {
    if (count.is_zero()) return are_equal(from, to);
    return std::ranges::any_of(runs_, [&](const Run& last) {
        if (!are_equal(last.to, to) || !known_.is_not_negative(count - last.count)) return false;
        if (are_equal(last.from, from)) return known_.is_zero(count - last.count);
        // one run before the last
        return std::ranges::any_of(runs_, [&](const Run& first) {
            return are_equal(first.from, from) && are_equal(first.to, last.from) &&
                   known_.is_zero(count - first.count - last.count);
        });
    });
}

}  // namespace limbsmith::induction
