"""Residues against Python's integers."""

import math
import pickle

import limbsmith
import numpy as np
import pytest
from conftest import numbers, pairs
from hypothesis import given
from hypothesis import strategies as st

MODULI = [2, 97, 100, 2**32 - 5, 2**61 - 1, 2**96 - 2**32 + 1, 10**20, 2**255 - 19, 2**256 - 2**32 - 977, 2**1279 - 1]
FIELDS = [limbsmith.Field(modulus) for modulus in MODULI]
of_fields = pytest.mark.parametrize("F", FIELDS, ids=str)
PRIMES = [limbsmith.Field(modulus) for modulus in (2, 97, 2**61 - 1, 2**255 - 19)]


@of_fields
@given(data=st.data())
def test_operators(F, data):
    n = F.modulus
    xs, ys = data.draw(pairs(n))
    a, b, c = F.array(xs), F.array(ys), data.draw(st.integers(0, n - 1))
    both = list(zip(xs, ys))
    assert a.tolist() == list(a) == xs
    assert (a + b).tolist() == [(x + y) % n for x, y in both]
    assert (a - b).tolist() == [(x - y) % n for x, y in both]
    assert (a * b).tolist() == [x * y % n for x, y in both]
    assert (-a).tolist() == [-x % n for x in xs]
    assert (a + c).tolist() == (c + a).tolist() == [(x + c) % n for x in xs]
    assert (a - c).tolist() == [(x - c) % n for x in xs]
    assert (c - a).tolist() == [(c - x) % n for x in xs]
    assert (a * c).tolist() == (c * a).tolist() == [x * c % n for x in xs]
    assert (a == b).tolist() == [x == y for x, y in both]
    assert (a != c).tolist() == [x != c for x in xs]
    assert a.sum() == sum(xs) % n


@of_fields
@given(data=st.data())
def test_powers(F, data):
    n = F.modulus
    xs, ys = data.draw(pairs(n, most=3))
    a, e = F.array(xs), data.draw(st.integers(0, 2**20))
    assert (a**e).tolist() == [pow(x, e, n) for x in xs]
    exponents = limbsmith.UInt(64).array([y % 2**(32 * F.limbs) % 2**64 for y in ys])
    assert (a**exponents).tolist() == [pow(x, y, n) for x, y in zip(xs, exponents)]


@of_fields
@given(data=st.data())
def test_powers_with_secret_exponents(F, data):
    n = F.modulus
    xs, ys = data.draw(pairs(n, most=3))
    a, e = F.array(xs), data.draw(st.integers(0, 2**20))
    assert a.pow_secret(e).tolist() == [pow(x, e, n) for x in xs]
    exponents = limbsmith.UInt(64).array([y % 2**(32 * F.limbs) % 2**64 for y in ys])
    assert a.pow_secret(exponents).tolist() == [pow(x, y, n) for x, y in zip(xs, exponents)]
    units = [x for x in xs if math.gcd(x, n) == 1]
    assert F.array(units).pow_secret(-e).tolist() == [pow(x, -e, n) for x in units]


@given(data=st.data())
def test_residues_of_several_moduli(data):
    count = data.draw(st.integers(1, 4))
    fields = data.draw(st.permutations([F for F in FIELDS if F.modulus not in (2, 100)]))[:count]
    product = math.prod(F.modulus for F in fields)
    xs = data.draw(st.lists(numbers(product), max_size=4))
    found = limbsmith.crt([F.array([x % F.modulus for x in xs]) for F in fields])
    assert found.tolist() == xs and found.dtype == limbsmith.UInt((product - 1).bit_length())


def test_residues_of_several_shapes():
    a, b = limbsmith.Field(2).array([[0], [1]]), limbsmith.Field(10**20 + 39).array([4, 5, 6])
    found = limbsmith.crt([a, b])
    assert found.shape == (2, 3)
    assert all(x % 2 == i and x % (10**20 + 39) == 4 + j for i, row in enumerate(found.tolist()) for j, x in enumerate(row))


def test_equal_fields_share_their_functions():
    one, other = limbsmith.Field(2**89 - 1), limbsmith.Field(2**89 - 1)
    one.array([2]) * 3
    assert other._function is one._function and other._function("mul") is one._function("mul")
    assert limbsmith.UInt(64)._function is limbsmith.UInt(33)._function is not limbsmith.UInt(96)._function


