#!/usr/bin/env python3
"""The parts of an installed limbsmith beside its package for CMake: a program in C by pkg-config, with the shared library; no symbols
but those of the interface; manual pages and completions.
"""

import argparse
import os
import re
import shutil
import sys
import tempfile
from pathlib import Path

from check_consumer import run


def check_c(folder, source, library):
    environment = {**os.environ, "PKG_CONFIG_PATH": str(library / "pkgconfig")}
    flags = run(["pkg-config", "--cflags", "--libs", "limbsmith"], env=environment).split()
    warnings = ["-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror"]
    run(["cc", *warnings, source / "tests/session/test_c.c", "-o", folder / "c", *flags, f"-Wl,-rpath,{library}"])
    run([folder / "c"])


def check_symbols(library):
    """The shared library exports its interface, and nothing of other libraries or of its own inside."""
    file = library / "liblimbsmith.so"
    if "[liblimbsmith.so.0]" not in run(["readelf", "-d", file]):
        sys.exit("FAILED: the library has no soname")
    lines = run(["nm", "-DC", "--defined-only", file]).splitlines()
    symbols = [line.split(" ", 2)[2] for line in lines]
    allowed = r"(typeinfo (name )?for |vtable for )?limbsmith(::(pool|grid|runtime|detail|check))?::\w|limbsmith_[a-z]|_ZN?K?9limbsmith"
    inside = r"limbsmith::(runtime::(Device|Stream|Buffer|Module|Function)|pool::(Device|Host|Mixed)|grid::Gpu|detail::\w+_state::)"
    wrong = [it for it in symbols if not re.match(allowed, it) or re.search(inside, it.split("(")[0])]
    if wrong:
        sys.exit(f"FAILED: {len(wrong)} of {len(symbols)} symbols are no interface: {wrong[:20]}")
    for wanted in ("limbsmith::Session::Session(", "limbsmith_open", "limbsmith::pool::Pool::operator()(", "limbsmith::memory::memory(",
                   "limbsmith::grid::machine_at(", "typeinfo for limbsmith::runtime::InputError"):
        if not any(it.startswith(wanted) for it in symbols):
            sys.exit(f"FAILED: not exported: {wanted}")


def check_manuals(prefix):
    page = (prefix / "share/man/man1/limbsmith-generate.1").read_text()
    if ".B \\-\\-modulus M" not in page or "secp256k1" not in page:
        sys.exit("FAILED: the manual page of generate")
    complete = f"""source {prefix}/share/bash-completion/completions/limbsmith
        COMP_WORDS=(limbsmith "$@"); COMP_CWORD=$#; _limbsmith; echo ${{COMPREPLY[*]}}"""
    for words, wanted in ((["gen"], "generate"), (["cache", "--cl"], "--clear"), (["run", "--reduction", "m"], "montgomery")):
        if (found := run(["bash", "-c", complete, "bash", *words]).strip()) != wanted:
            sys.exit(f"FAILED: {words} is completed to {found!r}, not {wanted!r}")
    for shell, file in (("zsh", "share/zsh/site-functions/_limbsmith"), ("fish", "share/fish/vendor_completions.d/limbsmith.fish")):
        if "montgomery" not in (prefix / file).read_text():
            sys.exit(f"FAILED: the completion for {shell}")
        if shutil.which(shell):
            run([shell, "-n", prefix / file])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--source", required=True, type=Path, help="limbsmith's source tree")
    parser.add_argument("--build", required=True, type=Path, help="and where it was built")
    arguments = parser.parse_args()
    os.environ["LIMBSMITH_DEVICE"] = "cpu"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        prefix = folder / "prefix"
        run(["cmake", "--install", arguments.build, "--prefix", prefix])
        library = next(prefix.rglob("liblimbsmith.so")).parent
        check_symbols(library)
        check_manuals(prefix)
        check_c(folder, arguments.source, library)
    print("program in C, symbols, manuals: right")


if __name__ == "__main__":
    main()
