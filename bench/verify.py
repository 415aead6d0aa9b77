#!/usr/bin/env python3
"""Runs `limbsmith verify` over many widths and every named modulus, without the cache of proofs: how long the proofs
take, how many functions are proved, and which are not. Writes bench/results/verify.json and prints a table; ends with
exit code 4 if something is not proved, or wrong."""

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path

root = Path(__file__).resolve().parent.parent
WIDTHS = [*range(1, 161), 191, 239, 256, 384, 512, 521, 1024]
DONE, REFUTED = 0, 4


def limbsmith(binary, *arguments):
    """The JSON of a command that did its work."""
    environment = {**os.environ, "LIMBSMITH_PROOF_CACHE": "off"}
    made = subprocess.run([binary, *arguments, "--json"], capture_output=True, text=True, env=environment)
    if made.returncode not in (DONE, REFUTED) or not made.stdout:
        sys.exit(f"{' '.join(map(str, made.args))}: {made.stderr.strip() or made.returncode}")
    return json.loads(made.stdout)


def figures(binary, subject, cases):
    """One row of the results."""
    start = time.monotonic()
    report = limbsmith(binary, "verify", *subject, "--cases", str(cases))
    totals = report["totals"]
    return {
        "subject": " ".join(subject),
        "bits": report["bits"],
        "seconds": round(time.monotonic() - start, 3),
        "proof_seconds": round(totals["proof_seconds"], 3),
        "slowest": max(report["functions"], key=lambda f: f["proof_seconds"])["name"],
        "functions": totals["functions"],
        "proved": totals["proved"],
        "bad": [
            {"name": f["name"], "verdict": f["verdict"], "reason": f["reason"]}
            for f in report["functions"]
            if f["verdict"] != "proved"
        ],
    }


def line(row):
    bad = ", ".join(f"{f['name']} {f['verdict']}" for f in row["bad"])
    return (
        f"{row['subject']:<34} {row['bits']:>5} {row['seconds']:>9.2f} {row['proof_seconds']:>9.2f} "
        f"{row['proved']:>4}/{row['functions']:<4} {row['slowest']:<18} {bad}"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--limbsmith", type=Path, default=root / "build/limbsmith")
    parser.add_argument("--cases", type=int, default=100, help="inputs to test each function on (default: 100)")
    parser.add_argument("-o", "--output", type=Path, default=root / "bench/results/verify.json")
    arguments = parser.parse_args()

    moduli = [f"@{modulus['name']}" for modulus in limbsmith(arguments.limbsmith, "list")["moduli"]]
    subjects = [["--bits", str(bits)] for bits in WIDTHS] + [["--modulus", modulus] for modulus in moduli]
    print(f"{'':<34} {'bits':>5} {'seconds':>9} {'proofs':>9} {'proved':>9} slowest")
    rows = []
    for subject in subjects:
        rows.append(figures(arguments.limbsmith, subject, arguments.cases))
        print(line(rows[-1]), flush=True)

    bad = sum(len(row["bad"]) for row in rows)
    totals = {key: sum(row[key] for row in rows) for key in ("functions", "proved", "seconds", "proof_seconds")}
    print(
        f"{totals['functions']} functions, {totals['proved']} proved, {bad} not; {totals['seconds']:.0f} s, "
        f"of which the provers of all cores {totals['proof_seconds']:.0f} s"
    )
    arguments.output.parent.mkdir(parents=True, exist_ok=True)
    arguments.output.write_text(json.dumps({"cores": os.cpu_count(), "totals": totals, "rows": rows}, indent=2) + "\n")
    sys.exit(REFUTED if bad else DONE)


if __name__ == "__main__":
    main()
