#!/usr/bin/env python3
"""Compiles headers of numbers in signed digits by both host compilers, strictly, and compares functions, operators and text with
Python's integers."""

import argparse
import random
import tempfile
from pathlib import Path

import common

SYSTEMS = [(10, 32, 6, "g++", "c++14"), (10, 3, 9, "clang++", "c++20"), (10**9, 32, 500000001, "g++", "c++17"),
           (2**30, 5, 2**29 + 1, "clang++", "c++14"), (23169, 8, 11585, "g++", "c++20"), (3, 1, 2, "g++", "c++14")]
PROGRAM = """#include <stdio.h>
#include "header.cuh"
using namespace tested;

static char text[dec_chars];
const char* dec(const num& x) { return to_dec(text, x); }

int main(int, char** arguments) {
    FILE* lines = fopen(arguments[1], "r");
    static char a_text[1024], b_text[1024];
    while (fscanf(lines, "%1023s %1023s", a_text, b_text) == 2) {
        num a, b;
        if (!from_dec(a, a_text) || !from_dec(b, b_text)) {
            printf("refused\\n");
            continue;
        }
        uint32_t carry, borrow;
        const num sum = add(a, b, carry), difference = sub(a, b, borrow);
        printf("%s ", dec(a));
        printf("%s %d ", dec(sum), int(carry));
        printf("%s %d ", dec(difference), int(borrow));
        printf("%s %d %d ", dec(-a), int(sign(a)), int(compare(a, b)));
        num plus = a;
        plus += b;
        const num zero = {};
        #if HAS_MUL
        static char wide_text[wide_dec_chars];
        printf("%s ", to_dec(wide_text, a * b));
#else
        printf("%d ", 0);
#endif
        printf("%d%d%d%d%d%d%d%d\\n", a < b, a <= b, a > b, a >= b, a == b, a != b, plus == sum, a - b == difference && zero == -zero);
    }
    num x;
    printf("%u%u%u%u%u\\n", from_dec(x, ""), from_dec(x, "-"), from_dec(x, "1x"), from_dec(x, "+1"), from_dec(x, TOO_LARGE));
}
"""

# Batches on the host give what the functions give.
BATCHES = """#include <cstdio>
#include <cstring>
#include <vector>
#include "header.cuh"
#include "limbsmith/apply.hpp"
using namespace tested;
using limbsmith::batch;

int main() {
    std::vector<num> x(100), y(100);
    for (int i = 0; i < 100; ++i) {
        char text[16];
        std::snprintf(text, sizeof text, "%d", 97 * i - 4000);
        if (!from_dec(x[i], text) || !from_dec(y[99 - i], text)) return 1;
    }
    const batch<num> a(x, limbsmith::place::host), b(y, limbsmith::place::host);
    batch<num> r(100, limbsmith::place::host);
    batch<wide> product(100, limbsmith::place::host);
    batch<uint32_t> order(100, limbsmith::place::host);
    limbsmith::apply(ops::add{}, r, a, b);
    limbsmith::apply(ops::mul{}, product, a, b);
    limbsmith::apply(ops::compare{}, order, a, b);
    int wrong = 0;
    for (int i = 0; i < 100; ++i) {
        const wide own = x[i] * y[i], made = product.read()[i];
        wrong += !(r.read()[i] == x[i] + y[i]) || std::memcmp(&own, &made, sizeof own) || order.read()[i] != compare(x[i], y[i]);
    }
    return wrong;
}
"""


# Over lanes, on the host: a number has the parts of all lanes.
LANES = """#include <cstdio>
#include <cstring>
#include "header.cuh"
#include "limbsmith/digits_gmp.hpp"
#include "limbsmith/samples.hpp"
using namespace tested;
using Number = joined<num>;

const limbsmith::SignedDigits system_{radix, digit_bound, digits}, twice{radix, digit_bound, 2 * digits};
template <class T>
const uint32_t* words(const T& x) { return reinterpret_cast<const uint32_t*>(&x); }
mpz_class value(const Number& x) { return limbsmith::value_of(words(x), system_); }

int main() {
    mpz_class end;
    mpz_ui_pow_ui(end.get_mpz_t(), radix, digits);
    limbsmith::self_check::samples samples(SEED);
    for (int k = 0; k < 300; ++k) {
        samples.next();
        Number a, b;
        draw_operands(ops::compare{}, samples, a, b);
        const mpz_class x = value(a), y = value(b);
        const auto sum = ops::add_carry{}(a, b);
        const auto difference = ops::sub_carry{}(a, b);
        const Number low = ops::add{}(a, b);
        const auto product = ops::mul{}(a, b);
        const int order = cmp(x, y);
        const bool is_right = value(sum.r) + end * int32_t(sum.carry) == x + y && value(difference.r) + end * int32_t(difference.carry) == x - y &&
                              value(ops::neg{}(a)) == -x && int32_t(ops::sign{}(a)) == sgn(x) &&
                              int32_t(ops::compare{}(a, b)) == (order > 0) - (order < 0) && !std::memcmp(&low, &sum.r, sizeof low) &&
                              limbsmith::value_of(words(product), twice) == x * y;
        for (int i = digits; i < limbs; ++i)
            if (words(a)[i] || words(sum.r)[i] || words(product)[2 * i]) return 2;
        if (!is_right) return std::printf("%s %s\\n", x.get_str().c_str(), y.get_str().c_str()), 1;
    }
    return 0;
}
"""


