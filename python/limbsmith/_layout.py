"""The numbers of an array that an index, a transposition or a broadcast means, by NumPy's rules.

NumPy applies them to an array of bytes, one for each number: a result that is a view tells by its strides which numbers it has.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

Shape = tuple[int, ...]
Layout = npt.NDArray[Any]


class Steps(NamedTuple):
    """Number first + sum of index*step for each index of an array of the shape."""

    shape: Shape
    first: int
    steps: Shape


class Places(NamedTuple):
    """The numbers at these places, one after the other, in an array of the shape."""

    shape: Shape
    places: npt.NDArray[np.uint64]


def arranged(shape: Shape, arrange: Callable[[Layout], Layout]) -> Steps | Places | Shape:
    """The part of an array of this shape that `arrange` makes of its layout; just a shape if it is all numbers in their order.

    Errors: those of NumPy.
    """
    layout = np.empty(shape, np.uint8)  # never read, so most of it is never there
    part = arrange(layout)
    if not np.may_share_memory(part, layout):
        return Places(part.shape, arrange(np.arange(layout.size, dtype=np.uint64).reshape(shape)).reshape(-1))
    if part.flags.c_contiguous and part.size == layout.size:
        return part.shape
    address = layout.__array_interface__["data"][0]
    return Steps(part.shape, part.__array_interface__["data"][0] - address, part.strides)


def broadcast(*shapes: Shape) -> Shape:
    """The common shape of arrays by broadcasting. Errors: ValueError."""
    try:
        return np.broadcast_shapes(*shapes)
    except ValueError:
        texts = ", ".join(map(str, shapes))
        raise ValueError(f"arrays have the shapes {texts}, which do not broadcast to one") from None


def reduced(shape: Shape, axis: int | Shape | None, keepdims: bool) -> tuple[Shape, Shape, Shape]:
    """The axes that are reduced, the others, and the shape of the result. Errors: numpy.exceptions.AxisError, a ValueError."""
    count = len(shape)
    axes = tuple(range(count)) if axis is None else np.lib.array_utils.normalize_axis_tuple(axis, count)
    others = tuple(k for k in range(count) if k not in axes)
    return axes, others, tuple(1 if k in axes else n for k, n in enumerate(shape) if keepdims or k not in axes)


def index_of(place: int, shape: Shape) -> int | Shape:
    """The index of a number, for messages."""
    return place if len(shape) == 1 else tuple(map(int, np.unravel_index(place, shape)))


def size_of(shape: Shape) -> int:
    return math.prod(shape)
