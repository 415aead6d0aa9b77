#!/usr/bin/env python3
"""Runs `limbsmith verify` over many widths and every named modulus, or over random moduli, twice with an empty cache of
proofs: what search, check and size of the derivations cost, how many functions are proved, and which are not. Prints a
table and writes it as JSON, by default to bench/results/verify.json, or verify-random.json; ends with exit code 4 if
something is not proved, or wrong.

With --forms `limbsmith generate` alone runs, over moduli with a form from 2 to 1024 bits, and over random ones: that it
refuses none, and how long it takes at most. Nothing is written."""

import argparse
import itertools
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

root = Path(__file__).resolve().parent.parent
WIDTHS = [*range(1, 161), 191, 239, 256, 384, 512, 521, 1024]
DONE, REFUTED = 0, 4


def limbsmith(binary, *arguments, cache="off"):
    """The JSON output of a command, which must succeed."""
    environment = {**os.environ, "LIMBSMITH_PROOF_CACHE": cache}
    made = subprocess.run([binary, *arguments, "--json"], capture_output=True, text=True, env=environment)
    if made.returncode not in (DONE, REFUTED) or not made.stdout:
        sys.exit(f"{' '.join(map(str, made.args))}: {made.stderr.strip() or made.returncode}")
    return json.loads(made.stdout)


def is_prime(n):
    """By Miller and Rabin, to twelve bases: enough for a random number."""
    small = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)
    if n < 2 or any(n % p == 0 for p in small):
        return n in small
    twos = ((n - 1) & -(n - 1)).bit_length() - 1

    def passes(base):
        x = pow(base, (n - 1) >> twos, n)
        return x == 1 or any(pow(x, 2**i, n) == n - 1 for i in range(twos))

    return all(map(passes, small))


