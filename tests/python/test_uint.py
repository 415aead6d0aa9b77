"""Whole numbers against Python's integers."""

import pickle

import limbsmith
import pytest
from conftest import numbers, pairs
from hypothesis import given
from hypothesis import strategies as st

WIDTHS = [1, 32, 33, 131, 256, 1024, 2048, 4100]
of_widths = pytest.mark.parametrize("U", [limbsmith.UInt(bits) for bits in WIDTHS], ids=str)


@of_widths
@given(data=st.data())
def test_operators(U, data):
    n = 2**U.bits
    xs, ys = data.draw(pairs(n))
    a, b, c = U.array(xs), U.array(ys), data.draw(st.integers(0, n - 1))
    both = list(zip(xs, ys))
    assert (a + b).tolist() == [(x + y) % n for x, y in both]
    assert (a - b).tolist() == [(x - y) % n for x, y in both]
    assert (c - a).tolist() == [(c - x) % n for x in xs]
    assert (-a).tolist() == [-x % n for x in xs]
    assert (a * b).tolist() == [x * y for x, y in both]
    assert (a * c).tolist() == (c * a).tolist() == [x * c for x in xs]
    assert (a * b).dtype == limbsmith.UInt(2 * U.bits)
    assert (a == b).tolist() == [x == y for x, y in both]
    assert (a < b).tolist() == [x < y for x, y in both]
    assert (a <= b).tolist() == [x <= y for x, y in both]
    assert (a > c).tolist() == [x > c for x in xs]
    assert (a >= c).tolist() == [x >= c for x in xs]
    assert (a & b).tolist() == [x & y for x, y in both]
    assert (a | c).tolist() == (c | a).tolist() == [x | c for x in xs]
    assert (a ^ b).tolist() == [x ^ y for x, y in both]
    assert (~a).tolist() == [n - 1 - x for x in xs]
    assert a.sum() == sum(xs)


@of_widths
@given(data=st.data())
def test_divisions(U, data):
    n = 2**U.bits
    xs, ys = data.draw(pairs(n, most=3))
    ys = [y or n - 1 for y in ys]
    a, b, c = U.array(xs), U.array(ys), data.draw(st.integers(1, n - 1))
    quotients, remainders = divmod(a, b)
    assert list(zip(quotients, remainders)) == [divmod(x, y) for x, y in zip(xs, ys)]
    assert (a // c).tolist() == [x // c for x in xs]
    assert (a % c).tolist() == [x % c for x in xs]
    with pytest.raises(ZeroDivisionError, match=f"^divisor {len(xs)} is 0$"):
        divmod(U.array(xs + [1]), U.array(ys + [0]))
    with pytest.raises(ZeroDivisionError):
        a // 0


@of_widths
@given(data=st.data())
def test_powers_with_a_modulus_for_each_number(U, data):
    n = 2**U.bits
    xs, ys = data.draw(pairs(n, most=3))
    moduli = [data.draw(numbers(n)) or n - 1 for _ in xs]
    few = [y % 2**40 for y in ys]
    a, e, m = U.array(xs), U.array(few), U.array(moduli)
    assert pow(a, e, m).tolist() == [pow(x, y, z) for x, y, z in zip(xs, few, moduli)]
    assert pow(a, 3, m).tolist() == [pow(x, 3, z) for x, z in zip(xs, moduli)]
    assert pow(a, e, n - 1).tolist() == [pow(x, y, n - 1) for x, y in zip(xs, few)]
    with pytest.raises(ZeroDivisionError, match=f"^modulus {len(xs)} is 0$"):
        pow(U.array(xs + [1]), U.array(few + [1]), U.array(moduli + [0]))


@of_widths
@given(data=st.data())
def test_shifts(U, data):
    n = 2**U.bits
    xs, _ = data.draw(pairs(n))
    count = data.draw(st.one_of(st.integers(0, U.bits + 1), st.sampled_from([0, 31, 32, 33, 2**40, 2**80])))
    assert (U.array(xs) << count).tolist() == [(x << min(count, U.bits)) % n for x in xs]
    assert (U.array(xs) >> count).tolist() == [x >> count for x in xs]


def test_names():
    U = limbsmith.UInt(131)
    assert U == limbsmith.UInt(160) == pickle.loads(pickle.dumps(U)) and hash(U) == hash(limbsmith.UInt(160))
    assert (U.bits, U.limbs, U.itemsize) == (160, 5, 20)
    assert limbsmith.UInt(4100).array([1]).limbs().shape == (1, 129)  # however many words the device has
    wide = U.array([2**160 - 1]) * 1
    assert (wide + 1).tolist() == [2**160]
    assert wide.bytes() == b"\xff" * 20 + b"\0" * 20
