"""Numbers chosen by conditions from two arrays, by NumPy's rules."""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from ._array import Array
from ._layout import broadcast

A = TypeVar("A", bound=Array)


def where(condition: npt.ArrayLike, a: A | int, b: A | int) -> A:
    """The numbers of a where the condition is true, else those of b. All three broadcast.

    condition: bools, as comparisons give them. a, b: arrays of one kind, or one of them an int. Errors: TypeError for another condition,
    for two ints, and for arrays of two kinds; ValueError for shapes that do not fit, and for an int that the kind does not have.

    >>> from limbsmith import UInt
    >>> a, b = UInt(64).array([1, 20, 3]), UInt(64).array([10, 2, 3])
    >>> where(a < b, b - a, a - b)
    UInt(64).array([9, 18, 0])
    >>> where(a == 3, 0, a).tolist()
    [1, 20, 0]
    """
    bools = np.asarray(condition)
    if bools.dtype != np.bool_:
        raise TypeError(f"the condition has the dtype {bools.dtype}, and should be of bools")
    some: Any = a if isinstance(a, Array) else b
    if not isinstance(some, Array):
        raise TypeError(f"a is of type {type(a).__name__} and b of type {type(b).__name__}; one should be an array of numbers")
    kind = some.dtype
    first, second = some._operand(a), some._operand(b)
    shape = broadcast(bools.shape, *(it.shape for it in (first, second) if isinstance(it, Array)))
    flags = np.broadcast_to(bools, shape).astype(np.uint32, order="C").reshape(-1, 1)
    chosen = [it._broadcast(shape) if isinstance(it, Array) else it for it in (first, second)]
    return some._apply("select", kind._function("select").write(1, flags), *chosen)
