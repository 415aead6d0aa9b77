// Digits of pi on a GPU, by the series of the Chudnovsky brothers and binary splitting.
//
// pi --help says the rest. Sources: D. and G. Chudnovsky, Approximations and complex multiplication according to
// Ramanujan, 1988; B. Haible, T. Papanikolaou, Fast multiprecision evaluation of series of rational numbers, 1998.
//
//     1/pi = 12·sum((-1)^k·(6k)!·(A + B·k) / ((3k)!·(k!)^3·C^(3k + 3/2))), A = 13591409, B = 545140134, C = 640320
//
// With p(k) = (6k - 5)(2k - 1)(6k - 1) and q(k) = k^3·C^3/24, the terms from a to b - 1 are a fraction: P and Q are the
// products of p and q, T is below; two neighbouring ranges give P = P1·P2, Q = Q1·Q2, T = T1·Q2 + P1·T2. The sign of p
// is left out: over an even number of terms P is positive, and T is minus the sum from an odd k on, whose first term is
// its largest.
#include <gmpxx.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "../arguments.hpp"
#include "../machine.hpp"
#include "limbsmith/grid/arithmetic.hpp"
#include "limbsmith/grid/decimal.hpp"
#include "limbsmith/grid/division.hpp"
#include "limbsmith/grid/square_root.hpp"

