#!/usr/bin/env python3
"""Compiles macro_main.c with headers of the macro style, as C99 and as C++14, and runs it."""

import argparse
import tempfile

import common

WIDTHS = [32, 131, 239]
COMPILERS = [["gcc", "-std=c99"], ["clang", "-std=c99"], ["g++", "-std=c++14", "-x", "c++"]]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--limbsmith", required=True)
    common.add_seed(parser)
    arguments = parser.parse_args()

    print(f"seed {arguments.seed}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        for bits in WIDTHS:
            header = common.generate(arguments.limbsmith, folder, bits, "macro")
            for compiler in COMPILERS:
                program = header.with_suffix("")
                common.run([*compiler, "-O1", "-Wall", "-Wextra", "-Werror", "-pedantic", "-include", header,
                            f"-DLIMBSMITH_BITS={bits}", common.HERE / "macro_main.c", "-lgmp", "-o", program])
                counts = common.run_checks(program, arguments.seed)
                common.expect_same_names(header, common.macros(header), set(counts))
                print(f"{header.name} by {compiler[0]}: {len(counts)} macros, {sum(counts.values())} checks",
                      flush=True)


if __name__ == "__main__":
    main()
