#!/usr/bin/env python3
"""examples/batch_gcd finds what Python's math.gcd finds, in few and many groups, and refuses malformed files.

Once by the standard device, which may be a GPU; else by the CPU, since each use of a GPU takes a second.
"""

import argparse
import json
import math
import random
import subprocess

SMALL = [p for p in range(2, 400) if all(p % d for d in range(2, p))]


def run(program, *options, numbers=None):
    text = None if numbers is None else "".join(f"{number}\n" for number in numbers)
    command = [program, *(["-"] if text is not None else []), *options]
    return subprocess.run(command, input=text, capture_output=True, text=True, timeout=60)


def found(program, *options, numbers=None):
    done = run(program, "--json", "--gmp", *(() if "--device" in options else ("--device", "cpu")), *options, numbers=numbers)
    assert done.returncode == 0, (options, done.returncode, done.stdout[-500:], done.stderr)
    result = json.loads(done.stdout)
    assert all(check.endswith(": right") for check in result["checks"]), result["checks"]
    return result


def check_numbers(program, numbers, *options):
    """Partners are those with a gcd, and factors are split as far as the gcds tell."""
    shared = {it["line"] - 1: it for it in found(program, *options, numbers=numbers)["shared"]}
    for k, number in enumerate(numbers):
        partners = [i for i, other in enumerate(numbers) if i != k and math.gcd(number, other) > 1]
        assert (k in shared) == bool(partners), (numbers, options, k)
        if not partners:
            continue
        assert [line - 1 for line in shared[k]["partners"]] == partners, (numbers, options, k)
        factors = [int(factor, 16) for factor in shared[k]["factors"]]
        assert math.prod(factors) == number and min(factors) > 1, (numbers, options, k)
        gcds = [math.gcd(number, numbers[i]) for i in partners]
        assert all(math.gcd(f, d) in (1, f) for f in factors for d in gcds), (numbers, options, k)


def check_edges(program):
    several_groups = ("--group-bits", "4096", "--leaf-bits", "1024", "--bits", "512")
    for planted in ([0, 0, 0], [5, 0, 0], [0, 4, 0], [0, 0, 3], [5, 4, 3]):
        options = zip(("--shared", "--identical", "--both"), map(str, planted))
        device = ("--device", "auto" if all(planted) else "cpu")
        words = (word for pair in options for word in pair)
        result = found(program, "--count", "300", *several_groups, *device, *words)
        assert len(result["shared"]) == 2 * planted[0] + 2 * planted[1] + 3 * planted[2], planted
    for count, expected in ((0, 0), (1, 0), (2, 0), (4, 2), (37, 18)):
        assert len(found(program, "--count", str(count), "--bits", "128")["shared"]) == expected, count
    found(program, "--count", "20", "--bits", "256", "--true-primes", "--group-bits", "1100", "--both", "1")
    check_numbers(program, [15, 21, 15, 22, 13, 2**4000 + 1, 3**2000])
    check_numbers(program, [4, 2, 2, 9, 27, 3, 6] * 120, "--group-bits", "1024", "--leaf-bits", "1")


def check_refusals(program):
    for numbers, line in (([15, "12x"], 2), (["# none", 21, "", 1], 4), ([0], 1), (["-15"], 1), (["15 21"], 1)):
        done = run(program, "--device", "cpu", numbers=numbers)
        assert done.returncode == 2 and f"standard input:{line}: " in done.stderr, (numbers, done.stderr)
    for options in (("--bits", "129"), ("--bits", "64"), ("--count", "5", "--shared", "3"), ("--seed", "x"),
                    ("--group-bits", "2^31"), ("--group-bits", "100"), ("--leaf-bits", "many"), ("no such file",)):
        assert run(program, "--device", "cpu", *options).returncode == 2, options
    assert run(program, "--device", "tpu").returncode == 2
    assert run(program, "--device", "cpu", "--group-bits", "1024", numbers=[2**600 + 1]).returncode == 2


def check_random(program, seed):
    draw = random.Random(seed)
    for _ in range(30):
        bits = draw.choice((3, 40, 65, 200, 450))
        kinds = (lambda: draw.getrandbits(draw.randrange(2, bits + 1)) + 2,
                 lambda: math.prod(draw.choice(SMALL) for _ in range(draw.randrange(1, 12))),
                 lambda: draw.getrandbits(bits) << 40 | 1 << bits | 1)
        kind = draw.choice(kinds)
        numbers = [kind() for _ in range(draw.choice((2, 5, 17, 60, 150)))]
        check_numbers(program, numbers, "--group-bits", draw.choice(("1024", "1300", "2^14", "2^25")),
                      "--leaf-bits", draw.choice(("1", "300", "2^13")))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", required=True)
    parser.add_argument("--seed", type=int, default=random.randrange(10**9))
    arguments = parser.parse_args()
    print(f"seed {arguments.seed}")
    check_edges(arguments.program)
    check_refusals(arguments.program)
    check_random(arguments.program, arguments.seed)
    print("all right")


main()
