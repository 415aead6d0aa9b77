"""Charts of the suite `pool`: rates by the mean length of the operands, and what they are of GMP's."""
from report_curves import curves, quantity, unique

MOST_LINES = 6  # that have a colour


def is_spread(row):
    """Whether lengths vary as they do in most rows."""
    return row["deviation_words"] == row["mean_words"] / 4


def rates(rows, caption):
    """Of the engines, and of GMP."""
    lines = [dict(row, engine=row.get("mapping", row["code"])) for row in rows]
    lines += [dict(row, engine="GMP", results_per_second=row["gmp_per_second"]) for row in rows
              if row.get("mapping") == "auto" and row.get("gmp_per_second")]
    return curves(lines, caption, "engine", "mean_words", "words")


def times_gmp(rows, caption, value):
    """Of the mapping that the pool chooses, a line for each number of computations."""
    counts = sorted({row["results"] for row in rows})[-MOST_LINES:]
    lines = [dict(row, count=f"{row['results']:,.0f} computations") for count in counts for row in rows
             if row["results"] == count]
    return curves(lines, caption, "count", "mean_words", "words", value, " ×")


def mixes(rows):
    """Bars of each mapping, for each mix and number of computations."""
    groups = []
    for name, count in unique((row["operation"], row["results"]) for row in rows):
        mine = [row for row in rows if (row["operation"], row["results"]) == (name, count)]
        longest = max(row["results_per_second"] for row in mine)
        groups.append({"name": f"{name}, {count:,.0f} computations", "bars": [
            {"label": row.get("mapping", row["code"]), "length": 100 * row["results_per_second"] / longest, "color": k % 6,
             "value": f"{quantity(row['results_per_second'])}/s" +
                      (f", {quantity(row['times_gmp'])} × GMP" if "times_gmp" in row else "")}
            for k, row in enumerate(mine)]})
    return {"kind": "groups", "caption": "Mixes of sums, differences and products", "groups": groups}


def pool_charts(rows):
    is_mix = {row["operation"] for row in rows if row["operation"].startswith("mix")}
    spread = [row for row in rows if is_spread(row) and row["operation"] not in is_mix]
    chosen = [row for row in spread if row.get("mapping") == "auto"]
    for name in unique(row["operation"] for row in spread):
        for value, how in [("times_gmp", "operands and results on the device"),
                           ("times_gmp_with_transfers", "with transfers from and to the host")]:
            mine = [row for row in chosen if row["operation"] == name and row.get(value)]
            if mine:
                yield times_gmp(mine, f"{name}: times GMP, {how}", value)
        for count in sorted({row["results"] for row in spread if row["operation"] == name}):
            mine = [row for row in spread if row["operation"] == name and row["results"] == count]
            yield rates(mine, f"{name}: {count:,.0f} computations")
    if is_mix:
        yield mixes([row for row in rows if row["operation"] in is_mix])
