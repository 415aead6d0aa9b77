"""Sums and dot products of floating-point numbers and ints that lose nothing, rounded once."""

from __future__ import annotations

import builtins
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _core
from ._words import integer

TYPES = (np.float64, np.float32, np.float16, np.int64, np.int32, np.uint64)


def column(x: npt.ArrayLike, name: str) -> npt.NDArray[Any]:
    """The numbers one after the other, of a type that the library adds. Errors: TypeError."""
    numbers = np.asarray(x)
    if numbers.dtype.type in (np.int8, np.int16, np.uint8, np.uint16, np.uint32):
        numbers = numbers.astype(np.int64)
    if numbers.dtype.type not in TYPES:
        raise TypeError(f"{name} has the dtype {numbers.dtype}, and should have float64, float32, float16 or one of integers of up to 64 bits")
    return np.ascontiguousarray(numbers.astype(numbers.dtype.newbyteorder("="), copy=False)).reshape(-1)


def doubles(x: npt.ArrayLike, name: str) -> npt.NDArray[np.float64]:
    """Errors: TypeError for numbers that are not all doubles."""
    numbers = column(x, name)
    if numbers.dtype.type in (np.int64, np.uint64):
        raise TypeError(f"{name} has the dtype {numbers.dtype}, and should have float64, float32, float16 or int32")
    return numbers.astype(np.float64, copy=False)


class ExactSum:
    """A sum that loses nothing, whatever the order of its terms: float(s) rounds it once. Sums are added and compared exactly.

    >>> s = exact_sum([1e100, 1.0, -1e100])
    >>> float(s), s + exact_sum([0.5]), s > exact_sum([0.9])
    (1.0, <exact sum 1.5>, True)
    >>> exact_sum([0.1] * 10).fraction() == 10 * Fraction(0.1)
    True
    """

    def __init__(self, core: _core.Accumulator | None = None) -> None:
        self._core = _core.Accumulator() if core is None else core

    def __float__(self) -> float:
        return self._core.to_double("nearest")

    def round(self, rounding: str = "nearest") -> float:
        """The value rounded once: to the nearest double, of two that are as near the even one; ``"zero"``, ``"up"``, ``"down"``."""
        return self._core.to_double(rounding)

    def text(self, digits: int, rounding: str = "nearest") -> str:
        """The value rounded to so many decimals."""
        return self._core.to_text(integer(digits, "digits"), rounding)

    def fraction(self) -> Fraction:
        """The exact value. Errors: ValueError if it is infinite or NaN."""
        numerator, _, denominator = self._core.exact_text().partition("/")
        return Fraction(int(numerator, 16), int(denominator or "1", 16))

    def bytes(self) -> builtins.bytes:
        """The same bytes for the same terms in any order, on every machine."""
        return self._core.to_bytes()

    @staticmethod
    def from_bytes(data: builtins.bytes) -> ExactSum:
        """Errors: ValueError if these are not the bytes of a sum."""
        return ExactSum(_core.Accumulator.from_bytes(data))

    def __add__(self, other: ExactSum) -> ExactSum:
        if not isinstance(other, ExactSum):
            return NotImplemented
        made = _core.Accumulator(self._core)
        made.add(other._core)
        return ExactSum(made)

    def __sub__(self, other: ExactSum) -> ExactSum:
        if not isinstance(other, ExactSum):
            return NotImplemented
        made = _core.Accumulator(self._core)
        made.subtract(other._core)
        return ExactSum(made)

    def __neg__(self) -> ExactSum:
        made = _core.Accumulator(self._core)
        made.negate()
        return ExactSum(made)

    def __eq__(self, other: object) -> bool:
        return self._core.equals(other._core) if isinstance(other, ExactSum) else NotImplemented

    def __lt__(self, other: ExactSum) -> bool:
        return self._core.is_less(other._core) if isinstance(other, ExactSum) else NotImplemented

    def __gt__(self, other: ExactSum) -> bool:
        return other._core.is_less(self._core) if isinstance(other, ExactSum) else NotImplemented

    def __le__(self, other: ExactSum) -> bool:
        return self < other or self == other if isinstance(other, ExactSum) else NotImplemented

    def __ge__(self, other: ExactSum) -> bool:
        return self > other or self == other if isinstance(other, ExactSum) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.fraction() if self._core.is_finite() else float(self))

    def __repr__(self) -> str:
        return f"<exact sum {float(self)}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return ExactSum.from_bytes, (self.bytes(),)


def exact_sum(x: npt.ArrayLike) -> ExactSum:
    """The sum of all numbers, on all cores of the host. x: float64, float32, float16, or integers of up to 64 bits, of any shape.

    Infinities and NaN count as IEEE 754 says. Errors: TypeError for another dtype.

    >>> float(exact_sum([0.1] * 10)), float(exact_sum([])), exact_sum([2**53, 1]).fraction()
    (1.0, 0.0, Fraction(9007199254740993, 1))
    """
    return ExactSum(_core.exact_sum(column(x, "x")))


def exact_dot(x: npt.ArrayLike, y: npt.ArrayLike) -> ExactSum:
    """The sum of x[i]*y[i]. x, y: of one shape and dtype: float64, float32, float16, or integers of up to 64 bits but uint64.

    Errors: TypeError for other dtypes; ValueError for different shapes.

    >>> float(exact_dot([1e200, 1.0], [1e200, 3.0]) - exact_dot([1e200], [1e200]))
    3.0
    """
    if np.shape(x) != np.shape(y):
        raise ValueError(f"x has the shape {np.shape(x)}, and y {np.shape(y)}; they should have one")
    a, b = column(x, "x"), column(y, "y")
    if a.dtype == b.dtype == np.int32:
        a, b = a.astype(np.int64), b.astype(np.int64)
    if a.dtype != b.dtype or a.dtype == np.uint64:
        raise TypeError(f"x and y have the dtypes {a.dtype} and {b.dtype}, and should both have float64, float32, float16 or int64")
    return ExactSum(_core.exact_dot(a, b))


def norm2(x: npt.ArrayLike, rounding: str = "nearest") -> float:
    """The square root of the sum of the squares, correctly rounded: not even the squares overflow.

    >>> norm2([3.0, 4.0]), norm2([1e200, 1e-200])
    (5.0, 1e+200)
    """
    return _core.norm2(doubles(x, "x"), rounding)


def mean(x: npt.ArrayLike, rounding: str = "nearest") -> float:
    """The mean, correctly rounded; NaN of no numbers.

    >>> mean([0.1, 0.2, 0.3])
    0.2
    """
    return _core.mean(doubles(x, "x"), rounding)


def variance(x: npt.ArrayLike, removed: int = 0, rounding: str = "nearest") -> float:
    """The sum of (x[i] - mean)**2 divided by n - removed, correctly rounded. NaN for n <= removed.

    >>> variance([1.0, 2.0, 3.0, 4.0], removed=1)
    1.6666666666666667
    """
    return _core.variance(doubles(x, "x"), integer(removed, "removed"), rounding)
