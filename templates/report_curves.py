"""Lines of a report: values over sizes, on logarithmic axes."""
from report_axes import Axis
from report_rows import quantity, unique

WIDTH, HEIGHT = 420, 260  # of the field between the axes


def curves(rows, caption, colors, kind="mapping", series=None, size="results", unit="numbers",
           across="numbers in a batch", value="results_per_second", ending="/s", up="results a second", sources=()):
    """A value by a size, that of the batch or of the numbers; a line for each value of the series, which is a column or a
    function of a row. Rows that have `other` are of another library: their line has the same colour, and dashes."""
    column = series or kind
    series_of = column if callable(column) else lambda row: row[column]

    def name_of(row):
        return ", ".join(filter(None, [series_of(row), row.get("other")]))

    x = Axis([row[size] for row in rows], WIDTH)
    y = Axis([row[value] for row in rows], HEIGHT, ending)
    lines = []
    for name in unique(map(name_of, rows)):
        mine = sorted((row for row in rows if name_of(row) == name), key=lambda row: row[size])
        points = [{"x": x.at(row[size]), "y": round(HEIGHT - y.at(row[value]), 1),
                   "text": f"{name}, {quantity(row[size])} {unit}: {quantity(row[value])}{ending}"}
                  for row in mine]
        lines.append({"color": colors.of(kind, series_of(mine[0])), "text": name, "points": points,
                      "dashes": colors.dashes(mine[0].get("other"))})
    return {"kind": "curves", "caption": caption, "legend": lines, "width": WIDTH, "height": HEIGHT, "sources": sources,
            "across": x.ticks, "across_title": across, "up_title": up,
            "up": [dict(tick, at=round(HEIGHT - tick["at"], 1)) for tick in y.ticks]}
