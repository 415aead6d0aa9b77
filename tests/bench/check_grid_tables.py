#!/usr/bin/env python3
"""bench/tables/grid.py prints the figures of results, puts them into a page and finds changed ones."""
import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path


def row(operation, bits, layout, results, seconds, times_gmp, **more):
    return {"suite": "grid", "operation": operation, "bits": bits, "place": "memory", "layout": layout,
            "results": results, "seconds": seconds, "results_per_second": results / seconds, "times_gmp": times_gmp, **more}


def results():
    rows = []
    for name in ["mul", "sqr", "divrem", "sqrt", "add"]:
        rows.append(row(name, 1 << 20, "one number", 1, 30e-6, 150))
        rows.append(row(name, 1 << 20, "number-major", 1024, 5e-3, 80, of_limit=0.91))
    rows.append(row("mul", 1 << 25, "one number", 1, 1.25e-3, 200))
    rows.append({"suite": "grid", "operation": "sqr", "bits": 1 << 25, "place": "memory", "error": "out of memory"})
    return {"machine": {"device": {"name": "GPU"}, "host": {"cores": 16}}, "rooflines": {"memory_bytes_per_second": 3e12},
            "rows": rows}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("script")
    script = parser.parse_args().script

    def run(*arguments, code=0):
        made = subprocess.run([sys.executable, "-B", script, *map(str, arguments)], capture_output=True, text=True)
        if made.returncode != code:
            sys.exit(f"FAILED: {arguments}: {made.returncode}, {made.stdout} {made.stderr}")
        return made.stdout

    with tempfile.TemporaryDirectory() as folder:
        path, page = Path(folder, "bench/results/run.json"), Path(folder, "docs/speed.md")
        path.parent.mkdir(parents=True)
        page.parent.mkdir()
        path.write_text(json.dumps(results()))
        text = run(path)
        for line in ["| 2²⁰ bits | 30 µs | 150 × | 30 µs | 30 µs | 150 × | 30 µs | 150 × | 30 µs |",
                     "| 2²⁵ bits | 1.25 ms | 200 × |  |  |  |  |  |  |",
                     "| 2²⁰ bits | 205 k/s | 80 × | 205 k/s | 205 k/s | 80 × | 205 k/s | 80 × | 205 k/s | 91 % |"]:
            if line not in text:
                sys.exit(f"FAILED: not there: {line}\n{text}")
        mark = "<!-- bench/tables/grid.py: {} -->\n"
        page.write_text("before\n" + mark.format("begin") + mark.format("end") + "after\n")
        run(path, "--into", page)
        if not page.read_text().startswith("before\n") or text not in page.read_text():
            sys.exit("FAILED: not put between the marks")
        run("--check", page)
        page.write_text(page.read_text().replace("30 µs", "29 µs"))
        run("--check", page, code=1)


main()
