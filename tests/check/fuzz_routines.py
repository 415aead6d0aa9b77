#!/usr/bin/env python3
"""Small hostile routines (random_routines.py), by both checkers and by running them.

The facts that check.py learns on each way through a routine are compared with runs: the run of every input has a way whose
facts it satisfies, with its outputs, and there the goals say whether the claims hold; and a run fails, by an index beyond
an array or a division by 0, only where a goal says so. So a false claim has no derivation.

`check-proof` has to find the same facts and goals, in the same order. For that, each routine gets a precondition that
nothing satisfies and a derivation that states every fact again; it holds by both checkers. The same derivation with a step
that names a value of a branch that has ended is refused by both.

LIMBSMITH_ROUTINES=10000 in the environment, or --routines, sets the number of routines. With LIMBSMITH_PRESET=debug
check-proof runs under the address and undefined-behaviour sanitizers.
"""
import argparse
import os
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import check
import meaning
import random_routines
import routine
from examples import content
from form import Polynomial, constant, variable
from random_programs import written

RUNS, EFFORT = 4, 1000
BATCH = 50


class Ways(routine.Routine):
    """Goes all ways through a routine, and keeps the known facts where something is asked, and at the end of each way."""

    def __init__(self, lines, callees):
        super().__init__(lines, callees)
        self.asked, self.ends, self.is_at_end = [], [], False

    def ask(self, *goals):
        if self.is_at_end:
            self.last += goals
        else:
            self.asked.append((list(self.facts), goals))
        self.facts += goals

    def finish(self):
        self.is_at_end, self.last = True, []
        super().finish()
        outputs = [self.whole(number) for number, line in enumerate(self.all) if line["role"] == "output"]
        goals, self.is_at_end = self.last, False
        self.ends.append(([fact for fact in self.facts if fact not in goals], goals, outputs))

    def check(self):
        self.place = "program"
        self.begin()
        self.go_on((self.lines["body"][0]["body"], 0, None, None), self.finish)


