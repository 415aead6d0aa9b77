"""Times of groups of decimal numbers, from the results of bench-groups and bench-dots: a table and a drawing of the speedup
over the host, which computes digit by digit.

Promises: a speedup is that of the whole call, with transfers; that without them stands beside it in the table.
"""
import json
import math
import pathlib
import sys

from marked import Marked, table

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "templates"))
from report_sums import shown  # noqa: E402

COLORS = ["#2471a3", "#b7950b", "#c0392b", "#1e8449"]
DASHES = ["", "6 3", "2 2"]
WIDTH, HEIGHT, LEFT, TOP = 460, 240, 60, 30


class Speedups:
    """Results of the program `bench-NAME`. `across` is the column of the axis, "k" or "digits", and the other one has a colour for
    each value."""

    def __init__(self, name, across, title):
        self.name, self.across, self.title = name, across, title
        self.series = "digits" if across == "k" else "k"

    def read(self, path):
        results = json.loads(path.read_text())
        if results.get("format") != f"limbsmith {self.name} 1":
            sys.exit(f"{path}: not results of bench-{self.name}")
        if results["wrong"]:
            sys.exit(f"{path}: {results['wrong']} results were wrong")
        rows = {(row["k"], row["digits"], row["what"]): row for row in results["rows"]}
        sizes = list(dict.fromkeys(key[:2] for key in rows))
        ways = [way for way in dict.fromkeys(key[2] for key in rows) if way not in ("digits", "GMP")]
        return results, rows, sizes, ways

    @staticmethod
    def ratio(rows, size, way, column="seconds"):
        return rows[(*size, "digits")]["seconds"] / rows[(*size, way)][column]

    def section(self, path):
        results, rows, sizes, ways = self.read(path)
        lines = [[f"{k:,}", str(d), shown(rows[k, d, "digits"]["seconds"] * 1e3), shown(rows[k, d, "GMP"]["seconds"] * 1e3),
                  *(f"{shown(self.ratio(rows, (k, d), way))} ({shown(self.ratio(rows, (k, d), way, 'without_transfers'))})"
                    for way in ways)] for k, d in sizes]
        title = f"{self.title}, {results['device']}: time of the host, digit by digit, over that of the GPU"
        return (f"\n{title} with transfers (without). Times of the host in ms; GMP has {results['cores']} cores and binary numbers:\n\n"
                + table(["k", "digits", "digits, 1 core", "GMP", *ways], lines)
                + f"\n![Speedup over digits](figures/{self.name}.svg)\n\n"
                + f"[{path.stem}](../bench/results/{path.name}) is the run behind this table.\n\n")

    def drawing(self, path):
        """T_host/T_gpu on a logarithmic axis: a colour for each value of the series, a dash for each way."""
        _, rows, sizes, ways = self.read(path)
        title = "T of the host, digit by digit, over T of the GPU with transfers"
        at = {size: dict(zip(("k", "digits"), size)) for size in sizes}
        marks = sorted({it[self.across] for it in at.values()})
        ratios = [self.ratio(rows, size, way) for size in sizes for way in ways]
        low, high = math.floor(math.log10(min(ratios))), math.ceil(math.log10(max(ratios)))

        def x_of(value):
            share = math.log(value / marks[0]) / math.log(marks[-1] / marks[0]) if self.across == "k" else value / marks[-1]
            return LEFT + WIDTH * share

        def y_of(ratio):
            return TOP + HEIGHT * (1 - (math.log10(ratio) - low) / (high - low))

        lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDTH + 40} {TOP + HEIGHT + 118}" '
                 'font-family="sans-serif" font-size="12">', f"<title>{title}</title>",
                 '<rect width="100%" height="100%" fill="#ffffff"/>', f'<text x="{LEFT}" y="18">{title}</text>']
        for exponent in range(low, high + 1):
            y = y_of(10 ** exponent)
            lines.append(f'<path d="M{LEFT} {y:.1f}h{WIDTH}" stroke="#dddddd"/>')
            lines.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{10 ** exponent:g}</text>')
        lines += [f'<text x="{x_of(mark):.1f}" y="{TOP + HEIGHT + 18}" text-anchor="middle">{mark:,}</text>' for mark in marks]
        for n, value in enumerate(sorted({it[self.series] for it in at.values()})):
            mine = sorted((size for size in sizes if at[size][self.series] == value), key=lambda size: at[size][self.across])
            for m, way in enumerate(ways):
                stroke = f'stroke="{COLORS[n]}" stroke-width="2" stroke-dasharray="{DASHES[m]}"'
                points = [f"{x_of(at[size][self.across]):.1f},{y_of(self.ratio(rows, size, way)):.1f}" for size in mine]
                lines.append(f'<polyline points="{" ".join(points)}" fill="none" {stroke}/>')
                x, y = LEFT + 155 * m, TOP + HEIGHT + 44 + 18 * n
                lines.append(f'<path d="M{x} {y}h24" {stroke}/>')
                lines.append(f'<text x="{x + 30}" y="{y + 4}" font-size="10">{way}, {self.series} = {value:,}</text>')
        return "\n".join([*lines, "</svg>"]) + "\n"

    def main(self, script, description):
        Marked(script, self.section, lambda path: {f"{self.name}.svg": self.drawing(path)}).main(description)