def largest(radix, digits, bound):
    """The number whose digits are all the bound."""
    return sum(bound * radix**i for i in range(digits))


def check(limbsmith, folder, radix, digits, bound, compiler, standard, seed):
    header = Path(folder) / "header.cuh"
    common.run([limbsmith, "generate", common.UNPROVED, "--radix", radix, "--digits", digits, "--digit-bound", bound,
                "--name", "tested", "-o", header])
    has_mul = "wide mul(" in header.read_text()
    if has_mul != (radix >= 7 and bound <= radix - 3):
        common.fail(f"radix {radix}: products are there: {has_mul}")
    most = largest(radix, digits, bound)
    end = radix**digits
    rng = random.Random(seed)
    values = [0, 1, -1, most, -most, bound, -bound, *(rng.randint(-most, most) for _ in range(50)),
              *(rng.choice((-1, 1)) * rng.randrange(radix**rng.randrange(1, digits + 1)) for _ in range(50))]
    values = [a for a in values if abs(a) <= most]
    pairs = [(a, rng.choice(values)) for a in values] + [(a, a) for a in values]
    lines = Path(folder) / "lines.txt"
    lines.write_text("".join(f"{a} {b}\n" for a, b in pairs))
    source = Path(folder) / "main.cpp"
    source.write_text(PROGRAM.replace("TOO_LARGE", f'"{most + 1}"'))
    program = Path(folder) / "main"
    common.run([compiler, f"-std={standard}", "-O1", "-Wall", "-Wextra", "-Werror", f"-DHAS_MUL={has_mul:d}", source, "-o", program])
    results = common.run([program, lines]).splitlines()
    if results.pop() != "00000":
        common.fail("text that is no number is read")
    for (a, b), line in zip(pairs, results, strict=True):
        words = line.split()
        if len(words) != 10:
            common.fail(f"{a} {b}: {line}")
        same, total, carry, difference, borrow, minus, sign, order, product = map(int, words[:9])
        right = f"{a < b:d}{a <= b:d}{a > b:d}{a >= b:d}{a == b:d}{a != b:d}11"
        if (same, total + end * carry, difference + end * borrow, minus, sign, order, product, words[9]) != (
                a, a + b, a - b, -a, (a > 0) - (a < 0), (a > b) - (a < b), a * b * has_mul, right):
            common.fail(f"radix {radix}: {a} {b}: {line}, expected {right}")
    print(f"{digits} digits to the radix {radix} by {compiler}: {len(pairs)} pairs", flush=True)


def check_lanes(arguments, folder, radix, digits, lanes, compiler):
    header = Path(folder) / "header.cuh"
    common.run([arguments.limbsmith, "generate", common.UNPROVED, "--radix", radix, "--digits", digits, "--map", lanes,
                "--name", "tested", "-o", header])
    source, program = Path(folder) / "lanes.cpp", Path(folder) / "lanes"
    source.write_text(LANES.replace("SEED", str(arguments.seed)))
    common.run([compiler, "-std=c++17", "-O1", "-Wall", "-Wextra", "-Werror", "-I", arguments.include, source, "-lgmpxx", "-lgmp",
                "-o", program])
    common.run([program])
    print(f"{digits} digits to the radix {radix} over {lanes} by {compiler}", flush=True)


def check_batches(arguments, folder):
    header = Path(folder) / "header.cuh"
    common.run([arguments.limbsmith, "generate", common.UNPROVED, "--radix", 10, "--digits", 8, "--name", "tested", "-o", header])
    source, program = Path(folder) / "main.cpp", Path(folder) / "main"
    source.write_text(BATCHES)
    common.run(["g++", "-std=c++17", "-O1", "-Wall", "-Wextra", "-Werror", "-I", arguments.include, source, arguments.batch,
                "-lpthread", "-ldl", "-o", program])
    common.run([program])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--limbsmith", required=True)
    parser.add_argument("--include", required=True, help="the folder of limbsmith/apply.hpp")
    parser.add_argument("--batch", required=True, help="the library of batches")
    common.add_seed(parser)
    arguments = parser.parse_args()
    print(f"seed {arguments.seed}", flush=True)
    for system in SYSTEMS:
        with tempfile.TemporaryDirectory() as folder:
            check(arguments.limbsmith, folder, *system, arguments.seed)
    with tempfile.TemporaryDirectory() as folder:
        check_batches(arguments, folder)
    for lanes in [(10, 8, "tpi:4", "g++"), (10, 7, "tpi:4", "clang++"), (10, 3, "tpi:8", "g++"), (10, 70, "block:64", "clang++"),
                  (10**9, 13, "tpi:4", "g++"), (2**30, 70, "block:64", "clang++")]:
        with tempfile.TemporaryDirectory() as folder:
            check_lanes(arguments, folder, *lanes)


if __name__ == "__main__":
    main()
