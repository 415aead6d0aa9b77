"""Words in the memory of other libraries: DLPack and the CUDA array interface, with their streams.

The work of arrays is on the legacy default stream, number 1. Work of other libraries on borrowed words comes before it; the work of those
that get words comes after it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np

from . import _core
from ._layout import Shape, index_of
from ._words import short, to_ints

if TYPE_CHECKING:
    from ._numbers import Numbers

cpu, cuda = 1, 2  # types of devices
default_stream = 1


class Words(Protocol):
    """An array of words elsewhere; strides are in words."""

    @property
    def address(self) -> int: ...
    @property
    def is_words(self) -> bool: ...
    @property
    def shape(self) -> Sequence[int]: ...
    @property
    def strides(self) -> Sequence[int]: ...
    @property
    def device(self) -> tuple[int, int]: ...


class Interface(NamedTuple):
    """Words by the CUDA array interface."""

    address: int
    is_words: bool
    shape: Shape
    strides: Shape
    device: tuple[int, int]


def words_of(x: Any, gpu: int, session: _core.Session) -> Words:
    """The array, after the work on it. Errors: TypeError for an object that has neither interface."""
    if hasattr(x, "__dlpack__") and hasattr(x, "__dlpack_device__"):
        stream = {"stream": default_stream} if x.__dlpack_device__()[0] == cuda else {}
        try:
            return _core.Foreign(x.__dlpack__(max_version=(1, 0), **stream))
        except TypeError:  # an older library
            return _core.Foreign(x.__dlpack__(**stream))
    interface = getattr(x, "__cuda_array_interface__", None)
    if interface is None:
        raise TypeError(f"limbs are of type {type(x).__name__}, which has neither __dlpack__ nor __cuda_array_interface__")
    earlier = interface.get("stream")
    if gpu >= 0 and earlier not in (None, default_stream):
        session.follow(earlier)
    shape = tuple(interface["shape"])
    bytes_apart = interface.get("strides")
    strides = contiguous(shape) if bytes_apart is None else tuple(step // 4 for step in bytes_apart)
    return Interface(interface["data"][0], interface["typestr"] in ("<u4", "<i4"), shape, strides, (cuda, gpu))


def contiguous(shape: Shape) -> Shape:
    return tuple(math.prod(shape[k + 1:]) for k in range(len(shape)))


def row_of(words: Words) -> int | None:
    """0 if one number lies after the other; the words from a limb to the next one if equal limbs lie together; else None."""
    *shape, limbs = words.shape
    *steps, limb = words.strides
    size, step = math.prod(shape), steps[-1]
    if size > 1 and any(n > 1 and found != wanted * step for n, found, wanted in zip(shape, steps, contiguous(tuple(shape)))):
        return None
    if (limbs == 1 or limb == 1) and (size <= 1 or step == limbs):
        return 0
    return limb if (size <= 1 or step == 1) and limb >= size else None


def borrowed(kind: Numbers[Any], x: Any, copy: bool | None) -> Any:
    """Numbers.from_dlpack."""
    session = kind._session
    words = words_of(x, session.gpu, session)
    if not words.is_words:
        raise TypeError("limbs should be of uint32, or of int32 with the same bits")
    shape = tuple(words.shape)
    if len(shape) < 2 or shape[-1] != kind.limbs:
        raise ValueError(f"limbs have the shape {shape}, and should have (..., {kind.limbs}), with 2 axes or more")
    if words.device[0] == cuda and (not kind._is_gpu or words.device[1] != session.gpu):
        raise ValueError(f"limbs are on a GPU, number {words.device[1]}, and {kind} computes on {kind.device}")
    row = row_of(words)
    is_there = words.device[0] == (cuda if kind._is_gpu else cpu) and row is not None and kind._core.words == kind.limbs
    has_form = kind._is_gpu and kind._is_field
    if copy is False and (not is_there or has_form):
        raise ValueError(f"numbers of {kind} in this layout are not used where they are; take copy=None")
    if row is None or not is_there:
        if words.device[0] == cuda:
            raise ValueError(f"limbs have the strides {tuple(words.strides)}; they should be contiguous, and the width a multiple that "
                             f"needs no more words on the GPU ({kind._core.words})")
        return kind.from_limbs(np.from_dlpack(x).view(np.uint32))
    owner = _core.Borrowed(words, session)
    size = math.prod(shape[:-1])
    numbers = kind._whole.borrow(words.address, size, row, owner)
    if has_form:
        try:
            return kind._array(kind, numbers.resized(kind._core, False), shape[:-1])
        except ValueError:
            require_below(kind, numbers, shape[:-1])
            raise
    if kind._is_field:
        require_below(kind, numbers, shape[:-1])
    core = kind._core.borrow(words.address, size, row, owner)
    return kind._array(kind, kind._core.take(core, 0, [size], [1]) if copy else core, shape[:-1])


def require_below(kind: Numbers[Any], numbers: _core.Array, shape: Shape) -> None:
    """Errors: ValueError naming the first number that is not below the modulus."""
    flags = np.empty((numbers.size, 1), np.uint32)
    kind._whole.function("lt")(numbers.size, numbers, hex(kind._limit))[0].read(flags)
    if not flags.all():
        first = int(flags.argmin())
        number = np.empty((1, kind.limbs), np.uint32)
        kind._whole.take(numbers, first, [1], [1]).read(number)
        raise ValueError(f"number {index_of(first, shape)} is {short(next(to_ints(number)))}; numbers of {kind} are from 0 to "
                         f"{short(kind._limit - 1)}") from None
