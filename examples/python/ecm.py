#!/usr/bin/env python3
"""Looks for a factor of a number N by stage 1 of the elliptic-curve method, on many curves at once.

The curves are Montgomery's, B*y^2 = x^3 + A*x^2 + x modulo N, in Suyama's parametrization by sigma = 6, 7, 8, ..., so that 12 divides their
orders. Source: Montgomery, Speeding the Pollard and elliptic curve methods of factorization, 1987, section 10; Zimmermann and Dodson, 20
years of ECM, 2006. A point is X:Z. It is multiplied by all prime powers up to B1. A prime factor p of N divides its Z then, if no
greater prime power divides the order of the curve modulo p. A step of the ladder is four compiled functions, on a GPU four launches."""

import argparse
import math
import sys
import time

import limbsmith

DOUBLE = "(x*x - z*z)**2", "4*x*z*(x*x + a*x*z + z*z)"
ADD = "z*(x1*x2 - z1*z2)**2", "x*(x1*z2 - x2*z1)**2"  # of two points whose difference is x:z


class Curves:
    """A curve and a point modulo N for each sigma."""

    def __init__(self, field, sigmas):
        self.field, sigma = field, field.array(sigmas)
        self.u, self.v = sigma * sigma - 5, sigma * 4
        self.double_x, self.double_z = map(field.compile, DOUBLE)
        self.add_x, self.add_z = map(field.compile, ADD)

    def multiplied(self, k):
        """X and Z of all points k times, for k > 1, by Montgomery's ladder. Errors: ValueError if a u or v has no inverse."""
        u, v = self.u, self.v
        x, z, a = u**3, v**3, (v - u)**3 * (u * 3 + v) / (u**3 * v * 4) - 2

        def double(x1, z1):
            return self.double_x(x1, z1), self.double_z(a, x1, z1)

        def add(x1, z1, x2, z2):
            return self.add_x(x1, x2, z, z1, z2), self.add_z(x, x1, x2, z1, z2)

        low, high = (x, z), double(x, z)
        for bit in f"{k:b}"[1:]:
            both = add(*low, *high)
            low, high = (both, double(*high)) if bit == "1" else (double(*low), both)
        return low


def multiplied_by_ints(n, sigma, k):
    """The same for one curve, with Python's ints."""
    u, v = sigma**2 - 5, 4 * sigma
    x, z, a = u**3, v**3, (v - u)**3 * (3 * u + v) * pow(4 * u**3 * v, -1, n) - 2

    def double(x, z):
        return (x * x - z * z)**2 % n, 4 * x * z * (x * x + a * x * z + z * z) % n

    def add(x1, z1, x2, z2):
        return z * (x1 * x2 - z1 * z2)**2 % n, x * (x1 * z2 - x2 * z1)**2 % n

    low, high = (x, z), double(x, z)
    for bit in f"{k:b}"[1:]:
        both = add(*low, *high)
        low, high = (both, double(*high)) if bit == "1" else (double(*low), both)
    return low


def divisor_in(values, n):
    """A divisor of n, neither 1 nor n, that a value has in common with it; else 1. All values cost one gcd."""
    divisor = math.gcd(values.prod(), n)
    return divisor if divisor < n else next((d for d in (math.gcd(value, n) for value in values) if 1 < d < n), 1)


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("number", nargs="?", default="2^101-1", metavar="N", help="a number or an expression (%(default)s)")
    parser.add_argument("--b1", type=int, default=1000, help="the bound of stage 1 (%(default)s)")
    parser.add_argument("--curves", type=int, default=100, help="so many at once (%(default)s); a GPU has work for 10000")
    options = parser.parse_args(arguments)
    if not 2 <= options.b1 <= 10**5:
        parser.error(f"--b1 is {options.b1}, and should be from 2 to 100000")
    if not 1 <= options.curves <= 10**6:
        parser.error(f"--curves is {options.curves}, and should be from 1 to 1000000")
    try:
        field = limbsmith.Field(options.number)
    except (ValueError, NotImplementedError) as error:
        parser.error(f"N: {error}")
    n = field.modulus
    sigmas = range(6, 6 + options.curves)
    factor = next((d for d in (*range(2, options.b1), math.isqrt(n)) if 1 < d < n and n % d == 0), 1)
    if factor == 1 and limbsmith.Pool("host").compute("is_prime", n):
        parser.error(f"N: {options.number} is a prime, or probably one")
    if factor == 1:
        curves = Curves(field, sigmas)
        factor = max(divisor_in(curves.u, n), divisor_in(curves.v, n))
    if factor == 1:
        k = math.lcm(*range(1, options.b1 + 1))  # all prime powers up to B1
        start = time.perf_counter()
        x, z = curves.multiplied(k)
        factor = divisor_in(z, n)
        seconds = time.perf_counter() - start
        print(f"{options.curves} curves with B1 = {options.b1}, on {field.device}: {options.curves / seconds:.1f} a second")
        if (x[-1], z[-1]) != multiplied_by_ints(n, sigmas[-1], k):
            sys.exit("ecm.py: the point of the last curve is not that of Python's ints")
    if factor == 1 or n % factor:
        sys.exit(f"ecm.py: no factor of {options.number} was found; try more curves, or a greater --b1")
    print(f"{options.number} = {factor} * {n // factor}")


if __name__ == "__main__":
    main()
