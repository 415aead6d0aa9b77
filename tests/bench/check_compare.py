#!/usr/bin/env python3
"""bench/compare.py finds the row that got slower, and no other."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path


def main():
    compare = Path(sys.argv[1])
    row = {"suite": "headline", "operation": "mul", "bits": 131, "algorithm": "rows", "code": "PTX", "place": "registers"}
    old = [dict(row, results_per_second=100.0), dict(row, operation="add", results_per_second=50.0),
           dict(row, operation="sub", results_per_second=50.0)]
    new = [dict(row, results_per_second=97.0), dict(row, operation="add", results_per_second=51.0),
           dict(row, operation="sqr", results_per_second=1.0)]
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for name, rows in (("old", old), ("new", new)):
            files.append(Path(folder) / name)
            files[-1].write_text(json.dumps({"rows": rows}))
        for least, code, end in ((0.98, 4, "1 below 0.98"), (0.96, 0, "0 below 0.96")):
            done = subprocess.run([sys.executable, compare, *files, "--at-least", str(least)], text=True, check=False,
                                  stdout=subprocess.PIPE)
            first, *_, last = done.stdout.splitlines()
            if done.returncode != code or "0.970  headline mul 131" not in first or not last.endswith(end):
                sys.exit(f"FAILED: {done.returncode}\n{done.stdout}")
            if "2 rows, median 0.9950, 1 of the old and 1 of the new alone" not in last:
                sys.exit(f"FAILED: {last}")
    print("the slower row is found")


if __name__ == "__main__":
    main()
