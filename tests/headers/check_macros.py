#!/usr/bin/env python3
"""Compiles macro_main.c with headers of the macro style, as C99 and as C++14, and runs it; then macro_pair.c with two
headers, and pairs of headers that conflict."""

import argparse
import subprocess
import tempfile
from pathlib import Path

import common

WIDTHS = [32, 131, 239]
WIDTH_FOR_ALL = 131  # by all compilers, other widths by the first
COMPILERS = [["gcc", "-std=c99"], ["clang", "-std=c99"], ["g++", "-std=c++14", "-x", "c++"]]


def check_pair(limbsmith, folder):
    """Two headers, one of them with its own name."""
    narrow = common.generate(limbsmith, folder, 131, "macro")
    wide = common.generate(limbsmith, folder, 239, "macro", name="wide")
    others = {name for name in common.macros(wide) if not name.startswith("wide_")}
    if others or {f"wide_{name}" for name in common.macros(narrow)} != common.macros(wide):
        common.fail(f"wide.h: macros are not those of u131.h with the name before: {sorted(common.macros(wide))}")
    program = narrow.with_suffix("")
    for compiler in COMPILERS:
        for headers in [(narrow, wide), (wide, narrow, wide)]:
            included = [word for header in headers for word in ("-include", header)]
            common.run([*compiler, "-O0", "-Wall", "-Wextra", "-Werror", "-pedantic", *included,
                        common.HERE / "macro_pair.c", "-o", program])
            common.run([program])


def check_collisions(limbsmith, folder):
    """Headers with macros of the same names do not compile together; with other names they do."""
    def header(bits, *options):
        made = folder / f"{bits}{'-'.join(options)}.h"
        common.run([limbsmith, "generate", common.UNPROVED, "--bits", bits, "--style", "macro", *options, "-o", made])
        return made

    pairs = [(header(131, "--ops", "add"), header(131, "--ops", "sub"), True),
             (header(131), header(131), True),
             (header(131), header(239), False),
             (header(131, "--ops", "add"), header(131, "--ops", "add,sub"), False),
             (header(131, "--name", "one"), header(239, "--name", "two"), True),
             (header(131, "--name", "u131"), header(131), True),
             (header(131, "--name", "one"), header(239, "--name", "one"), False)]
    for one, other, is_possible in pairs:
        for compiler in COMPILERS:
            done = subprocess.run([*compiler, "-fsyntax-only", "-Wall", "-Werror", "-include", one, "-include", other,
                                   "-xc++" if compiler[0] == "g++" else "-xc", "/dev/null"],
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
            if (done.returncode == 0) != is_possible:
                common.fail(f"{one.name} and {other.name} by {compiler[0]}: {done.stdout or 'compiled'}")
            if not is_possible and "with another --name" not in done.stdout:
                common.fail(f"{one.name} and {other.name} by {compiler[0]}: no advice in {done.stdout}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--limbsmith", required=True)
    common.add_seed(parser)
    arguments = parser.parse_args()

    print(f"seed {arguments.seed}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        check_pair(arguments.limbsmith, folder)
        check_collisions(arguments.limbsmith, Path(folder))
        for bits in WIDTHS:
            header = common.generate(arguments.limbsmith, folder, bits, "macro")
            for compiler in COMPILERS if bits == WIDTH_FOR_ALL else COMPILERS[:1]:
                program = header.with_suffix("")
                level = "-O1" if compiler[0] == "gcc" else "-O0"  # optimised by one: that takes the longest
                common.run([*compiler, level, "-Wall", "-Wextra", "-Werror", "-pedantic", "-include", header,
                            f"-DLIMBSMITH_BITS={bits}", common.HERE / "macro_main.c", "-lgmp", "-o", program])
                counts = common.run_checks(program, arguments.seed)
                common.expect_same_names(header, common.macros(header), set(counts))
                print(f"{header.name} by {compiler[0]}: {len(counts)} macros, {sum(counts.values())} checks",
                      flush=True)


if __name__ == "__main__":
    main()
