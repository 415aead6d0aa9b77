"""Python's numbers as words of 32 bits and back, and short texts for them."""

from __future__ import annotations

import operator
from collections.abc import Iterator
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


def to_words(numbers: list[int], limbs: int) -> Words:
    """Requires: numbers from 0 to 2^(32*limbs) - 1."""
    data = b"".join(number.to_bytes(4 * limbs, "little") for number in numbers)
    return np.frombuffer(data, "<u4").astype(np.uint32, copy=False).reshape(len(numbers), limbs)


def to_ints(words: Words) -> Iterator[int]:
    """The numbers with these words, one after the other."""
    size = 4 * words.shape[1]
    data = words.astype("<u4", copy=False).tobytes()
    return (int.from_bytes(data[at:at + size], "little") for at in range(0, len(data), size))


def short(number: int) -> str:
    """The number as text of at most 24 characters or so, also where decimal text would be too long for Python."""
    if number.bit_length() <= 80:
        return str(number)
    digits = f"{abs(number):x}"
    return f"{'-' if number < 0 else ''}0x{digits[:6]}...{digits[-6:]}"
