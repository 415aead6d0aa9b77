"""Wrong arguments are exceptions of the usual types, with the value and the rule; long work can be interrupted."""

import _thread
import signal
import threading
import time
from fractions import Fraction

import limbsmith
import numpy as np
import pytest

F = limbsmith.Field(97)
U = limbsmith.UInt(64)
a, b, u = F.array([1, 2, 3]), F.array([1, 2]), U.array([1, 2, 0])
f = F.compile("a*b + 1")
released = memoryview(b"1234")
released.release()

WRONG = [
    (lambda: limbsmith.Field(1), ValueError, "the value is 1"),
    (lambda: limbsmith.Field(-7), ValueError, "negative"),
    (lambda: limbsmith.Field("2^^3"), ValueError, r"2\^\^3"),
    (lambda: limbsmith.Field("@nobody.p"), ValueError, "nobody"),
    (lambda: limbsmith.Field(97.0), TypeError, "the modulus is of type float"),
    (lambda: limbsmith.Field(True), TypeError, "the modulus is True, a bool"),
    (lambda: limbsmith.Field(None), TypeError, "NoneType"),
    (lambda: limbsmith.Field(2**40000 + 1), NotImplementedError, "32768"),
    (lambda: limbsmith.Field(97, device="tpu"), ValueError, "'tpu', not 'auto', 'host', 'cuda', 'cuda:1' or 'all'"),
    (lambda: limbsmith.Field(97, device=0), TypeError, "device is of type int"),
    (lambda: limbsmith.UInt(0), ValueError, "the width is 0"),
    (lambda: limbsmith.UInt(-1), ValueError, "the width is -1"),
    (lambda: limbsmith.UInt(64.0), TypeError, "the width is of type float"),
    (lambda: limbsmith.UInt(10**6), NotImplementedError, "262144"),
    (lambda: limbsmith.UInt(10**30), NotImplementedError, "262144"),
    (lambda: F.array([1, 97]), ValueError, r"^number 1 is 97; numbers of Field\(97\) are from 0 to 96$"),
    (lambda: F.array([-1]), ValueError, "number 0 is -1"),
    (lambda: F.array([10**30]), ValueError, "number 0 is 0x"),
    (lambda: F.array([1.0]), TypeError, "number 0 is of type float"),
    (lambda: F.array([Fraction(1)]), TypeError, "number 0 is of type Fraction"),
    (lambda: F.array([1, True]), TypeError, "number 1 is True"),
    (lambda: F.array([np.bool_(True)]), TypeError, "number 0 is True"),
    (lambda: F.array("12"), TypeError, "number 0 is of type str"),
    (lambda: F.array(5), TypeError, "^numbers are of type int, and should be a list of ints, or NumPy's array of integers$"),
    (lambda: F.array(None), TypeError, "^numbers are of type NoneType, and should be a list"),
    (lambda: F.array(np.int64(5)), TypeError, "^numbers are of type int64, and should be a list"),
    (lambda: F.array(1 + k for k in (1, None)), TypeError, "unsupported operand"),  # the iterator's own error
    (lambda: F.array(np.ma.masked_array([1, 2], [False, True])), TypeError, "with a mask, and should be one without"),
    *((lambda dtype=dtype: F.array(np.empty(size, dtype)), TypeError, f"^numbers have the dtype {name}, and should be of integers")
      for dtype, name in [(float, "float64"), (bool, "bool"), ("M8[ns]", r"datetime64\[ns\]"), ("m8[s]", r"timedelta64\[s\]"), ("i4,f4", r"\[\('f0', .*\]")]
      for size in (0, 2)),
    (lambda: U.array([2**64]), ValueError, "number 0 is 18446744073709551616"),
    (lambda: limbsmith.Int(64).array([2**63]), ValueError, f"number 0 is {2**63}; numbers of Int\\(64\\) are from {-2**63} to"),
    (lambda: limbsmith.Int(64).array([-2**63 - 1]), ValueError, "number 0 is -9223372036854775809"),
    (lambda: limbsmith.Int(64).array([1]) + 2**63, ValueError, "the operand is 9223372036854775808"),
    (lambda: limbsmith.Int(64).array([1]) + u, TypeError, r"Int\(64\) and of UInt\(64\)"),
    (lambda: limbsmith.Int(64).array([1]) % 0, ZeroDivisionError, "the divisor is 0"),
    (lambda: F.from_limbs(np.zeros((2, 2), np.uint32)), ValueError, r"shape \(2, 2\), and should have \(\.\.\., 1\)"),
    (lambda: F.from_limbs(np.zeros(2, np.uint32)), ValueError, r"shape \(2,\)"),
    (lambda: F.from_limbs(np.zeros((2, 1), np.int64)), TypeError, "dtype int64"),
    (lambda: F.from_limbs(np.array([[5], [97]], np.uint32)), ValueError, "number 1 is 97"),
    (lambda: F.from_bytes(b"123"), ValueError, "3 bytes are no numbers of 4 bytes"),
    (lambda: F.from_bytes("1234"), TypeError, None),
    (lambda: F.from_bytes(released), ValueError, "released"),
    (lambda: F.from_bytes(np.zeros((4, 4), np.uint8)[:, ::2]), TypeError, "contiguous"),
    (lambda: F.from_bytes(b"\xff" * 4), ValueError, "number 0 is 4294967295"),
    (lambda: a + b, ValueError, r"shapes \(\d,\), \(\d,\), which do not broadcast"),
    (lambda: a * u, TypeError, r"Field\(97\) and of UInt\(64\)"),
    (lambda: u * U.array([1, 2]), ValueError, "do not broadcast"),
    (lambda: a + 1.5, TypeError, "float"),
    (lambda: 1.5 * a, TypeError, "float"),
    (lambda: a * True, TypeError, "bool"),
    (lambda: a - 97, ValueError, "the operand is 97"),
    (lambda: a * -1, ValueError, "the operand is -1"),
    (lambda: a == "1", TypeError, "str"),
    (lambda: a == 97, ValueError, "97"),
    (lambda: a + [1, 2, 3], TypeError, "list"),
    (lambda: a**2.0, TypeError, "the exponent is of type float"),
    (lambda: a**(2**70), ValueError, "pow"),
    (lambda: a**U.array([1, 2]), ValueError, r"shapes \(3,\), \(2,\)"),
    (lambda: a**U.array([1, 2**40, 3]), ValueError, r"exponent 1 is 1099511627776, and should be below 2\^32"),
    (lambda: a**a, TypeError, "FieldArray"),
    (lambda: a.pow_secret(2.0), TypeError, "the exponent is of type float"),
    (lambda: a.pow_secret(U.array([1, 2**40, 3])), ValueError, r"exponent 1 is 1099511627776, and should be below 2\^32"),
    (lambda: u**2, TypeError, "unsupported operand"),
    (lambda: pow(u, 2, 0), ZeroDivisionError, "the modulus is 0"),
    (lambda: pow(u, -1, 7), ValueError, "the operand is -1"),
    (lambda: pow(u, 2.0, 7), TypeError, "float"),
    (lambda: pow(u, u, F.array([1, 2, 3])), TypeError, r"UInt\(64\) and of Field\(97\)"),
    (lambda: pow(limbsmith.UInt(16385).array([1]), 2, 7), NotImplementedError, "pow_mod is not supported"),
    (lambda: limbsmith.crt([]), ValueError, "no residues"),
    (lambda: limbsmith.crt([a, u]), TypeError, "residues 1 are of type UIntArray"),
    (lambda: limbsmith.crt([a, limbsmith.Field(8).array([1]), limbsmith.Field(194).array([1])]), ValueError, "residues 0 and 2 have a divisor"),
    (lambda: limbsmith.crt([a, limbsmith.Field(8).array([1, 2])]), ValueError, "do not broadcast"),
    (lambda: limbsmith.crt([limbsmith.Field(2**16385 + k).array([1]) for k in (1, 3)]), NotImplementedError, "mul_mod is not supported"),
    (lambda: limbsmith.concatenate([]), ValueError, "no arrays"),
    (lambda: limbsmith.concatenate([a, u]), TypeError, r"array 1 is of UInt\(64\) and array 0 of Field\(97\)"),
    (lambda: limbsmith.concatenate([a, 3]), TypeError, "array 1 is of type int"),
    (lambda: limbsmith.concatenate([a, a[None]]), ValueError, r"shapes \(3,\), \(1, 3\), and should differ along axis 0 alone"),
    (lambda: limbsmith.concatenate([a], axis=1), ValueError, "axis 1 is out of bounds"),
    (lambda: limbsmith.stack([a, b]), ValueError, r"shapes \(3,\), \(2,\), and should have one"),
    (lambda: limbsmith.stack([a], axis=2), ValueError, "axis 2 is out of bounds"),
    (lambda: a // 2, TypeError, None),
    (lambda: a < a, TypeError, None),
    (lambda: u / 2, TypeError, None),
    (lambda: u << -1, ValueError, "-1"),
    (lambda: u << 1.0, TypeError, "float"),
    (lambda: u << u, TypeError, "UIntArray"),
    (lambda: u & 2**64, ValueError, "18446744073709551616"),
    (lambda: u | 1.0, TypeError, "float"),
    (lambda: divmod(u, u), ZeroDivisionError, "divisor 2 is 0"),
    (lambda: a[3], IndexError, "index 3 is out of bounds"),
    (lambda: a[-4], IndexError, None),
    (lambda: a[0, 0], IndexError, "too many indices"),
    (lambda: a[1.0], IndexError, "integers, slices"),
    (lambda: a[[True, False]], IndexError, "boolean index"),
    (lambda: F.array([[1, 2], [3]]), ValueError, "different lengths"),
    (lambda: F.array([[1, 2], [3, 97]]), ValueError, r"number \(1, 1\) is 97"),
    (lambda: F.array(np.array([1.0], object)), TypeError, "number 0 is of type float"),
    (lambda: F.zeros(-1), ValueError, "negative"),
    (lambda: F.random(-1), ValueError, "negative"),
    (lambda: F.random(3, 7), TypeError, "rng is of type int"),
    (lambda: a.reshape(2, 2), ValueError, "reshape"),
    (lambda: a.transpose(1), ValueError, None),
    (lambda: a.sum(axis=1), ValueError, "axis 1 is out of bounds"),
    (lambda: a.prod(axis=(0, 0)), ValueError, "repeated axis"),
    (lambda: a.sum(axis=0.5), TypeError, None),
    (lambda: a @ b, ValueError, r"shapes \(3,\) and \(2,\) do not fit for @: 3 is not 2"),
    (lambda: a @ u, TypeError, r"Field\(97\) and of UInt\(64\)"),
    (lambda: a @ 3, TypeError, "operand of @ is of type int"),
    (lambda: np.ones(3, int) @ a, TypeError, None),
    (lambda: U.array([96, 97]).astype(F), ValueError, r"^number 1 is 97; numbers of Field\(97\) are from 0 to 96$"),
    (lambda: U.array([[2**40]]).astype(limbsmith.UInt(32)), ValueError, rf"^number \(0, 0\) is {2**40}; numbers of UInt\(32\) are from 0 to"),
    (lambda: U.array([0, 2**63]).astype(limbsmith.Int(64)), ValueError, f"^number 1 is {2**63}; numbers of Int"),
    (lambda: limbsmith.Int(64).array([2**31]).astype(limbsmith.Int(32)), ValueError,
     rf"^number 0 is {2**31}; numbers of Int\(32\) are from {-2**31} to {2**31 - 1}$"),
    (lambda: limbsmith.Int(64).array([0, -2**31 - 1]).astype(limbsmith.Int(32)), ValueError, f"^number 1 is {-2**31 - 1}; numbers of"),
    (lambda: limbsmith.Int(64).array([97, -1]).astype(F), ValueError, "^number 0 is 97; numbers of"),
    (lambda: limbsmith.Int(64).array([0, -1]).astype(F), ValueError, "^number 1 is -1; numbers of"),
    (lambda: U.array([1]).astype(int), TypeError, "^the dtype is <class 'int'>, and should be a Field, a UInt or an Int"),
    (lambda: U.array([1]).astype(limbsmith.Field), TypeError, "^the dtype is <class 'limbsmith"),
    (lambda: hash(a), TypeError, "unhashable"),
    (lambda: a.__setitem__, AttributeError, None),
    (lambda: F.inv(F.array([1, 0])), ValueError, r"number 1, 0, has no inverse in Field\(97\)"),
    (lambda: F.inv(3), TypeError, "of type int"),
    (lambda: F.inv(u), TypeError, r"UInt\(64\)"),
    (lambda: F.sqrt(F.array([4, 5])), ValueError, "number 1, 5, has no square root"),
    (lambda: limbsmith.Field(15).sqrt(limbsmith.Field(15).array([1])), NotImplementedError, "prime"),
    (lambda: F.compile("a*b+"), ValueError, r"a\*b\+"),
    (lambda: F.compile(""), ValueError, "empty"),
    (lambda: F.compile(3), TypeError, "int"),
    (lambda: F.compile("a*b", 3), TypeError, "int"),
    (lambda: F.compile("a*b", "a*b+"), ValueError, r"a\*b\+"),
    (lambda: F.compile("a*b", "c + 1")(a, a), TypeError, "takes 3 operands, not 2"),
    (lambda: F.compile("a*b", "c + 1")(1, 2, 3), TypeError, "takes an array"),
    (lambda: limbsmith.where([1, 0, 1], a, 0), TypeError, "dtype int64, and should be of bools"),
    (lambda: limbsmith.where(True, 1, 2), TypeError, "a is of type int and b of type int"),
    (lambda: limbsmith.where(True, a, u), TypeError, r"Field\(97\) and of UInt\(64\)"),
    (lambda: limbsmith.where(True, a, 97), ValueError, "the operand is 97"),
    (lambda: limbsmith.where(True, 1.5, a), TypeError, "float"),
    (lambda: limbsmith.where([True, False], a, 0), ValueError, r"shapes \(2,\), \(3,\), which do not broadcast"),
    (lambda: f(a), TypeError, "takes 2 operands, not 1"),
    (lambda: f(a, b), ValueError, "do not broadcast"),
    (lambda: f(a, u), TypeError, r"UInt\(64\)"),
    (lambda: f(a, 97), ValueError, "operand b is 97"),
    (lambda: f(1, 2), TypeError, "an array"),
]


@pytest.mark.parametrize("call, error, message", WRONG)
def test_wrong(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_absent_gpu():
    if not limbsmith.Field(97).device.startswith("host"):
        pytest.skip("there is a GPU")
    with pytest.raises(RuntimeError):
        limbsmith.Field(97, device="cuda")


def test_other_devices_do_not_mix():
    if limbsmith.Field(97).device.startswith("host"):
        pytest.skip("there is no GPU")
    with pytest.raises(TypeError):
        a + limbsmith.Field(97, device="host").array([1, 2, 3])


@pytest.mark.parametrize("work", [lambda x: x**(2**2203 - 2), lambda x: x[:1500, None] @ x[None, :]])
def test_threads_run_and_interrupts_end_long_work(work):
    x = limbsmith.Field(2**2203 - 1).array([3 + k for k in range(20000)]) + 2**2202
    ticks = []

    def interrupt():
        for _ in range(5):
            time.sleep(0.1)
            ticks.append(time.monotonic())
        _thread.interrupt_main()

    start = time.monotonic()
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's job in the background ignores it
    try:
        with pytest.raises(KeyboardInterrupt):
            threading.Thread(target=interrupt).start()
            work(x)
    finally:
        signal.signal(signal.SIGINT, before)
    assert time.monotonic() - start < 20 and len(ticks) == 5
    assert (x[:3] + 1).tolist() == [2**2202 + 4, 2**2202 + 5, 2**2202 + 6]
