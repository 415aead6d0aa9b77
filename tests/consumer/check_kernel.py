#!/usr/bin/env python3
"""README's first kernel compiles, with the header that README's command makes."""

import argparse
import shlex
import subprocess
import tempfile
from pathlib import Path

from readme import commands, fences


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--limbsmith", required=True)
    parser.add_argument("--nvcc", required=True)
    arguments = parser.parse_args()
    made = [command for command in commands("build/limbsmith generate") if "u131.cuh" in command]
    assert len(made) == 1, made
    kernel = fences("cpp")[0]
    assert "__global__ void multiply" in kernel
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([arguments.limbsmith, *shlex.split(made[0])[1:]], cwd=folder, check=True)
        Path(folder, "multiply.cu").write_text(kernel)
        subprocess.run([arguments.nvcc, "-Werror=all-warnings", "-arch=sm_90", "-cubin", "multiply.cu"], cwd=folder, check=True)
        assert Path(folder, "multiply.cubin").stat().st_size > 0


main()
