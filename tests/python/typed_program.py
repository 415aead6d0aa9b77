"""A user's program with types: test_types.py checks them by mypy --strict, and runs it."""

from fractions import Fraction

import limbsmith
import numpy
import numpy.typing


def field_numbers() -> list[int]:
    field: limbsmith.Field = limbsmith.Field(2**255 - 19, device="host")
    a: limbsmith.FieldArray = field.array([7, 11])
    f: limbsmith.FieldFunction = field.compile("a*b + 5")
    b = a / a + 1
    both: limbsmith.FieldArray = f(a, b) - a**2 * field.inv(a)
    products: limbsmith.FieldFunctions = field.compile("a*b", "a*a")
    both = limbsmith.where(both == 3, 0, both - products(a, 0)[0])
    total: int = both.sum()
    return [*both.tolist(), total]


def whole_numbers() -> tuple[limbsmith.UIntArray, numpy.typing.NDArray[numpy.uint32]]:
    kind = limbsmith.UInt(131, device="host")
    quotient, rest = divmod(kind.array([100, 50]), kind.array([7, 8]))
    below: numpy.typing.NDArray[numpy.bool_] = rest < quotient
    return quotient[below], rest.limbs()


def signed(numbers: limbsmith.IntArray) -> limbsmith.IntArray:
    return abs(numbers // 2) << 1


def sums() -> tuple[float, Fraction, float]:
    s: limbsmith.ExactSum = limbsmith.exact_sum([1e100, 1.0, -1e100])
    return float(s), s.fraction(), limbsmith.mean([0.25, 0.75])


def pool(p: limbsmith.Pool) -> int:
    return int(p(3) ** 2 // 2)


if __name__ == "__main__":
    quotient, limbs = whole_numbers()
    header: str = limbsmith.generate(bits=64, ops=["add"], name="made")
    print(field_numbers(), quotient.tolist(), limbs.shape, sums(), pool(limbsmith.Pool("host")), "namespace made" in header,
          signed(limbsmith.Int(64, device="host").array([-7])).tolist(), limbsmith.__version__)
