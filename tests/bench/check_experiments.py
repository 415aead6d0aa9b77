#!/usr/bin/env python3
"""The commands of docs/experiments.md work: every schedule has rows, the first row of each suite is measured on the host, files go
through run and check."""
import argparse
import json
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path


def commands(page):
    """The commands of the page: those of bench in tables and in the text, and indented lines."""
    return re.findall(r"`(limbsmith bench [^`…]+)`", page) + re.findall(r"^    (limbsmith .+)$", page, re.M)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--limbsmith", required=True)
    parser.add_argument("page")
    options = parser.parse_args()
    program = Path(options.limbsmith).resolve()

    def run(command, folder, *more):
        made = subprocess.run([program, *shlex.split(command)[1:], *more], cwd=folder, capture_output=True, text=True)
        if made.returncode != 0:
            sys.exit(f"FAILED: {command} {' '.join(more)}: {made.returncode}\n{made.stderr}")
        return made.stdout

    found = commands(Path(options.page).read_text(encoding="utf-8"))
    suites = {}
    with tempfile.TemporaryDirectory() as folder:
        for command in found:
            if not command.startswith("limbsmith bench"):
                run(command, folder)
                continue
            schedule = json.loads(run(command, folder, "--dry-run", "--json"))
            if not schedule["rows"]:
                sys.exit(f"FAILED: {command} has no rows")
            suites.setdefault(schedule["rows"][0]["suite"], schedule["rows"][0])
        for suite, row in suites.items():
            command = f"limbsmith bench --suite {suite} --ops '{row['operation']}' --bits {row['bits']}"
            if "mean_words" in row:
                command += f" --count {row['results']:.0f} --sigma {row['deviation_words']:g}"
            results = json.loads(run(command, folder, "--device", "cpu", "--min-time", "0.0001", "--json"))
            if not results["rows"] or not results["note"].startswith("no CUDA device"):
                sys.exit(f"FAILED: {command} on the host: {results}")
    for suite in ["launch", "layout", "pool", "rationals", "block", "products"]:
        if suite not in suites:
            sys.exit(f"FAILED: the page has no command of the suite {suite}")
    print(f"{len(found)} commands")


main()
