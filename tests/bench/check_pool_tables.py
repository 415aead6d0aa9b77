#!/usr/bin/env python3
"""bench/tables/pool.py prints the figures of results, puts them into a page and finds changed ones."""
import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path


def row(operation, mean, count, mapping, seconds, spread=0.25, **more):
    return {"suite": "pool", "operation": operation, "place": "memory", "mapping": mapping, "mean_words": float(mean),
            "deviation_words": spread * mean, "results": float(count), "results_per_second": count / seconds,
            "gmp_per_second": 2e6, "times_gmp": count / seconds / 2e6, "times_gmp_with_transfers": 0.5, **more}


def results():
    rows = []
    for mean in [1, 2, 64]:
        for name in ["add", "mul"]:
            rows.append(row(name, mean, 256, "auto", 1e-3))
            for k, mapping in enumerate(["CTT", "tpi:8", "CTW", "auto"] + (["tpi:4"] if name == "mul" else [])):
                rows.append(row(name, mean, 100000, mapping, 1e-3 * (k + 1)))
            rows.append(row(name, mean, 100000, "auto", 5e-4, 0))
        for count in [256, 2048]:
            rows.append(row("rational add", mean, count, "auto", 1e-4))
    for mapping in ["CTT", "auto"]:
        rows.append(row("mix of all lengths", 82, 8192, mapping, 1e-3, 1.5))
    rows.append({"suite": "pool", "operation": "mul", "mean_words": 512.0, "deviation_words": 128.0, "results": 1e6,
                 "place": "memory", "mapping": "auto", "error": "out of memory"})
    crossovers = [{"operation": "add", "mean_words": 64.0, "deviation_words": 16.0, "count": 100000, "words": 6400000,
                   "count_with_transfers": None, "words_with_transfers": None}]
    return {"machine": {"device": {"name": "GPU"}, "host": {"cores": 16}}, "rows": rows, "crossovers": crossovers}


LINES = [
    "| `add` of | 256 computations | 1,024 computations | 8,192 computations | 100,000 computations | 1,000,000 computations |",
    "| 1 word | 256 k/s, 0.128 ×, 0.5 × |  |  | 25 M/s, 12.5 ×, 0.5 × |  |",
    "| computations | 1 word | 2 words | 64 words |", "| `add` |  |  | 100,000 |", "| `add`, with transfers |  |  | never |",
    "| `add` of | CTT | tpi:4 | tpi:8 | CTW | auto | auto, σ = 0 | GMP |",
    "| 64 words | 100 M/s |  | 50 M/s | 33.3 M/s | 25 M/s | 200 M/s | 2 M/s |",
    "| 64 words | 100 M/s | 20 M/s | 50 M/s | 33.3 M/s | 25 M/s | 200 M/s | 2 M/s |",
    "| mix of all lengths, 8,192 | 8.19 M/s |  |  |  | 8.19 M/s | 2 M/s |",
    "| 1 word | 1.28 ×, 0.5 × |  |  | 10.2 ×, 0.5 × |  |  |  |  |",
]


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
        for line in LINES:
            if line + "\n" not in text:
                sys.exit(f"FAILED: not there: {line}\n{text}")
        mark = "<!-- bench/tables/pool.py: {} -->\n"
        page.write_text("before\n" + mark.format("begin") + mark.format("end") + "after\n")
        run(path, "--into", page)
        if not page.read_text().startswith("before\n") or text not in page.read_text():
            sys.exit("FAILED: not put between the marks")
        run("--check", page)
        page.write_text(page.read_text().replace("12.5 ×", "12.6 ×"))
        run("--check", page, code=1)


main()
