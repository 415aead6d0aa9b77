#!/usr/bin/env python3
"""Number-theoretic transforms of many polynomials at once, modulo any prime p with 2^k | p - 1, and products of polynomials by them.

The algorithm is Stockham's with radix 2, which needs no bit reversal: Van Loan, Computational Frameworks for the Fast Fourier Transform,
section 1.7. A step splits the numbers in two halves a and b, and writes a + b and (a - b)*root^j one beside the other; so results lie
in their natural order. Polynomials are rows of an array of the shape (count, size)."""

import argparse
import secrets
import sys
import time

import limbsmith

# Modulo 17, where 2 has the order 8, number k of the transform of 1 + 2X is 1 + 2*2^k.
KNOWN = (17, 2, [1, 2, 0, 0, 0, 0, 0, 0], [3, 5, 9, 0, 16, 14, 10, 2])


class Transform:
    """Transforms of so many residues, a power of two, with a root of that order. Errors: ValueError if the field has none."""

    def __init__(self, field, size, root=None):
        self.field, self.size, self.root = field, size, root or root_of_order(field, size)
        self.twiddles = power_table(field, self.root, size // 2)
        self.inverse_twiddles = power_table(field, pow(self.root, -1, field.modulus), size // 2)
        self.turned = field.compile("(a - b)*w")

    def forward(self, x):
        """X[k] = sum of x[j]*root^(j*k) for each row."""
        return self.steps(x, self.twiddles)

    def inverse(self, x):
        """The rows whose transforms these are."""
        return self.steps(x, self.inverse_twiddles) * pow(self.size, -1, self.field.modulus)

    def steps(self, x, twiddles):
        count, groups, length = len(x), self.size // 2, 1
        while groups > 0:
            x = x.reshape(count, 2, groups, length)
            a, b, w = x[:, 0], x[:, 1], twiddles[::length, None]
            x = limbsmith.stack([a + b, self.turned(a, b, w)], axis=2)
            groups, length = groups // 2, length * 2
        return x.reshape(count, self.size)

    def convolve(self, x, y):
        """The products of polynomials modulo X^size - 1, row by row."""
        return self.inverse(self.forward(x) * self.forward(y))


def root_of_order(field, size):
    """A root of unity of the order `size`, a power of two: c^((p - 1)/size) for a c that is no square modulo the prime p."""
    p = field.modulus
    if size == 1:
        return 1
    if (p - 1) % size:
        raise ValueError(f"{field} has no root of order {size}: the greatest power of two in p - 1 is {(p - 1) & (1 - p)}")
    for c in range(2, 1000):
        if pow(c, p - 1, p) != 1:
            break
        if pow(c, (p - 1) // 2, p) == p - 1:
            return pow(c, (p - 1) // size, p)
    raise ValueError(f"the modulus of {field} is no prime")


def power_table(field, root, count):
    """root^0, root^1, ..., root^(count - 1), for a power of two; each step doubles the length."""
    table = field.array([1])
    while len(table) < count:
        table = limbsmith.concatenate([table, table * pow(root, len(table), field.modulus)])
    return table


def check(transform, x, y):
    """The inverse, and some coefficients of the product of the last rows by the schoolbook. Errors: ArithmeticError."""
    if not (transform.inverse(transform.forward(x)) == x).all():
        raise ArithmeticError("the inverse does not invert")
    size, a, b, product = transform.size, x[-1].tolist(), y[-1].tolist(), transform.convolve(x, y)[-1]
    for k in {0, size - 1, *(secrets.randbelow(size) for _ in range(20))}:
        if product[k] != sum(a[j] * b[k - j] for j in range(size)) % transform.field.modulus:
            raise ArithmeticError(f"coefficient {k} of a product is wrong")


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--modulus", default="2^64-2^32+1", help="a prime: a number, an expression, or a name such as @bls12_381.r (%(default)s)")
    parser.add_argument("--size", type=int, default=1024, help="coefficients of a polynomial, a power of two (%(default)s)")
    parser.add_argument("--count", type=int, default=16, help="so many polynomials (%(default)s); a GPU has work for 10000")
    options = parser.parse_args(arguments)
    if options.size < 1 or options.size & (options.size - 1):
        parser.error(f"--size is {options.size}, and should be a power of two")
    if options.count < 1:
        parser.error(f"--count is {options.count}, and should be 1 or more")
    try:
        field = limbsmith.Field(options.modulus)
        transform = Transform(field, options.size)
    except (ValueError, NotImplementedError) as error:
        parser.error(f"--modulus {options.modulus}: {error}")

    x, y = field.random((options.count, options.size)), field.random((options.count, options.size))
    try:
        p, root, numbers, transformed = KNOWN
        if Transform(limbsmith.Field(p), len(numbers), root).forward(limbsmith.Field(p).array([numbers])).tolist() != [transformed]:
            raise ArithmeticError("the known transform is another one")
        check(transform, x, y)
    except ArithmeticError as error:
        sys.exit(f"ntt.py: {error}")
    print(f"{options.count} polynomials of {options.size} coefficients modulo {options.modulus}, on {field.device}; results are right")
    for name, work in ("transforms", lambda: transform.forward(x)), ("products", lambda: transform.convolve(x, y)):
        start = time.perf_counter()
        work()[-1, -1]  # reading waits for the work
        print(f"{name}: {options.count / (time.perf_counter() - start):.0f} a second")


if __name__ == "__main__":
    main()
