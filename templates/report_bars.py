"""Bars of a report."""
from report_rows import of_limit, quantity, unique, what


def shares(rows, caption, colors):
    """The share of its limit that each row reaches: one scale from 0 to 100 %, a colour for each kind of limit."""
    by = unique(row["limited_by"] for row in rows)
    return {"kind": "shares", "caption": caption, "ticks": range(0, 101, 20), "axis": "share of the limit, %",
            "legend": [{"color": colors.of("limit", limit), "text": f"limited by {limit}"} for limit in sorted(by)],
            "bars": [{"label": f"{what(row)}, {row['algorithm']}", "length": 100 * of_limit(row),
                      "color": colors.of("limit", row["limited_by"]),
                      "value": f"{100 * of_limit(row):.0f} %, {quantity(row['results_per_second'])}/s"}
                     for row in rows]}


def groups(rows, caption, colors, kind, group, series, more=lambda row: ""):
    """Results per second as bars: each group has its own scale, from 0 to its longest bar. `more` is added to the values."""
    drawn = []
    for name in unique(map(group, rows)):
        mine = [row for row in rows if group(row) == name]
        longest = max(row["results_per_second"] for row in mine)
        drawn.append({"name": name, "bars": [
            {"label": series(row), "length": 100 * row["results_per_second"] / longest,
             "color": colors.of(kind, series(row)), "value": f"{quantity(row['results_per_second'])}/s{more(row)}"}
            for row in mine]})
    return {"kind": "groups", "caption": caption, "groups": drawn}


def registers(row):
    return f", {row['registers']} registers" if "registers" in row else ""
