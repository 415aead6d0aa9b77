"""Lines of a report: values over sizes, on logarithmic axes."""
import math

CURVE_WIDTH, CURVE_HEIGHT = 420, 260  # of the field between the axes


def quantity(value, digits=3):
    """310000000000 -> 310 G"""
    for prefix in ["", " k", " M", " G", " T"]:
        if abs(value) < 999.5 or prefix == " T":
            return f"{value:.{digits}g}{prefix}"
        value /= 1000


def unique(values):
    return list(dict.fromkeys(values))


def decades(values):
    """The powers of ten around the values, as exponents: from, to."""
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    return low, max(high, low + 1)


def curves(rows, caption, series="mapping", size="results", unit="numbers", value="results_per_second", ending="/s"):
    """A value, results per second, by a size, that of the batch or of the numbers; a line for each value of the series. Both
    axes are logarithmic, in decades."""
    across = decades([row[size] for row in rows])
    up = decades([row[value] for row in rows])

    def at(value, axis, length):
        return round(length * (math.log10(value) - axis[0]) / (axis[1] - axis[0]), 1)

    lines = []
    for color, name in enumerate(unique(row[series] for row in rows)):
        mine = sorted((row for row in rows if row[series] == name), key=lambda row: row[size])
        points = [{"x": at(row[size], across, CURVE_WIDTH),
                   "y": CURVE_HEIGHT - at(row[value], up, CURVE_HEIGHT),
                   "text": f"{name}, {quantity(row[size])} {unit}: {quantity(row[value])}{ending}"}
                  for row in mine]
        lines.append({"color": color % 6, "text": name, "points": points})
    return {"kind": "curves", "caption": caption, "legend": lines, "width": CURVE_WIDTH, "height": CURVE_HEIGHT,
            "across": [{"at": at(10 ** k, across, CURVE_WIDTH), "text": quantity(10 ** k)}
                       for k in range(across[0], across[1] + 1)],
            "up": [{"at": CURVE_HEIGHT - at(10 ** k, up, CURVE_HEIGHT), "text": quantity(10 ** k) + ending}
                   for k in range(up[0], up[1] + 1)]}
