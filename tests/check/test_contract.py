"""Tests of the facts and goals of contracts in check.py, by all runs of small programs."""
import fractions
import math
import random
import unittest

import check
import meaning
import random_programs
from examples import head
from runs import ALL_INPUTS, Run, checker_of, compiled, true_fact


class Expression:
    """The value of an expression, and the hidden values that it makes, computed from the meaning of the expression."""

    def __init__(self, run, words, digits={}):
        self.run, self.words, self.digits = run, words, digits

    def name(self, name):
        word, radix, bits = self.words[name], self.digits.get(name), self.run.bits
        if radix is None:
            return self.run.value(word)
        if radix < bits:
            self.run.split(word, str(bits - radix))
        self.run.sign(word)
        return meaning.number([self.run.value(word)], radix, bits)

    def value(self, item):
        if isinstance(item, str):
            return self.name(item)
        if len(item) == 1:
            return int(item[0])
        name, values, hide = item[0], [self.value(operand) for operand in item[1:]], self.run.hide
        x, m = (values + [0])[:2]
        fixed = len(item) > 2 and isinstance(item[2], list) and len(item[2]) == 1     # the second operand is a constant
        if name in ("mod", "div"):
            if not fixed:
                hide(int(m > 0))
                if m <= 0:  # nothing is said of the rest: any pair that fits
                    hide(0, x)
                    return x if name == "mod" else 0
            rest = x - m * math.floor(fractions.Fraction(x, m))
            hide((x - rest) // m, rest)
            return rest if name == "mod" else (x - rest) // m
        if name == "if":
            hide(0 if x else 1)
        if name == "abs":
            hide(int(x < 0))
        if name == "inverse":
            return self.inverse(x, m, fixed)
        if name == "divsteps":
            self.divsteps(*values)
        if name in "&|^":
            if any(len(operand) > 1 or (isinstance(operand, str) and operand in self.digits) for operand in item[1:]):
                hide(x // (m + 1), x % (m + 1))
            else:
                words = [[self.words[operand]] if isinstance(operand, str) else
                         [str(word) for word in digits_of(int(operand[0]), self.run.base)] for operand in item[1:]]
                for first, second in zip(*words):
                    self.run.both(first, second)
        result = meaning.OPERATIONS[name](*values)
        if name in "=<" or (name == "exp2" and not (isinstance(item[1], list) and len(item[1]) == 1)):
            hide(result)
        return result

    def inverse(self, x, m, fixed):
        if not fixed:
            self.run.hide(int(m > 0))
        # Euclid's algorithm: divisor = a[0]·x + a[1]·m, and other = b[0]·x + b[1]·m.
        divisor, other, a, b = abs(x), abs(m), (1 if x >= 0 else -1, 0), (0, 1 if m >= 0 else -1)
        while other:
            q = divisor // other
            divisor, other, a, b = other, divisor - q * other, b, (a[0] - q * b[0], a[1] - q * b[1])
        self.run.hide(divisor, x // divisor if divisor else 0, m // divisor if divisor else 0, *a, int(divisor == 1))
        inverse = 0
        if divisor == 1:
            inverse = a[0] % m if m > 0 else a[0]
        self.run.hide(inverse, (inverse * x - 1) // m if m else 0)
        return inverse

    def divsteps(self, n, eta, f, g):
        def after(j, first=f, second=g):
            """u, v, q, r and eta after j steps, read from the words of the steps' results."""
            value, result = meaning.divsteps(j, eta, first, second), []
            for _ in range(4):
                result.append(meaning.signed(value % 2 ** 32, 32))
                value = (value - result[-1]) >> 32
            return result + [value]

        for i in range(n):
            now = after(i)[4]
            new_u, new_v, new_q, new_r, new = after(i + 1)
            half, odd = divmod(g, 2)
            swap = odd and now < 0
            new_f, plus = (g if swap else f), (-1 if swap else odd)
            new_g, lost = divmod(g + plus * f, 2)
            self.run.hide(half, odd, int(now < 0), int(swap), new_f, new_g, lost, new, new_u, new_v, new_q, new_r)
            f, g = new_f, new_g


def digits_of(n, base):
    return [] if n == 0 else [n % base] + digits_of(n // base, base)


class Contract(unittest.TestCase):
    def test_facts_hold_and_goals_mean_what_they_say(self):
        rng = random.Random(3)
        counts = {"reached": 0, "refused": 0, "digits": 0}
        for _ in range(400):
            bits = rng.choice((3, 4))
            instructions, words, flags = random_programs.program(rng, bits)
            output = f"w{words - 1}"
            radix = rng.choice((None, None, bits, bits - 1, 1))
            digits = {} if radix is None else {"digits": radix}
            requires = [random_programs.ranges(rng, "requires", "a", "ab", 2)]
            equal = [{"equal": "b", "value": random_programs.expression(rng, "ab", 1)}] if rng.random() < 0.2 else []
            relation = {"left": random_programs.expression(rng, "abr", 2),
                        "right": random_programs.expression(rng, "abr", 2)}
            ensure = random_programs.ranges(rng, "ensures", rng.choice("ar"), "abr", 1)
            contract = (*requires, *equal, relation, ensure)
            try:
                checker = checker_of(instructions, words, flags, contract, output, bits, digits)
            except check.Refused:
                counts["refused"] += 1
                continue
            counts["digits"] += bool(digits)
            failures = compiled(checker.contract)
            lines = [head(words, flags, bits), {"input": "a", "words": [0], **digits}, {"input": "b", "words": [1]},
                     *instructions, {"output": "r", "words": [output]}, *contract]
            program = meaning.Program(lines)
            for inputs in rng.sample(ALL_INPUTS, 40):
                if max(inputs) >= 2 ** bits:
                    continue
                run = Run(instructions, inputs, bits, {0: radix} if digits else {})
                made = Expression(run, {"a": "w0", "b": "w1", "r": output}, {"a": radix} if digits else {})
                truths = []
                allowed = self.line_holds(made, requires[0], radix, False)
                allowed = meaning.canonical(inputs[:1], radix, bits) and allowed
                if equal:
                    allowed = (made.name("b") == made.value(equal[0]["value"])) and allowed
                truths.append(made.value(relation["left"]) == made.value(relation["right"]))
                truths += self.line_holds(made, ensure, radix if ensure["ensures"] == "a" else None, True)
                self.assertEqual(checker.known, set(run.values))
                self.assertEqual(truths, [true_fact(goal, run.values) for goal in checker.goals])
                try:
                    self.assertEqual(not all(truths) if allowed else None,
                                     program.broken_by([inputs[:1], inputs[1:]]), (lines, inputs))
                except meaning.Unspecified:
                    pass
                if allowed:
                    counts["reached"] += 1
                    self.assertEqual([], failures(run.values), (contract, inputs))
                else:
                    self.assertNotEqual([], failures(run.values))
        self.assertGreater(counts["reached"], 500)
        self.assertGreater(counts["digits"], 50)
        self.assertLess(counts["refused"], 150)

    def line_holds(self, made, line, radix, goals):
        """Whether each part of a line holds, in the order of the facts; or, if they are no goals, whether all do."""
        a = made.name(line.get("requires", line.get("ensures")))
        limit = made.value(line["below"])
        truths = [a < limit]
        if "at_least" in line:
            truths.append(made.value(line["at_least"]) <= a)
        elif radix is not None:
            truths.append(-a < limit)
        if "step" in line:
            truths.append(a % line["step"] == line["residue"])
            made.run.hide(a // line["step"], *([a % line["step"]] if goals else []))
        return truths if goals else all(truths)

    def test_order_of_the_facts(self):
        """The facts of each operation and of each line, written out from the page, for one word of 4 bits."""
        def shown(right, *more):
            checker = checker_of([], 2, 0, ({"left": "a", "right": right}, *more), "w1")
            facts = checker.contract[4:] + checker.goals
            return [(kind, {" ".join(term): n for term, n in polynomial.items()}) for kind, polynomial in facts]
        def limits(name, n):
            return [("bound", {name: 1}), ("bound", {"": n - 1, name: -1})]
        floor = limits("x1", 7) + [("zero", {"w0": 1, "x0": -7, "x1": -1})]
        self.assertEqual(floor + [("zero", {"w0": 1, "x1": -1})], shown(["mod", "a", ["7"]]))
        self.assertEqual(floor + [("zero", {"w0": 1, "x0": -1})], shown(["div", "a", ["7"]]))
        self.assertEqual(limits("x0", 2) + [
            ("zero", {"w0 x0": 1, "w1 x0": -1}),
            ("bound", {"w0 w0": 1, "w0 w1": -2, "w1 w1": 1, "": -1,
                       "w0 w0 x0": -1, "w0 w1 x0": 2, "w1 w1 x0": -1, "x0": 1}),
            ("zero", {"w0": 1, "x0": -1})], shown(["=", "a", "b"]))
        self.assertEqual(limits("x0", 2) + [
            ("bound", {"w1 x0": 1, "w0 x0": -1, "x0": -1}), ("bound", {"w1 x0": 1, "w0 x0": -1, "w1": -1, "w0": 1}),
            ("zero", {"w0": 1, "x0": -1})], shown(["<", "a", "b"]))
        self.assertEqual(limits("x0", 2) + [
            ("zero", {"w0 x0": 1}), ("bound", {"w0 w0": 1, "": -1, "w0 w0 x0": -1, "x0": 1}),
            ("zero", {"w0": 1, "w1": -1, "x0": -5, "w1 x0": 1})], shown(["if", "a", "b", ["5"]]))
        self.assertEqual(limits("x1", 3) + [("zero", {"w1": 1, "x0": -3, "x1": -1}), ("zero", {"w0": 1, "": -9}),
                                            ("bound", {"w1": -1, "": 8}), ("bound", {"w1": 1, "": -2}),
                                            ("zero", {"x1": 1, "": -2})],
                         shown(["9"], {"ensures": "r", "below": ["9"], "at_least": ["2"], "residue": 2, "step": 3}))
