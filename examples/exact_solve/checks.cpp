#include "checks.hpp"

#include <algorithm>
#include <optional>

namespace exact_solve {
namespace {

bool is_in_lowest_terms(const mpq_class& x) { return x.get_den() > 0 && gcd(x.get_num(), x.get_den()) == 1; }

// A·x = b, both sides multiplied by the common denominator of x: sums of mpq with small denominators.
bool is_solved(const System& system, const std::vector<mpq_class>& x) {
    mpz_class common = 1;
    for (const mpq_class& it : x) common = lcm(common, it.get_den());
    std::vector<mpq_class> scaled;
    for (const mpq_class& it : x) scaled.emplace_back(it.get_num() * mpz_class(common / it.get_den()));
    for (size_t i = 0; i < system.size; ++i) {
        mpq_class sum = 0;
        for (size_t j = 0; j < system.size; ++j) sum += system.at(i, j) * scaled[j];
        if (sum != system.at(i, system.size) * common) return false;
    }
    return true;
}

uint64_t modulo(const mpz_class& x, uint64_t p) { return mpz_fdiv_ui(x.get_mpz_t(), p); }

uint64_t inverse(uint64_t x, uint64_t p) {
    uint64_t power = 1;
    for (uint64_t e = p - 2; e; e >>= 1, x = x * x % p)
        if (e & 1) power = power * x % p;
    return power;
}

// nullopt if p divides a denominator
std::optional<uint64_t> modulo(const mpq_class& x, uint64_t p) {
    if (x.get_den() == 1) return modulo(x.get_num(), p);
    const uint64_t denominator = modulo(x.get_den(), p);
    if (denominator == 0) return std::nullopt;
    return modulo(x.get_num(), p) * inverse(denominator, p) % p;
}

// Elimination with inverses of pivots.
std::optional<uint64_t> determinant_modulo(const System& system, uint64_t p) {
    const size_t n = system.size;
    std::vector<std::vector<uint64_t>> rows(n, std::vector<uint64_t>(n));
    for (size_t i = 0; i < n; ++i) {
        for (size_t j = 0; j < n; ++j) {
            const std::optional<uint64_t> entry = modulo(system.at(i, j), p);
            if (!entry) return std::nullopt;
            rows[i][j] = *entry;
        }
    }
    uint64_t determinant = 1;
    for (size_t k = 0; k < n; ++k) {
        size_t pivot = k;
        while (pivot < n && rows[pivot][k] == 0) ++pivot;
        if (pivot == n) return 0;
        if (pivot != k) {
            std::swap(rows[pivot], rows[k]);
            determinant = (p - determinant) % p;
        }
        determinant = determinant * rows[k][k] % p;
        const uint64_t scale = inverse(rows[k][k], p);
        for (size_t i = k + 1; i < n; ++i) {
            const uint64_t factor = p - rows[i][k] * scale % p;
            for (size_t j = k; j < n; ++j) rows[i][j] = (rows[i][j] + factor * rows[k][j] % p) % p;
        }
    }
    return determinant;
}

}  // namespace

std::vector<uint64_t> random_primes(size_t count, gmp_randclass& random) {
    std::vector<uint64_t> primes;
    while (primes.size() < count) {
        mpz_class p = (mpz_class(1) << 31) + random.get_z_bits(31);
        mpz_nextprime(p.get_mpz_t(), p.get_mpz_t());
        if (p < mpz_class(1) << 32) primes.push_back(p.get_ui());
    }
    return primes;
}

std::string mistake_of(const System& system, const Solution& solution, std::span<const uint64_t> primes) {
    const auto& [is_singular, swaps, determinant, x] = solution;
    if (!is_in_lowest_terms(determinant) || !std::ranges::all_of(x, is_in_lowest_terms))
        return "a number is not in lowest terms";
    if (is_singular != (determinant == 0)) return "the determinant is 0 for other than singular systems";
    if (system.kind == Kind::hilbert && determinant != hilbert_determinant(system.size))
        return "the determinant is not the one that is known for Hilbert's matrix";
    for (const uint64_t p : primes) {
        const std::optional<uint64_t> wanted = determinant_modulo(system, p);
        if (wanted && modulo(determinant, p) != wanted)
            return "the determinant is another one modulo " + std::to_string(p);
    }
    if (is_singular) return x.empty() ? "" : "a singular system has a solution";
    return x.size() == system.size && is_solved(system, x) ? "" : "A·x is not b";
}

}  // namespace exact_solve
