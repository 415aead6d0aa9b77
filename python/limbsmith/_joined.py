"""Arrays of one kind joined to one array, by NumPy's rules."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

import numpy as np

from ._array import Array
from ._exchange import contiguous
from ._layout import size_of

A = TypeVar("A", bound=Array)


def concatenate(arrays: Iterable[A], axis: int = 0) -> A:
    """The arrays one after the other along an axis that they have.

    Errors: TypeError for arrays of different kinds; ValueError for shapes that differ along another axis, or an axis that is not there.

    >>> from limbsmith import Field
    >>> a = Field(97).array([[1, 2], [3, 4]])
    >>> concatenate([a, a[:1]]).tolist(), concatenate([a, a[:, :1]], axis=1).tolist()
    ([[1, 2], [3, 4], [1, 2]], [[1, 2, 1], [3, 4, 3]])
    """
    parts = of_one_kind(arrays)
    along = np.lib.array_utils.normalize_axis_index(axis, parts[0].ndim)
    others = {part.shape[:along] + part.shape[along + 1:] for part in parts}
    if len(others) > 1:
        shapes = ", ".join(str(part.shape) for part in parts)
        raise ValueError(f"arrays have the shapes {shapes}, and should differ along axis {along} alone")
    starts = np.cumsum([0, *(part.shape[along] for part in parts)]).tolist()
    shape = (*parts[0].shape[:along], starts[-1], *parts[0].shape[along + 1:])
    steps = contiguous(shape)
    places = [(start * steps[along], part._core, part.shape) for start, part in zip(starts, parts)]
    return type(parts[0])(parts[0].dtype, parts[0].dtype._core.joined(size_of(shape), steps, places), shape)


def stack(arrays: Iterable[A], axis: int = 0) -> A:
    """The arrays, which have one shape, along a new axis. Errors: those of concatenate.

    >>> from limbsmith import Field
    >>> a = Field(97).array([1, 2, 3])
    >>> stack([a, a + 3]).tolist(), stack([a, a + 3], axis=1).tolist()
    ([[1, 2, 3], [4, 5, 6]], [[1, 4], [2, 5], [3, 6]])
    """
    parts = of_one_kind(arrays)
    if len({part.shape for part in parts}) > 1:
        raise ValueError(f"arrays have the shapes {', '.join(str(part.shape) for part in parts)}, and should have one")
    along = np.lib.array_utils.normalize_axis_index(axis, parts[0].ndim + 1)
    return concatenate([part.reshape(*part.shape[:along], 1, *part.shape[along:]) for part in parts], along)


def of_one_kind(arrays: Iterable[A]) -> list[A]:
    """Errors: TypeError, and ValueError if there are none."""
    parts = list(arrays)
    if not parts:
        raise ValueError("there are no arrays to join")
    for k, part in enumerate(parts):
        if not isinstance(part, Array):
            raise TypeError(f"array {k} is of type {type(part).__name__}, and should be an array of numbers")
        if part.dtype != parts[0].dtype:
            raise TypeError(f"array {k} is of {part.dtype} and array 0 of {parts[0].dtype}; they should be of one kind on one device")
    return parts
