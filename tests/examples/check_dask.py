#!/usr/bin/env python3
"""examples/dask: two workers give the values of Python's ints, and a second call computes the chunks alone that are missing.
Skipped without Dask or the package limbsmith."""

import argparse
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

N = 2**255 - 19


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--package", required=True, type=Path, help="the folder that has limbsmith/")
    parser.add_argument("--script", required=True, type=Path)
    options = parser.parse_args()
    environment = dict(os.environ, PYTHONPATH=str(options.package.resolve()))
    if subprocess.run([sys.executable, "-c", "import dask.distributed, limbsmith._core"], env=environment,
                      stderr=subprocess.DEVNULL).returncode:
        return print(f"skipped: {sys.executable} has no dask and distributed, or the package is not built")
    import numpy as np

    def limbs(numbers):
        return np.frombuffer(b"".join(x.to_bytes(32, "little") for x in numbers), np.uint32).reshape(-1, 8)

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        draw = random.Random(7)
        a, b = ([0, 1, N - 1, 2**32 - 1, 2**128] + [draw.randrange(N) for _ in range(1000)] for _ in "ab")
        np.save(folder / "a.npy", limbs(a))
        np.save(folder / "b.npy", limbs(b))
        command = [sys.executable, "-B", options.script.resolve(), "2^255-19", "a*b + 5", "r", "b=b.npy", "a=a.npy", "--numbers", "100"]

        def run(*more, of=command):
            return subprocess.run([*of, *more], cwd=folder, env=environment, capture_output=True, text=True, timeout=120)

        def refused(text, *words):
            done = run(of=[*command[:3], *words])
            assert done.returncode == 2 and text in done.stderr and "Traceback" not in done.stderr, done

        # before the right call: none of these binds the folder
        modulus = "2^255-19"
        refused("has no operand y", modulus, "x - b", "r", "y=a.npy", "z=b.npy")
        refused("for its operand a", modulus, "a*b + 5", "r", "b=b.npy")
        refused("for its operand a", modulus, "a*b + 5", "r", "b=b.npy", "a=a.npy", "a=b.npy")
        refused("has no operand c", modulus, "a*b + 5", "r", "b=b.npy", "a=a.npy", "c=b.npy")
        refused("none.npy", modulus, "a*b + 5", "r", "b=b.npy", "a=none.npy")
        refused("NAME=FILE, not 'a.npy'", modulus, "a*b + 5", "r", "a.npy")
        refused("not '0'", *command[3:], "--numbers", "0")
        refused("a*+ 5", modulus, "a*+ 5", "r", "a=a.npy")
        np.save(folder / "a.npy", np.full((len(a), 8), 2**32 - 1, np.uint32))
        done = run()
        assert done.returncode != 0 and "ValueError" in done.stderr, done
        np.save(folder / "a.npy", limbs(a))

        done = run()
        assert done.stdout == "11 chunks computed, 11 in all\n", done
        files = sorted((folder / "r").glob("*.npy"))
        expected = limbs([(x * y + 5) % N for x, y in zip(a, b)])
        assert np.array_equal(np.concatenate([np.load(file) for file in files]), expected)
        load = [sys.executable, "-B", "-c", "from expression import load; import numpy as np; np.save('all.npy', load('r').compute())"]
        environment["PYTHONPATH"] += os.pathsep + str(options.script.resolve().parent)
        done = run(of=load)
        assert done.returncode == 0 and np.array_equal(np.load(folder / "all.npy"), expected), done
        for lost in (files[3], files[10]):
            lost.rename(folder / "lost")
            done = run(of=load)
            assert done.returncode == 1 and "FileNotFoundError" in done.stderr and lost.name in done.stderr, done
            (folder / "lost").rename(lost)
        files[3].unlink()
        times = [file.stat().st_mtime_ns for file in files if file.exists()]
        done = run()
        assert done.stdout == "1 chunks computed, 11 in all\n", done
        assert times == [file.stat().st_mtime_ns for file in files if file != files[3]]
        assert np.array_equal(np.load(files[3]), expected[300:400])
        done = run("--numbers", "50")
        assert done.returncode != 0 and "chunks of another request" in done.stderr, done
        np.save(folder / "a.npy", limbs(a[::-1]))
        done = run()
        assert done.returncode != 0 and "chunks of another request" in done.stderr, done
    print("two workers give the values of Python's ints")


if __name__ == "__main__":
    main()
