"""Arrays of numbers: all that those of fields and of whole numbers have in common."""

from __future__ import annotations

import builtins
import functools
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Self

import numpy as np
import numpy.typing as npt

from . import _core, _exchange, _reductions
from ._layout import Layout, Places, Shape, Steps, arranged
from ._words import Words, objects, short, to_ints

if TYPE_CHECKING:
    from ._numbers import Numbers

Bools = npt.NDArray[np.bool_]


def read(core: _core.Array, limbs: int) -> Words:
    """The words of numbers that have so many limbs at most."""
    words = np.empty((core.size, limbs), np.uint32)
    core.read(words)
    return words


class Array:
    """Numbers of one kind, with a shape. They do not change, so arrays may be shared.

    Operators take another array of the same kind, or an int that stands for all numbers, and broadcast as those of NumPy. ``==`` and
    ``!=`` give NumPy's array of bools. Indices are NumPy's; a number alone is an int. Numbers are copied to Python once, when they are
    first read.
    """

    def __init__(self, dtype: Any, core: _core.Array, shape: Shape, words: Words | None = None) -> None:
        self._dtype, self._core, self._shape = dtype, core, shape
        if words is not None:
            self._words = words

    # ------------------------------------------------------------------------------------- as a sequence

    @property
    def dtype(self) -> Any:
        """The kind of the numbers."""
        return self._dtype

    @property
    def shape(self) -> Shape:
        return self._shape

    @property
    def ndim(self) -> int:
        return len(self._shape)

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return self._core.size

    @property
    def device(self) -> str:
        """The name of the device that has the numbers."""
        return self.dtype.device

    @functools.cached_property
    def _words(self) -> Words:
        return read(self._core, self.dtype.limbs)

    def _ints(self) -> Iterator[int]:
        return to_ints(self._words, self.dtype._is_signed)

    def __len__(self) -> int:
        return self._shape[0]

    def __getitem__(self, key: Any) -> Any:
        """A number as an int, or an array of those that the index means by NumPy's rules, which is a copy. Errors: IndexError."""
        keys = key if isinstance(key, tuple) else (key,)
        if not any(it is Ellipsis for it in keys):
            keys += (Ellipsis,)
        return self._part(lambda layout: layout[keys])._or_int()

    def __iter__(self) -> Iterator[Any]:
        return self._ints() if self.ndim == 1 else (self[k] for k in range(len(self)))

    def astype(self, dtype: Numbers[Any]) -> Any:
        """The same numbers as numbers of another kind on the device.

        Errors: TypeError if dtype is no kind; ValueError naming the first number that the kind does not have.
        """
        from ._numbers import Numbers  # which needs this module first

        if not isinstance(dtype, Numbers):
            raise TypeError(f"the dtype is {dtype!r}, and should be a Field, a UInt or an Int, such as UInt(64)")
        if dtype == self.dtype:
            return self
        if self.dtype._is_signed and not dtype._is_signed and self.dtype._flags("slt", self, 0).any():
            dtype._refuse(self._ints(), self._shape)
        try:
            core = dtype._converted(self._core, self.dtype._is_signed)
        except ValueError:
            dtype._refuse(self._ints(), self._shape)
            raise
        return dtype._array(dtype, core, self._shape)

    def reshape(self, *shape: Any) -> Self:
        """The same numbers in another shape, where one extent may be -1. Errors: ValueError."""
        return self._part(lambda layout: layout.reshape(*shape))

    def transpose(self, *axes: Any) -> Self:
        """With the axes in another order, reversed if none is given. Errors: ValueError."""
        return self._part(lambda layout: layout.transpose(*axes))

    @property
    def T(self) -> Self:
        """The transposed array."""
        return self.transpose()

    def _part(self, arrange: Callable[[Layout], Layout]) -> Self:
        part = arranged(self._shape, arrange)
        if isinstance(part, Steps):
            core = self.dtype._core.take(self._core, part.first, part.shape, part.steps)
        elif isinstance(part, Places):
            core = self.dtype._core.take_each(self._core, part.places)
        else:
            return type(self)(self.dtype, self._core, part, self.__dict__.get("_words"))
        return type(self)(self.dtype, core, part.shape)

    def _broadcast(self, shape: Shape) -> Self:
        return self if shape == self._shape else self._part(lambda layout: np.broadcast_to(layout, shape))

    def _or_int(self) -> Any:
        return self if self._shape else next(self._ints())

    def tolist(self) -> list[Any]:
        """The numbers as ints, in lists as deep as there are axes."""
        return list(self._ints()) if self.ndim == 1 else objects(self._ints(), self._shape).tolist()

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> npt.NDArray[Any]:
        """The numbers as NumPy's array of ints, which are objects."""
        return objects(self._ints(), self._shape).astype(dtype or object, copy=False)

    def limbs(self) -> Words:
        """The limbs of the numbers, the least significant one first: NumPy's uint32 of the shape (..., dtype.limbs)."""
        return self._words.copy().reshape(*self._shape, self.dtype.limbs)

    @functools.cached_property
    def _exchanged(self) -> _core.Array:
        """The numbers in words that other libraries understand."""
        return self.dtype._core.plain(self._core)

    def __dlpack_device__(self) -> tuple[int, int]:
        gpu = self.dtype._session.gpu
        return (_exchange.cpu, 0) if gpu < 0 else (_exchange.cuda, gpu)

    def __dlpack__(self, *, stream: int | None = None, max_version: tuple[int, int] | None = None,
                   dl_device: tuple[int, int] | None = None, copy: bool | None = None) -> Any:
        """The limbs, uint32 of the shape (..., dtype.limbs), for other libraries: ``cupy.from_dlpack(a)``. Not copied, and so not to be
        written, for those that know DLPack 1; a copy for others. Errors: BufferError where there is no such copy or no such view.
        """
        knows = max_version is not None and max_version[0] >= 1
        if copy is False and not knows:
            raise BufferError("without a copy, numbers are for libraries that have DLPack 1, which can be told not to write them")
        core, shape = self._exchanged, list(self._shape)
        if copy or not knows:
            given: Any = core.given(self.dtype._core, shape, self.dtype.limbs)
        else:
            given = core.shared(shape, self.dtype.limbs)
        if stream == 0:
            raise ValueError("stream is 0, and should be 1 for the default stream, or the address of one")
        if stream not in (None, -1, _exchange.default_stream):
            self.dtype._session.precede(stream)
        return given.__dlpack__(max_version=max_version, dl_device=dl_device)

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        """The limbs on a GPU, not to be written, for libraries that do not know DLPack."""
        if not self.dtype._is_gpu:
            raise AttributeError("the numbers are not on a GPU")
        number, limb = self._exchanged.strides
        steps = tuple(4 * number * step for step in _exchange.contiguous(self._shape))
        return {"shape": (*self._shape, self.dtype.limbs), "typestr": "<u4", "data": (self._exchanged.address, True),
                "strides": (*steps, 4 * limb), "stream": _exchange.default_stream, "version": 3}

    def bytes(self) -> builtins.bytes:
        """The bytes of all numbers, dtype.itemsize of them each, the least significant one first."""
        return self._words.astype("<u4", copy=False).tobytes()

    def __repr__(self) -> str:
        if self.size <= 3:
            texts = objects(map(short, self._ints()), self._shape).tolist()
            return f"{self.dtype}.array({texts})".replace("'", "")
        some = ", ".join(map(short, self.reshape(-1)[:3]))
        return f"<{'x'.join(map(str, self._shape))} numbers of {self.dtype}: {some}, ...>"

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: Any) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return self.dtype._from_words, (self._words, self._shape)

    # ------------------------------------------------------------------------------------- arithmetic

    def _operand(self, other: Any) -> Any:
        """The operand of an operator. Errors: TypeError, ValueError."""
        if not isinstance(other, Array):
            return self._dtype._number(other, "the operand")
        if other._dtype is not self._dtype and other._dtype != self._dtype:
            raise TypeError(f"the operands are arrays of {self.dtype} and of {other.dtype}, and should be of one kind on one device")
        return other

    def _apply(self, name: str, *operands: Any) -> Self:
        results, shape = self._dtype._call(name, *operands)
        return type(self)(self._dtype, results[0], shape)

    def __add__(self, other: Self | int) -> Self:
        return self._apply("add", self, self._operand(other))

    def __radd__(self, other: int) -> Self:
        return self._apply("add", self._operand(other), self)

    def __sub__(self, other: Self | int) -> Self:
        return self._apply("sub", self, self._operand(other))

    def __rsub__(self, other: int) -> Self:
        return self._apply("sub", self._operand(other), self)

    def __neg__(self) -> Self:
        return self._apply("neg", self)

    def __eq__(self, other: Self | int) -> Bools:  # type: ignore[override]
        return self.dtype._flags("eq", self, self._operand(other))

    def __ne__(self, other: Self | int) -> Bools:  # type: ignore[override]
        return ~(self == other)

    __hash__ = None  # type: ignore[assignment]
    __array_ufunc__ = None  # NumPy's numbers leave operators to arrays

    def sum(self, axis: int | Shape | None = None, keepdims: bool = False) -> Any:
        """The exact sum of all numbers, an int, or along axes, an array; 0 of none. Sums of whole numbers have a kind that is wide enough.

        Errors: numpy.exceptions.AxisError, which is a ValueError.
        """
        return _reductions.sum_of(self, axis, keepdims)

    def __matmul__(self, other: Self) -> Any:
        """The exact product of matrices or vectors, by the rules of NumPy's matmul; of two vectors an int. Products of whole numbers have a
        kind that is wide enough. Errors: ValueError for shapes that do not fit; TypeError for another kind.
        """
        if not isinstance(other, Array):
            raise TypeError(f"the operand of @ is of type {type(other).__name__}, and should be an array of {self.dtype}")
        return _reductions.matrix_product(self, self._operand(other))

    def dot(self, other: Self) -> Any:
        """self @ other, for vectors the sum of the products."""
        return self @ other
