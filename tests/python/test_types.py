"""The package has types that a user's program can be checked by."""

import os
import subprocess
import sys
from pathlib import Path

import limbsmith
import pytest

PROGRAM = Path(__file__).with_name("typed_program.py")
PACKAGE = Path(limbsmith.__file__).parent


def test_files():
    assert (PACKAGE / "py.typed").exists() and (PACKAGE / "_core.pyi").exists()


def test_program():
    expected = f"[12, 16, 28] [14, 6] (2, 5) (1.0, Fraction(1, 1), 0.5) 4 True [8] {limbsmith.__version__}\n"
    assert subprocess.run([sys.executable, "-B", PROGRAM], check=True, capture_output=True, text=True).stdout == expected


def mypy(program):
    pytest.importorskip("mypy")
    done = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--cache-dir", os.devnull, program], capture_output=True, text=True)
    return done.stdout + done.stderr


def test_right_program():
    assert mypy(PROGRAM).startswith("Success")


def test_wrong_program(tmp_path):
    """Types are not all Any: each of these lines is an error."""
    lines = ["limbsmith.Field('7').array([1]).tolist().shape", "limbsmith.UInt(64, size=3)", "limbsmith.Int(64).array([1]) + '1'",
             "limbsmith.mean([1.0]).shape", "limbsmith.generate(64)", "limbsmith.exact_sum([1.0]) + 'a'"]
    program = tmp_path / "wrong.py"
    program.write_text("\n".join(["import limbsmith", *lines]))
    wrong = mypy(program)
    assert [k for k in range(len(lines)) if f"wrong.py:{k + 2}: error" not in wrong] == [], wrong
