#!/usr/bin/env python3
"""Runs `limbsmith verify` over many widths and every named modulus, or over random moduli, without the cache of proofs:
how long the proofs take, how many functions are proved, and which are not. Prints a table and writes it as JSON, by
default to bench/results/verify.json, or verify-random.json; ends with exit code 4 if something is not proved, or wrong.

With --forms `limbsmith generate` alone runs, over moduli with a form from 2 to 1024 bits, and over random ones: that it
refuses none, and how long it takes at most. Nothing is written."""

import argparse
import itertools
import json
import os
import random
import subprocess
import sys
import time
from pathlib import Path

root = Path(__file__).resolve().parent.parent
WIDTHS = [*range(1, 161), 191, 239, 256, 384, 512, 521, 1024]
DONE, REFUTED = 0, 4


def limbsmith(binary, *arguments):
    """The JSON output of a command, which must succeed."""
    environment = {**os.environ, "LIMBSMITH_PROOF_CACHE": "off"}
    made = subprocess.run([binary, *arguments, "--json"], capture_output=True, text=True, env=environment)
    if made.returncode not in (DONE, REFUTED) or not made.stdout:
        sys.exit(f"{' '.join(map(str, made.args))}: {made.stderr.strip() or made.returncode}")
    return json.loads(made.stdout)


def random_moduli(count, seed):
    """Moduli of 33 to 521 bits: odd, 2^k ± c, sums of three and of four powers of two, even, in turns."""
    draw = random.Random(seed)

    def sign():
        return draw.choice("+-")

    def one(kind):
        bits = draw.randint(33, 521)
        top = 1 << (bits - 1)
        if kind == "odd":
            return str(draw.getrandbits(bits) | top | 1)
        if kind == "even":
            return str((draw.getrandbits(bits) | top) & ~1)
        if kind == "near":
            return f"2^{bits}{sign()}{draw.randint(1, 1 << draw.randint(1, min(32, bits // 2)))}"
        middle = sorted(draw.sample(range(1, bits), 1 if kind == "three" else 2), reverse=True)
        return f"2^{bits}" + "".join(f"{sign()}2^{exponent}" for exponent in middle) + f"{sign()}1"

    kinds = "odd", "near", "three", "four", "even"
    return [one(kinds[k % len(kinds)]) for k in range(count)]


def moduli_with_forms(count, seed):
    """2^k - 2, - 4, ± 1, ± c and k alone, sums of three and four powers of two, odd and even random ones, in turns."""
    draw = random.Random(seed)

    def powers(k, terms):
        middle = sorted(draw.sample(range(1, k), min(terms, k - 1)), reverse=True)
        return f"2^{k}" + "".join(f"{draw.choice('+-')}2^{m}" for m in middle) + draw.choice(["", "+1", "-1"])

    forms = [
        lambda k: f"2^{k}-2",
        lambda k: f"2^{k}-4",
        lambda k: f"2^{k}-1",
        lambda k: f"2^{k}+1",
        lambda k: f"2^{k}",
        lambda k: f"2^{k}-{draw.randint(1, 1 << min(k - 1, 12))}",
        lambda k: f"2^{k}+{draw.randint(1, 1 << min(k - 1, 31))}",
        lambda k: powers(k, 1),
        lambda k: powers(k, 2),
        lambda k: powers(k, 3),
        lambda k: str(draw.getrandbits(k) | 1 << (k - 1) | 1),
        lambda k: str((draw.getrandbits(k) | 1 << (k - 1)) & ~1),
    ]
    # half of them of one or two limbs
    drawn = (forms[i % len(forms)](draw.randint(3, draw.choice((64, 1023)))) for i in itertools.count())
    return list(itertools.islice((m for m in drawn if eval(m.replace("^", "**")) > 1), count))


def check_forms(binary, count, seed):
    """Checks that none is refused; returns the exit code."""
    environment = {**os.environ, "LIMBSMITH_PROOF_CACHE": "off"}
    rows = []
    for modulus in moduli_with_forms(count, seed):
        start = time.monotonic()
        made = subprocess.run(
            [binary, "generate", "--modulus", modulus], capture_output=True, text=True, env=environment
        )
        rows.append((time.monotonic() - start, modulus, made.returncode))
        if made.returncode != DONE:
            print(f"{modulus}: {made.stderr.strip()}", flush=True)
    refused = sum(code != DONE for _, _, code in rows)
    print(f"{len(rows)} moduli, {refused} refused; {sum(row[0] for row in rows):.0f} s, the slowest of them:")
    for seconds, modulus, _ in sorted(rows, reverse=True)[:10]:
        print(f"{seconds:>8.2f} s  {modulus}")
    return REFUTED if refused else DONE


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
    parser.add_argument("--random", type=int, metavar="COUNT", help="random moduli in place of widths and named moduli")
    parser.add_argument("--forms", type=int, metavar="COUNT", help="generate for moduli with a form, instead")
    parser.add_argument("--seed", type=int, default=1, help="of the random moduli (default: 1)")
    parser.add_argument("-o", "--output", type=Path, help="file for the results")
    arguments = parser.parse_args()
    if arguments.forms:
        sys.exit(check_forms(arguments.limbsmith, arguments.forms, arguments.seed))

    if arguments.random:
        widths, moduli = [], random_moduli(arguments.random, arguments.seed)
    else:
        widths = WIDTHS
        moduli = [f"@{modulus['name']}" for modulus in limbsmith(arguments.limbsmith, "list")["moduli"]]
    output = arguments.output or root / "bench/results" / ("verify-random.json" if arguments.random else "verify.json")
    subjects = [["--bits", str(bits)] for bits in widths] + [["--modulus", modulus] for modulus in moduli]
    print(f"{'':<34} {'bits':>5} {'seconds':>9} {'proofs':>9} {'proved':>9} slowest")
    rows = []
    for subject in subjects:
        rows.append(figures(arguments.limbsmith, subject, arguments.cases))
        print(line(rows[-1]), flush=True)

    bad = sum(len(row["bad"]) for row in rows)
    totals = {key: sum(row[key] for row in rows) for key in ("functions", "proved", "seconds", "proof_seconds")}
    print(
        f"{sum(not row['bad'] for row in rows)} of {len(rows)} whole; {totals['functions']} functions, "
        f"{totals['proved']} proved, {bad} not; {totals['seconds']:.0f} s, "
        f"of which the provers of all cores {totals['proof_seconds']:.0f} s"
    )
    output.parent.mkdir(parents=True, exist_ok=True)
    output.write_text(json.dumps({"cores": os.cpu_count(), "totals": totals, "rows": rows}, indent=2) + "\n")
    sys.exit(REFUTED if bad else DONE)


if __name__ == "__main__":
    main()
