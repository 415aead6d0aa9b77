#!/usr/bin/env python3
"""Builds the project of this folder, those of the pages included, as a user would: limbsmith installed, beside it or fetched; by
one compiler; with --nvcc also with CUDA. Runs its programs. A second build does nothing.

Where limbsmith is source, the project takes the generator that is there, and so has batches alone; check_source.py builds
the other components from source."""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from readme import fences

HERE = Path(__file__).resolve().parent
NUMBER, P = 1234567890123456789012345678901234567890, 2**255 - 19
PRINTED = {"pool": ("docs/any-length.md", "A pool in C++"), "grid": ("docs/any-length.md", "The grid in C++"),
           "sum": ("docs/sums.md", "In C++"), "digits": ("docs/digits.md", "Sums of many numbers")}
# of the components, as Python says
SESSION = f"21 47 {(2**128 + 5) % 2**128} refused\n"
POOL = f"{(2**127 - 1) * 3} {-(7 // 2) ** 2 % 5} 4/3 the expression has the end at byte 3, where a number should be\n"
GRID = "the grid computes on a GPU, not on the host; a pool computes there as well\n"


def run(command, **options):
    """stdout and stderr of the command, which must succeed."""
    command = [str(word) for word in command]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False, **options)
    if done.returncode != 0:
        sys.exit(f"FAILED: exit status {done.returncode}\n$ {' '.join(command)}\n{done.stdout}")
    return done.stdout


def expect(program, wanted):
    printed = run([program])
    if printed != wanted:
        sys.exit(f"FAILED: {program.name} printed {printed!r}, not {wanted!r}")


def check_alone(limbsmith, wanted):
    """An installed limbsmith needs no other files and no other program."""
    command = ["generate", "--bits", "33", "--unproved"]
    if run([limbsmith, *command], env={"PATH": "/nonexistent"}) != run([wanted, *command]):
        sys.exit("FAILED: the installed limbsmith prints another header")


def check_examples(source, folder, options):
    """The examples are a project of its own: configured, one of its headers generated."""
    build = folder / "build-examples"
    run(["cmake", "-S", source / "examples", "-B", build, *options])
    run(["cmake", "--build", build, "--target", "rsa-arithmetic-numbers2048"])
    if "namespace numbers2048" not in (build / "limbsmith/rsa-arithmetic/numbers2048.cuh").read_text():
        sys.exit("FAILED: the examples lack a header")


def write_project(folder, origin):
    """The programs of the pages, and the commands of docs/start.md; their first line is left out if limbsmith is not installed."""
    place = "docs/start.md", "In your own project"
    commands, program = fences("cmake", *place)[0], fences("cpp", *place)[0]
    first, rest = commands.split("\n", 1)
    if not first.startswith("find_package(limbsmith)") or "int main()" not in program:
        sys.exit("FAILED: docs/start.md has another project")
    folder.mkdir()
    (folder / "fields.cmake").write_text(commands if origin == "package" else rest)
    (folder / "program.cpp").write_text(program)
    for component, place in PRINTED.items():
        (folder / f"{component}.cpp").write_text("".join(fences("cpp", *place)))


def check_programs(build, kernels, form):
    expect(build / "program", f"{NUMBER**3 % P}\n")
    expect(build / "linked", f"{2 * 10**21} {2 * 10**600} {kernels}\n")
    if not form:
        return
    for name, wanted in (("session", SESSION), ("together", SESSION), ("pool", POOL), ("grid", GRID)):
        expect(build / name, wanted)
    if "55835135/15519504" not in run([build / "printed-pool"]):
        sys.exit("FAILED: the program of docs/any-length.md")
    expect(build / "printed-sum", "0.5\n1\n2.4494897427831779\n01\n1\n2\n0\n-0.25\n")
    expect(build / "printed-digits", "1714\n786432\n")
    is_shared = "liblimbsmith.so.0" in run(["ldd", build / "session"])
    if is_shared != (form == "shared"):
        sys.exit(f"FAILED: the program with the {form} library: liblimbsmith.so.0 is {is_shared}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--source", required=True, type=Path, help="limbsmith's source tree")
    parser.add_argument("--build", required=True, type=Path, help="and where it was built")
    parser.add_argument("--from", required=True, dest="origin", choices=["package", "subdirectory", "fetch"])
    parser.add_argument("--compiler", required=True)
    parser.add_argument("--static", action="store_true", help="with the installed library in this form")
    parser.add_argument("--flags", default="", help="for the compiler, such as those of sanitizers")
    parser.add_argument("--nvcc", help="the project has CUDA, with kernels made ahead of time")
    arguments = parser.parse_args()

    os.environ.update(PYTHONDONTWRITEBYTECODE="1", LIMBSMITH_DEVICE="cpu")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        build, project = folder / "build", folder / "printed"
        write_project(project, arguments.origin)
        form = None
        options = [f"-DPRINTED={project}", f"-DLIMBSMITH_FROM={arguments.origin}", f"-DLIMBSMITH_SOURCE={arguments.source}",
                   f"-DCMAKE_CXX_COMPILER={arguments.compiler}", f"-DCMAKE_CXX_FLAGS={arguments.flags}",
                   "-DCMAKE_CXX_FLAGS_RELEASE=-O0"]
        if arguments.nvcc:
            options += ["-DCONSUMER_CUDA=ON", f"-DCMAKE_CUDA_COMPILER={arguments.nvcc}", "-DCMAKE_CUDA_ARCHITECTURES=90"]
        if arguments.origin == "package":
            form = "static" if arguments.static else "shared"
            prefix = folder / "prefix"
            run(["cmake", "--install", arguments.build, "--prefix", prefix])
            check_alone(prefix / "bin/limbsmith", arguments.build / "limbsmith")
            options += [f"-DCMAKE_PREFIX_PATH={prefix}", f"-Dlimbsmith_STATIC={arguments.static}"]
            check_examples(arguments.source, folder, options[-2:-1])
        else:
            options.append(f"-DLIMBSMITH_GENERATOR={arguments.build / 'limbsmith-only-generate'}")
        generator = ["-G", "Ninja"] if shutil.which("ninja") else []
        run(["cmake", "-S", HERE, "-B", build, *generator, *options])
        run(["cmake", "--build", build, "-j2"])
        check_programs(build, "kernels" if arguments.nvcc else "host", form)
        if generator:
            again = run(["cmake", "--build", build])
            if "no work to do" not in again:
                sys.exit(f"FAILED: a second build did something:\n{again}")
    print(f"{arguments.origin}, {arguments.compiler}{' with CUDA' if arguments.nvcc else ''}: built, run, and nothing to do twice")


if __name__ == "__main__":
    main()
