#!/usr/bin/env python3
"""examples/slurm/run_array.sh: the parts of all tasks together are the results of one run, and finished parts are not computed
again. Its body runs here for each SLURM_ARRAY_TASK_ID.   check_slurm.py LIMBSMITH SCRIPT"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path


def task(script, number, count, arguments, cwd, program):
    environment = dict(os.environ, LIMBSMITH=program, SLURM_ARRAY_TASK_ID=str(number + 1), SLURM_ARRAY_TASK_MIN="1",
                       SLURM_ARRAY_TASK_COUNT=str(count))
    return subprocess.run([script, *arguments], cwd=cwd, env=environment, capture_output=True, text=True)


def main():
    program, script = (os.path.abspath(word) for word in sys.argv[1:])
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        numbers = [pow(3, k + 100, 2**131) for k in range(1000)]
        (folder / "a.txt").write_text("".join(f"{number}\n" for number in numbers))
        run = ["--bits", "131", "--op", "sqr", "--device", "cpu", "--decimal", "a.txt"]
        arguments = ["1000", "squares.txt", *run]
        for number in (2, 0, 1):
            done = task(script, number, 3, arguments, folder, program)
            assert done.returncode == 0, done
        parts = sorted((folder / "squares.txt.parts").glob("[0-9]*"))
        assert len(parts) == 3 and parts[0].read_text().count("\n") == 333
        assert "".join(part.read_text() for part in parts) == "".join(f"{number**2}\n" for number in numbers)
        parts[1].write_text("finished\n")
        done = task(script, 1, 3, arguments, folder, program)
        assert done.returncode == 0 and done.stderr == "" and parts[1].read_text() == "finished\n"
        done = task(script, 1, 4, arguments, folder, program)
        assert done.returncode == 2 and "parts of another request" in done.stderr, done
        assert task(script, 1, 3, ["1000"], folder, program).returncode == 2
        # a task that fails leaves no part
        (folder / "a.txt").write_text("".join(f"{number}\n" for number in [*numbers[:500], -1, *numbers[501:]]))
        for number in range(2):
            done = task(script, number, 2, ["1000", "other.txt", *run], folder, program)
        assert done.returncode == 2 and "a.txt:501" in done.stderr, done
        assert [part.name for part in (folder / "other.txt.parts").glob("[0-9]*")] == ["000000"]
    print("the parts are the results of one run")


main()
