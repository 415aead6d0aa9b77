"""The elliptic-curve method of examples/python/ecm.py: its arrays, and its kernels compiled for the host, against Python's ints and GMP-ECM."""

import ctypes
import functools
import itertools
import shutil
import subprocess
from math import prod
from random import Random
from types import SimpleNamespace

import limbsmith
import numpy
import pytest
from test_examples import example, exit_of

ecm = example("ecm")
FULL = 2**192 - 1  # 3 * 5 * 17 * ..., all bits 1
MODULI = [15, 2**32 + 1, 2**33 - 1, 2**64 - 1, 2**64 + 1, 2**160 + 1, 2**191 + 2**96 + 1, FULL, FULL - 2**64, 2**255 - 21, 3**150, 2**512 - 1]
ENDS = [2, 3, 2**16, 2**31, 2**32 - 1]
# X of the point 2:1 of the curve with A = 6 in lowest terms, by GMP-ECM 7.0.5: echo '2^149-1' | ecm -A 6 -x0 2 -save FILE 300 0
BY_GMP_ECM = 2**149 - 1, 2, 300, 0x164086c7564ac3c6af3f924f7453e27ceb915c


class HostModule:
    """cupy.RawModule with kernels that are compiled for the host. They run thread by thread on NumPy's arrays."""

    def __init__(self, folder, code):
        compiler = shutil.which("g++") or shutil.which("clang++")
        if compiler is None:
            pytest.skip("there is no compiler")
        source, library = folder / f"{hash(code)}.cpp", folder / f"{hash(code)}.so"
        source.write_text("""#define __global__
#define __device__
#define __forceinline__ inline
extern "C" struct { unsigned x; } blockIdx, blockDim, threadIdx;
decltype(blockIdx) blockIdx, blockDim, threadIdx;
""" + code)
        subprocess.run([compiler, "-std=c++17", "-O1", "-shared", "-fPIC", source, "-o", library], check=True)
        self.library = ctypes.CDLL(library)

    def get_function(self, name):
        def launch(blocks, threads, words):
            arguments = [ctypes.c_void_p(it.ctypes.data) if isinstance(it, numpy.ndarray) else numpy.ctypeslib.as_ctypes_type(it.dtype)(it)
                         for it in words]
            for variables in itertools.product(range(blocks[0]), threads, range(threads[0])):
                for variable, value in zip(("blockIdx", "blockDim", "threadIdx"), variables):
                    ctypes.c_uint.in_dll(self.library, variable).value = value
                self.library[name](*arguments)
        return launch


@pytest.fixture
def cupy(tmp_path):
    module = functools.cache(lambda code: HostModule(tmp_path, code))
    return SimpleNamespace(RawModule=module, empty=numpy.empty, uint32=numpy.uint32, asarray=numpy.asarray, ascontiguousarray=numpy.ascontiguousarray,
                           cuda=SimpleNamespace(runtime=SimpleNamespace(deviceSynchronize=int)))


def kernel_ladder(cupy, n, first, count):
    return ecm.KernelLadder(cupy, limbsmith.Field(n, "host"), first, count)


def scalars(random):
    return [2, 4, 6, 2**40, 2**40 - 2, 2 * random.getrandbits(300)]


@pytest.mark.parametrize("n", MODULI, ids=hex)
def test_kernels_give_the_points_of_ints(n, cupy):
    print("seed 1")
    random = Random(1)
    for first in ENDS:
        count = min(3, 2**32 - first)
        for k in scalars(random):
            x, z = ecm.multiplied(kernel_ladder(cupy, n, first, count), k)
            assert list(zip(x, z)) == [ecm.multiplied_by_ints(n, d, k) for d in range(first, first + count)]


@pytest.mark.parametrize("n", [15, 2**33 - 1, FULL, 3**150], ids=hex)
def test_arrays_give_the_points_of_ints(n):
    print("seed 2")
    for k in scalars(Random(2)):
        x, z = ecm.multiplied(ecm.ArrayLadder(limbsmith.Field(n), 2**32 - 3, 3), k)
        assert list(zip(x, z)) == [ecm.multiplied_by_ints(n, d, k) for d in range(2**32 - 3, 2**32)]


def test_random_moduli(cupy):
    print("seed 3")
    random = Random(3)
    for bits in (34, 100, 190, 192, 200, 384):
        n, d, k = random.getrandbits(bits) | 1 << (bits - 1) | 1, random.randrange(2, 2**32), 2 * random.getrandbits(200)
        x, z = ecm.multiplied(kernel_ladder(cupy, n, d, 1), k)
        assert (x[0], z[0]) == ecm.multiplied_by_ints(n, d, k)


def test_points_of_gmp_ecm(cupy, tmp_path):
    n, d, b1, wanted = BY_GMP_ECM
    x, z = ecm.multiplied(kernel_ladder(cupy, n, d, 1), int(limbsmith.Pool("host").prod(ecm.prime_powers(b1))))
    assert x[0] * pow(z[0], -1, n) % n == wanted
    with pytest.raises(SystemExit, match="no factor of"):
        ecm.main(["2^149-1", "--b1", str(b1), "--curves", "2", "--save", str(tmp_path / "points")])
    lines = (tmp_path / "points").read_text().splitlines()
    assert lines[0] == f"METHOD=ECM; ETYPE=1; A=6; B1=300; N={n}; X=0x{wanted:x}; X0=0x2;" and "; A=10; " in lines[1] and len(lines) == 2


