"""Logarithmic axes: where values and tick labels are."""
import math

from report_rows import quantity

SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
MOST_TICKS = 11


def is_power_of_two(value):
    return value >= 1 and value == 2 ** round(math.log2(value))


class Axis:
    """An axis from the tick at or below the least value to the one at or above the greatest. Values that are all powers of two
    have ticks at powers of two; others at powers of ten, of few decades also at 2 and 5 times these."""

    def __init__(self, values, length, ending=""):
        self.length = length
        low, high = min(values), max(values)
        if len(set(values)) > 1 and all(is_power_of_two(value) for value in values):
            marks = [2 ** k for k in range(round(math.log2(low)), round(math.log2(high)) + 1)]
            step = math.ceil(len(marks) / MOST_TICKS)
            marks, text = marks[::step] + ([marks[-1]] if (len(marks) - 1) % step else []), self.power_of_two
        else:
            marks, text = self.decimal(low, high), quantity
        self.low, self.high = math.log(marks[0]), math.log(marks[-1])
        self.ticks = [{"at": self.at(mark), "text": text(mark) + ending} for mark in marks]

    @staticmethod
    def power_of_two(value):
        return f"{value:,}" if value < 2048 else "2" + str(round(math.log2(value))).translate(SUPERSCRIPTS)

    @staticmethod
    def decimal(low, high):
        first, last = math.floor(math.log10(low)), math.ceil(math.log10(high))
        factors = (1, 2, 5) if last - first <= 3 else (1,)
        marks = [factor * 10 ** k for k in range(first, last + 1) for factor in factors]
        below, above = [m for m in marks if m <= low * 1.0001], [m for m in marks if m >= high * 0.9999]
        marks = [m for m in marks if below[-1] <= m <= above[0]]
        return marks if len(marks) > 1 else [marks[0], factors[1] * marks[0] if len(factors) > 1 else 10 * marks[0]]

    def at(self, value):
        """The distance from the start."""
        return round(self.length * (math.log(value) - self.low) / (self.high - self.low), 1)
