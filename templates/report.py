"""Draws a page of results of `limbsmith bench`: report.py < results.json > report.html.

The page is one file: tables by Jinja2 (report.html.j2), plots by matplotlib as SVG. Exits with 3 where one of
the two cannot be imported, so that the caller can try another Python.
"""
import io
import json
import pathlib
import re
import sys

try:
    import jinja2
    import matplotlib
    matplotlib.use("svg")
    from matplotlib import pyplot
except ImportError:
    sys.exit(3)

COLORS = ["#0b62a4", "#e07b00", "#3a923a", "#a33b8f", "#c03d3e", "#6b6b6b"]
pyplot.rcParams.update({
    "font.family": "sans-serif", "font.size": 10, "svg.fonttype": "none", "svg.hashsalt": "limbsmith",
    "axes.spines.top": False, "axes.spines.right": False, "axes.axisbelow": True, "figure.facecolor": "white",
})


def quantity(value, digits=3):
    """310000000000 -> 310 G"""
    for prefix in ["", " k", " M", " G", " T"]:
        if abs(value) < 999.5 or prefix == " T":
            return f"{value:.{digits}g}{prefix}"
        value /= 1000


def numbers(row):
    return f"mod {row['modulus']}" if "modulus" in row else f"{row['bits']} bits"


def place(row):
    return ", ".join(filter(None, [row["place"], row.get("layout")]))


def svg(figure, name):
    """The figure as an element of a page; ids are made its own, so that plots do not share them."""
    text = io.StringIO()
    figure.savefig(text, format="svg", bbox_inches="tight", metadata={"Date": None})
    pyplot.close(figure)
    drawn = text.getvalue()
    drawn = drawn[drawn.index("<svg"):]
    drawn = re.sub(r'(\bid="|"#|url\(#)', rf"\g<1>{name}-", drawn)
    return re.sub(r'<svg ([^>]*?)width="[^"]*" height="[^"]*"', r'<svg \1role="img"', drawn, count=1)


def share_bars(rows, name):
    """How much of its limit each row reaches, by what limits it."""
    rows = rows[::-1]
    figure, axes = pyplot.subplots(figsize=(8.6, 0.8 + 0.27 * len(rows)))
    by = sorted({row["limited_by"] for row in rows})
    values = [100 * row["of_limit"] for row in rows]
    axes.barh(range(len(rows)), values, color=[COLORS[by.index(row["limited_by"])] for row in rows], height=0.72)
    axes.set_yticks(range(len(rows)), [
        f"{row['operation']}, {numbers(row)}, {row['algorithm']}" for row in rows], fontsize=9)
    for y, (row, value) in enumerate(zip(rows, values)):
        beside = max(value, 100) + 2
        axes.text(beside + 9, y, f"{value:.0f} %", va="center", ha="right", fontsize=8)
        axes.text(beside + 12, y, f"{quantity(row['results_per_second'])}/s", va="center", fontsize=8)
    axes.axvline(100, color="#333", linewidth=1)
    axes.set_xlim(0, max(values + [100]) + 32)
    axes.set_ylim(-0.6, len(rows) - 0.4)
    axes.set_xticks(range(0, 101, 20))
    axes.set_xlabel("results a second, in % of what the limit allows")
    handles = [pyplot.Rectangle((0, 0), 1, 1, color=COLORS[i]) for i in range(len(by))]
    axes.legend(handles, [f"limited by {limit}" for limit in by], loc="lower center", bbox_to_anchor=(0.4, 1.0),
                ncols=len(by), frameon=False, fontsize=9)
    return svg(figure, name)


def grouped_bars(rows, name, group, series, value, label):
    """Bars of `value` for each group, one for each series, on a logarithmic axis."""
    groups, kinds = list(dict.fromkeys(map(group, rows))), list(dict.fromkeys(map(series, rows)))
    figure, axes = pyplot.subplots(figsize=(8.6, 0.9 + len(groups) * (0.2 + 0.2 * len(kinds))))
    height = 0.8 / len(kinds)
    shortest, longest = float("inf"), 0
    for k, kind in enumerate(kinds):
        points = {group(row): row for row in rows if series(row) == kind}
        at = [g for g, x in enumerate(groups) if x in points]
        lengths = [value(points[groups[g]]) for g in at]
        ys = [len(groups) - 1 - g + (len(kinds) / 2 - k - 0.5) * height for g in at]
        axes.barh(ys, lengths, height=height * 0.92, color=COLORS[k % len(COLORS)], label=kind)
        for y, length, g in zip(ys, lengths, at):
            note = points[groups[g]].get("registers")
            axes.text(length * 1.04, y, quantity(length) + "/s" + (f", {note} registers" if note else ""),
                      va="center", fontsize=8)
        shortest, longest = min([shortest, *lengths]), max([longest, *lengths])
    axes.set_xscale("log")
    axes.set_xlim(shortest / 3, longest * 12)
    axes.set_yticks(range(len(groups)), groups[::-1], fontsize=9)
    axes.set_ylim(-0.6, len(groups) - 0.4)
    axes.set_xlabel(label)
    axes.legend(loc="lower center", bbox_to_anchor=(0.4, 1.0), ncols=min(3, len(kinds)), frameon=False, fontsize=9)
    return svg(figure, name)


