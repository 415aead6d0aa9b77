"""Numbers of any length in a pool: integers and rationals with Python's operators, computed many at once."""

from __future__ import annotations

import functools
import numbers
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

from . import _core
from ._numbers import session
from ._words import integer, short


def is_number(value: object) -> bool:
    return isinstance(value, (PoolNumber, numbers.Rational)) and not isinstance(value, bool)


def is_integer(value: object) -> bool:
    return isinstance(value, (PoolInt, numbers.Integral)) and not isinstance(value, bool)


def number_of(failure: _core.Failure, text: str) -> Fraction:
    """The number of a text in base 16. Errors: ZeroDivisionError, OverflowError, ValueError for a failure."""
    if failure == _core.Failure.none:
        numerator, _, denominator = text.partition("/")
        return Fraction(int(numerator, 16), int(denominator or "1", 16))
    if failure == _core.Failure.division_by_zero:
        raise ZeroDivisionError(text)
    raise (OverflowError if failure == _core.Failure.too_long else ValueError)(text)


class Pool:
    """Numbers of any length, up to 2**30 bits. Computations are recorded, and done together when a result is first read.

    device: ``"auto"``: a GPU for the work that is faster there, if there is one, and GMP on all cores; ``"host"``, ``"cuda"``,
    ``"all"``: all GPUs share long levels of the work.
    map: ``"auto"``, or ``"grid"`` for few numbers that are very long: on a GPU each sum, product, quotient and shift has all of it.
    Several threads may use a pool. A number is freed with its last object. Errors: ValueError for another map; RuntimeError if a GPU is
    asked for and there is none, or if one fails.

    >>> p = Pool()
    >>> x, third = p(2**127 - 1), p(Fraction(1, 3))
    >>> y = x * 3 + 1                     # recorded
    >>> y == 3 * 2**127 - 2, y % 1000, p("2**61 - 1") // 7
    (True, PoolInt(182), PoolInt(329406144173384850))
    >>> third + Fraction(1, 6), (third - 1)**-2, 1 / third, x / 2 > third
    (PoolFraction(1/2), PoolFraction(9/4), PoolFraction(3), True)
    >>> p(1) // 0
    <PoolInt: division by zero>
    """

    def __init__(self, device: str = "auto", map: str = "auto") -> None:
        if map not in ("auto", "grid"):
            raise ValueError(f"map is {map!r}, not 'auto' or 'grid'")
        self._core = _core.Pool(session(device), map == "grid")

    @property
    def device(self) -> str:
        """What computes: ``host, GMP on 16 cores``."""
        return self._core.device()

    def __call__(self, value: int | Fraction | str | PoolNumber) -> Any:
        """A number of the pool: of an int, of a Fraction, or of the text of an expression with + - * ** // % ( ).

        Errors: TypeError for another type; ValueError for another text, or a number of another pool.
        """
        if isinstance(value, PoolNumber):
            if value._pool is not self:
                raise ValueError("the number belongs to another pool")
            return value
        if isinstance(value, str):
            return PoolInt(self, self._core.value(value))
        if isinstance(value, Fraction):
            return self._rational(value.numerator, value.denominator)
        return PoolInt(self, self._core.number(hex(integer(value, "the number"))))

    def compute(self, operation: str, *operands: int | PoolInt) -> PoolInt:
        """An operation on integers by its name in ``limbsmith pool --help``, such as gcd, isqrt, root, jacobi, is_prime, factorial.

        >>> Pool().compute("gcd", 12, 18)
        PoolInt(6)
        """
        return PoolInt(self, self._core.compute(operation, self._integers(operands)))

    def sum(self, terms: Iterable[int | PoolInt]) -> PoolInt:
        """The sum of many integers, as a balanced tree."""
        return PoolInt(self, self._core.sum(self._integers(terms)))

    def prod(self, factors: Iterable[int | PoolInt]) -> PoolInt:
        """The product of many integers, as a balanced tree.

        >>> Pool().prod(range(1, 21))
        PoolInt(2432902008176640000)
        """
        return PoolInt(self, self._core.product(self._integers(factors)))

    def values(self, wanted: Iterable[PoolInt]) -> list[int]:
        """The values of many integers, in less time than one after the other. Errors: those of int(x)."""
        return [number_of(*it).numerator for it in self._core.read(self._integers(wanted))]

    def submit(self) -> None:
        """Does the recorded computations."""
        self._core.submit()

    @property
    def pending(self) -> int:
        """The computations that are recorded and not done."""
        return self._core.pending()

    @property
    def nbytes(self) -> int:
        """The bytes that numbers occupy; those of freed numbers until compact()."""
        return self._core.bytes()

    def compact(self) -> None:
        """Reclaims the memory of freed numbers."""
        self._core.compact()

    def __repr__(self) -> str:
        return f"<pool on {self.device}>"

    def _integers(self, operands: Iterable[Any]) -> list[_core.PoolNumber]:
        made = [self(it) for it in operands]
        for it in made:
            if not isinstance(it, PoolInt):
                raise TypeError(f"an operand is {it!r}, and should be an int or a PoolInt")
        return [it._core for it in made]

    def _rational(self, numerator: Any, denominator: Any) -> PoolFraction:
        return PoolFraction(self, self._core.rational(self._integers([numerator, denominator])))

    def _rationals(self, operands: Iterable[Any]) -> list[_core.PoolRational]:
        made = [self(it) for it in operands]
        return [(it if isinstance(it, PoolFraction) else self._rational(it, 1))._core for it in made]

    def _combined(self, name: str, *operands: Any) -> Any:
        """The result of an operator; NotImplemented for operands that are no numbers."""
        if not all(map(is_number, operands)):
            return NotImplemented
        if all(map(is_integer, operands)):
            if name == "div":
                return self._rational(*operands)
            if name == "mod":
                return PoolInt(self, self._core.div_floor(self._integers(operands))[1])
            return self.compute(name, *operands)
        if name in ("compare", "div_floor"):
            return PoolInt(self, self._core.integer_of(name, self._rationals(operands)))
        return PoolFraction(self, self._core.compute_rational(name, self._rationals(operands)))


