"""The changed derivations that check.py accepts are true."""
import copy
import random
import unittest

import check
from case import outcome
from examples import addition, bound, cases, content, given, p
from runs import BASE, BITS, Run, evaluate, true_fact


class Changes(unittest.TestCase):
    def test_what_is_accepted_is_true(self):
        """Changes numbers of a derivation at random. Every fact of those that the checker accepts must hold."""
        rng = random.Random(4)
        lines = addition(BITS)
        lines += [{"step": "divide", "polynomial": p("1 w0", "-3 w4"), "divisor": "5"}, given(0, "quotient", 0),
                  given(1, "quotient", 0), bound(p("1 w0", "-3 w4", "-5 x3"), [["1", 19]], [[18, p("1")]])]
        wanted = {"bound": p("1 w0 w0", "-2 w0 w2", "1 w2 w2")}
        case = [bound(wanted["bound"], [["1", 21, 21]])]
        lines.append(cases(p("1 w0", "-1 w2"), wanted, case,
                           [bound(p("1 w2", "-1 w0"), [["1", 21], ["1"]]), bound(wanted["bound"], [["1", 22, 22]])]))
        self.assertEqual(0, outcome(lines)[0])
        instructions = lines[3:5]
        codes = {0: 0, 2: 0, 4: 0}
        runs = []
        for _ in range(30):
            run = Run(instructions, [rng.randrange(BASE) for _ in range(4)])
            v = run.values
            run.hide(*divmod(v["w0"] + v["w2"] + BASE * (v["w1"] + v["w3"]), BASE ** 2))
            runs.append(run)
        for _ in range(1500):
            changed = copy.deepcopy(lines)
            for _ in range(rng.choice((1, 1, 2))):
                self.change(rng, changed[rng.randrange(8, len(changed))])
            try:
                checker = check.Checker(check.read_all(content(changed))[0])
            except check.Unreadable:
                codes[2] += 1
                continue
            try:
                checker.check()
                codes[0] += 1
            except check.Refused:
                codes[4] += 1
                if "." in checker.place:
                    continue                # facts of a case hold in that case only
            divide = changed[26]
            for run in runs:
                values = dict(run.values)
                if len(checker.known) > len(values):
                    x = sum(int(term[0]) * evaluate({tuple(term[1:]): 1}, values) for term in divide["polynomial"])
                    values["x3"], values["x4"] = divmod(x, int(divide["divisor"]))
                for fact in checker.facts:
                    self.assertTrue(true_fact(fact, values), (changed, fact, values))
        self.assertTrue(all(codes.values()), codes)

    def change(self, rng, value):
        """Changes one number or one variable, in place, somewhere in a step."""
        places = []
        def visit(item):
            for key in (item if type(item) is dict else range(len(item))):
                if type(item[key]) in (dict, list):
                    visit(item[key])
                elif type(item[key]) is int or item[key].lstrip("-").isdigit() or item[key][1:].isdigit():
                    places.append((item, key))
        visit(value)
        item, key = rng.choice(places)
        old = item[key]
        if type(old) is int:
            item[key] = max(old + rng.choice((-1, 1)), 0)
        elif old[0] in "wxf":
            item[key] = rng.choice("wx") + str(rng.randrange(6))
        else:
            item[key] = rng.choice((str(int(old) + 1), str(int(old) - 1), str(-int(old)), "0"))
