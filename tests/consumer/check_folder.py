#!/usr/bin/env python3
"""The build is the same in a folder whose path has names of rooms: only their place in the tree chooses sources."""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path


def compiled(build, source):
    """The files that a build compiles, relative to the build or to the source tree."""
    files = set()
    for command in json.loads((build / "compile_commands.json").read_text()):
        file = command["file"]
        for folder in (build, source):
            if file.startswith(f"{folder}/"):
                file = file[len(f"{folder}/"):]
                break
        files.add(file)
    return files


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--source", required=True, type=Path, help="limbsmith's source tree")
    parser.add_argument("--build", required=True, type=Path, help="and where it was built")
    parser.add_argument("options", nargs="*", help="of that build: NAME=VALUE")
    arguments = parser.parse_args()

    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "runtime/batch/check/jit/templates/report/generator/cli/limbsmith"
        source.parent.mkdir(parents=True)
        source.symlink_to(arguments.source)
        build = Path(folder) / "build"
        done = subprocess.run(["cmake", "-S", source, "-B", build, "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON",
                               *(f"-D{option}" for option in arguments.options)],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        if done.returncode != 0:
            sys.exit(f"FAILED: cmake cannot configure there\n{done.stdout}")
        here, there = compiled(arguments.build, arguments.source), compiled(build, source)
        if here != there:
            sys.exit(f"FAILED: one build alone compiles {sorted(here ^ there)}")
    print(f"the same {len(here)} files are compiled")


if __name__ == "__main__":
    main()