def launch_maps(rows, name):
    """Results a second over grid and block, a square for each shape of a launch."""
    kinds = list(dict.fromkeys((row["operation"], row["bits"]) for row in rows))
    figure, all_axes = pyplot.subplots(1, len(kinds), figsize=(1.2 + 3.6 * len(kinds), 4.1), squeeze=False)
    for axes, kind in zip(all_axes[0], kinds):
        mine = {(row["grid"], row["block"]): row["results_per_second"]
                for row in rows if (row["operation"], row["bits"]) == kind}
        grids, blocks = sorted({g for g, _ in mine}), sorted({b for _, b in mine})
        field = [[mine.get((g, b), float("nan")) for g in grids] for b in blocks]
        drawn = axes.imshow(field, origin="lower", cmap="viridis",
                            norm=matplotlib.colors.LogNorm(min(mine.values()), max(mine.values())))
        axes.set_xticks(range(len(grids)), grids, rotation=90, fontsize=8)
        axes.set_yticks(range(len(blocks)), blocks, fontsize=8)
        axes.set_xlabel("blocks")
        axes.set_ylabel("threads a block")
        best = max(mine, key=mine.get)
        axes.set_title(f"{kind[0]}, {kind[1]} bits\nbest {quantity(mine[best])}/s at {best[0]} × {best[1]}", fontsize=10)
        bar = figure.colorbar(drawn, ax=axes, fraction=0.046, pad=0.04)
        bar.ax.tick_params(labelsize=8)
        bar.set_label("results/s", fontsize=8)
    figure.tight_layout()
    return svg(figure, name)


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
    "": "Operations",
}


def plots(suite, rows, name):
    """The plots of a suite with their captions."""
    good = [row for row in rows if "error" not in row]
    limited = [row for row in good if "of_limit" in row]
    if suite == "launch" and limited:
        yield ("Ten calls one after the other in every thread; the time of the launch itself counts",
               launch_maps(good, name))
        return
    host = [row for row in good if row["place"] == "host"]
    if host:
        yield ("On all cores of the host",
               grouped_bars(host, f"{name}-host", lambda r: f"{r['operation']}, {numbers(r)}",
                            lambda r: r["code"], lambda r: r["results_per_second"], "results a second"))
    elif suite in SERIES:
        group = ((lambda r: f"{r['operation']}, {numbers(r)}, {r['algorithm']}")
                 if suite in ("portable", "widths") else (lambda r: f"{r['operation']}, {numbers(r)}"))
        yield ("", grouped_bars(good, name, group, SERIES[suite], lambda r: r["results_per_second"],
                                "results a second"))
    else:
        for where in ["registers", "memory"]:
            mine = [row for row in limited if row["place"] == where]
            if mine:
                yield (f"Operands in {where}", share_bars(mine, f"{name}-{where}"))


def summary(results):
    """What a reader wants first: how fast, how near the limit, against what."""
    rows = [row for row in results["rows"] if "error" not in row]
    quoted = [row for row in rows if row["suite"] == "headline"] or rows
    facts = []
    fastest = max((row for row in quoted if row["place"] != "host"), key=lambda r: r["results_per_second"], default=None)
    products = [row for row in quoted if row["operation"] == "mul" and row["place"] == "registers"]
    shown = max(products, key=lambda r: r["results_per_second"], default=fastest)
    if shown:
        facts.append((quantity(shown["results_per_second"]) + "/s",
                      f"{shown['operation']}, {numbers(shown)}, {shown['algorithm']}, operands in {shown['place']}"))
    for where in ["registers", "memory"]:
        found = sorted(row["of_limit"] for row in quoted if row["place"] == where and "of_limit" in row)
        if found:
            facts.append((f"{100 * found[len(found) // 2]:.0f} %",
                          f"of the limit, the median of {len(found)} rows with operands in {where}, "
                          f"from {100 * found[0]:.0f} to {100 * found[-1]:.0f} %"))
    times = sorted(row["times_gmp"] for row in quoted if "times_gmp" in row and row["place"] != "host")
    if times:
        facts.append((f"{quantity(times[len(times) // 2])} ×",
                      f"GMP on all {results['machine']['host']['cores']} cores, the median of {len(times)} rows"))
    if not facts:
        top = max(rows, key=lambda r: r["results_per_second"], default=None)
        if top:
            facts.append((quantity(top["results_per_second"]) + "/s",
                          f"{top['operation']}, {numbers(top)}, by {top['code']} on the host"))
    return facts


def main():
    results = json.load(sys.stdin)
    suites = []
    for suite in dict.fromkeys(row["suite"] for row in results["rows"]):
        rows = [row for row in results["rows"] if row["suite"] == suite]
        suites.append({"name": suite or "operations", "title": TITLES.get(suite, suite), "rows": rows,
                       "plots": list(plots(suite, rows, suite or "operations"))})
    environment = jinja2.Environment(loader=jinja2.FileSystemLoader(pathlib.Path(__file__).parent),
                                     undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True,
                                     autoescape=True)
    environment.filters.update(quantity=quantity, numbers=numbers, place=place)
    sys.stdout.write(environment.get_template("report.html.j2").render(
        results=results, suites=suites, facts=summary(results),
        failed=[row for row in results["rows"] if "error" in row]))


main()
