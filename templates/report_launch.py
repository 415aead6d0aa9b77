"""Maps of a report: results a second by the shape of a launch, its blocks and threads a block.

Shapes of equal work, as 64 = 1×64 … 64×1, lie on a line, which is drawn. Two maps that differ in one thing, such as the
algorithm, are compared by a third.
"""
import itertools
import math

from report_curves import curves
from report_rows import place, quantity, unique, what

CELL = 24
WORKS = [2 ** k for k in range(6, 21, 4)]  # threads of the launch, of which lines are drawn
ASPECTS = ["algorithm", "code", "place"]


def threads(row):
    return row["grid"] * row["block"]


class Shapes:
    """The places of shapes on a map: blocks across, threads a block upwards."""

    def __init__(self, shapes):
        self.grids, self.blocks = (sorted(set(axis)) for axis in zip(*shapes))
        self.width, self.height = CELL * len(self.grids), CELL * len(self.blocks)

    def center(self, grid, block):
        return (CELL * (self.grids.index(grid) + 0.5), self.height - CELL * (self.blocks.index(block) + 0.5))

    def lines(self):
        for work in WORKS:
            points = [self.center(grid, work // grid) for grid in self.grids
                      if work % grid == 0 and work // grid in self.blocks]
            if len(points) > 1:
                yield {"points": " ".join(f"{x:g},{y:g}" for x, y in points), "x": points[0][0], "y": points[0][1],
                       "text": f"{work:,}"}

    def chart(self, caption, cells, low, high, is_ratio, note=""):
        """`cells`: shape -> share of the scale from 0 to 1 or, of ratios, -1 to 1, and a text."""
        drawn = []
        for (grid, block), (share, text) in cells.items():
            x, y = self.center(grid, block)
            drawn.append({"x": x - CELL / 2, "y": y - CELL / 2, "share": round(100 * abs(share)), "is_less": share < 0,
                          "text": f"{grid} × {block}: {text}"})
        return {"kind": "map", "caption": caption, "cell": CELL, "cells": drawn, "width": self.width,
                "height": self.height, "lines": list(self.lines()), "low": low, "high": high, "is_ratio": is_ratio,
                "note": note,
                "across": [{"at": CELL * (k + 0.5), "text": grid} for k, grid in enumerate(self.grids)],
                "up": [{"at": self.height - CELL * (k + 0.5), "text": block} for k, block in enumerate(self.blocks)]}


def rates(rows):
    return {(row["grid"], row["block"]): row["results_per_second"] for row in rows}


def rate_map(rows, caption):
    mine = rates(rows)
    low, high = min(mine.values()), max(mine.values())
    scale = math.log(high / low) or 1
    best = max(mine, key=mine.get)
    registers = f", {rows[0]['registers']} registers a thread" if "registers" in rows[0] else ""
    cells = {shape: (math.log(rate / low) / scale, f"{quantity(rate)}/s") for shape, rate in mine.items()}
    return Shapes(mine).chart(caption, cells, f"{quantity(low)}/s", f"{quantity(high)}/s", False,
                              f"{quantity(high)}/s at best, {best[0]} × {best[1]}{registers}")


def ratio_map(rows, others, name, other, caption):
    mine, theirs = rates(rows), rates(others)
    ratios = {shape: mine[shape] / theirs[shape] for shape in mine if shape in theirs}
    most = max(max(ratio, 1 / ratio) for ratio in ratios.values())
    scale = math.log(most) or 1
    cells = {shape: (math.log(ratio) / scale, f"{name} {ratio:.2f} × {other}") for shape, ratio in ratios.items()}
    faster = sum(ratio > 1 for ratio in ratios.values())
    return Shapes(ratios).chart(f"{caption}: {name} over {other}", cells, f"{other} {most:.2f} ×", f"{name} {most:.2f} ×", True,
                                f"{name} is faster in {faster} of {len(ratios)} shapes")


def equal_work(rows, caption, colors):
    """The time of the launch along the lines of equal work."""
    mine = [dict(row, work=f"{threads(row):,} threads", time=1e6 * row["seconds"]) for row in rows]
    return curves(sorted(mine, key=threads), f"{caption}: equal work", colors, "work", size="block",
                  unit="threads a block", across="threads a block", value="time", ending=" µs", up="time of a launch")


def variant(row):
    return tuple(place(row) if aspect == "place" else row[aspect] for aspect in ASPECTS)


def launch_charts(rows, colors):
    rows = [row for row in rows if row.get("grid") and row.get("block")]
    for kind in unique(map(what, rows)):
        of_kind = {}
        for row in rows:
            if what(row) == kind:
                of_kind.setdefault(variant(row), []).append(row)
        for name, mine in of_kind.items():
            yield rate_map(mine, f"{kind}, {', '.join(name)}")
        for (first, mine), (second, theirs) in itertools.combinations(of_kind.items(), 2):
            differ = [k for k in range(len(ASPECTS)) if first[k] != second[k]]
            if len(differ) == 1 and set(rates(mine)) & set(rates(theirs)):
                yield ratio_map(theirs, mine, second[differ[0]], first[differ[0]], kind)
        for name, mine in of_kind.items():
            timed = [row for row in mine if threads(row) in WORKS and row.get("seconds")]
            if len(timed) > 1:
                yield equal_work(timed, f"{kind}, {', '.join(name)}", colors)
