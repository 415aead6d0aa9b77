#!/usr/bin/env python3
"""The six figures of the README, from the results that docs/speed.md quotes.

readme.py                     prints them as Markdown
readme.py --into README.md    puts them between the marks there
readme.py --check README.md   says whether they are those of the results; ends with 1 if not

Promises: every figure is that of one row of the results; a run is named by the table that links it.
"""
import argparse
import difflib
import json
import pathlib
import re
import sys

from marked import Marked, quantity, rate

ROOT = pathlib.Path(__file__).resolve().parents[2]
SPEED = ROOT / "docs/speed.md"

# A computation, its mapping, the section of docs/speed.md, and the row of the results.
FIGURES = [
    ("product modulo 2^255-19, in registers", "thread", "one-thread-per-number", "thread",
     {"suite": "headline", "operation": "mul", "modulus": "2^255-19", "algorithm": "special", "place": "registers"}),
    ("product modulo a prime of 254 bits, from memory", "thread", "one-thread-per-number", "thread",
     {"suite": "headline", "operation": "mul", "modulus": "@bn254.p", "algorithm": "montgomery", "place": "memory"}),
    ("modular power of 2,048 bits, own modulus and exponent", "tensor", "tensor-cores", "tensor",
     {"operation": "pow", "bits": 2048, "mapping": "tensor", "modulus": "its own number"}),
    ("whole product of 32,768 bits", "tensor", "tensor-cores", "tensor",
     {"operation": "mul", "bits": 32768, "mapping": "tensor"}),
    ("one product of 16,777,216 bits at a time", "grid", "all-of-the-gpu", "grid",
     {"operation": "mul", "bits": 1 << 24, "layout": "one number"}),
    ("100,000 products of about 64 words, in a pool", "pool", "pools", "pool",
     {"operation": "mul", "mean_words": 64, "deviation_words": 16, "results": 100000, "mapping": "auto"}),
]


def quoted(script):
    """The results that docs/speed.md links in the part which this script makes."""
    part = Marked(script, None).parts(SPEED)[1]
    link = re.search(r"\]\(([^)]*bench/results/[^)]*\.json)\)", part)
    return json.loads((SPEED.parent / link[1]).read_text())


def only(rows, **wanted):
    found = [row for row in rows if all(row.get(key) == value for key, value in wanted.items()) and "error" not in row]
    if len(found) != 1:
        sys.exit(f"{len(found)} rows with {wanted}")
    return found[0]


def section(_=None):
    lines, devices, days = [], set(), set()
    for name, mapping, anchor, script, wanted in FIGURES:
        results = quoted(script + ".py")
        row = only(results["rows"], **wanted)
        cores = row.get("gmp_cores", results["machine"]["host"]["cores"])
        times = f"{quantity(row['times_gmp'])} × on {cores} core{'s' if cores > 1 else ''}"
        lines.append(f"| [{name}](docs/speed.md#{anchor}) | `{mapping}` | {rate(row)} | {times} |\n")
        devices.add(results["machine"]["device"]["name"])
        days.add(results["date"][:10])
    head = "| computation | mapping | results | against GMP |\n| --- | --- | ---: | ---: |\n"
    return f"One {' or '.join(sorted(devices))}, {', '.join(sorted(days))}. All results of batches were compared with GMP's.\n\n{head}{''.join(lines)}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--into", type=pathlib.Path, metavar="README.md")
    parser.add_argument("--check", type=pathlib.Path, metavar="README.md")
    arguments = parser.parse_args()
    text, page = section(), arguments.into or arguments.check
    if not page:
        sys.stdout.write(text)
        return
    marked = Marked(__file__, section)
    before, there, after = marked.parts(page)
    if arguments.into:
        page.write_text(before + marked.begin + text + marked.end + after)
    elif there != text:
        sys.stdout.writelines(difflib.unified_diff(there.splitlines(True), text.splitlines(True), str(page), str(SPEED)))
        sys.exit(f"{page}: not the figures of the results; {marked.name} --into puts them there")


if __name__ == "__main__":
    main()
