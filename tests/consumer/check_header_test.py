#!/usr/bin/env python3
"""limbsmith_check_header in a user's project, with limbsmith installed: tests of headers that are generated, and of those among the
sources. One that was altered fails. A generator without check-header is refused when the project is configured."""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

from check_consumer import run

PROJECT = """cmake_minimum_required(VERSION 3.22)
project(user LANGUAGES CXX)
enable_testing()
find_package(limbsmith REQUIRED)
limbsmith_generate(TARGET numbers NAME a::u33 BITS 33 OPS add mul)
limbsmith_check_header(numbers)
add_library(delivered INTERFACE delivered/u40.cuh delivered/altered.cuh own.cuh)
limbsmith_check_header(delivered)
"""
TESTS = {"check-header.numbers.a_u33.cuh": True, "check-header.delivered.delivered/u40.cuh": True,
         "check-header.delivered.delivered/altered.cuh": False}


def refused(project, text, wanted, *options):
    """Configuring a project with this text fails with these words."""
    project.mkdir()
    (project / "CMakeLists.txt").write_text(text)
    done = subprocess.run(["cmake", "-S", project, "-B", project / "build", *map(str, options)], capture_output=True, text=True,
                          check=False)
    if done.returncode == 0 or wanted not in " ".join(done.stderr.split()):
        sys.exit(f"FAILED: not refused with: {wanted}\n{done.stdout}{done.stderr}")


def check_tests(build):
    for name, passes in TESTS.items():
        done = subprocess.run(["ctest", "-R", f"^{name}$", "--no-tests=error", "--output-on-failure"], cwd=build, capture_output=True,
                              text=True, check=False)
        if (done.returncode == 0) != passes:
            sys.exit(f"FAILED: {name}\n{done.stdout}")
        if not passes and "altered.cuh: the text is not what was proved: line " not in done.stdout:
            sys.exit(f"FAILED: {name} does not name the line\n{done.stdout}")
    count = len(run(["ctest", "-N"], cwd=build).split("Test #")) - 1
    if count != len(TESTS):
        sys.exit(f"FAILED: {count} tests, not {len(TESTS)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", required=True, type=Path, help="where limbsmith was built")
    parser.add_argument("--only-generate", required=True, type=Path, help="a limbsmith without check-header")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        prefix, project = folder / "prefix", folder / "project"
        run(["cmake", "--install", arguments.build, "--prefix", prefix])
        (project / "delivered").mkdir(parents=True)
        header = project / "delivered/u40.cuh"
        run([prefix / "bin/limbsmith", "generate", "--bits", "40", "--ops", "add,divrem", "-o", header])
        text = header.read_text()
        if (altered := text.replace("t0 = uint32_t(sum)", "t0 = uint32_t(sum + 1)", 1)) == text:
            sys.exit("FAILED: nothing to alter")
        (project / "delivered/altered.cuh").write_text(altered)
        (project / "own.cuh").write_text("#pragma once\n")
        (project / "CMakeLists.txt").write_text(PROJECT)
        build = project / "build"
        run(["cmake", "-S", project, "-B", build, f"-DCMAKE_PREFIX_PATH={prefix}"])
        run(["cmake", "--build", build])
        check_tests(build)
        found = f"-DCMAKE_PREFIX_PATH={prefix}"
        refused(folder / "only", PROJECT, "lacks the command check-header", found, f"-DLIMBSMITH_GENERATOR={arguments.only_generate}")
        refused(folder / "none", PROJECT.split("add_library")[0] + "add_library(own INTERFACE)\nlimbsmith_check_header(own)\n",
                "own has no header that limbsmith generated", found)
        refused(folder / "absent", PROJECT.split("add_library")[0] + "limbsmith_check_header(absent)\n", "there is no target absent",
                found)
    print("headers of a project are tested: generated, delivered, altered")


if __name__ == "__main__":
    main()
