#!/usr/bin/env python3
"""The commands of docs/several-machines.md work as they are printed, one after the other, and give the results of one run. `sbatch` is
a stub here, which runs the script for each task. Commands of MPI and Dask are left out where these are missing."""

import argparse
import os
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

from page import ROOT, command_lines

SBATCH = """#!/usr/bin/env bash
[[ $1 == --wait && $2 =~ ^--array=0-([0-9]+)$ ]] || exit 2
last=${BASH_REMATCH[1]}
for ((task = 0; task <= last; ++task)); do
    SLURM_ARRAY_TASK_ID=$task SLURM_ARRAY_TASK_MIN=0 SLURM_ARRAY_TASK_COUNT=$((last + 1)) bash "${@:3}" || exit
done
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--limbsmith", required=True, type=Path)
    parser.add_argument("--examples", required=True, type=Path, help="the folder of the examples that are built")
    parser.add_argument("--package", required=True, type=Path, help="the folder that has limbsmith/ for Python")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        tools = folder / "tools"
        tools.mkdir()
        (tools / "limbsmith").symlink_to(options.limbsmith.resolve())
        for tool, script in (("sbatch", SBATCH), ("python3", f'#!/bin/sh\nexec {shlex.quote(sys.executable)} "$@"\n')):
            (tools / tool).write_text(script)
            (tools / tool).chmod(0o755)
        (folder / "examples").symlink_to(ROOT / "examples")
        (folder / "build").mkdir()
        (folder / "build/examples").symlink_to(options.examples.resolve())
        environment = dict(os.environ, PATH=f"{tools}:{os.environ['PATH']}", PYTHONPATH=str(options.package.resolve()),
                           PYTHONDONTWRITEBYTECODE="1",
                           # of Open MPI: root, more ranks than cores, and containers
                           OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                           OMPI_MCA_rmaps_base_oversubscribe="1", OMPI_MCA_btl_vader_single_copy_mechanism="none")

        def run(command):
            done = subprocess.run(["bash", "-c", command], cwd=folder, env=environment, capture_output=True, text=True)
            assert done.returncode == 0, (command, done.stdout, done.stderr)
            return done.stdout

        def read(file):
            return (folder / file).read_bytes()

        has = {"mpirun": (options.examples / "mpi_run").exists(),
               "python3": subprocess.run([sys.executable, "-c", "import dask.distributed, limbsmith._core"], env=environment,
                                         stderr=subprocess.DEVNULL).returncode == 0}
        commands = command_lines((ROOT / "docs/several-machines.md").read_text())
        ran = [command for command in commands if has.get(shlex.split(command)[0], True)]
        for command in ran:
            run(command)

        product = run("limbsmith run --bits 131 --op mul a.txt b.txt").splitlines()
        assert read("part.txt").decode().splitlines() == product[40:70]
        assert read("squares.txt").decode() == run("limbsmith run --bits 131 --op sqr a.txt")
        if has["mpirun"]:
            run("limbsmith run --modulus 2^255-19 --op mul x.bin y.bin -o direct.bin")
            assert read("product.bin") == read("direct.bin")
        if has["python3"]:
            run("limbsmith run --modulus 2^255-19 --expr 'a*b + 5' x.bin y.bin -o direct.bin")
            load = "import sys; sys.path.insert(0, 'examples/dask'); import expression; " \
                   "expression.load('result').compute().tofile('result.bin')"
            run(f"python3 -c {shlex.quote(load)}")
            assert read("result.bin") == read("direct.bin")
        assert len(ran) >= 5, ran
        missing = [tool for tool, is_there in has.items() if not is_there]
        print(f"{len(ran)} commands work" + "".join(f"; those of {tool} were left out" for tool in missing))


if __name__ == "__main__":
    main()
