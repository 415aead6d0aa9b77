"""Draws a page of results of `limbsmith bench`: report.py < results.json > report.html.

What is drawn is decided here: charts as lists of bars; report.html.j2 puts them on the page. Exits with 3 where jinja2
cannot be imported, so that the caller can try another Python.
"""
import json
import math
import pathlib
import sys

try:
    import jinja2
except ImportError:
    sys.exit(3)

from report_curves import curves, quantity, unique
from report_pool import pool_charts


def numbers(row):
    if "mean_words" in row:
        return f"{row['results']:,.0f} of {row['mean_words']:g} ± {row['deviation_words']:g} words"
    return f"mod {row['modulus']}" if "modulus" in row else f"{row['bits']} bits"


def place(row):
    return ", ".join(filter(None, [row["place"], row.get("layout")]))


def shares(rows, caption):
    """The share of its limit that each row reaches: one scale from 0 to 100 %, a colour for each kind of limit."""
    by = sorted({row["limited_by"] for row in rows})
    return {"kind": "shares", "caption": caption,
            "legend": [{"color": i, "text": f"limited by {limit}"} for i, limit in enumerate(by)],
            "bars": [{"label": f"{row['operation']}, {numbers(row)}, {row['algorithm']}",
                      "length": 100 * row["of_limit"], "color": by.index(row["limited_by"]),
                      "value": f"{100 * row['of_limit']:.0f} %, {quantity(row['results_per_second'])}/s"}
                     for row in rows]}


def groups(rows, caption, group, series):
    """Results per second as bars: each group has its own scale, from 0 to its longest bar."""
    kinds = unique(map(series, rows))
    drawn = []
    for name in unique(map(group, rows)):
        mine = [row for row in rows if group(row) == name]
        longest = max(row["results_per_second"] for row in mine)
        bars = []
        for row in mine:
            registers = f", {row['registers']} registers" if "registers" in row else ""
            bars.append({"label": series(row), "length": 100 * row["results_per_second"] / longest,
                         "color": kinds.index(series(row)) % 6,
                         "value": f"{quantity(row['results_per_second'])}/s{registers}"})
        drawn.append({"name": name, "bars": bars})
    return {"kind": "groups", "caption": caption, "groups": drawn}


def launch_map(rows, caption):
    """Results per second by grid and block, a cell for each shape of a launch, coloured on a logarithmic scale."""
    mine = {(row["grid"], row["block"]): row["results_per_second"] for row in rows}
    grids, blocks = sorted({g for g, _ in mine}), sorted({b for _, b in mine}, reverse=True)
    low, high = math.log(min(mine.values())), math.log(max(mine.values()))
    best = max(mine, key=mine.get)

    def cell(grid, block):
        rate = mine.get((grid, block))
        if rate is None:
            return {"share": 0, "text": "", "is_best": False}
        share = 1 if high == low else (math.log(rate) - low) / (high - low)
        return {"share": round(100 * share), "is_best": (grid, block) == best,
                "text": f"{grid} × {block}: {quantity(rate)}/s"}

    return {"kind": "map", "caption": f"{caption}: {quantity(mine[best])}/s at best, {best[0]} × {best[1]}",
            "grids": grids, "lowest": quantity(min(mine.values())), "highest": quantity(mine[best]),
            "rows": [{"block": block, "cells": [cell(grid, block) for grid in grids]} for block in blocks]}


# Results per second of the fastest of CGBN and midint (Oancea, Watt), 2^11 to 2^18 bits, on an H200: marks to compare with.
PUBLIC = {
    "1-Add": [5.54e9, 2.77e9, 1.21e9, 6.05e8, 3.04e8, 1.52e8, 7.24e7, 3.27e7],
    "6-Add": [5.21e9, 2.77e9, 6.79e8, 2.60e8, 1.30e8, 6.53e7, 3.06e7, 1.04e7],
    "1-Mul": [1.61e9, 4.35e8, 1.12e8, 2.81e7, 7.68e6, 3.05e6, 1.45e6, 6.50e5],
    "Poly": [4.02e8, 1.10e8, 2.78e7, 7.00e6, 1.80e6, 7.85e5, 3.74e5, 1.52e5],
}


def with_public(rows, names):
    """Rows of these operations, and as more rows what is known of others' code, on an H200."""
    mine = [row for row in rows if row["operation"] in names]
    for name in names:
        mine += [{"operation": f"{name}, others", "bits": 2 ** (11 + k), "results_per_second": rate}
                 for k, rate in enumerate(PUBLIC.get(name, []))]
    return mine


SERIES = {  # suite -> what is compared within it
    "memory": place,
    "layout": lambda row: row["layout"],
    "portable": lambda row: row["code"],
    "karatsuba": lambda row: row["algorithm"],
    "widths": place,
}
TITLES = {
    "headline": "Headline figures",
    "widths": "109, 131, 163, 191 and 239 bits",
    "launch": "Grid and block sizes",
    "memory": "Operands in registers against operands in memory",
    "layout": "Layouts of batches in memory",
    "portable": "PTX against portable C++",
    "karatsuba": "Schoolbook multiplication against Karatsuba's",
    "lanes": "Numbers over several threads",
    "block": "Numbers of 2,048 to 262,144 bits",
    "grid": "Numbers of any length, each with all of the GPU",
    "pool": "Numbers of many lengths in a pool",
    "": "Operations",
}


