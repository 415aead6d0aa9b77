"""Small random routines, and runs of them.

Words have 2 to 4 bits. There are dead branches, constants of every kind, elements, lengths, entries of arrays, loops with
and without invariants, calls, and claims that are true or false. Lines are JSON values, as the page describes them.
"""
import copy
import itertools

import meaning

KINDS = {"word": {}, "integer": {}, "number": {"words": 1}, "element": {"words": 1}}


class Fails(Exception):
    """The run does something that no rule allows: an index beyond its array, a division by 0, a precondition that does not hold."""


def variable(name, kind, role, **more):
    return {"variable": name, "kind": kind, "role": role, **KINDS[kind], **more}


def routine(rng, name, callees):
    """The lines. callees: routines that it may call, by name."""
    bits = rng.choice((2, 3, 4))
    callees = {key: lines for key, lines in callees.items() if lines[0]["word_bits"] == bits}
    variables = [variable("a", "word", "input"), variable("b", rng.choice(list(KINDS)), "input")]
    if rng.random() < 0.3:
        variables.append(variable("s", "word", "input", length="b"))
    variables += [variable("r", rng.choice(list(KINDS)), "output"), variable("t", rng.choice(("word", "integer")), "local"),
                  variable("m", "number", "local", words=2), variable("i", rng.choice(("word", "integer")), "local"),
                  variable("v", rng.choice(("number", "element")), "local", count=2)]
    form = [{"factor": [rng.choice("124")], "modulus": [rng.choice("357")] if bits > 2 else ["3"]}]
    makes = Statements(rng, bits, variables, callees)
    r, t, m = [makes.number[name] for name in "rtm"]
    body = [["constant", r, ["0"]], ["set", [t], makes.word(1)], ["constant", m, [makes.constant(), makes.constant()]],
            *makes.block(2), makes.write(r)]
    names = [line["variable"] for line in variables if line["role"] != "local" and "length" not in line]
    claim = rng.choice((["r", "r"], ["r", rng.choice(names)], ["r", [str(rng.randrange(2 ** bits))]],
                        [["mod", "r", ["2"]], ["mod", ["+", "a", [str(rng.randrange(2))]], ["2"]]],
                        [["exp2", "a"], ["exp2", "a"]], [["<", "r", "a"], [str(rng.randrange(2))]]))
    lines = [{"derivation": 1, "word_bits": bits, "routine": name}, *variables, *form, {"body": body}]
    if rng.random() < 0.4:
        lines.append({"requires": "a", "below": rng.choice((["2"], ["3"], "b"))})
    lines.append({"left": claim[0], "right": claim[1]})
    if rng.random() < 0.3:
        lines.append({"ensures": "r", "below": [str(rng.choice((2, 2 ** bits)))]})
    return lines


class Statements:
    def __init__(self, rng, bits, variables, callees):
        self.rng, self.bits, self.callees = rng, bits, callees
        self.lines = variables
        self.number = {line["variable"]: i for i, line in enumerate(variables)}
        self.loops = 0

    def constant(self):
        return str(self.rng.choice((0, 0, 1, 1, 2, self.rng.randrange(2 ** self.bits), 2 ** (self.bits - 1))))

    def small(self):
        """An index, mostly of two."""
        return self.rng.choice(("0", "1", self.word(0), ["&", self.word(0), "1"]))

    def place(self):
        """A word of a number that may have no value."""
        if self.rng.random() < 0.25:
            return ["limb", self.number["m"], self.small()]
        if "s" in self.number and self.rng.random() < 0.5:
            return ["element", self.number["s"], self.word(0)]
        return [self.rng.choice([i for i, line in enumerate(self.lines) if not {"count", "length"} & line.keys()
                                 and line["variable"] not in "mi" or (line["variable"] == "i" and self.loops)])]

    def word(self, depth):
        if depth == 0 or self.rng.random() < 0.3:
            return self.constant() if self.rng.random() < 0.4 else [self.number[self.rng.choice("ab")]]
        if self.rng.random() < 0.3:
            return self.place()
        name = self.rng.choice(("+", "-", "*", "div", "mod", "&", "|", "^", "shl", "shr", "=", "!=", "<", "if"))
        return [name, *[self.word(depth - 1) for _ in range(3 if name == "if" else 2)]]

    def write(self, number):
        """Something that writes the variable."""
        line, kind = self.lines[number], self.rng.random()
        if kind < 0.3:
            return ["constant", number, [self.constant() for _ in range(line.get("words", 1))]]
        if kind < 0.4 and line["kind"] in ("number", "element") and line["words"] == 1:
            return ["copy", [number], ["element", self.number["v"], self.small()]]
        return ["set", [number], self.word(2)] if line.get("words", 1) == 1 else [
            "set", ["limb", number, self.small()], self.word(2)]

    def statement(self, depth):
        kind = self.rng.randrange(8 if depth else 5)
        if kind == 4 and self.callees:
            name, lines = self.rng.choice(list(self.callees.items()))
            inputs = [line for line in lines if line.get("role") == "input"]
            output = next(line for line in lines if line.get("role") == "output")
            arguments = [self.number["s"] if "length" in line and "s" in self.number else self.number["m"]
                         if "length" in line else self.word(1) for line in inputs]
            return ["call", name, arguments, [[self.number["r" if output["kind"] == "number" else "t"]]]]
        if kind in (3, 4):
            return ["copy", ["element", self.number["v"], self.small()], [self.number[self.rng.choice("br")]]] if (
                self.lines[self.number["b"]]["kind"] in ("number", "element") and self.rng.random() < 0.5) else [
                    "set", ["limb", self.number["m"], self.small()], self.word(1)]
        if kind in (5, 6):
            return ["if", "0" if self.rng.random() < 0.3 else self.word(1), self.block(depth - 1)]
        if kind == 7 and not self.loops:
            self.loops += 1
            block = self.block(0)
            self.loops -= 1
            first, bound, invariant = self.constant(), self.constant(), {"equal": [], "ranges": []}
            if self.rng.random() < 0.6:
                bound, first = [self.number["a"]], "0"
                invariant["equal"] = [["a", "a"]]
                if self.rng.random() < 0.5:
                    invariant["ranges"] = [{"name": "i", "below": [str(self.rng.choice((2, 2 ** self.bits)))]}]
            return [self.rng.choice(("below", "up_to", "down_to")), self.number["i"], first, bound, invariant, block]
        return self.write(self.number[self.rng.choice("rtm")])

    def block(self, depth):
        return [self.statement(depth) for _ in range(self.rng.randint(1, 2))]


