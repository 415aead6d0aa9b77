// The test of Lucas and Lehmer: 2^p - 1 is prime if and only if s = 0 after p - 2 steps s <- s^2 - 2 from s = 4, for an
// odd prime p.
//
// mersenne [P...]: for each exponent (default 44497 and 756839 on a GPU, 521 and 523 without one) whether 2^P - 1 is
// prime, and the lowest 64 bits of the last s, which others publish as the residue. Exit code 1 where it is known to be
// otherwise. Source: D. Lehmer, An extended theory of Lucas' functions, 1930; sequence A000043 of the OEIS.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "../machine.hpp"
#include "grid/arithmetic.hpp"

namespace {

using namespace limbsmith::grid;

// Exponents of the Mersenne primes.
constexpr uint32_t known[] = {
    3,       5,       7,       13,      17,       19,       31,       61,       89,       107,     127,
    521,     607,     1279,    2203,    2281,     3217,     4253,     4423,     9689,     9941,    11213,
    19937,   21701,   23209,   44497,   86243,    110503,   132049,   216091,   756839,   859433,  1257787,
    1398269, 2976221, 3021377, 6972593, 13466917, 20996011, 24036583, 25964951, 30402457, 32582657};

// s^2 - 2 modulo m = 2^p - 1, for s below 2^p. s^2 + (m - 2) is below 2^(2p); folded twice it is at most 2^p - 1.
class Test {
  public:
    Test(Arithmetic& arithmetic, uint32_t p)
        : arithmetic_(arithmetic),
          p_(p),
          words_(p / 32 + 1),
          s_(arithmetic.make(words_, 1)),
          minus_two_(arithmetic.make(words_, 1)),
          square_(arithmetic.make(2 * words_, 1)),
          folded_(arithmetic.make(words_, 1)) {
        std::vector<uint32_t> words(words_, UINT32_MAX);
        words.back() = (uint32_t{1} << p % 32) - 1;
        words[0] -= 2;
        arithmetic.machine().write(minus_two_.memory.get(), words);
        std::ranges::fill(words, 0);
        words[0] = 4;
        arithmetic.machine().write(s_.memory.get(), words);
    }

    void step() {
        arithmetic_.multiply(square_, s_, s_, 1);
        arithmetic_.add(square_, square_, minus_two_, 1);
        arithmetic_.fold(folded_, square_, p_, 1);
        arithmetic_.fold(s_, folded_, p_, 1);
    }

    // The words of s below m; m itself is 0.
    std::vector<uint32_t> residue() const {
        std::vector<uint32_t> words = arithmetic_.words(s_);
        const auto is_full = [&](size_t i) {
            return words[i] == (i + 1 < words.size() ? UINT32_MAX : (1u << p_ % 32) - 1);
        };
        for (size_t i = 0; i < words.size(); ++i)
            if (!is_full(i)) return words;
        return std::vector<uint32_t>(words.size());
    }

  private:
    Arithmetic& arithmetic_;
    uint32_t p_, words_;
    Numbers s_, minus_two_, square_, folded_;
};

// Whether the answer is the known one.
bool test(Arithmetic& arithmetic, uint32_t p) {
    const auto start = std::chrono::steady_clock::now();
    Test run(arithmetic, p);
    const uint32_t steps = p - 2, part = std::max(steps / 20, 10000u);
    for (uint32_t i = 0; i < steps; ++i) {
        run.step();
        if (i % part != 0 || i == 0) continue;
        run.residue();  // waits, so that the progress is that of the GPU
        std::fprintf(stderr, "\r2^%u - 1: %u of %u steps", p, i, steps);
    }
    const std::vector<uint32_t> residue = run.residue();
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (steps > part) std::fprintf(stderr, "\r%60s\r", "");
    const bool is_prime = std::ranges::all_of(residue, [](uint32_t word) { return word == 0; });
    const uint64_t low = residue[0] | (residue.size() > 1 ? uint64_t{residue[1]} << 32 : 0);
    std::printf("2^%u - 1 is %s, residue %016llX, in %.3g s\n", p, is_prime ? "prime" : "not prime",
                static_cast<unsigned long long>(low), seconds);
    return is_prime == (std::ranges::find(known, p) != std::end(known));
}

bool is_odd_prime(uint32_t n) {
    for (uint32_t d = 3; d <= n / d; d += 2)
        if (n % d == 0) return false;
    return n > 2 && n % 2 == 1;
}

}  // namespace

int main(int count, char** arguments) {
    constexpr uint32_t most = 32582657;
    std::vector<uint32_t> exponents;
    for (int i = 1; i < count; ++i) {
        char* end = nullptr;
        const unsigned long p = std::strtoul(arguments[i], &end, 10);
        if (*end != '\0' || p > most || !is_odd_prime(static_cast<uint32_t>(p))) {
            std::fprintf(stderr, "usage: mersenne [P...], odd primes up to %u; not '%s'\n", most,
                         arguments[i]);
            return 2;
        }
        exponents.push_back(static_cast<uint32_t>(p));
    }
    try {
        const auto machine = chosen_machine();
        Arithmetic arithmetic(*machine);
        const bool is_gpu = dynamic_cast<Gpu*>(machine.get()) != nullptr;
        if (exponents.empty())
            exponents = is_gpu ? std::vector<uint32_t>{44497, 756839} : std::vector<uint32_t>{521, 523};
        bool is_right = true;
        for (const uint32_t p : exponents) is_right &= test(arithmetic, p);
        if (!is_right) std::fprintf(stderr, "mersenne: that is not what is known\n");
        return is_right ? 0 : 1;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "mersenne: %s\n", error.what());
        return 1;
    }
}
