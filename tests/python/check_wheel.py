#!/usr/bin/env python3
"""The contents of a wheel: the package whole, with its types, command and licences, and nothing else; no library that it brings along lacks a
notice; hashes are right; the tags are those of the module inside. Of a wheel that auditwheel repaired, that it needs no library that is not
inside or on every Linux.

check_wheel.py WHEEL...
"""

import argparse
import base64
import csv
import hashlib
import re
import subprocess
import sys
import tempfile
import zipfile
from email.parser import HeaderParser
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
NOTICES = {"gmp": "GMP", "gmpxx": "GMP", "fmt": "fmt", "mimalloc": "mimalloc", "benchmark": "Google Benchmark"}
EVERYWHERE = {"libc.so.6", "libm.so.6", "libgcc_s.so.1", "libstdc++.so.6", "libz.so.1", "ld-linux-x86-64.so.2"}


def require(condition, message):
    if not condition:
        sys.exit(f"FAILED: {message}")


def hash_of(data):
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def check_record(files):
    record, = (name for name in files if name.endswith(".dist-info/RECORD"))
    listed = {name: value for name, value, _ in csv.reader(files[record].decode().splitlines())}
    require(listed.keys() == files.keys(), f"RECORD and the files differ in {sorted(listed.keys() ^ files.keys())}")
    wrong = [name for name, value in listed.items() if name != record and value != f"sha256={hash_of(files[name])}"]
    require(not wrong, f"RECORD has other hashes for {wrong}")


def check_metadata(files, info):
    metadata = HeaderParser().parsestr(files[f"{info}METADATA"].decode())
    version = re.search(r"project\(limbsmith VERSION ([0-9.]+)", (SOURCE / "CMakeLists.txt").read_text())[1]
    require((metadata["Name"], metadata["Version"]) == ("limbsmith", version), f"METADATA is of {metadata['Name']} {metadata['Version']}")
    require("# Python" in metadata.get_payload(), "METADATA has no description")
    for licence in metadata.get_all("License-File"):
        require(files.get(f"{info}licenses/{licence}") == (SOURCE / licence).read_bytes(), f"not in the wheel: {licence}")
    require(f"{info}licenses/packaging/licences/LGPL-3.0.txt" in files, "not in the wheel: the licence of GMP")


def check_package(files, info, tag):
    folder = SOURCE / "python/limbsmith"
    sources = {f"limbsmith/{path.name}": path.read_bytes() for path in (*folder.glob("*.py"), folder / "py.typed")}
    for name, text in sources.items():
        require(files.get(name) == text, f"not in the wheel as in python/: {name}")
    interpreter, abi, _ = tag.split("-")
    module = "limbsmith/_core.abi3.so" if abi == "abi3" else f"limbsmith/_core.cpython-{interpreter[2:]}-x86_64-linux-gnu.so"
    libraries = {name for name in files if name.startswith("limbsmith.libs/")}
    rest = files.keys() - sources.keys() - libraries - {module, "limbsmith/_core.pyi", "limbsmith/bin/limbsmith"}
    require(not (extra := {name for name in rest if not name.startswith(info)}), f"in the wheel for no reason: {extra}")
    for name in (module, "limbsmith/_core.pyi", "limbsmith/bin/limbsmith"):
        require(name in files, f"not in the wheel: {name}")
    notices = files[f"{info}licenses/packaging/licences/THIRD-PARTY.txt"].decode()
    for name in libraries:
        library = NOTICES.get(re.match(r"limbsmith\.libs/lib([a-z]+)", name)[1])
        require(library and f"\n{library} " in notices, f"no notice for {name}")
    return libraries, (module, "limbsmith/bin/limbsmith")


def check_needed(wheel, libraries, programs):
    """Each library that a program or library in the wheel needs is in the wheel or on every Linux."""
    inside = {Path(name).name for name in libraries}
    with tempfile.TemporaryDirectory() as folder:
        zipfile.ZipFile(wheel).extractall(folder)
        for name in (*libraries, *programs):
            lines = subprocess.run(["readelf", "-d", Path(folder) / name], capture_output=True, text=True, check=True).stdout
            needed = set(re.findall(r"\(NEEDED\).*\[(.*)\]", lines))
            require(needed <= inside | EVERYWHERE, f"{name} needs {needed - inside - EVERYWHERE}")


def check(wheel):
    with zipfile.ZipFile(wheel) as archive:
        files = {info.filename: archive.read(info) for info in archive.infolist() if not info.is_dir()}
        program = archive.getinfo("limbsmith/bin/limbsmith")
        require(program.external_attr >> 16 & 0o111 == 0o111, "the command is not executable")
    info = next(name for name in files if name.endswith(".dist-info/WHEEL")).removesuffix("WHEEL")
    tags = HeaderParser().parsestr(files[f"{info}WHEEL"].decode()).get_all("Tag")
    check_record(files)
    check_metadata(files, info)
    libraries, programs = check_package(files, info, tags[0])
    if "manylinux" in tags[0]:
        check_needed(wheel, libraries, programs)
    return f"{wheel.name}: {wheel.stat().st_size / 1e6:.1f} MB, {tags[0]}, {len(libraries)} libraries inside"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("wheels", nargs="+", type=Path, metavar="WHEEL")
    for wheel in parser.parse_args().wheels:
        print(check(wheel))


if __name__ == "__main__":
    main()
