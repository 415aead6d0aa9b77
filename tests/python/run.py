#!/usr/bin/env python3
"""Runs the tests of the package for Python, its doctests, and the examples of the README and docs/python.md. Skipped where the package is not
built, or a package that the tests need is missing."""

import argparse
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--package", required=True, type=Path, help="the folder that has limbsmith/")
    package = parser.parse_args().package.resolve()
    if not list(package.glob("limbsmith/_core.*")):
        return print("skipped: the package is not built; -DLIMBSMITH_PYTHON=ON has the target limbsmith-python")
    environment = dict(os.environ, PYTHONPATH=str(package))
    for name in ("numpy", "pytest", "hypothesis"):
        if subprocess.run([sys.executable, "-c", f"import {name}"], stderr=subprocess.DEVNULL).returncode:
            return print(f"skipped: {sys.executable} has no {name}")
    tests = [HERE, *sorted(package.glob("limbsmith/*.py")), HERE.parents[1] / "README.md", HERE.parents[1] / "docs/python.md"]
    pytest = [sys.executable, "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider", "--doctest-modules", "--doctest-glob=*.md"]
    done = subprocess.run([*pytest, *tests], env=environment, cwd=HERE)
    sys.exit(done.returncode)


if __name__ == "__main__":
    main()
