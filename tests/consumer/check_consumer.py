#!/usr/bin/env python3
"""Builds the project of this folder, that of docs/start.md included, as a user would. Runs its programs. A second build does
nothing.

Where limbsmith is fetched, the targets are those of a subdirectory: this configures such a project, and reads the
steps."""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from readme import fences

HERE = Path(__file__).resolve().parent
NUMBER, P = 1234567890123456789012345678901234567890, 2**255 - 19


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


def check_from_source(build, options, environment):
    """A project that fetches limbsmith would build only `generate`, and without Python."""
    run(["cmake", "-S", HERE, "-B", build, "-G", "Ninja", *options], env=environment)
    steps = (build / "build.ninja").read_text()
    for absent in ("compile.py", "command_run.cpp", "command_bench.cpp", "test_"):
        if absent in steps:
            sys.exit(f"FAILED: a project would build {absent}")
    if "build session: CXX_EXECUTABLE_LINKER" not in steps or "liblimbsmith.a" not in steps:
        sys.exit("FAILED: a project would not link the library")
    if "fe25519.cuh" not in steps or "only_generate.cpp" not in steps or "templates/compiled/header.cuh.j2.json" not in steps:
        sys.exit("FAILED: a project would not build `generate` with the compiled templates")


def check_examples(source, folder, options, environment):
    """The examples are a project of its own: configured, one of its headers generated."""
    build = folder / "build-examples"
    run(["cmake", "-S", source / "examples", "-B", build, *options], env=environment)
    run(["cmake", "--build", build, "--target", "rsa-arithmetic-numbers2048"], env=environment)
    if "namespace numbers2048" not in (build / "limbsmith/rsa-arithmetic/numbers2048.cuh").read_text():
        sys.exit("FAILED: the examples lack a header")


def write_project(folder, origin):
    """The project of docs/start.md; its first line is replaced if limbsmith is not installed."""
    place = "docs/start.md", "In your own project"
    commands, program = fences("cmake", *place)[0], fences("cpp", *place)[0]
    first, rest = commands.split("\n", 1)
    if not first.startswith("find_package(limbsmith)") or "int main()" not in program:
        sys.exit("FAILED: docs/start.md has another project")
    folder.mkdir()
    (folder / "fields.cmake").write_text(commands if origin == "package" else rest)
    (folder / "program.cpp").write_text(program)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--source", required=True, type=Path, help="limbsmith's source tree")
    parser.add_argument("--build", required=True, type=Path, help="and where it was built")
    parser.add_argument("--from", required=True, dest="origin", choices=["package", "subdirectory", "fetch"])
    parser.add_argument("--flags", default="", help="for the compiler, such as those of sanitizers")
    parser.add_argument("--nvcc", help="also with kernels made ahead of time")
    arguments = parser.parse_args()

    environment = dict(os.environ, PYTHONDONTWRITEBYTECODE="1", LIMBSMITH_DEVICE="cpu")
    with tempfile.TemporaryDirectory() as folder:
        build, project = Path(folder) / "build", Path(folder) / "printed"
        write_project(project, arguments.origin)
        options = [f"-DPRINTED={project}", f"-DLIMBSMITH_FROM={arguments.origin}", f"-DLIMBSMITH_SOURCE={arguments.source}",
                   f"-DCMAKE_CXX_FLAGS={arguments.flags}", "-DCMAKE_CXX_FLAGS_RELEASE=-O0"]
        if arguments.origin == "package":
            prefix = Path(folder) / "prefix"
            run(["cmake", "--install", arguments.build, "--prefix", prefix], env=environment)
            check_alone(prefix / "bin/limbsmith", arguments.build / "limbsmith")
            options.append(f"-DCMAKE_PREFIX_PATH={prefix}")
            check_examples(arguments.source, Path(folder), options[-1:], environment)
        elif arguments.origin == "fetch":
            check_from_source(build, options, environment)
            return
        else:
            options.append(f"-DLIMBSMITH_GENERATOR={arguments.build / 'limbsmith-only-generate'}")
        if arguments.nvcc:
            options += ["-DCONSUMER_CUDA=ON", f"-DCMAKE_CUDA_COMPILER={arguments.nvcc}", "-DCMAKE_CUDA_ARCHITECTURES=90"]
        generator = ["-G", "Ninja"] if shutil.which("ninja") else []
        run(["cmake", "-S", HERE, "-B", build, *generator, *options], env=environment)
        run(["cmake", "--build", build], env=environment)
        expect(build / "program", f"{NUMBER**3 % P}\n")
        if (build / "linked").exists():
            expect(build / "linked", f"{2 * 10**21} {2 * 10**600} {'kernels' if arguments.nvcc else 'host'}\n")
        if (build / "session").exists():
            expect(build / "session", f"21 47 5 refused\n")
        if generator:
            again = run(["cmake", "--build", build], env=environment)
            if "no work to do" not in again:
                sys.exit(f"FAILED: a second build did something:\n{again}")
    print(f"{arguments.origin}: built, run, and nothing to do twice")


if __name__ == "__main__":
    main()
