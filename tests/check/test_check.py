#!/usr/bin/env python3
"""Tests of check.py: derivations written by hand, mistakes of each kind, and all runs of small programs."""
import contextlib
import copy
import fractions
import io
import json
import math
import os
import random
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import check  # noqa: E402
import meaning  # noqa: E402
import random_programs  # noqa: E402
from examples import (HAND_WRITTEN, addition, bound, cases, content, copy_program, de_morgan, given,  # noqa: E402
                      head, p, total)
from random_programs import FLAGS, NAMES, SHIFTS, SOURCES  # noqa: E402


def outcome(lines):
    """The exit code and the line that is printed. Lines are JSON values, or the text of a file, or its bytes."""
    data = lines if type(lines) is bytes else (lines if type(lines) is str else content(lines)).encode()
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "derivation.jsonl")
        with open(path, "wb") as file:
            file.write(data)
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
            code = check.main([path])
    return code, printed.getvalue().strip()


class Case(unittest.TestCase):
    def holds(self, lines):
        self.assertEqual((0, ""), (outcome(lines)[0], "" if outcome(lines)[0] == 0 else outcome(lines)[1]))

    def refused(self, lines, start):
        code, line = outcome(lines)
        self.assertEqual(4, code, line)
        self.assertTrue(line.startswith(start + ": "), line)
        self.assertNotIn("\n", line)

    def unreadable(self, lines):
        code, line = outcome(lines)
        self.assertEqual(2, code, line)
        self.assertNotIn("\n", line)


class Addition(Case):
    def test_holds(self):
        self.assertEqual((0, "test: 18 facts, every goal is reached"), outcome(addition()))
        self.holds(addition(4))

    def test_command(self):
        with tempfile.TemporaryDirectory() as folder:
            good, bad, broken = [os.path.join(folder, name) for name in ("good", "bad", "broken")]
            for path, text in ((good, content(addition())), (bad, content(addition()[:-1])), (broken, "{")):
                with open(path, "w") as file:
                    file.write(text)
            for arguments, code in (([good], 0), ([bad], 4), ([broken], 2), ([folder + "/none"], 2), ([], 2)):
                command = [sys.executable, os.path.join(HERE, "check.py"), *arguments]
                self.assertEqual(code, subprocess.run(command, capture_output=True).returncode, arguments)

    def test_every_step_is_needed(self):
        lines = addition()
        for i in range(8, len(lines)):
            self.assertEqual(4, outcome(lines[:i] + lines[i + 1:])[0], i)

    def test_goals(self):
        for last, number in ((1, 2), (2, 1), (3, 0)):
            self.refused(addition()[:-last], f"goal {number}")

    def test_each_changed_coefficient_is_refused(self):
        for i, line in enumerate(addition()):
            for j in range(len(line.get("claim", []))):
                lines = copy.deepcopy(addition())
                lines[i]["claim"][j][0] = str(int(lines[i]["claim"][j][0]) + 1 or 7)
                self.refused(lines, f"step {i - 8}")

    def test_another_constant_of_the_contract(self):
        lines = addition()
        lines[6]["right"][2] = [str(2 ** 64 - 1)]
        self.refused(lines, "step 3")


