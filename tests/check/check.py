#!/usr/bin/env python3
"""Checks a derivation: a proof that a program of big-integer instructions meets its contract.  Usage: check.py FILE

Exit code 0 promises this: for every input that the precondition allows, the program in FILE computes outputs for which
the relation and the postcondition in FILE hold. Exit code 4: the derivation does not show it; one line says which step
does not follow, which goal is not reached, or why the program is not covered. Exit code 2: FILE cannot be read.
Any other exit code promises nothing.

This was written from the page that specifies derivations, and from nothing else. All numbers are exact integers.
The whole file is read first. Then the program is checked, then the contract, then the steps, at last the goals.
"""
import json
import re
import sys
import threading


class Unreadable(Exception):
    """The file does not have the form of a derivation."""


class Refused(Exception):
    """The derivation does not hold."""


def demand(condition, reason, error=Refused):
    if not condition:
        raise error(reason)


def demand_form(condition, reason):
    demand(condition, reason, Unreadable)


class Polynomial(dict):
    """The coefficient of each term; none is 0. A term is the sorted tuple of its variables, () for the constant."""

    def add_product(self, p, q):
        """Adds p·q in place. Only for a polynomial that was just made: nothing else may refer to it."""
        for term_p, coefficient_p in p.items():
            for term_q, coefficient_q in q.items():
                term = tuple(sorted(term_p + term_q))
                self[term] = self.get(term, 0) + coefficient_p * coefficient_q
                if self[term] == 0:
                    del self[term]
        return self

    def __add__(self, other):
        return Polynomial(self).add_product(other, constant(1))

    def __sub__(self, other):
        return Polynomial(self).add_product(other, constant(-1))

    def __mul__(self, other):
        return Polynomial().add_product(self, other)


def constant(n):
    return Polynomial({(): n} if n != 0 else {})


def variable(name):
    return Polynomial({(name,): 1})


# A fact is a pair. ("zero", p) says p = 0. ("bound", p) says p >= 0.

def below(value, n):
    """The two facts of a new value below n."""
    return [("bound", value), ("bound", constant(n - 1) - value)]


# ---- The form of the file. Each function takes a JSON value, demands its form, and returns what it stands for. ------

def natural(value):
    demand_form(type(value) is int and value >= 0, "an integer from 0 is expected")
    return value


def text(value):
    demand_form(type(value) is str, "a string is expected")
    return value


def decimal(value):
    demand_form(re.fullmatch("0|-?[1-9][0-9]*", text(value)), "a decimal string is expected")
    return int(value)


def source(value):
    """A word, which stays a string, or a constant, which becomes an integer."""
    return value if re.fullmatch("w(0|[1-9][0-9]*)", text(value)) else decimal(value)


def list_of(read):
    def read_list(value):
        demand_form(type(value) is list, "a list is expected")
        return [read(item) for item in value]
    return read_list


def polynomial(value):
    result = Polynomial()
    for item in list_of(list_of(text))(value):
        demand_form(item and decimal(item[0]) != 0, "a term has a coefficient other than 0")
        for name in item[1:]:
            demand_form(re.fullmatch("[wfx](0|[1-9][0-9]*)", name), "a variable is expected")
        term = tuple(sorted(item[1:]))
        demand_form(term not in result, "a term comes twice")
        result[term] = decimal(item[0])
    return result


def factor_of_zero(value):
    demand_form(type(value) is list and len(value) == 2, "a fact and its factor are expected")
    return natural(value[0]), polynomial(value[1])


def product_of_bounds(value):
    demand_form(type(value) is list and value, "a scale and facts are expected")
    return decimal(value[0]), list_of(natural)(value[1:])


def expression(value):
    """A name stays a string. An integer becomes an integer. An operation becomes a list: its word, its operands."""
    if type(value) is str:
        return value
    demand_form(type(value) is list and value, "an expression is expected")
    if len(value) == 1:
        return decimal(value[0])
    demand_form(text(value[0]) in OPERATIONS, "an unknown operation")
    demand_form(len(value) - 1 == (3 if value[0] == "if" else 2), "an operation has the wrong number of operands")
    return [value[0]] + [expression(operand) for operand in value[1:]]


