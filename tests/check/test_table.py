"""Tests of the table of instructions of check.py, by all runs of small programs."""
import random
import unittest

import random_programs
from random_programs import FLAGS, NAMES, SHIFTS, SOURCES
from runs import ALL_INPUTS, BASE, BITS, Run, checker_of, compiled, evaluate, true_fact


class Table(unittest.TestCase):
    def test_facts_hold_for_all_inputs(self):
        rng = random.Random(1)
        programs = [random_programs.program(rng, BITS, (name, other, None)) for name in NAMES for other in NAMES]
        programs += [random_programs.program(rng, BITS) for _ in range(60)]
        for name in FLAGS:      # a carry and a borrow that each of them reads
            for first in ("add", "sub"):
                sources = ["w1", "w0", "w2"][:3 if name[:3] == "mad" else 2]
                programs.append(([{"instruction": first, "r": 2, "from": ["w0", "w1"], "writes": 0},
                                  {"instruction": name, "r": 3, "from": sources, "reads": 0, "writes": 1}], 4, 2))
        programs.append(([{"instruction": "mul_hi", "r": 2, "from": ["w0", "w1"]},
                          {"instruction": "mad_lo", "r": 3, "from": ["w1", "w0", "w2"]},
                          {"instruction": "mul_lo", "r": 4, "from": ["w0", "w0"]}], 5, 0))
        for instructions, words, flags in programs:
            self.check_program(instructions, words, flags, BITS)
        for name in NAMES:      # 3 bits: a word holds amounts that are no power of two
            for _ in range(4):
                self.check_program(*random_programs.program(rng, 3, (name, None)), 3)

    def check_program(self, instructions, words, flags, bits):
        checker = checker_of(instructions, words, flags, bits=bits)
        facts = [fact for group in checker.instructions for fact in group]
        failures = compiled(facts)
        for inputs in ALL_INPUTS:
            if max(inputs) < 2 ** bits:
                run = Run(instructions, inputs, bits)
                self.assertEqual([], failures(run.values), (instructions, inputs, run.values))
        self.assertEqual(checker.hidden, run.hidden, instructions)
        self.assertEqual(checker.known, set(run.values), instructions)

    def test_facts_determine_the_result(self):
        """For one instruction, no other values of its new variables satisfy its facts, if 2^rest is known."""
        rng = random.Random(2)
        for name in [name for name in NAMES if name not in ("and", "or", "xor", "select", "mad_his")]:
            # mad_his determines its word, but not its carry: negative and carry may both be one more.
            for last in ("w1", "2") if name in SHIFTS else ("w1",):
                line = {"instruction": name, "r": 2, "from": ["w0", "w1", "w1"][:SOURCES.get(name, 2)]}
                line["from"][-1] = last if name != "not" else "w0"
                checker = checker_of([line], 3, 0)
                for inputs in [(0, 0), (15, 15)] + [(rng.randrange(BASE), rng.randrange(BASE)) for _ in range(3)]:
                    truth = Run([line], inputs).values
                    self.assertEqual([truth], list(self.solutions(checker, dict(truth), inputs)), line)

    def solutions(self, checker, truth, inputs):
        """All values of the variables for which the facts of the only instruction hold. The words are the last ones."""
        names = [name for name in truth if name not in ("w0", "w1")]
        facts = [(fact, {name for term in fact[1] for name in term}) for fact in checker.instructions[0]]
        complete = [[fact for fact, used in facts if used <= {"w0", "w1", *names[:i + 1]}
                     and names[i] in used] for i in range(len(names))]

        def extend(values, i):
            if i == len(names):
                yield values
                return
            power = checker.exponents.get(names[i])
            for value in range(BASE) if power is None else [2 ** evaluate(power, values)]:
                more = {**values, names[i]: value}
                if all(true_fact(fact, more) for fact in complete[i]):
                    yield from extend(more, i + 1)

        return extend({"w0": inputs[0], "w1": inputs[1]}, 0)

    def test_order_of_the_facts(self):
        """The facts of each instruction, written out from the page, for words of 4 bits."""
        def shown(line):
            group = checker_of([{"r": 2, **line}], 3, int("writes" in line)).instructions[0]
            return [(kind, {" ".join(term): n for term, n in polynomial.items()}) for kind, polynomial in group]
        def limits(name, n):
            return [("bound", {name: 1}), ("bound", {"": n - 1, name: -1})]
        product = limits("x0", 16) + limits("x1", 15) + [("zero", {"w0 w1": 1, "x0": -1, "x1": -16})]
        word = limits("w2", 16)
        def split(high, low, x, by):
            return limits(high, 16 // by) + limits(low, by) + [("zero", {x: 1, high: -by, low: -1})]
        both = [("bound", {"x0": 1}), ("bound", {"w0": 1, "x0": -1}), ("bound", {"w1": 1, "x0": -1}),
                ("bound", {"x0": 1, "w0": -1, "w1": -1, "": 15})]
        same = [("bound", {"x0": 1, "w0": -1, "w0 w0": 16, "w0 w1": -32, "w1 w1": 16})]
        amount = (limits("x0", 4) + limits("x1", 4) + [
            ("zero", {"w1": 1, "x0": -4, "x1": -1}), ("bound", {"x2": 1, "": -1}), ("bound", {"": 8, "x2": -1})]
            + limits("x3", 2) + [("zero", {"x0 x3": 1}),
                                 ("bound", {"x0 x0": 1, "": -1, "x0 x0 x3": -1, "x3": 1})])
        for line, expected in (
            ({"instruction": "add", "from": ["w0", "w1"], "writes": 0},
             [("zero", {"w2": 1, "w0": -1, "w1": -1, "f0": 16})] + limits("f0", 2) + word),
            ({"instruction": "sub", "from": ["w0", "w1"]},
             [("zero", {"w2": 1, "w0": -1, "w1": 1, "x0": -16})] + limits("x0", 2) + word),
            ({"instruction": "mul_lo", "from": ["w0", "w1"]}, [("zero", {"w2": 1, "x0": -1})] + product + word),
            ({"instruction": "mul_hi", "from": ["w0", "w1"]}, [("zero", {"w2": 1, "x1": -1})] + product + word),
            ({"instruction": "mad_lo", "from": ["w0", "w1", "3"]},
             [("zero", {"w2": 1, "x0": -1, "": -3, "x2": 16})] + product + limits("x2", 2) + word),
            ({"instruction": "mad_hi", "from": ["w0", "w1", "w0"], "writes": 0},
             [("zero", {"w2": 1, "x1": -1, "w0": -1, "f0": 16})] + product + limits("f0", 2) + word),
            ({"instruction": "mul_his", "from": ["w0", "w1"]},
             [("zero", {"w2": 1, "x1": -1, "w1 x2": 1, "w0 x4": 1, "x2 x4": -16, "x6": -16})] + product
             + split("x2", "x3", "w0", 8) + split("x4", "x5", "w1", 8) + limits("x6", 2) + word),
            ({"instruction": "not", "from": ["w0"]}, [("zero", {"w2": 1, "": -15, "w0": 1})] + word),
            ({"instruction": "and", "from": ["w0", "w1"]}, [("zero", {"w2": 1, "x0": -1})] + both + same + word),
            ({"instruction": "xor", "from": ["w0", "w1"]},
             [("zero", {"w2": 1, "w0": -1, "w1": -1, "x0": 2})] + both + same + word),
            ({"instruction": "select", "from": ["w0", "w1", "w0"]},
             [("zero", {"w2": 1, "x0": -1, "x1": -1})] + both + same
             + [("bound", {"x1": 1}), ("bound", {"": 15, "w0": -1, "x1": -1}), ("bound", {"w0": 1, "x1": -1}),
                ("bound", {"x1": 1})] + word),
            ({"instruction": "min", "from": ["w0", "w1"]},
             [("zero", {"w2": 1, "w0": -1, "w0 x0": 1, "w1 x0": -1})] + limits("x0", 2)
             + [("bound", {"w0 x0": 1, "w1 x0": -1, "x0": -1}),
                ("bound", {"w0 x0": 1, "w1 x0": -1, "w0": -1, "w1": 1})] + word),
            ({"instruction": "shl", "from": ["w0", "3"]},
             [("zero", {"w2": 1, "w0": -8, "x0": 16})] + limits("x0", 8) + word),
            ({"instruction": "shl", "from": ["w0", "4"]}, [("zero", {"w2": 1})] + word),
            ({"instruction": "shl", "from": ["w0", "w1"]},
             [("zero", {"w2": 1, "w0 x2 x3": -1, "x4": 16})] + amount
             + [("bound", {"x4": 1}), ("bound", {"x2": 1, "": -1, "x4": -1})] + word),
            ({"instruction": "shr", "from": ["w0", "3"]},
             [("zero", {"w2": 1, "x0": -1})] + split("x0", "x1", "w0", 8) + word),
            ({"instruction": "shr", "from": ["w0", "w1"]},
             [("zero", {"w2": 1, "x3 x4": -1})] + amount + limits("x4", 16)
             + [("bound", {"x5": 1}), ("bound", {"x2": 1, "": -1, "x5": -1}),
                ("zero", {"w0": 1, "x2 x4": -1, "x5": -1})] + word),
            ({"instruction": "sar", "from": ["w0", "2"]},
             [("zero", {"w2": 1, "x2": -1})] + split("x0", "x1", "w0", 8) + limits("x2", 16) + limits("x3", 4)
             + [("zero", {"w0": 1, "x0": 48, "x2": -4, "x3": -1})] + word),
            ({"instruction": "sar", "from": ["w0", "3"]},
             [("zero", {"w2": 1, "x0": -15})] + split("x0", "x1", "w0", 8) + word),
            ({"instruction": "shf_r", "from": ["w0", "w1", "6"]},
             [("zero", {"w2": 1, "x0": -1})] + limits("x0", 16) + limits("x1", 4) + limits("x2", 4)
             + [("zero", {"w1": 16, "w0": 1, "x1": -64, "x0": -4, "x2": -1})] + word),
        ):
            self.assertEqual(expected, shown(line), line)
