"""Charts of the suites of pools: rates by the mean length of the operands, and how they compare with GMP's."""
from report_bars import groups
from report_curves import curves
from report_rows import quantity, unique

MOST_LINES = 6
WORDS = "words of an operand, in the mean"


def is_spread(row):
    """Whether lengths vary as they do in most rows."""
    return row["deviation_words"] == row["mean_words"] / 4


def engine(row):
    return row.get("mapping", row["code"])


def rates(rows, caption, colors):
    """Rates of the engines, of GMP, and of our own code on the host."""
    lines = [dict(row, engine=engine(row)) for row in rows]
    lines += [dict(row, engine="GMP", results_per_second=row["gmp_per_second"]) for row in rows
              if row.get("mapping") == "auto" and row.get("gmp_per_second")]
    lines += [dict(row, engine="host code", results_per_second=row["host_code_per_second"]) for row in rows
              if row.get("mapping") == "auto" and row.get("host_code_per_second")]
    return curves(lines, caption, colors, "engine", size="mean_words", unit="words", across=WORDS)


def times_gmp(rows, caption, value, colors):
    """Times GMP by the mapping that the pool chooses, a line for each number of computations."""
    counts = sorted({row["results"] for row in rows})[-MOST_LINES:]
    lines = [dict(row, count=f"{row['results']:,.0f} computations") for count in counts for row in rows
             if row["results"] == count]
    return curves(lines, caption, colors, "count", size="mean_words", unit="words", across=WORDS, value=value,
                  ending=" ×", up="times as fast as GMP")


def mixes(rows, colors):
    """Bars of each mapping, for each mix and number of computations."""
    return groups(rows, "Mixes of sums, differences and products", colors, "engine",
                   lambda row: f"{row['operation']}, {row['results']:,.0f} computations", engine,
                   lambda row: f", {quantity(row['times_gmp'])} × GMP" if "times_gmp" in row else "")


def deviations(rows, caption, colors):
    """A line for each deviation of the lengths."""
    lines = [dict(row, deviation=f"σ = {row['deviation_words']:g}") for row in rows]
    return curves(lines, caption, colors, "deviation", size="mean_words", unit="words", across=WORDS)


def rational_charts(rows, colors):
    """Charts of the suite `rationals`: rates by the lengths, a line for each deviation."""
    chosen = [row for row in rows if row.get("mapping", "auto") == "auto"]
    for name, count in unique((row["operation"], row["results"]) for row in chosen):
        mine = [row for row in chosen if (row["operation"], row["results"]) == (name, count)]
        yield deviations(mine, f"{name}: {count:,.0f} computations", colors)


def equal_charts(rows, colors):
    """Charts of equal lengths, where all mappings are measured."""
    equal = [row for row in rows if row["deviation_words"] == 0]
    for name, count in unique((row["operation"], row["results"]) for row in equal):
        mine = [row for row in equal if (row["operation"], row["results"]) == (name, count)]
        if len({engine(row) for row in mine}) > 1 and len({row["mean_words"] for row in mine}) > 1:
            yield rates(mine, f"{name}: {count:,.0f} computations of equal length", colors)


def pool_charts(rows, colors):
    is_mix = {row["operation"] for row in rows if row["operation"].startswith("mix")}
    spread = [row for row in rows if is_spread(row) and row["operation"] not in is_mix]
    chosen = [row for row in spread if row.get("mapping") == "auto"]
    for name in unique(row["operation"] for row in spread):
        for value, how in [("times_gmp", "operands and results on the device"),
                           ("times_gmp_with_transfers", "with transfers from and to the host")]:
            mine = [row for row in chosen if row["operation"] == name and row.get(value)]
            if mine:
                yield times_gmp(mine, f"{name}: times GMP, {how}", value, colors)
        for count in sorted({row["results"] for row in spread if row["operation"] == name}):
            mine = [row for row in spread if row["operation"] == name and row["results"] == count]
            yield rates(mine, f"{name}: {count:,.0f} computations", colors)
    yield from equal_charts([row for row in rows if row["operation"] not in is_mix], colors)
    if is_mix:
        yield mixes([row for row in rows if row["operation"] in is_mix], colors)