@of_fields
@given(data=st.data())
def test_inverses(F, data):
    n = F.modulus
    xs, ys = data.draw(pairs(n, most=3))
    a, first = F.array(xs), None
    inverses = []
    for k, x in enumerate(xs):
        try:
            inverses.append(pow(x, -1, n))
        except ValueError:
            first = k if first is None else first
    if first is not None:
        with pytest.raises(ValueError, match=rf"^number {first}, .*has no inverse"):
            F.inv(a)
    else:
        assert F.inv(a).tolist() == (1 / a).tolist() == (a**-1).tolist() == inverses
        assert (F.array(ys) / a).tolist() == [y * i % n for y, i in zip(ys, inverses)]


@pytest.mark.parametrize("F", PRIMES, ids=str)
@given(data=st.data())
def test_square_roots(F, data):
    p = F.modulus
    xs, ys = data.draw(pairs(p, most=3))
    squares = [x * x % p for x in xs]
    assert [x * x % p for x in F.sqrt(F.array(squares))] == squares
    wrong = [y for y in ys if pow(y, (p - 1) // 2, p) == p - 1 != 1]
    if wrong:
        with pytest.raises(ValueError, match=rf"^number {len(xs)}, .*has no square root"):
            F.sqrt(F.array(squares + wrong))


@of_fields
@given(data=st.data())
def test_compiled(F, data):
    n = F.modulus
    (xs, ys), c = data.draw(pairs(n)), data.draw(st.integers(0, n - 1))
    f = F.compile("(a + b)*(a - b) + 3*c")
    assert f.operands == ("a", "b", "c")
    assert f(F.array(xs), F.array(ys), c).tolist() == [((x + y) * (x - y) + 3 * c) % n for x, y in zip(xs, ys)]


@of_fields
@given(data=st.data())
def test_compiled_together(F, data):
    n = F.modulus
    (xs, ys), c = data.draw(pairs(n)), data.draw(st.integers(0, n - 1))
    f = F.compile("d*d + 3", "a*b - d", "b + d")
    assert f.operands == ("a", "b", "d")
    results = f(F.array(xs), F.array(ys)[:, None], c)  # the first expression has no array
    assert [it.shape for it in results] == [(len(ys), len(xs))] * 3
    assert results[0].tolist() == [[(c * c + 3) % n for x in xs] for y in ys]
    assert results[1].tolist() == [[(x * y - c) % n for x in xs] for y in ys]
    assert results[2].tolist() == [[(y + c) % n for x in xs] for y in ys]


@of_fields
def test_sequence(F):
    xs = [x % F.modulus for x in range(23)]
    a = F.array(x for x in xs)
    assert (len(a), a.size, a.shape, a.ndim, a.dtype) == (23, 23, (23,), 1, F)
    for key in (slice(1, 5, 2), slice(None, None, -1), slice(5, 5), slice(-3, None)):
        assert a[key].tolist() == xs[key]
    assert [a[0], a[-23], a[np.int64(22)]] == [xs[0], xs[0], xs[22]]
    assert F.from_limbs(a.limbs()[::-1]).tolist() == xs[::-1]
    assert a.bytes() == b"".join(x.to_bytes(F.itemsize, "little") for x in xs)
    assert F.from_bytes(bytearray(a.bytes())).tolist() == xs
    assert pickle.loads(pickle.dumps(a)).tolist() == xs
    assert F.from_bytes(b"").tolist() == F.array([]).limbs().tolist() == []
    limbs = a.limbs()
    b = F.from_limbs(limbs)
    limbs[:] = 0
    a.limbs()[:] = 0
    assert a.tolist() == b.tolist() == xs


def test_names():
    F = limbsmith.Field("2^255-19")
    assert F == limbsmith.Field(2**255 - 19) == pickle.loads(pickle.dumps(F)) and hash(F) == hash(FIELDS[-3])
    assert F != limbsmith.Field(97) and F != limbsmith.UInt(256)
    assert limbsmith.Field("@secp256k1.p").modulus == 2**256 - 2**32 - 977
    assert (F.array([1]) + limbsmith.Field("2^255-19").array([2])).tolist() == [3]
    assert limbsmith.Field(2**20000 - 1).array([5, 2**20000 - 2])[1] == 2**20000 - 2
    assert repr(F.array(range(9))) == "<9 numbers of Field(0x7fffff...ffffed): 0, 1, 2, ...>"


def test_many_numbers_in_portions():
    F = limbsmith.Field(2**61 - 1)
    a = F.array(range(5000))
    assert (a * a + 1).tolist() == [x * x + 1 for x in range(5000)]
