"""The pages of bench-sums, bench-groups and bench-dots: their charts, their figures in words, and their rows as tables."""
from report_bars import groups
from report_curves import curves
from report_rows import median, quantity, unique

EXACT, HOST = "exact sum", ("digits", "GMP")
WAYS = {"reading", "plain sum", "Kahan's sum", "CUB, run to run", "CUB, GPU to GPU", EXACT}  # of adding the same doubles

SUMS_WORDS = """Rates are of whole calls, from the launch to the result on the host, with the share of reading. An exact sum is the same in any order; the relative
errors of the other sums are in the table. CUB's sums from run to run and from GPU to GPU are reproducible, not exact."""
GROUPS_WORDS = """Speedups over the host, which computes digit by digit on one core, as Otsokov and Magomedov measured; with transfers, and
without where numbers are on the GPU. GMP computes on all cores with binary numbers that are there."""


def percent(share):
    return f"{100 * share:.0f} %"


def shown(value):
    return f"{value:,.0f}" if value >= 999.5 else f"{value:.3g}"


def error(row):
    shown = row.get("relative_error", "")
    return shown if isinstance(shown, str) else f"{shown:.2g}"


def suite(name, title, words, head, rows, charts):
    """`head`: the name of each column, and whether it has numbers. `rows` are texts."""
    return {"name": name, "title": title, "words": words, "head": head, "rows": rows,
            "charts": [dict(chart, id=f"{name}-{k + 1}") for k, chart in enumerate(charts)],
            "kinds": {chart["kind"] for chart in charts}}


def sums(results, colors):
    rows = [dict(row, results_per_second=row["per_second"]) for row in results["rows"]]
    alone = [row for row in rows if row["what"] in WAYS]
    rest = [row for row in rows if row["what"] not in WAYS]
    charts = [groups(mine, caption, colors, "what", group, series, lambda row: f", {percent(row['of_reading'])}")
              for mine, caption, group, series in [
                  (alone, "Sums of doubles", lambda row: row["data"], lambda row: row["what"]),
                  (rest, "Other numbers, products, segments", lambda row: row["what"], lambda row: row["data"])] if mine]
    table = [[row["what"], row["data"], quantity(row["per_second"]), percent(row["of_reading"]), error(row)] for row in rows]
    exact = [row["of_reading"] for row in rows if row["what"] == EXACT]
    facts = [(f"{quantity(max(row['per_second'] for row in rows if row['what'] == EXACT))}/s", "doubles in an exact sum, at most"),
             (percent(median(exact)), f"of the rate of reading, in the median of {len(exact)} kinds of numbers")] if exact else []
    return facts, [suite("sums", f"Exact sums of {results['count']:,} numbers", SUMS_WORDS,
                         [("way", False), ("numbers", False), ("a second", True), ("of reading", True), ("relative error", True)],
                         table, charts)]


def speedups(results, colors, size, unit, series, title):
    """By `size`, a column; a line for each way, and a chart for each value of the column `series`."""
    host = {(row["k"], row["digits"]): row["seconds"] for row in results["rows"] if row["what"] == HOST[0]}
    rows = [dict(row, speedup=host[row["k"], row["digits"]] / row["seconds"],
                 alone=host[row["k"], row["digits"]] / row["without_transfers"]) for row in results["rows"]]
    ways = [row for row in rows if row["what"] != HOST[0]]
    charts = [curves([row for row in ways if row[series] == value], f"{series} = {value:,}", colors, "engine", "what", size=size, unit=unit,
                     across=unit, value="speedup", ending=" ×", up="speedup with transfers")
              for value in unique(row[series] for row in ways)]
    table = [[f"{row['k']:,}", str(row["digits"]), row["what"], shown(1e3 * row["seconds"]), f"{shown(row['speedup'])} ×",
              "" if row["what"] in HOST else f"{shown(row['alone'])} ×"] for row in rows]
    gpu = [row for row in rows if row["what"] not in HOST]
    best = max(gpu, key=lambda row: row["speedup"])
    facts = [(f"{shown(best['speedup'])} ×", f"over digits with transfers, at most: {best['what']}, k = {best['k']:,}, "
                                          f"{best['digits']} digits")]
    return facts, [suite(results["format"].split()[1], title, GROUPS_WORDS,
                         [("k", True), ("digits", True), ("way", False), ("ms", True), ("over digits", True),
                          ("without transfers", True)], table, charts)]


def group_sums(results, colors):
    return speedups(results, colors, "digits", "digits of a number", "k", "Sums of k decimal numbers")


def group_dots(results, colors):
    return speedups(results, colors, "k", "pairs of numbers", "digits", "Dot products of k pairs of decimal integers")


# The format of results -> how a run compared them, unless by GMP.
COMPARED = {"limbsmith sums 1": """In the same run the exact sums of doubles were those of three parts in another order, and of their first 3,000,001 numbers those
of the host."""}
BY_GMP = "Every result was compared with GMP's in the same run."

# the format of results -> the cards of the page and its parts
PAGES = {"limbsmith sums 1": sums, "limbsmith groups 1": group_sums, "limbsmith dots 1": group_dots}
