#!/usr/bin/env python3
"""The figures of docs/speed.md on long numbers, from results of `limbsmith bench --suite block`.

block.py RESULTS.json                       prints them as Markdown
block.py RESULTS.json --into docs/speed.md  puts them between the marks there
block.py --check docs/speed.md              says whether they are those of the results linked there; ends with 1 if not

Promises: every figure is one of the results, and is what `limbsmith report` shows for the row.
"""
import json

from marked import Marked, quantity, rate, share, table

SUMS = ["1-Add", "6-Add"]
PRODUCTS = ["1-Mul", "Poly", "mul", "sqr"]


class Results:
    def __init__(self, path):
        self.all = json.loads(path.read_text())
        self.rows = {(row["operation"], row["bits"]): row for row in self.all["rows"]
                     if row["suite"] == "block" and "error" not in row}
        self.bits = sorted({bits for _, bits in self.rows})


def sums(results):
    lines = []
    for bits in results.bits:
        cells = [f"{bits:,} bits"]
        for name in SUMS:
            row = results.rows[name, bits]
            cells += [rate(row), share(row)]
        lines.append(cells + [results.rows[SUMS[0], bits]["mapping"]])
    return table(["sums of", "1-Add", "memory", "6-Add", "memory", "mapping"], lines)


def products(results):
    lines = []
    for bits in results.bits:
        rows = [results.rows[name, bits] for name in PRODUCTS]
        gmp = results.rows["mul", bits]["times_gmp"]
        lines.append([f"{bits:,} bits", *(rate(row) for row in rows), f"{gmp:.0f} ×", rows[0]["mapping"]])
    return table(["products of", "1-Mul", "Poly", "`mul`", "`sqr`", "`mul`: GMP, all cores", "mapping"], lines)


def section(path):
    results = Results(path)
    machine = results.all["machine"]
    limit = results.all["rooflines"]["memory_bytes_per_second"]
    return f"""One {machine["device"]["name"]}, {quantity(limit)}B/s of device memory; GMP has {machine["host"]["cores"]} cores of its host. Each operand is a
batch of 2³² bits, number-major. Operands and results are in device memory. All results are compared with GMP's.

Four of these are expressions, each one function made by `--expr`: 1-Add is a + b; 6-Add is six sums in a row, whose carries are
found once; 1-Mul is a·b modulo 2^bits; Poly is (a·a + b)·(b·b + b) + a·b. `mul` and `sqr` are whole products.

{sums(results)}
{products(results)}
[{path.stem}](../bench/results/{path.name}) is the run behind these tables; [its page](../bench/results/{path.stem}.html).
"""


if __name__ == "__main__":
    Marked(__file__, section).main(__doc__)
