"""Whole numbers with a sign, in two's complement."""

from __future__ import annotations

from typing import Self

from . import _core
from ._layout import broadcast
from ._whole import Whole, WholeArray


class IntArray(WholeArray):
    __doc__ = WholeArray.__doc__

    _product, _less, _half = "smul", "slt", "sshr"

    def __divmod__(self, other: Self | int) -> tuple[Self, Self]:
        """Quotients that are rounded down, and remainders, which have the signs of their divisors, as those of Python's ints. Modulo 2^bits:
        -2**(bits - 1) // -1 is -2**(bits - 1). Errors: ZeroDivisionError naming the first divisor that is 0.
        """
        divisor = self._divisor(other)
        if not isinstance(divisor, IntArray):
            divisor = self.dtype.zeros(()) + divisor
        shape = broadcast(self.shape, divisor.shape)
        a, b = self._broadcast(shape), divisor._broadcast(shape)
        (q, r), _ = self.dtype._call("divrem", abs(a), abs(b))
        quotient, remainder = type(self)(self.dtype, q, shape), type(self)(self.dtype, r, shape)
        # rounded towards 0
        quotient, remainder = quotient._if_negative(a ^ b, -quotient), remainder._if_negative(a, -remainder)
        # rounded down: the remainder is 0, or has the sign of the divisor
        has_other_sign = (remainder ^ b)._if("is_zero", remainder, then=0)
        return quotient._if_negative(has_other_sign, quotient - 1), remainder._if_negative(has_other_sign, remainder + b)

    def __abs__(self) -> Self:
        """Absolute values modulo 2^bits: that of -2**(bits - 1) is itself."""
        return self._if_negative(self, -self)

    def _if_negative(self, other: Self, then: Self) -> Self:
        """`then` where the other number is negative, else self; all of one shape."""
        return self._if("slt", other, 0, then=then)

    def _if(self, test: str, *tested: Self | int, then: Self | int) -> Self:
        (flags,), _ = self.dtype._call(test, *tested)
        return self._apply("select", flags, then, self)


class Int(Whole[IntArray]):
    """The integers from -2**(bits - 1) to 2**(bits - 1) - 1 in two's complement, which compute modulo 2^bits.

    bits: rounded up to whole limbs of 32 bits: ``Int(250)`` is ``Int(256)``. Up to 262,144.
    device: ``"auto"``, a GPU if there is one; ``"host"``, ``"cuda"``.
    Errors: as those of UInt.

    >>> I = Int(256)
    >>> a = I.array([-7, 2**255 - 1])
    >>> (a + 1).tolist() == [-6, -2**255], abs(a)[0], (-a)[0]
    (True, 7, 7)
    >>> (a * a).dtype, (a * -3)[0], a.sum() == 2**255 - 8
    (Int(512), 21, True)
    >>> (a // 2)[0], (a % 2)[0], (a >> 1)[0], a < 0
    (-4, 1, -4, array([ True, False]))
    """

    _arrays = IntArray

    def __init__(self, bits: int, device: str = "auto") -> None:
        super().__init__(bits, device)
        self._limit = 1 << self._rounded - 1
        self._least = -self._limit

    def _converted(self, core: _core.Array, is_signed: bool) -> _core.Array:
        if not is_signed:
            core = core.resized(self._session.uint(self.bits - 1), False)  # refuses 2^(bits - 1) and more
        return core.resized(self._core, is_signed)
