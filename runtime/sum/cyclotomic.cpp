// Let m = Π q over powers q of primes p. ζ^t is the product of ζ_q^s with s = t·(m/q)^-1 mod q. The powers s < q − q/p are a basis
// of Q(ζ_q), since Σ ζ_q^(s + i·q/p) = 0 over i = 0 … p − 1; the products of such powers are one of Q(ζ), since the fields Q(ζ_q)
// are linearly disjoint. Adding m/p to t adds q/p to s, and changes no other digit: so each prime is treated by itself.
#include "sum/cyclotomic.hpp"

#include <algorithm>

namespace limbsmith::sum {
namespace {

// x^-1 modulo q, by trial: both are small. requires: coprime.
std::size_t inverse_modulo(std::size_t x, std::size_t q) {
    std::size_t inverse = q == 1 ? 0 : 1;
    while (x % q * inverse % q != 1 % q) ++inverse;
    return inverse;
}

// Writes Σ a[t]·ζ^t in the basis.
void reduce_by_prime(std::vector<mpz_class>& a, std::size_t p, std::size_t q) {
    const std::size_t m = a.size(), step = m / p, inverse = inverse_modulo(m / q, q);
    for (std::size_t t = 0; t < step; ++t) {
        const std::size_t top = t % q * inverse % q / (q / p);
        const mpz_class dropped = a[t + (p - 1 - top) * step];
        if (dropped == 0) continue;
        for (std::size_t i = 0; i < p; ++i) a[t + i * step] -= dropped;
    }
}
void reduce(std::vector<mpz_class>& a) {
    std::size_t rest = a.size();
    for (std::size_t p = 2; rest > 1; ++p) {
        if (rest % p != 0) continue;
        std::size_t q = 1;
        for (; rest % p == 0; rest /= p) q *= p;
        reduce_by_prime(a, p, q);
    }
}

bool are_zero(const std::vector<mpz_class>& a, std::size_t first) {
    return std::all_of(a.begin() + std::ptrdiff_t(first), a.end(), [](const mpz_class& x) { return x == 0; });
}

}  // namespace

std::optional<mpz_class> twice_rational_sum(const std::vector<mpz_class>& cosines,
                                            const std::vector<mpz_class>& sines) {
    // 2·cos = ζ^t + ζ^-t, 2·sin = −i·(ζ^t − ζ^-t).
    const std::size_t m = cosines.size();
    std::vector<mpz_class> real(m), imaginary(m);
    for (std::size_t t = 0; t < m; ++t) {
        const std::size_t opposite = t == 0 ? 0 : m - t;
        real[t] += cosines[t];
        real[opposite] += cosines[t];
        imaginary[t] += sines[t];
        imaginary[opposite] -= sines[t];
    }
    if (m % 4 == 0) {  // −i = ζ^(3m/4)
        for (std::size_t t = 0; t < m; ++t) real[(t + 3 * m / 4) % m] += imaginary[t];
    } else {  // i is no element of Q(ζ): real − i·imaginary is rational only if the imaginary part is 0
        reduce(imaginary);
        if (!are_zero(imaginary, 0)) return std::nullopt;
    }
    reduce(real);
    if (!are_zero(real, 1)) return std::nullopt;
    return real[0];
}

}  // namespace limbsmith::sum
