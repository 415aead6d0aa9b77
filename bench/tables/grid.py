#!/usr/bin/env python3
"""The figures of docs/speed.md on numbers of any length, from results of `limbsmith bench --suite grid`.

grid.py RESULTS.json                       prints them as Markdown
grid.py RESULTS.json --into docs/speed.md  puts them between the marks there
grid.py --check docs/speed.md              says whether they are those of the results linked there; ends with 1 if not

Promises: every figure is that of one row of the results; a time is the median of the row, for one result.
"""
import json

from marked import Marked, quantity, rate, share, table

ALONE, BATCH = "one number", "number-major"
AGAINST_GMP = ["mul", "divrem", "sqrt"]


class Results:
    def __init__(self, path):
        self.all = json.loads(path.read_text())
        self.rows = {(row["operation"], row["bits"], row.get("layout")): row for row in self.all["rows"]
                     if row["suite"] == "grid" and row["place"] != "host" and "error" not in row}
        self.bits = sorted({bits for _, bits, _ in self.rows})


def duration(row):
    """0.00003 -> 30 µs"""
    if not row:
        return ""
    seconds = row["seconds"] / row["results"]
    return f"{1e6 * seconds:.3g} µs" if seconds < 999.5e-6 else f"{1e3 * seconds:.3g} ms"


def times_gmp(row):
    return f"{quantity(row['times_gmp'])} ×" if row else ""


def power(bits):
    """1048576 -> 2²⁰ bits"""
    return "2" + "".join("⁰¹²³⁴⁵⁶⁷⁸⁹"[int(digit)] for digit in str(bits.bit_length() - 1)) + " bits"


def lines(results, layout, shown):
    """For each length the rates of the operations, for some beside GMP's, and for batches of sums the memory."""
    for bits in results.bits:
        cells = [power(bits)]
        for name in ["mul", "sqr", "divrem", "sqrt", "add"]:
            row = results.rows.get((name, bits, layout))
            cells.append(shown(row))
            if name in AGAINST_GMP:
                cells.append(times_gmp(row))
        if layout == BATCH:
            cells.append(share(results.rows.get(("add", bits, layout))))
        yield cells


def section(path):
    results = Results(path)
    machine = results.all["machine"]
    limit = results.all["rooflines"]["memory_bytes_per_second"]
    head = ["`mul`", "GMP", "`sqr`", "`divrem`", "GMP", "`sqrt`", "GMP", "`add`"]
    alone = table(["one number of", *head], list(lines(results, ALONE, duration)))
    batch = table(["batches of", *head, "memory"], list(lines(results, BATCH, rate)))
    return f"""One {machine["device"]["name"]}, {quantity(limit)}B/s of device memory. Operands and results are in device memory. All results are
compared with GMP's. `divrem` divides numbers of twice as many bits by divisors of full length.

Single numbers, one after the other. GMP has one core, since its products are not parallel:

{alone}
Batches of 2³⁰ bits, in results a second. GMP has all {machine["host"]["cores"]} cores of the host, and each computes its own products:

{batch}
[{path.stem}](../bench/results/{path.name}) is the run behind these tables; [its page](../bench/results/{path.stem}.html).
"""


if __name__ == "__main__":
    Marked(__file__, section).main(__doc__)
