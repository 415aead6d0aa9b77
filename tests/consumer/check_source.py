#!/usr/bin/env python3
"""The project of this folder with every component from source: session, batch, pool and grid by add_subdirectory, then by
FetchContent. Both take one build folder, so limbsmith is compiled once, which takes minutes; the programs are linked by each."""

import argparse
import os
import sys
import tempfile
from pathlib import Path

from check_consumer import HERE, check_programs, run, write_project

PROGRAMS = ["program", "linked", "session", "together", "pool", "grid", "printed-pool", "printed-grid"]


def check_steps(steps):
    """`generate` is the only program that is built, without Python and without packages that only tests need."""
    for absent in ("compile.py", "command_run.cpp", "command_bench.cpp", "test_"):
        if absent in steps:
            sys.exit(f"FAILED: a project would build {absent}")
    if "only_generate.cpp" not in steps or "templates/compiled/header.cuh.j2.json" not in steps:
        sys.exit("FAILED: a project would not build `generate` with the compiled templates")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--source", required=True, type=Path, help="limbsmith's source tree")
    parser.add_argument("--compiler", required=True)
    arguments = parser.parse_args()

    os.environ.update(PYTHONDONTWRITEBYTECODE="1", LIMBSMITH_DEVICE="cpu")
    with tempfile.TemporaryDirectory() as name:
        build, project = Path(name) / "build", Path(name) / "printed"
        write_project(project, "source")
        # the quickest to compile
        options = ["-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_CXX_FLAGS_DEBUG=-O0", f"-DCMAKE_CXX_COMPILER={arguments.compiler}",
                   f"-DPRINTED={project}", f"-DLIMBSMITH_SOURCE={arguments.source}"]
        for origin in ("subdirectory", "fetch"):
            run(["cmake", "-S", HERE, "-B", build, "-G", "Ninja", f"-DLIMBSMITH_FROM={origin}", *options])
            check_steps((build / "build.ninja").read_text())
            for program in PROGRAMS:
                (build / program).unlink(missing_ok=True)
            built = run(["cmake", "--build", build, "-j2"])
            if origin == "fetch" and "limbsmith-generator.dir" in built:
                sys.exit(f"FAILED: FetchContent compiles with other options than add_subdirectory:\n{built}")
            check_programs(build, "host", "static")
    print("session, batch, pool and grid, by add_subdirectory and by FetchContent: built and run")


if __name__ == "__main__":
    main()
