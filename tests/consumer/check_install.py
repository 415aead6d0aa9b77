#!/usr/bin/env python3
"""Limbsmith installed for a generator that was there already, in folders of its own choice whose paths have a `=`: the package
finds all of it, and refuses kernels that it does not know when a project is configured.

The batch library is an empty file here: no program is linked.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

PROJECT = """cmake_minimum_required(VERSION 3.22)
project(user LANGUAGES CXX)
find_package(limbsmith REQUIRED)
limbsmith_generate(TARGET numbers NAME u33 BITS 33 OPTIONS --unproved {more})
"""


def run(*command, fails=False):
    """The output of the command, which must succeed, or fail."""
    command = [str(word) for word in command]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if (done.returncode != 0) != fails:
        sys.exit(f"FAILED: exit status {done.returncode}\n$ {' '.join(command)}\n{done.stdout}")
    return " ".join(done.stdout.split())


def installed(source, limbsmith, folder):
    """The prefix of an installation with a generator that is named."""
    build, prefix = folder / "build", folder / "a=b"
    generator = prefix / "given/limbsmith"
    generator.parent.mkdir(parents=True)
    generator.symlink_to(limbsmith)
    run("cmake", "-S", source, "-B", build, "-DLIMBSMITH_DEVELOP=OFF", f"-DLIMBSMITH_GENERATOR={generator}",
        "-DCMAKE_INSTALL_BINDIR=programs", "-DCMAKE_INSTALL_LIBDIR=lib/here", "-DCMAKE_INSTALL_DOCDIR=pages")
    (build / "liblimbsmith-batch.a").touch()
    run("cmake", "--install", build, "--prefix", prefix)
    for file in ("programs/limbsmith", "lib/here/liblimbsmith-batch.a", "include/limbsmith/apply.hpp", "pages/LICENSE",
                 "pages/README.md", "pages/docs/start.md", "pages/docs/reference/field.md"):
        if not (prefix / file).exists():
            sys.exit(f"FAILED: not installed: {file}")
    return prefix


def configure(folder, prefix, name, more, fails=False):
    project = folder / name
    project.mkdir()
    (project / "CMakeLists.txt").write_text(PROJECT.format(more=more))
    return run("cmake", "-S", project, "-B", project / "build",
               f"-Dlimbsmith_DIR={prefix}/lib/here/cmake/limbsmith", fails=fails)


def check_embedding(source, folder):
    text = folder / "c=d.txt"
    text.write_text("embedded")
    run("cmake", f"-DRESOURCES=name={text}", f"-DOUTPUT={folder / 'table'}", "-P", source / "cmake/embed.cmake")
    if (folder / "table").read_text() != '{"name", R"limbsmith(embedded)limbsmith"},\n':
        sys.exit(f"FAILED: embedded as {(folder / 'table').read_text()}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--source", required=True, type=Path, help="limbsmith's source tree")
    parser.add_argument("--limbsmith", required=True, type=Path, help="the generator that is there")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        prefix = installed(arguments.source, arguments.limbsmith, folder)
        configure(folder, prefix, "e=f", "KERNELS mul")
        run("cmake", "--build", folder / "e=f/build", "--target", "numbers-u33")
        for more, said in [("KERNELS mul mull", "KERNELS has mull, which is no operation; they are add and_ bit_length"),
                           ("OPS add KERNELS mul", "KERNELS has mul, which is not among the OPS: add")]:
            if (said not in (printed := configure(folder, prefix, said.split()[2], more, fails=True))):
                sys.exit(f"FAILED: {more}: not refused with: {said}\n{printed}")
        check_embedding(arguments.source, folder)
    print("installed with a generator that was there, and refuses unknown kernels")


if __name__ == "__main__":
    main()
