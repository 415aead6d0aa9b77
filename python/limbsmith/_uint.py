"""Whole numbers of a fixed width."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from ._array import Array, Bools
from ._layout import index_of
from ._numbers import Numbers, session
from ._words import integer


class UInt(Numbers["UIntArray"]):
    """The whole numbers of so many limbs of 32 bits, which compute modulo 2^(32*limbs).

    bits: rounded up to whole limbs, so that no sum is too large for an operand: ``UInt(131)`` is ``UInt(160)``. Up to 262,144.
    device: ``"auto"``, a GPU if there is one; ``"host"``, ``"cuda"``.
    Errors: ValueError for a width that is not positive; NotImplementedError for one that is too large; RuntimeError if a GPU is
    asked for and there is none.

    >>> U = UInt(131)
    >>> U, U.limbs
    (UInt(160), 5)
    >>> a = U.array([2**160 - 1, 10])
    >>> (a + 1).tolist(), (-a).tolist() == [1, 2**160 - 10]
    ([0, 11], True)
    >>> product = a * a  # exact
    >>> product.dtype, product[0] == (2**160 - 1)**2
    (UInt(320), True)
    >>> [part.tolist() for part in divmod(U.array([17, 10]), U.array([5, 3]))]
    [[3, 3], [2, 1]]
    >>> a < 11, a >> 1 << 1 == a
    (array([False,  True]), array([False,  True]))
    """

    def __init__(self, bits: int, device: str = "auto") -> None:
        wanted = integer(bits, "the width")
        if wanted < 1:
            raise ValueError(f"the width is {wanted}, and should be 1 or more bits")
        rounded = 32 * -(-wanted // 32)
        # The library takes an int of C.
        super().__init__(session(device).uint(min(rounded, 2**31 - 32)), UIntArray, device)
        self._limit = 1 << rounded

    def _of_sums(self, count: int) -> UInt:
        return wider(self.bits + max(0, count - 1).bit_length(), self._asked)

    def _of_products(self, count: int) -> UInt:
        return wider(2 * self.bits + max(0, count - 1).bit_length(), self._asked)

    def _reduced(self, number: int) -> int:
        return number

    _modulus_text = ""  # for the module: modulo 2^bits

    def __eq__(self, other: object) -> bool:
        return isinstance(other, UInt) and (self.bits, session(self._asked)) == (other.bits, session(other._asked))

    def __hash__(self) -> int:
        return hash(self.bits)

    def __repr__(self) -> str:
        return f"UInt({self.bits})"

    def __reduce__(self) -> tuple[Any, ...]:
        return UInt, (self.bits, self._asked)


@functools.lru_cache
def wider(bits: int, device: str) -> UInt:
    return UInt(bits, device)


class UIntArray(Array):
    __doc__ = Array.__doc__

    def __mul__(self, other: UIntArray | int) -> UIntArray:
        """The exact products, of twice the width."""
        return self._product(self, self._operand(other))

    def __rmul__(self, other: int) -> UIntArray:
        return self._product(self._operand(other), self)

    def _product(self, *operands: UIntArray | int) -> UIntArray:
        double = self.dtype._of_products(1)
        (product,), shape = self.dtype._call("mul", *operands)
        return UIntArray(double, product.resized(double._core), shape)

    def __divmod__(self, other: UIntArray | int) -> tuple[UIntArray, UIntArray]:
        """Quotients and remainders. Errors: ZeroDivisionError naming the first divisor that is 0."""
        divisor = self._operand(other)
        is_zero = np.asarray(divisor == 0)
        if is_zero.any():
            which = f"divisor {index_of(int(is_zero.argmax()), is_zero.shape)}" if is_zero.ndim else "the divisor"
            raise ZeroDivisionError(f"{which} is 0")
        (quotient, remainder), shape = self.dtype._call("divrem", self, divisor)
        return UIntArray(self.dtype, quotient, shape), UIntArray(self.dtype, remainder, shape)

    def __floordiv__(self, other: UIntArray | int) -> UIntArray:
        return divmod(self, other)[0]

    def __mod__(self, other: UIntArray | int) -> UIntArray:
        return divmod(self, other)[1]

    def __lshift__(self, count: int) -> UIntArray:
        """self * 2**count modulo 2^(32*limbs), for an int count. Errors: ValueError if it is negative."""
        return self._shifted("shl", count)

    def __rshift__(self, count: int) -> UIntArray:
        """floor(self / 2**count), for an int count. Errors: ValueError if it is negative."""
        return self._shifted("shr", count)

    def _shifted(self, name: str, count: int) -> UIntArray:
        bits = integer(count, "the count of a shift")
        if bits < 0:
            raise ValueError(f"the count of a shift is {bits}, and should not be negative")
        return self._apply(name, self, min(bits, self.dtype.bits))

    def __lt__(self, other: UIntArray | int) -> Bools:
        return self.dtype._flags("lt", self, self._operand(other))

    def __gt__(self, other: UIntArray | int) -> Bools:
        return self.dtype._flags("lt", self._operand(other), self)

    def __le__(self, other: UIntArray | int) -> Bools:
        return ~(self > other)

    def __ge__(self, other: UIntArray | int) -> Bools:
        return ~(self < other)
