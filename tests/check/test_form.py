"""Tests of the files that check.py reads and refuses: their form, and programs."""

from case import Case, outcome
from examples import addition, bound, cases, content, copy_program, given, head, p, total
from random_programs import FLAGS, NAMES


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
