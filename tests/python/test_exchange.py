"""Arrays of other libraries by DLPack and the CUDA array interface, on the host. GPUs are those of a fake driver; test_gpu.py has real ones."""

import os
import subprocess
import sys
from pathlib import Path

import limbsmith
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from limbsmith import _exchange
from test_arrays import both, same, shapes

U, I = limbsmith.UInt(96, "host"), limbsmith.Int(96, "host")
of_kinds = pytest.mark.parametrize("kind", [limbsmith.Field(2**61 - 1, "host"), U, I], ids=str)
FAKE_DRIVER = Path(limbsmith.__file__).parents[2] / "tests/fake_driver"


@of_kinds
@given(data=st.data())
def test_round_trips(kind, data):
    a, values = both(data, kind, data.draw(shapes))
    words = np.from_dlpack(a)
    assert words.dtype == np.uint32 and np.array_equal(words, a.limbs())
    assert not words.flags.writeable or a.size == 0
    for limbs in (a, words, a.limbs(), np.asfortranarray(a.limbs()), np.repeat(a.limbs(), 2, axis=0)[::2]):
        assert same(kind.from_dlpack(limbs), values) and same(kind.from_dlpack(limbs, copy=True), values)
    assert same(kind.from_dlpack(a.limbs().view(np.int32)), values)


@of_kinds
@pytest.mark.parametrize("layout", ["numbers", "limbs"])
def test_words_stay_where_they_are(kind, layout):
    limbs = np.arange(6 * kind.limbs, dtype=np.uint32).reshape(6, kind.limbs) // 2
    if layout == "limbs":
        limbs = np.asfortranarray(limbs)
    a, copied = kind.from_dlpack(limbs, copy=False), kind.from_dlpack(limbs, copy=True)
    limbs[1] = 0
    assert a[1] == 0 and copied[1] != 0 and a[2] == copied[2] and (a + copied)[2] == 2 * a[2]
    del limbs
    assert (a * 1)[2] == copied[2]
    words = np.from_dlpack(copied)
    del copied
    assert kind.from_limbs(words)[2] == a[2]


def test_libraries_that_do_not_know_of_read_only_arrays_get_copies():
    class Old:
        def __init__(self, a):
            self.a = a

        def __dlpack__(self, **options):
            return self.a.__dlpack__()

        def __dlpack_device__(self):
            return self.a.__dlpack_device__()

    class Older(Old):
        def __dlpack__(self):
            return self.a.__dlpack__()

    a = U.array([1, 2])
    words = np.from_dlpack(Old(a))
    assert np.array_equal(words, a.limbs()) and not np.shares_memory(words, np.from_dlpack(a))
    assert np.shares_memory(np.from_dlpack(a), np.from_dlpack(a)) and U.from_dlpack(Older(a)).tolist() == [1, 2]
    with pytest.raises(BufferError, match="DLPack 1"):
        a.__dlpack__(copy=False)
    with pytest.raises(BufferError):
        a.__dlpack__(dl_device=(2, 0), max_version=(1, 0))


@pytest.mark.parametrize("library", ["torch", "jax.numpy"])
def test_other_libraries(library):
    there = pytest.importorskip(library)
    a = U.array([[1, 2**95], [3, 4]])
    x = there.from_dlpack(a)
    assert tuple(x.shape) == (2, 2, 3) and np.array_equal(np.asarray(x).view(np.uint32), a.limbs())
    assert U.from_dlpack(x).tolist() == a.tolist()


class Interface:
    def __init__(self, **interface):
        self.__cuda_array_interface__ = interface


@pytest.mark.parametrize("limbs, error, message", [
    (np.zeros((2, 3), np.float32), TypeError, "should be of uint32"),
    (np.zeros((2, 3), np.uint64), TypeError, "should be of uint32"),
    (np.zeros((2, 4), np.uint32), ValueError, r"shape \(2, 4\), and should have \(\.\.\., 3\)"),
    (np.zeros(3, np.uint32), ValueError, r"shape \(3,\)"),
    ([[1, 2, 3]], TypeError, "of type list, which has neither"),
    (Interface(data=(0, False), shape=(2, 3), typestr="<f4"), TypeError, "uint32"),
    (Interface(data=(0, False), shape=(2, 3), typestr="<u4"), ValueError, r"limbs are on a GPU, .* and UInt\(96\) computes on host"),
])
def test_wrong_limbs(limbs, error, message):
    with pytest.raises(error, match=message):
        U.from_dlpack(limbs)


