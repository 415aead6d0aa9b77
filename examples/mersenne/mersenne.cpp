// The test of Lucas and Lehmer: 2^p - 1 is prime if and only if s = 0 after p - 2 steps s <- s^2 - 2 from s = 4, for an
// odd prime p.
//
// mersenne --help says the rest. Source: D. Lehmer, An extended theory of Lucas' functions, 1930; sequence A000043 of the
// OEIS.
#include <gmpxx.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

#include "../arguments.hpp"
#include "../machine.hpp"
#include "limbsmith/grid/arithmetic.hpp"

namespace {

using namespace limbsmith::grid;

// Exponents of the Mersenne primes.
constexpr uint32_t known[] = {
    3,       5,       7,       13,      17,       19,       31,       61,       89,       107,     127,
    521,     607,     1279,    2203,    2281,     3217,     4253,     4423,     9689,     9941,    11213,
    19937,   21701,   23209,   44497,   86243,    110503,   132049,   216091,   756839,   859433,  1257787,
    1398269, 2976221, 3021377, 6972593, 13466917, 20996011, 24036583, 25964951, 30402457, 32582657};

using Words = std::vector<uint32_t>;

// The words of s below m; m itself is 0.
Words reduced(Words s, uint32_t p) {
    const auto is_full = [&](size_t i) {
        return s[i] == (i + 1 < s.size() ? UINT32_MAX : (1u << p % 32) - 1);
    };
    for (size_t i = 0; i < s.size(); ++i)
        if (!is_full(i)) return s;
    return Words(s.size());
}

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

    // Waits until the steps are done.
    Words residue() const { return reduced(arithmetic_.words(s_), p_); }

  private:
    Arithmetic& arithmetic_;
    uint32_t p_, words_;
    Numbers s_, minus_two_, square_, folded_;
};

// The same by GMP.
class TestByGmp {
  public:
    explicit TestByGmp(uint32_t p) : p_(p), s_(4) {
        mpz_setbit(m_.get_mpz_t(), p);
        m_ -= 1;
    }

    void step() {
        s_ = s_ * s_ - 2;
        if (s_ < 0) s_ += m_;
        high_ = s_ >> p_;
        s_ = (s_ & m_) + high_;
        if (s_ >= m_) s_ -= m_;
    }

    Words residue() const {
        Words words(p_ / 32 + 1);
        mpz_export(words.data(), nullptr, -1, sizeof(uint32_t), 0, 0, s_.get_mpz_t());
        return words;
    }

  private:
    uint32_t p_;
    mpz_class m_, s_, high_;  // s is below m
};

// The last s. Says how far it is, each second.
template <class Test>
Words last_of(Test run, uint32_t p) {
    using Clock = std::chrono::steady_clock;
    Clock::time_point last = Clock::now();
    const uint32_t steps = p - 2;
    for (uint32_t i = 0; i < steps; ++i) {
        run.step();
        if (i % 1000 != 0 || Clock::now() - last < std::chrono::seconds(1)) continue;
        run.residue();  // waits, so that the progress is that of the GPU
        last = Clock::now();
        now("2^" + std::to_string(p) + " - 1: " + std::to_string(i) + " of " + std::to_string(steps) +
            " steps");
    }
    return run.residue();
}

// Whether the answer is the known one. Without a machine GMP computes.
bool test(Machine* machine, uint32_t p) {
    const auto start = std::chrono::steady_clock::now();
    Words residue;
    if (machine) {
        Arithmetic arithmetic(*machine);
        residue = last_of(Test(arithmetic, p), p);
    } else {
        residue = last_of(TestByGmp(p), p);
    }
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
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

constexpr const char* usage =
    "usage: mersenne [--interpret] [P...]\n"
    "Tests for each exponent P, an odd prime up to 32582657, whether 2^P - 1 is prime, and prints the lowest "
    "64 bits of the last s,\n"
    "which others publish as the residue: on a GPU if there is one, else by GMP; --interpret interprets the "
    "kernels of\n"
    "the GPU, for P up to some thousand. Default: 44497 and 756839 on a GPU, 9689 and 21701 by GMP, 127 and "
    "131 by the\n"
    "interpreter. Exit codes: 0 done, 1 it is known to be otherwise, or the work failed, 2 usage.\n";

}  // namespace

int main(int count, char** arguments) {
    constexpr uint32_t most = 32582657;
    help_if_asked(count, arguments, usage);
    std::vector<uint32_t> exponents;
    bool interprets = false;
    for (int i = 1; i < count; ++i) {
        if (std::string(arguments[i]) == "--interpret") {
            interprets = true;
            continue;
        }
        const auto p = static_cast<uint32_t>(count_of(arguments[i], 3, most, usage));
        if (!is_odd_prime(p)) refuse(usage, std::to_string(p) + " is no odd prime");
        exponents.push_back(p);
    }
    try {
        const auto machine = chosen_machine(interprets);
        if (exponents.empty()) {
            exponents = {9689, 21701};
            if (machine)
                exponents = is_gpu(machine.get()) ? std::vector<uint32_t>{44497, 756839}
                                                  : std::vector<uint32_t>{127, 131};
        }
        bool is_right = true;
        for (const uint32_t p : exponents) is_right &= test(machine.get(), p);
        if (!is_right) std::fprintf(stderr, "mersenne: that contradicts the known result\n");
        return is_right ? 0 : 1;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "mersenne: %s\n", error.what());
        return 1;
    }
}
