#!/usr/bin/env python3
"""The Debian package that cpack makes: its libraries, its dependencies, and a program in C built with its files."""

import argparse
import os
import shutil
import sys
import tempfile
from pathlib import Path

from check_components import check_c, check_manuals
from check_consumer import run

NEEDED = ("libgmp10", "libfmt", "zlib1g")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--source", required=True, type=Path, help="limbsmith's source tree")
    parser.add_argument("--build", required=True, type=Path, help="and where it was built")
    arguments = parser.parse_args()
    if not all(map(shutil.which, ("cpack", "dpkg-deb", "dpkg-shlibdeps"))):
        print("skipped: no cpack or no dpkg")
        return
    os.environ["LIMBSMITH_DEVICE"] = "cpu"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        run(["cpack", "-G", "DEB", "-B", folder], cwd=arguments.build)
        package, = folder.glob("limbsmith_*.deb")
        if not all(word in run(["dpkg-deb", "-f", package, "Depends"]) for word in NEEDED):
            sys.exit(f"FAILED: the package does not depend on all of {NEEDED}")
        run(["dpkg-deb", "-x", package, folder / "root"])
        prefix = folder / "root/usr"
        check_manuals(prefix)
        check_c(folder, arguments.source, next(prefix.rglob("liblimbsmith.so")).parent)
        for file in ("bin/limbsmith", "share/doc/limbsmith/LICENSE", "share/zsh/vendor-completions/_limbsmith"):
            if not (prefix / file).exists():
                sys.exit(f"FAILED: not in the package: {file}")
    print("the Debian package: right")


if __name__ == "__main__":
    main()
