"""The command in the package: by ``python -m limbsmith``, and where the package has none."""

import shutil
import subprocess
import sys
from pathlib import Path

import limbsmith


def run(*arguments):
    return subprocess.run([sys.executable, "-B", *arguments], capture_output=True, text=True)


def test_command():
    assert run("-m", "limbsmith", "--version").stdout == f"limbsmith {limbsmith.__version__}\n"
    wrong = run("-m", "limbsmith", "generate", "--bits", "0")
    assert wrong.returncode == 2 and "width 0" in wrong.stderr


def test_package_without_command(tmp_path):
    shutil.copy(Path(limbsmith.__file__).with_name("__main__.py"), tmp_path)
    without = run(tmp_path / "__main__.py", "--version")
    assert (without.returncode, without.stdout) == (1, "") and "the command is the library's" in without.stderr
