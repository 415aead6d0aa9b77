#!/usr/bin/env python3
"""The drawing of docs/speed.md of products by width for each mapping, from the results that its sections link.

widths.py --into docs/speed.md   draws docs/figures/widths.svg
widths.py --check docs/speed.md  says whether it is that of these results; ends with 1 if not

Promises: each point is a row of whole products of a batch in device memory, compared with GMP's.
"""
import argparse
import json
import pathlib
import re
import sys

import curves

COLORS = {"thread": "#7d3c98", "lanes of a warp": "#1e8449", "a block": "#b9770e", "tensor cores": "#c0392b", "the GPU": "#2471a3"}
WIDTH = 520
MARKS = [64, 256, 1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20, 1 << 22, 1 << 25]


def way_of(row):
    mapping = row.get("mapping") or "thread"
    return {"tensor": "tensor cores", "thread": "thread", "grid": "the GPU"}.get(
        mapping, "a block" if mapping.startswith("block") else "lanes of a warp")


def is_point(row):
    """Whole products of many numbers in memory, limb-major of threads and number-major of several."""
    layout = {"headline": "limb-major"}.get(row["suite"], "number-major")
    return (row["suite"] in ("headline", "block", "tensor", "grid") and row["operation"] == "mul" and row["place"] == "memory"
            and row["layout"] == layout and "modulus" not in row and "error" not in row)


def lines(page):
    rates = {way: {} for way in COLORS}
    for name in sorted(set(re.findall(r"\]\(\.\./(bench/results/[^)]*\.json)\)", page.read_text()))):
        for row in json.loads((page.parent.parent / name).read_text())["rows"]:
            if is_point(row):
                of = rates[way_of(row)]
                of[row["bits"]] = max(of.get(row["bits"], 0), row["results_per_second"])
    return [curves.Line(way, COLORS[way], "", dict(sorted(rates[way].items()))) for way in COLORS]


def drawing(page):
    made = lines(page)
    return curves.drawing("Whole products a second by the bits of the factors", 1, len(made),
                          [curves.panel(curves.LEFT, "Whole products of a batch in device memory, by bits", made, WIDTH, MARKS)], WIDTH)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    choice = parser.add_mutually_exclusive_group(required=True)
    choice.add_argument("--into", type=pathlib.Path, metavar="PAGE")
    choice.add_argument("--check", type=pathlib.Path, metavar="PAGE")
    arguments = parser.parse_args()
    page = arguments.into or arguments.check
    figure = page.parent / "figures" / "widths.svg"
    if arguments.into:
        figure.write_text(drawing(page))
    elif figure.read_text() != drawing(page):
        sys.exit(f"{figure}: not the drawing of the results that {page} links; widths.py --into makes it")
