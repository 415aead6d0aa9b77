#!/usr/bin/env python3
"""The recipe for conda names this version and files that exist. With --build, rattler-build builds and tests both packages by it.

The build needs no channel of the net: its own has stand-ins for the packages that the recipe requires, empty but for Python, which calls
this one, and CUDA's headers. The compiler, CMake and the libraries are those of the machine. Skipped without py-rattler-build,
nanobind, scikit-build-core or NumPy.

check_conda.py --source FOLDER [--build] [--cuda FOLDER]
"""

import argparse
import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

PYTHON = f"{sys.version_info.major}.{sys.version_info.minor}"
SUBDIR = "linux-64"
START = f"""#!/bin/sh
prefix=$(dirname "$(dirname "$(readlink -f "$0")")")
PYTHONPATH=$prefix/lib/python{PYTHON}/site-packages exec {sys.executable} "$@"
"""
NAMES = ("benchmark", "cli11", "cmake", "cuda-cudart-dev", "cuda-nvrtc-dev", "fmt", "gmp", "gxx_linux-64", "mimalloc", "nanobind",
         "ninja", "nlohmann_json", "numpy", "pip", "python", "scikit-build-core", "sysroot_linux-64", "zlib")


def require(condition, message):
    if not condition:
        sys.exit(f"FAILED: {message}")


def check_text(source):
    """All that needs no other program."""
    folder = source / "packaging/conda"
    text = (folder / "recipe.yaml").read_text()
    version = re.search(r"project\(limbsmith VERSION ([0-9.]+)", (source / "CMakeLists.txt").read_text())[1]
    require(f'  version: "{version}"\n' in text, f"the recipe is not of version {version}")
    scripts, licences = re.findall(r"file: (\S+\.sh)", text), re.findall(r"^    - (\S+)$", text, re.MULTILINE)
    require(sorted(scripts) == sorted(it.name for it in folder.glob("*.sh")), f"the recipe has the scripts {scripts}")
    require(len(licences) == 2 and all((source / name).is_file() for name in licences), f"the recipe has the licences {licences}")
    for script in scripts:
        subprocess.run(["bash", "-n", folder / script], check=True)
    for package in ("nanobind", "scikit-build-core", "numpy"):
        least, = set(re.findall(rf"\b{package}>=([0-9.]+)", (source / "pyproject.toml").read_text()))
        require(f"- {package} >={least}\n" in text, f"pyproject.toml needs {package} {least}, the recipe another")


def stand_ins(channel, folder, cuda):
    """A channel of packages with these names. Each has a version that is new enough for any requirement."""
    from rattler_build import assemble_package
    packages = {}
    for name in NAMES:
        files = folder / name
        files.mkdir(parents=True)
        if name == "python":
            (files / "bin").mkdir()
            (files / "bin/python").write_text(START)
            (files / "bin/python").chmod(0o755)
        if name == "cuda-nvrtc-dev":
            include = files / "targets/x86_64-linux/include"
            include.mkdir(parents=True)
            for header in ("cuda.h", "nvrtc.h"):
                shutil.copy(cuda / header, include)
        version = {"python": f"{PYTHON}.0", "sysroot_linux-64": "2.17"}.get(name, "99.0")
        made = Path(str(assemble_package(name=name, version=version, target_platform=SUBDIR, build_string="0", files_dir=files,
                                         output_dir=channel).path))
        made = made.rename(channel / SUBDIR / made.name) if made.parent != channel / SUBDIR else made
        packages[made.name] = {"name": name, "version": version, "build": "0", "build_number": 0, "depends": [], "subdir": SUBDIR,
                               "size": made.stat().st_size, "sha256": hashlib.sha256(made.read_bytes()).hexdigest()}
    for subdir, its in ((SUBDIR, packages), ("noarch", {})):
        (channel / subdir).mkdir(exist_ok=True)
        (channel / subdir / "repodata.json").write_text(json.dumps({"info": {"subdir": subdir}, "packages": {}, "packages.conda": its}))


def build(source, cuda, folder):
    """The paths of the packages, whose tests passed."""
    from rattler_build import EnvironmentIsolation, Stage0Recipe, ToolConfiguration, VariantConfig
    channel = folder / "channel"
    (channel / SUBDIR).mkdir(parents=True)
    stand_ins(channel, folder / "stand-ins", cuda)
    os.environ["LIMBSMITH_DEVICE"] = "cpu"
    recipe = Stage0Recipe.from_file(source / "packaging/conda/recipe.yaml")
    variants = VariantConfig({"c_stdlib": ["sysroot"], "c_stdlib_version": ["2.17"], "python": [f"{PYTHON}.*"]})
    results = recipe.run_build(variants, ToolConfiguration(test_strategy="native"), output_dir=folder / "output",
                               channels=[channel.as_uri()], env_isolation=EnvironmentIsolation.NONE)
    return [Path(str(package)) for result in results for package in result.packages]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--source", required=True, type=Path, help="limbsmith's source tree")
    parser.add_argument("--build", action="store_true", help="build the packages; takes as long as a build of limbsmith")
    parser.add_argument("--cuda", type=Path, default=Path("/usr/local/cuda/include"), help="the folder of cuda.h and nvrtc.h")
    options = parser.parse_args()
    check_text(options.source)
    if not options.build:
        return print("the recipe is of this version, its files exist")
    for module in ("rattler_build", "nanobind", "scikit_build_core", "numpy"):
        if importlib.util.find_spec(module) is None:
            return print(f"skipped: {sys.executable} has no {module}")
    with tempfile.TemporaryDirectory() as name:
        for package in build(options.source.resolve(), options.cuda, Path(name)):
            print(f"{package.name}: {package.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
