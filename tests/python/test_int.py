"""Whole numbers with a sign against Python's integers."""

import pickle

import limbsmith
import pytest
from conftest import pairs
from hypothesis import given
from hypothesis import strategies as st

WIDTHS = [1, 64, 131, 256, 1024, 2048, 4100]
of_widths = pytest.mark.parametrize("kind", [limbsmith.Int(bits) for bits in WIDTHS], ids=str)


def wrapped(kind, number):
    """In two's complement."""
    half = 1 << kind.bits - 1
    return (number + half) % (2 * half) - half


def drawn(data, kind, most=5):
    return data.draw(pairs(1 << kind.bits - 1, most, -(1 << kind.bits - 1)))


@of_widths
@given(data=st.data())
def test_operators(kind, data):
    xs, ys = drawn(data, kind)
    a, b, c = kind.array(xs), kind.array(ys), data.draw(st.integers(-5, 5))
    both = list(zip(xs, ys))
    assert a.tolist() == xs and kind.from_limbs(a.limbs()).tolist() == kind.from_bytes(a.bytes()).tolist() == xs
    assert (a + b).tolist() == [wrapped(kind, x + y) for x, y in both]
    assert (a - b).tolist() == [wrapped(kind, x - y) for x, y in both]
    assert (c - a).tolist() == [wrapped(kind, c - x) for x in xs]
    assert (-a).tolist() == [wrapped(kind, -x) for x in xs]
    assert abs(a).tolist() == [wrapped(kind, abs(x)) for x in xs]
    assert (a * b).tolist() == [x * y for x, y in both] and (a * b).dtype == limbsmith.Int(2 * kind.bits)
    assert (a * c).tolist() == (c * a).tolist() == [x * c for x in xs]
    assert (a == b).tolist() == [x == y for x, y in both]
    assert (a < b).tolist() == [x < y for x, y in both]
    assert (a <= c).tolist() == [x <= c for x in xs]
    assert (a > c).tolist() == [x > c for x in xs]
    assert (a >= b).tolist() == [x >= y for x, y in both]
    assert (a & b).tolist() == [x & y for x, y in both]
    assert (a | c).tolist() == [x | c for x in xs]
    assert (a ^ b).tolist() == [x ^ y for x, y in both]
    assert (~a).tolist() == [~x for x in xs]
    assert a.sum() == sum(xs)


@of_widths
@given(data=st.data())
def test_divisions(kind, data):
    xs, ys = drawn(data, kind, most=3)
    ys = [y or -3 for y in ys]
    a, b, c = kind.array(xs), kind.array(ys), data.draw(st.sampled_from([-7, -1, 1, 2]))
    quotients, remainders = divmod(a, b)
    assert quotients.tolist() == [wrapped(kind, x // y) for x, y in zip(xs, ys)]
    assert remainders.tolist() == [x % y for x, y in zip(xs, ys)]
    assert (a // c).tolist() == [wrapped(kind, x // c) for x in xs] and (a % c).tolist() == [x % c for x in xs]
    with pytest.raises(ZeroDivisionError, match=f"^divisor {len(xs)} is 0$"):
        a.dtype.array(xs + [1]) // kind.array(ys + [0])


@of_widths
@given(data=st.data())
def test_shifts(kind, data):
    xs, _ = drawn(data, kind)
    count = data.draw(st.one_of(st.integers(0, kind.bits + 1), st.sampled_from([0, 31, 32, 33, 2**40, 2**80])))
    assert (kind.array(xs) << count).tolist() == [wrapped(kind, x << min(count, kind.bits)) for x in xs]
    assert (kind.array(xs) >> count).tolist() == [x >> count for x in xs]


def test_names():
    kind = limbsmith.Int(131)
    assert kind == limbsmith.Int(160) == pickle.loads(pickle.dumps(kind)) and hash(kind) == hash(limbsmith.Int(160))
    assert kind != limbsmith.UInt(160) and repr(kind.array([-1])) == "Int(160).array([-1])"