class Rules(Case):
    def good(self, *steps):
        self.holds(copy_program(*steps))

    def bad(self, place, *steps):
        self.refused(copy_program(*steps), f"step {place}")

    def test_given(self):
        self.good(given(0), given(1))
        self.bad(0, given(2))
        self.bad(0, given(0, "instruction", 0))
        self.bad(0, given(0, "quotient", 0))
        for step in (given(0, "contract", 0), given(0, "instruction"), given(0, "goal", 0), given(True), given(-1),
                     given("0"), given(0, "quotient", -1), given(0.0)):
            self.unreadable(copy_program(step))

    def test_sum(self):
        divide = {"step": "divide", "polynomial": p("1 w0"), "divisor": "3"}
        zero = given(0, "quotient", 0)
        self.good(divide, zero, total(p("1 w0 w0", "-3 w0 x0", "-1 w0 x1"), [0, p("1 w0")]))
        self.good(divide, zero, total([], [0, p("1 w0")], [0, p("-1 w0")]))
        self.good(divide, zero, total([], [0, []]))
        self.good(divide, zero, total(p("-1 x1 w0", "1 w0 w0", "-3 x0 w0"), [0, p("1 w0")]))
        self.bad(2, divide, zero, total(p("1 w0", "-3 x0"), [0, p("1")]))
        self.bad(1, divide, total([], [0, p("1")]))
        self.bad(2, divide, zero, total([], [2, []]))
        self.bad(2, divide, zero, total([], [0, p("1 w1")], [0, p("-1 w1")]))
        self.bad(2, divide, zero, total(p("1 x2"), [0, []]))
        self.bad(1, given(0), total(p("1 w0"), [0, p("1")]))
        self.bad(0, total(p("1")))
        self.unreadable(copy_program({"step": "sum", "claim": []}))
        self.unreadable(copy_program(divide, zero, total([], [0])))
        self.unreadable(copy_program(divide, zero, total([], [True, []])))

    def test_bound(self):
        self.good(given(0), given(1), bound(p("15 w0", "-1 w0 w0"), [["1", 0, 1]]))
        self.good(given(0), given(1), bound(p("30", "-1 w0"), [["2", 1], ["1", 0]]))
        self.good(bound(p("5"), [["5"]]))
        self.good(bound([], []))
        self.good(given(0), bound([], [["0", 0]]))
        self.bad(1, given(0), bound(p("-1 w0"), [["-1", 0]]))
        self.bad(0, bound(p("-1"), [["-1"]]))
        self.bad(0, bound(p("1")))
        self.bad(1, given(0), bound(p("1 w0"), [["1", 1]]))
        self.bad(1, total([]), bound([], [["1", 0]]))
        self.bad(1, given(0), bound(p("1 w0"), [], [[0, p("1")]]))
        self.bad(1, given(0), bound(p("2 w0"), [["1", 0]]))
        for product in ([], [1, 0], ["1", "0"], ["1", -1], ["1", False], ["01", 0], ["1.0", 0], ["", 0], 1):
            self.unreadable(copy_program(given(0), bound(p("1 w0"), [product])))

    def test_a_bound_is_not_a_goal_that_is_a_zero(self):
        lines = copy_program(given(0))
        lines[-1] = bound([])
        self.refused(lines, "goal 0")

    def test_round(self):
        def rounded(n, divisor="4"):
            return [given(0), bound(p("4 w0", *([f"{n}"] if n else [])), [["4", 0], [f"{n}"]]),
                    {"step": "round", "fact": 1, "divisor": divisor}]
        for n, floor in ((0, 0), (1, 0), (3, 0), (4, 1), (7, 1)):
            for claimed in (floor, floor + 1):
                claim = bound(p("1 w0", *([f"{claimed}"] if claimed else [])), [["1", 2]])
                self.good(*rounded(n), claim) if claimed == floor else self.bad(3, *rounded(n), claim)
        self.bad(2, *rounded(0, "0"))
        self.bad(2, *rounded(0, "-4"))
        self.bad(2, *rounded(0, "3"))
        self.bad(2, *rounded(3, "8"))
        self.bad(0, {"step": "round", "fact": 0, "divisor": "1"})
        self.bad(1, total([]), {"step": "round", "fact": 0, "divisor": "1"})
        self.unreadable(copy_program(given(0), {"step": "round", "fact": 0, "divisor": 1}))

    def test_round_down_below_zero(self):
        # In the first case 2·w0 - 3 >= 0, so w0 - 2 >= 0. In the second 2 - 2·w0 >= 0, so 1 - w0 >= 0.
        goal = {"bound": p("1 w0 w0", "-3 w0", "2")}     # (w0 - 1)·(w0 - 2) >= 0
        first = [{"step": "round", "fact": 0, "divisor": "2"}, bound(p("1 w0", "-1"), [["1", 1], ["1"]]),
                 bound(goal["bound"], [["1", 1, 2]])]
        second = [{"step": "round", "fact": 0, "divisor": "2"}, bound(p("2", "-1 w0"), [["1", 1], ["1"]]),
                  bound(goal["bound"], [["1", 1, 2]])]
        self.good(cases(p("2 w0", "-3"), goal, first, second))

    def test_both(self):
        same = bound(p("1 w0"), [["1", 0]])
        opposite = [given(0), {"step": "both", "facts": [0, 0]}]
        self.bad(1, *opposite)
        self.good(bound([]), {"step": "both", "facts": [0, 0]})
        self.bad(2, given(0), same, {"step": "both", "facts": [0, 1]})
        self.bad(2, given(0), given(1), {"step": "both", "facts": [0, 1]})
        self.bad(1, given(0), {"step": "both", "facts": [0, 1]})
        self.bad(1, total([]), {"step": "both", "facts": [0, 0]})
        for facts in ([0], [0, 0, 0], [], [0, -1], 0):
            self.unreadable(copy_program(bound([]), {"step": "both", "facts": facts}))

    def test_divide(self):
        divide = {"step": "divide", "polynomial": p("1 w0"), "divisor": "4"}
        self.good(divide, given(0, "quotient", 0), given(1, "quotient", 0), given(2, "quotient", 0),
                  bound(p("1 w0", "-4 x0"), [["1", 1]], [[0, p("1")]]),
                  bound(p("3", "-1 w0", "4 x0"), [["1", 2]], [[0, p("-1")]]))
        self.good(divide, {**divide, "polynomial": p("1 x0")}, given(0, "quotient", 1),
                  total(p("1 x0", "-4 x2", "-1 x3"), [0, p("1")]))
        self.bad(1, divide, given(3, "quotient", 0))
        self.bad(1, divide, given(0, "quotient", 1))
        self.bad(0, {**divide, "divisor": "0"})
        self.bad(0, {**divide, "divisor": "-4"})
        self.bad(0, {**divide, "polynomial": p("1 x0")})
        self.unreadable(copy_program({**divide, "divisor": 4}))

    def test_bits(self):
        bits = {"step": "bits", "facts": [0, 1]}
        facts = [given(0), given(1), bits]                      # 2 to 14: x0 to x3
        self.good(*facts, bound(p("1 x3"), [["1", 11]]), bound(p("1", "-1 x3"), [["1", 12]]),
                  total(p("1 x3 x3", "-1 x3"), [13, p("1")]),
                  total(p("1 w0", "-1 x0", "-2 x1", "-4 x2", "-8 x3"), [14, p("1")]))
        self.good(bound([]), {**bits, "facts": [0, 0]}, total([], [1, p("1")]))         # no bits
        self.bad(3, *facts, bound(p("1 x4"), [["1", 11]]))
        self.bad(3, *facts, total([], [15, []]))
        self.bad(3, given(0), given(1), bound(p("16", "-1 w0"), [["1", 1], ["1"]]), {**bits, "facts": [0, 2]})
        self.bad(2, given(0), given(1), {**bits, "facts": [0, 0]})
        self.bad(1, bound([]), {**bits, "facts": [0, 1]})
        for wrong in ([0], [0, 1, 1], [0, -1]):
            self.unreadable(copy_program(given(0), given(1), {**bits, "facts": wrong}))

    def test_power(self):
        power = {"step": "power", "fact": 0}                    # x0
        more = [given(0), power, bound(p("1 w0", "3"), [["1", 0], ["3"]]), {**power, "fact": 2}, total([])]
        powers = {"step": "powers", "fact": 4, "first": ["x1"], "second": ["x0"]}
        self.good(*more, powers, total(p("1 x1", "-8 x0"), [5, p("1")]))
        self.good(*more, {**powers, "first": ["x0"], "second": ["x1"]}, total(p("8 x0", "-1 x1"), [5, p("1")]))
        self.good(*more, {**powers, "first": ["x0", "x1", "x0"], "second": ["x1", "x0", "x0"]},
                  total([], [5, p("1")]))
        self.good(*more, {**powers, "first": [], "second": []}, total([], [5, p("1")]))
        self.bad(6, *more, powers, total(p("1 x1", "-4 x0"), [5, p("1")]))
        self.bad(5, *more, {**powers, "second": []})
        self.bad(5, *more, {**powers, "fact": 3})
        self.bad(5, *more, {**powers, "second": ["x2"]})
        self.bad(6, *more, {"step": "divide", "polynomial": p("1 w0"), "divisor": "2"}, {**powers, "first": ["x2"]})
        self.bad(0, power)
        self.bad(1, total([]), power)
        self.bad(2, given(0), cases([], {"bound": []}, [power, bound([])], [bound([])]),
                 {**powers, "fact": 0, "first": ["x0"], "second": ["x0"]})
        self.unreadable(copy_program(*more, {**powers, "first": ["w0"]}))

    def test_lemmas(self):
        def applied(lemma, **changes):
            lines = copy_program(given(0), {"step": "apply", "which": 0, "values": [p("1 w0", "1")], "facts": [0], **changes})
            least = {"lemma": "least", "variables": 1, "given": [{"bound": p("1 x0", "-1")}], "steps": [],
                     "shows": [{"bound": p("1 x0", "-1")}]}
            return lines[:4] + [{**least, **lemma}] + lines[4:]
        self.holds(applied({}))
        divide = {"step": "divide", "polynomial": p("1 x0"), "divisor": "2"}
        self.holds(applied({"steps": [divide, given(0, "quotient", 0), total(p("1 x0", "-2 x1", "-1 x2"), [1, p("1")])]}))
        for changes in ({"which": 1}, {"values": []}, {"values": [p("1 w0", "1")] * 2}, {"values": [p("1 w0")]},
                        {"facts": []}, {"facts": [0, 0]}, {"facts": [1]}, {"values": [p("1 x0")]}):
            self.refused(applied({}, **changes), "step 1")
        for lemma in ({"given": [{"bound": p("1 x1")}]}, {"variables": 0}, {"shows": [{"bound": p("1 w0")}]},
                      {"steps": [divide], "shows": [{"bound": p("1 x1")}]}):
            self.refused(applied(lemma), "lemma 0")
        for shows in ([{"bound": p("1 x0")}], [{"zero": p("1 x0", "-1")}]):
            self.refused(applied({"shows": shows}), "lemma 0 goal 0")
        for steps in ([given(0)], [given(0, "instruction", 0)], [given(0, "quotient", 0)], [bound(p("1 w0"))],
                      [{"step": "apply", "which": 0, "values": [p("1 x0")], "facts": [0]}]):
            self.refused(applied({"steps": steps}), "lemma 0 step 0")

    def test_hand_written(self):
        for derivation in HAND_WRITTEN:
            lines = derivation()
            self.holds(lines)
            for i, line in enumerate(lines):
                if line.get("step") in ("bits", "common", "power", "powers", "apply") and derivation.__name__ != "powers":
                    self.assertEqual(4, outcome(lines[:i] + lines[i + 1:])[0], line)

    def test_common(self):
        lines = de_morgan()
        i = next(i for i, line in enumerate(lines) if line.get("step") == "common")
        for change in ({"value": "x1"}, {"value": "x2"}, {"value": "x9"}, {"first": lines[i]["second"]},
                       {"first": {"sum": 10, "bits": [[5, 4], [7, 8]]}}, {"first": {"sum": 10, "bits": [[4, 5]]}},
                       {"first": {"sum": 11, "bits": [[4, 5], [7, 8]]}}, {"first": {"sum": 10, "bits": []}}):
            self.refused(lines[:i] + [{**lines[i], **change}] + lines[i + 1:], f"step {i - lines.index(given(0, 'instruction', 2))}")

    def test_cases(self):
        goal = {"bound": p("1 w0 w0", "-1 w0")}     # w0·(w0 - 1) >= 0
        first = [given(0), bound(goal["bound"], [["1", 0, 1]])]                                  # w0 - 1 >= 0
        second = [given(0), bound(goal["bound"], [["1", 0, 0]])]
        self.bad("0.1.1", cases(p("1 w0", "-1"), goal, first, second))
        second = [bound(goal["bound"], [["1", 0, 0], ["1", 0]])]            # -w0 >= 0: w0² + (-w0) >= 0
        good = cases(p("1 w0", "-1"), goal, first, second)
        self.good(good)
        self.good(good, bound(goal["bound"], [["1", 0]]))
        self.bad("0.0", cases(p("1 w0", "-1"), goal, [], second))
        self.bad("0.1", cases(p("1 w0", "-1"), goal, first, []))
        self.bad("0.1", cases(p("1 w0", "-1"), goal, first, [total([])]))
        self.bad("0.0", cases(p("1 w0", "-1"), {"zero": goal["bound"]}, first, second))
        self.bad("0.1.0", cases(p("1 w0"), {"bound": p("1 w0")}, [], [bound(p("1 w0"), [["1", 0]])]))

    def test_cases_forget(self):
        divide = {"step": "divide", "polynomial": p("1 w0"), "divisor": "2"}
        goal = {"bound": []}
        inner = [divide, given(1, "quotient", 0), bound([])]
        self.good(cases([], goal, inner, inner))
        twice = cases([], goal, inner, inner)
        self.bad(1, twice, bound([], [["1", 1]]))
        self.bad(1, twice, given(0, "quotient", 0))
        self.bad(2, twice, total([]), total([], [1, p("1 x0")]))
        self.bad(2, twice, total([]), total([], [1, p("1 x3")]))
        self.bad("0.1.1", cases([], {"zero": []}, [divide, total([])], [total([]), total([], [1, p("1 x0")])]))
        self.bad("0.1.1", cases([], goal, inner, [bound([]), bound(p("1 x0"), [])]))
        self.bad("0.1.1", cases([], goal, inner, [bound([]), given(0, "quotient", 0)]))
        self.bad(0, cases([], {"bound": p("1 x0")}, [divide, bound(p("1 x0"))], []))
        self.bad(0, cases(p("1 x0"), goal, [bound([])], [bound([])]))
        # After two divisions in cases the next hidden values are x4 and x5, and the quotient has number 0 again.
        self.good(twice, divide, given(0, "quotient", 0), total(p("1 w0", "-2 x4", "-1 x5"), [1, p("1")]))
        self.bad(3, twice, divide, given(0, "quotient", 0), total(p("1 w0", "-2 x0", "-1 x1"), [1, p("1")]))

    def test_facts_of_cases_are_not_those_outside(self):
        self.bad("0.0", cases([], {"zero": []}, [], []))
        self.good(total([]), cases([], {"zero": []}, [], []))     # what is known before is known in a case

    def test_nested_cases(self):
        inner = cases([], {"bound": []}, [total([]), total([])], [bound([]), bound(p("1"))])
        self.bad("1.1.0.1.1", total([]), cases([], {"bound": []}, [bound([])], [inner]))


