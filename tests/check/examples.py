"""Derivations written by hand, and the lines that they are made of. Words have few bits: all runs can be tried."""
import json


def p(*terms):
    """A polynomial of the file: p("2 w0 x1", "-1") is 2·w0·x1 - 1."""
    return [term.split() for term in terms]


def content(lines):
    return "".join(json.dumps(line) + "\n" for line in lines)


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


def in_bits(fact, first, word, complement):
    """Steps that split a word of two bits into bits, and the complement of the word too; and the lists for `common`.

    The word has the bounds of the facts fact and fact + 1; the steps begin with fact + 2. Its bits are the hidden
    values first and first + 1. complement is a variable, and the number of the zero complement - (3 - word) = 0.
    """
    low, high = f"x{first}", f"x{first + 1}"
    equation = fact + 8
    pairs = [[fact + 2, fact + 3], [fact + 5, fact + 6]]
    name, zero = complement
    steps = [{"step": "bits", "facts": [fact, fact + 1]},
             total(p(f"1 {name}", "-3", f"1 {low}", f"2 {high}"), [zero, p("1")], [equation, p("-1")])]
    return steps, {"sum": equation, "bits": pairs}, {"sum": equation + 1, "bits": [pair[::-1] for pair in pairs]}


def de_morgan():
    """not (a and b) = (not a) or (not b), for words of two bits: common bits of a and b, and of their complements."""
    steps = [given(0, "instruction", 2), given(0, "instruction", 3), given(0), given(1)]    # facts 0 to 3
    more, a, not_a = in_bits(2, 2, "w4", ("w4", 0))                                         # facts 4 to 11
    steps += more + [given(2), given(3)]                                                    # facts 12 and 13
    more, b, not_b = in_bits(12, 4, "w5", ("w5", 1))                                        # facts 14 to 21
    steps += more + [
        {"step": "common", "value": "x0", "first": a, "second": b},                         # 22
        {"step": "common", "value": "x1", "first": not_a, "second": not_b},                 # 23
        given(0, "instruction", 0), given(0, "instruction", 1), given(0, "instruction", 4),     # 24: w2, 25: w3, 26: w6
        total(p("1 w3", "-1 w6"), [25, p("1")], [24, p("-1")], [26, p("-1")], [22, p("-1")], [23, p("1")],
              [11, p("-1")], [21, p("-1")]),
    ]
    return [
        head(7, 0, 2), {"input": "a", "words": [0]}, {"input": "b", "words": [1]},
        {"instruction": "and", "r": 2, "from": ["w0", "w1"]},       # x0
        {"instruction": "not", "r": 3, "from": ["w2"]},
        {"instruction": "not", "r": 4, "from": ["w0"]},
        {"instruction": "not", "r": 5, "from": ["w1"]},
        {"instruction": "or", "r": 6, "from": ["w4", "w5"]},        # x1
        {"output": "r", "words": ["w3"]}, {"output": "s", "words": ["w6"]}, {"left": "r", "right": "s"}, *steps]


def same_selected():
    """A selection of b or b is b, for words of two bits: common bits of the mask and b, and of its complement and b."""
    mask = [[2, 3], [5, 6]]
    not_mask = {"sum": 18, "bits": [pair[::-1] for pair in mask]}
    b = {"sum": 17, "bits": [[11, 12], [14, 15]]}
    steps = [
        given(0), given(1), {"step": "bits", "facts": [0, 1]},                                  # 2 to 8: x2 and x3
        given(2), given(3), {"step": "bits", "facts": [9, 10]},                                 # 11 to 17: x4 and x5
        total(p("-1 w0", "1 x2", "2 x3"), [8, p("-1")]),                        # 18: 3 - w0 - (1 - x2) - 2·(1 - x3)
        {"step": "common", "value": "x0", "first": {"sum": 8, "bits": mask}, "second": b},      # 19
        {"step": "common", "value": "x1", "first": not_mask, "second": b},                      # 20
        given(0, "instruction", 0),
        total(p("1 w2", "-1 w1"), [21, p("1")], [19, p("1")], [20, p("1")], [17, p("-1")]),
    ]
    return [
        head(3, 0, 2), {"input": "mask", "words": [0]}, {"input": "b", "words": [1]},
        {"instruction": "select", "r": 2, "from": ["w0", "w1", "w1"]},      # x0, and other x1
        {"output": "r", "words": ["w2"]}, {"left": "r", "right": "b"}, *steps]


def shifted_one(bits=4):
    """r = 2^s for s < W: a shift by a word, and powers of two."""
    base = 2 ** bits
    return [
        head(2, 0, bits), {"input": "s", "words": [0]},
        {"instruction": "shl", "r": 1, "from": ["1", "w0"]},    # multiple x0, rest x1, power x2, fits x3, high x4
        {"output": "r", "words": ["w1"]},
        {"requires": "s", "below": [f"{bits}"]},
        {"left": "r", "right": ["exp2", "s"]},                  # x5
        *[given(i, "instruction", 0) for i in range(16)],       # 0 to 15: the instruction
        given(2),                                               # 16: s < W
        bound(p(f"{bits - 1}", f"{-bits} x0"), [["1", 16], ["1", 3]], [[5, p("1")]]),                   # 17
        {"step": "round", "fact": 17, "divisor": f"{bits}"},                                            # 18
        {"step": "both", "facts": [1, 18]},                                                             # 19: x0 = 0
        bound(p("-1", "1 x3"), [["1", 11]], [[19, p("-1 x0", "1 x0 x3")]]),                             # 20
        {"step": "both", "facts": [20, 9]},                                                             # 21: x3 = 1
        total(p("1 x1", "-1 w0"), [5, p("-1")], [19, p(f"{-bits}")]),                                   # 22: rest = s
        {"step": "powers", "fact": 22, "first": ["x2"], "second": ["x5"]},                              # 23: x2 = x5
        bound(p(f"{base // 2}", f"{-base} x4"), [["1", 14], ["1", 7]], [[0, p("-1")], [21, p("-1 x2")]]),   # 24
        {"step": "round", "fact": 24, "divisor": f"{base}"},                                            # 25
        {"step": "both", "facts": [12, 25]},                                                            # 26: x4 = 0
        total(p("1 w1", "-1 x5"), [0, p("1")], [21, p("1 x2")], [26, p(f"{-base}")], [23, p("1")]),
    ]