# ---- Runs -----------------------------------------------------------------------------------------------------------

class Run:
    """One run. Values are numbers; integers are signed, elements are the numbers that stand for residues; arrays are lists."""

    def __init__(self, lines, inputs, library, rng):
        self.bits = lines[0]["word_bits"]
        self.base, self.library, self.rng = 2 ** self.bits, library, rng
        self.lines = [line for line in lines if "variable" in line]
        self.all = lines
        form = next(line for line in lines if "factor" in line)
        self.factor, self.modulus = int(form["factor"][0]), int(form["modulus"][0])
        self.values = dict(inputs)
        for number, line in enumerate(self.lines):
            if "count" in line:     # whatever memory holds
                self.values[number] = [rng.randrange(self.base) for _ in range(line["count"])]
        for line in lines:
            if "requires" in line and not meaning.in_range(line, self.names(), self.no_digits()):
                raise meaning.Unspecified
        self.block(next(line["body"] for line in lines if "body" in line))

    def no_digits(self):
        return {line["variable"]: None for line in self.lines}

    def residue(self, line, value):
        return value * pow(self.factor, -1, self.modulus) % self.modulus if line["kind"] == "element" else value

    def names(self):
        return {line["variable"]: self.residue(line, self.values[number]) for number, line in enumerate(self.lines)
                if line["role"] != "local" and number in self.values and "length" not in line}

    def ends_well(self):
        """Whether the claims hold."""
        names, line = self.names(), next(line for line in self.all if "left" in line)
        holds = meaning.value(line["left"], names) == meaning.value(line["right"], names)
        return holds and all(meaning.in_range(line, names, self.no_digits()) for line in self.all if "ensures" in line)

    def need(self, condition):
        if not condition:
            raise Fails

    def word(self, item):
        if isinstance(item, str):
            return int(item)
        if not isinstance(item[0], str):
            self.need(item[0] in self.values)
            return self.values[item[0]] % self.base
        if item[0] == "element":
            array, index = self.values[item[1]], self.word(item[2])
            self.need(index < len(array))
            return array[index]
        if item[0] == "limb":
            index = self.word(item[2])
            self.need(item[1] in self.values and index < self.lines[item[1]]["words"])
            return self.values[item[1]] // self.base ** index % self.base
        if item[0] == "if":
            yes, no, c = self.word(item[2]), self.word(item[3]), self.word(item[1])
            return yes if c else no
        x, y = self.word(item[1]), self.word(item[2])
        self.need(y > 0 or item[0] not in ("div", "mod"))
        self.need(y < self.bits or item[0] not in ("shl", "shr"))
        result = {"+": lambda: x + y, "-": lambda: x - y, "*": lambda: x * y, "div": lambda: x // y, "mod": lambda: x % y,
                  "&": lambda: x & y, "|": lambda: x | y, "^": lambda: x ^ y, "shl": lambda: x << y, "shr": lambda: x >> y,
                  "=": lambda: x == y, "!=": lambda: x != y, "<": lambda: x < y}[item[0]]()
        return int(result) % self.base

    def index(self, place):
        """The index of an entry: an integer stands for itself."""
        item = place[2]
        if not isinstance(item, str) and not isinstance(item[0], str) and self.lines[item[0]]["kind"] == "integer":
            self.need(item[0] in self.values)
            index = self.values[item[0]]
        else:
            index = self.word(item)
        self.need(0 <= index < self.lines[place[1]]["count"])
        return index

    def store(self, number, value):
        line = self.lines[number]
        if line["kind"] == "integer":
            value = meaning.signed(value % self.base, self.bits)
        self.need(line["kind"] != "element" or value < self.modulus)
        self.values[number] = value

    def number_at(self, place):
        if place[0] == "element":
            return self.values[place[1]][self.index(place)]
        self.need(place[0] in self.values)
        return self.values[place[0]]

    def block(self, block):
        for name, *parts in block:
            getattr(self, name if name not in ("below", "up_to", "down_to") else "loop")(
                *([name] if name in ("below", "up_to", "down_to") else []), *copy.copy(parts))

    def set(self, place, item):
        value = self.word(item)
        if place[0] != "limb":
            return self.store(place[0], value)
        index, line = self.word(place[2]), self.lines[place[1]]
        self.need(index < line["words"])
        old = self.values.get(place[1], self.rng.randrange(self.base ** line["words"]))
        self.values[place[1]] = old + (value - old // self.base ** index % self.base) * self.base ** index

    def constant(self, number, limbs):
        self.store(number, sum(int(limb) * self.base ** i for i, limb in enumerate(limbs)))

    def copy(self, to, source):
        value = self.number_at(source)
        if to[0] != "element":
            return self.store(to[0], value)
        index = self.index(to)
        self.need(self.lines[to[1]]["kind"] != "element" or value < self.modulus)
        self.values[to[1]][index] = value

    def call(self, name, arguments, results):
        lines = self.library[name]
        inputs = {}
        for number, (line, item) in enumerate(zip([line for line in lines if line.get("role") == "input"], arguments)):
            if "length" in line:
                self.need(item in self.values)
                value = self.values[item]
                size = self.lines[item].get("words", 1)
                inputs[number] = value if isinstance(value, list) else [value // self.base ** k % self.base for k in range(size)]
            else:
                value = self.word(item)
                inputs[number] = meaning.signed(value, self.bits) if line["kind"] == "integer" else value
        self.need(allowed(lines, inputs))
        try:
            run = Run(lines, inputs, self.library, self.rng)
        except meaning.Unspecified:
            raise Fails
        number, output = next((i, line) for i, line in enumerate(run.lines) if line["role"] == "output")
        self.store(results[0][0], run.values[number] % self.base if output["kind"] == "integer" else run.values[number])

    def __getattr__(self, name):
        if name == "if":
            return lambda condition, block: self.block(block) if self.word(condition) else None
        raise AttributeError(name)

    def loop(self, order, counter, first, bound, _, block):
        at, end = self.word(first), self.word(bound)
        kind = self.lines[counter]["kind"]
        if kind == "integer":
            at, end = meaning.signed(at, self.bits), meaning.signed(end, self.bits)
        step = -1 if order == "down_to" else 1
        end += {"below": 0, "up_to": 1, "down_to": -1}[order]
        least, most = (0, self.base - 1) if kind == "word" else (-self.base // 2, self.base // 2 - 1)
        self.need(least <= end <= most)
        while (end - at) * step > 0:
            self.values[counter] = at
            self.block(block)
            at += step
        self.values.pop(counter, None)


def allowed(lines, inputs):
    """Whether inputs have the kinds of the variables, and arrays their lengths."""
    variables = [line for line in lines if "variable" in line]
    modulus = int(next(line for line in lines if "factor" in line)["modulus"][0])
    lengths = {line["variable"]: number for number, line in enumerate(variables)}
    return all((variables[number]["kind"] != "element" or value < modulus) and
               ("length" not in variables[number] or len(value) == inputs[lengths[variables[number]["length"]]])
               for number, value in inputs.items())


def inputs_of(rng, lines):
    bits = lines[0]["word_bits"]
    variables = [line for line in lines if "variable" in line and line["role"] == "input"]
    inputs = {}
    for number, line in enumerate(variables):
        if "length" in line:
            inputs[number] = [rng.randrange(2 ** bits) for _ in range(max(0, inputs[1]))]
        else:
            inputs[number] = rng.randrange(2 ** bits)
            if line["kind"] == "integer":
                inputs[number] = meaning.signed(inputs[number], bits)
    return inputs if allowed(lines, inputs) else None


def some_inputs(lines, rng, most):
    found = [inputs for inputs in (inputs_of(rng, lines) for _ in range(2 * most)) if inputs is not None]
    return found[:most]


def all_inputs(lines, rng):
    """All numbers; of each length one random array."""
    bits = lines[0]["word_bits"]
    variables = [line for line in lines if "variable" in line and line["role"] == "input"]
    for a, b in itertools.product(range(2 ** bits), repeat=2):
        inputs = {0: a, 1: meaning.signed(b, bits) if variables[1]["kind"] == "integer" else b}
        if len(variables) > 2:
            inputs[2] = [rng.randrange(2 ** bits) for _ in range(max(0, inputs[1]))]
        if allowed(lines, inputs):
            yield inputs


def is_true(lines, library, rng):
    """Whether no run fails or breaks a claim."""
    try:
        return all(holds_for(lines, inputs, library, rng) for inputs in all_inputs(lines, rng))
    except (Fails, RecursionError):
        return False


def holds_for(lines, inputs, library, rng):
    try:
        return Run(lines, inputs, library, rng).ends_well()
    except meaning.Unspecified:     # the precondition does not hold, or a claim has no value
        return True
