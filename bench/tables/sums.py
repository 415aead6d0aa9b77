#!/usr/bin/env python3
"""The rates of exact sums on a GPU, in docs/sums.md, from the results of bench-sums.

sums.py RESULTS                       prints the tables as Markdown
sums.py RESULTS --into docs/sums.md   puts them between the marks there, and draws docs/figures/sums.svg
sums.py --check docs/sums.md          says whether tables and drawing are those of the results that the page names; ends
                                      with 1 if not
"""
import json
import sys

from marked import Marked, table

WAYS = ["reading", "plain sum", "Kahan's sum", "CUB, run to run", "CUB, GPU to GPU", "exact sum"]
COLORS = ["#bbbbbb", "#85929e", "#b7950b", "#2471a3", "#1a5276", "#1e8449"]


def giga(rate):
    return f"{rate / 1e9:.0f}" if rate >= 1e10 else f"{rate / 1e9:.1f}"


def cell(row):
    """The exact sum has no error, and where sums are beyond the largest double there are none."""
    error = row.get("relative_error")
    has_error = row["what"] != "exact sum" and isinstance(error, float)
    return giga(row["per_second"]) + (f" ({error:.1e})" if has_error else "")


def drawing(found, kinds, title):
    """Bars by kind of numbers."""
    width, left, top, bar, gap = 420, 110, 34, 13, 16
    most = max(row["per_second"] for row in found.values())
    height = len(kinds) * (len(WAYS) * bar + gap)
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left + width + 60} {top + height + 30}" '
             'font-family="sans-serif" font-size="12">', f"<title>{title}</title>",
             '<rect width="100%" height="100%" fill="#ffffff"/>']
    for k, way in enumerate(WAYS):
        x = 10 + 92 * k
        lines.append(f'<rect x="{x}" y="8" width="10" height="10" fill="{COLORS[k]}"/>')
        lines.append(f'<text x="{x + 13}" y="17" font-size="9">{way}</text>')
    for n, kind in enumerate(kinds):
        y = top + n * (len(WAYS) * bar + gap)
        lines.append(f'<text x="{left - 8}" y="{y + len(WAYS) * bar / 2 + 4:.1f}" text-anchor="end">{kind}</text>')
        for k, way in enumerate(WAYS):
            row = found.get((way, kind))
            if not row:
                continue
            length = width * row["per_second"] / most
            lines.append(f'<rect x="{left}" y="{y + k * bar}" width="{length:.1f}" height="{bar - 2}" fill="{COLORS[k]}"/>')
            lines.append(f'<text x="{left + length + 4:.1f}" y="{y + k * bar + 10}" font-size="10">{giga(row["per_second"])}</text>')
    lines.append(f'<text x="{left}" y="{top + height + 12}">10⁹ doubles a second</text>')
    return "\n".join([*lines, "</svg>"]) + "\n"


def read(path):
    results = json.loads(path.read_text())
    if results.get("format") != "limbsmith sums 1":
        sys.exit(f"{path}: not results of bench-sums")
    if results["wrong"]:
        sys.exit(f"{path}: {results['wrong']} results were wrong")
    found = {(row["what"], row["data"]): row for row in results["rows"]}
    kinds = list(dict.fromkeys(row["data"] for row in results["rows"] if row["what"] == "reading"))
    return results, found, kinds, f"Sums of {results['count']:,} doubles, {results['device']}"


def several(found, count):
    """The sentence on the sums of several GPUs; empty where the machine had one."""
    rates = {int(kind.rsplit(" ", 1)[1]): row["per_second"] for (way, kind), row in found.items() if way == "exact sum of all GPUs"}
    used = max(rates)
    return (f"\n{used} GPUs, each with {count:,} doubles, add {giga(rates[used])}·10⁹ a second, {rates[used] / rates[1]:.2f} times as many as "
            "one. The merged sum has\nthe bits of one GPU's sums. The share of reading is that of reading by one GPU.\n") if used > 1 else ""


def section(path):
    results, found, kinds, title = read(path)
    doubles = table(["", *kinds], [[way, *(cell(found[way, kind]) if (way, kind) in found else "" for kind in kinds)]
                                   for way in WAYS])
    rest = table(["", "numbers", "10⁹ a second", "share of reading"],
                 [[row["what"], row["data"], giga(row["per_second"]), f"{row['of_reading']:.2f}"]
                  for row in results["rows"] if row["what"] not in WAYS])
    return (f"\n{title}, in 10⁹ a second, with the error relative to the exact sum, whose double has one of at most 1.1e-16:\n\n" + doubles +
            "\n![Rates of sums](figures/sums.svg)\n\nThe same data by other ways, and other types. A pair of a dot product "
            "counts as two doubles that are read:\n\n" + rest + several(found, results["count"]) + f"\n[{path.stem}](../bench/results/{path.name}) is the run behind these tables.\n\n")


def drawings(path):
    _, found, kinds, title = read(path)
    return {"sums.svg": drawing(found, kinds, title)}


if __name__ == "__main__":
    Marked(__file__, section, drawings).main(__doc__)
