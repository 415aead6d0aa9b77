"""Random programs and contracts, and derivations that state every fact and goal that they give.

A derivation of the second kind compares two checkers: it names each polynomial that one of them finds, so the other
accepts it only if it finds the same ones in the same order.
"""

NAMES = ("add", "sub", "mul_lo", "mul_hi", "mul_his", "mad_lo", "mad_hi", "mad_his", "not", "and", "or", "xor", "select",
         "min", "shl", "shr", "sar", "shf_l", "shf_r")
FLAGS = ("add", "sub", "mad_lo", "mad_hi", "mad_his")
SOURCES = {"not": 1, "mad_lo": 3, "mad_hi": 3, "mad_his": 3, "select": 3, "shf_l": 3, "shf_r": 3}
SHIFTS = ("shl", "shr", "sar", "shf_l", "shf_r")


def instruction(rng, bits, words, flags, name=None):
    """One instruction that writes the word w{words}. Words and flags below these numbers exist."""
    name = name or rng.choice(NAMES)
    top = 2 ** bits - 1

    def source():
        if rng.random() < 0.75:
            return f"w{rng.randrange(words)}"
        return str(min(top, rng.choice((0, 1, 2, 3, 7, bits - 1, bits, top - 1, top))))

    sources = [source() for _ in range(SOURCES.get(name, 2))]
    if name in SHIFTS and rng.random() < 0.6:
        sources[-1] = str(min(top, rng.choice((0, 1, bits - 1, bits, bits + 1, rng.randrange(bits)))))
    line = {"instruction": name, "r": words, "from": sources}
    if name in FLAGS and flags and rng.random() < 0.8:
        line["reads"] = rng.randrange(flags)
    if name in FLAGS and rng.random() < 0.7:
        line["writes"] = flags
    return line


def program(rng, bits, names=(None, None, None), words=2):
    """One to len(names) instructions, those of names that are not None, and the numbers of words and of flags."""
    flags, instructions = 0, []
    for name in names[:rng.randint(1, len(names))]:
        instructions.append(instruction(rng, bits, words, flags, name))
        words, flags = words + 1, flags + ("writes" in instructions[-1])
    return instructions, words, flags


OPERANDS = {"+": 2, "-": 2, "*": 2, "mod": 2, "div": 2, "=": 2, "<": 2, "if": 3, "abs": 1, "exp2": 1, "inverse": 2,
            "divsteps": 4, "&": 2, "|": 2, "^": 2}


def expression(rng, names, depth):
    """Names are those that it may use. The rules may refuse the result."""
    if depth == 0 or rng.random() < 0.15:
        return rng.choice(names) if rng.random() < 0.75 else [str(rng.choice((0, 1, 2, 5, 9)))]
    name = rng.choice(tuple(OPERANDS))
    operands = [expression(rng, names, depth - 1) for _ in range(OPERANDS[name])]
    if name in ("mod", "div", "inverse"):
        operands[1] = rng.choice((rng.choice(names), [str(rng.choice((1, 2, 3, 7, 16)))]))
    if name == "exp2":
        operands[0] = rng.choice((rng.choice(names), [str(rng.choice((0, 1, 5)))], ["mod", operands[0], ["7"]]))
    if name in "&|^":
        operands = rng.choice(([rng.choice(names), rng.choice(names)], [rng.choice(names), [str(rng.choice((12, 300)))]],
                               [operands[0], [str(rng.choice((1, 3, 7, 1023)))]], operands))
    if name == "divsteps":
        operands[0] = [str(rng.choice((0, 1, 2)))]
    return [name] + operands


def ranges(rng, key, name, names, depth):
    line = {key: name, "below": expression(rng, names, depth)}
    if rng.random() < 0.5:
        line["at_least"] = expression(rng, names, depth - 1)
    if rng.random() < 0.4:
        line["residue"], line["step"] = rng.choice(((1, 2), (0, 2), (2, 3)))
    return line


def digits(rng, bits):
    return {} if rng.random() < 0.6 else {"digits": rng.choice((bits, bits, max(1, bits - 2), 1))}


def derivation(rng):
    """A program with a contract, and no steps."""
    bits = rng.choice((1, 2, 3, 4, 4, 5, 8, 32))
    instructions, words, flags = program(rng, bits, (None,) * 4, words=4)
    lines = [{"derivation": 1, "word_bits": bits, "name": "random", "words": words, "flags": flags},
             {"input": "a", "words": [0, 1], **digits(rng, bits)}, {"input": "b", "words": [2], **digits(rng, bits)},
             {"input": "c", "words": [3]}, *instructions]
    items = [f"w{rng.randrange(words)}" if rng.random() < 0.8 else str(rng.randrange(2 ** bits)) for _ in range(3)]
    lines.append({"output": "r", "words": items[:rng.randint(1, 2)], **digits(rng, bits)})
    lines.append({"output": "s", "words": items[2:]})
    lines += [ranges(rng, "requires", rng.choice("abc"), "abc", 2) for _ in range(rng.randrange(3))]
    lines += [{"equal": rng.choice("abc"), "value": expression(rng, "abc", 2)} for _ in range(rng.randrange(2))]
    lines.append({"left": ["-", "r", expression(rng, "abcrs", 3)], "right": ["+", "s", expression(rng, "abcrs", 2)]})
    lines += [ranges(rng, "ensures", rng.choice("abcrs"), "abcrs", 2) for _ in range(rng.randrange(3))]
    return lines


def written(p):
    """A polynomial as it stands in a file."""
    return [[str(coefficient), *term] for term, coefficient in p.items()]


def stated(checker, lines):
    """The lines of a derivation, and steps that state each fact of its instructions and its contract, and each goal.

    The checker has taken the program and the contract. The precondition must say that c, a number without digits, is
    below 0; so the goals follow, as everything does.
    """
    steps = []

    def state(line):
        steps.append(line)
        return len(steps) - 1

    def same(number, kind, p):
        if kind == "zero":
            state({"step": "sum", "claim": written(p), "zeros": [[number, [["1"]]]]})
        else:
            state({"step": "bound", "claim": written(p), "products": [["1", number]], "zeros": []})

    for index, facts in enumerate(checker.instructions):
        for which, (kind, p) in enumerate(facts):
            same(state({"step": "given", "of": "instruction", "index": index, "which": which}), kind, p)
    numbers = []
    for which, (kind, p) in enumerate(checker.contract):
        numbers.append(state({"step": "given", "of": "contract", "which": which}))
        same(numbers[-1], kind, p)
    # c >= 0 and -1 - c >= 0, so -1 >= 0, and with 1 >= 0 the zero -1 = 0.
    c = checker.inputs["c"][0][0]
    facts = [{tuple(term): n for term, n in p.items()} for _, p in checker.contract]
    low, high = facts.index({(c,): 1}), facts.index({(c,): -1, (): -1})
    least = state({"step": "bound", "claim": [["-1"]], "products": [["1", numbers[low]], ["1", numbers[high]]], "zeros": []})
    one = state({"step": "bound", "claim": [["1"]], "products": [["1"]], "zeros": []})
    wrong = state({"step": "both", "facts": [least, one]})
    for kind, p in checker.goals:
        factor = [[wrong, [[str(-n), *term] for term, n in p.items()]]]
        state({"step": "sum", "claim": written(p), "zeros": factor} if kind == "zero" else
              {"step": "bound", "claim": written(p), "products": [], "zeros": factor})
    return lines + steps
