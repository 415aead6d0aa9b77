// The curves of the Certicom challenge, and computations on them.
#pragma once

#include <gmpxx.h>

#include <optional>
#include <string>
#include <vector>

namespace limbsmith::test {

// An affine point; nullopt is the point at infinity.
struct Affine {
    mpz_class x, y;
    bool operator==(const Affine&) const = default;
};
using MaybeAffine = std::optional<Affine>;

// y^2 = x^3 + a*x + b modulo p; P has the prime order n; Q is a multiple of P.
struct Challenge {
    std::string name;  // ECCp-79
    mpz_class p, a, b, n;
    Affine P, Q;
    std::optional<mpz_class> log;  // log*P = Q, if it is known
};

// The curves of tests/data/certicom.json.
std::vector<Challenge> challenges();

// scalar*point by GMP only.
MaybeAffine multiple_by_gmp(const Challenge& curve, const Affine& point, const mpz_class& scalar);

// A multiple to compute, and its expected value.
struct Task {
    std::string what;  // "n*P"
    Affine point;
    mpz_class scalar;
    MaybeAffine want;
};

// n*P and n*Q, which are at infinity; 0, 1, 2, n-1, n+1 times P; log*P = Q if the logarithm is known; and
// `random` multiples of P and Q by GMP. Scalars fit the limbs of p.
std::vector<Task> tasks(const Challenge& curve, int random);

}  // namespace limbsmith::test
