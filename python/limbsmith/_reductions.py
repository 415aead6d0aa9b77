"""Sums and products along axes, and products of matrices. All are exact: the results are the same on every device."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from . import _core
from ._layout import Shape, broadcast, reduced, size_of
from ._words import column_sums

if TYPE_CHECKING:
    from ._array import Array

most_terms = 1 << 22  # of matrix products that are in the memory of a GPU at once


def rows_of(a: Array, axis: int | Shape | None, keepdims: bool) -> tuple[Array, Shape]:
    """The numbers that are reduced to one as the columns of a matrix, and the shape of the result."""
    axes, others, shape = reduced(a.shape, axis, keepdims)
    count, results = size_of(tuple(a.shape[k] for k in axes)), size_of(tuple(a.shape[k] for k in others))
    return a.transpose(axes + others).reshape(count, results), shape


def fold(rows: Array, name: str, shape: Shape) -> Any:
    """Joins the rows, of which there is one or more, by an operation that is associative and commutative: halves, and halves of these."""
    odd = None
    while len(rows) > 1:
        if len(rows) % 2 == 1:
            odd = rows[-1] if odd is None else rows._apply(name, odd, rows[-1])
        half = len(rows) // 2
        rows = rows._apply(name, rows[:half], rows[half:2 * half])
    joined = rows[0] if odd is None else rows._apply(name, rows[0], odd)
    return joined.reshape(shape)._or_int()


def sum_of(a: Array, axis: int | Shape | None, keepdims: bool) -> Any:
    rows, shape = rows_of(a, axis, keepdims)
    count, results = rows.shape
    if a.dtype._is_gpu and count > 0:
        return fold(rows.astype(a.dtype._of_sums(count)), "add", shape)
    sums = column_sums(rows._words.reshape(count, results, a.dtype.limbs), a.dtype._is_signed)
    reduced_sums = [a.dtype._reduced(it) for it in sums]
    return a.dtype._of_sums(count)._from_ints(reduced_sums, shape) if shape else reduced_sums[0]


def product_of(a: Array, axis: int | Shape | None, keepdims: bool) -> Any:
    rows, shape = rows_of(a, axis, keepdims)
    return fold(rows, "mul", shape) if len(rows) > 0 else (a.dtype.zeros(shape) + 1)._or_int()


def matrix_product(a: Array, b: Array) -> Any:
    left, right = a if a.ndim > 1 else a[None, :], b if b.ndim > 1 else b[:, None]
    (rows, inner), (other, columns) = left.shape[-2:], right.shape[-2:]
    if inner != other:
        raise ValueError(f"the shapes {a.shape} and {b.shape} do not fit for @: {inner} is not {other}")
    batch = broadcast(left.shape[:-2], right.shape[:-2])
    kind, count = a.dtype._of_products(inner), size_of(batch)
    left, right = left._broadcast((*batch, rows, inner)), right._broadcast((*batch, inner, columns))
    shape = batch + ((rows,) if a.ndim > 1 else ()) + ((columns,) if b.ndim > 1 else ())
    left, right = left.reshape(count, rows, inner), right.reshape(count, inner, columns)
    product = on_gpu if a.dtype._is_gpu else on_host
    return product(left, right, kind).reshape(shape)._or_int()


def on_gpu(left: Array, right: Array, kind: Any) -> Array:
    """By operations of arrays: so many products at once as memory has room for, and their sums."""
    (count, rows, inner), columns = left.shape, right.shape[-1]
    step = max(1, most_terms // max(1, count * rows * columns))
    total = kind.zeros((count, rows, columns))
    for first in range(0, inner, step):
        terms = left[:, :, first:first + step, None] * right[:, None, first:first + step, :]
        total = total + terms.sum(axis=2).astype(kind)
    return total


def on_host(left: Array, right: Array, kind: Any) -> Array:
    (count, rows, inner), columns, limbs = left.shape, right.shape[-1], left.dtype.limbs
    words = np.empty((count, rows, columns, kind.limbs), np.uint32)
    _core.multiply_matrices(left._words.reshape(count, rows, inner, limbs),
                            right._words.reshape(count, inner, columns, limbs), kind._modulus_text, kind._is_signed, words)
    return kind._from_words(words.reshape(-1, kind.limbs), (count, rows, columns))