class Form(Case):
    def test_lines(self):
        good = addition()
        text = content(good)
        self.holds(text.rstrip("\n"))
        for broken in ("", "\n", text + "\n", text.replace("\n", "\n\n", 1), "[]\n" + text, text[:-3], "null\n",
                       text.replace('"index": 0', '"index": 0, "index": 0', 1), text.replace('"r": 4', '"r": 4.0'),
                       text.replace('"r": 4', '"r": NaN'), text.replace('"r": 4', '"r": -0'), "\ufeff" + text,
                       text.replace('"r": 4', '"r": true'), text.encode() + b"\xff", "[" * 200000,
                       text.replace('"w4"', '"w04"'), text.replace('"w4"', '"w\u0664"'), text.replace('"w4"', '"x0"')):
            self.unreadable(broken)

    def test_order_and_number_of_lines(self):
        good = addition()
        for i in range(len(good) - 1):
            if i < 8 and i not in (1, 3):       # the next line is of another kind
                self.unreadable(good[:i] + [good[i + 1], good[i]] + good[i + 2:])
        for lines in (good[1:], good[:1] + good, good[:6] + good[7:], good[:7] + good[6:]):
            self.unreadable(lines)

    def test_keys(self):
        for i, line in enumerate(addition()):
            for lines in ([{**line, "note": 1}], [{key: line[key] for key in line if key != "which"}]):
                if lines != [line]:
                    self.unreadable(addition()[:i] + lines + addition()[i + 1:])
            for key in line:
                for value in (None, True, -1, 1.5, [[]], {}, [None]):
                    self.unreadable(addition()[:i] + [{**line, key: value}] + addition()[i + 1:])

    def test_words(self):
        self.unreadable(copy_program({"step": "trust", "claim": []}))
        self.unreadable(copy_program({"step": []}))
        self.unreadable(copy_program(cases([], {"zero": [], "bound": []}, [], [])))
        self.unreadable(copy_program(cases([], {"equal": []}, [], [])))
        self.unreadable([{**head(1), "derivation": 2}] + copy_program()[1:])
        self.unreadable([{**head(1), "words": 2 ** 28}] + copy_program()[1:])
        self.holds(content(copy_program()) + content([dict(reversed(head(1).items())), *copy_program()[1:]]))

    def test_polynomials(self):
        for bad in (p("1 w0", "2 w0"), p("1 w0 x0", "1 x0 w0"), p("1", "1"), p("0 w0"), p("1 w00"), p("1 W0"), p("1 w"),
                    p("+1 w0"), p("-0"), p("01"), p("1 2"), [[]], [["1", 0]], [[1, "w0"]], "w0", [["1 "]], [["\u0661"]],
                    [["1", "w0\n"]], [["1\n"]], {}):
            self.unreadable(copy_program(total(bad)))

    def test_expressions(self):
        def contract(right):
            lines = copy_program()
            lines[3]["right"] = right
            return lines
        for bad in ([], [7], ["a"], ["+", "a"], ["+", "a", "a", "a"], ["if", "a", "a"], ["~", "a"], ["-7"], ["abs", "a", "a"],
                    ["divsteps", "a", "a", "a", "a"], ["divsteps", ["65536"], "a", "a", "a"], 7, None,
                    ["<", "a", 7], [["7"]], ["mod"], ["-", "a"], {"a": 1}, [["+"], "a", "a"]):
            self.unreadable(contract(bad))
        self.refused(contract("b"), "program")

    def test_long_sums(self):
        words = 3000
        lines = [head(words)] + [{"input": f"a{i}", "words": [i]} for i in range(words)]
        chain = "a0"
        for i in range(1, 200):
            chain = ["+", chain, f"a{i}"]
        lines += [{"output": "r", "words": ["w0"]}, {"left": chain, "right": chain}]
        lines += [given(2 * i) for i in range(words)]
        lines += [bound([["1", f"w{i}"] for i in range(words)], [["1", i] for i in range(words)]), total([])]
        self.holds(lines)


