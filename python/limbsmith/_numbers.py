"""Kinds of numbers, the dtypes of arrays: all that fields and whole numbers have in common."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Iterable
from math import prod
from typing import Any, Generic, TypeVar

import numpy as np
import numpy.typing as npt

from . import _core, _exchange
from ._array import Array, Bools, read
from ._layout import Shape, broadcast, index_of
from ._words import Words, integer, integers, random_words, short, to_ints, to_words

A = TypeVar("A", bound=Array)


@functools.lru_cache(maxsize=None)
def session(device: str) -> _core.Session:
    if not isinstance(device, str):
        raise TypeError(f"device is of type {type(device).__name__}, and should be 'auto', 'host', 'cuda', 'cuda:1' or 'all'")
    if device == "auto":
        return session("cuda" if _core.Session(device).gpu >= 0 else "host")
    return _core.Session(device)


@functools.lru_cache(maxsize=256)
def arithmetic(device: str, kind: str, parameter: Any) -> tuple[Any, Callable[[str], _core.Function]]:
    """An arithmetic and its functions by their names, which all equal kinds share: Field(97) twice compiles once."""
    core = getattr(session(device), kind)(parameter)
    return core, functools.cache(core.function)


def listed(numbers: Iterable[Any]) -> list[Any]:
    """The numbers one after the other. Errors: TypeError if they are not iterable, and those of their iterator."""
    try:
        each = iter(numbers)
    except TypeError:
        raise TypeError(f"numbers are of type {type(numbers).__name__}, and should be a list of ints, or NumPy's array of integers") from None
    return list(each)


class Numbers(Generic[A]):
    """The kind of the numbers of an array: its dtype. Kinds are equal if they have the same numbers on the same device."""

    _is_field = False
    _least = 0
    _limit: int  # numbers are from _least to _limit - 1

    def __init__(self, kind: str, parameter: Any, array: type[A], device: str) -> None:
        self._array, self._asked = array, device
        self._session = session(device)
        self._is_gpu = self._session.gpu >= 0
        self._core, self._function = arithmetic(device, kind, parameter)

    @property
    def bits(self) -> int:
        """The bits that a number has."""
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
        return self._session.device

    def array(self, numbers: Iterable[Any]) -> A:
        """An array of these ints.

        numbers: ints, or nested lists of them, or NumPy's array of integers or of objects, which says the shape. Errors: TypeError if one is
        no int, or for an array of another dtype or with a mask; ValueError if one is too small or too large, or if lists have different
        lengths.
        """
        if isinstance(numbers, np.ma.MaskedArray):
            raise TypeError("numbers are an array with a mask, and should be one without, such as compressed() or filled(0) gives")
        if isinstance(numbers, np.ndarray):
            if numbers.dtype.kind not in "iuO":
                raise TypeError(f"numbers have the dtype {numbers.dtype}, and should be of integers, or of objects that are ints")
        elif not isinstance(numbers, (list, tuple)):
            numbers = listed(numbers)
        if isinstance(numbers, list) and set(map(type, numbers)) == {int}:
            return self._from_ints(numbers, (len(numbers),))
        values = np.asarray(numbers, dtype=object)
        flat = values.reshape(-1).tolist()
        try:
            return self._from_ints(integers(flat), values.shape)
        except TypeError:
            if any(isinstance(value, (list, tuple)) for value in flat):
                raise ValueError(f"the lists at depth {values.ndim} have different lengths, and should have one") from None
            self._refuse(flat, values.shape)
            raise

    def zeros(self, shape: int | Shape) -> A:
        """An array of zeros."""
        layout = np.empty(shape, np.uint8)  # NumPy checks the shape
        return self._from_words(np.zeros((layout.size, self.limbs), np.uint32), layout.shape)

    def random(self, shape: int | Shape, rng: np.random.Generator | None = None) -> A:
        """An array of random numbers, all of this kind with the same probability.

        rng: NumPy's generator; without one, the operating system's source of randomness for secrets. Errors: those of NumPy for a shape;
        TypeError for another generator.

        >>> import numpy
        >>> from limbsmith import Field
        >>> Field(97).random((2, 3)).shape
        (2, 3)
        >>> Field(97).random(4, numpy.random.default_rng(1)).tolist()
        [77, 46, 82, 59]
        """
        if rng is not None and not isinstance(rng, np.random.Generator):
            raise TypeError(f"rng is of type {type(rng).__name__}, and should be a numpy.random.Generator")
        layout = np.empty(shape, np.uint8)  # NumPy checks the shape
        count = self._limit - self._least  # two's complement has the same words as the number modulo 2^bits
        return self._from_words(random_words(layout.size, count, self.limbs, os.urandom if rng is None else rng.bytes), layout.shape)

    def from_limbs(self, limbs: npt.ArrayLike) -> A:
        """An array of the numbers with these limbs, the least significant one first.

        limbs: NumPy's uint32 of the shape (..., self.limbs). Errors: TypeError for another dtype; ValueError for another shape,
        or if a number is too large.
        """
        words = np.asarray(limbs)
        if words.dtype != np.uint32:
            raise TypeError(f"limbs have the dtype {words.dtype}, and should be of uint32")
        if words.ndim < 2 or words.shape[-1] != self.limbs:
            raise ValueError(f"limbs have the shape {words.shape}, and should have (..., {self.limbs}), with 2 axes or more")
        return self._from_words(words.copy().reshape(-1, self.limbs), words.shape[:-1])

    def from_dlpack(self, limbs: Any, /, *, copy: bool | None = None) -> A:
        """An array of the numbers with these limbs, which stay where they are, if that is possible: their memory is not copied, and
        should not change.

        limbs: an array of uint32, or of int32 with the same bits, of the shape (..., self.limbs), by DLPack or the CUDA array
        interface: of NumPy, PyTorch, JAX; of CuPy, Numba on a GPU. Equal limbs, or those of a number, lie together. Residues on a GPU
        get a form of their own, so they are copied there. copy: True copies, False never does. Errors: those of from_limbs, and
        ValueError for limbs on another GPU, in another layout on a GPU, or that have to be copied.
        """
        return _exchange.borrowed(self, limbs, copy)

    def from_bytes(self, data: bytes | bytearray | memoryview) -> A:
        """An array of the numbers with these bytes, itemsize of them each, the least significant one first.

        Errors: ValueError if the count of bytes is no multiple of itemsize, or if a number is too large.
        """
        data = memoryview(data).cast("B")
        if len(data) % self.itemsize != 0:
            raise ValueError(f"{len(data)} bytes are no numbers of {self.itemsize} bytes each")
        words = np.frombuffer(data, "<u4").astype(np.uint32).reshape(-1, self.limbs)
        return self._from_words(words, (len(words),))

    @functools.cached_property
    def _whole(self) -> _core.UInt:
        """Whole numbers of as many limbs."""
        return arithmetic(self._asked, "uint", 32 * self.limbs)[0]

    @property
    def _is_signed(self) -> bool:
        return self._least < 0

    def _number(self, value: Any, name: str) -> int:
        number = integer(value, name)
        if not self._least <= number < self._limit:
            raise ValueError(
                f"{name} is {short(number)}; numbers of {self} are from {short(self._least)} to {short(self._limit - 1)}")
        return number

    def _from_words(self, words: Words, shape: Shape) -> A:
        """Requires: words that lie one after the other and do not change."""
        try:
            return self._array(self, self._core.write(words), shape, words)
        except ValueError:
            self._refuse(to_ints(words), shape)
            raise

    def _from_ints(self, numbers: list[int], shape: Shape) -> A:
        """Errors: ValueError naming the first number that is too small or too large."""
        try:
            return self._from_words(to_words(numbers, self.limbs, self._is_signed), shape)
        except OverflowError:
            self._refuse(numbers, shape)
            raise

    def _refuse(self, values: Iterable[Any], shape: Shape) -> None:
        """Errors: TypeError or ValueError naming the first value that is no number of this kind."""
        for k, value in enumerate(values):
            try:
                self._number(value, f"number {index_of(k, shape)}")
            except (TypeError, ValueError) as error:
                raise error from None  # it says all that the error does whose cause is sought

    def _converted(self, core: _core.Array, is_signed: bool) -> _core.Array:
        """Numbers of another kind, which are not negative if this one has no sign. Errors: ValueError."""
        return core.resized(self._core, False)

    def _text(self, number: int) -> str:
        """As functions take it: in two's complement if it is negative."""
        return hex(number if number >= 0 else number + (1 << 32 * self.limbs))

    def _call(self, function: str | _core.Function, *operands: Array | int | str | _core.Array) -> tuple[list[_core.Array], Shape]:
        """The results of a function and their shape. Operands are arrays of this kind, at least one; ints that were checked; texts and arrays
        of the module, in the shape of the result, as they are.
        """
        shape: Any = None
        raw: list[Any] = []
        for it in operands:
            if isinstance(it, Array):
                if shape is not None and it._shape != shape:
                    return self._call(function, *self._in_one_shape(operands))
                shape, it = it._shape, it._core
            elif isinstance(it, int):
                it = self._text(it)
            raw.append(it)
        if isinstance(function, str):
            function = self._function(function)
        return function(prod(shape), *raw), shape

    def _in_one_shape(self, operands: tuple[Any, ...]) -> list[Any]:
        """The operands with all arrays in their common shape. Errors: ValueError."""
        shape = broadcast(*(it._shape for it in operands if isinstance(it, Array)))
        return [it._broadcast(shape) if isinstance(it, Array) else it for it in operands]

    def _flags(self, name: str, *operands: Array | int) -> Bools:
        (flags,), shape = self._call(name, *operands)
        return (read(flags, 1) != 0).reshape(shape)
