#!/usr/bin/env python3
"""Two checkers agree: `limbsmith check-proof` and check.py, on derivations and on changed ones.

The derivations are some that limbsmith writes, some written by hand, and some that state all facts of random programs
and contracts. A change is a number, a word, a member, a step or a line; some steps come from another derivation. Either
both checkers accept a changed derivation, or both refuse it. Their reasons may differ: a file that one cannot read (2),
the other may not cover (4). If both accept one whose program or contract has changed, runs of the program on random
inputs and on edges decide whether its claims are false; then this fails.

LIMBSMITH_CHANGES=100000 in the environment, or --changes, sets the number of changes.
"""

import argparse
import copy
import functools
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import check
import form
import meaning
import random_programs
from examples import HAND_WRITTEN, content

SUBJECTS = [
    ("--bits", "33", "--ops", "add,mul,mul_hi,sqr"), ("--bits", "40", "--ops", "sub,neg,cneg,mul_lo,not_,and_,or_,xor_"),
    ("--bits", "64", "--ops", "lt,select,cswap,min"),
    ("--radix", "10", "--digits", "2"),
    ("--modulus", "2^31-1", "--reduction", "montgomery", "--ops", "mul,sqr,add,sub,is_zero"),
    ("--modulus", "2^61-1", "--reduction", "montgomery", "--ops", "mul,sqr,add"),
    ("--modulus", "2^40-87", "--reduction", "barrett", "--ops", "mul,mul_small,neg"),
]
BATCH = 250
INPUTS = 200


def written_by(limbsmith, file):
    """The derivations of the subjects, each a list of lines."""
    for subject in SUBJECTS:
        subprocess.run([limbsmith, "verify", *subject, "--cases", "1", "--derivation", file], check=True,
                       stdout=subprocess.DEVNULL)
        lines = []
        for text in file.read_text(encoding="utf-8").splitlines():
            line = json.loads(text)
            if "derivation" in line and lines:
                yield lines
                lines = []
            lines.append(line)
        yield lines


def facts_of_random(rng):
    """A random program and contract that the rules cover, with all their facts."""
    while True:
        lines = random_programs.derivation(rng)
        place = next(i for i, line in enumerate(lines) if {"requires", "equal", "left"} & line.keys())
        lines.insert(place, {"requires": "c", "below": ["0"]})
        checker = check.Checker(check.read_all(content(lines))[0])
        try:
            checker.take_program()
            checker.take_contract()
        except check.Refused:
            continue
        return random_programs.stated(checker, lines)


# ---- Changes --------------------------------------------------------------------------------------------------------

def places_of(value):
    """Every container in a JSON value, with each of its keys."""
    for key in value if isinstance(value, dict) else range(len(value)):
        yield value, key
        if isinstance(value[key], (dict, list)):
            yield from places_of(value[key])


