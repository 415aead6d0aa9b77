#!/usr/bin/env python3
"""Two files add an operation: limbsmith-and-more has it in its list, headers, batch kernels, run by every mapping, check,
and pool. One file adds the text of a mapping, which is refused as long as no operation has code for it.

The expected numbers are Python's. The rest of its list is that of limbsmith.
"""

import argparse
import random
import subprocess
import sys
import tempfile
from pathlib import Path

BITS = 131
PROGRAM = """#include <stdio.h>
#include "u131.cuh"
int main() {{
    const u131::num a = {a}, b = {b}, r = u131::and_not(a, b);
    for (int i = u131::limbs; i-- > 0;) printf("%08x", r.limb[i]);
}}
"""


def run(*command, status=0, folder=None):
    """stdout of the command, or stderr of one that fails, which must end with this exit status."""
    done = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    if done.returncode != status:
        sys.exit(f"FAILED: {' '.join(map(str, command))} ends with {done.returncode}, not {status}\n{done.stderr}")
    return done.stderr if status else done.stdout


def require(condition, message):
    if not condition:
        sys.exit(f"FAILED: {message}")


def limbs(number):
    """The number as an initializer of u131::num."""
    return "{{" + ", ".join(f"{number >> 32 * i & 0xffffffff:#x}u" for i in range(5)) + "}}"


def numbers(path):
    return [int(line, 0) for line in path.read_text().split()]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--limbsmith", required=True, help="without the operation")
    parser.add_argument("--with-more", required=True, help="the same with and_not.cpp and cluster.cpp of tests")
    parser.add_argument("--compiler", required=True, help="of C++")
    arguments = parser.parse_args()
    new = arguments.with_more
    asked = ["--bits", str(BITS)]

    before, after = (run(program, "list").splitlines() for program in (arguments.limbsmith, new))
    added = [line.split() for line in after if line not in before]
    require([line[:3] for line in added] == 2 * [["and_not", "a", "b"]], f"`list` has these new lines: {added}")
    require([line for line in after if line in before] == before, "`list` has lost or moved a line")
    run(arguments.limbsmith, "generate", *asked, "--ops", "and_not", status=2)
    require(" and_not(" in run(new, "generate", *asked), "a header with all operations lacks and_not")

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        draw = random.Random(13)
        a = [0, 2**BITS - 1, 2**BITS - 1] + [draw.getrandbits(BITS) for _ in range(997)]
        b = [2**BITS - 1, 0, 2**BITS - 1] + [draw.getrandbits(BITS) for _ in range(997)]
        expected = [x & ~y for x, y in zip(a, b)]
        for file, column in (("a.txt", a), ("b.txt", b)):
            (folder / file).write_text("".join(f"{x:#x}\n" for x in column))

        # `generate` prints only proved code. The header's host code computes one pair.
        run(new, "generate", *asked, "--ops", "and_not", "-o", "u131.cuh", folder=folder)
        (folder / "one.cpp").write_text(PROGRAM.format(a=limbs(a[-1]), b=limbs(b[-1])))
        run(arguments.compiler, "-std=c++14", "one.cpp", "-o", "one", folder=folder)
        require(int(run(folder / "one"), 16) == expected[-1], "the header gives another number than Python")
        kernels = run(new, "generate", *asked, "--ops", "and_not", "--kernels", "batch")
        require("ops::and_not" in kernels, "the batch kernels lack and_not")

        batch = [*asked, "--op", "and_not", "a.txt", "b.txt"]
        run(new, "run", *batch, "-o", "c.txt", "--device", "cpu", folder=folder)
        require(numbers(folder / "c.txt") == expected, "`run` gives other numbers than Python")
        for mapping in ("tpi:4", "tensor", "block:64", "grid"):
            run(new, "run", *batch, "-o", "c.txt", "--device", "cpu", "--map", mapping, folder=folder)
            require(numbers(folder / "c.txt") == expected, f"`run --map {mapping}` gives other numbers than Python")
        run(new, "check", *batch, "c.txt", folder=folder)
        (folder / "wrong.txt").write_text("".join(f"{x:#x}\n" for x in [*expected[:-1], expected[-1] ^ 1]))
        run(new, "check", *batch, "wrong.txt", status=4, folder=folder)
        (folder / "pool.txt").write_text("r = and_not(-3, 2**100)\n")
        require(run(new, "pool", "pool.txt", folder=folder) == f"r = {-3 & ~2**100}\n", "`pool` gives another number")
        run(arguments.limbsmith, "pool", "pool.txt", status=2, folder=folder)
        error = run(arguments.limbsmith, "run", *batch, "--map", "cluster:4", status=2, folder=folder)
        require("unknown mapping 'cluster:4'" in error, f"without the file: {error}")
        error = run(new, "run", *batch, "--map", "cluster:3", status=2, folder=folder)
        require("2, 4, 8 or 16" in error, f"three blocks: {error}")
        error = run(new, "run", *batch, "--map", "cluster:4", status=3, folder=folder)
        require("--map cluster:4; the nearest is --map thread" in error, f"without code: {error}")
    print("and_not is in list, header, batch kernels, run, check and pool; cluster is known, and refused")


if __name__ == "__main__":
    main()
