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

        def run(*more):
            return subprocess.run([*command, *more], cwd=folder, env=environment, capture_output=True, text=True, timeout=120)

        done = run()
        assert done.stdout == "11 chunks computed, 11 in all\n", done
        files = sorted((folder / "r").glob("*.npy"))
        expected = limbs([(x * y + 5) % N for x, y in zip(a, b)])
        assert np.array_equal(np.concatenate([np.load(file) for file in files]), expected)
        files[3].unlink()
        times = [file.stat().st_mtime_ns for file in files if file.exists()]
        done = run()
        assert done.stdout == "1 chunks computed, 11 in all\n", done
        assert times == [file.stat().st_mtime_ns for file in files if file != files[3]]
        assert np.array_equal(np.load(files[3]), expected[300:400])
        done = run("--numbers", "50")
        assert done.returncode != 0 and "chunks of another request" in done.stderr, done
    print("two workers give the values of Python's ints")


if __name__ == "__main__":
    main()