def what(row):
    return f"{row['operation']}, {numbers(row)}"


def charts(suite, rows):
    """The charts of a suite."""
    good = [row for row in rows if "error" not in row]
    host = [row for row in good if row["place"] == "host"]
    device = [row for row in good if row["place"] != "host"]
    if suite == "pool":
        yield from pool_charts(good)
        return
    if suite == "launch":
        for kind in unique(map(what, device)):
            yield launch_map([row for row in device if what(row) == kind], kind)
    elif suite == "lanes":
        powers = [row for row in device if row["operation"] == "pow" and "mapping" in row and row.get("results")]
        for bits in unique(row["bits"] for row in powers):
            yield curves([row for row in powers if row["bits"] == bits], f"Powers modulo numbers of {bits} bits")
        products = [row for row in device if row["place"] == "registers" and "of_limit" in row]
        if products:
            yield shares(products, "Products in registers")
    elif suite == "block" and device:
        for names, caption in [(["1-Add", "6-Add"], "One sum, and six"),
                               (["1-Mul", "Poly"], "Products of the low half, and an expression"),
                               (["mul", "sqr"], "Whole products and squares")]:
            yield curves(with_public(device, names), f"{caption}, by the bits of the numbers", "operation", "bits", "bits")
    elif suite == "grid" and device:
        for layout, caption in [("one number", "One number alone"), ("number-major", "Batches of 2³⁰ bits")]:
            mine = [row for row in device if row.get("layout") == layout]
            if mine:
                yield curves(mine, f"{caption}, by the bits of the numbers", "operation", "bits", "bits")
    elif suite in SERIES and device:
        by_algorithm = suite in ("portable", "widths")
        yield groups(device, "On the device" if host else "",
                     lambda row: f"{what(row)}, {row['algorithm']}" if by_algorithm else what(row), SERIES[suite])
    else:
        limited = [row for row in device if "of_limit" in row]
        for where in ["registers", "memory"]:
            mine = [row for row in limited if row["place"] == where]
            if mine:
                yield shares(mine, f"Operands in {where}")
    if host:
        yield groups(host, "On all cores of the host", what, lambda row: row["code"])


def median(values):
    return sorted(values)[len(values) // 2]


def summary(results):
    """The summary: the speed, the share of the limit, and the comparison."""
    rows = [row for row in results["rows"] if "error" not in row]
    quoted = [row for row in rows if row["suite"] == "headline"] or rows
    # of pools those as users have them
    quoted = [row for row in quoted if "mean_words" not in row or row.get("mapping", "auto") == "auto"]
    device = [row for row in quoted if row["place"] != "host"]
    facts = []
    products = [row for row in device if row["operation"] == "mul" and row["place"] == "registers"]
    shown = max(products or device, key=lambda row: row["results_per_second"], default=None)
    if shown:
        facts.append((quantity(shown["results_per_second"]) + "/s",
                      f"{what(shown)}, {shown['algorithm']}, operands in {shown['place']}"))
    for where in ["registers", "memory"]:
        found = [row["of_limit"] for row in device if row["place"] == where and "of_limit" in row]
        if found:
            facts.append((f"{100 * median(found):.0f} %",
                          f"of the limit, the median of {len(found)} rows with operands in {where}, "
                          f"from {100 * min(found):.0f} to {100 * max(found):.0f} %"))
    times = [row["times_gmp"] for row in device if "times_gmp" in row and row.get("gmp_cores") != 1]
    if times:
        facts.append((f"{quantity(median(times))} ×",
                      f"GMP on all {results['machine']['host']['cores']} cores, the median of {len(times)} rows"))
    if not facts and rows:
        top = max(rows, key=lambda row: row["results_per_second"])
        facts.append((quantity(top["results_per_second"]) + "/s", f"{what(top)}, by {top['code']} on the host"))
    return facts


def main():
    results = json.load(sys.stdin)
    suites = []
    for suite in unique(row["suite"] for row in results["rows"]):
        rows = [row for row in results["rows"] if row["suite"] == suite]
        suites.append({"name": suite or "operations", "title": TITLES.get(suite, suite), "rows": rows,
                       "charts": list(charts(suite, rows))})
    environment = jinja2.Environment(loader=jinja2.FileSystemLoader(pathlib.Path(__file__).parent),
                                     undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True,
                                     autoescape=True)
    environment.filters.update(quantity=quantity, numbers=numbers, place=place)
    sys.stdout.write(environment.get_template("report.html.j2").render(
        results=results, suites=suites, facts=summary(results),
        failed=[row for row in results["rows"] if "error" in row]))


main()
