"""Whole numbers without a sign."""

from __future__ import annotations

from typing import Self

from ._whole import Whole, WholeArray


class UIntArray(WholeArray):
    __doc__ = WholeArray.__doc__

    _product, _less, _half = "mul", "lt", "shr"

    def __divmod__(self, other: Self | int) -> tuple[Self, Self]:
        """Quotients and remainders. Errors: ZeroDivisionError naming the first divisor that is 0."""
        (quotient, remainder), shape = self.dtype._call("divrem", self, self._divisor(other))
        return type(self)(self.dtype, quotient, shape), type(self)(self.dtype, remainder, shape)

    def __pow__(self, exponent: Self | int, modulus: Self | int | None = None) -> Self:
        """``pow(a, e, m)``, each with an exponent and a modulus of its own, or all with one. The time depends on the exponents.

        Errors: ZeroDivisionError naming the first modulus that is 0; NotImplementedError for numbers of more than 16,384 bits.
        """
        if modulus is None:
            return NotImplemented
        return self._apply("pow_mod", self, self._operand(exponent), self._divisor(modulus, "modulus"))


class UInt(Whole[UIntArray]):
    """The whole numbers of so many limbs of 32 bits, which compute modulo 2^(32*limbs).

    bits: rounded up to whole limbs, so that no sum is too large for an operand: ``UInt(131)`` is ``UInt(160)``. Up to 262,144.
    device: ``"auto"``, a GPU if there is one; ``"host"``; ``"cuda"``, ``"cuda:1"``; ``"all"``, every GPU.
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
    >>> pow(U.array([3, 2]), U.array([100, 340]), U.array([1000, 341])).tolist()  # each with a modulus of its own
    [1, 1]
    >>> a < 11, a >> 1 << 1 == a
    (array([False,  True]), array([False,  True]))
    >>> (a & 6).tolist(), (U.array([8]) ^ 3 | 4).tolist()
    ([6, 2], [15])
    """

    _arrays = UIntArray

    def __init__(self, bits: int, device: str = "auto") -> None:
        super().__init__(bits, device)
        self._limit = 1 << self._rounded
