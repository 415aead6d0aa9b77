#!/usr/bin/env python3
"""Looks for a factor of a number N by stage 1 of the elliptic-curve method, on many curves at once.

The curves are Montgomery's, B*y^2 = x^3 + A*x^2 + x modulo N with A = 4*d - 2, for d = 2, 3, 4, ..., and points are X:Z. The point 2:1 of each
curve is multiplied by all prime powers up to B1. A prime factor p of N divides its Z then, if no greater prime power divides the order of the
curve modulo p. Source: Montgomery, Speeding the Pollard and elliptic curve methods of factorization, 1987, section 10; small d and the point
2:1 are those of GMP-ECM's batch mode. On a GPU with CuPy, all steps of a curve are one thread of a kernel that is made for N.

--save FILE writes the points for stage 2: ecm -resume FILE B1, with GMP-ECM."""

import argparse
import math
import os
import sys
import time

import limbsmith
import numpy

DOUBLE = "(x*x - z*z)**2", "4*x*z*((x - z)**2 + 4*d*x*z)"
ADD = "4*(x1*x2 - z1*z2)**2", "8*(x1*z2 - x2*z1)**2"  # of two points whose difference is 2:1

KERNELS = """
using index64 = unsigned long long;

struct point {
    n::elem x, z;
};

struct curve {
    point low, high;
};

struct result {
    n::plain x, z;
};

__device__ index64 thread() { return blockIdx.x * index64(blockDim.x) + threadIdx.x; }

// low becomes 2*low, high becomes low + high. requires: high - low is 2:1
__device__ __forceinline__ void step(point& low, point& high, uint32_t d) {
    const n::elem a = n::add(low.x, low.z), b = n::sub(low.x, low.z);
    const n::elem ae = n::mul(a, n::sub(high.x, high.z)), bc = n::mul(b, n::add(high.x, high.z));
    high = {n::sqr(n::add(ae, bc)), n::dbl(n::sqr(n::sub(ae, bc)))};
    const n::elem aa = n::sqr(a), bb = n::sqr(b), difference = n::sub(aa, bb);
    low = {n::mul(aa, bb), n::mul(difference, n::add(bb, n::mul_small(difference, d)))};
}

extern "C" __global__ void start(curve* curves, index64 count) {
    if (thread() < count) curves[thread()] = {{n::one(), n::zero()}, {n::dbl(n::one()), n::one()}};
}

// A step for each of `swaps`; before it the points change places if that is 1. d of curve 0 is `first`.
extern "C" __global__ void climb(curve* curves, index64 count, uint32_t first, const unsigned char* swaps, uint32_t steps) {
    if (thread() >= count) return;
    point low = curves[thread()].low, high = curves[thread()].high;
    const uint32_t d = first + uint32_t(thread());
#pragma unroll 1
    for (uint32_t i = 0; i < steps; ++i) {
        low.x = n::cswap(swaps[i], low.x, high.x, high.x);
        low.z = n::cswap(swaps[i], low.z, high.z, high.z);
        step(low, high, d);
    }
    curves[thread()] = {low, high};
}

extern "C" __global__ void finish(const curve* curves, index64 count, result* results) {
    if (thread() < count) results[thread()] = {n::to_plain(curves[thread()].low.x), n::to_plain(curves[thread()].low.z)};
}
"""


def source_for(n):
    """The text of the kernels modulo n, for NVRTC."""
    return limbsmith.generate(modulus=n, name="n", ops="add,sub,dbl,mul,sqr,mul_small,cswap,to_plain") + KERNELS


class ArrayLadder:
    """The low and the high point of each curve as arrays. A step is four compiled functions, on a GPU four launches."""

    steps_at_once = 16

    def __init__(self, field, first, count):
        self.d = field.array([d % field.modulus for d in range(first, first + count)])
        self.low = field.zeros(count) + 1, field.zeros(count)
        self.high = field.zeros(count) + 2, field.zeros(count) + 1
        self.double_x, self.double_z = map(field.compile, DOUBLE)
        self.add_x, self.add_z = map(field.compile, ADD)

    def climb(self, swaps):
        for swap in swaps:
            (x1, z1), (x2, z2) = (self.high, self.low) if swap else (self.low, self.high)
            self.high = self.add_x(x1, x2, z1, z2), self.add_z(x1, x2, z1, z2)
            self.low = self.double_x(x1, z1), self.double_z(self.d, x1, z1)

    def result(self):
        return self.low


