#!/usr/bin/env python3
"""Paillier's cryptosystem on batches: encrypts numbers, adds them up and multiplies them by constants while they are encrypted, and decrypts.

Source: Paillier, Public-Key Cryptosystems Based on Composite Degree Residuosity Classes, EUROCRYPT 1999, with g = n + 1; decryption by the
Chinese remainder theorem (section 7). The exponents of decryption are secret. pow_secret takes the same steps for all of them on a GPU;
on the host GMP computes, and its time depends on them."""

import argparse
import math
import secrets
import sys
import time

import limbsmith


class PublicKey:
    """The key n: numbers are below n, ciphertexts are residues modulo n^2."""

    def __init__(self, n):
        self.n, self.field = n, limbsmith.Field(n**2)

    def encrypt(self, numbers):
        """(1 + n)^m * r^n = (1 + m*n) * r^n for each number m, with a random r of its own."""
        return (self.field.array(numbers) * self.n + 1) * self.field.random(len(numbers))**self.n

    def add(self, a, b):
        """Encrypted sums, modulo n."""
        return a * b

    def multiply(self, a, factors):
        """Encrypted products with factors that are not secret, modulo n."""
        return a**limbsmith.UInt(self.n.bit_length()).array(factors)


class PrivateKey:
    """The prime factors of n."""

    def __init__(self, p, q):
        self.p, self.q, self.public = p, q, PublicKey(p * q)

    def decrypt(self, ciphertexts):
        """The numbers, by their residues modulo p and q."""
        return limbsmith.crt([self.residues(ciphertexts, self.p, self.q), self.residues(ciphertexts, self.q, self.p)])

    def residues(self, ciphertexts, p, q):
        """m mod p = L(c^(p-1) mod p^2) / L((1 + n)^(p-1) mod p^2), with L(x) = (x - 1)/p. The divisor is -q mod p."""
        square, prime = limbsmith.Field(p**2), limbsmith.Field(p)
        whole = ciphertexts.astype(limbsmith.UInt(ciphertexts.dtype.bits))
        power = (whole % p**2).astype(square).pow_secret(p - 1)
        quotient = (power.astype(limbsmith.UInt(square.bits)) - 1) // p
        return (quotient * pow(-q, -1, p) % p).astype(prime)


def random_primes(bits):
    """Two random primes of so many bits, whose product has twice as many. A pool tests many candidates at once."""
    found = []
    pool = limbsmith.Pool()
    while len(found) < 2:
        candidates = [3 << bits - 2 | secrets.randbits(bits - 2) | 1 for _ in range(bits)]
        is_prime = pool.values(pool.compute("is_prime", candidate) for candidate in candidates)
        found += [candidate for candidate, is_one in zip(candidates, is_prime) if is_one and candidate not in found]
    return found[:2]


def checked(name, found, wanted):
    if found != wanted:
        sys.exit(f"paillier.py: {name} of number {[a == b for a, b in zip(found, wanted)].index(False)} is wrong")


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bits", type=int, default=2048, help="of n (%(default)s)")
    parser.add_argument("--count", type=int, default=32, help="so many numbers (%(default)s); a GPU has work for 10000")
    options = parser.parse_args(arguments)
    if not 64 <= options.bits <= 8192 or options.bits % 2:
        parser.error(f"--bits is {options.bits}, and should be an even number from 64 to 8192")
    if options.count < 1:
        parser.error(f"--count is {options.count}, and should be 1 or more")

    key = PrivateKey(*random_primes(options.bits // 2))
    n, public = key.public.n, key.public
    a, b, factors = ([k % n for k in (0, 1, n - 1)] + [secrets.randbelow(n) for _ in range(options.count)] for _ in range(3))
    a, b, factors = a[:options.count], b[::-1][:options.count], factors[:options.count]
    warm = public.encrypt(a[:1])  # kernels are made when they are first used
    key.decrypt(public.multiply(public.add(warm, warm), factors[:1]))

    def timed(name, work):
        start = time.perf_counter()
        made = work()
        values = made.tolist()
        print(f"{name}: {options.count / (time.perf_counter() - start):.0f} a second")
        return made, values

    print(f"{options.count} numbers, n of {options.bits} bits, on {public.field.device}")
    (encrypted, values), (other, _) = timed("encryption", lambda: public.encrypt(a)), timed("encryption", lambda: public.encrypt(b))
    sums, _ = timed("sums", lambda: public.add(encrypted, other))
    products, _ = timed("products with constants", lambda: public.multiply(encrypted, factors))
    checked("the decryption", timed("decryption", lambda: key.decrypt(encrypted))[1], a)
    checked("the sum", key.decrypt(sums).tolist(), [(x + y) % n for x, y in zip(a, b)])
    checked("the product", key.decrypt(products).tolist(), [x * k % n for x, k in zip(a, factors)])
    order = math.lcm(key.p - 1, key.q - 1)  # with Python's ints, by the definition and without residues
    plain = (pow(values[-1], order, n**2) - 1) // n * pow(order, -1, n) % n
    checked("Python's decryption", [plain], a[-1:])
    print("all results are right")


if __name__ == "__main__":
    main()