namespace {

using namespace limbsmith::grid;
using Clock = std::chrono::steady_clock;

constexpr unsigned long a = 13591409, b = 545140134, c3_24 = 10939058860032000;  // A, B, C^3/24
constexpr uint32_t terms_of_leaf = 32;

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

struct Range {
    mpz_class p = 1, q = 1, t = 0;
};

// Sums up the terms first ... last - 1; t has the sign of -p(first).
Range split(uint32_t first, uint32_t last) {
    if (last - first == 1) {
        const mpz_class k = first;
        const mpz_class p = (6 * k - 5) * (2 * k - 1) * (6 * k - 1);
        return {-p, k * k * k * c3_24, -p * (a + b * k)};
    }
    const uint32_t middle = first + (last - first) / 2;
    const Range low = split(first, middle), high = split(middle, last);
    return {low.p * high.p, low.q * high.q, low.t * high.q + low.p * high.t};
}

uint32_t terms_for(uint32_t digits) { return digits / 14 + 2; }  // each gives 14.18 digits

// All of it by GMP.
std::string by_gmp(uint32_t digits) {
    now("GMP: the series");
    const Range all = split(1, terms_for(digits) + 1);
    now("GMP: a square root");
    mpz_class ten, root, pi;
    mpz_ui_pow_ui(ten.get_mpz_t(), 10, digits);
    root = sqrt(mpz_class(10005 * ten * ten));
    now("GMP: a division");
    pi = all.q * 426880 * root / (a * all.q + all.t);
    now("GMP: decimal text");
    return pi.get_str();
}

// The ranges of a level, with as many words each.
struct Level {
    Numbers p, q, t;
};

uint32_t words_of(const mpz_class& x) {
    return static_cast<uint32_t>(mpz_sizeinbase(x.get_mpz_t(), 2) / 32 + 1);
}

// Leaves by the host, as many as a power of two; those beyond the last one are empty ranges.
Level leaves(Arithmetic& arithmetic, uint32_t terms) {
    std::vector<Range> all;
    for (uint32_t first = 1; first <= terms; first += terms_of_leaf)
        all.push_back(split(first, first + terms_of_leaf));
    all.resize(std::bit_ceil(all.size()));
    const auto upload = [&](auto member, int sign) {
        uint32_t words = 1;
        for (const Range& it : all) words = std::max(words, words_of(it.*member));
        std::vector<uint32_t> limbs(all.size() * words);
        for (size_t k = 0; k < all.size(); ++k) {
            const mpz_class value = sign * (all[k].*member);
            mpz_export(limbs.data() + k * words, nullptr, -1, sizeof(uint32_t), 0, 0, value.get_mpz_t());
        }
        return arithmetic.numbers(limbs, words);
    };
    return {upload(&Range::p, 1), upload(&Range::q, 1), upload(&Range::t, -1)};
}

View every_second(const Numbers& of, uint32_t first) {
    return {of.memory.get() + size_t{first} * of.length, 2 * uint64_t{of.length}, of.length};
}

// The words that the longest of the numbers needs.
Numbers trimmed(Arithmetic& arithmetic, const Numbers& of) {
    const Numbers bits = arithmetic.make(1, of.count), up = arithmetic.make(1, of.count);
    arithmetic.bit_length(bits, up, of, of.count);
    const std::vector<uint32_t> lengths = arithmetic.words(bits);
    const uint32_t words = *std::max_element(lengths.begin(), lengths.end()) / 32 + 1;
    const Numbers made = arithmetic.make(words, of.count);
    arithmetic.copy(made, of, of.count);
    return made;
}

Level joined(Arithmetic& arithmetic, const Level& level) {
    const uint32_t count = level.q.count / 2;
    const auto product = [&](const Numbers& x, uint32_t first, const Numbers& y, uint32_t second) {
        const Numbers r = arithmetic.make(x.length + y.length, count);
        arithmetic.multiply(r, every_second(x, first), every_second(y, second), count);
        return r;
    };
    const Numbers left = product(level.t, 0, level.q, 1), right = product(level.p, 0, level.t, 1);
    const Numbers t = arithmetic.make(std::max(left.length, right.length) + 1, count);
    arithmetic.add(t, left, right, count);
    return {trimmed(arithmetic, product(level.p, 0, level.p, 1)),
            trimmed(arithmetic, product(level.q, 0, level.q, 1)), trimmed(arithmetic, t)};
}

// pi·10^digits rounded down, but for its last digits, of which some more are computed.
std::string digits_of_pi(Arithmetic& arithmetic, uint32_t digits) {
    Level level = leaves(arithmetic, terms_for(digits));
    while (level.q.count > 1) level = joined(arithmetic, level);
    const auto word = [&](uint32_t value) { return arithmetic.numbers(std::vector<uint32_t>{value}, 1); };
    const auto product = [&](const View& x, const View& y) {
        const Numbers r = arithmetic.make(x.length + y.length, 1);
        arithmetic.multiply(r, x, y, 1);
        return trimmed(arithmetic, r);
    };
    // the highest words of Q and T that as many digits need
    const auto needed = static_cast<uint32_t>(uint64_t{digits} * 33220 / 10000 / 32 + 4);
    const uint32_t dropped = level.q.length > needed ? level.q.length - needed : 0;
    const View q = level.q.view().from(dropped),
               t = level.t.length > dropped ? level.t.view().from(dropped) : arithmetic.zero();
    const Numbers below = product(q, word(a)), divisor = arithmetic.make(below.length, 1);
    arithmetic.subtract(divisor, below, t, 1);
    const Numbers ten = power_of_ten(arithmetic, digits), square = product(product(ten, ten), word(10005));
    const Numbers root = arithmetic.make((square.length + 1) / 2, 1);
    square_root(arithmetic, root, square, 1);
    const Numbers above = product(product(q, root), word(426880));
    const Numbers pi = arithmetic.make(above.length, 1), rest = arithmetic.make(divisor.length, 1);
    divide(arithmetic, pi, rest, above, trimmed(arithmetic, divisor).view(), 1);
    return to_decimal(arithmetic, pi);
}

// The first 50 decimals, and the ten up to the millionth one (Y. Kanada, 1989).
bool is_known(const std::string& text) {
    const std::string first = "314159265358979323846264338327950288419716939937510", millionth = "5779458151";
    const size_t length = std::min(text.size(), first.size());
    if (text.compare(0, length, first, 0, length) != 0) return false;
    return text.size() <= 1000001 || text.compare(999991, millionth.size(), millionth) == 0;
}

constexpr const char* usage =
    "usage: pi [--interpret] [DIGITS [FILE]]\n"
    "Prints DIGITS decimals of pi, 1 to 5000000, or writes them to FILE: on a GPU if there is one (default: "
    "5000000), else by\n"
    "GMP on one core (default: 1000000); --interpret interprets the kernels of the GPU, for some hundred "
    "digits (default:\n"
    "100). They are compared with known decimals; those of a GPU or the interpreter also with those that GMP "
    "computes by the\n"
    "same series, whose time is shown, too. Exit codes: 0 done, 1 they differ, or the work failed, 2 "
    "usage.\n";

constexpr uint32_t most = 5000000;

struct Options {
    bool interprets = false;
    std::vector<std::string> words;  // DIGITS, FILE
};

int run(const Options& options) {
    constexpr uint32_t more = 20;  // digits that are computed and not shown
    const auto machine = chosen_machine(options.interprets);
    uint32_t digits = !machine ? 1000000 : is_gpu(machine.get()) ? most : 100;
    if (!options.words.empty()) digits = static_cast<uint32_t>(*parse_count(options.words[0]));
    std::string text;
    double own = 0;
    if (machine) {
        now("kernels: " + std::to_string(digits) + " digits");
        const auto start = Clock::now();
        Arithmetic arithmetic(*machine);
        text = digits_of_pi(arithmetic, digits + more);
        own = seconds_since(start);
    }
    const auto start = Clock::now();
    std::string wanted = by_gmp(digits + more);
    const double gmp = seconds_since(start);
    if (!machine) text = wanted;
    text.resize(digits + 1), wanted.resize(digits + 1);
    const std::string shown = text.substr(0, 1) + "." + text.substr(1);
    if (options.words.size() > 1) {
        std::ofstream file(options.words[1]);
        file << shown << "\n";
        file.close();
        if (!file) throw std::runtime_error("cannot write " + options.words[1]);
    } else {
        std::printf("%s%s\n", shown.substr(0, 70).c_str(), shown.size() > 70 ? "..." : "");
    }
    if (machine)
        std::printf("%u digits in %.3g s, text included; GMP on one core %.3g s\n", digits, own, gmp);
    else
        std::printf("%u digits in %.3g s, text included\n", digits, gmp);
    const bool is_right = text == wanted && is_known(text);
    std::printf("%s\n", !is_right ? "WRONG" : machine ? "as known, and as by GMP" : "as known");
    return is_right ? 0 : 1;
}

}  // namespace

int main(int count, char** arguments) {
    help_if_asked(count, arguments, usage);
    Options options;
    for (int i = 1; i < count; ++i) {
        const std::string word = arguments[i];
        if (word == "--interpret")
            options.interprets = true;
        else
            options.words.push_back(word);
    }
    if (options.words.size() > 2) refuse(usage, "more than two arguments");
    if (!options.words.empty()) count_of(options.words[0], 1, most, usage);
    try {
        return run(options);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "pi: %s\n", error.what());
        return 1;
    }
}
