"""Ints to arrays and back: each conversion against Python's own, and the first number that is none of a kind."""

import enum

import limbsmith
import numpy as np
import pytest
from conftest import numbers
from hypothesis import given
from hypothesis import strategies as st

KINDS = [*map(limbsmith.Field, (2, 97, 2**32 - 5, 2**32 + 15, 2**64, 2**255 - 19, 2**256 - 2**32 - 977, 2**521 - 1)),
         *(kind(bits) for kind in (limbsmith.UInt, limbsmith.Int) for bits in (32, 96, 256))]
of_kinds = pytest.mark.parametrize("kind", KINDS, ids=str)


def lists(kind, least=0):
    return st.lists(numbers(kind._limit, kind._least), min_size=least, max_size=6)


@of_kinds
@given(data=st.data())
def test_ints(kind, data):
    values = data.draw(lists(kind))
    bytes_of_all = b"".join(x.to_bytes(kind.itemsize, "little", signed=x < 0) for x in values)
    words = np.frombuffer(bytes_of_all, "<u4").reshape(-1, kind.limbs)
    objects = np.array([*values, None], object)[:-1]
    a = kind.array(values)
    assert a.shape == (len(values),) and a.bytes() == bytes_of_all and np.array_equal(a.limbs(), words)
    for made in (a, a.reshape(-1, 1).reshape(-1), kind.from_bytes(bytes_of_all), kind.from_limbs(words.astype(np.uint32)),
                 *map(kind.array, (tuple(values), iter(values), objects, objects[::-1][::-1], a))):
        assert made.tolist() == values and list(made) == values and all(type(x) is int for x in made.tolist())
    nested = kind.array([[values, values]])
    assert nested.shape == (1, 2, len(values)) and nested.tolist() == [[values, values]]


@of_kinds
def test_other_integers(kind):
    Some = enum.IntEnum("Some", {"zero": 0, "one": 1})
    least = max(kind._least, -2**31)
    for dtype in (np.int8, np.uint8, np.int64, np.uint64):
        values = [max(least, int(np.iinfo(dtype).min)), 0, 1, min(kind._limit - 1, int(np.iinfo(dtype).max))]
        given = np.array(values, dtype)
        assert kind.array(given).tolist() == kind.array(list(given)).tolist() == kind.array([*values[:2], *given[2:]]).tolist() == values
    assert kind.array([Some.one, Some.zero]).tolist() == [1, 0]
    assert kind.array(np.array(1)).shape == () and kind.array(np.array(1))[()] == 1


@of_kinds
@pytest.mark.parametrize("shape", [(0,), (1, 0), (2, 0, 3)])
def test_no_numbers(kind, shape):
    none = np.empty(shape, object)
    a = kind.array(none)
    assert a.shape == shape and a.tolist() == none.tolist() and a.limbs().shape == (*shape, kind.limbs) and a.bytes() == b""


@of_kinds
@given(data=st.data())
def test_the_first_number_that_is_none(kind, data):
    values = data.draw(lists(kind, 1))
    first = data.draw(st.integers(0, len(values) - 1))
    over = data.draw(st.sampled_from([1, 2, 2**32, 1 << 32 * kind.limbs]))
    wrong = data.draw(st.sampled_from([kind._limit - 1 + over, kind._least - over]))
    tail = data.draw(st.sampled_from([[], [wrong], [True], [1.5]]))
    for given, place in (([*values[:first], wrong, *values[first:], *tail], first), ([values, [*values[1:], wrong]], (1, len(values) - 1))):
        with pytest.raises(ValueError) as error:
            kind.array(given)
        assert str(error.value).startswith(f"number {place} is ") and "numbers of " in str(error.value)
        assert error.value.__cause__ is None and error.value.__suppress_context__
    for other in (True, np.bool_(False), 1.0, "1", None):
        with pytest.raises(TypeError, match=f"^number {first} is .* and should be an int$"):
            kind.array([*values[:first], other, *values[first:], *tail])


@pytest.mark.parametrize("kind", [it for it in KINDS if it._is_field], ids=str)
@given(data=st.data())
def test_words_around_the_modulus(kind, data):
    """Words that are those of modulus - 1, or differ by one at some places: the greatest place decides."""
    most = [kind.modulus - 1 >> 32 * k & 0xffffffff for k in range(kind.limbs)]
    near = [st.sampled_from(sorted({word, max(word, 1) - 1, min(word + 1, 2**32 - 1), 0, 2**32 - 1})) for word in most]
    rows = data.draw(st.lists(st.tuples(*near), min_size=1, max_size=5))
    values = [sum(word << 32 * k for k, word in enumerate(row)) for row in rows]
    too_large = [k for k, value in enumerate(values) if value >= kind.modulus]
    if not too_large:
        assert kind.from_limbs(np.array(rows, np.uint32)).tolist() == values
        return
    with pytest.raises(ValueError, match=f"^number {too_large[0]} is "):
        kind.from_limbs(np.array(rows, np.uint32))
    with pytest.raises(ValueError, match=f"^number {too_large[0]} is "):
        kind.from_dlpack(np.array(rows, np.uint32))


def test_arrays_do_not_change_with_the_words_that_they_were_made_of():
    U = limbsmith.UInt(64)
    limbs, data = np.array([[1, 0], [2, 0]], np.uint32), bytearray(16)
    a, b = U.from_limbs(limbs), U.from_bytes(data)
    limbs[:], data[0] = 7, 7
    assert a.tolist() == [1, 2] and b.tolist() == [0, 0]
    for it in (a, b):
        it.limbs()[:] = 9
    assert a.tolist() == [1, 2] and b.tolist() == [0, 0]
