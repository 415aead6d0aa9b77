#!/usr/bin/env python3
"""Finds the primes among many numbers at once, by the test of Miller and Rabin.

Source: Handbook of Applied Cryptography, algorithm 4.24. Each number is a modulus of its own: pow(a, e, n) of arrays. With rounds of
random bases, a composite number passes with a probability of at most 4^-rounds, whoever chose it; to fixed bases (--bases) there are
composite numbers that pass. The program begins with such numbers, which have to pass, and to fail with one base more."""

import argparse
import secrets
import sys
import time

import limbsmith
import numpy as np

try:
    import gmpy2
except ImportError:
    gmpy2 = None

SMALL_PRIMES = [p for p in range(2, 10000) if all(p % d for d in range(2, int(p**0.5) + 1))]
# The least numbers that pass with the first so many primes as bases: OEIS A014233.
STRONG_PSEUDOPRIMES = {1: 2047, 2: 1373653, 3: 25326001, 4: 3215031751, 5: 2152302898747, 6: 3474749660383, 7: 341550071728321,
                       9: 3825123056546413051, 12: 318665857834031151167461, 13: 3317044064679887385961981}


def passes(n, base):
    """Whether odd numbers, an array, pass with these bases, residues: base^d = 1, or base^(d*2^r) = -1 for an r < s, with n - 1 = d*2^s, d odd."""
    below = n - 1
    twos = np.array([(m & -m).bit_length() - 1 for m in below], int)
    x = pow(base, n.dtype.array([m >> int(s) for m, s in zip(below, twos)]), n)
    has_passed = (x == 1) | (base == 0)  # a multiple of n says nothing
    for r in range(twos.max(initial=0)):
        has_passed |= (x == below) & (r < twos)
        x = pow(x, 2, n)
    return has_passed


def primes_of(numbers, bases, rounds):
    """The numbers, ints from 2, that pass with all bases, or with so many random bases each."""
    odd = [n for n in numbers if n == 2 or n % 2]
    n = limbsmith.UInt(max(2, *numbers).bit_length()).array(odd)
    for base in bases or [None] * rounds:
        n = n[passes(n, n.dtype.array([(base or secrets.randbelow(m - 1) + 1) % m for m in n]))]
    return n.tolist()


def sieved(start, width):
    """The numbers from start on that no small prime divides."""
    is_left = np.ones(width, bool)
    for p in SMALL_PRIMES:
        is_left[max(-start % p, p * p - start)::p] = False
    return [start + int(k) for k in np.flatnonzero(is_left)]


def check_known():
    for count, n in STRONG_PSEUDOPRIMES.items():
        if [primes_of([n], SMALL_PRIMES[:bases], 0) for bases in (count, 14)] != [[n], []]:
            sys.exit(f"miller_rabin.py: {n} should pass with {count} bases and fail with 14")
    primes = [2, 3, 5, 65537, *(2**k - 1 for k in (61, 89, 107, 127, 521))]
    if primes_of(primes, [], 3) != primes:
        sys.exit("miller_rabin.py: a known prime failed")


def number(text):
    """An int from 2: decimal, 0x..., or a**b."""
    base, _, exponent = text.partition("**")
    try:
        base, exponent = int(base, 0), int(exponent or "1", 0)
    except ValueError:
        base = exponent = 0
    if base < 2 or exponent < 1 or (base.bit_length() - 1) * exponent >= 8192 or (base**exponent).bit_length() > 8192:
        raise argparse.ArgumentTypeError(f"'{text}' is no number from 2 of up to 8192 bits")
    return base**exponent


def positive(text):
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"'{text}' is no number from 1")
    return int(text)


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("numbers", nargs="*", metavar="N", help="numbers to test, decimal, 0x... or a**b; - for the lines of standard input")
    parser.add_argument("--start", default="2**1023", metavar="N", help="without numbers: test all from here (%(default)s)")
    parser.add_argument("--count", type=positive, default=10000, help="so many (%(default)s); a GPU has work for 1000000 or more")
    parser.add_argument("--rounds", type=positive, default=16, help="with random bases (%(default)s)")
    parser.add_argument("--bases", help="these bases instead: 2,3,5,7")
    options = parser.parse_args(arguments)
    try:
        bases = [number(base) for base in options.bases.split(",")] if options.bases else []
        texts = sys.stdin.read().split() if options.numbers == ["-"] else options.numbers
        first = number(options.start)
        candidates = [number(text) for text in texts] if options.numbers else sieved(first, options.count)
    except argparse.ArgumentTypeError as error:
        parser.error(str(error))

    check_known()
    start = time.perf_counter()
    primes = primes_of(candidates, bases, options.rounds) if candidates else []
    seconds = time.perf_counter() - start
    if gmpy2 and not bases and primes != [n for n in candidates if gmpy2.is_prime(n)]:
        sys.exit("miller_rabin.py: gmpy2 finds other primes")
    for n in primes:
        print(n if options.numbers else f"{options.start} + {n - first}")
    print(f"{len(primes)} of {len(candidates)} candidates are prime; on {limbsmith.UInt(32).device}: {len(candidates) / seconds:.0f} a second; "
          f"{'compared with gmpy2' if gmpy2 and not bases else 'not compared'}", file=sys.stderr)


if __name__ == "__main__":
    main()