class Programs(Case):
    def program(self, *instructions, words=3, flags=1, output="w2"):
        return [head(words, flags), {"input": "a", "words": [0]}, {"input": "b", "words": [1]}, *instructions,
                {"output": "r", "words": [output]}, {"left": "r", "right": "r"}, total([])]

    ADD = {"instruction": "add", "r": 2, "from": ["w0", "w1"], "writes": 0}

    def change(self, **changes):
        return self.program({**self.ADD, **changes})

    def test_well_formed(self):
        self.holds(self.program(self.ADD))
        self.holds(self.program(self.ADD, output="15"))
        for constant in ("-1", str(2 ** 32)):
            self.unreadable(self.change(**{"from": ["w0", constant]}))
        for bad in (self.change(**{"from": ["w0", "w2"]}), self.change(**{"from": ["w0", "16"]}),
                    self.change(**{"from": ["w0", "w9"]}), self.change(r=1),
                    self.change(r=3), self.change(writes=1), self.change(reads=0), self.change(**{"from": ["w0"]}),
                    self.change(**{"from": ["w0", "w1", "w1"]}), self.program(self.ADD, self.ADD),
                    self.program(self.ADD, {**self.ADD, "r": 3}, words=4), self.program(words=2),
                    self.program(self.ADD, output="w3"), self.program(self.ADD, output="16"),
                    self.change(instruction="select"), self.change(instruction="mul_lo"),
                    self.change(instruction="shl"), self.change(instruction="not", **{"from": ["w0"]})):
            self.refused(bad, "program")

    def test_flags(self):
        """add, sub and mad read and write flags. The others do not."""
        sources = {"not": ["w0"], "shl": ["w0", "1"], "shr": ["w0", "1"], "mad_lo": ["w0", "w1", "w2"],
                   "mad_hi": ["w0", "w1", "w2"], "mad_his": ["w0", "w1", "w2"], "select": ["w0", "w1", "w2"], "shf_l": ["w0", "w1", "3"],
                   "shf_r": ["w0", "w1", "3"]}
        for name in NAMES:
            line = {"instruction": name, "r": 3, "from": sources.get(name, ["w0", "w1"])}
            self.holds(self.program(self.ADD, line, words=4))
            for flags, change in ((1, {"reads": 0}), (2, {"writes": 1}), (2, {"reads": 0, "writes": 1})):
                lines = self.program(self.ADD, {**line, **change}, words=4, flags=flags)
                self.holds(lines) if name in FLAGS else self.refused(lines, "program")
            self.refused(self.program(self.ADD, {**line, "writes": 0}, words=4), "program")
            self.refused(self.program({**line, "r": 2, "reads": 0}, {**self.ADD, "r": 3}, words=4), "program")

    def test_shifts(self):
        for name in ("shl", "shr", "sar"):
            for by, good in (("0", True), ("3", True), ("4", True), ("w1", True), ("16", False)):
                lines = self.program({"instruction": name, "r": 2, "from": ["w0", by]}, flags=0)
                self.holds(lines) if good else self.refused(lines, "program")

    def test_inputs_and_outputs(self):
        good = self.program(self.ADD)
        for i, change in ((1, {"words": [0, 0]}), (2, {"words": [0]}), (2, {"input": "a"}), (4, {"output": "a"})):
            self.refused(good[:i] + [{**good[i], **change}] + good[i + 1:], "program")
        for bits in (0, 33):
            self.unreadable([{**good[0], "word_bits": bits}] + good[1:])

    def test_contract(self):
        def contract(*requires, right="r", ensures=()):
            lines = self.program(self.ADD)
            return lines[:5] + list(requires) + [{"left": "r", "right": right}] + list(ensures) + [bound([]), total([])]
        self.holds(contract({"requires": "a", "below": "b", "at_least": ["0"]}))
        for bad in (contract({"requires": "r", "below": ["7"]}), contract({"requires": "a", "below": "r"}),
                    contract({"requires": "a", "below": ["7"], "at_least": ["+", "a", "r"]}),
                    contract({"requires": "c", "below": ["7"]}), contract(ensures=[{"ensures": "c", "below": ["7"]}]),
                    contract(right=["mod", "r", ["0"]]), contract(right=["inverse", "r", ["0"]]),
                    contract(right=["exp2", ["-", "a", "b"]]), contract(right=["exp2", ["1048576"]]),
                    contract(right=["&", ["+", "a", "b"], ["2"]]), contract(right=["&", ["+", "a", "b"], "r"]),
                    contract(right=["div", "r", ["-", "a", "a"]]), contract(right="c")):
            self.refused(bad, "program")
        for bad in ({"residue": 0}, {"step": 2}, {"residue": 2, "step": 2}, {"residue": 0, "step": 0},
                    {"residue": "0", "step": 2}):
            self.unreadable(contract(ensures=[{"ensures": "r", "below": ["7"], **bad}]))
        self.holds(contract({"requires": "a", "below": ["7"], "residue": 0, "step": 2}))
        self.unreadable(contract({"requires": "a", "below": ["7"], "residue": 2, "step": 2}))
        self.unreadable(contract({"requires": "a", "at_least": ["7"]}))
        # Bounds of the output are goals. They are not given.
        self.refused(contract(ensures=[{"ensures": "r", "below": ["7"]}]), "goal 1")
        self.assertEqual(4, outcome(contract(ensures=[{"ensures": "r", "below": ["7"]}])[:-2] + [given(4)])[0])