def other_number(rng, n):
    return rng.choice((n + 1, n - 1, n + 2, -n, 0, 2 * n, n // 2, rng.randrange(40)))


def changed_value(rng, value, like):
    """Another value of the same kind. like: a value in the same place of another line, or this one."""
    if isinstance(value, int):
        return max(0, other_number(rng, value))
    if isinstance(value, str) and re.fullmatch(r"-?\d+", value):
        return str(other_number(rng, int(value)))
    if isinstance(value, str) and re.fullmatch(r"[wfx]\d+", value):
        return rng.choice("wwxf") + str(max(0, other_number(rng, int(value[1:]))))
    return copy.deepcopy(like)


def changed_list(rng, items, i, strange):
    """One item of a list is dropped, doubled, moved or replaced by a strange one. Lines stay in order of kinds."""
    kind = rng.randrange(5)
    j = rng.choice([j for j in range(len(items)) if kind_of(items[j]) == kind_of(items[i])])
    if kind == 0:
        del items[i]
    elif kind == 1:
        items.insert(j, items[i])
    elif kind == 2:
        items[i], items[j] = items[j], items[i]
    elif kind == 3:
        items.insert(j, items.pop(i))
    else:
        items[i] = strange


def kind_of(line):
    return next(iter(line), None) if isinstance(line, dict) else None


def changed(rng, lines, other):
    """The lines with one change, now and then with more. other: the lines of another derivation."""
    lines = list(lines)
    for _ in range(rng.choice((1, 1, 1, 1, 2, 3))):
        if rng.random() < 0.01:     # the steps of the other derivation
            return [line for line in lines if not steps_of([line])] + steps_of(other)
        head = [i for i, line in enumerate(lines) if not steps_of([line])]
        i = rng.choice(head) if rng.random() < 0.25 else rng.randrange(len(lines))
        alike = [line for line in lines + other if kind_of(line) == kind_of(lines[i])]
        if rng.random() < 0.2:
            changed_list(rng, lines, i, rng.choice(alike))
            continue
        lines[i] = copy.deepcopy(lines[i])
        places = list(places_of(lines[i]))
        if not places:      # an earlier change has left nothing of it
            continue
        item, key = rng.choice(places)
        if isinstance(item, list) and rng.random() < 0.3:
            changed_list(rng, item, key, rng.choice(item))
        elif isinstance(item, dict) and rng.random() < 0.03:
            del item[key]
        else:
            like = [line for line in alike if line.get("step") == lines[i].get("step")] or alike
            found = [x[k] for x, k in places_of(rng.choice(like)) if (k == key or isinstance(item, list))
                     and isinstance(x[k], type(item[key])) and x[k] not in ("contract", "instruction", "quotient")]
            item[key] = changed_value(rng, item[key], rng.choice(found or [item[key]]))
    return lines


def steps_of(lines):
    return [line for line in lines if next(iter(line), "step") in ("step", "lemma", "leg")]


# ---- The verdicts ---------------------------------------------------------------------------------------------------

form.read_line = functools.lru_cache(maxsize=20000)(form.read_line)      # most lines are those of other derivations


def by_python(text):
    """The exit code of check.py for one derivation, and the reason."""
    try:
        derivations = check.read_all(text)
        for lines in derivations:
            checker = check.Checker(lines)
            checker.check()
    except check.Refused as refusal:
        return 4, f"{checker.place}: {refusal}"
    except check.Unreadable as error:
        return 2, str(error)
    return 0, ""


def by_limbsmith(limbsmith, file, texts):
    """The exit code of limbsmith for each text that holds one derivation, and the reasons."""
    def run(text):
        file.write_text(text, encoding="utf-8")
        return subprocess.run([limbsmith, "check-proof", file], capture_output=True, text=True, check=False)
    done = run("".join(texts))
    if done.returncode not in (0, 4) or len(texts) == 1:
        if len(texts) == 1:
            return [(done.returncode, done.stderr)]
        half = len(texts) // 2      # a text that it cannot read hides the others
        return by_limbsmith(limbsmith, file, texts[:half]) + by_limbsmith(limbsmith, file, texts[half:])
    holds = set(re.findall(r"^(\d+): holds", done.stdout, re.MULTILINE))
    refused = dict(re.findall(r"^(?:limbsmith: )?(\d+): (.*)", done.stderr, re.MULTILINE))
    verdicts = []
    for text in texts:
        name = json.loads(text.split("\n", 1)[0])["name"]
        assert (name in holds) != (name in refused), done.stderr
        verdicts.append((0, "") if name in holds else (4, refused[name]))
    return verdicts


def numbers_for(rng, line, program):
    """The words of one input: an edge or a random number, that its bounds of the precondition allow where they can."""
    count, digits, bits = len(line["words"]), line.get("digits"), program.bits
    if type(digits) is list:
        ends = (0, 1, digits[1], digits[1] - 1, rng.randint(0, digits[1]))
        return [rng.choice((-1, 1)) * rng.choice(ends) % 2 ** bits for _ in range(count)]
    limits = [2 ** (count * (digits or bits))]
    step = residue = 0
    for bound in program.requires:
        if bound["requires"] == line["input"]:
            step, residue = bound.get("step", step), bound.get("residue", residue)
            if isinstance(bound["below"], list) and len(bound["below"]) == 1:
                limits.append(int(bound["below"][0]))
    limit = max(1, min(limits))
    a = rng.choice((0, 1, 2, limit - 1, limit - 2, limit // 2, rng.randrange(limit), rng.randrange(limit),
                    rng.getrandbits(program.bits), 2 ** rng.randrange(limit.bit_length())))
    if step:
        a += residue - a % step
    if digits is not None and rng.random() < 0.5:
        a = -a
    return meaning.words_of(a, digits, count, bits)


def shown_false(lines, rng):
    """Inputs for which the program breaks its contract, or None; and how many inputs the precondition allows."""
    program = meaning.Program(lines)
    allowed = 0
    for _ in range(INPUTS):
        inputs = [numbers_for(rng, line, program) for line in program.inputs]
        if rng.random() < 0.2 and len(inputs) > 1 and len(inputs[0]) == len(inputs[1]):
            inputs[1] = inputs[0]
        try:
            broken = program.broken_by(inputs)
        except meaning.Unspecified:     # nothing is said of such an input
            continue
        allowed += broken is not None
        if broken:
            return inputs, allowed
    return None, allowed


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--limbsmith", required=True)
    parser.add_argument("--changes", type=int, default=int(os.environ.get("LIMBSMITH_CHANGES", 1500)))
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    counts = {0: 0, 2: 0, 4: 0}
    other_claims = by_runs = 0
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "proof.jsonl"

        def failed(text, reason):
            Path("disagreement.jsonl").write_text(text, encoding="utf-8")
            sys.exit(f"FAILED: {reason}\nsee disagreement.jsonl")

        subjects = list(written_by(arguments.limbsmith, file)) + [derivation() for derivation in HAND_WRITTEN]
        subjects += [facts_of_random(rng) for _ in range(max(100, arguments.changes // 50))]
        weights = [1 / (2000 + len(content(lines))) for lines in subjects]     # short ones are changed more often
        done = 0
        while done < len(subjects) + arguments.changes:
            batch = []
            while len(batch) < BATCH and done < len(subjects) + arguments.changes:
                original = lines = subjects[done] if done < len(subjects) else rng.choices(subjects, weights)[0]
                if done >= len(subjects):
                    lines = changed(rng, original, rng.choice(subjects))
                if lines and "derivation" in lines[0]:
                    lines = [{**lines[0], "name": str(done)}, *lines[1:]]
                batch.append((done, original, lines, content(lines), by_python(content(lines))))
                done += 1
            for readable in (True, False):      # those that check.py cannot read, one by one
                part = [item for item in batch if (item[4][0] != 2) == readable]
                texts = [item[3] for item in part]
                verdicts = (by_limbsmith(arguments.limbsmith, file, texts) if readable and texts else
                            [by_limbsmith(arguments.limbsmith, file, [text])[0] for text in texts])
                for (number, original, lines, text, (theirs, also_said)), (ours, said) in zip(part, verdicts):
                    if (ours == 0) != (theirs == 0) or ours not in counts or (number < len(subjects) and ours != 0):
                        failed(text, f"check-proof ends with {ours}: {said}\ncheck.py with {theirs}: {also_said}")
                    counts[ours] += 1
                    claim = [line for line in lines if not steps_of([line])]
                    if ours == 0 and claim[1:] != [line for line in original if not steps_of([line])][1:]:
                        other_claims += 1
                        inputs, allowed = shown_false(lines, rng)
                        by_runs += allowed > 0
                        if inputs is not None:
                            failed(text, f"both checkers accept claims that are false for the inputs {inputs}")
    print(f"both checkers agree on {len(subjects)} derivations and {arguments.changes} changed ones: {counts[0]} hold, "
          f"{counts[4]} are refused, {counts[2]} cannot be read\n"
          f"{other_claims} of those that hold have another program or contract; inputs break none "
          f"({by_runs} have inputs that their preconditions allow)")


if __name__ == "__main__":
    sys.set_int_max_str_digits(0)
    sys.setrecursionlimit(10000)
    main()
