#!/usr/bin/env python3
"""Each header, included alone, twice, and after and before another, compiles without a warning."""

import argparse
import subprocess
import tempfile
from pathlib import Path

import common

COMPILERS = [("g++", "c++14"), ("clang++", "c++20")]
WARNINGS = ["-Wall", "-Wextra", "-Wshadow", "-Wconversion", "-pedantic", "-Werror"]
C_COMPILERS = [("gcc", "c99"), ("g++", "c++14")]


def compile_text(folder, compiler, standard, text, options=()):
    language = "c" if standard == "c99" else "c++"
    options = [*options, *(["-Wold-style-cast"] if language == "c++" else [])]
    source = Path(folder) / "includes.source"
    source.write_text(text)
    common.run([compiler, f"-std={standard}", *WARNINGS, *options, "-fsyntax-only", "-x", language, source])


def check_old_compiler(header, language):
    """nvcc of CUDA 12.8 is refused, unless LIMBSMITH_ANY_COMPILER is defined."""
    command = ["gcc", "-fsyntax-only", "-x", language, "-include", header, "-D__CUDACC_VER_MAJOR__=12"]
    for minor, options, is_taken in [(8, [], False), (8, ["-DLIMBSMITH_ANY_COMPILER"], True), (9, [], True)]:
        done = subprocess.run([*command, f"-D__CUDACC_VER_MINOR__={minor}", *options, "/dev/null"],
                              stderr=subprocess.PIPE, text=True, check=False)
        if (done.returncode == 0) != is_taken or ("CUDA 12.9 or newer" in done.stderr) == is_taken:
            common.fail(f"{header}, CUDA 12.{minor} {options}:\n{done.stderr}")
    print(f"{header.name}: refuses CUDA 12.8", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--limbsmith", required=True, help="program that generates the header of the macro style")
    parser.add_argument("headers", nargs="+", type=Path)
    arguments = parser.parse_args()

    other = arguments.headers[0].resolve()
    with tempfile.TemporaryDirectory() as folder:
        for header in arguments.headers:
            include = f'#include "{header.resolve()}"\n'
            include_other = f'#include "{other}"\n'
            for compiler, standard in COMPILERS:
                compile_text(folder, compiler, standard, include * 2 + include_other)
                if header.resolve() != other:
                    compile_text(folder, compiler, standard, include_other + include)
            print(f"{header.name}: compiles alone, twice and with {other.name}", flush=True)
        lanes = Path(folder) / "lanes.cuh"
        common.run([arguments.limbsmith, "generate", common.UNPROVED, "--bits", "100", "--map", "tpi:2", "-o", lanes])
        for compiler, standard in COMPILERS:
            compile_text(folder, compiler, standard, f'#include "{lanes}"\n')
        print(f"{lanes.name}: compiles alone", flush=True)
        header = common.generate(arguments.limbsmith, folder, 131, "macro")
        for compiler, standard in C_COMPILERS:
            compile_text(folder, compiler, standard, f'#include "{header}"\n' * 2 + "extern int other;\n")
        print(f"{header.name}: compiles alone and twice", flush=True)
        check_old_compiler(header, "c")
        check_old_compiler(common.generate(arguments.limbsmith, folder, 131), "c++")


if __name__ == "__main__":
    main()
