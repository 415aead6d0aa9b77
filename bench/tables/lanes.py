#!/usr/bin/env python3
"""The figures of docs/speed.md on numbers over several threads, from results of `limbsmith bench --suite lanes`.

lanes.py RESULTS.json                       prints them as Markdown
lanes.py RESULTS.json --into docs/speed.md  puts them between the marks there
lanes.py --check docs/speed.md              says whether they are those of the results linked there; ends with 1 if not

Promises: every figure is one of the results, and is what `limbsmith report` shows for the row.
"""
import json

from marked import Marked, quantity, rate, share, table

BATCHES = [100, 1000, 10000, 100000]
PRODUCTS = [(2048, "tpi:2"), (3072, "tpi:4"), (4096, "tpi:4")]


class Results:
    def __init__(self, path):
        self.all = json.loads(path.read_text())
        self.rows = [row for row in self.all["rows"] if row["suite"] == "lanes" and "error" not in row]

    def of(self, operation, bits, **also):
        return [row for row in self.rows if row["operation"] == operation and row["bits"] == bits
                and all(row.get(key) == value for key, value in also.items())]


def powers(results):
    lines = []
    for bits in sorted({row["bits"] for row in results.rows if row["operation"] == "pow"}):
        cells = []
        for batch in BATCHES:
            best = max(results.of("pow", bits, results=batch), key=lambda row: row["results_per_second"])
            cells.append(f"{rate(best)}, {best['mapping']}")
        for operation in ("pow", "pow_secret"):
            large = max(results.of(operation, bits), key=lambda row: row["results"])
            cells.append(f"{rate(large)}, {large['mapping']}")
        lines.append([f"{bits} bits", *cells])
    return table(["powers of", *(f"{batch:,} numbers" for batch in BATCHES), "more", "more, secret exponents"], lines)


def products(results):
    lines = []
    for bits, mapping in PRODUCTS:
        cells = []
        for is_modular in (True, False):
            for operation in ("mul", "sqr"):
                row = next(row for row in results.of(operation, bits, mapping=mapping)
                           if bool(row.get("modulus")) == is_modular)
                cells += [rate(row), share(row)]
        lines.append([f"{bits} bits, {mapping}", *cells])
    return table(["products of", "Montgomery `mul`", "limit", "`sqr`", "limit", "whole `mul`", "limit", "`sqr`", "limit"], lines)


def others(results):
    lines = []
    for operation, name in [("divrem by 1024 bits", "`divrem`, 2048 by 1024 bits"), ("inv", "`inv`, 2048 bits")]:
        best = max(results.of(operation, 2048), key=lambda row: row["results_per_second"])
        lines.append([name, rate(best), best["mapping"], f"{best['times_gmp']:.1f} ×"])
    return table(["from memory", "results/s", "mapping", "GMP, all cores"], lines)


def section(path):
    results = Results(path)
    limit = results.all["rooflines"]["wide_products_per_second"]
    large = [row["results"] for row in results.rows if row["operation"] == "pow" and row["results"] > BATCHES[-1]]
    return f"""One {results.all["machine"]["device"]["name"]}, {quantity(limit)} wide products a second. All results are compared with GMP's.

Modular powers. Each number has its own modulus and a full-length exponent. Operands and results are in device memory, and the time
includes the constants of each modulus. A cell has the fastest mapping for this size of the batch. “More” is {min(large):,.0f} to
{max(large):,.0f} numbers, which fill the blocks that the device runs at once.

{powers(results)}
Products in registers, 1,024 calls one after the other. The limit counts the products of limbs by rows, for squares half of them:

{products(results)}
{others(results)}
[{path.stem}](../bench/results/{path.name}) is the run behind these tables; [its page](../bench/results/{path.stem}.html) draws the rates
of each mapping against the size of the batch.
"""


if __name__ == "__main__":
    Marked(__file__, section).main(__doc__)
