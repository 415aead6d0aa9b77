#!/usr/bin/env python3
"""Tests of check.py: derivations written by hand, mistakes of each kind, and all runs of small programs."""
import contextlib
import copy
import io
import json
import os
import random
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import check  # noqa: E402


def p(*terms):
    """A polynomial of the file: p("2 w0 x1", "-1") is 2·w0·x1 - 1."""
    return [term.split() for term in terms]


def content(lines):
    return "".join(json.dumps(line) + "\n" for line in lines)


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


def given(which, of="contract", index=None):
    return {"step": "given", "of": of, "which": which, **({} if index is None else {"index": index})}


def total(claim, *zeros):
    return {"step": "sum", "claim": claim, "zeros": list(zeros)}


def bound(claim, products=(), zeros=()):
    return {"step": "bound", "claim": claim, "products": list(products), "zeros": list(zeros)}


def cases(split, goal, first, second):
    return {"step": "cases", "split": split, "goal": goal, "first": first, "second": second}


def head(words, flags=0, bits=4):
    return {"derivation": 1, "word_bits": bits, "name": "test", "words": words, "flags": flags}


def copy_program(*steps, words=1):
    """r = a for one word. The contract gives w0 >= 0 and 15 - w0 >= 0. The last step states the only goal, 0 = 0."""
    return [head(words), {"input": "a", "words": list(range(words))}, {"output": "r", "words": ["w0"]},
            {"left": "r", "right": "r"}, *steps, total([])]


