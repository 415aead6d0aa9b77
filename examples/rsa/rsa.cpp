// RSA in batches: verifies known signatures of 2,048 to 4,096 bits, then signs with keys of 2,048 bits by the
// Chinese remainder theorem, and verifies.
//
// rsa --help says the rest. Source: RFC 8017, sections 5.2 and 9.2.
#include <chrono>
#include <cstdio>
#include <limbsmith/apply.hpp>
#include <limbsmith/crt.hpp>
#include <limbsmith/gmp.hpp>
#include <string>
#include <tuple>
#include <utility>

#include "../arguments.hpp"
#include "../mpz.hpp"
#include "known_answers.hpp"
#include "modulo_2048.cuh"   // modulo N, 2,048 bits
#include "modulo_4096.cuh"   // modulo N of up to 4,096 bits
#include "modulo_prime.cuh"  // modulo its factors, 1,024 bits
#include "numbers2048.cuh"   // whole numbers

namespace {

using namespace limbsmith;
using number = numbers2048::joined<numbers2048::num>;
using residue = modulo_2048::joined<modulo_2048::plain>;
using half = modulo_prime::joined<modulo_prime::plain>;
using half_exponent = modulo_prime::joined<modulo_prime::exponent>;
using long_residue = modulo_4096::joined<modulo_4096::plain>;

const mpz public_exponent = 65537;

// s^65537 mod n, each with its own n.
batch<residue> verify(const batch<residue>& s, const batch<residue>& n) {
    batch<residue> m(s.size());
    apply(modulo_2048::ops::pow_e(), m, s, n);
    return m;
}

// The private keys of a batch: p > q, exponents d mod p - 1 and d mod q - 1, q^-1 mod p.
struct Keys {
    batch<half> p, q, q_inverse;
    batch<half_exponent> dp, dq;
};

// c mod p for the factor p of a key.
batch<half> modulo(const batch<number>& c, const batch<half>& p) {
    batch<half> rest(c.size());
    remainder(numbers2048::ops::divrem(), rest, c, p);
    return rest;
}

// m^d mod p·q, from m^dp mod p and m^dq mod q. The exponents are secret.
batch<residue> sign(const batch<residue>& m, const Keys& key) {
    using steps = crt_steps<modulo_prime::ops::sub, modulo_prime::ops::mul, numbers2048::ops::mul_lo,
                            numbers2048::ops::add>;
    const size_t count = m.size();
    batch<number> c(count), s(count);
    resize(c, m);
    batch<half> sp(count), sq(count);
    apply(modulo_prime::ops::pow_secret(), sp, modulo(c, key.p), key.dp, key.p);
    apply(modulo_prime::ops::pow_secret(), sq, modulo(c, key.q), key.dq, key.q);
    crt(steps(), s, sp, key.p, sq, key.q, key.q_inverse);
    batch<residue> signature(count);
    resize(signature, s);
    return signature;
}

// The signatures, and the seconds until all of them are there.
std::tuple<batch<residue>, double> timed_sign(const batch<residue>& m, const Keys& key) {
    const auto start = std::chrono::steady_clock::now();
    batch<residue> signatures = sign(m, key);
    stream::standard(m.where()).synchronize();
    return {std::move(signatures),
            std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count()};
}

// 00 01 ff ... ff 00 DigestInfo, as long as the key.
mpz padded(const known_answer& known) {
    const std::string info = known.digest_info;
    return mpz("1" + std::string(known.bits / 4 - 6 - info.size(), 'f') + "00" + info, 16);
}

// Known signatures, and for each key numbers that are none: 0, 1, n - 1, n - s, 2s mod n, and s with its lowest or
// highest bit flipped. By GMP, such a number signs another message.
size_t wrong_known_answers() {
    std::vector<mpz> n, s, wanted;
    size_t wrong = 0;
    for (const known_answer& known : known_answers) {
        const mpz key(known.n, 16), right(known.signature, 16), message = padded(known);
        const auto add = [&](const mpz& signature, const mpz& power) {
            n.push_back(key), s.push_back(signature), wanted.push_back(power);
        };
        add(right, message);
        const mpz highest = power_of_two(known.bits - 2);
        for (const mpz& other : {mpz(0), mpz(1), mpz(key - 1), mpz(key - right), mpz(2 * right % key),
                                 mpz(right ^ 1), mpz((right ^ highest) % key)}) {
            add(other, power(other, public_exponent, key));
            wrong += wanted.back() == message;
        }
    }
    const auto keys = from_mpz<long_residue>(n), signatures = from_mpz<long_residue>(s);
    batch<long_residue> made(n.size());
    apply(modulo_4096::ops::pow_e(), made, signatures, keys);
    const auto found = read_mpz<mpz>(made);
    for (size_t i = 0; i < n.size(); ++i) wrong += found[i] != wanted[i];
    return wrong;
}

constexpr const char* usage =
    "usage: rsa [COUNT]\n"
    "Verifies known signatures of 2,048 to 4,096 bits. Then signs COUNT messages with keys of 2,048 bits, up "
    "to eight\n"
    "different ones, and verifies them: on the GPU if there is one, else on all cores. COUNT is a number "
    "from 1 to\n"
    "1048576; default: 1024 on a GPU, 256 on the host. GMP checks every result. The rate that is printed is "
    "of signing\n"
    "alone, from arrays on the device to arrays on the device. A GPU signs twice, as does a host that takes "
    "less than a\n"
    "second, and the second time counts: kernels are loaded and checked in the first.\n"
    "Exit codes: 0 done, 1 a result is wrong or the work failed, 2 usage.\n";

int run(size_t count) {
    now("known signatures");
    const size_t wrong_known = wrong_known_answers();
    std::printf("known signatures of 2,048, 3,072 and 4,096 bits, and forged ones: %zu wrong\n", wrong_known);

    now("keys");
    random_numbers random(2);
    constexpr size_t different_keys = 8;
    std::vector<mpz> p, q, q_inverse, dp, dq, n, m;
    for (size_t i = 0; i < count; ++i) {
        if (const size_t k = i - different_keys; i >= different_keys) {
            for (auto* list : {&p, &q, &q_inverse, &dp, &dq, &n}) list->push_back((*list)[k]);
        } else {
            mpz a = random.prime(1024), b = random.prime(1024);
            if (a < b) std::swap(a, b);
            dp.push_back(inverse(public_exponent, a - 1)), dq.push_back(inverse(public_exponent, b - 1)),
                q_inverse.push_back(inverse(b, a));
            p.push_back(a), q.push_back(b), n.push_back(a * b);
        }
        m.push_back(i == 0 ? mpz(0) : i == 1 ? mpz(n[i] - 1) : i == 2 ? p[i] : random.below(n[i]));
    }
    const Keys keys{from_mpz<half>(p), from_mpz<half>(q), from_mpz<half>(q_inverse),
                    from_mpz<half_exponent>(dp), from_mpz<half_exponent>(dq)};
    const auto moduli = from_mpz<residue>(n), messages = from_mpz<residue>(m);
    now("signatures of " + std::to_string(count) + " messages on " + to_string(messages.where()));
    auto [signatures, seconds] = timed_sign(messages, keys);
    if (messages.on_device() || seconds < 1) std::tie(signatures, seconds) = timed_sign(messages, keys);
    const auto signed_ = read_mpz<mpz>(signatures);
    now("their verification");
    const auto verified = read_mpz<mpz>(verify(signatures, moduli));

    // Powers permute the residues: only the right signature below n is verified by GMP.
    now("verification by GMP");
    size_t wrong = 0;
    for (size_t i = 0; i < count; ++i)
        wrong +=
            signed_[i] >= n[i] || power(signed_[i], public_exponent, n[i]) != m[i] || verified[i] != m[i];
    const std::string where = to_string(messages.where());
    std::printf("%zu numbers signed and verified on %s: %zu wrong\n", count, where.c_str(), wrong);
    std::printf("%.0f signatures a second on %s, by the Chinese remainder theorem\n", double(count) / seconds,
                where.c_str());
    return wrong || wrong_known ? 1 : 0;
}

}  // namespace

int main(int arguments, char** argument) {
    const auto given = count_argument(arguments, argument, 1, 1 << 20, usage);
    try {
        return run(given.value_or(batch<residue>(1).where().is_gpu() ? 1024 : 256));
    } catch (const std::exception& error) {
        std::fprintf(stderr, "rsa: %s\n", error.what());
        return 1;
    }
}
