#!/usr/bin/env python3
"""Two checkers agree on routines: `limbsmith check-proof` and check.py, on derivations that limbsmith writes and on
changed ones. A change is that of check_agreement.py, in any line of the routine. The functions that it calls stay."""
import argparse
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import check
import routine
from check_agreement import changed
from examples import content

# And every how many changes are tried of it: a large derivation takes long.
SUBJECTS = [(3, ("--modulus", "2^31-1", "--reduction", "special", "--ops", "sqr_n,from_bytes,to_bytes")),
            (3, ("--modulus", "7", "--reduction", "barrett", "--ops", "legendre,pow")),
            (3, ("--modulus", "7", "--reduction", "montgomery", "--ops", "legendre")),
            (12, ("--modulus", "31", "--reduction", "montgomery", "--inverse", "fermat", "--ops", "inv,batch_inv")),
            (3, ("--modulus", "runtime", "--bits", "32", "--ops", "sqr_n")),
            (120, ("--bits", "32", "--ops", "gcd")),
            (12, ("--bits", "128", "--map", "tpi:4", "--ops", "add,eq,lt")),
            (30, ("--bits", "64", "--map", "tpi:2", "--ops", "mul,mul_lo,mul_hi")),
            (60, ("--modulus", "15", "--reduction", "barrett", "--ops", "inv")),
            (120, ("--modulus", "12", "--ops", "inv"))]
BATCH = 100


def derivations(text):
    """Lists of lines, one for each derivation."""
    found = []
    for line in map(json.loads, text.splitlines()):
        if "derivation" in line:
            found.append([])
        found[-1].append(line)
    return found


def by_python(text, callees):
    try:
        [lines] = check.read_all(text)
        checker = routine.Routine(lines, callees)
        checker.check()
    except check.Refused as refusal:
        return 4, f"{checker.place}: {refusal}"
    except check.Unreadable as error:
        return 2, str(error)
    return 0, ""


def by_limbsmith(limbsmith, file, before, texts):
    """The exit codes for texts of one routine each. Those that it cannot read are asked one by one."""
    file.write_text(before + "".join(texts), encoding="utf-8")
    done = subprocess.run([limbsmith, "check-proof", file], capture_output=True, text=True, check=False)
    if len(texts) == 1:
        return [(done.returncode, done.stderr)]
    if done.returncode not in (0, 4):
        half = len(texts) // 2
        return (by_limbsmith(limbsmith, file, before, texts[:half]) + by_limbsmith(limbsmith, file, before, texts[half:]))
    holds = set(re.findall(r"^(\d+): holds", done.stdout, re.MULTILINE))
    names = [json.loads(text.split("\n", 1)[0])["routine"] for text in texts]
    return [(0 if name in holds else 4, done.stderr) for name in names]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--limbsmith", required=True)
    parser.add_argument("--changes", type=int, default=int(os.environ.get("LIMBSMITH_CHANGES", 300)))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", action="store_true", help="print the changed claims that hold")
    arguments = parser.parse_args()
    rng, counts = random.Random(arguments.seed), {0: 0, 2: 0, 4: 0}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "proof.jsonl"
        for every, subject in SUBJECTS:
            subprocess.run([arguments.limbsmith, "verify", *subject, "--derivation", file], check=True)
            written = derivations(file.read_text(encoding="utf-8"))
            routines = [lines for lines in written if "routine" in lines[0]]
            before = "".join(map(content, written))
            callees = {lines["derivation"][0].get("name", lines["derivation"][0].get("routine")): routine.Interface(lines)
                       for lines in check.read_all(before)}
            changes = arguments.changes // every
            for first in range(0, changes, BATCH):
                batch = []
                for number in range(first, min(first + BATCH, changes)):
                    original = rng.choice(routines)
                    lines = original if number < len(routines) else changed(rng, original, rng.choice(routines))
                    if not lines or "routine" not in lines[0]:
                        continue
                    lines = [{**lines[0], "routine": str(number)}, *lines[1:]]
                    batch.append((number, original, lines, by_python(content(lines), callees)))
                for readable in (True, False):
                    part = [item for item in batch if (item[3][0] != 2) == readable]
                    texts = [content(item[2]) for item in part]
                    verdicts = by_limbsmith(arguments.limbsmith, file, before, texts) if texts and readable else [
                        by_limbsmith(arguments.limbsmith, file, before, [text])[0] for text in texts]
                    for (number, original, lines, (theirs, why)), (ours, said) in zip(part, verdicts):
                        if (ours == 0) != (theirs == 0) or ours not in counts or (number < len(routines) and ours != 0):
                            Path("disagreement.jsonl").write_text(before + content(lines), encoding="utf-8")
                            sys.exit(f"FAILED: check-proof ends with {ours}: {said}\ncheck.py with {theirs}: {why}\n"
                                     "see disagreement.jsonl")
                        counts[ours] += 1
                        for was, now in zip(original[1:], lines[1:]):
                            if arguments.show and ours == 0 and was != now and "leg" not in was:
                                print(f"{json.dumps(was)}\n  {json.dumps(now)}")
    print(f"both checkers agree on {sum(counts.values())} routines: {counts[0]} hold, {counts[4]} are refused, "
          f"{counts[2]} cannot be read")


if __name__ == "__main__":
    sys.set_int_max_str_digits(0)
    sys.setrecursionlimit(10000)
    main()
