"""Shapes, indices and broadcasting against NumPy's arrays of objects."""

import copy
import operator
import pickle
import threading

import hypothesis.extra.numpy as shapes_of
import limbsmith
import numpy as np
import pytest
from conftest import numbers
from hypothesis import given
from hypothesis import strategies as st

F, U, I = limbsmith.Field(2**61 - 1), limbsmith.UInt(96), limbsmith.Int(96)
of_kinds = pytest.mark.parametrize("kind", [F, U, I], ids=str)
shapes = shapes_of.array_shapes(min_dims=1, max_dims=4, min_side=0, max_side=4)


def both(data, kind, shape):
    """The same numbers as an array and as NumPy's."""
    count = int(np.prod(shape))
    values = np.empty(count, object)
    values[:] = data.draw(st.lists(numbers(kind._limit, kind._least), min_size=count, max_size=count))
    values = values.reshape(shape)
    return kind.from_limbs(kind.array(values).limbs()), values


def same(a, values):
    return a.shape == values.shape and a.tolist() == values.tolist()


@of_kinds
@given(data=st.data())
def test_indices(kind, data):
    a, values = both(data, kind, data.draw(shapes))
    assert same(a, values) and len(a) == len(values) and a.ndim == values.ndim and a.size == values.size
    some = st.one_of(
        shapes_of.basic_indices(a.shape, allow_newaxis=True, allow_ellipsis=True),
        shapes_of.arrays(bool, a.shape),
        *([shapes_of.integer_array_indices(a.shape)] if a.size else []))
    for key in (data.draw(some), data.draw(some)):
        wanted = values[key]
        if isinstance(wanted, np.ndarray) and wanted.ndim:
            assert same(a[key], wanted) and same(pickle.loads(pickle.dumps(a[key])), wanted)
        else:
            assert a[key] == wanted and isinstance(a[key], int)


@of_kinds
def test_copies_of_arrays_without_axes(kind):
    a = kind.array([kind._limit - 1]).reshape(())
    copied = pickle.loads(pickle.dumps(a))
    assert copied.shape == () and copied.dtype == kind and copied[()] == kind._limit - 1


