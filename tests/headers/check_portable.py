#!/usr/bin/env python3
"""Compiles portable_main.cpp with the headers of some widths by a host compiler, and runs it."""

import argparse
import tempfile
from pathlib import Path

import common

WIDTHS = [1, 32, 131, 521]


def check(arguments, header, bits):
    program = header.with_suffix("")
    level = "-O1" if bits <= 131 else "-O0"  # optimised wide products take long
    common.run([arguments.compiler, f"-std={arguments.standard}", level, "-Wall", "-Wextra", "-Werror",
                "-include", header, f"-DLIMBSMITH_NAMESPACE=u{bits}", common.HERE / "portable_main.cpp", "-lgmp",
                "-o", program])
    counts = common.run_checks(program, arguments.seed)
    common.expect_in_header(header, set(counts))
    print(f"{header.name}: {len(counts)} functions, {sum(counts.values())} checks", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--compiler", default="g++")
    parser.add_argument("--standard", default="c++14")
    parser.add_argument("--widths", type=int, nargs="+", default=WIDTHS, help="default: all that are interesting")
    common.add_seed(parser)
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--limbsmith", help="program that generates the headers")
    source.add_argument("--header", type=Path, help="check only this header, named uBITS.cuh")
    arguments = parser.parse_args()

    print(f"seed {arguments.seed}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        if arguments.header:
            copy = Path(folder) / arguments.header.name
            copy.write_bytes(arguments.header.read_bytes())
            check(arguments, copy, int(copy.stem[1:]))
            return
        for bits in arguments.widths:
            check(arguments, common.generate(arguments.limbsmith, folder, bits), bits)


if __name__ == "__main__":
    main()