# ---- All runs of small programs ------------------------------------------------------------------------------------

BITS = 4
BASE = 16


class Run:
    """One run of a program: the values of all variables, as the page numbers them. Inputs in digits: their words, radix."""

    def __init__(self, instructions, inputs, bits=BITS, digits=None):
        self.bits, self.base = bits, 2 ** bits
        self.values = {f"w{i}": value for i, value in enumerate(inputs)}
        self.hidden = 0
        self.shared = {}
        for i, radix in (digits or {}).items():
            if radix < bits:
                self.split(f"w{i}", str(bits - radix))
        for line in instructions:
            self.step(line)

    def hide(self, *values):
        for value in values:
            self.values[f"x{self.hidden}"] = value
            self.hidden += 1

    def value(self, item):
        return self.values[item] if item[0] == "w" else int(item)

    def once(self, key, make):
        """Hides the values that make returns, if nothing has been hidden under this key. Returns them."""
        if key not in self.shared:
            self.shared[key] = make()
            self.hide(*self.shared[key])
        return self.shared[key]

    def amount(self, y):
        if y[0] != "w":
            return
        multiple, rest = divmod(self.value(y), self.bits)
        self.once(y, lambda: (multiple, rest, 2 ** rest, int(multiple == 0)))

    def split(self, x, y):
        if (x, y) not in self.shared:
            self.amount(y)
        return self.once((x, y), lambda: divmod(self.value(x), 2 ** (self.value(y) % self.bits)))

    def sign(self, x):
        return self.split(x, str(self.bits - 1))[0]

    def both(self, first, second):
        x, y = self.value(first), self.value(second)
        masks = [item for item in (first, second) if item[0] != "w" and int(item) & (int(item) + 1) == 0 < int(item)]
        high = [(y if masks[0] == first else x) >> int(masks[0]).bit_length()] if masks else []
        return self.once(frozenset((first, second)), lambda: [x & y] + high)[0]

    def step(self, line):
        name, sources = line["instruction"], line["from"]
        operands = [self.value(item) for item in sources]
        c = self.values[f"f{line['reads']}"] if "reads" in line else 0
        r, carry = meaning.result(name, operands, c, self.bits)
        x, last = operands[0], operands[-1]
        signed = meaning.signed(x, self.bits)
        fixed = sources[-1][0] != "w" and last
        if name[:3] in ("mul", "mad"):
            product = x * operands[1]
            self.once(("product", frozenset(sources[:2])), lambda: (product % self.base, product // self.base))
            if name[4:] == "his":
                self.sign(sources[0])
                self.sign(sources[1])
                self.hide(int(signed * meaning.signed(operands[1], self.bits) < 0))
        elif name in ("and", "or", "xor", "select"):
            self.both(*sources[:2])
            if name == "select":
                self.hide(~x & last)
        elif name == "shr" and fixed < self.bits:
            self.split(*sources)
        elif name == "shl" and fixed < self.bits:
            self.amount(sources[1])
            self.hide((x << last % self.bits) // self.base if last < self.bits else 0)
        elif name == "sar":
            sign = self.sign(sources[0])
            if fixed < self.bits - 1:
                self.amount(sources[1])
                power = 2 ** (last % self.bits)
                self.hide(signed // power + self.base * sign, signed % power)
        elif name[:3] == "shf":
            self.amount(sources[2])
            power, whole = 2 ** (last % self.bits), operands[1] << self.bits | x
            if name == "shf_l":
                self.hide(r, whole * power // self.base ** 2, whole * power % self.base)
            else:
                self.hide(r, whole // power // self.base, whole % power)
        if "writes" in line:
            self.values[f"f{line['writes']}"] = carry
        elif name in FLAGS:
            self.hide(carry)
        self.values[f"w{line['r']}"] = r


def evaluate(polynomial, values):
    result = 0
    for term, coefficient in polynomial.items():
        for name in term:
            coefficient *= values[name]
        result += coefficient
    return result


def true_fact(fact, values):
    kind, polynomial = fact
    value = evaluate(polynomial, values)
    return value == 0 if kind == "zero" else value >= 0


def compiled(facts):
    """A function of the values that lists the facts that do not hold. This is faster than true_fact."""
    parts = []
    for kind, polynomial in facts:
        terms = ["*".join([str(coefficient)] + [f"v[{name!r}]" for name in term])
                 for term, coefficient in polynomial.items()]
        parts.append(f"({'+'.join(terms) or '0'}) {'==' if kind == 'zero' else '>='} 0")
    return eval(f"lambda v: [i for i, good in enumerate([{','.join(parts)}]) if not good]")


def checker_of(instructions, words, flags, contract=({"left": "a", "right": "b"},), output="w1", bits=BITS, digits={}):
    lines = [head(words, flags, bits), {"input": "a", "words": [0], **digits}, {"input": "b", "words": [1]},
             *instructions, {"output": "r", "words": [output]}, *contract]
    checker = check.Checker(check.read_all(content(lines))[0])
    checker.take_program()
    checker.take_contract()
    return checker


ALL_INPUTS = [(a, b) for a in range(BASE) for b in range(BASE)]


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
        """For one instruction, no other values of what it introduces satisfy its facts, if 2^rest is known."""
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


class Expression:
    """The value of an expression, and the hidden values that it makes, computed from what the expression means."""

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
            """u, v, q, r and eta after j steps, read from the words of what the steps return."""
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


if __name__ == "__main__":
    unittest.main()
