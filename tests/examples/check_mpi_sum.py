#!/usr/bin/env python3
"""examples/mpi_sum has the same bits on 1, 3 and 4 ranks, in any order of the numbers, and the sum that Python's fractions have.

MPI is no part of what ./dev setup installs: where it was missing when the build was configured, ctest skips this.
"""

import argparse
import array
import math
import pathlib
import random
import tempfile
from fractions import Fraction

from mpi import run

def printed(command, ranks, file):
    done = run(command, ranks, file)
    assert done.returncode == 0, (ranks, done.stdout, done.stderr)
    return done.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", required=True)
    parser.add_argument("--mpirun", default="mpirun")
    options = parser.parse_args()
    command = (options.mpirun, options.program)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        draw = random.Random(7)
        numbers = [math.ldexp(draw.uniform(-1, 1), draw.randrange(-1000, 1000)) for _ in range(30_001)]
        numbers += [-x for x in numbers[:-1]]
        exact = sum(map(Fraction, numbers))
        found = set()
        for k in range(3):
            draw.shuffle(numbers)
            file = folder / f"{k}.f64"
            file.write_bytes(array.array("d", numbers).tobytes())
            found |= {printed(command, ranks, file) for ranks in ((1, 4) if k else (1, 3, 4))}
        assert len(found) == 1, found
        count, total, _ = found.pop().splitlines()
        assert count == f"{len(numbers)} numbers" and float(total.split()[1]) == float(exact), (count, total, exact)
        (folder / "empty").write_bytes(b"")
        assert printed(command, 4, folder / "empty").startswith("0 numbers\nsum 0\n")
        (folder / "odd").write_bytes(b"123456789")
        for file, message in (("odd", "9 bytes, is no multiple of 8"), ("missing", "cannot read"), (".", "cannot read")):
            done = run(command, 2, folder / file)
            assert done.returncode != 0 and message in done.stderr, (file, done)
        assert run(command, 2, "--help").stdout.startswith("usage:")
        print("the bits of 1, 3 and 4 ranks are the same")


main()
