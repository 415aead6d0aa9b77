"""Whole numbers of a fixed width: all that those with a sign and those without have in common."""

from __future__ import annotations

from typing import Any, ClassVar, Self, TypeVar

import numpy as np

from ._array import Array, Bools
from ._layout import index_of
from ._numbers import Numbers
from ._words import integer


W = TypeVar("W", bound="WholeArray")


class Whole(Numbers[W]):
    """UInt or Int: a width in whole limbs."""

    _modulus_text = ""  # for the module: modulo 2^bits
    _arrays: ClassVar[type[Any]]

    def __init__(self, bits: int, device: str = "auto") -> None:
        wanted = integer(bits, "the width")
        if wanted < 1:
            raise ValueError(f"the width is {wanted}, and should be 1 or more bits")
        self._rounded = 32 * -(-wanted // 32)
        self._others: dict[int, Self] = {}  # of sums and products
        # The library takes an int of C.
        super().__init__("uint", min(self._rounded, 2**31 - 32), self._arrays, device)

    def _of_sums(self, count: int) -> Self:
        return self._wider(self.bits + max(0, count - 1).bit_length())

    def _of_products(self, count: int) -> Self:
        return self._wider(2 * self.bits + max(0, count - 1).bit_length())

    def _wider(self, bits: int) -> Self:
        if bits not in self._others:
            self._others[bits] = type(self)(bits, self._asked)
        return self._others[bits]

    def _reduced(self, number: int) -> int:
        return number

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and (self.bits, self._session) == (other.bits, other._session)

    def __hash__(self) -> int:
        return hash((type(self), self.bits))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.bits})"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.bits, self._asked)


class WholeArray(Array):
    __doc__ = Array.__doc__

    _product: ClassVar[str]  # the operations of the library
    _less: ClassVar[str]
    _half: ClassVar[str]

    def __mul__(self, other: Self | int) -> Self:
        """The exact products, of twice the width."""
        return self._multiplied(self, self._operand(other))

    def __rmul__(self, other: int) -> Self:
        return self._multiplied(self._operand(other), self)

    def _multiplied(self, *operands: Self | int) -> Self:
        double = self.dtype._of_products(1)
        (product,), shape = self.dtype._call(self._product, *operands)
        return type(self)(double, product.resized(double._core, False), shape)

    def _divisor(self, other: Self | int, name: str = "divisor") -> Self | int:
        """Errors: ZeroDivisionError naming the first divisor that is 0."""
        divisor = self._operand(other)
        is_zero = np.asarray(divisor == 0)
        if is_zero.any():
            which = f"{name} {index_of(int(is_zero.argmax()), is_zero.shape)}" if is_zero.ndim else f"the {name}"
            raise ZeroDivisionError(f"{which} is 0")
        return divisor

    def __divmod__(self, other: Self | int) -> tuple[Self, Self]:
        raise NotImplementedError

    def __floordiv__(self, other: Self | int) -> Self:
        return divmod(self, other)[0]

    def __mod__(self, other: Self | int) -> Self:
        return divmod(self, other)[1]

    def __lshift__(self, count: int) -> Self:
        """self * 2**count modulo 2^bits, for an int count. Errors: ValueError if it is negative."""
        return self._shifted("shl", count)

    def __rshift__(self, count: int) -> Self:
        """floor(self / 2**count), for an int count. Errors: ValueError if it is negative."""
        return self._shifted(self._half, count)

    def _shifted(self, name: str, count: int) -> Self:
        bits = integer(count, "the count of a shift")
        if bits < 0:
            raise ValueError(f"the count of a shift is {bits}, and should not be negative")
        (shifted,), shape = self.dtype._call(name, self, hex(min(bits, self.dtype.bits)))
        return type(self)(self.dtype, shifted, shape)

    def __and__(self, other: Self | int) -> Self:
        return self._apply("and_", self, self._operand(other))

    def __or__(self, other: Self | int) -> Self:
        return self._apply("or_", self, self._operand(other))

    def __xor__(self, other: Self | int) -> Self:
        return self._apply("xor_", self, self._operand(other))

    __rand__, __ror__, __rxor__ = __and__, __or__, __xor__

    def __invert__(self) -> Self:
        return self._apply("not_", self)

    def __lt__(self, other: Self | int) -> Bools:
        return self.dtype._flags(self._less, self, self._operand(other))

    def __gt__(self, other: Self | int) -> Bools:
        return self.dtype._flags(self._less, self._operand(other), self)

    def __le__(self, other: Self | int) -> Bools:
        return ~(self > other)

    def __ge__(self, other: Self | int) -> Bools:
        return ~(self < other)