def addition(bits=32):
    """r = (a + b) mod B², and r < B². x0 is the last carry, x1 and x2 are quotient and rest of a + b by B²."""
    b, bb = 2 ** bits, 4 ** bits
    return [
        head(6, 1, bits),
        {"input": "a", "words": [0, 1]},
        {"input": "b", "words": [2, 3]},
        {"instruction": "add", "r": 4, "from": ["w0", "w2"], "writes": 0},
        {"instruction": "add", "r": 5, "from": ["w1", "w3"], "reads": 0},
        {"output": "r", "words": ["w4", "w5"]},
        {"left": "r", "right": ["mod", ["+", "a", "b"], [str(bb)]]},
        {"ensures": "r", "below": [str(bb)], "at_least": ["0"]},
        given(0, "instruction", 0),                                                          # 0: word 0
        given(0, "instruction", 1),                                                          # 1: word 1
        given(10),                                                                           # 2: a + b - BB·x1 - x2
        total(p("1 w4", f"{b} w5", "-1 x2", f"{-bb} x1", f"{bb} x0"),
              [0, p("1")], [1, p(f"{b}")], [2, p("1")]),                                     # 3
        given(3, "instruction", 0), given(4, "instruction", 0),                              # 4, 5: range of w4
        given(3, "instruction", 1), given(4, "instruction", 1),                              # 6, 7: range of w5
        given(8), given(9),                                                                  # 8, 9: range of x2
        bound(p(f"{bb} x1", f"{-bb} x0", f"{bb - 1}"),
              [["1", 4], [f"{b}", 6], ["1", 9]], [[3, p("-1")]]),                            # 10
        {"step": "round", "fact": 10, "divisor": f"{bb}"},                                   # 11: x1 - x0 >= 0
        bound(p(f"{bb} x0", f"{-bb} x1", f"{bb - 1}"),
              [["1", 5], [f"{b}", 7], ["1", 8]], [[3, p("1")]]),                             # 12
        {"step": "round", "fact": 12, "divisor": f"{bb}"},                                   # 13: x0 - x1 >= 0
        {"step": "both", "facts": [11, 13]},                                                 # 14: x1 - x0 = 0
        total(p("1 w4", f"{b} w5", "-1 x2"), [3, p("1")], [14, p(f"{bb}")]),                 # 15: goal 0
        bound(p(f"{bb - 1}", "-1 w4", f"{-b} w5"), [["1", 5], [f"{b}", 7]]),                 # 16: goal 1
        bound(p("1 w4", f"{b} w5"), [["1", 4], [f"{b}", 6]]),                                # 17: goal 2
    ]


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
        for bad in ([], [7], ["a"], ["+", "a"], ["+", "a", "a", "a"], ["if", "a", "a"], ["^", "a", "a"], 7, None,
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
        for bad in (self.change(**{"from": ["w0", "w2"]}), self.change(**{"from": ["w0", "16"]}),
                    self.change(**{"from": ["w0", "-1"]}), self.change(**{"from": ["w0", "w9"]}), self.change(r=1),
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
                   "mad_hi": ["w0", "w1", "w2"], "select": ["w0", "w1", "w2"], "shf_l": ["w0", "w1", "3"],
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
        for name in ("shl", "shr"):
            for by, good in (("0", True), ("3", True), ("4", False), ("w1", False), ("-1", False)):
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
                    contract(right=["mod", "r", ["0"]]), contract(right=["div", "r", ["-2"]]),
                    contract(right=["div", "r", ["-", "a", "a"]]), contract(right="c")):
            self.refused(bad, "program")
        for bad in ({"residue": 0}, {"step": 2}, {"residue": 2, "step": 2}, {"residue": 0, "step": 0},
                    {"residue": "0", "step": 2}):
            self.unreadable(contract(ensures=[{"ensures": "r", "below": ["7"], **bad}]))
        self.unreadable(contract({"requires": "a", "below": ["7"], "residue": 0, "step": 2}))
        self.unreadable(contract({"requires": "a", "at_least": ["7"]}))
        # Bounds of the output are goals. They are not given.
        self.refused(contract(ensures=[{"ensures": "r", "below": ["7"]}]), "goal 1")
        self.assertEqual(4, outcome(contract(ensures=[{"ensures": "r", "below": ["7"]}])[:-2] + [given(4)])[0])


# ---- All runs of small programs ------------------------------------------------------------------------------------

BITS = 4
BASE = 16


def bit(x, i):
    return (x >> i) & 1


def add_bits(x, y, c, bits=BITS):
    """Sum and carry, bit by bit."""
    result = 0
    for i in range(bits):
        result |= (bit(x, i) ^ bit(y, i) ^ c) << i
        c = (bit(x, i) & bit(y, i)) | (c & (bit(x, i) | bit(y, i)))
    return result, c


def sub_bits(x, y, c):
    """Difference and borrow, bit by bit."""
    result = 0
    for i in range(BITS):
        result |= (bit(x, i) ^ bit(y, i) ^ c) << i
        c = ((1 - bit(x, i)) & bit(y, i)) | (c & (1 - (bit(x, i) ^ bit(y, i))))
    return result, c


def mul_bits(x, y):
    """Low and high word of the product, by shifts and additions of bits."""
    result = 0
    for i in range(BITS):
        if bit(y, i):
            result, _ = add_bits(result, x << i, 0, 2 * BITS)
    return result & (BASE - 1), result >> BITS


class Run:
    """One run of a program: the values of all variables, as the page numbers them."""

    def __init__(self, instructions, inputs):
        self.values = {f"w{i}": value for i, value in enumerate(inputs)}
        self.hidden = 0
        self.pairs, self.common = set(), set()
        for line in instructions:
            self.step(line)

    def hide(self, *values):
        for value in values:
            self.values[f"x{self.hidden}"] = value
            self.hidden += 1

    def step(self, line):
        name = line["instruction"]
        operands = [self.values[item] if item[0] == "w" else int(item) for item in line["from"]]
        c = self.values[f"f{line['reads']}"] if "reads" in line else 0
        x, carry = operands[0], None
        if name[:3] in ("mul", "mad"):
            low, high = mul_bits(x, operands[1])
            if frozenset(line["from"][:2]) not in self.pairs:
                self.pairs.add(frozenset(line["from"][:2]))
                self.hide(low, high)
            r = low if name[4:] == "lo" else high
            if name[:3] == "mad":
                r, carry = add_bits(r, operands[2], c)
        elif name == "add":
            r, carry = add_bits(x, operands[1], c)
        elif name == "sub":
            r, carry = sub_bits(x, operands[1], c)
        elif name in ("and", "or", "xor", "select"):
            y = operands[1]
            if frozenset(line["from"][:2]) not in self.common:
                self.common.add(frozenset(line["from"][:2]))
                self.hide(x & y)
                masks = [int(item) for item in line["from"][:2] if item in ("1", "3", "7", "15")]
                if masks:
                    self.hide((y if line["from"][0] == str(masks[0]) else x) // (masks[0] + 1))
            if name == "select":
                self.hide(~x & operands[2])
            r = {"and": x & y, "or": x | y, "xor": x ^ y, "select": (x & y) | (~x & operands[-1])}[name]
        elif name in ("shf_l", "shf_r"):
            s, whole = operands[2] % BITS, operands[1] << BITS | x
            if name == "shf_l":
                r = (whole << s >> BITS) & (BASE - 1)
                self.hide(r, whole << s >> 2 * BITS, (whole << s) & (BASE - 1))
            else:
                r = (whole >> s) & (BASE - 1)
                self.hide(r, whole >> (BITS + s), whole & ((1 << s) - 1))
        elif name == "not":
            r = x ^ (BASE - 1)
        elif name == "shl":
            r = (x << operands[1]) & (BASE - 1)
            self.hide(x >> (BITS - operands[1]))
        else:
            r = x >> operands[1]
            self.hide(r, x & ((1 << operands[1]) - 1))
        if carry is not None:
            if "writes" in line:
                self.values[f"f{line['writes']}"] = carry
            else:
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


NAMES = ("add", "sub", "mul_lo", "mul_hi", "mad_lo", "mad_hi", "not", "shl", "shr", "and", "or", "xor", "select",
         "shf_l", "shf_r")
FLAGS = ("add", "sub", "mad_lo", "mad_hi")


def random_instruction(rng, words, flags, name=None):
    name = name or rng.choice(NAMES)
    def source():
        return f"w{rng.randrange(words)}" if rng.random() < 0.8 else str(rng.choice((0, 1, 7, 15)))
    sources = [source() for _ in range({"not": 1, "shl": 1, "shr": 1, "mad_lo": 3, "mad_hi": 3, "select": 3}.get(name, 2))]
    if name in ("shl", "shr", "shf_l", "shf_r"):
        sources.append(str(rng.randrange(BITS)))
    line = {"instruction": name, "r": words, "from": sources}
    if name in FLAGS and flags and rng.random() < 0.8:
        line["reads"] = rng.randrange(flags)
    if name in FLAGS and rng.random() < 0.7:
        line["writes"] = flags
    return line


def random_program(rng, names=(None, None, None)):
    words, flags, instructions = 2, 0, []
    for name in names[:rng.randint(1, 3)]:
        instructions.append(random_instruction(rng, words, flags, name))
        words, flags = words + 1, flags + ("writes" in instructions[-1])
    return instructions, words, flags


def checker_of(instructions, words, flags, contract=({"left": "a", "right": "b"},), output="w1"):
    lines = [head(words, flags, BITS), {"input": "a", "words": [0]}, {"input": "b", "words": [1]}, *instructions,
             {"output": "r", "words": [output]}, *contract]
    checker = check.Checker(check.read_all(content(lines))[0])
    checker.take_program()
    checker.take_contract()
    return checker


ALL_INPUTS = [(a, b) for a in range(BASE) for b in range(BASE)]


class Table(unittest.TestCase):
    def test_facts_hold_for_all_inputs(self):
        rng = random.Random(1)
        programs = [random_program(rng, (name, other, None)) for name in NAMES for other in NAMES]
        programs += [random_program(rng) for _ in range(120)]
        for name in FLAGS:      # a carry and a borrow that each of them reads
            for first in ("add", "sub"):
                sources = ["w1", "w0", "w2"][:3 if name[:3] == "mad" else 2]
                programs.append(([{"instruction": first, "r": 2, "from": ["w0", "w1"], "writes": 0},
                                  {"instruction": name, "r": 3, "from": sources, "reads": 0, "writes": 1}], 4, 2))
        programs.append(([{"instruction": "mul_hi", "r": 2, "from": ["w0", "w1"]},
                          {"instruction": "mad_lo", "r": 3, "from": ["w1", "w0", "w2"]},
                          {"instruction": "mul_lo", "r": 4, "from": ["w0", "w0"]}], 5, 0))
        for instructions, words, flags in programs:
            checker = checker_of(instructions, words, flags)
            facts = [fact for group in checker.instructions for fact in group]
            failures = compiled(facts)
            for inputs in ALL_INPUTS:
                run = Run(instructions, inputs)
                self.assertEqual([], failures(run.values), (instructions, inputs, run.values))
            self.assertEqual(checker.hidden, run.hidden, instructions)
            self.assertEqual(checker.known, set(run.values), instructions)

    def test_facts_determine_the_result(self):
        """For one instruction, no other values of what it introduces satisfy its facts."""
        rng = random.Random(2)
        for name in [name for name in NAMES if name not in ("and", "or", "xor", "select", "shf_l", "shf_r")]:
            line = random_instruction(rng, 2, 0, name)
            line["from"] = ["w0", "w1", "w1"][:len(line["from"])] if name not in ("shl", "shr") else ["w0", "3"]
            line.pop("writes", None)
            failures = compiled(checker_of([line], 3, 0).instructions[0])
            for inputs in [(0, 0), (15, 15)] + [(rng.randrange(BASE), rng.randrange(BASE)) for _ in range(2)]:
                truth = Run([line], inputs)
                found = []
                for code in range(BASE ** (1 + min(truth.hidden, 2)) * (2 if truth.hidden == 3 else 1)):
                    values = {"w0": inputs[0], "w1": inputs[1], "w2": code % BASE}
                    for i in range(truth.hidden):
                        values[f"x{i}"] = code // BASE ** (i + 1) % BASE
                    if not failures(values):
                        found.append(values)
                self.assertEqual([truth.values], found, line)

    def test_order_of_the_facts(self):
        """The facts of each instruction, written out from the page, for words of 4 bits."""
        def shown(line):
            group = checker_of([{"r": 2, **line}], 3, int("writes" in line)).instructions[0]
            return [(kind, {" ".join(term): n for term, n in polynomial.items()}) for kind, polynomial in group]
        def limits(name, n):
            return [("bound", {name: 1}), ("bound", {"": n - 1, name: -1})]
        product = limits("x0", 16) + limits("x1", 15) + [("zero", {"w0 w1": 1, "x0": -1, "x1": -16})]
        word = limits("w2", 16)
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
            ({"instruction": "not", "from": ["w0"]}, [("zero", {"w2": 1, "": -15, "w0": 1})] + word),
            ({"instruction": "shl", "from": ["w0", "3"]},
             [("zero", {"w2": 1, "w0": -8, "x0": 16})] + limits("x0", 8) + word),
            ({"instruction": "shr", "from": ["w0", "3"]},
             [("zero", {"w2": 1, "x0": -1})] + limits("x0", 2) + limits("x1", 8)
             + [("zero", {"w0": 1, "x0": -8, "x1": -1})] + word),
        ):
            self.assertEqual(expected, shown(line), line)


class Expression:
    """The value of an expression, and the hidden values that it makes, computed from what the expression means."""

    def __init__(self, run):
        self.run = run

    def value(self, item, names):
        if isinstance(item, str):
            return names[item]
        if len(item) == 1:
            return int(item[0])
        values = [self.value(operand, names) for operand in item[1:]]
        name = item[0]
        if name == "+":
            return sum(values)
        if name == "-":
            return values[0] - values[1]
        if name == "*":
            return values[0] * values[1]
        if name in ("mod", "div"):
            if isinstance(item[2], str):
                self.run.hide(int(values[1] > 0))
                if values[1] <= 0:  # nothing is said of the rest: any pair that fits
                    self.run.hide(0, values[0])
                    return values[0] if name == "mod" else 0
            rest = values[0]
            while rest < 0:
                rest += values[1]
            while rest >= values[1]:
                rest -= values[1]
            self.run.hide((values[0] - rest) // values[1], rest)
            return rest if name == "mod" else (values[0] - rest) // values[1]
        if name == "if":
            self.run.hide(0 if values[0] else 1)
            return values[1] if values[0] else values[2]
        truth = int(values[0] == values[1] if name == "=" else values[0] < values[1])
        self.run.hide(truth)
        return truth


def random_expression(rng, names, depth):
    if depth == 0 or rng.random() < 0.15:
        return rng.choice(names) if rng.random() < 0.75 else [str(rng.choice((-5, -1, 0, 1, 2, 9)))]
    name = rng.choice(("+", "-", "*", "mod", "div", "=", "<", "if"))
    operands = [random_expression(rng, names, depth - 1) for _ in range(3 if name == "if" else 2)]
    if name in ("mod", "div"):
        operands[1] = rng.choice(("a", [str(rng.choice((1, 2, 3, 7, 16)))]))
    return [name] + operands


class Contract(unittest.TestCase):
    def test_facts_hold_and_goals_mean_what_they_say(self):
        rng = random.Random(3)
        reached = 0
        for _ in range(150):
            instructions, words, flags = random_program(rng)
            output = f"w{words - 1}"
            require = {"requires": "a", "below": random_expression(rng, "ab", 2)}
            if rng.random() < 0.5:
                require["at_least"] = random_expression(rng, "ab", 1)
            relation = {"left": random_expression(rng, "abr", 2), "right": random_expression(rng, "abr", 2)}
            ensure = {"ensures": "r", "below": random_expression(rng, "abr", 1)}
            if rng.random() < 0.5:
                ensure["at_least"] = random_expression(rng, "abr", 1)
            if rng.random() < 0.5:
                ensure["residue"], ensure["step"] = rng.choice(((1, 2), (0, 2), (2, 3)))
            checker = checker_of(instructions, words, flags, (require, relation, ensure), output)
            failures = compiled(checker.contract)
            for inputs in rng.sample(ALL_INPUTS, 40):
                run = Run(instructions, inputs)
                names = {"a": inputs[0], "b": inputs[1], "r": run.values[output]}
                made = Expression(run)
                allowed = names["a"] < made.value(require["below"], names)
                if "at_least" in require:
                    allowed = (made.value(require["at_least"], names) <= names["a"]) and allowed
                truths = [made.value(relation["left"], names) - made.value(relation["right"], names) == 0]
                truths.append(names["r"] < made.value(ensure["below"], names))
                if "at_least" in ensure:
                    truths.append(made.value(ensure["at_least"], names) <= names["r"])
                if ensure.get("step", 1) != 1:
                    rest = names["r"] % ensure["step"]
                    run.hide(names["r"] // ensure["step"], rest)
                    truths.append(rest == ensure["residue"])
                self.assertEqual(checker.known, set(run.values))
                self.assertEqual(truths, [true_fact(goal, run.values) for goal in checker.goals])
                if allowed:
                    reached += 1
                    self.assertEqual([], failures(run.values), (require, relation, ensure, inputs))
                else:
                    self.assertNotEqual([], failures(run.values))
        self.assertGreater(reached, 500)


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
