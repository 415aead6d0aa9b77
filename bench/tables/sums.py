#!/usr/bin/env python3
"""The rates of exact sums on a GPU, in docs/sums.md, from the results of bench-sums.

sums.py RESULTS                       prints the tables as Markdown
sums.py RESULTS --into docs/sums.md   puts them between the marks there, and draws docs/figures/sums.svg
sums.py RESULTS --check docs/sums.md  says whether tables and drawing are those of the results; ends with 1 if not
"""
import argparse
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent.parent / "templates"))
from marked import Marked, table  # noqa: E402

WAYS = ["reading", "plain sum", "Kahan's sum", "CUB, run to run", "CUB, GPU to GPU", "exact sum"]
COLORS = ["#bbbbbb", "#85929e", "#b7950b", "#2471a3", "#1a5276", "#1e8449"]


def giga(rate):
    return f"{rate / 1e9:.0f}" if rate >= 1e10 else f"{rate / 1e9:.1f}"


def cell(row):
    error = row.get("relative_error")
    shown = "" if error is None else f" ({error})" if isinstance(error, str) or error == 0 else f" ({error:.1e})"
    return giga(row["per_second"]) + shown


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


def made(path):
    results = json.loads(path.read_text())
    if results.get("format") != "limbsmith sums 1":
        sys.exit(f"{path}: not results of bench-sums")
    if results["wrong"]:
        sys.exit(f"{path}: {results['wrong']} results were wrong")
    found = {(row["what"], row["data"]): row for row in results["rows"]}
    kinds = list(dict.fromkeys(row["data"] for row in results["rows"] if row["what"] == "reading"))
    doubles = table(["", *kinds], [[way, *(cell(found[way, kind]) if (way, kind) in found else "" for kind in kinds)]
                                   for way in WAYS])
    rest = table(["", "numbers", "10⁹ a second", "share of reading"],
                 [[row["what"], row["data"], giga(row["per_second"]), f"{row['of_reading']:.2f}"]
                  for row in results["rows"] if row["what"] not in WAYS])
    title = f"Sums of {results['count']:,} doubles, {results['device']}"
    text = (f"\n{title}, in 10⁹ a second, with the relative error of the sum:\n\n" + doubles +
            "\n![Rates of sums](figures/sums.svg)\n\nThe same data by other ways, and other types. A pair of a dot product "
            "counts as two doubles that are read:\n\n" + rest + "\n")
    return text, drawing(found, kinds, title)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results", type=pathlib.Path)
    parser.add_argument("--into", type=pathlib.Path, metavar="PAGE")
    parser.add_argument("--check", type=pathlib.Path, metavar="PAGE")
    arguments = parser.parse_args()
    text, picture = made(arguments.results)
    marks = Marked(__file__, None)
    if arguments.into:
        before, _, after = marks.parts(arguments.into)
        arguments.into.write_text(before + marks.begin + text + marks.end + after)
        (arguments.into.parent / "figures" / "sums.svg").write_text(picture)
    elif arguments.check:
        if marks.parts(arguments.check)[1] != text:
            sys.exit(f"{arguments.check}: not the figures of {arguments.results}; sums.py --into puts them there")
        if (arguments.check.parent / "figures" / "sums.svg").read_text() != picture:
            sys.exit(f"docs/figures/sums.svg: not the drawing of {arguments.results}; sums.py --into makes it")
    else:
        sys.stdout.write(text)


main()
