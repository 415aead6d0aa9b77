"""On a GPU: the same results as on the host; arrays of CuPy, PyTorch and Numba with their streams; memory that is freed; time."""

import time

import limbsmith
import numpy as np
import pytest
import test_examples
from limbsmith import _core

try:
    GPU = limbsmith.UInt(32, device="cuda").device
except RuntimeError as absent:
    pytest.skip(f"skipped: {absent}", allow_module_level=True)

P, BITS = 2**255 - 19, 256
KINDS = [lambda device: limbsmith.Field(P, device), lambda device: limbsmith.Field(97, device),
         lambda device: limbsmith.UInt(BITS, device), lambda device: limbsmith.Int(BITS, device)]
of_kinds = pytest.mark.parametrize("made", KINDS, ids=["2^255-19", "97", "UInt", "Int"])


def some(kind, shape, seed=1):
    """Structured and random numbers; a zero is no divisor."""
    random = np.random.default_rng(seed)
    count = int(np.prod(shape))
    edges = [kind._limit - 1, 1, kind._least or 2, kind._limit // 2]
    draw = [int.from_bytes(random.bytes(kind.itemsize), "little") % (kind._limit - kind._least - 1) + kind._least or 1 for _ in range(count)]
    return kind.array((edges + draw)[:count]).reshape(shape)


@of_kinds
def test_results_are_those_of_the_host(made):
    gpu, host = made("cuda"), made("host")
    calls = [lambda a, b: a + b, lambda a, b: a * b, lambda a, b: 3 - a, lambda a, b: -a, lambda a, b: a == b,
             lambda a, b: a[:, None] + b[None], lambda a, b: a[::-2, 1:].T, lambda a, b: a[[5, 0, 5]], lambda a, b: a[a == b],
             lambda a, b: a.sum(), lambda a, b: a.sum(axis=0), lambda a, b: b.sum(axis=1, keepdims=True), lambda a, b: a @ b.T,
             lambda a, b: a[0] @ b[1], lambda a, b: a.reshape(-1)[:1] @ b.reshape(-1)[:1],
             lambda a, b: limbsmith.concatenate([a, b[1:3], a]), lambda a, b: limbsmith.concatenate([a[:, 2:3], b], axis=1),
             lambda a, b: limbsmith.stack([a, b, a], axis=1), lambda a, b: limbsmith.where(a == b, a, b[:1]),
             lambda a, b: limbsmith.where(a == b, 1, b), lambda a, b: limbsmith.where([[True]] * 36 + [[False]], a, 0)]
    if gpu._is_field:
        calls += [lambda a, b: a / b, lambda a, b: a**5, lambda a, b: a.prod(axis=0), lambda a, b: a.dtype.sqrt(a * a)**2,
                  lambda a, b: a.pow_secret(7),
                  *(lambda a, b, k=k: a.dtype.compile("a*b + 1", "c*c - 2", "b - c")(a, b, 5)[k] for k in range(3)),
                  lambda a, b: limbsmith.crt([a, limbsmith.Field(101, a.dtype._asked).array(range(7))])]
    else:
        calls += [lambda a, b: a // b, lambda a, b: a % b, lambda a, b: a << 33, lambda a, b: a >> 33, lambda a, b: a < b,
                  lambda a, b: a & b, lambda a, b: ~a]
    for call in calls:
        results = [call(some(kind, (37, 7)), some(kind, (37, 7), 2)) for kind in (gpu, host)]
        there, here = [it.tolist() if hasattr(it, "tolist") else it for it in results]
        assert there == here


def test_arrays_of_other_devices_do_not_mix():
    a, b = limbsmith.Field(97, "cuda").array([1]), limbsmith.Field(97, "host").array([1])
    with pytest.raises(TypeError, match="one device"):
        a + b
    with pytest.raises(ValueError, match="are on a GPU"):
        limbsmith.UInt(32, "host").from_dlpack(a)


@of_kinds
@pytest.mark.parametrize("layout", ["numbers", "limbs"])
def test_cupy(made, layout):
    cupy = pytest.importorskip("cupy")
    kind = made("cuda")
    numbers = some(kind, 10000)
    limbs = numbers.limbs() if layout == "numbers" else np.asfortranarray(numbers.limbs())
    stream = cupy.cuda.Stream(non_blocking=True)
    with stream:
        slow = cupy.ones((4096, 4096))
        for _ in range(20):
            slow = slow @ slow * 1e-4
        x = cupy.asarray(limbs) + (slow[0, 0] * 0).astype(cupy.uint32)  # after the slow work
        x = x if layout == "numbers" else cupy.asfortranarray(x)
        a = kind.from_dlpack(x)
        total = a + a
        y = cupy.from_dlpack(total)
        back = cupy.asnumpy(y)
    assert a.tolist() == numbers.tolist() and (kind.from_limbs(back) == total).all()
    assert np.array_equal(cupy.asnumpy(cupy.asarray(total)), total.limbs())  # by either interface
    if not kind._is_field:
        x[0] = 0
        stream.synchronize()
        cupy.cuda.Device().synchronize()
        assert kind.from_dlpack(x, copy=False)[0] == 0
    del x
    assert (a + 0 == a).all()


@pytest.mark.parametrize("layout", ["numbers", "limbs"])
def test_residues_of_cupy_that_are_too_large(layout):
    cupy = pytest.importorskip("cupy")
    F, count = limbsmith.Field(P, "cuda"), 100000
    for first in (0, 31, 40001, count - 1):
        values = [P - 1] * first + [2**256 - 1 if first % 2 else P] + [P] * (count - first - 1)
        limbs = np.frombuffer(b"".join(x.to_bytes(32, "little") for x in values), np.uint32).reshape(count, F.limbs)
        x = cupy.asarray(limbs if layout == "numbers" else np.asfortranarray(limbs))
        with pytest.raises(ValueError, match=rf"^number {first} is 0x.fffff\.\.\.ffff(ed|ff); numbers of .* are from 0 to"):
            F.from_dlpack(x)
        x[first:, 0] = 0  # below the modulus by the words above, or 2^256 - 2^32
        if first % 2 == 0:
            assert F.from_dlpack(x).tolist() == values[:first] + [P - (2**32 - 19)] * (count - first)


def test_rate_of_exchange():
    """2^24 residues there and back are no work of the host."""
    cupy = pytest.importorskip("cupy")
    F = limbsmith.Field(P, "cuda")
    x = cupy.full((1 << 24, F.limbs), 7, cupy.uint32)

    def there_and_back():
        start = time.perf_counter()
        y = cupy.from_dlpack(F.from_dlpack(x) * F.from_dlpack(x))
        cupy.cuda.Device().synchronize()
        return time.perf_counter() - start, y

    there_and_back()
    seconds = min(there_and_back()[0] for _ in range(5))
    print(f"\n{GPU}: two arrays of CuPy, 2^24 products and back in {seconds * 1e3:.1f} ms")
    assert seconds < 0.2  # it was 0.4 s by way of the host
    value = sum(7 << 32 * k for k in range(F.limbs))
    assert F.from_dlpack(there_and_back()[1][:1].copy())[0] == value * value % P


def test_torch():
    torch = pytest.importorskip("torch")
    U = limbsmith.UInt(BITS, "cuda")
    numbers = some(U, (5, 200))
    x = torch.from_numpy(numbers.limbs().view(np.int32)).cuda()
    a = U.from_dlpack(x, copy=False)
    assert a.tolist() == numbers.tolist()
    assert np.array_equal(torch.from_dlpack(a * 1).view(torch.int32).cpu().numpy().view(np.uint32), (a * 1).limbs())


def test_numba():
    cuda = pytest.importorskip("numba.cuda")
    U = limbsmith.UInt(BITS, "cuda")
    numbers = some(U, 300)
    a = U.from_dlpack(cuda.to_device(numbers.limbs()))
    assert a.tolist() == numbers.tolist()
    assert np.array_equal(cuda.as_cuda_array(a).copy_to_host(), numbers.limbs())


def test_pools():
    for pool in (limbsmith.Pool("cuda"), limbsmith.Pool("cuda", map="grid"), limbsmith.Pool("all"), limbsmith.Pool("all", map="grid")):
        x, y = 3**200001 + 1, 7**90000 - 5
        a, b = pool(x), pool(y)
        assert [int(it) for it in (a + b, a - b, a * b, a // b, a % b, a << 77, a >> 77)] == [
            x + y, x - y, x * y, x // y, x % y, x << 77, x >> 77]
        assert pool.values([pool(k)**50 for k in range(2000)]) == [k**50 for k in range(2000)]


def test_memory_is_freed():
    U = limbsmith.UInt(BITS, "cuda")
    a = U.zeros(1 << 20)

    def work(times):
        for _ in range(times):
            (a + 1)[::2] * 3
        return _core.memory_in_use()

    assert work(3) == work(50)  # memory comes again


def test_rate():
    """Prints the rate of 2^24 products, and the time of a call on few numbers."""
    F = limbsmith.Field(P, "cuda")
    a, b = F.zeros(1 << 24) + 3, F.zeros(1 << 24) + 5
    (a * b)[0]

    def seconds(call, repeat):
        call()[0]
        start = time.perf_counter()
        for _ in range(repeat):
            last = call()
        last[0]
        return (time.perf_counter() - start) / repeat

    few = F.array([1, 2, 3])
    print(f"\n{GPU}: {2**24 / seconds(lambda: a * b, 50) / 1e9:.2f} Gproducts/s, a call takes {seconds(lambda: few * few, 2000) * 1e6:.1f} us")
    assert (a * b)[5] == 15


def test_powers_with_a_modulus_for_each_number():
    results = []
    for device in ("cuda", "host"):
        kind = limbsmith.UInt(BITS, device)
        results.append(pow(some(kind, 50), some(kind, 50, 2), some(kind, 50, 3)).tolist())
    assert results[0] == results[1]


@pytest.mark.parametrize("words", [["rsa", "--count", "5000"], ["paillier", "--count", "500"], ["miller_rabin", "--count", "100000"],
                                   ["ntt", "--count", "500"], ["ecm", "--curves", "2000"]], ids=lambda words: words[0])
def test_examples_compute_on_the_gpu(words, capsys):
    test_examples.example(words[0]).main(words[1:])
    said = capsys.readouterr()
    assert GPU in said.out + said.err


@pytest.mark.parametrize("n", [15, 2**192 - 1, 2**255 - 21, 3**150, 2**512 - 1], ids=hex)
def test_kernels_of_ecm_give_the_points_of_arrays(n):
    cupy = pytest.importorskip("cupy")
    ecm, field, k = test_examples.example("ecm"), limbsmith.Field(n, "cuda"), 2**1100 - 2**9
    x, z = ecm.multiplied(ecm.KernelLadder(cupy, field, 2**32 - 1000, 1000), k)
    of_arrays = ecm.multiplied(ecm.ArrayLadder(field, 2**32 - 1000, 1000), k)
    assert [x.tolist(), z.tolist()] == [it.tolist() for it in of_arrays]
    assert (x[999], z[999]) == ecm.multiplied_by_ints(n, 2**32 - 1, k)
