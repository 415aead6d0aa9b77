"""Sums, products along axes, and products of matrices against Python's integers; by the way of a GPU as well, on the host."""

import hypothesis.extra.numpy as shapes_of
import limbsmith
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_arrays import both, same

FIELDS = [limbsmith.Field(n) for n in (2, 97, 2**61 - 1, 2**255 - 19, 10**20)]
WIDTHS = [kind(bits) for kind in (limbsmith.UInt, limbsmith.Int) for bits in (32, 256)]
of_kinds = pytest.mark.parametrize("kind", FIELDS + WIDTHS, ids=str)
shapes = shapes_of.array_shapes(min_dims=1, max_dims=3, min_side=0, max_side=5)


@pytest.fixture(params=["host", "as on a GPU"])
def way(request, monkeypatch):
    if request.param == "as on a GPU":
        for kind in FIELDS + WIDTHS:
            monkeypatch.setattr(kind, "_is_gpu", True)
        monkeypatch.setattr(limbsmith._reductions, "most_terms", 8)
    return request.param


def same_or_equal(result, wanted):
    return same(result, wanted) if isinstance(wanted, np.ndarray) else result == wanted and isinstance(result, int)


def residues(kind, values):
    return values % kind.modulus if isinstance(kind, limbsmith.Field) else values


@of_kinds
def test_sums(kind, way):
    @given(data=st.data())
    def check(data):
        a, values = both(data, kind, data.draw(shapes))
        axes = data.draw(st.one_of(st.none(), shapes_of.valid_tuple_axes(a.ndim), st.integers(-a.ndim, a.ndim - 1)))
        keep = data.draw(st.booleans())
        wanted = residues(kind, values.sum(axis=axes, keepdims=keep))
        assert same_or_equal(a.sum(axis=axes, keepdims=keep), wanted)

    check()


@pytest.mark.parametrize("F", FIELDS, ids=str)
@given(data=st.data())
def test_products(F, data):
    a, values = both(data, F, data.draw(shapes))
    axis = data.draw(st.one_of(st.none(), st.integers(0, a.ndim - 1)))
    assert same_or_equal(a.prod(axis=axis), residues(F, values.prod(axis=axis)))


@of_kinds
def test_matrices(kind, way):
    @given(data=st.data())
    def check(data):
        both_shapes = shapes_of.mutually_broadcastable_shapes(signature="(m?,k),(k,n?)->(m?,n?)", max_dims=1, min_side=1, max_side=4)
        first, second = data.draw(both_shapes).input_shapes
        (a, x), (b, y) = both(data, kind, first), both(data, kind, second)
        assert same_or_equal(a @ b, residues(kind, x @ y))
        assert same_or_equal(a.dot(b), residues(kind, x @ y))

    check()


@of_kinds
def test_nothing_and_much(kind, way):
    assert kind.zeros(0).sum() == 0 and kind.zeros(0) @ kind.zeros(0) == 0
    assert (kind.zeros((2, 0)) @ kind.zeros((0, 3))).tolist() == [[0] * 3] * 2
    assert kind.zeros((0, 2)).sum(axis=0).tolist() == [0, 0] and (kind.zeros((0, 2)) @ kind.zeros((2, 0))).shape == (0, 0)
    for number in (kind._least, kind._limit - 1):
        a = kind.zeros((3, 100)) + number
        assert a.sum() == residues(kind, 300 * number) and a.sum(axis=1).tolist() == [residues(kind, 100 * number)] * 3
        assert (a @ a.T).tolist() == [[residues(kind, 100 * number**2)] * 3] * 3


def test_kinds_of_sums():
    U = limbsmith.UInt(64)
    assert U.zeros((2, 9)).sum(axis=1).dtype == U.zeros((2, 9)).sum(axis=1).dtype == limbsmith.UInt(96)
    assert (U.zeros((2, 9)) @ U.zeros((9, 2))).dtype == limbsmith.UInt(160)
    assert limbsmith.UInt(262144, "host").array([2**262144 - 1] * 2).sum() == 2**262145 - 2
    with pytest.raises(NotImplementedError, match="262144"):
        limbsmith.UInt(262144).zeros((2, 2)).sum(axis=0)
