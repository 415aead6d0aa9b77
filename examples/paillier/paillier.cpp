// Paillier's cryptosystem in batches: encrypts, adds, multiplies by constants and decrypts under a key of 2,048 bits.
//
// paillier --help says the rest. Source: Paillier, EUROCRYPT 1999, with g = N + 1.
#include <cstdio>
#include <limbsmith/apply.hpp>
#include <limbsmith/gmp.hpp>
#include <limbsmith/resize.hpp>

#include "../arguments.hpp"
#include "../mpz.hpp"
#include "modulo_n.cuh"     // modulo N, 2,048 bits
#include "modulo_n2.cuh"    // modulo N^2, 4,096 bits
#include "numbers4096.cuh"  // whole numbers

namespace {

using namespace limbsmith;
using number = numbers4096::joined<numbers4096::num>;
using residue = modulo_n2::joined<modulo_n2::plain>;
using exponent = modulo_n2::joined<modulo_n2::exponent>;
using message = modulo_n::joined<modulo_n::plain>;

struct Key {
    number n, n_inverse;  // N, N^-1 mod 2^4096
    residue n2;           // N^2
    message n_short, mu;  // N, lambda^-1 mod N
    exponent lambda;      // lcm(p - 1, q - 1)
};

// c = (1 + m·N)·r^N mod N^2, for r prime to N.
batch<residue> encrypt(const batch<message>& m, const batch<residue>& r, const Key& key) {
    batch<number> sum(m.size());
    resize(sum, m);
    apply(numbers4096::ops::mul_lo(), sum, sum, key.n);
    apply(numbers4096::ops::add(), sum, sum, from_mpz<number>(mpz(1)));
    batch<residue> plain(m.size()), c(m.size());
    resize(plain, sum);
    apply(modulo_n2::ops::pow(), c, r, truncated<exponent>()(key.n), key.n2);
    apply(modulo_n2::ops::mul(), c, plain, c, key.n2);
    return c;
}

// m = L(c^lambda mod N^2)·mu mod N with L(x) = (x - 1)/N, an exact division: a product with N^-1 mod 2^4096.
batch<message> decrypt(const batch<residue>& c, const Key& key) {
    batch<residue> power(c.size());
    apply(modulo_n2::ops::pow_secret(), power, c, key.lambda, key.n2);
    batch<number> quotient(c.size());
    resize(quotient, power);
    apply(numbers4096::ops::sub(), quotient, quotient, from_mpz<number>(mpz(1)));
    apply(numbers4096::ops::mul_lo(), quotient, quotient, key.n_inverse);
    batch<message> m(c.size());
    resize(m, quotient);
    apply(modulo_n::ops::mul(), m, m, key.mu, key.n_short);
    return m;
}

// The message of a sum is the sum of the messages; that of a k-th power, k times the message.
batch<residue> add(const batch<residue>& c, const batch<residue>& d, const Key& key) {
    batch<residue> sum(c.size());
    apply(modulo_n2::ops::mul(), sum, c, d, key.n2);
    return sum;
}
batch<residue> scale(const batch<residue>& c, const exponent& k, const Key& key) {
    batch<residue> scaled(c.size());
    apply(modulo_n2::ops::pow(), scaled, c, k, key.n2);
    return scaled;
}

constexpr const char* usage =
    "usage: paillier [COUNT]\n"
    "Encrypts, adds, multiplies and decrypts COUNT numbers under a key of 2,048 bits: on the GPU if there is "
    "one, else on\n"
    "all cores. COUNT is a number from 1 to 65536; default: 1024 on a GPU, 8 on the host, which takes some "
    "seconds.\n"
    "Every result is compared with GMP's. Exit codes: 0 done, 1 a result is wrong or the work failed, 2 "
    "usage.\n";

int run(size_t count) {
    now("a key");
    random_numbers random(1);
    const mpz p = random.prime(1024), q = random.prime(1024), n = p * q, n2 = n * n;
    const mpz lambda = lcm(p - 1, q - 1), mu = inverse(lambda, n), factor = random.below(n);
    const Key key{from_mpz<number>(n),   from_mpz<number>(inverse(n, power_of_two(4096))),
                  from_mpz<residue>(n2), from_mpz<message>(n),
                  from_mpz<message>(mu), from_mpz<exponent>(lambda)};

    std::vector<mpz> a{0, 1, n - 1}, b{n - 1, n - 1, n - 1}, r;
    for (size_t i = 0; i < count; ++i) {
        if (i >= a.size()) a.push_back(random.below(n)), b.push_back(random.below(n));
        r.push_back(random.below(n));
    }
    a.resize(count), b.resize(count);
    const auto first = from_mpz<message>(a), second = from_mpz<message>(b);
    const auto blinding = from_mpz<residue>(r);
    const std::string numbers = std::to_string(count) + " numbers on " + to_string(blinding.where());
    now("encryption of two times " + numbers);
    const batch<residue> c = encrypt(first, blinding, key), d = encrypt(second, blinding, key);
    const auto encrypted = read_mpz<mpz>(c);
    now("sums, and their decryption");
    const auto sums = read_mpz<mpz>(decrypt(add(c, d, key), key));
    now("multiples, and their decryption");
    const auto multiples = read_mpz<mpz>(decrypt(scale(c, from_mpz<exponent>(factor), key), key));
    now("the same by GMP");

    size_t wrong = 0;
    for (size_t i = 0; i < count; ++i) {
        wrong += encrypted[i] != (1 + a[i] * n) * power(r[i], n, n2) % n2;
        wrong += sums[i] != (a[i] + b[i]) % n;
        wrong += multiples[i] != a[i] * factor % n;
    }
    std::printf("%zu numbers encrypted, added, multiplied and decrypted on %s: %zu wrong\n", count,
                to_string(c.where()).c_str(), wrong);
    return wrong ? 1 : 0;
}

}  // namespace

int main(int arguments, char** argument) {
    const auto given = count_argument(arguments, argument, 1, 65536, usage);
    try {
        return run(given.value_or(batch<residue>(1).where().is_gpu() ? 1024 : 8));
    } catch (const std::exception& error) {
        std::fprintf(stderr, "paillier: %s\n", error.what());
        return 1;
    }
}