def fact(value):
    demand_form(type(value) is dict and list(value) in (["zero"], ["bound"]), "a zero or a bound is expected")
    [(kind, p)] = value.items()
    return kind, polynomial(p)


def record(value, shape):
    """An object with the keys of the shape and no others. A key with a question mark may be left out."""
    readers = {key.rstrip("?"): read for key, read in shape.items()}
    demand_form(all(key in readers for key in value), "an unknown key")
    demand_form(all(key in value or key.endswith("?") for key in shape), "a key is missing")
    return {key: readers[key](item) for key, item in value.items()}


def step(value):
    demand_form(type(value) is dict and text(value.get("step")) in STEPS, "an unknown step")
    result = record(value, {"step": text, **STEPS[value["step"]]})
    if result["step"] == "given":
        demand_form(result["of"] in ("instruction", "contract", "quotient"), "given is of an unknown thing")
        demand_form(("index" in result) == (result["of"] != "contract"), "all but the contract have an index")
    demand_form(result["step"] != "both" or len(result["facts"]) == 2, "both is of two facts")
    return result


ZEROS = list_of(factor_of_zero)
STEPS = {
    "given": {"of": text, "index?": natural, "which": natural},
    "sum": {"claim": polynomial, "zeros": ZEROS},
    "bound": {"claim": polynomial, "products": list_of(product_of_bounds), "zeros": ZEROS},
    "round": {"fact": natural, "divisor": decimal},
    "both": {"facts": list_of(natural)},
    "divide": {"polynomial": polynomial, "divisor": decimal},
    "cases": {"split": polynomial, "goal": fact, "first": list_of(step), "second": list_of(step)},
}

# The kinds of lines, in the order in which they come. A line is of the first kind whose name is one of its keys.
LINES = {
    "derivation": {"derivation": natural, "word_bits": natural, "name": text, "words": natural, "flags": natural},
    "input": {"input": text, "words": list_of(natural)},
    "instruction": {"instruction": text, "r": natural, "from": list_of(source), "reads?": natural, "writes?": natural},
    "output": {"output": text, "words": list_of(source)},
    "requires": {"requires": text, "below": expression, "at_least?": expression},
    "left": {"left": expression, "right": expression},
    "ensures": {"ensures": text, "below": expression, "at_least?": expression, "residue?": natural, "step?": natural},
    "step": None,
}


def object_of(pairs):
    demand_form(len(dict(pairs)) == len(pairs), "a key comes twice")
    return dict(pairs)


def integer(word):
    """An integer of JSON itself. None in the format is negative: those are decimal strings."""
    demand_form(not word.startswith("-"), "an integer from 0 is expected")
    return int(word)


def no_integer(word):
    raise Unreadable("a number that is not an integer")


def read_all(content):
    """The lines of each derivation of a file. Each begins with its head."""
    parts = []
    for number, line in enumerate(content.removesuffix("\n").split("\n"), 1):
        if line.startswith('{"derivation"') or not parts:
            parts.append((number, []))
        parts[-1][1].append(line)
    return [read(lines, first) for first, lines in parts]


def read(content, first):
    """All lines of a derivation, by their kind. The first has this number in the file."""
    lines = {kind: [] for kind in LINES}
    last = 0
    for number, line in enumerate(content, first):
        try:
            value = json.loads(line, object_pairs_hook=object_of, parse_int=integer, parse_float=no_integer,
                               parse_constant=no_integer)
            kinds = [kind for kind in LINES if type(value) is dict and kind in value]
            demand_form(kinds, "an unknown kind of line")
            place = list(LINES).index(kinds[0])
            demand_form(place >= last, "a line comes too late")
            lines[kinds[0]].append(step(value) if kinds[0] == "step" else record(value, LINES[kinds[0]]))
            last = place
        except (Unreadable, ValueError) as error:
            raise Unreadable(f"line {number}: {error}")
    demand_form(len(lines["derivation"]) == 1 and len(lines["left"]) == 1, "one head and one relation are expected")
    demand_form(lines["derivation"][0]["derivation"] == 1, "an unknown version of the format")
    demand_form(1 <= lines["derivation"][0]["word_bits"] <= 32, "word_bits is not from 1 to 32")
    for line in lines["ensures"]:
        demand_form(("residue" in line) == ("step" in line), "a residue and a step come together")
        demand_form("step" not in line or (line["step"] > 1 and line["residue"] < line["step"]),
                    "a residue is below its step, and a step above 1")
    return lines


