"""Residues modulo a number."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, overload

import numpy as np

from . import _core, _reductions
from ._array import Array, read
from ._layout import Shape, broadcast, index_of, size_of
from ._numbers import Numbers
from ._uint import UIntArray
from ._words import integer, short


class Field(Numbers["FieldArray"]):
    """The integers modulo a number, which need not be prime.

    modulus: an int, or text: an expression such as ``"2^255-19"``, or a name such as ``"@secp256k1.p"``. It has up to 32,768
    bits if it is odd, fewer if it is even.
    device: ``"auto"``, a GPU if there is one; ``"host"``; ``"cuda"``, ``"cuda:1"``; ``"all"``, every GPU.
    Errors: ValueError for a modulus that is none; NotImplementedError for one that is too large; RuntimeError if a GPU is asked
    for and there is none.

    >>> F = Field(97)
    >>> a = F.array([2, 3, 96])
    >>> a + 95, -a, a * a
    (Field(97).array([0, 1, 94]), Field(97).array([95, 94, 1]), Field(97).array([4, 9, 1]))
    >>> a**-1 == F.inv(a), 1 / a == F.inv(a)
    (array([ True,  True,  True]), array([ True,  True,  True]))
    >>> F.array([1, 97])
    Traceback (most recent call last):
    ValueError: number 1 is 97; numbers of Field(97) are from 0 to 96
    """

    _is_field = True

    def __init__(self, modulus: int | str, device: str = "auto") -> None:
        text = modulus if isinstance(modulus, str) else hex(integer(modulus, "the modulus"))
        super().__init__("field", text, FieldArray, device)
        self._limit = int(self._core.modulus, 16)

    @property
    def modulus(self) -> int:
        return self._limit

    def inv(self, a: FieldArray) -> FieldArray:
        """1/a for each number. Errors: ValueError naming the first number that has no inverse.

        >>> Field(97).inv(Field(97).array([2])).tolist()
        [49]
        """
        inverse = self._own(a)._apply("inv", a)
        self._require(inverse._words.any(axis=1), a, "has no inverse")
        return inverse

    def sqrt(self, a: FieldArray) -> FieldArray:
        """A square root for each number. Errors: ValueError naming the first number that has none; NotImplementedError if the
        modulus is neither a prime nor a power of one.

        >>> root = Field(97).sqrt(Field(97).array([2, 0]))
        >>> (root * root).tolist()
        [2, 0]
        """
        (root, has_root), shape = self._call("sqrt", self._own(a))
        self._require(read(has_root, 1)[:, 0] != 0, a, "has no square root")
        return FieldArray(self, root, shape)

    @overload
    def compile(self, expression: str) -> FieldFunction: ...
    @overload
    def compile(self, expression: str, second: str, *more: str) -> FieldFunctions: ...

    def compile(self, expression: str, *more: str) -> FieldFunction | FieldFunctions:
        """The expression as one function of arrays, with fewer reductions than its operators have. Several expressions have the operands
        of all, and a tuple of results of one shape; each is computed by a function of its own.

        expression: operands, ints, ``+ - * ( )``, and powers with constant exponents. Errors: ValueError naming the mistake.

        >>> F = Field(97)
        >>> f = F.compile("a*b + c*d")
        >>> f
        <a*b + c*d in Field(97), of a, b, c, d>
        >>> f(F.array([1, 2]), F.array([3, 4]), 10, 10).tolist()
        [6, 11]
        >>> g = F.compile("a + b", "a*b")
        >>> g
        <a + b, a*b in Field(97), of a, b>
        >>> g(F.array([1, 2]), 5)
        (Field(97).array([6, 7]), Field(97).array([5, 10]))
        """
        for text in (expression, *more):
            if not isinstance(text, str):
                raise TypeError(f"the expression is of type {type(text).__name__}, and should be a str")
        return FieldFunctions(self, (expression, *more)) if more else FieldFunction(self, expression)

    def _own(self, a: FieldArray) -> FieldArray:
        if not isinstance(a, Array) or a.dtype != self:
            kind = f"an array of {a.dtype}" if isinstance(a, Array) else f"of type {type(a).__name__}"
            raise TypeError(f"the operand is {kind}, and should be an array of {self}")
        return a

    def _require(self, good: Any, a: FieldArray, why: str) -> None:
        if not good.all():
            first = int(np.argmin(good))
            raise ValueError(f"number {index_of(first, a.shape)}, {short(a.reshape(-1)[first])}, {why} in {self}")

    def _of_sums(self, count: int) -> Field:
        return self

    _of_products = _of_sums

    def _reduced(self, number: int) -> int:
        return number % self.modulus

    @property
    def _modulus_text(self) -> str:
        return f"{self.modulus:x}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Field) and (self.modulus, self._session) == (
            other.modulus, other._session)

    def __hash__(self) -> int:
        return hash(self.modulus)

    def __repr__(self) -> str:
        return f"Field({short(self.modulus)})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Field, (self.modulus, self._asked)


class FieldArray(Array):
    __doc__ = Array.__doc__

    def __mul__(self, other: FieldArray | int) -> FieldArray:
        return self._apply("mul", self, self._operand(other))

    def __rmul__(self, other: int) -> FieldArray:
        return self._apply("mul", self._operand(other), self)

    def __truediv__(self, other: FieldArray) -> FieldArray:
        """Errors: as those of Field.inv."""
        return self * self.dtype.inv(other)

    def __rtruediv__(self, other: int) -> FieldArray:
        return other * self.dtype.inv(self)

    def __pow__(self, exponent: int | UIntArray) -> FieldArray:
        """self**exponent. A negative exponent means the power of the inverse. The time depends on the exponent: pow_secret.

        exponent: an int, or whole numbers, one for each number of the array. Errors: ValueError if one is too large.
        """
        return self._power("pow", exponent)

    def pow_secret(self, exponent: int | UIntArray) -> FieldArray:
        """self**exponent, on a GPU by the same steps for every exponent. On the host the time depends on it, as that of GMP does.

        Errors: those of ``**``.

        >>> Field(97).array([5, 7]).pow_secret(20) == Field(97).array([5, 7])**20
        array([ True,  True])
        """
        return self._power("pow_secret", exponent)

    def _power(self, name: str, exponent: int | UIntArray) -> FieldArray:
        if not isinstance(exponent, UIntArray):
            count = integer(exponent, "the exponent")
            return self.dtype.inv(self)._power(name, -count) if count < 0 else self._apply(name, self, count)
        pow = self.dtype._function(name)
        words, limbs = exponent._words, pow.words(2)
        if words[:, limbs:].any():
            first = int(np.argmax(words[:, limbs:].any(axis=1)))
            raise ValueError(f"exponent {index_of(first, exponent.shape)} is {short(exponent.reshape(-1)[first])}, "
                             f"and should be below 2^{32 * limbs}")
        shape = broadcast(self.shape, exponent.shape)
        words = exponent._broadcast(shape)._words[:, :limbs]
        results = pow(size_of(shape), self._broadcast(shape)._core, pow.write(2, np.ascontiguousarray(words)))
        return FieldArray(self.dtype, results[0], shape)

    def prod(self, axis: int | Shape | None = None, keepdims: bool = False) -> Any:
        """The product of all numbers, an int, or along axes, an array; 1 of none. Errors: as those of sum."""
        return _reductions.product_of(self, axis, keepdims)


class Compiled:
    """All that one expression and several have in common: their functions, and their operands in alphabetical order."""

    def __init__(self, field: Field, expressions: Iterable[str]) -> None:
        self._field, self._text = field, ", ".join(expressions)
        functions = [(made, names_of(made)) for made in map(field._core.compile, expressions)]
        self._operands = tuple(sorted({name for _, names in functions for name in names}))
        self._functions = [(made, [self._operands.index(name) for name in names]) for made, names in functions]

    @property
    def operands(self) -> tuple[str, ...]:
        """Their names, in the alphabetical order in which they are passed."""
        return self._operands

    def _results(self, operands: Iterable[FieldArray | int]) -> tuple[FieldArray, ...]:
        given = tuple(operands)
        if len(given) != len(self.operands):
            raise TypeError(f"{self} takes {len(self.operands)} operands, not {len(given)}")
        checked = [self._field._own(it) if isinstance(it, Array) else self._field._number(it, f"operand {name}")
                   for name, it in zip(self.operands, given)]
        shapes = [it.shape for it in checked if isinstance(it, Array)]
        if not shapes:
            raise TypeError(f"{self} takes an array for one of its operands")
        shape = broadcast(*shapes)
        raw = [it._broadcast(shape)._core if isinstance(it, Array) else self._field._text(it) for it in checked]
        return tuple(FieldArray(self._field, function(size_of(shape), *[raw[k] for k in places])[0], shape)
                     for function, places in self._functions)

    def __repr__(self) -> str:
        return f"<{self._text} in {self._field}, of {', '.join(self.operands)}>"


class FieldFunction(Compiled):
    """An expression as a function of arrays: Field.compile."""

    def __init__(self, field: Field, expression: str) -> None:
        super().__init__(field, [expression])

    def __call__(self, *operands: FieldArray | int) -> FieldArray:
        """The value of the expression for each number; one operand or more is an array. Errors: as those of operators."""
        return self._results(operands)[0]


class FieldFunctions(Compiled):
    """Several expressions as functions of the same arrays: Field.compile."""

    def __call__(self, *operands: FieldArray | int) -> tuple[FieldArray, ...]:
        """The values of each expression, all of the shape that the operands have together. Errors: as those of operators."""
        return self._results(operands)


def names_of(function: _core.Function) -> list[str]:
    """The operands of a compiled expression."""
    names = function.signature.rpartition("(")[2].rstrip(")")
    return names.split(", ") if names else []
