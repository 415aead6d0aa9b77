#!/usr/bin/env python3
"""The figures of docs/speed.md on numbers of many lengths, from results of `limbsmith bench --suite pool`.

pool.py RESULTS.json                       prints them as Markdown
pool.py RESULTS.json --into docs/speed.md  puts them between the marks there
pool.py --check docs/speed.md              says whether they are those of the results linked there; ends with 1 if not

Promises: every figure is one of the results, and is what `limbsmith report` shows for the row.
"""
import json

from marked import Marked, quantity, rate, table

OPERATIONS = ["add", "mul"]
SHOWN = [1, 4, 16, 64, 256, 512]  # words, of the tables of rates
COUNTS = [256, 1024, 8192, 100000, 1000000]
COMPARED = 100000  # computations, by every mapping
MAPPINGS = ["CTT", "tpi:4", "tpi:8", "CTW", "auto"]
RATIONAL_COUNTS = [256, 512, 1024, 2048]


class Results:
    def __init__(self, path):
        self.all = json.loads(path.read_text())
        rows = [row for row in self.all["rows"] if row["suite"] == "pool" and row["place"] != "host" and "error" not in row]
        self.rows = {(row["operation"], row["mean_words"], row["deviation_words"], int(row["results"]), row["mapping"]): row
                     for row in rows}
        self.means = sorted({row["mean_words"] for row in rows if row["operation"] in OPERATIONS})
        self.shown = [mean for mean in self.means if mean in SHOWN]
        self.mixes = list(dict.fromkeys((row["operation"], row["mean_words"], row["deviation_words"], int(row["results"]))
                                        for row in rows if row["operation"].startswith("mix")))

    def of(self, operation, mean, count, mapping="auto", spread=0.25):
        return self.rows.get((operation, mean, spread * mean, count, mapping))


def times(row, which="times_gmp"):
    return f"{quantity(row[which])} ×" if row else ""


def words(mean):
    return f"{mean:,.0f} word" + ("s" if mean != 1 else "")


def by_count(results, operation):
    """The rate of `auto`, and its ratio to GMP's; the same with transfers."""
    lines = []
    for mean in results.shown:
        cells = [words(mean)]
        for count in COUNTS:
            row = results.of(operation, mean, count)
            cells.append(f"{rate(row)}, {times(row)}, {times(row, 'times_gmp_with_transfers')}" if row else "")
        lines.append(cells)
    return table([f"`{operation}` of", *(f"{count:,} computations" for count in COUNTS)], lines)


def gmp(row):
    return f"{quantity(row['gmp_per_second'])}/s" if row else ""


def by_mapping(results, operation):
    lines = []
    for mean in results.shown:
        of = {name: results.of(operation, mean, COMPARED, name) for name in MAPPINGS}
        lines.append([words(mean), *(rate(of[name]) for name in MAPPINGS),
                      rate(results.of(operation, mean, COMPARED, spread=0)), gmp(of["auto"])])
    return table([f"`{operation}` of", *MAPPINGS, "auto, σ = 0", "GMP"], lines)


def mixes(results):
    lines = []
    for name, mean, deviation, count in results.mixes:
        of = [results.rows.get((name, mean, deviation, count, mapping)) for mapping in MAPPINGS]
        lines.append([f"{name}, {count:,}", *map(rate, of), gmp(of[-1])])
    return table(["computations", *MAPPINGS, "GMP"], lines)


def crossovers(results):
    found = {(it["operation"], it["mean_words"]): it for it in results.all.get("crossovers", [])
             if it["deviation_words"] == it["mean_words"] / 4}
    lines = []
    for name in OPERATIONS:
        for key, how in [("count", ""), ("count_with_transfers", ", with transfers")]:
            of = [found.get((name, mean)) for mean in results.means]
            lines.append([f"`{name}`{how}", *("" if not it else f"{it[key]:,}" if it[key] else "never" for it in of)])
    return table(["computations", *map(words, results.means)], lines)


def rationals(results):
    names = ["rational add", "rational mul"]
    means = sorted({mean for name, mean, *_ in results.rows if name in names})
    lines = []
    for mean in means:
        rows = [results.of(name, mean, count) for name in names for count in RATIONAL_COUNTS]
        lines.append([words(mean), *(f"{times(row)}, {times(row, 'times_gmp_with_transfers')}" if row else "" for row in rows)])
    return table(["over GMP's `mpq`", *(f"{count:,} {name.split()[1]}" for name in names for count in RATIONAL_COUNTS)], lines)


def section(path):
    results = Results(path)
    machine = results.all["machine"]
    return f"""One {machine["device"]["name"]}. A pool holds 1,024 numbers. Their lengths, in words of 32 bits, have a normal distribution with mean µ and
σ = µ/4. Each computation takes two random numbers of the pool. The time is that of one level, from the host's call until the
device has done it. GMP has one core or all {machine["host"]["cores"]} of the host, whichever is faster, and its results have their memory
already. All results are compared with GMP's.

Each cell has three figures. The first is computations a second, by the mappings that the pool chooses. The second says how many
times as fast as GMP that is, with operands and results in device memory. The third is the same with transfers: operands come
from the host, and all results go back as words.

{by_count(results, "add")}
{by_count(results, "mul")}
The pool is faster than GMP for this many computations, and for all larger numbers of them:

{crossovers(results)}
{COMPARED:,} computations: each by one thread (CTT), by 4 or 8 lanes, or by a warp (CTW); and by the mappings that the pool
chooses (auto), for numbers of equal length, too (σ = 0):

{by_mapping(results, "add")}
{by_mapping(results, "mul")}
Sums, differences and products in one level. The first mix has 1 to 512 words, each order of magnitude as often as the others. The
second has 8 words, beside one product of 4,096 by 4,096 words.

{mixes(results)}
Rationals with numerators and denominators of µ words, reduced to lowest terms. Each cell says how many times as fast as GMP
they are, without and with transfers.

{rationals(results)}
[{path.stem}](../bench/results/{path.name}) is the run behind these tables; [its page](../bench/results/{path.stem}.html) draws the rates by µ.
"""


if __name__ == "__main__":
    Marked(__file__, section).main(__doc__)
