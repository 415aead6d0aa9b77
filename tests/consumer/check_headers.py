#!/usr/bin/env python3
"""Every public header compiles by itself in C++17, by g++ and by clang++; all of them together also in C++20."""

import argparse
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path


def complaint(folders, compiler, standard, *names):
    text = "".join(f"#include <{name}>\n" for name in names)
    done = subprocess.run([compiler, f"-std=c++{standard}", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-x", "c++", "-",
                           *(f"-I{folder}" for folder in folders)], input=text, text=True, capture_output=True, check=False)
    return "" if done.returncode == 0 else f"{', '.join(names)} by {compiler} in C++{standard}\n{done.stderr}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--source", required=True, type=Path, help="limbsmith's source tree")
    folders = [parser.parse_args().source / house / "include" for house in ("runtime", "session")]
    names = sorted(file.relative_to(folder).as_posix() for folder in folders for file in folder.rglob("*.h*"))
    if not names:
        sys.exit("FAILED: there are no headers")
    compilers = ("g++", "clang++")
    with ThreadPoolExecutor(2) as workers:
        found = [workers.submit(complaint, folders, compiler, 17, name) for name in names for compiler in compilers]
        found += [workers.submit(complaint, folders, compiler, 20, *names) for compiler in compilers]
    found = [it.result() for it in found]
    if any(found):
        sys.exit("FAILED: " + "".join(found))
    print(f"{len(names)} public headers compile alone")


if __name__ == "__main__":
    main()