# ---- The checker ----------------------------------------------------------------------------------------------------

SOURCES = {"add": 2, "sub": 2, "mul_lo": 2, "mul_hi": 2, "mad_lo": 3, "mad_hi": 3, "and": 2, "or": 2, "xor": 2,
           "select": 3, "not": 1, "shl": 2, "shr": 2, "shf_l": 3, "shf_r": 3}
WITH_FLAGS = ("add", "sub", "mad_lo", "mad_hi")


def is_mask(item):
    return type(item) is int and item > 0 and item & (item + 1) == 0


class Checker:
    def __init__(self, lines):
        self.lines = lines
        self.head = lines["derivation"][0]
        self.base = 2 ** self.head["word_bits"]
        self.place = "program"    # what is checked now
        self.known = set()        # the names of the variables that exist now
        self.hidden = 0           # the number of the next hidden value
        self.products = {}        # for each pair of sources its hidden values low and high
        self.common = {}          # for each pair of sources the hidden value of the bits that both have
        self.inputs = {}          # the number of each name
        self.outputs = {}         # the number of each name
        self.instructions = []    # for each instruction the facts that it gives
        self.contract = []        # the facts that the contract gives
        self.goals = []           # the facts that the contract asks
        self.quotients = []       # for each division the facts that it gives
        self.facts = []           # the facts that the steps state

    def check(self):
        self.take_program()
        self.take_contract()
        self.take_steps(self.lines["step"], "")
        for number, goal in enumerate(self.goals):
            self.place = f"goal {number}"
            demand(goal in self.facts, "it is not reached")
        return f"{ascii(self.head['name'])[1:-1]}: {len(self.facts)} facts, every goal is reached"

    # ---- The program ----

    def new_hidden(self):
        self.hidden += 1
        self.known.add(f"x{self.hidden - 1}")
        return variable(f"x{self.hidden - 1}")

    def define(self, letter, number):
        name = f"{letter}{number}"
        demand(number < self.head["words" if letter == "w" else "flags"], f"{name} is beyond the head's number")
        demand(name not in self.known, f"{name} is defined twice")
        self.known.add(name)
        return variable(name)

    def value(self, item):
        """The polynomial of a word or a flag by its name, or of a constant."""
        if type(item) is str:
            demand(item in self.known, f"{item} is not defined before it is read")
            return variable(item)
        demand(0 <= item < self.base, "a constant is not below 2^word_bits")
        return constant(item)

    def take_number(self, numbers, name, words):
        demand(name not in self.inputs and name not in self.outputs, "two inputs or outputs have the same name")
        numbers[name] = Polynomial()
        for i, word in enumerate(words):
            numbers[name].add_product(constant(self.base ** i), self.value(word))

    def take_program(self):
        for line in self.lines["input"]:
            for word in line["words"]:
                self.contract += below(self.define("w", word), self.base)
            self.take_number(self.inputs, line["input"], [f"w{word}" for word in line["words"]])
        for line in self.lines["instruction"]:
            self.instructions.append(self.instruction(line))
        for line in self.lines["output"]:
            self.take_number(self.outputs, line["output"], line["words"])

    def instruction(self, line):
        """The facts of an instruction: its equation, those of the values that it introduces, the range of its word."""
        name, sources, b = line["instruction"], line["from"], constant(self.base)
        demand(name in SOURCES and len(sources) == SOURCES[name], "an instruction is not covered")
        demand(name in WITH_FLAGS or not ("reads" in line or "writes" in line), "a flag is not covered")
        x, y, z = ([self.value(item) for item in sources] + [None, None])[:3]
        c = self.value(f"f{line['reads']}") if "reads" in line else constant(0)
        facts = []
        if name in ("mul_lo", "mul_hi", "mad_lo", "mad_hi"):
            low, high = self.product(sources[0], sources[1], facts)
            half = low if name.endswith("lo") else high
        if name in WITH_FLAGS:
            carry = self.define("f", line["writes"]) if "writes" in line else self.new_hidden()
            facts += below(carry, 2)
        if name == "add":
            result = x + y + c - b * carry
        elif name == "sub":
            result = x - y - c + b * carry
        elif name in ("mul_lo", "mul_hi"):
            result = half
        elif name in ("mad_lo", "mad_hi"):
            result = half + z + c - b * carry
        elif name == "and":
            result = self.both_of(sources[0], sources[1], facts)
        elif name == "or":
            result = x + y - self.both_of(sources[0], sources[1], facts)
        elif name == "xor":
            result = x + y - constant(2) * self.both_of(sources[0], sources[1], facts)
        elif name == "select":
            both = self.both_of(sources[0], sources[1], facts)
            result = both + self.bits_of_both(b - constant(1) - x, z, facts)
        elif name == "not":
            result = b - constant(1) - x
        elif name in ("shf_l", "shf_r"):
            result = self.funnel(name, x, y, sources[2], facts)
        else:
            result = self.shift(name, x, sources[1], facts)
        r = self.define("w", line["r"])
        return [("zero", r - result)] + facts + below(r, self.base)

    def product(self, first, second, facts):
        """Low and high of the product of two sources. The first instruction with this pair gives their facts."""
        pair = tuple(sorted((str(first), str(second))))
        if pair not in self.products:
            low, high = self.products[pair] = self.new_hidden(), self.new_hidden()
            facts += below(low, self.base) + below(high, self.base - 1)
            product = self.value(first) * self.value(second)
            facts.append(("zero", product - low - constant(self.base) * high))
        return self.products[pair]

    def bits_of_both(self, x, y, facts):
        """The number of the bits that the words x and y have in common."""
        both = self.new_hidden()
        facts += [("bound", p) for p in (both, x - both, y - both, both - (x + y - constant(self.base - 1)))]
        return both

    def both_of(self, first, second, facts):
        """The same of two sources. The first instruction with this pair gives the facts."""
        pair = tuple(sorted((str(first), str(second))))
        if pair not in self.common:
            both = self.common[pair] = self.bits_of_both(self.value(first), self.value(second), facts)
            # By 2^k - 1 it is the rest of a division by 2^k.
            mask, other = (first, second) if is_mask(first) else (second, first)
            if is_mask(mask):
                high = self.new_hidden()
                facts += below(high, self.base // (mask + 1))
                facts.append(("zero", self.value(other) - constant(mask + 1) * high - both))
        return self.common[pair]

    def funnel(self, name, x, y, s, facts):
        """The middle word of y:x, shifted."""
        bits = self.head["word_bits"]
        demand(type(s) is int, "a shift by anything but a constant is not covered")
        demand(0 <= s < self.base, "a constant is not below 2^word_bits")
        s %= bits
        middle, high, low = self.new_hidden(), self.new_hidden(), self.new_hidden()
        whole, b = constant(self.base) * y + x, constant(self.base)
        if name == "shf_l":
            facts += below(middle, self.base) + below(high, 2 ** s) + below(low, self.base)
            facts.append(("zero", whole * constant(2 ** s) - b * b * high - b * middle - low))
        else:
            facts += below(middle, self.base) + below(high, 2 ** (bits - s)) + below(low, 2 ** s)
            facts.append(("zero", whole - constant(2 ** (bits + s)) * high - constant(2 ** s) * middle - low))
        return middle

    def shift(self, name, x, s, facts):
        bits = self.head["word_bits"]
        demand(type(s) is int and s < bits, "a shift by anything but a constant below word_bits is not covered")
        high = self.new_hidden()
        if name == "shl":
            facts += below(high, 2 ** s)
            return constant(2 ** s) * x - constant(self.base) * high
        low = self.new_hidden()
        facts += below(high, 2 ** (bits - s)) + below(low, 2 ** s)
        facts.append(("zero", x - constant(2 ** s) * high - low))
        return high

    # ---- The contract ----

    def take_contract(self):
        for line in self.lines["requires"]:
            self.take_range(line, self.inputs, self.inputs.get(line["requires"]), self.contract)
        names = {**self.inputs, **self.outputs}
        left, right = [self.evaluate(self.lines["left"][0][side], names) for side in ("left", "right")]
        self.goals.append(("zero", left - right))
        for line in self.lines["ensures"]:
            a = names.get(line["ensures"])
            self.take_range(line, names, a, self.goals)
            if line.get("step", 1) != 1:
                quotient, rest = self.divide(a, line["step"], self.contract)
                self.goals.append(("zero", rest - constant(line["residue"])))

    def take_range(self, line, names, a, facts):
        """The facts of at_least <= a < below. A precondition gives them, a postcondition asks them."""
        demand(a is not None, "a precondition is about an input, a postcondition about an input or output")
        facts.append(("bound", self.evaluate(line["below"], names) - constant(1) - a))
        if "at_least" in line:
            facts.append(("bound", a - self.evaluate(line["at_least"], names)))

    def evaluate(self, item, names):
        """The polynomial of an expression. The contract gives the facts of its hidden values."""
        if type(item) is int:
            return constant(item)
        if type(item) is str:
            demand(item in names, "an expression has a name that it may not use")
            return names[item]
        return OPERATIONS[item[0]](self, *[self.evaluate(operand, names) for operand in item[1:]])

    def floor(self, x, m):
        """The quotient and the rest of x by a polynomial: a positive constant, or any value that is positive."""
        if m == constant(m.get((), 0)):
            demand(m.get((), 0) > 0, "a constant divisor is not positive")
            return self.divide(x, m[()], self.contract)
        is_positive = self.less(constant(0), m)
        quotient, rest = self.new_hidden(), self.new_hidden()
        self.contract.append(("zero", x - m * quotient - rest))
        self.contract.append(("bound", is_positive * rest))
        self.contract.append(("bound", is_positive * (m - constant(1) - rest)))
        return quotient, rest

    def divide(self, p, divisor, facts):
        quotient, rest = self.new_hidden(), self.new_hidden()
        facts += below(rest, divisor)
        facts.append(("zero", p - constant(divisor) * quotient - rest))
        return quotient, rest

    def equal(self, x, y):
        """t is 1 if x = y, else 0."""
        t, square = self.new_hidden(), (x - y) * (x - y)
        self.contract += below(t, 2)
        self.contract.append(("zero", t * (x - y)))
        self.contract.append(("bound", (constant(1) - t) * (square - constant(1))))
        return t

    def less(self, x, y):
        """t is 1 if x < y, else 0."""
        t = self.new_hidden()
        self.contract += below(t, 2)
        self.contract.append(("bound", t * (y - x - constant(1))))
        self.contract.append(("bound", (t - constant(1)) * (y - x)))
        return t

    # ---- The steps ----

    def take_steps(self, steps, prefix):
        for number, item in enumerate(steps):
            self.place = f"step {prefix}{number}"
            result = RULES[item["step"]](self, item, f"{prefix}{number}.")
            if result is not None:
                self.facts.append(result)

    def stated(self, number, kind):
        """The polynomial of an earlier fact. It must be of this kind."""
        demand(number < len(self.facts), f"there is no fact {number}")
        demand(self.facts[number][0] == kind, f"fact {number} is not a {kind}")
        return self.facts[number][1]

    def existing(self, p):
        """A polynomial of the file. All its variables must exist."""
        demand(all(self.known.issuperset(term) for term in p), "a variable does not exist")
        return p

    def given(self, item, prefix):
        facts = self.contract
        if item["of"] != "contract":
            groups = self.instructions if item["of"] == "instruction" else self.quotients
            demand(item["index"] < len(groups), f"there is no {item['of']} {item['index']}")
            facts = groups[item["index"]]
        demand(item["which"] < len(facts), "it does not give as many facts")
        return facts[item["which"]]

    def sum(self, item, prefix):
        return "zero", self.claim(item, Polynomial())

    def bound(self, item, prefix):
        total = Polynomial()
        for scale, numbers in item["products"]:
            demand(scale >= 0, "a scale is negative")
            product = constant(scale)
            for number in numbers:
                product = product * self.stated(number, "bound")
            total.add_product(product, constant(1))
        return "bound", self.claim(item, total)

    def claim(self, item, total):
        """The claim. It must be the total after the zeros with their factors have been added to it."""
        for number, factor in item["zeros"]:
            total.add_product(self.existing(factor), self.stated(number, "zero"))
        demand(self.existing(item["claim"]) == total, "the claim is not the sum")
        return total

    def round(self, item, prefix):
        p, divisor = self.stated(item["fact"], "bound"), item["divisor"]
        demand(divisor > 0, "the divisor is not positive")
        result = constant(p.get((), 0) // divisor)
        for term, coefficient in p.items():
            if term != ():
                demand(coefficient % divisor == 0, "a coefficient is not a multiple of the divisor")
                result[term] = coefficient // divisor
        return "bound", result

    def both(self, item, prefix):
        first, second = [self.stated(number, "bound") for number in item["facts"]]
        demand(first + second == constant(0), "the facts are not opposite")
        return "zero", first

    def quotient(self, item, prefix):
        demand(item["divisor"] > 0, "the divisor is not positive")
        facts = []
        self.divide(self.existing(item["polynomial"]), item["divisor"], facts)
        self.quotients.append([facts[2], facts[0], facts[1]])    # the page lists the zero first here

    def cases(self, item, prefix):
        split = self.existing(item["split"])
        self.existing(item["goal"][1])
        self.take_case(split, item["first"], item["goal"], prefix + "0")
        self.take_case(constant(-1) - split, item["second"], item["goal"], prefix + "1")
        return item["goal"]

    def take_case(self, assumption, steps, goal, prefix):
        """Checks one case, then forgets its facts, its quotients and its variables."""
        facts, quotients, hidden = len(self.facts), len(self.quotients), self.hidden
        self.facts.append(("bound", assumption))
        self.take_steps(steps, prefix + ".")
        self.place = f"step {prefix}"
        demand(goal in self.facts, "the case does not reach its goal")
        del self.facts[facts:], self.quotients[quotients:]
        self.known -= {f"x{number}" for number in range(hidden, self.hidden)}


RULES = {
    "given": Checker.given, "sum": Checker.sum, "bound": Checker.bound, "round": Checker.round, "both": Checker.both,
    "divide": Checker.quotient, "cases": Checker.cases,
}
OPERATIONS = {
    "+": lambda checker, x, y: x + y,
    "-": lambda checker, x, y: x - y,
    "*": lambda checker, x, y: x * y,
    "div": lambda checker, x, y: checker.floor(x, y)[0],
    "mod": lambda checker, x, y: checker.floor(x, y)[1],
    "=": Checker.equal,
    "<": Checker.less,
    "if": lambda checker, c, x, y: x + checker.equal(c, constant(0)) * (y - x),
}


def main(arguments):
    try:
        demand_form(len(arguments) == 1, "usage: check.py FILE")
        with open(arguments[0], "rb") as file:
            derivations = read_all(file.read().decode("utf-8"))
        for lines in derivations:
            checker = Checker(lines)
            print(checker.check(), flush=True)
        return 0
    except Refused as refusal:
        print(f"{checker.place}: {refusal}", file=sys.stderr)
        return 4
    except (Unreadable, OSError, UnicodeDecodeError, RecursionError) as error:
        print(f"cannot read: {ascii(str(error))[1:-1]}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    # Expressions may be nested deeply, so all this runs on a large stack. The exit code is 1 unless main returns.
    codes = [1]
    sys.set_int_max_str_digits(0)
    sys.setrecursionlimit(100000)
    threading.stack_size(256 * 1024 * 1024)
    thread = threading.Thread(target=lambda: codes.append(main(sys.argv[1:])))
    thread.start()
    thread.join()
    sys.exit(codes[-1])
