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
    # Rows of the pool differ by mapping and number of results alone.
    pool = dict(row, suite="pool", algorithm="pool", mapping="CTT", mean_words=512.0, deviation_words=0.0)
    for mapping, results, rate in (("CTT", 256.0, 1.0), ("CTT", 512.0, 1.0), ("tpi:8", 256.0, 0.3)):
        old.append(dict(pool, mapping=mapping, results=results, results_per_second=10.0))
        new.append(dict(pool, mapping=mapping, results=results, results_per_second=10.0 * rate))
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for name, rows in (("old", old), ("new", new)):
            files.append(Path(folder) / name)
            files[-1].write_text(json.dumps({"rows": rows}))
        for least, code, end in ((0.98, 4, "2 below 0.98"), (0.96, 4, "1 below 0.96"), (0.2, 0, "0 below 0.2")):
            done = subprocess.run([sys.executable, compare, *files, "--at-least", str(least)], text=True, check=False,
                                  stdout=subprocess.PIPE)
            slowest, first, *_, last = done.stdout.splitlines()
            if "0.300  pool mul 131" not in slowest or "tpi:8" not in slowest:
                sys.exit(f"FAILED: {slowest}")
            if done.returncode != code or "0.970  headline mul 131" not in first or not last.endswith(end):
                sys.exit(f"FAILED: {done.returncode}\n{done.stdout}")
            if "5 rows, median 1.0000, 1 of the old and 1 of the new alone" not in last:
                sys.exit(f"FAILED: {last}")
    print("the slower row is found")


if __name__ == "__main__":
    main()
