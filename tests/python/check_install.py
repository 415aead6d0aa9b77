#!/usr/bin/env python3
"""Installs the package in fresh environments: by `pip install .` in a clone, and from its wheel, where no compiler is in the path. Looks
into the wheel, too, and into that which auditwheel makes of it, if auditwheel is there.

check_install.py --source FOLDER [--build FOLDER] [--define NAME=VALUE]...   (takes as long as a build of limbsmith)
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

import check_wheel

USE = """
import limbsmith, sys
F = limbsmith.Field(2**255 - 19, device="host")
assert F.compile("a*b + 5")(F.array([7]), F.array([3])).tolist() == [26]
assert (limbsmith.Int(256, device="host").array([-7]) // 2)[0] == -4
assert float(limbsmith.exact_sum([1e100, 1.0, -1e100])) == 1 and limbsmith.Pool("host")(3) ** 2 == 9
assert "namespace made" in limbsmith.generate(bits=64, ops="add", name="made")
assert limbsmith.__file__.startswith(sys.prefix)
"""


def call(*command, **options):
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, **options)
    if done.returncode != 0:
        sys.exit(f"FAILED: {' '.join(map(str, command))}\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
    return done.stdout


def require_use(environment):
    """The package works there with nothing else in the path."""
    alone = dict(os.environ, PATH=str(environment / "bin"))
    alone.pop("PYTHONPATH", None)
    call(environment / "bin/python", "-c", USE, env=alone, cwd=environment)
    version = call(environment / "bin/limbsmith", "--version", env=alone, cwd=environment)
    assert version == call(environment / "bin/python", "-m", "limbsmith", "--version", env=alone, cwd=environment), version
    call(environment / "bin/limbsmith", "generate", "--bits", "64", "--ops", "add", env=alone, cwd=environment)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--source", required=True, type=Path, help="limbsmith's source tree")
    parser.add_argument("--build", type=Path, help="the folder to build in; default: a temporary one")
    parser.add_argument("--define", action="append", default=[], help="NAME=VALUE for CMake")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        by_clone, by_wheel = folder / "by-clone", folder / "by-wheel"
        for environment in (by_clone, by_wheel):
            venv.create(environment, with_pip=True)
        pip = [by_clone / "bin/python", "-m", "pip", "--disable-pip-version-check"]
        if subprocess.run([*pip, "download", "-q", "--no-deps", "-d", folder, "nanobind"], capture_output=True).returncode:
            return print("skipped: pip does not find nanobind")
        clone = folder / "clone"
        call("git", "clone", "-q", options.source, clone)
        settings = [f"-Cbuild-dir={options.build or folder / 'build'}", *(f"-Ccmake.define.{it}" for it in options.define)]
        call(*pip, "install", "-q", *settings, ".", cwd=clone)
        require_use(by_clone)
        call(*pip, "wheel", "-q", "--no-deps", *settings, "-w", folder / "wheel", ".", cwd=clone)
        wheel, = (folder / "wheel").iterdir()
        print(check_wheel.check(wheel))
        if shutil.which("auditwheel") and shutil.which("patchelf"):
            call("auditwheel", "repair", "-w", folder / "repaired", wheel)
            wheel, = (folder / "repaired").iterdir()
            print(check_wheel.check(wheel))
        call(by_wheel / "bin/python", "-m", "pip", "--disable-pip-version-check", "install", "-q", wheel)
        require_use(by_wheel)
        print("the package works from a clone and from its wheel")


if __name__ == "__main__":
    main()