def test_wrong_numbers_and_layouts():
    with pytest.raises(ValueError, match=r"number \(1, 0\) is 97; numbers of Field\(97\) are from 0 to 96"):
        limbsmith.Field(97, "host").from_dlpack(np.array([[[5]], [[97]]], np.uint32))
    with pytest.raises(ValueError, match="not used where they are; take copy=None"):
        U.from_dlpack(np.zeros((4, 3), np.uint32)[::2], copy=False)
    with pytest.raises(AttributeError, match="not on a GPU"):
        U.array([1]).__cuda_array_interface__
    assert not hasattr(I.array([1]), "__cuda_array_interface__")


def test_streams(monkeypatch):
    class Recorder:
        gpu, calls = 0, []

        def precede(self, stream):
            self.calls.append(("precede", stream))

        def follow(self, stream):
            self.calls.append(("follow", stream))

    recorder = Recorder()
    for stream in (None, 1, 2, 1234):
        _exchange.words_of(Interface(data=(0, False), shape=(2, 3), typestr="<u4", stream=stream), 0, recorder)
    kind = limbsmith.UInt(96)
    a = kind.array([1])
    monkeypatch.setattr(kind, "_session", recorder)
    for stream in (None, -1, 1, 2, 1234):
        a.__dlpack__(stream=stream, max_version=(1, 0))
    assert recorder.calls == [("follow", 2), ("follow", 1234), ("precede", 2), ("precede", 1234)]
    with pytest.raises(ValueError, match="stream is 0"):
        a.__dlpack__(stream=0)


ON_A_GPU = """
import ctypes, limbsmith
from limbsmith import _core
U = limbsmith.UInt(96, device="cuda")
numbers = [5, 2**95 + 2**32 + 7]
a = U.array(numbers)
there = a.__cuda_array_interface__
assert U.device == "fake GPU" and a.__dlpack_device__() == (2, 0) and there["shape"] == (2, 3) and there["stream"] == 1
# the fake GPU's memory is the host's
words = (ctypes.c_uint32 * 40).from_address(there["data"][0])
assert words[1] == 7 and words[there["strides"][1] // 4 + 1] == 1
for x in (a, type("OnlyInterface", (), {"__cuda_array_interface__": there})()):
    b = U.from_dlpack(x, copy=False)
    words[0] = 6
    assert b.tolist() == [6, numbers[1]] and b._core.address == a._core.address
    words[0] = 5
other = limbsmith.UInt(96, device="cuda:1")
for wrong in (lambda: other.from_dlpack(a), lambda: limbsmith.UInt(96, device="host").from_dlpack(a)):
    try:
        wrong()
        raise SystemExit("not refused")
    except ValueError as error:
        assert "limbs are on a GPU, number 0" in str(error), error
every = limbsmith.UInt(96, device="all")
assert every.device == "2 x fake GPU" and every.array(numbers).tolist() == list(numbers)
p = limbsmith.Pool("all")
assert p(2**64) * 3 == 3 * 2**64, p.device
try:
    other.array([1]) + a
    raise SystemExit("not refused")
except TypeError as error:
    assert "arrays of UInt(96) and of UInt(96)" in str(error), error
before = _core.memory_in_use()
c = U.array([1] * 10000)
assert _core.memory_in_use() >= before + 120000
x = c.__dlpack__(max_version=(1, 0))
del c
assert _core.memory_in_use() >= before + 120000
del x
assert _core.memory_in_use() == before
print("done")
"""


@pytest.mark.skipif(not FAKE_DRIVER.is_dir(), reason="the fake driver is not built: target fake-driver")
def test_words_on_a_gpu():
    path = os.pathsep.join(filter(None, [str(FAKE_DRIVER), os.environ.get("LD_LIBRARY_PATH")]))
    environment = dict(os.environ, LD_LIBRARY_PATH=path, PYTHONPATH=str(Path(limbsmith.__file__).parents[1]))
    done = subprocess.run([sys.executable, "-c", ON_A_GPU], env=environment, capture_output=True, text=True)
    if "nvrtc" in done.stderr.lower():
        pytest.skip("there is no NVRTC")
    assert done.stdout == "done\n", done.stderr