@pytest.mark.parametrize("n, b1, first, count, have_x", [(253, 5, 40, 3, [41, 42]), (253, 7, 7, 3, [8, 9]), (55, 4, 6, 1, []), (8001, 2, 1000, 1, [])])
def test_saved_points_are_those_for_b1(n, b1, first, count, have_x, tmp_path):
    """Also where a Z is 0, so that a smaller bound is tried."""
    exit_of(ecm, str(n), "--b1", str(b1), "--first", str(first), "--curves", str(count), "--save", str(tmp_path / "points"))
    k = prod(ecm.prime_powers(b1))
    points = {d: ecm.multiplied_by_ints(n, d, k) for d in range(first, first + count)}
    assert [d for d, (_, z) in points.items() if z] == have_x
    assert (tmp_path / "points").read_text().splitlines() == [
        f"METHOD=ECM; ETYPE=1; A={4 * d - 2}; B1={b1}; N={n}; X=0x{points[d][0] * pow(points[d][1], -1, n) % n:x}; X0=0x2;" for d in have_x]


@pytest.mark.parametrize("name, reason", [("", "Is a directory"), ("none/points", "No such file or directory")])
def test_file_that_cannot_be_written(name, reason, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(ecm, "stage_1", None)  # no work is done
    assert exit_of(ecm, "2^149-1", "--save", str(tmp_path / name)) == 2
    assert capsys.readouterr().err.endswith(f"error: --save: {str(tmp_path / name)!r}: {reason}\n")


def test_long_work_says_how_far_it_is(capsys, monkeypatch):
    monkeypatch.setattr(ecm, "time", SimpleNamespace(monotonic=itertools.count(0, 2).__next__))
    wanted = ecm.multiplied_by_ints(143, 2, 2**4)
    assert capsys.readouterr().err.splitlines() == [f"the last curve by Python's ints: {percent}%" for percent in (0, 20, 40, 60, 80)]
    x, z = ecm.multiplied(ecm.ArrayLadder(limbsmith.Field(143), 2, 1), 2**4)
    assert (x[0], z[0]) == wanted and capsys.readouterr().err == "curves: 0%\n"


def test_prime_powers():
    assert list(ecm.prime_powers(2)) == [2]
    assert list(ecm.prime_powers(30)) == [16, 27, 25, 7, 11, 13, 17, 19, 23, 29]
    assert sum(1 for _ in ecm.prime_powers(10**5)) == 9592


def test_factors(capsys, monkeypatch):
    for words, line in [(["2^67-1", "--b1", "100", "--first", "100", "--curves", "30"], "2^67-1 = 193707721 * 761838257287"),
                        (["91"], "91 = 7 * 13"), (["4", "--b1", "2"], "4 = 2 * 2"), (["(2^61-1)^2"], f"(2^61-1)^2 = {2**61 - 1} * {2**61 - 1}"),
                        (["11346205609", "--b1", "30", "--curves", "30"], "11346205609 = 2473 * 4588033"),  # a number of Carmichael
                        (["6401", "--b1", "10", "--curves", "70"], "6401 = 37 * 173")]:
        ecm.main(words)
        assert capsys.readouterr().out.splitlines()[-1] == line
    assert exit_of(ecm, "2^67-1", "--b1", "5", "--curves", "2").startswith("ecm.py: no factor of 2^67-1 was found")
    monkeypatch.setattr(ecm, "ADD", ecm.ADD[::-1])
    assert exit_of(ecm, "2^67-1", "--b1", "20", "--curves", "2") == "ecm.py: the point of the last curve is not that of Python's ints"


def test_a_factor_up_to_b1_needs_no_curves(capsys, monkeypatch):
    monkeypatch.setattr(ecm, "stage_1", None)
    for words, line in [(["22", "--b1", "2"], "22 = 2 * 11"), (["7*(2^31-1)", "--b1", "7"], f"7*(2^31-1) = 7 * {2**31 - 1}")]:
        ecm.main(words)
        assert capsys.readouterr().out == line + "\n"


def test_factors_that_are_found_together(capsys):
    ecm.main(["1009*1013", "--b1", "1000", "--curves", "4"])
    out = capsys.readouterr().out
    assert out.endswith("1009*1013 = 1009 * 1013\n") and "B1 = 500" in out


def test_pieces_of_the_kernel_are_the_whole(cupy):
    n, k = FULL, 2**40 - 2
    pieces, whole = kernel_ladder(cupy, n, 5, 130), kernel_ladder(cupy, n, 5, 130)  # more than a block
    pieces.steps_at_once = 7
    (x, z), (whole_x, whole_z) = ecm.multiplied(pieces, k), ecm.multiplied(whole, k)
    assert x.tolist() == whole_x.tolist() and z.tolist() == whole_z.tolist()
    assert (x[129], z[129]) == ecm.multiplied_by_ints(n, 134, k)
