#!/usr/bin/env python3
"""Every public header compiles by itself, by g++, and all of them together by clang++: those of pool and grid in C++20, others in
C++17.
"""

import argparse
import re
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
    newer = [name for name in names if re.match(r"limbsmith/(pool|grid)\b", name)]
    older = [name for name in names if name not in newer]
    if not newer or not older:
        sys.exit("FAILED: there are no headers")
    with ThreadPoolExecutor(2) as workers:
        found = [*workers.map(lambda name: complaint(folders, "g++", 20 if name in newer else 17, name), names),
                 complaint(folders, "clang++", 17, *older), complaint(folders, "clang++", 20, *names)]
    if any(found):
        sys.exit("FAILED: " + "".join(found))
    print(f"{len(names)} public headers compile alone")


if __name__ == "__main__":
    main()
