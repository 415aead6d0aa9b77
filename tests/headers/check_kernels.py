#!/usr/bin/env python3
"""A file of kernels compiles with nvcc, for the host as well, without a warning; batch kernels as plain C++ too."""

import argparse
import tempfile
from pathlib import Path

import common

RUNTIME = common.HERE.parents[1] / "runtime/include"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nvcc", required=True)
    parser.add_argument("source", type=Path)
    arguments = parser.parse_args()

    alone = arguments.source.stem.endswith(("_bench", "_selftest"))  # a program that needs nothing but its header
    options = ["-std=c++17", *([] if alone else ["-I", RUNTIME])]
    with tempfile.TemporaryDirectory() as folder:
        common.run([arguments.nvcc, *options, "-gencode=arch=compute_90,code=compute_90", "-Werror=all-warnings",
                    "-Xcompiler=-Wall,-Wextra,-Werror", "-c", "-o", Path(folder) / "kernels.o", arguments.source])
    if not alone:
        common.run(["g++", *options, "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-x", "c++", arguments.source])


if __name__ == "__main__":
    main()