@pytest.mark.parametrize("kind", [F, U, I, *map(limbsmith.Field, (2, 5, 2**32 - 5, 2**64, 2**96 - 2**32 + 1))], ids=str)
def test_random(kind):
    a, b = kind.random((40, 50)), kind.random(2000)
    assert a.shape == (40, 50) and kind.random((3, 0)).tolist() == [[], [], []]
    possible = kind._limit - kind._least
    parts = min(8, possible)  # of the range; each has as many numbers, within seven deviations
    for drawn in (a.reshape(-1).tolist(), b.tolist()):
        assert all(kind._least <= x < kind._limit for x in drawn)
        counts = np.bincount([(x - kind._least) * parts // possible for x in drawn], minlength=parts)
        assert (abs(counts - 2000 / parts) < 7 * (2000 / parts)**0.5).all(), counts
    if kind._limit > 2**31:
        assert a.reshape(-1).tolist() != b.tolist()
    assert kind.random(9, np.random.default_rng(7)).tolist() == kind.random((3, 3), np.random.default_rng(7)).reshape(-1).tolist()


@of_kinds
@given(data=st.data())
def test_joined(kind, data):
    shape = data.draw(shapes)
    axis = data.draw(st.integers(-len(shape), len(shape) - 1))
    extents = data.draw(st.lists(st.integers(0, 3), min_size=1, max_size=3))
    parts = [both(data, kind, shape[:axis] + (extent,) + shape[axis:][1:]) for extent in extents]
    arrays, values = [a for a, _ in parts], [it for _, it in parts]
    assert same(limbsmith.concatenate(arrays, axis), np.concatenate(values, axis))
    along = data.draw(st.integers(-len(shape) - 1, len(shape)))
    alike = [(a, it) for a, it in parts if a.shape == arrays[0].shape]
    assert same(limbsmith.stack([a for a, _ in alike], along), np.stack([it for _, it in alike], along))


def test_joined_words_of_other_libraries():
    theirs = np.arange(12, dtype=np.uint32).reshape(4, 3)
    a = U.from_dlpack(theirs)
    assert limbsmith.concatenate([a, U.array([5]), a[::-1]]).limbs().tolist() == [*theirs.tolist(), [5, 0, 0], *theirs[::-1].tolist()]


@of_kinds
@given(data=st.data())
def test_arrangements(kind, data):
    a, values = both(data, kind, data.draw(shapes))
    assert same(a.T, values.T) and same(a.T.T, values)
    axes = data.draw(st.permutations(range(a.ndim)))
    assert same(a.transpose(axes), values.transpose(axes)) and same(a.transpose(*axes), values.transpose(axes))
    assert same(a.reshape(-1), values.reshape(-1)) if a.size else a.reshape(0).shape == (0,)
    assert same(a.T.reshape(a.size, 1), values.T.reshape(a.size, 1))
    assert [x if isinstance(x, int) else x.tolist() for x in a] == values.tolist()
    assert a.limbs().shape == (*a.shape, kind.limbs) and same(kind.from_limbs(a.limbs()), values)
    assert np.array(a).dtype == object and np.array_equal(np.array(a), values)


@of_kinds
@pytest.mark.parametrize("name", ["add", "sub", "mul", "eq", "ne"])
@given(data=st.data())
def test_broadcasting(kind, name, data):
    function = getattr(operator, name)
    first, second = data.draw(shapes_of.mutually_broadcastable_shapes(num_shapes=2, min_dims=1, max_dims=3, max_side=4)).input_shapes
    (a, x), (b, y) = both(data, kind, first), both(data, kind, second)
    result, wanted = function(a, b), function(x, y)
    if name in ("eq", "ne"):
        assert result.dtype == bool and np.array_equal(result, wanted)
    else:
        most, least = result.dtype._limit, result.dtype._least
        assert same(result, (wanted - least) % (most - least) + least)


@of_kinds
@given(data=st.data())
def test_where(kind, data):
    shapes = data.draw(shapes_of.mutually_broadcastable_shapes(num_shapes=3, min_dims=1, max_dims=3, max_side=4)).input_shapes
    (a, x), (b, y), number = both(data, kind, shapes[0]), both(data, kind, shapes[1]), data.draw(numbers(kind._limit, kind._least))
    bools = data.draw(shapes_of.arrays(bool, shapes[2]))
    assert same(limbsmith.where(bools, a, b), np.where(bools, x, y))
    assert same(limbsmith.where(bools, a, number), np.where(bools, x, number))
    assert same(limbsmith.where(bools, number, b), np.where(bools, number, y))
    assert same(limbsmith.where(True, a, b), np.where(True, x, y)) and same(limbsmith.where(False, a, b), np.where(False, x, y))


def test_from_nested_numbers():
    a = F.array([[1, 2, 3], [4, 5, 6]])
    assert a.shape == (2, 3) and a[1, 2] == 6 and a[1].tolist() == [4, 5, 6] and a[:, 1].tolist() == [2, 5]
    assert same(F.array(np.arange(6, dtype=np.int16).reshape(2, 3)), np.arange(6).reshape(2, 3).astype(object))
    assert F.array([np.arange(2), [5, 6]]).tolist() == [[0, 1], [5, 6]]
    assert F.array(np.array(7)).shape == () and F.array([[], []]).shape == (2, 0) and F.array([]).shape == (0,)
    assert F.zeros(3).tolist() == [0] * 3 and U.zeros((2, 0)).shape == (2, 0)
    powers = F.array([[2], [3]])**limbsmith.UInt(32).array([0, 1, 5])
    assert powers.tolist() == [[1, 2, 32], [1, 3, 243]]
    assert (F.array([[1], [2]]) / F.array([1, 2]) * 2).tolist() == [[2, 1], [4, 2]]
    assert F.compile("a*b + c")(F.array([[1], [2]]), F.array([3, 4]), 5).tolist() == [[8, 9], [11, 13]]
    quotient, remainder = divmod(U.array([[17], [2**95]]), U.array([3, 2**64]))
    assert quotient.tolist() == [[5, 0], [2**95 // 3, 2**31]] and remainder[0].tolist() == [2, 17]
    with pytest.raises(ValueError, match=r"^number \(1, 0\), 0, has no inverse"):
        F.inv(F.array([[1, 2], [0, 3]]))
    with pytest.raises(ZeroDivisionError, match=r"^divisor \(0, 1\) is 0$"):
        U.array([[1], [2]]) // U.array([[3, 0]])


def test_copies_and_texts():
    a = F.array([[1, 2], [3, 4]])
    assert copy.copy(a) is a and copy.deepcopy(a) is a and copy.deepcopy(F) == F
    assert repr(a) == "<2x2 numbers of Field(2305843009213693951): 1, 2, 3, ...>"
    assert repr(a[:1]) == "Field(2305843009213693951).array([[1, 2]])" and repr(U.zeros((0, 2))) == "UInt(96).array([])"


def test_kinds():
    assert U.array([[5, 2**40]]).astype(limbsmith.UInt(512)).tolist() == [[5, 2**40]]
    assert F.array([5]).astype(U).dtype == U and U.array([5]).astype(F).tolist() == [5]
    least = I.array([-2**95, -1, 2**95 - 1])
    assert least.astype(limbsmith.Int(1000)).tolist() == least.astype(limbsmith.Int(1000)).astype(I).tolist() == least.tolist()
    assert least[2:].astype(U).tolist() == U.array([2**95 - 1]).astype(I).tolist() == [2**95 - 1]
    assert I.array([7]).astype(F).tolist() == F.array([7]).astype(I).tolist() == [7]
    for wrong, kind, message in [(least, U, r"number 0 is -0x8\S+; numbers of UInt"), (least, limbsmith.Int(64), r"number 0 is -0x8\S+; numbers of Int"),
                                 (least[1:], F, "number 0 is -1; numbers of Field"), (U.array([5, 2**95]), I, r"number 1 is 0x8\S+; numbers of Int")]:
        with pytest.raises(ValueError, match=f"^{message}"):
            wrong.astype(kind)


def test_operands_may_be_one_array():
    a = U.array([3, 2**96 - 1])
    assert (a + a).tolist() == [6, 2**96 - 2] and (a - a).tolist() == [0, 0] and (a * a).tolist() == [9, (2**96 - 1)**2]
    assert (a // a).tolist() == [1, 1] and (a == a).all() and a @ a == 9 + (2**96 - 1)**2
    b = a
    b += 1  # another array: the first one does not change
    assert a.tolist() == [3, 2**96 - 1] and b.tolist() == [4, 0]
    assert F.compile("a*a + b")(F.array([5]), F.array([5])).tolist() == [30]


def test_threads_share_arrays():
    field = limbsmith.Field(2**127 - 1)
    a, results = field.array(range(1, 2001)), {}

    def work(k):
        results[k] = ((a * a + k) * field.inv(a) - a).sum()

    threads = [threading.Thread(target=work, args=(k,)) for k in range(8)]
    for it in threads:
        it.start()
    for it in threads:
        it.join()
    inverses = sum(pow(x, -1, field.modulus) for x in range(1, 2001))
    assert results == {k: k * inverses % field.modulus for k in range(8)}
