"""Python's numbers as words of 32 bits and back, and short texts for them."""

from __future__ import annotations

import functools
import operator
import struct
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, repeat
from typing import Any

import numpy as np
import numpy.typing as npt

Words = npt.NDArray[np.uint32]  # of the shape (numbers, limbs)


def integer(value: Any, name: str) -> int:
    """The value as an int. Errors: TypeError, beginning with the name, if it is a bool, a float or no number."""
    if isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{name} is {value}, a bool, and should be an int")
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError(f"{name} is of type {type(value).__name__}, and should be an int") from None


def integers(values: list[Any]) -> list[int]:
    """The values as ints, without a call of Python's for each. Errors: TypeError if one is none (`integer` has its name)."""
    types = set(map(type, values))
    if types <= {int}:
        return values
    if types & {bool, np.bool_}:
        raise TypeError("a bool is no int")
    return list(map(operator.index, values))


def to_words(numbers: list[int], limbs: int, signed: bool = False) -> Words:
    """In two's complement if they are signed. Errors: OverflowError for a number that limbs have no room for."""
    to_bytes = functools.partial(int.to_bytes, signed=True) if signed else int.to_bytes
    data = b"".join(map(to_bytes, numbers, repeat(4 * limbs), repeat("little")))
    return np.frombuffer(data, "<u4").astype(np.uint32, copy=False).reshape(len(numbers), limbs)


def to_ints(words: Words, signed: bool = False) -> Iterator[int]:
    """The numbers with these words, one after the other."""
    each = struct.iter_unpack(f"{4 * words.shape[1]}s", words.astype("<u4", copy=False).tobytes())
    from_bytes = functools.partial(int.from_bytes, signed=True) if signed else int.from_bytes
    return map(from_bytes, chain.from_iterable(each), repeat("little"))


def random_words(count: int, limit: int, limbs: int, source: Callable[[int], bytes]) -> Words:
    """Random numbers below the limit, all with the same probability, of a source of random bytes: those that are too large are drawn again."""
    top = limit - 1
    most = to_words([top], limbs)[0]
    words = np.empty((count, limbs), np.uint32)
    left = np.arange(count)
    while left.size > 0:
        drawn = np.frombuffer(source(4 * limbs * left.size), "<u4").reshape(left.size, limbs).astype(np.uint32)
        drawn[:, -1] &= (1 << max(0, top.bit_length() - 32 * (limbs - 1))) - 1
        is_below = np.ones(left.size, bool)
        for word, most_word in zip(drawn.T, most):
            is_below = (word < most_word) | (word == most_word) & is_below
        words[left], left = drawn, left[~is_below]
    return words


def objects(numbers: Iterable[Any], shape: tuple[int, ...]) -> npt.NDArray[np.object_]:
    """Ints or texts as NumPy's array of objects."""
    flat = list(numbers)
    made = np.empty(len(flat), object)
    made[:] = flat
    return made.reshape(shape)


def column_sums(words: Words, signed: bool = False) -> list[int]:
    """Exact sums along the first axis of words of the shape (numbers, sums, limbs)."""
    most = 1 << 31  # numbers at once, whose words add up to less than 2^64
    count, sums, limbs = words.shape
    made = [0] * sums
    for first in range(0, count, most):
        part = words[first:first + most]
        for k, column in enumerate(part.sum(axis=0, dtype=np.uint64).T):
            made = [so_far + (int(word) << 32 * k) for so_far, word in zip(made, column)]
        if signed:
            negatives = (part[:, :, -1] >> 31).sum(axis=0, dtype=np.uint64)
            made = [so_far - (int(many) << 32 * limbs) for so_far, many in zip(made, negatives)]
    return made


def short(number: int) -> str:
    """The number as text of at most 24 characters or so, also where decimal text would be too long for Python."""
    if number.bit_length() <= 80:
        return str(number)
    digits = f"{abs(number):x}"
    return f"{'-' if number < 0 else ''}0x{digits[:6]}...{digits[-6:]}"
