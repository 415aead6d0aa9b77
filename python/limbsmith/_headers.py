"""C++ headers as the command ``limbsmith generate`` prints them, as text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from . import _core
from ._words import integer


def text_of(value: int | str, name: str) -> str:
    return value if isinstance(value, str) else hex(integer(value, name))


def request(bits: int | None, modulus: int | str | None, ops: str | Iterable[str], name: str | None, expr: str | None,
            powers: Mapping[str, int | str], options: Mapping[str, str]) -> _core.HeaderRequest:
    made = _core.HeaderRequest()
    if bits is not None:
        made.bits = str(integer(bits, "bits"))
    if modulus is not None:
        made.modulus = text_of(modulus, "the modulus")
    made.ops = ops if isinstance(ops, str) else ",".join(ops)
    made.name, made.expr = name, expr
    made.powers = [f"{power}={text_of(exponent, f'the exponent of {power}')}" for power, exponent in powers.items()]
    for option, value in options.items():
        setattr(made, option, value)
    return made


def generate(*, bits: int | None = None, modulus: int | str | None = None, ops: str | Iterable[str] = "all", name: str | None = None,
             expr: str | None = None, powers: Mapping[str, int | str] = {}, style: str = "inline", map: str = "auto", mul: str = "auto",
             reduction: str = "auto", inverse: str = "auto") -> str:
    """The header that ``limbsmith generate`` prints with these options: proved functions for nvcc, NVRTC, g++ and clang++.

    bits, modulus: one of them; a modulus is an int, an expression or a name, as for Field. ops: names, as ``"mul,sqr"`` or a list.
    powers: names and exponents of functions ``pow_NAME``. It takes the time of the proofs, unless they are kept. Errors: ValueError for
    options that do not fit; NotImplementedError for those that limbsmith does not have; RuntimeError for a function that is not proved.

    >>> text = generate(modulus=2**61 - 1, ops=["mul"], name="f61")
    >>> "namespace f61" in text, text.splitlines()[3]
    (True, "//     limbsmith generate --modulus '0x1fffffffffffffff' --ops mul --name f61")
    """
    options = {"style": style, "map": map, "mul": mul, "reduction": reduction, "inverse": inverse}
    return request(bits, modulus, ops, name, expr, powers, options).generate()


def header_for_cupy(*, bits: int | None = None, modulus: int | str | None = None, ops: str | Iterable[str] = "all",
                    name: str | None = None, expr: str | None = None, powers: Mapping[str, int | str] = {}, map: str = "auto",
                    mul: str = "auto", reduction: str = "auto", inverse: str = "auto") -> str:
    """The header of generate(), to begin the source of a kernel that is compiled at run time: ``cupy.RawKernel``, ``numba.cuda.CUSource``.

    It has views by which kernels read and write arrays: ``limbsmith::view<f::plain, limbsmith::limb_major>{words, row}`` for arrays that
    equal limbs of all numbers lie together in, as from ``cupy.from_dlpack``; ``number_major`` for numbers in one piece. Its
    ``load(t)`` and ``store(t, x)`` are number t. Arguments and errors are those of generate.

    >>> "struct view" in header_for_cupy(bits=64, ops="add")
    True
    """
    options = {"map": map, "mul": mul, "reduction": reduction, "inverse": inverse}
    made = request(bits, modulus, ops, name, expr, powers, options)
    made.has_views = True
    return made.generate()
