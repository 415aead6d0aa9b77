#!/usr/bin/env python3
"""The figures of docs/speed.md on tensor cores, from results of `limbsmith bench --suite tensor`.

tensor.py RESULTS.json                       prints them as Markdown
tensor.py RESULTS.json --into docs/speed.md  puts them between the marks there, and draws docs/figures/tensor.svg
tensor.py --check docs/speed.md              says whether they are those of the results linked there; ends with 1 if not

Promises: every figure is one of the results, and is what `limbsmith report` shows for the row; the widths from which tensor
cores are faster are those of the results. CGBN's rates are those of the report.
"""
import json
import pathlib
import sys

import curves
from marked import Marked, quantity, rate, table

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "templates"))
from report_others import others, sources  # noqa: E402

WHOLE, LOW, POWER = ["mul", "sqr"], ["1-Mul", "Poly"], "pow"
PANELS = [("Products", ["mul", "1-Mul"]), ("Powers", [POWER])]
COLORS = {"mul": "#2471a3", "1-Mul": "#1e8449", POWER: "#c0392b"}


class Results:
    """`tensor` and `lanes` are the rows by operation and bits, by tensor cores and by the other mapping. Rows with one modulus for all numbers
    are left out."""

    def __init__(self, path):
        self.all = json.loads(path.read_text())
        self.device = self.all["machine"]["device"]["name"]
        self.tensor, self.lanes = {}, {}
        for row in self.all["rows"]:
            has_one_modulus = row.get("modulus", "") not in ("", "its own number")
            if row["suite"] == "tensor" and row["place"] == "memory" and "error" not in row and not has_one_modulus:
                (self.tensor if row["mapping"] == "tensor" else self.lanes)[row["operation"], row["bits"]] = row
        if self.tensor.keys() != self.lanes.keys():
            sys.exit(f"{path}: not the same rows by tensor cores and by lanes")

    def bits(self, operation):
        return sorted(bits for name, bits in self.tensor if name == operation)

    def times(self, operation, bits):
        return self.tensor[operation, bits]["results_per_second"] / self.lanes[operation, bits]["results_per_second"]

    def faster(self, operation):
        """The least width at which tensor cores are faster, and the largest one, or 0 if none that was measured is larger; none if
        they never are. They are faster between."""
        bits = self.bits(operation)
        faster = [it for it in bits if self.times(operation, it) > 1]
        if not faster:
            return None
        if faster != bits[bits.index(faster[0]):][:len(faster)]:
            sys.exit(f"{operation}: tensor cores are faster at {faster} bits, not at all widths between")
        return faster[0], faster[-1] if faster[-1] < bits[-1] else 0

    def cgbn(self):
        """Rows of CGBN's powers on the same kind of card."""
        return [row for row in others([POWER], set(self.bits(POWER)), self.device) if row["other"] == "CGBN"]


def cells(results, operation, bits):
    return [rate(results.tensor[operation, bits]), rate(results.lanes[operation, bits]), f"{results.times(operation, bits):.2f} ×"]


def products(results, names, title, words):
    lines = [[f"{bits:,} bits", *(cell for name in names for cell in cells(results, name, bits)),
              results.lanes[names[0], bits]["mapping"]] for bits in results.bits(names[0])]
    return table([title, *(cell for word in words for cell in (f"{word}, tensor", "without", "times")), "mapping without"], lines)


def powers(results):
    theirs = {row["bits"]: row for row in results.cgbn()}
    lines = [[f"{bits:,} bits", *cells(results, POWER, bits), results.lanes[POWER, bits]["mapping"], rate(theirs.get(bits))]
             for bits in results.bits(POWER)]
    return table(["powers of", "`pow`, tensor", "without", "times", "mapping without", "CGBN"], lines)


def which_are_faster(results):
    names = {"mul": "whole products", "sqr": "squares", "1-Mul": "low products", "Poly": "the expression", POWER: "powers"}
    by_widths = {}
    for operation, name in names.items():
        by_widths.setdefault(results.faster(operation), []).append(name)
    by_widths.pop(None, None)
    parts = [f"from {least:,} bits{f' to {largest:,}' if largest else ''} for "
             f"{' and '.join(filter(None, [', '.join(of[:-1]), of[-1]]))}"
             for (least, largest), of in sorted(by_widths.items())]
    return "Of the widths that were measured, tensor cores are faster " + ", ".join(parts) + "."


def section(path):
    results = Results(path)
    limits = results.all["rooflines"]
    batches = [row["results"] for row in [*results.tensor.values(), *results.lanes.values()] if row["operation"] == POWER]
    cgbn = "; ".join(it["text"] for it in sources(results.cgbn()))
    return f"""One {results.device}, {quantity(limits["memory_bytes_per_second"])}B/s of device memory, {quantity(limits["wide_products_per_second"])} wide products a second. `--map tensor` stands beside the
mapping that `--map auto` takes for a large batch on a GPU without tensor cores; at 1,024 bits, where that is one thread, beside two
lanes. Operands and results are in device memory. All results are compared with GMP's.

{which_are_faster(results)}

Products have batches of 2³² bits an operand, number-major. 1-Mul and Poly are those [above](#a-block-per-number).

{products(results, WHOLE, "whole products of", ["`mul`", "`sqr`"])}
{products(results, LOW, "products modulo 2^bits of", LOW)}
Modular powers of {min(batches):,.0f} to {max(batches):,.0f} numbers, which fill the blocks that the device runs at once. Each number has its own modulus and a
full-length exponent, and the time includes the constants of each modulus. CGBN's rates are those of another run: {cgbn}.

{powers(results)}
![Rates by the width of the numbers](figures/tensor.svg)

[{path.stem}](../bench/results/{path.name}) is the run behind these tables; [its page](../bench/results/{path.stem}.html).
"""


def panel(results, left, title, names):
    """The rates of some operations by width: lines for tensor cores, dashes for lanes, dots for CGBN."""
    ways = [("tensor", "", results.tensor), ("without", "6 3", results.lanes)]
    if POWER in names:
        ways.append(("CGBN", "2 2", {(POWER, row["bits"]): row for row in results.cgbn()}))
    return curves.panel(left, title, [
        curves.Line(f"{name}, {way}", COLORS[name], dashes,
                    {bits: rows[of, bits]["results_per_second"] for of, bits in sorted(rows) if of == name})
        for name in names for way, dashes, rows in ways])


def drawing(path):
    results = Results(path)
    return curves.drawing(f"Results a second by the bits of the numbers, {results.device}", len(PANELS), 4,
                          [panel(results, curves.left_of(n), f"{name}, by bits", names) for n, (name, names) in enumerate(PANELS)])


if __name__ == "__main__":
    Marked(__file__, section, lambda path: {"tensor.svg": drawing(path)}).main(__doc__)