def random_moduli(count, seed):
    """Moduli of 2 to 1024 bits: odd, even, prime, composite, sums of two to five powers of two, 2^k ± c, in turns.

    Half of the words of the first two are 0, 1, 2^32 - 1 or another power of two.
    """
    draw = random.Random(seed)

    def structured(bits):
        words = [
            draw.choice([0, 1, 2**32 - 1, 1 << draw.randrange(32)] + [draw.getrandbits(32)] * 4)
            for _ in range((bits + 31) // 32)
        ]
        return sum(word << 32 * i for i, word in enumerate(words)) % 2 ** (bits - 1) | 1 << (bits - 1)

    def prime(bits):
        return next(n for n in iter(lambda: draw.getrandbits(bits) | 1 << (bits - 1) | 1, None) if is_prime(n))

    def powers(bits):
        middle = sorted(draw.sample(range(bits - 1), min(draw.randint(1, 4), bits - 1)), reverse=True)
        return f"2^{bits - 1}+2^{middle[0]}" + "".join(f"{draw.choice('+-')}2^{exponent}" for exponent in middle[1:])

    kinds = [
        lambda bits: structured(bits) | 1,
        lambda bits: max(structured(bits) & ~1, 2),
        prime,
        lambda bits: prime(max(bits // 2, 2)) * prime(max(bits - bits // 2, 2)),
        powers,
        lambda bits: f"2^{bits - 1}+{draw.randint(0, min(2**32, 2 ** (bits - 1)) - 1)}",
        lambda bits: f"2^{bits - 1}-{draw.randint(0, min(2**32, 2 ** (bits - 2)) - 1)}",
    ]
    widths = [(2, 64), (2, 256), (3, 1024)]
    return [str(kinds[k % len(kinds)](max(draw.randint(*draw.choice(widths)), 3))) for k in range(count)]


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
    """One row of the results. The second run checks the proofs that the first one kept."""
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as cache:
        report = limbsmith(binary, "verify", *subject, "--cases", str(cases), cache=cache)
        seconds = time.monotonic() - start
        again = limbsmith(binary, "verify", *subject, "--cases", "1", cache=cache)
        size = sum(path.stat().st_size for path in Path(cache).rglob("*.jsonl"))
    totals, functions = report["totals"], report["functions"]
    slowest = max(functions, key=lambda f: f["proof_seconds"])
    return {
        "subject": " ".join(subject),
        "bits": report["bits"],
        "reduction": report.get("reduction", ""),
        "seconds": round(seconds, 3),
        "proof_seconds": round(totals["proof_seconds"], 3),
        "check_seconds": round(sum(f["check_seconds"] for f in again["functions"]), 3),
        "steps": sum(f["steps"] for f in functions),
        "megabytes": round(size / 1e6, 2),
        "slowest": slowest["name"],
        "slowest_seconds": round(slowest["proof_seconds"], 3),
        "functions": totals["functions"],
        "proved": totals["proved"],
        "bad": [
            {"name": f["name"], "verdict": f["verdict"], "reason": f["reason"]}
            for f in functions
            if f["verdict"] != "proved"
        ],
    }


def line(row):
    subject = row["subject"]
    if len(subject) > 40:
        subject = f"{subject[:24]}...{subject[-13:]}"
    bad = ", ".join(f"{f['name']} {f['verdict']}" for f in row["bad"])
    return (
        f"{subject:<40} {row['bits']:>5} {row['reduction']:<10} {row['seconds']:>8.2f} {row['proof_seconds']:>8.2f} "
        f"{row['check_seconds']:>7.2f} {row['steps']:>7} {row['megabytes']:>6.1f} {row['proved']:>3} of "
        f"{row['functions']:<3} {row['slowest_seconds']:>6.2f} {row['slowest']}"
        + (f"; {bad}" if bad else "")
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--limbsmith", type=Path, default=root / "build/limbsmith")
    parser.add_argument("--cases", type=int, default=100, help="inputs to test each function on (default: 100)")
    parser.add_argument("--of", nargs="+", metavar="SUBJECT", help="these widths and moduli alone")
    parser.add_argument("--random", type=int, metavar="COUNT", help="random moduli in place of widths and named moduli")
    parser.add_argument("--forms", type=int, metavar="COUNT", help="generate for moduli with a form, instead")
    parser.add_argument("--seed", type=int, default=1, help="of the random moduli (default: 1)")
    parser.add_argument("--jobs", type=int, default=1, help="subjects at a time (default: 1; more disturb the times)")
    parser.add_argument("-o", "--output", type=Path, help="file for the results")
    arguments = parser.parse_args()
    if arguments.forms:
        sys.exit(check_forms(arguments.limbsmith, arguments.forms, arguments.seed))

    if arguments.of:
        widths = [subject for subject in arguments.of if subject.isdecimal() and int(subject) <= 1024]
        moduli = [subject for subject in arguments.of if subject not in widths]
    elif arguments.random:
        widths, moduli = [], random_moduli(arguments.random, arguments.seed)
    else:
        widths = WIDTHS
        moduli = [f"@{modulus['name']}" for modulus in limbsmith(arguments.limbsmith, "list")["moduli"]]
    output = arguments.output or root / "bench/results" / ("verify-random.json" if arguments.random else "verify.json")
    subjects = [["--bits", str(bits)] for bits in widths] + [["--modulus", modulus] for modulus in moduli]
    print(
        f"{'':<40} {'bits':>5} {'reduction':<10} {'seconds':>8} {'search':>8} {'check':>7} {'steps':>7} {'MB':>6} "
        f"{'proved':<10} {'slowest'}"
    )
    rows = []
    with ThreadPoolExecutor(arguments.jobs) as pool:
        for row in pool.map(lambda subject: figures(arguments.limbsmith, subject, arguments.cases), subjects):
            rows.append(row)
            print(line(row), flush=True)

    bad = sum(len(row["bad"]) for row in rows)
    sums = "functions", "proved", "seconds", "proof_seconds", "check_seconds", "steps", "megabytes"
    totals = {key: round(sum(row[key] for row in rows), 2) for key in sums}
    print(
        f"{sum(not row['bad'] for row in rows)} of {len(rows)} whole; {totals['functions']} functions, "
        f"{totals['proved']} proved, {bad} not; {totals['seconds']:.0f} s, "
        f"of which the search on all cores {totals['proof_seconds']:.0f} s; check {totals['check_seconds']:.0f} s"
    )
    if arguments.of and not arguments.output:
        sys.exit(REFUTED if bad else DONE)
    output.parent.mkdir(parents=True, exist_ok=True)
    output.write_text(json.dumps({"cores": os.cpu_count(), "totals": totals, "rows": rows}, indent=2) + "\n")
    sys.exit(REFUTED if bad else DONE)


if __name__ == "__main__":
    main()