@functools.cache
def grid(device: str) -> Pool:
    return Pool(device, map="grid")


def Big(value: int | Fraction | str, device: str = "auto") -> Any:
    """A number of the one pool of the device whose computations each have all of a GPU, if there is one: for few that are very long.

    Errors: those of Pool and of its numbers.

    >>> x = Big(3)**100000
    >>> x // 3**99999 == 3, (x * x + 1) % 10**6, Big("2**127 - 1")
    (True, PoolInt(2), PoolInt(0x7fffff...ffffff))
    """
    return grid(device)(value)


def operator(name: str) -> Callable[[Any, Any], Any]:
    return lambda self, other: self._pool._combined(name, self, other)


def reflected(name: str) -> Callable[[Any, Any], Any]:
    return lambda self, other: self._pool._combined(name, other, self)


def comparison(holds: Callable[[int], bool]) -> Callable[[Any, Any], Any]:
    def compared(self: Any, other: Any) -> Any:
        order = self._pool._combined("compare", self, other)
        return order if order is NotImplemented else holds(int(order))

    return compared


class PoolNumber:
    """An integer or a rational of a pool, with the operators of int and Fraction; an operand may be one of these.

    Results are integers where those of Python are, but ``/`` is exact. A computation that fails says so when it is read: int(x) and the like
    raise ZeroDivisionError, OverflowError beyond 2**30 bits, ValueError.
    """

    __slots__ = ("_core", "_pool")

    def __init__(self, pool: Pool, core: Any) -> None:
        self._pool, self._core = pool, core

    def fraction(self) -> Fraction:
        """The value. Errors: those above."""
        raise NotImplementedError

    __add__, __radd__ = operator("add"), reflected("add")
    __sub__, __rsub__ = operator("sub"), reflected("sub")
    __mul__, __rmul__ = operator("mul"), reflected("mul")
    __truediv__, __rtruediv__ = operator("div"), reflected("div")
    __floordiv__, __rfloordiv__ = operator("div_floor"), reflected("div_floor")
    __mod__, __rmod__ = operator("mod"), reflected("mod")
    __eq__ = comparison(lambda order: order == 0)
    __lt__, __le__ = comparison(lambda order: order < 0), comparison(lambda order: order <= 0)
    __gt__, __ge__ = comparison(lambda order: order > 0), comparison(lambda order: order >= 0)

    def __divmod__(self, other: Any) -> Any:
        return (self // other, self % other) if is_number(other) else NotImplemented

    def __rdivmod__(self, other: Any) -> Any:
        return (other // self, other % self) if is_number(other) else NotImplemented

    def __neg__(self) -> Any:
        return self._pool._combined("neg", self)

    def __abs__(self) -> Any:
        return self._pool._combined("abs", self)

    def __pos__(self) -> Any:
        return self

    __copy__ = __pos__

    def __deepcopy__(self, memo: Any) -> Any:
        return self

    def __bool__(self) -> bool:
        return self.fraction() != 0

    def __float__(self) -> float:
        return float(self.fraction())

    def __hash__(self) -> int:
        return hash(self.fraction())

    def __repr__(self) -> str:
        kind = type(self).__name__
        try:
            value = self.fraction()
        except (ArithmeticError, ValueError) as failed:
            return f"<{kind}: {failed}>"
        return f"{kind}({short(value.numerator)}{'' if value.denominator == 1 else '/' + short(value.denominator)})"


class PoolInt(PoolNumber):
    __doc__ = PoolNumber.__doc__

    __slots__ = ()

    def fraction(self) -> Fraction:
        """The value. Errors: those above."""
        return number_of(*self._pool._core.read([self._core])[0])

    def __int__(self) -> int:
        return self.fraction().numerator

    __index__ = __int__

    __lshift__, __rlshift__ = operator("shl"), reflected("shl")
    __rshift__, __rrshift__ = operator("shr"), reflected("shr")
    __and__, __rand__ = operator("and_"), reflected("and_")
    __or__, __ror__ = operator("or_"), reflected("or_")
    __xor__, __rxor__ = operator("xor_"), reflected("xor_")

    def __invert__(self) -> PoolInt:
        return -1 - self

    def __pow__(self, exponent: Any, modulus: Any = None) -> Any:
        """self**exponent; of a negative int a rational. pow(self, exponent, modulus) is an integer."""
        if not is_integer(exponent) or not (modulus is None or is_integer(modulus)):
            return NotImplemented
        if modulus is not None:
            return self._pool.compute("pow_mod", self, exponent, modulus)
        if isinstance(exponent, numbers.Integral) and exponent < 0:
            return (self / 1)**exponent
        return self._pool.compute("pow", self, exponent)

    def __rpow__(self, base: Any) -> Any:
        return self._pool(base)**self if is_number(base) else NotImplemented


class PoolFraction(PoolNumber):
    __doc__ = PoolNumber.__doc__

    __slots__ = ()

    def fraction(self) -> Fraction:
        """The value. Errors: those above."""
        return number_of(*self._pool._core.read_rationals([self._core])[0])

    @property
    def numerator(self) -> int:
        """That of the value in lowest terms."""
        return self.fraction().numerator

    @property
    def denominator(self) -> int:
        """That of the value in lowest terms."""
        return self.fraction().denominator

    def __pow__(self, exponent: Any) -> Any:
        if not is_integer(exponent):
            return NotImplemented
        return PoolFraction(self._pool, self._pool._core.power(self._core, *self._pool._integers([exponent])))

    def _integer(self, name: str) -> PoolInt:
        return PoolInt(self._pool, self._pool._core.integer_of(name, [self._core]))

    def __floor__(self) -> PoolInt:
        return self._integer("floor")

    def __ceil__(self) -> PoolInt:
        return self._integer("ceil")

    def __round__(self) -> PoolInt:
        return self._integer("round")

    def __int__(self) -> int:
        return int(self.fraction())
