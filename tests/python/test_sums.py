"""Exact sums against Fractions."""

import math
import pickle
from fractions import Fraction

import limbsmith
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

doubles = st.floats(allow_nan=False, allow_infinity=False)
lists = st.lists(doubles, max_size=20)
TYPES = {np.float64: doubles, np.float32: st.floats(width=32, allow_nan=False, allow_infinity=False),
         np.float16: st.integers(0, 2**16 - 1).map(lambda bits: np.uint16(bits).view(np.float16)).filter(np.isfinite), np.int32: st.integers(-2**31, 2**31 - 1),
         np.int64: st.integers(-2**63, 2**63 - 1), np.uint64: st.integers(0, 2**64 - 1), np.int8: st.integers(-128, 127)}


def fractions(x):
    return [Fraction(it.item()) for it in x.reshape(-1)]


@pytest.mark.parametrize("dtype", TYPES)
@given(data=st.data())
def test_sums_of_every_type(dtype, data):
    x, y = (np.array(data.draw(st.lists(TYPES[dtype], min_size=6, max_size=6)), dtype).reshape(2, 3) for _ in range(2))
    s = limbsmith.exact_sum(x)
    assert s.fraction() == sum(fractions(x)) == limbsmith.exact_sum(x.T[::-1]).fraction()
    if dtype != np.uint64:
        assert limbsmith.exact_dot(x, y).fraction() == sum(a * b for a, b in zip(fractions(x), fractions(y)))


@given(x=lists, y=lists)
def test_sums(x, y):
    s, t = limbsmith.exact_sum(np.array(x)), limbsmith.exact_sum(np.array(y))
    a, b = sum(map(Fraction, x)), sum(map(Fraction, y))
    assert (s + t).fraction() == a + b and (s - t).fraction() == a - b and (-s).fraction() == -a
    assert (s == t) == (a == b) and (s < t) == (a < b) and (s <= t) == (a <= b) and (s > t) == (a > b) and (s >= t) == (a >= b)
    assert pickle.loads(pickle.dumps(s)) == s == limbsmith.ExactSum.from_bytes(s.bytes()) and hash(s) == hash(a)
    try:
        wanted = float(a)
    except OverflowError:
        wanted = math.inf if a > 0 else -math.inf
    assert float(s) == wanted
    if abs(a) < 2**1023:
        assert s.round("down") <= a <= s.round("up") and abs(s.round("zero")) <= abs(a)


@given(x=st.lists(st.floats(-1e100, 1e100), min_size=1, max_size=9))
def test_statistics(x):
    values = list(map(Fraction, x))
    mean = sum(values) / len(x)
    assert limbsmith.mean(x) == float(mean) and limbsmith.variance(x) == float(sum((it - mean)**2 for it in values) / len(x))
    assert limbsmith.mean(x, "down") <= mean <= limbsmith.mean(x, "up")
    square = sum(it * it for it in values)
    low, high = limbsmith.norm2(x, "down"), limbsmith.norm2(x, "up")
    assert Fraction(low)**2 <= square <= Fraction(high)**2 and high <= math.nextafter(low, math.inf)


def test_special_values():
    assert math.isnan(limbsmith.exact_sum([math.inf, -math.inf])) and float(limbsmith.exact_sum([math.inf, 1])) == math.inf
    assert math.copysign(1, limbsmith.exact_sum([-0.0])) == -1 and float(limbsmith.ExactSum()) == 0
    assert limbsmith.exact_sum([1.25]).text(1) == "1.2" and repr(limbsmith.exact_sum([0.5])) == "<exact sum 0.5>"
    assert math.isnan(limbsmith.mean([])) and limbsmith.exact_sum(np.array([1, 2], ">f8")).fraction() == 3


@pytest.mark.parametrize("call, error, message", [
    (lambda: limbsmith.exact_sum(["a"]), TypeError, "dtype <U1"),
    (lambda: limbsmith.exact_sum([1j]), TypeError, "complex128"),
    (lambda: limbsmith.exact_sum([True]), TypeError, "bool"),
    (lambda: limbsmith.exact_dot([1.0], [1.0, 2.0]), ValueError, r"shape \(1,\), and y \(2,\)"),
    (lambda: limbsmith.exact_dot([1.0], [1]), TypeError, "float64 and int64"),
    (lambda: limbsmith.mean([1]), TypeError, "int64"),
    (lambda: limbsmith.exact_sum([math.nan]).fraction(), ValueError, None),
    (lambda: limbsmith.exact_sum([1.0]).round("away"), ValueError, "'away'"),
    (lambda: limbsmith.exact_sum([1.0]).text(-1), ValueError, "-1 decimals"),
    (lambda: limbsmith.ExactSum.from_bytes(b"12"), ValueError, None),
    (lambda: limbsmith.exact_sum([1.0]) + 1.0, TypeError, None),
])
def test_wrong(call, error, message):
    with pytest.raises(error, match=message):
        call()
