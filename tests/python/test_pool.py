"""Integers and rationals of a pool against Python's ints and Fractions."""

import copy
import gc
import math
import operator
import threading
from fractions import Fraction

import limbsmith
import pytest
from conftest import numbers
from hypothesis import given
from hypothesis import strategies as st

p = limbsmith.Pool()
ints = st.one_of(st.integers(-5, 5), numbers(2**300, -2**300))
fractions = st.builds(Fraction, ints, ints.filter(bool))


def value(x):
    return int(x) if isinstance(x, limbsmith.PoolInt) else x.fraction() if isinstance(x, limbsmith.PoolFraction) else x


@pytest.mark.parametrize("name", ["add", "sub", "mul", "truediv", "floordiv", "mod", "eq", "ne", "lt", "le", "gt", "ge"])
@given(x=st.one_of(ints, fractions), y=st.one_of(ints, fractions))
def test_operators(name, x, y):
    function = getattr(operator, name)
    wanted = ZeroDivisionError
    if y != 0 or name not in ("truediv", "floordiv", "mod"):
        wanted = Fraction(x) / y if name == "truediv" else function(x, y)
    for a, b in ((p(x), p(y)), (p(x), y), (x, p(y))):
        result = function(a, b)
        if wanted is ZeroDivisionError:
            with pytest.raises(ZeroDivisionError, match="division by zero"):
                value(result)
        else:
            assert value(result) == wanted
            assert isinstance(value(result), type(wanted)) or isinstance(wanted, Fraction)


@given(x=ints, y=ints, count=st.integers(0, 200))
def test_integers(x, y, count):
    a, b = p(x), p(y)
    assert int(a) == x and hash(a) == hash(x) and bool(a) == bool(x) and float(p(count)) == count
    assert int(-a) == -x and int(abs(a)) == abs(x) and int(~a) == ~x and int(+a) == x
    assert int(a << count) == x << count and int(a >> count) == x >> count and int(1 << p(count)) == 1 << count
    assert int(a & b) == x & y and int(a | y) == x | y and int(x ^ b) == x ^ y
    assert int(a**3) == x**3 and int(p(3)**p(count)) == 3**count and int(2**p(count)) == 2**count
    assert int(p.compute("gcd", a, y)) == math.gcd(x, y)
    if y:
        assert [int(it) for it in divmod(a, b)] == list(divmod(x, y)) and [int(it) for it in divmod(x, b)] == list(divmod(x, y))
        assert int(pow(a, count, abs(b))) == pow(x, count, abs(y))
        assert (b**-2).fraction() == Fraction(1, y**2)
    assert p.values([a, b, a + b]) == [x, y, x + y] and int(p.sum([a, y, 1])) == x + y + 1 and int(p.prod([a, b, 2])) == 2 * x * y


@given(x=fractions, exponent=st.integers(-5, 5))
def test_rationals(x, exponent):
    a = p(x)
    assert a.fraction() == x and (a.numerator, a.denominator) == (x.numerator, x.denominator) and hash(a) == hash(x)
    assert (-a).fraction() == -x and abs(a).fraction() == abs(x) and float(a) == float(x) and int(a) == int(x)
    assert math.floor(a) == math.floor(x) and math.ceil(a) == math.ceil(x) and round(a) == round(x)
    if x or exponent >= 0:
        assert (a**exponent).fraction() == x**exponent
    if x:
        assert [value(it) for it in divmod(a, x)] == [1, 0] and [value(it) for it in divmod(7, a)] == list(divmod(Fraction(7), x))


def test_texts_and_copies():
    assert repr(p(-7)) == "PoolInt(-7)" and repr(p(Fraction(-7, 3))) == "PoolFraction(-7/3)"
    assert repr(p(10**50)) == "PoolInt(0x446c3b...000000)" and repr(p(1) / 0) == "<PoolFraction: division by zero>"
    x = p("(2**64 - 1) * -3 // 2")
    assert copy.copy(x) is x and copy.deepcopy(x) is x and int(x) == (2**64 - 1) * -3 // 2 and p(x) is x
    assert str(p).startswith("<pool on ") and [1, 2, 3][p(1)] == 2


@pytest.mark.parametrize("call, error, message", [
    (lambda: p(1.5), TypeError, "the number is of type float"),
    (lambda: p(True), TypeError, "True"),
    (lambda: p("1 +"), ValueError, None),
    (lambda: p(1) + 1.5, TypeError, "float"),
    (lambda: p(1) + True, TypeError, "bool"),
    (lambda: p(1) + limbsmith.Pool()(1), ValueError, "belongs to another pool"),
    (lambda: p(1) << 0.5, TypeError, None),
    (lambda: int(p(1) << -1), ValueError, "negative shift"),
    (lambda: int(p(1) << 2**40), OverflowError, None),
    (lambda: int(pow(p(2), -1, 4)), ValueError, "no inverse"),
    (lambda: p(Fraction(1, 2)) & 1, TypeError, None),
    (lambda: p.compute("gdc", 1, 2), ValueError, "gdc"),
    (lambda: p.sum([Fraction(1, 2)]), TypeError, "should be an int"),
    (lambda: limbsmith.Pool("tpu"), ValueError, "tpu"),
    (lambda: limbsmith.Pool(map="warp"), ValueError, "map is 'warp', not 'auto' or 'grid'"),
    (lambda: limbsmith.Big(1.5), TypeError, "float"),
    (lambda: limbsmith.Big(1) + p(1), ValueError, "belongs to another pool"),
])
def test_wrong(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_work_is_recorded_and_memory_freed():
    own = limbsmith.Pool("host")
    x = own(3)**200000
    assert own.pending == 1
    own.submit()
    assert own.pending == 0 and int(x % 1000) == 3**200000 % 1000
    own.compact()
    before = own.nbytes
    for _ in range(20):
        y = x * x
        own.submit()
    del y
    gc.collect()
    own.compact()
    assert own.nbytes <= before


@given(x=ints, y=ints.filter(bool))
def test_big(x, y):
    a, b = limbsmith.Big(x), limbsmith.Big(y)
    assert int(a * b - a) == x * y - x and [int(it) for it in divmod(a, b)] == list(divmod(x, y)) and a / b == Fraction(x, y)
    assert int(limbsmith.Big("2**4000 - 1") % y) == (2**4000 - 1) % y


def test_threads():
    own, sums = limbsmith.Pool("host"), {}

    def work(start):
        numbers_of_it = [own(start + k)**50 for k in range(200)]
        sums[start] = int(own.sum(numbers_of_it))

    threads = [threading.Thread(target=work, args=(1000 * k,)) for k in range(8)]
    for it in threads:
        it.start()
    for it in threads:
        it.join()
    assert sums == {1000 * k: sum((1000 * k + j)**50 for j in range(200)) for k in range(8)}
