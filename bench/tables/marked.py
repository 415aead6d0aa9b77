"""Figures in a page, between the marks of the script that makes them from results of `limbsmith bench --json`.

Promises: numbers are written as `limbsmith report` shows them.
"""
import argparse
import difflib
import pathlib
import re
import sys


def quantity(value):
    """310000000000 -> 310 G"""
    for prefix in ["", " k", " M", " G", " T"]:
        if abs(value) < 999.5 or prefix == " T":
            return f"{value:.3g}{prefix}"
        value /= 1000


def rate(row):
    return f"{quantity(row['results_per_second'])}/s" if row else ""


def share(row):
    if not row:
        return ""
    return f"{100 * row['of_limit']:.0f} %" if "of_limit" in row else f"{row['times_counted']:.2f} × the counted work"


def table(head, lines):
    """The first column is text, the others are numbers."""
    rule = ["---"] + (len(head) - 1) * ["---:"]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in [head, rule, *lines])


class Marked:
    """The text of a page between the marks of a script; `section` makes it from the path of results. `drawings` makes from it
    the text of each drawing in the folder figures/ beside the page, by name."""

    def __init__(self, script, section, drawings=lambda path: {}):
        self.drawings = drawings
        name = pathlib.Path(script).name
        self.begin, self.end = f"<!-- bench/tables/{name}: begin -->\n", f"<!-- bench/tables/{name}: end -->\n"
        self.name, self.section = name, section

    def parts(self, page):
        """The text before the marks, between them, and after."""
        before, found, rest = page.read_text().partition(self.begin)
        there, ended, after = rest.partition(self.end)
        if not found or not ended:
            sys.exit(f"{page}: the lines {self.begin.strip()} and {self.end.strip()} are not there")
        return before, there, after

    def check(self, page):
        there = self.parts(page)[1]
        path = page.parent / re.search(r"\]\(([^)]*bench/results/[^)]*\.json)\)", there)[1]
        self.compare(page, there, path)

    def compare(self, page, there, source):
        text = self.section(source)
        if there != text:
            sys.stdout.writelines(difflib.unified_diff(there.splitlines(True), text.splitlines(True), str(page), str(source)))
            sys.exit(f"{page}: not the figures of {source}; {self.name} --into puts them there")
        for name, drawing in self.drawings(source).items():
            if (page.parent / "figures" / name).read_text() != drawing:
                sys.exit(f"docs/figures/{name}: not the drawing of {source}; {self.name} --into makes it")

    def put(self, page, source):
        before, _, after = self.parts(page)
        page.write_text(before + self.begin + self.section(source) + self.end + after)
        for name, drawing in self.drawings(source).items():
            (page.parent / "figures" / name).write_text(drawing)

    def main(self, description):
        parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
        parser.add_argument("results", type=pathlib.Path, nargs="?")
        parser.add_argument("--into", type=pathlib.Path, metavar="PAGE")
        parser.add_argument("--check", type=pathlib.Path, metavar="PAGE")
        arguments = parser.parse_args()
        if bool(arguments.results) == bool(arguments.check):
            parser.error("either results, or --check and a page")
        if arguments.check:
            self.check(arguments.check)
        elif arguments.into:
            self.put(arguments.into, arguments.results)
        else:
            sys.stdout.write(self.section(arguments.results))
