#include "spec/solinas.hpp"

#include <algorithm>

namespace limbsmith {
namespace {

constexpr int most_factors = 8;

int bit_length(const mpz_class& x) { return static_cast<int>(mpz_sizeinbase(x.get_mpz_t(), 2)); }

// x rounded to `bits` fractional bits: to the nearest, or down where the nearest begins with 2. Sums that begin with 1
// are at most 4/3, and x may be just below or equal to that: 2^p/N for N = 3·2^(p-2).
SignedPowers rounded(const mpq_class& x, int bits) {
    const mpq_class scaled = x * power_of_two(bits);
    SignedPowers sum = signed_powers(floor_of(scaled + mpq_class(1, 2)));
    if (sum.front().exponent > bits) sum = signed_powers(floor_of(scaled));
    for (SignedPower& power : sum) power.exponent -= bits;
    return sum;
}

int words_of(int bits) { return bits / limb_bits + 1; }

// Additions and shifts of words to multiply a number of `bits` bits by the sums.
int cost(const std::vector<SignedPowers>& product, int bits) {
    int operations = 0;
    for (const SignedPowers& sum : product) {
        for (const SignedPower& power : sum) {
            const int row = words_of(bits + power.exponent);
            if (power.exponent % limb_bits != 0) operations += row;
            // the shortest row is added to the bias, or to nothing
            if (&power != &sum.back() || &sum == &product.front()) operations += row;
        }
    }
    return operations;
}

// x rounded to `bits` fractional bits, as the cheapest product obtained by splitting off factors 1 ± 2^-k: 1
// + 2^-32 + 2^-64 + 2^-96 = (1 + 2^-64)·(1 + 2^-32).
std::vector<SignedPowers> product(const mpq_class& x, int bits, int h_bits, int factors) {
    const std::vector<SignedPowers> whole{rounded(x, bits)};
    if (factors == 1 || whole[0].size() < 4 || whole[0][0].exponent != 0) return whole;
    const SignedPowers factor{{0, false}, whole[0][1]};
    std::vector<SignedPowers> split = product(x / value(factor), bits, h_bits, factors - 1);
    split.push_back(factor);
    return cost(split, h_bits) < cost(whole, h_bits) ? split : whole;
}

// The estimate of h times the product, with `bias` added within the first sum.
Estimate through(const std::vector<SignedPowers>& product, const mpz_class& bias) {
    Estimate x{1, 0, 0};
    for (const SignedPowers& sum : product) {
        Estimate next{0, 0, 0};
        if (&sum == &product.front()) next.low = next.high = bias;
        for (const SignedPower& power : sum) next += x.times(power);
        x = next;
    }
    return x;
}

// The shifts with g guard bits, or nullopt if they do not suffice.
std::optional<SolinasShifts> shifts_with(int guard, const SignedPowers& powers, const mpz_class& n,
                                         const mpz_class& t_max) {
    const int p = powers.front().exponent;
    SolinasShifts shifts{powers, {}, guard, 0, t_max >> static_cast<mp_bitcnt_t>(p - guard)};
    const mpq_class exact = power_of_two(p) / mpq_class(n);
    // powers worth less than half of the guard bits are dropped; the bias compensates
    const int h_bits = bit_length(shifts.h_max);
    shifts.reciprocal = product(exact, std::max(h_bits - guard / 2, 1), h_bits, most_factors);
    if (shifts.reciprocal.front().front().exponent != 0) return std::nullopt;
    // t/2^(p-g) is h plus a fraction; s may be too large by less than 2^g, but never too small
    const auto error = [&] {
        const Estimate s = through(shifts.reciprocal, shifts.bias);
        const mpq_class slope = (s.slope - exact) * shifts.h_max;
        return std::pair<mpq_class, mpq_class>(s.low + std::min<mpq_class>(slope, 0) - exact,
                                               s.high + std::max<mpq_class>(slope, 0));
    };
    mpq_class bias = -error().first;
    for (size_t i = 1; i < shifts.reciprocal.size(); ++i) bias /= value(shifts.reciprocal[i]);
    shifts.bias = -floor_of(-bias);
    if (error().second >= power_of_two(guard)) return std::nullopt;
    return shifts;
}

}  // namespace

Estimate Estimate::times(SignedPower power) const {
    const mpq_class scale = power_of_two(power.exponent),
                    fraction = 1 - scale;  // floor subtracts less than 1
    const Estimate x{slope * scale, low * scale - fraction, high * scale};
    return power.negative ? Estimate{-x.slope, -x.high, -x.low} : x;
}

Estimate& Estimate::operator+=(const Estimate& other) {
    slope += other.slope;
    low += other.low;
    high += other.high;
    return *this;
}

std::optional<SolinasShifts> solinas_shifts(const Modulus& modulus, const mpz_class& t_max) {
    const SignedPowers powers = signed_powers(modulus.n());
    const int p = powers.front().exponent;
    for (int guard = p % limb_bits; guard <= p; guard += limb_bits) {
        if (auto shifts = shifts_with(guard, powers, modulus.n(), t_max)) return shifts;
    }
    return std::nullopt;
}

int additions(const SolinasShifts& shifts, const Modulus& modulus) {
    const int h_bits = bit_length(shifts.h_max), container = modulus.width().container_bits();
    int operations = cost(shifts.reciprocal, h_bits) + modulus.limbs();
    for (const SignedPower& power : shifts.modulus) {
        const int row = words_of(container - power.exponent);
        operations += power.exponent % limb_bits == 0 ? row : 2 * row;
    }
    return operations;
}

}  // namespace limbsmith
