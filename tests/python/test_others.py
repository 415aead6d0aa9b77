"""The same results as gmpy2 and galois."""

import random

import limbsmith
import numpy as np
import pytest

SEED = random.randrange(2**32)


@pytest.fixture
def drawn():
    print(f"seed {SEED}")
    return random.Random(SEED)


@pytest.mark.parametrize("bits", [64, 255, 2048])
def test_gmpy2(bits, drawn):
    gmpy2 = pytest.importorskip("gmpy2")
    n = int(gmpy2.next_prime(1 << bits - 1))
    F, U = limbsmith.Field(n), limbsmith.UInt(bits)
    xs = [0, 1, n - 1, *(drawn.randrange(n) for _ in range(20))]
    ys = [1, n - 1, 2, *(drawn.randrange(1, n) for _ in range(20))]
    a, b = F.array(xs), F.array(ys)
    assert (a * b).tolist() == [int(gmpy2.mpz(x) * y % n) for x, y in zip(xs, ys)]
    assert (a / b).tolist() == [int(gmpy2.divm(x, y, n)) for x, y in zip(xs, ys)]
    assert (b**(n // 3)).tolist() == [int(gmpy2.powmod(y, n // 3, n)) for y in ys]
    squares = b**((n - 1) // 2) == 1
    assert squares.tolist() == [gmpy2.jacobi(y, n) == 1 for y in ys]
    quotients, remainders = divmod(U.array(xs), U.array(ys))
    assert list(zip(quotients, remainders)) == [tuple(map(int, gmpy2.f_divmod(x, y))) for x, y in zip(xs, ys)]


@pytest.mark.parametrize("p", [2, 31, 2**31 - 1, 36893488147419103183])
def test_galois(p, drawn):
    galois = pytest.importorskip("galois")
    F, G = limbsmith.Field(p), galois.GF(p)
    x = [[drawn.randrange(p) for _ in range(5)] for _ in range(4)]
    y = [[drawn.randrange(1, p) for _ in range(5)] for _ in range(4)]
    a, b, c, d = F.array(x), F.array(y), G(x), G(y)
    for ours, theirs in [(a + b, c + d), (a - b, c - d), (a * b, c * d), (a / b, c / d), (-a, -c), (a**7, c**7), (a @ b.T, c @ d.T),
                         (b.prod(axis=0), np.multiply.reduce(d, axis=0)), (a.sum(axis=1), np.add.reduce(c, axis=1))]:
        assert ours.tolist() == theirs.tolist()
    root = int(G.primitive_element)
    powers = F.zeros(30) + root
    assert (powers**limbsmith.UInt(32).array(range(30))).tolist() == [int(G.primitive_element**k) for k in range(30)]
    assert (F.sqrt(a * a)**2 == a * a).all()