def powers(bits=3):
    """2^r·2^b = 2^(a + b) for r = a, and 2^(a + 1) = 2·2^a."""
    return [
        head(2, 0, bits), {"input": "a", "words": [0]}, {"input": "b", "words": [1]}, {"output": "r", "words": ["w0"]},
        {"left": ["*", ["exp2", "r"], ["exp2", "b"]], "right": ["exp2", ["+", "a", "b"]]},      # x0, x1, x2
        total([]),
        {"step": "powers", "fact": 0, "first": ["x0", "x1"], "second": ["x2"]},
        given(0),
        bound(p("1 w0", "1"), [["1", 2], ["1"]]),
        {"step": "power", "fact": 3},                                                           # x3
        {"step": "powers", "fact": 0, "first": ["x3"], "second": ["x0"]},
        total(p("2 x2", "-1 x1 x3"), [1, p("-2")], [5, p("-1 x1")]),
    ]


def lemmas(bits=4):
    """a <= a² and a + b <= (a + b)². The second lemma applies the first one."""
    whole = p("1 x0 x0", "2 x0 x1", "1 x1 x1", "-1 x0", "-1 x1")
    square = cases(p("1 x0", "-1"), {"bound": p("1 x0 x0", "-1 x0")},
                   [bound(p("1 x0"), [["1", 0], ["1"]]), bound(p("1 x0 x0", "-1 x0"), [["1", 0, 1]])],
                   [bound(p("1", "-1 x0"), [["1", 0], ["1"]]), bound(p("1 x0 x0", "-1 x0"), [["1", 0, 0], ["1", 0]])])
    return [
        head(2, 0, bits), {"input": "a", "words": [0]}, {"input": "b", "words": [1]}, {"output": "r", "words": ["w0"]},
        {"left": "r", "right": "a"},
        {"ensures": "a", "below": ["+", ["*", "a", "a"], ["1"]]},
        {"ensures": "b", "below": ["+", ["-", ["*", ["+", "a", "b"], ["+", "a", "b"]], "a"], ["1"]]},
        {"lemma": "square", "variables": 1, "given": [], "shows": [{"bound": p("1 x0 x0", "-1 x0")}], "steps": [square]},
        {"lemma": "sum", "variables": 2, "given": [{"bound": p("1 x0")}, {"bound": p("1 x1")}],
         "shows": [{"bound": p("1 x0 x1")}, {"bound": whole}],
         "steps": [{"step": "apply", "which": 0, "values": [p("1 x0", "1 x1")], "facts": []},
                   bound(p("1 x0 x1"), [["1", 0, 1]]),
                   {"step": "divide", "polynomial": p("1 x0"), "divisor": "2"}, given(0, "quotient", 0)]},
        total([]),
        {"step": "apply", "which": 0, "values": [p("1 w0")], "facts": []},
        given(2), given(0),
        {"step": "apply", "which": 1, "values": [p("1 w0"), p("1 w1")], "facts": [3, 2]},
    ]


def even_digits(bits=4, radix=2):
    """r = a in signed digits, where a is even and |a| < 5. The quotients of a by 2 are x8 for a and x9 for r."""
    return [
        head(2, 0, bits), {"input": "a", "words": [0, 1], "digits": radix},
        {"output": "r", "words": ["w0", "w1"], "digits": radix},
        {"requires": "a", "below": ["5"], "residue": 0, "step": 2},
        {"left": "r", "right": "a"}, {"ensures": "r", "below": ["5"], "residue": 0, "step": 2},
        given(9), given(15), total([]), given(26), given(27),                       # 0 to 4: all goals but the last
        given(28), given(29), given(30), given(31),                                 # 5: a = 2·x8, 8: r = 2·x9 + x10
        bound(p("2 x8", "-2 x9"), [["1", 6]], [[8, p("1")], [5, p("-1")]]),
        {"step": "round", "fact": 9, "divisor": "2"},
        bound(p("1", "-2 x8", "2 x9"), [["1", 7]], [[8, p("-1")], [5, p("1")]]),
        {"step": "round", "fact": 11, "divisor": "2"},
        {"step": "both", "facts": [10, 12]},                                        # 13: x8 - x9 = 0
        total(p("1 x10"), [5, p("1")], [8, p("-1")], [13, p("2")]),
    ]


def places(bits=4):
    """r = a to the radix 3 in digits from -2 to 2."""
    return [
        head(1, 0, bits), {"input": "a", "words": [0], "digits": [3, 2]},
        {"output": "r", "words": ["w0"], "digits": [3, 2]}, {"left": "r", "right": "a"},
        total([]), given(7), given(8),
    ]


HAND_WRITTEN = (addition, de_morgan, same_selected, shifted_one, powers, lemmas, even_digits, places)
