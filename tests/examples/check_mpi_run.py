#!/usr/bin/env python3
"""examples/mpi_run gives the values of Python's ints by two ranks, and goes on where it stopped.

MPI is no part of what ./dev setup installs: where it was missing when the build was configured, ctest skips this.
"""

import argparse
import pathlib
import random
import tempfile

from mpi import run

N = 2**255 - 19


def raw(numbers):
    return b"".join(number.to_bytes(32, "little") for number in numbers)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", required=True)
    parser.add_argument("--mpirun", default="mpirun")
    options = parser.parse_args()
    command = (options.mpirun, str(pathlib.Path(options.program).resolve()))
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        draw = random.Random(7)
        a, b = ([0, 1, N - 1, 2**32 - 1, 2**128] + [draw.randrange(N) for _ in range(1000)] for _ in "ab")
        (folder / "a.bin").write_bytes(raw(a))
        (folder / "b.bin").write_bytes(raw(b))
        (folder / "high.bin").write_bytes(b"\xff" * 32 * len(a))
        # before the right call: none of these binds the folder
        for wrong, text in ((["30x", "2^255-19", "mul", "a.bin", "b.bin"], "not '30x'"),
                            (["0", "2^255-19", "mul", "a.bin", "b.bin"], "not '0'"),
                            (["100", "2^255-19", "mull", "a.bin", "b.bin"], "mull"),
                            (["100", "2^255-19", "mul", "a.bin", "none.bin"], "none.bin"),
                            (["100", "2^255-19", "mul", "a.bin", "high.bin"], "not below the modulus")):
            done = run(command, 2, *wrong, "r.bin", cwd=folder)
            assert done.returncode != 0 and text in done.stderr, done
        arguments = ["100", "2^255-19", "mul", "a.bin", "b.bin", "r.bin"]
        done = run(command, 2, *arguments, cwd=folder)
        expected = raw(x * y % N for x, y in zip(a, b))
        assert done.returncode == 0 and (folder / "r.bin").read_bytes() == expected, done
        # a part that was lost is computed, another one is taken as it is
        parts = folder / "r.bin.parts"
        (folder / "r.bin").unlink()
        (parts / "3").unlink()
        (parts / "10").write_bytes(bytes(5 * 32))
        done = run(command, 1, *arguments, cwd=folder)
        assert done.returncode == 0 and (folder / "r.bin").read_bytes() == expected[:32000] + bytes(160), done
        done = run(command, 1, "200", *arguments[1:], cwd=folder)
        assert done.returncode != 0 and "parts of another request: 100 2^255-19 mul" in done.stderr, done
        (folder / "a.bin").write_bytes(raw(reversed(a)))
        done = run(command, 2, *arguments, cwd=folder)
        assert done.returncode != 0 and "parts of another request" in done.stderr, done
        assert run(command, 2, "--help").stdout.startswith("usage:")
    print("two ranks give the values of Python's ints")


main()
