#!/usr/bin/env python3
"""Compiles text_main.cpp with headers for widths and moduli by both host compilers, and runs it."""

import argparse
import tempfile

import common

WIDTHS = [1, 32, 33, 131, 1024]
MODULI = [("3", 3), ("2^64-2^32+1", 2**64 - 2**32 + 1), ("2^255-19", 2**255 - 19)]
FOR_ALL = 131, "2^255-19"  # by all compilers, others by the first
COMPILERS = [("g++", "c++14"), ("clang++", "c++20")]


def check(header, number, bound, has_wide, seed, is_for_all):
    for compiler, standard in COMPILERS if is_for_all else COMPILERS[:1]:
        program = header.with_suffix("")
        common.run([compiler, f"-std={standard}", "-O1", "-Wall", "-Wextra", "-Werror", "-include", header,
                    f"-DLIMBSMITH_NAMESPACE={header.stem}", f"-DLIMBSMITH_NUMBER={number}",
                    f'-DLIMBSMITH_BOUND="{bound:x}"', f"-DLIMBSMITH_HAS_WIDE={int(has_wide)}",
                    common.HERE / "text_main.cpp", "-lgmp", "-o", program])
        counts = common.run_checks(program, seed)
        if set(counts) != {"to_hex", "to_dec", "from_hex", "from_dec"}:
            common.fail(f"{header.name}: checked only {sorted(counts)}")
        print(f"{header.name} by {compiler}: {sum(counts.values())} checks", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--limbsmith", required=True)
    common.add_seed(parser)
    arguments = parser.parse_args()

    print(f"seed {arguments.seed}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        for bits in WIDTHS:
            header = common.generate(arguments.limbsmith, folder, bits, options=("--ops", "add"))
            check(header, "num", 2**bits, True, arguments.seed, bits in FOR_ALL)
        for number, (expression, value) in enumerate(MODULI):
            header = common.generate_field(arguments.limbsmith, folder, expression, f"m{number}", ("--ops", "add"))
            check(header, "plain", value, False, arguments.seed, expression in FOR_ALL)


if __name__ == "__main__":
    main()