class KernelLadder:
    """The same by kernels, with CuPy: a curve is a thread, and its points are in registers."""

    steps_at_once = 1024

    def __init__(self, cupy, field, first, count):
        self.cupy, self.field, self.first, self.count = cupy, field, numpy.uint32(first), count
        self.kernels = cupy.RawModule(code=source_for(field.modulus))
        self.curves = cupy.empty((count, 4, field.limbs), cupy.uint32)
        self.launch("start")

    def launch(self, name, *rest):
        self.kernels.get_function(name)((-(-self.count // 128),), (128,), (self.curves, numpy.uint64(self.count), *rest))

    def climb(self, swaps):
        self.launch("climb", self.first, self.cupy.asarray(swaps), numpy.uint32(len(swaps)))
        self.cupy.cuda.runtime.deviceSynchronize()

    def result(self):
        points = self.cupy.empty((self.count, 2, self.field.limbs), self.cupy.uint32)
        self.launch("finish", points)
        return tuple(self.field.from_dlpack(self.cupy.ascontiguousarray(points[:, k])) for k in range(2))


def ladder_for(field, first, count):
    """A ladder for so many curves from d = first on, by the kernel if CuPy has a GPU and a thread has registers for the numbers."""
    if not field.device.startswith("host") and field.modulus.bit_length() <= 512:
        try:
            import cupy
            return KernelLadder(cupy, field, first, count)
        except ImportError:
            print("without CuPy a step is four launches", file=sys.stderr)
    return ArrayLadder(field, first, count)


def told(steps, name):
    """The steps, one after the other. Says each second how far they are."""
    last = time.monotonic()
    for done, step in enumerate(steps):
        if time.monotonic() > last + 1:
            print(f"{name}: {100 * done // len(steps)}%", file=sys.stderr)
            last = time.monotonic()
        yield step


def multiplied(ladder, k):
    """X and Z of the point 2:1 of each curve k times, for an even k."""
    bits = numpy.frombuffer(f"0{k:b}".encode(), numpy.uint8) & 1
    swaps = bits[1:] ^ bits[:-1]  # a step doubles the low point for a bit of 0, the high one for 1; k ends with 0, so that both are in order
    for i in told(range(0, len(swaps), ladder.steps_at_once), "curves"):
        ladder.climb(swaps[i:i + ladder.steps_at_once])
    return ladder.result()


def multiplied_by_ints(n, d, k):
    """The same for one curve, with Python's ints."""
    def double(x, z):
        return (x * x - z * z)**2 % n, 4 * x * z * ((x - z)**2 + 4 * d * x * z) % n

    def add(x1, z1, x2, z2):
        return 4 * (x1 * x2 - z1 * z2)**2 % n, 8 * (x1 * z2 - x2 * z1)**2 % n

    low, high = (1, 0), (2, 1)
    for bit in told(f"{k:b}", "the last curve by Python's ints"):
        both = add(*low, *high)
        low, high = (both, double(*high)) if bit == "1" else (double(*low), both)
    return low


def prime_powers(bound):
    """For each prime up to the bound its greatest power up to the bound."""
    is_prime = numpy.ones(bound + 1, bool)
    is_prime[:2] = False
    for p in range(2, math.isqrt(bound) + 1):
        is_prime[p * p::p] = False
    for p in map(int, numpy.flatnonzero(is_prime)):
        power = p
        while power * p <= bound:
            power *= p
        yield power


def divisor_in(values, n):
    """A divisor of n, neither 1 nor n, that a value has in common with it; else 1. All values cost one gcd."""
    divisor = math.gcd(values.prod(), n)
    return divisor if divisor < n else next((d for d in (math.gcd(value, n) for value in values) if 1 < d < n), 1)


def stage_1(field, first, count, b1):
    """A divisor of the modulus, or 1, and X and Z of the points for b1. Ends the program if a point is wrong.

    If a Z is 0, all factors have divided it; a smaller bound may find them one by one."""
    n = field.modulus
    k = limbsmith.Pool("host").prod(prime_powers(b1))
    start = time.perf_counter()
    x, z = multiplied(ladder_for(field, first, count), int(k))
    divisor = divisor_in(z, n)
    seconds = time.perf_counter() - start
    print(f"{count} curves with B1 = {b1}, on {field.device}: {count / seconds:.1f} a second")
    if (x[-1], z[-1]) != multiplied_by_ints(n, first + count - 1, int(k)):
        sys.exit("ecm.py: the point of the last curve is not that of Python's ints")
    if divisor == 1 and b1 > 3 and (z == 0).any():
        divisor, _, _ = stage_1(field, first, count, b1 // 2)
    return divisor, x, z


def save(file, n, b1, first, x, z):
    """Writes a line for each curve, as GMP-ECM resumes it. A point whose Z is 0 has no X; each other Z has an inverse, as no factor was found."""
    curves = numpy.flatnonzero(z != 0)
    for d, value in zip(first + curves, x[curves] / z[curves]):
        file.write(f"METHOD=ECM; ETYPE=1; A={4 * d - 2}; B1={b1}; N={n}; X=0x{value:x}; X0=0x2;\n")


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("number", nargs="?", default="2^103-1", metavar="N", help="a number or an expression (%(default)s)")
    parser.add_argument("--b1", type=int, default=1000, help="the bound of stage 1 (%(default)s)")
    parser.add_argument("--curves", type=int, default=100, help="so many at once (%(default)s); a GPU has work for 100000")
    parser.add_argument("--first", type=int, default=2, metavar="D", help="d of the first curve (%(default)s)")
    parser.add_argument("--save", default=os.devnull, metavar="FILE", help="append the points to this file if no factor was found")
    options = parser.parse_args(arguments)
    for name, least, most in ("b1", 2, 10**7), ("curves", 1, 10**7), ("first", 2, 2**32 - options.curves):
        if not least <= getattr(options, name) <= most:
            parser.error(f"--{name} is {getattr(options, name)}, and should be from {least} to {most}")
    try:
        field = limbsmith.Field(options.number)
    except (ValueError, NotImplementedError) as error:
        parser.error(f"N: {error}")
    n = field.modulus
    factor = next((d for d in (*range(2, min(options.b1, 10**6) + 1), math.isqrt(n)) if 1 < d < n and n % d == 0), 1)
    if factor == 1 and limbsmith.Pool("host").compute("is_prime", n):
        parser.error(f"N: {options.number} is a prime, or probably one")
    if factor == 1:
        try:
            file = open(options.save, "a")  # before the work, which is lost if this fails
        except OSError as error:
            parser.error(f"--save: {options.save!r}: {error.strerror}")
        with file:
            factor, x, z = stage_1(field, options.first, options.curves, options.b1)
            if factor == 1:
                save(file, n, options.b1, options.first, x, z)
    if factor == 1 or n % factor:
        sys.exit(f"ecm.py: no factor of {options.number} was found; try more curves, or a greater --b1")
    print(f"{options.number} = {factor} * {n // factor}")


if __name__ == "__main__":
    main()
