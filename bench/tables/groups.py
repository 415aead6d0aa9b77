#!/usr/bin/env python3
"""Sums of groups of decimal numbers on a GPU, figures 5 and 6 of Otsokov and Magomedov, from the results of bench-groups.

groups.py RESULTS                       prints the table as Markdown
groups.py RESULTS --into docs/sums.md   puts it between the marks there, and draws docs/figures/groups.svg
groups.py --check docs/sums.md          says whether table and drawing are those of the results that the page names; ends
                                        with 1 if not
"""
import json
import math
import sys

from marked import Marked, table

METHODS = ["method 1", "method 2", "columns"]
COLORS = {10_000: "#2471a3", 100_000: "#b7950b", 1_000_000: "#c0392b"}
DASHES = {"method 1": "", "method 2": "6 3", "columns": "2 2"}


def drawing(speedups, title):
    """T_host/T_gpu over digits, on a logarithmic axis: a colour for each k, a dash for each method."""
    width, height, left, top = 460, 240, 60, 30
    digits = sorted({d for _, d, _ in speedups})
    low, high = 0, math.ceil(math.log10(max(speedups.values())))

    def place(d, ratio):
        return f"{left + width * d / digits[-1]:.1f},{top + height * (1 - (math.log10(ratio) - low) / (high - low)):.1f}"

    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left + width + 20} {top + height + 100}" '
             'font-family="sans-serif" font-size="12">', f"<title>{title}</title>",
             '<rect width="100%" height="100%" fill="#ffffff"/>', f'<text x="{left}" y="18">{title}</text>']
    for exponent in range(low, high + 1):
        y = top + height * (1 - (exponent - low) / (high - low))
        lines.append(f'<path d="M{left} {y:.1f}h{width}" stroke="#dddddd"/>')
        lines.append(f'<text x="{left - 6}" y="{y + 4:.1f}" text-anchor="end">{10**exponent}</text>')
    for d in digits:
        lines.append(f'<text x="{place(d, 1).split(",")[0]}" y="{top + height + 18}" text-anchor="middle">{d}</text>')
    for n, (k, color) in enumerate(COLORS.items()):
        for m, method in enumerate(METHODS):
            points = [place(d, speedups[k, d, method]) for d in digits]
            lines.append(f'<polyline points="{" ".join(points)}" fill="none" stroke="{color}" stroke-width="2" '
                         f'stroke-dasharray="{DASHES[method]}"/>')
            x, y = left + 155 * m, top + height + 44 + 18 * n
            lines.append(f'<path d="M{x} {y}h24" stroke="{color}" stroke-width="2" stroke-dasharray="{DASHES[method]}"/>')
            lines.append(f'<text x="{x + 30}" y="{y + 4}" font-size="10">{method}, k = {k:,}</text>')
    return "\n".join([*lines, "</svg>"]) + "\n"


def read(path):
    results = json.loads(path.read_text())
    if results.get("format") != "limbsmith groups 1":
        sys.exit(f"{path}: not results of bench-groups")
    if results["wrong"]:
        sys.exit(f"{path}: {results['wrong']} results were wrong")
    rows = {(row["k"], row["digits"], row["what"]): row for row in results["rows"]}
    host = {(k, d): row["seconds"] for (k, d, what), row in rows.items() if what == "digits"}
    speedups = {(k, d, m): host[k, d] / rows[k, d, m]["seconds"] for k, d in host for m in METHODS}
    return results, rows, host, speedups


def section(path):
    results, rows, host, speedups = read(path)
    alone = {(k, d, m): host[k, d] / rows[k, d, m]["without_transfers"] for k, d in host for m in METHODS}
    lines = [[f"{k:,}", str(d), f"{host[k, d] * 1e3:.3g}", f"{rows[k, d, 'GMP']['seconds'] * 1e3:.3g}",
              *(f"{speedups[k, d, m]:.3g} ({alone[k, d, m]:.3g})" for m in METHODS)] for k, d in host]
    title = f"Sums of k decimal numbers, {results['device']}: time of the host, digit by digit, over that of the GPU"
    return (f"\n{title} with transfers (without). Times of the host in ms; GMP has {results['cores']} cores and binary numbers:\n\n"
            + table(["k", "digits", "digits, 1 core", "GMP", *METHODS], lines) + "\n![Speedup over digits](figures/groups.svg)\n\n"
            + f"[{path.stem}](../bench/results/{path.name}) is the run behind this table.\n\n")


def drawings(path):
    return {"groups.svg": drawing(read(path)[3], "T of the host, digit by digit, over T of the GPU with transfers")}


if __name__ == "__main__":
    Marked(__file__, section, drawings).main(__doc__)
