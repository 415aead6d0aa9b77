"""Tests of the rules of check.py: derivations written by hand, and mistakes of each kind."""
import copy
import os
import subprocess
import sys
import tempfile

import check
from case import Case, outcome
from examples import HAND_WRITTEN, addition, bound, cases, content, copy_program, de_morgan, given, p, total


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
                command = [sys.executable, check.__file__, *arguments]
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
        self.good(total([]), cases([], {"zero": []}, [], []))     # facts known before are known in a case

    def test_nested_cases(self):
        inner = cases([], {"bound": []}, [total([]), total([])], [bound([]), bound(p("1"))])
        self.bad("1.1.0.1.1", total([]), cases([], {"bound": []}, [bound([])], [inner]))
