#!/usr/bin/env python3
"""examples/slurm/run_array.sh: the parts of all tasks together are the results of one run, and finished parts are not computed
again. Its body runs here for each SLURM_ARRAY_TASK_ID.   check_slurm.py LIMBSMITH SCRIPT"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path


def task(script, number, count, arguments, cwd, program, step=None):
    environment = dict(os.environ, LIMBSMITH=program, SLURM_ARRAY_TASK_ID=str(number * (step or 1) + 1), SLURM_ARRAY_TASK_MIN="1",
                       SLURM_ARRAY_TASK_COUNT=str(count))
    if step:
        environment["SLURM_ARRAY_TASK_STEP"] = str(step)
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
        for lines in ("0103", "089", "abc", "-1", "0", "a[$(touch evaluated)]"):
            done = task(script, 1, 3, [lines, "lines.txt", *run], folder, program)
            assert done.returncode == 2 and f"not '{lines}'" in done.stderr, done
        assert not (folder / "evaluated").exists()
        # --array=1-9:3
        for number in range(3):
            done = task(script, number, 3, ["1000", "steps.txt", *run], folder, program, step=3)
            assert done.returncode == 0, done
        parts = sorted((folder / "steps.txt.parts").glob("[0-9]*"))
        assert "".join(part.read_text() for part in parts) == "".join(f"{number**2}\n" for number in numbers)
        # --array=1,2,6 is no range
        done = task(script, 5, 3, ["1000", "list.txt", *run], folder, program)
        assert done.returncode == 2 and "--array should be a range" in done.stderr, done
        # an unknown operation does not bind the call that is right
        assert task(script, 0, 3, ["1000", "again.txt", "--bits", "131", "--op", "sqrr", "a.txt"], folder, program).returncode
        assert task(script, 0, 3, ["1000", "again.txt", *run], folder, program).returncode == 0
        # nor does a file that is wrong at first
        (folder / "late.txt").write_text("a\n" * 1000)
        late = ["1000", "late.out", *run[:-1], "late.txt"]
        assert task(script, 0, 3, late, folder, program).returncode
        (folder / "late.txt").write_text((folder / "a.txt").read_text())
        assert task(script, 0, 3, late, folder, program).returncode == 0
        # a file of the same name that has changed
        (folder / "a.txt").write_text("".join(f"{number}\n" for number in reversed(numbers)))
        done = task(script, 0, 3, arguments, folder, program)
        assert done.returncode == 2 and "parts of another request" in done.stderr, done
        # a task that fails leaves no part
        (folder / "a.txt").write_text("".join(f"{number}\n" for number in [*numbers[:500], -1, *numbers[501:]]))
        for number in range(2):
            done = task(script, number, 2, ["1000", "other.txt", *run], folder, program)
        assert done.returncode == 2 and "a.txt:501" in done.stderr, done
        assert [part.name for part in (folder / "other.txt.parts").glob("[0-9]*")] == ["000000"]
    print("the parts are the results of one run")


main()
