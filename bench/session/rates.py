#!/usr/bin/env python3
"""Products modulo 2^255-19 from Python on a GPU: from arrays of CuPy beside calls in C++ (bench-session), and from Python's ints, conversion
included, beside gmpy2 in a loop and in one process for each core. Results are compared with those of Python's ints.

A figure is the median of several turns. The first turn, which compiles, is not among them."""

import argparse
import multiprocessing
import os
import random
import statistics
import subprocess
import sys
import time

import limbsmith
import numpy as np

P = 2**255 - 19


def seconds_of(call, turns=7, calls=1):
    """Seconds of a call; `call` returns when its work is done."""
    def turn():
        start = time.perf_counter()
        for _ in range(calls):
            last = call()
        del last
        return (time.perf_counter() - start) / calls
    turn()
    return statistics.median(turn() for _ in range(turns))


def gmpy2_products(pairs):
    import gmpy2
    p = gmpy2.mpz(P)
    return [int(gmpy2.mpz(a) * b % p) for a, b in pairs]


def line(name, count, seconds):
    print(f"{name:<58}{count / seconds:>12.4g} products/s", flush=True)


def from_cupy(count, draw):
    import cupy
    F = limbsmith.Field(P, "cuda")
    limbs = np.random.default_rng(draw.randrange(2**32)).integers(2**32, size=(count, 8), dtype=np.uint32)
    limbs[:, 7] >>= 2  # below 2^254
    x, y = cupy.asarray(limbs), cupy.asarray(limbs[::-1].copy())
    a, b = F.from_dlpack(x), F.from_dlpack(y)
    wait = cupy.cuda.Device().synchronize

    def many(calls):
        for _ in range(calls):
            last = a * b
        wait()
        return last

    line(f"a * b, {count} numbers, arrays that were CuPy's", count, seconds_of(lambda: many(50)) / 50)

    def there_and_back():
        z = cupy.from_dlpack(F.from_dlpack(x) * F.from_dlpack(y))
        wait()
        return z

    line("from arrays of CuPy to one of CuPy", count, seconds_of(there_and_back))
    found = cupy.asnumpy(there_and_back())
    few = F.array([1, 2, 3])
    wait()
    print(f"{'a call on three numbers':<58}{1e6 * seconds_of(lambda: few * few, calls=5000):>12.2f} us")
    for k in [0, 1, count - 1, *draw.sample(range(count), 1000)]:
        a, b, c = (int.from_bytes(it[k].tobytes(), "little") for it in (limbs, limbs[::-1], found))
        if a * b % P != c % P:
            sys.exit(f"rates.py: product {k} is wrong")


def from_ints(count, draw):
    F = limbsmith.Field(P, "cuda")
    a, b = ([0, 1, P - 1, *(draw.randrange(P) for _ in range(count - 3))] for _ in range(2))
    made = (F.array(a) * F.array(b)).tolist()
    line(f"from lists of ints to a list of ints, {count} numbers", count, seconds_of(lambda: (F.array(a) * F.array(b)).tolist()))
    pairs = list(zip(a, b))
    if made != [x * y % P for x, y in pairs]:
        sys.exit("rates.py: a product of ints is wrong")
    line("Python's ints in a loop", count, seconds_of(lambda: [x * y % P for x, y in pairs], 3))
    try:
        line("gmpy2 in a loop, from ints to ints", count, seconds_of(lambda: gmpy2_products(pairs), 3))
    except ImportError:
        return print("gmpy2 is not here")
    cores = os.cpu_count() or 1
    parts = [pairs[k::cores] for k in range(cores)]
    with multiprocessing.get_context("forkserver").Pool(cores) as pool:
        line(f"gmpy2 in {cores} processes, from ints to ints", count, seconds_of(lambda: pool.map(gmpy2_products, parts, 1), 3))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1 << 24, help="products of arrays of CuPy (%(default)s)")
    parser.add_argument("--ints", type=int, default=1 << 20, help="products of ints (%(default)s)")
    parser.add_argument("--cpp", metavar="BENCH_SESSION", help="the program bench-session, whose rates are printed first")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if min(options.count, options.ints) < 1003:
        parser.error("--count and --ints are at least 1003")
    draw = random.Random(options.seed)
    if options.cpp:
        subprocess.run([options.cpp, "2^255-19", "mul", str(options.count)], check=True)
    print(f"limbsmith for Python on {limbsmith.Field(P, 'cuda').device}, seed {options.seed}")
    from_cupy(options.count, draw)
    from_ints(options.ints, draw)


if __name__ == "__main__":
    main()