class Solver:
    """Values for the variables of facts."""

    def __init__(self, ways, facts, known):
        self.ways, self.effort = ways, EFFORT
        self.facts = [(kind, p, p.names()) for kind, p in facts]
        self.known = known

    def solutions(self):
        yield from self.search(dict(self.known), list(self.facts))

    def value(self, p, known):
        total = 0
        for term, coefficient in p.items():
            for name in term:
                coefficient *= known[name]
            total += coefficient
        return total

    def linear(self, p, name, known):
        """Slope and rest of p in this variable, or None."""
        slope = rest = 0
        for term, coefficient in p.items():
            count = term.count(name)
            if count > 1:
                return None
            for other in term:
                coefficient *= 1 if other == name else known[other]
            slope, rest = slope + coefficient * count, rest + coefficient * (1 - count)
        return slope, rest

    def defined(self, known):
        """Powers, and the common bits of two numbers."""
        for name, exponent in self.ways.exponents.items():
            if name not in known and exponent.names() <= known.keys() and self.ways.bases[name] == constant(2):
                power = self.value(exponent, known)
                yield name, 2 ** power if 0 <= power < 64 else None
        for name, (x, y) in self.ways.sources.items():
            if name not in known and (x.names() | y.names()) <= known.keys():
                yield name, self.value(x, known) & self.value(y, known)

    def search(self, known, facts):
        changed = True
        while changed:
            changed, ranges, left = False, {}, []
            for name, value in self.defined(known):
                if value is None:
                    return
                known[name], changed = value, True
            for kind, p, names in facts:
                self.effort -= 1
                if self.effort < 0:
                    raise TimeoutError
                open_names = names - known.keys()
                if not open_names:
                    value = self.value(p, known)
                    if value < 0 or (kind == "zero" and value):
                        return
                    continue
                left.append((kind, p, names))
                if len(open_names) > 1:
                    continue
                [name] = open_names
                linear = self.linear(p, name, known)
                if not linear or not linear[0]:
                    continue
                slope, rest = linear
                if kind == "zero":
                    if rest % slope:
                        return
                    known[name], changed = -rest // slope, True
                    continue
                least, most = ranges.get(name, (None, None))
                if slope > 0:
                    end = -(rest // slope)
                    least = end if least is None else max(least, end)
                else:
                    end = rest // -slope
                    most = end if most is None else min(most, end)
                ranges[name] = least, most
            facts = left
        limited = [(most - least, name, least) for name, (least, most) in ranges.items()
                   if least is not None and most is not None and name not in known]
        if not limited:
            if any(not names <= known.keys() for _, _, names in facts) and not self.are_free(facts, known):
                raise TimeoutError
            yield known
            return
        size, name, least = min(limited)
        for value in range(least, least + size + 1):
            yield from self.search({**known, name: value}, facts)

    def are_free(self, facts, known):
        """Whether nothing but one end of a range is left to say."""
        return all(kind == "bound" and len(names - known.keys()) == 1 and len(p) <= 2 for kind, p, names in facts)


def value_of_inputs(lines, inputs):
    bits = lines[0]["word_bits"]
    return {f"x{number}": sum(word << bits * k for k, word in enumerate(value)) if isinstance(value, list) else value
            for number, value in inputs.items()}


def holds(kind, p, known, solver):
    if not p.names() <= known.keys():
        raise TimeoutError
    value = solver.value(p, known)
    return value == 0 if kind == "zero" else value >= 0


def opposites(kind, p):
    """Facts of which one holds if this one does not."""
    return [("bound", -1 - p)] + ([("bound", p - 1)] if kind == "zero" else [])


def complaint(ways, lines, inputs, library, rng):
    """The fact that does not hold in the run of these inputs, or None. Raises TimeoutError if that is not found out."""
    known = value_of_inputs(lines, inputs)
    try:
        run = random_routines.Run(lines, inputs, library, rng)
    except random_routines.Fails:
        run = None
    for facts, goals in ways.asked:
        for other in [other for goal in goals for other in opposites(*goal)]:
            if any(Solver(ways, facts + [other], known).solutions()):
                return None     # a goal that does not hold, so there is no derivation
    if run is None:
        return "it fails, and every goal holds"
    [output] = [run.values[number] for number, line in enumerate(run.lines) if line["role"] == "output"]
    for facts, goals, [of_output] in ways.ends:
        solver = Solver(ways, facts + [("zero", of_output - output)], known)
        for found in solver.solutions():
            try:
                claims = run.ends_well()
            except meaning.Unspecified:
                return None
            if all(holds(kind, p, found, solver) for kind, p in goals) and not claims:
                return "a claim is false, and every goal holds"
            return None
    return "no way has its facts"


# ---- Derivations of facts that nothing satisfies ---------------------------------------------------------------------

class Maker(routine.Routine):
    """Writes the legs while it is asked: they state facts again, and then a contradiction."""

    def __init__(self, lines, callees, rng):
        super().__init__(lines, callees)
        self.rng, self.made_legs, self.forgotten = rng, [], []

    def ask(self, *goals):
        goals = [(kind, p) for kind, p in goals
                 if not p.is_constant() or (p.get((), 0) != 0 if kind == "zero" else p.get((), 0) < 0)]
        if not goals:
            return
        steps = []
        for number, (kind, p) in enumerate(self.facts):
            if kind == "zero":
                steps.append({"step": "sum", "claim": written(p), "zeros": [[number, [["1"]]]]})
            else:
                steps.append({"step": "bound", "claim": written(p), "products": [["1", number]], "zeros": []})
        known = len(self.facts)
        a = "x0"
        low, high = self.facts.index(("bound", variable(a))), self.facts.index(("bound", -1 - variable(a)))
        steps += [{"step": "bound", "claim": [["-1"]], "products": [["1", low], ["1", high]], "zeros": []},
                  {"step": "bound", "claim": [["1"]], "products": [["1"]], "zeros": []},
                  {"step": "both", "facts": [2 * known, 2 * known + 1]}, {"step": "sum", "claim": [], "zeros": []}]
        wrong = 2 * known + 2
        lost = [f"x{k}" for k in range(self.hidden) if f"x{k}" not in self.known]
        if lost:
            name = self.rng.choice(lost)
            self.forgotten.append((len(self.made_legs), self.rng.choice((
                {"step": "powers", "fact": wrong + 1, "first": [name], "second": [name]},
                {"step": "entry", "first": name, "second": name, "fact": wrong + 1},
                {"step": "sum", "claim": [["-1", name]], "zeros": [[wrong, [["1", name]]]]}))))
        for kind, p in goals:
            factor = [[wrong, [[str(-n), *term] for term, n in p.items()]]]
            steps.append({"step": "sum", "claim": written(p), "zeros": factor} if kind == "zero" else
                         {"step": "bound", "claim": written(p), "products": [], "zeros": factor})
        self.made_legs.append({"leg": steps})
        self.facts += self.facts[:known] + [("bound", constant(-1)), ("bound", constant(1)), ("zero", constant(-1)),
                                            ("zero", Polynomial()), *goals]

    def check(self):
        self.place = "program"
        self.begin()
        self.go_on((self.lines["body"][0]["body"], 0, None, None), self.finish)


def derivation(lines, callees, rng):
    """The lines of a routine that no input reaches, and those with a step that does not follow, or None."""
    place = next(i for i, line in enumerate(lines) if {"requires", "left"} & line.keys())
    lines = lines[:place] + [{"requires": "a", "below": ["0"]}] + lines[place:]
    maker = Maker(check.read_all(content(lines))[0], callees, rng)
    maker.check()
    refused = None
    if maker.forgotten:
        leg, step = rng.choice(maker.forgotten)
        legs = [dict(it) for it in maker.made_legs]
        legs[leg] = {"leg": legs[leg]["leg"] + [step]}
        refused = [{**lines[0], "routine": lines[0]["routine"] + "x"}, *lines[1:], *legs]
    return lines + maker.made_legs, refused


def verdicts(limbsmith, file, texts):
    file.write_text("".join(texts), encoding="utf-8")
    done = subprocess.run([*limbsmith, file], capture_output=True, text=True, check=False)
    if done.returncode not in (0, 4):
        sys.exit(f"FAILED: check-proof ends with {done.returncode}: {done.stderr[-2000:]}")
    return set(re.findall(r"^(\w+): holds", done.stdout, re.MULTILINE)), done.stdout + done.stderr


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--limbsmith", required=True)
    parser.add_argument("--routines", type=int, default=int(os.environ.get("LIMBSMITH_ROUTINES", 100)))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", action="store_true", help="print why routines are not covered")
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    counts = {"runs": 0, "open": 0, "routines": 0, "refused": 0, "not covered": 0}

    def failed(lines, reason):
        Path("routine.jsonl").write_text(lines if isinstance(lines, str) else content(lines), encoding="utf-8")
        sys.exit(f"FAILED: {reason}; see routine.jsonl")

    library, plain, vacuous = {}, {}, {}    # lines, and interfaces with and without the precondition
    texts, expected = [], {}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "proof.jsonl"

        def compare():
            found, said = verdicts([arguments.limbsmith, "check-proof", "--limit", "1"], file, texts) if texts else (set(), "")
            for name, is_right in expected.items():
                if (name in found) != is_right:
                    failed("".join(texts), f"check-proof says something else of {name}, which "
                           f"{'holds' if is_right else 'does not hold'}: "
                           f"{[line for line in said.splitlines() if name + ':' in line]}")

        for number in range(arguments.routines):
            if number % BATCH == 0:
                compare()
                library, plain, vacuous, texts, expected = {}, {}, {}, [], {}
            lines = random_routines.routine(rng, f"f{number}", library)
            ways = Ways(check.read_all(content(lines))[0], plain)
            try:
                ways.check()
            except check.Refused as refusal:
                counts["not covered"] += 1
                if arguments.show:
                    print(f"f{number}: {refusal}")
                continue
            counts["routines"] += 1
            for inputs in random_routines.some_inputs(lines, rng, RUNS):
                try:
                    reason = complaint(ways, lines, inputs, library, rng)
                    counts["runs"] += 1
                except TimeoutError:
                    counts["open"] += 1
                except meaning.Unspecified:     # the precondition does not hold
                    continue
                else:
                    if reason:
                        failed(lines, f"{reason}, for the inputs {inputs}")
            whole, refused = derivation(lines, vacuous, rng)
            texts.append(content(whole))
            expected[f"f{number}"] = True
            if refused:
                counts["refused"] += 1
                texts.append(content(refused))
                expected[f"f{number}x"] = False
            read = check.read_all(content(whole))[0]
            vacuous[f"f{number}"] = routine.Interface(read)
            if random_routines.is_true(lines, library, rng):
                library[f"f{number}"] = lines
                plain[f"f{number}"] = routine.Interface(check.read_all(content(lines))[0])
        compare()
    print(f"both checkers agree on {counts['routines']} routines, and with {counts['runs']} runs ({counts['open']} were not "
          f"decided); they refuse {counts['refused']} with a value that is gone; {counts['not covered']} are not covered")


if __name__ == "__main__":
    sys.set_int_max_str_digits(0)
    sys.setrecursionlimit(10000)
    main()
