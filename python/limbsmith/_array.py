"""Numbers of one kind and arrays of them: all that fields and whole numbers have in common."""

from __future__ import annotations

import builtins
import functools
from collections.abc import Iterable, Iterator
from typing import Any, Generic, TypeVar, overload

import numpy as np
import numpy.typing as npt

from . import _core
from ._words import Words, integer, short, to_ints, to_words

A = TypeVar("A", bound="Array")
Bools = npt.NDArray[np.bool_]


@functools.lru_cache(maxsize=None)
def session(device: str) -> _core.Session:
    if not isinstance(device, str):
        raise TypeError(f"device is of type {type(device).__name__}, and should be 'auto', 'host' or 'cuda'")
    if device == "auto":
        return session("cuda" if _core.Session(device).is_gpu else "host")
    return _core.Session(device)


class Numbers(Generic[A]):
    """The kind of the numbers of an array: its dtype. Kinds are equal if they have the same numbers on the same device."""

    _limit: int  # numbers are below it

    def __init__(self, core: _core.Arithmetic, array: type[A], device: str) -> None:
        self._core, self._array, self._asked = core, array, device
        self._functions: dict[str, _core.Function] = {}

    @property
    def bits(self) -> int:
        """Numbers are below 2^bits."""
        return self._core.bits

    @property
    def limbs(self) -> int:
        """The words of 32 bits that a number has."""
        return -(-self.bits // 32)

    @property
    def itemsize(self) -> int:
        """The bytes that a number has: 4*limbs."""
        return 4 * self.limbs

    @property
    def device(self) -> str:
        """The name of the device that computes: ``NVIDIA H200``, ``host, 16 cores``."""
        return session(self._asked).device

    def array(self, numbers: Iterable[int]) -> A:
        """An array of these ints.

        Errors: TypeError if one is no int; ValueError if one is negative or too large.
        """
        checked = [self._number(number, f"number {k}") for k, number in enumerate(numbers)]
        return self._from_words(to_words(checked, self.limbs))

    def from_limbs(self, limbs: npt.ArrayLike) -> A:
        """An array of the numbers with these limbs, the least significant one first.

        limbs: NumPy's uint32 of the shape (n, self.limbs). Errors: TypeError for another dtype; ValueError for another shape,
        or if a number is too large.
        """
        words = np.asarray(limbs)
        if words.dtype != np.uint32:
            raise TypeError(f"limbs have the dtype {words.dtype}, and should be of uint32")
        if words.ndim != 2 or words.shape[1] != self.limbs:
            raise ValueError(f"limbs have the shape {words.shape}, and should have (n, {self.limbs})")
        return self._from_words(words)

    def from_bytes(self, data: bytes | bytearray | memoryview) -> A:
        """An array of the numbers with these bytes, itemsize of them each, the least significant one first.

        Errors: ValueError if the count of bytes is no multiple of itemsize, or if a number is too large.
        """
        data = memoryview(data).cast("B")
        if len(data) % self.itemsize != 0:
            raise ValueError(f"{len(data)} bytes are no numbers of {self.itemsize} bytes each")
        return self._from_words(np.frombuffer(data, "<u4").reshape(-1, self.limbs))

    def _number(self, value: Any, name: str) -> int:
        number = integer(value, name)
        if not 0 <= number < self._limit:
            raise ValueError(f"{name} is {short(number)}; numbers of {self} are from 0 to {short(self._limit - 1)}")
        return number

    def _from_words(self, words: Words) -> A:
        words = np.array(words, np.uint32, order="C")  # of our own: an array does not change
        try:
            return self._array(self, self._core.write(words), words)
        except ValueError:
            for k, number in enumerate(to_ints(words)):
                self._number(number, f"number {k}")
            raise

    def _function(self, name: str) -> _core.Function:
        if name not in self._functions:
            self._functions[name] = self._core.function(name)
        return self._functions[name]

    def _call(self, function: str | _core.Function, *operands: A | int | str) -> list[_core.Array]:
        """The results of a function on arrays of this kind and ints that were checked; one of them is an array."""
        sizes = [len(it) for it in operands if isinstance(it, Array)]
        if len(set(sizes)) != 1:
            raise ValueError(f"arrays have the lengths {', '.join(map(str, sizes))}, and should have the same")
        if isinstance(function, str):
            function = self._function(function)
        raw = [it._core if isinstance(it, Array) else hex(it) if isinstance(it, int) else it for it in operands]
        return function(sizes[0], raw)

    def _flags(self, *call: Any) -> Bools:
        return read(self._call(*call)[0], 1)[:, 0] != 0


def read(core: _core.Array, limbs: int) -> Words:
    """The words of numbers that have so many limbs at most."""
    words = np.empty((core.size, limbs), np.uint32)
    core.read(words)
    return words


class Array:
    """Numbers of one kind, one after the other. They do not change, so arrays may be shared.

    Operators take another array of the same kind and length, or an int that stands for all numbers. ``==`` and ``!=`` give
    NumPy's array of bools. Numbers are copied to Python once, when they are first read.
    """

    def __init__(self, dtype: Any, core: _core.Array, words: Words | None = None) -> None:
        self._dtype, self._core = dtype, core
        if words is not None:
            self._words = words

    # ------------------------------------------------------------------------------------- as a sequence

    @property
    def dtype(self) -> Any:
        """The kind of the numbers."""
        return self._dtype

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return self._core.size

    @property
    def shape(self) -> tuple[int]:
        return (self.size,)

    @property
    def ndim(self) -> int:
        return 1

    @property
    def device(self) -> str:
        """The name of the device that has the numbers."""
        return self.dtype.device

    @functools.cached_property
    def _words(self) -> Words:
        return read(self._core, self.dtype.limbs)

    def __len__(self) -> int:
        return self.size

    @overload
    def __getitem__(self, key: int) -> int: ...
    @overload
    def __getitem__(self: A, key: slice) -> A: ...
    def __getitem__(self: A, key: int | slice) -> int | A:
        """A number as an int, or an array of the numbers of a slice, which is a copy. Errors: IndexError, TypeError."""
        if isinstance(key, slice):
            return self.dtype._from_words(self._words[key])
        index = integer(key, "the index")
        if not -len(self) <= index < len(self):
            raise IndexError(f"there is no number {index}: the array has {len(self)}")
        return next(to_ints(self._words[[index]]))

    def __iter__(self) -> Iterator[int]:
        return to_ints(self._words)

    def tolist(self) -> list[int]:
        """The numbers as ints."""
        return list(self)

    def limbs(self) -> Words:
        """The limbs of the numbers, the least significant one first: NumPy's uint32 of the shape (n, dtype.limbs)."""
        return self._words.copy()

    def bytes(self) -> builtins.bytes:
        """The bytes of all numbers, dtype.itemsize of them each, the least significant one first."""
        return self._words.astype("<u4", copy=False).tobytes()

    def __repr__(self) -> str:
        some = ", ".join(short(number) for number in to_ints(self._words[:3]))
        return f"{self.dtype}.array([{some}])" if len(self) <= 3 else f"<{len(self)} numbers of {self.dtype}: {some}, ...>"

    def __reduce__(self) -> tuple[Any, ...]:
        return self.dtype.from_limbs, (self.limbs(),)

    # ------------------------------------------------------------------------------------- arithmetic

    def _operand(self, other: Any) -> Any:
        """The operand of an operator. Errors: TypeError, ValueError."""
        if not isinstance(other, Array):
            return self.dtype._number(other, "the operand")
        if other.dtype != self.dtype:
            raise TypeError(f"the operands are arrays of {self.dtype} and of {other.dtype}, and should be of one kind")
        return other

    def _apply(self: A, name: str, *operands: A | int | str) -> A:
        return type(self)(self.dtype, self.dtype._call(name, *operands)[0])

    def __add__(self: A, other: A | int) -> A:
        return self._apply("add", self, self._operand(other))

    def __radd__(self: A, other: int) -> A:
        return self._apply("add", self._operand(other), self)

    def __sub__(self: A, other: A | int) -> A:
        return self._apply("sub", self, self._operand(other))

    def __rsub__(self: A, other: int) -> A:
        return self._apply("sub", self._operand(other), self)

    def __neg__(self: A) -> A:
        return self._apply("neg", self)

    def __eq__(self: A, other: A | int) -> Bools:  # type: ignore[override]
        return self.dtype._flags("eq", self, self._operand(other))

    def __ne__(self: A, other: A | int) -> Bools:  # type: ignore[override]
        return ~(self == other)

    __hash__ = None  # type: ignore[assignment]
    __array_ufunc__ = None  # NumPy's numbers leave operators to arrays

    def _exact_sum(self) -> int:
        # Sums of columns fit in 64 bits, since there are fewer than 2^32 numbers in a portion.
        portion = 1 << 31
        return sum(int(column) << 32 * k
                   for first in range(0, len(self), portion)
                   for k, column in enumerate(self._words[first:first + portion].sum(axis=0, dtype=np.uint64)))
