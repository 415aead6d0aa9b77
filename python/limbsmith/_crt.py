"""Whole numbers by their residues modulo several numbers."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable

from ._field import FieldArray
from ._layout import broadcast
from ._uint import UInt, UIntArray


def crt(residues: Iterable[FieldArray]) -> UIntArray:
    """The whole numbers below the product of all moduli that have these residues, by the Chinese remainder theorem.

    residues: arrays whose shapes broadcast, each of a field of its own. Errors: TypeError for other arrays; ValueError for moduli that have a
    divisor in common, and for shapes that do not fit; NotImplementedError if a modulus, or the product of all but the last one, has more than
    16,384 bits.

    >>> from limbsmith import Field
    >>> crt([Field(97).array([5, 96]), Field(2**61 - 1).array([5, 2**61 - 2])]).tolist() == [5, 97 * (2**61 - 1) - 1]
    True
    """
    parts = list(residues)
    if not parts:
        raise ValueError("there are no residues")
    for k, part in enumerate(parts):
        if not isinstance(part, FieldArray):
            raise TypeError(f"residues {k} are of type {type(part).__name__}, and should be an array of a field")
        if part.dtype._session != parts[0].dtype._session:
            raise TypeError("the residues are on several devices, and should be on one")
        for j in range(k):
            if math.gcd(part.dtype.modulus, parts[j].dtype.modulus) != 1:
                raise ValueError(f"the moduli of residues {j} and {k} have a divisor in common")
    shape = broadcast(*(part.shape for part in parts))
    whole = [(part._broadcast(shape).astype(UInt(part.dtype.bits, part.dtype._asked)), part.dtype.modulus) for part in parts]
    return functools.reduce(joined, whole)[0]


def joined(one: tuple[UIntArray, int], other: tuple[UIntArray, int]) -> tuple[UIntArray, int]:
    """Whole numbers with their modulus, by those for two moduli: b + q*((a - b)/q mod p)."""
    (b, q), (a, p) = sorted((one, other), key=lambda it: it[1])
    kind = UInt((p * q - 1).bit_length(), a.dtype._asked)
    constants = [a.dtype.array([it]).reshape([1] * a.ndim)._broadcast(a.shape)._core for it in (p, q, pow(q, -1, p))]
    core = kind._core.by_remainders(a._core, constants[0], b._core, constants[1], constants[2])
    return UIntArray(kind, core, a.shape), p * q
