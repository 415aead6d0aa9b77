#!/usr/bin/env python3
"""Compares results of `limbsmith bench --json`, row by row: the rate of the new run over that of the old one.

Rows are the same if their subjects are: suite, operation, width or modulus, algorithm, code, place, layout, mapping,
mean and deviation of the lengths, number of results, grid and block of a sweep. With --at-least it ends with 4 if a row is slower than that. Both runs belong on one machine, one after
the other: figures of two machines, or of two days, differ by more than a change of the code.
"""

import argparse
import json
import statistics
import sys
from pathlib import Path

KEY = ("suite", "operation", "bits", "modulus", "algorithm", "code", "place", "layout", "mapping", "mean_words",
       "deviation_words")
SWEPT = {"launch": ("grid", "block"), "pool": ("results",), "lanes": ("results",)}  # sizes that the suite chooses itself


def rates(file, suite):
    """Results a second by row, of all suites or one. Elsewhere than in SWEPT, sizes depend on the card or on speed."""
    rows = {}
    for row in json.loads(Path(file).read_text(encoding="utf-8"))["rows"]:
        if "results_per_second" not in row or suite not in (None, row["suite"]):
            continue
        names = KEY + SWEPT.get(row["suite"], ())
        rows[tuple(row.get(name) for name in names)] = row["results_per_second"]
    return rows


def title(key):
    return " ".join(str(part) for part in key if part is not None)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--suite", help="rows of this suite alone")
    parser.add_argument("--show", type=int, default=10, help="how many of the slowest rows to show (default: 10)")
    parser.add_argument("--at-least", type=float, default=0, help="the ratio that every row has to reach")
    arguments = parser.parse_args()

    old, new = (rates(file, arguments.suite) for file in (arguments.old, arguments.new))
    keys = [key for key in old if key in new]
    if not keys:
        sys.exit("compare: the results have no row in common")
    ratios = sorted((new[key] / old[key], title(key)) for key in keys)
    for ratio, name in ratios[:arguments.show]:
        print(f"{ratio:7.3f}  {name}")
    slow = sum(ratio < arguments.at_least for ratio, _ in ratios)
    print(f"{len(keys)} rows, median {statistics.median(ratio for ratio, _ in ratios):.4f}, "
          f"{len(old) - len(keys)} of the old and {len(new) - len(keys)} of the new alone"
          + (f", {slow} below {arguments.at_least}" if arguments.at_least else ""))
    sys.exit(4 if slow else 0)


if __name__ == "__main__":
    main()
