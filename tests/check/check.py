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
                term = tuple(sorted(term_p + term_q)) if term_p and term_q else term_p or term_q
                result = self.get(term, 0) + coefficient_p * coefficient_q
                if result != 0:
                    self[term] = result
                else:
                    self.pop(term, None)
        return self

    def __add__(self, other):
        return Polynomial(self).add_product(of(other), constant(1))

    def __sub__(self, other):
        return Polynomial(self).add_product(of(other), constant(-1))

    def __rsub__(self, other):
        return Polynomial(of(other)).add_product(self, constant(-1))

    def __mul__(self, other):
        return Polynomial().add_product(self, of(other))

    __radd__, __rmul__ = __add__, __mul__

    def is_constant(self):
        return all(term == () for term in self)

    def names(self):
        return {name for term in self for name in term}

    def replaced(self, values):
        """The polynomial with values[i] in place of xi."""
        result = Polynomial()
        for term, coefficient in self.items():
            product = constant(coefficient)
            for name in term:
                product = product * values[int(name[1:])]
            result.add_product(product, constant(1))
        return result


def constant(n):
    return Polynomial({(): n} if n != 0 else {})


def of(value):
    return constant(value) if type(value) is int else value


def variable(name):
    return Polynomial({(name,): 1})


# A fact is a pair. ("zero", p) says p = 0. ("bound", p) says p >= 0.

def below(value, n):
    """The two facts of a new value below n."""
    return [("bound", value), ("bound", n - 1 - value)]


# ---- The form of the file. Each function takes a JSON value, demands its form, and returns what it stands for. ------

def natural(value):
    demand_form(type(value) is int and 0 <= value < 2 ** 32, "an integer from 0 to 2^32 - 1 is expected")
    return value


def text(value):
    demand_form(type(value) is str, "a string is expected")
    return value


def decimal(value):
    demand_form(re.fullmatch("0|-?[1-9][0-9]*", text(value)), "a decimal string is expected")
    return int(value)


def name_of(letters):
    def read_name(value):
        demand_form(re.fullmatch(f"[{letters}](0|[1-9][0-9]*)", text(value)), "a variable is expected")
        natural(int(value[1:]))
        return value
    return read_name


def source(value):
    """A word, which stays a string, or a constant, which becomes an integer."""
    return name_of("w")(value) if text(value).startswith("w") else decimal(value)


def list_of(read):
    def read_list(value):
        demand_form(type(value) is list, "a list is expected")
        return [read(item) for item in value]
    return read_list


def polynomial(value):
    result = Polynomial()
    for item in list_of(list_of(text))(value):
        demand_form(item and decimal(item[0]) != 0, "a term has a coefficient other than 0")
        term = tuple(sorted(name_of("wfx")(name) for name in item[1:]))
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
        demand_form(decimal(value[0]) >= 0, "a constant of an expression is negative")
        return decimal(value[0])
    demand_form(text(value[0]) in OPERATIONS, "an unknown operation")
    demand_form(len(value) - 1 == OPERATIONS[value[0]][0], "an operation has the wrong number of operands")
    if value[0] == "divsteps":
        demand_form(type(value[1]) is list and len(value[1]) == 1 and 0 <= decimal(value[1][0]) < 2 ** 16,
                    "the number of divsteps is a constant from 0 to 2^16 - 1")
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
    demand_form(result["step"] not in ("both", "bits") or len(result["facts"]) == 2, "two facts are expected")
    return result


def pair(value):
    demand_form(type(value) is list and len(value) == 2, "two facts are expected")
    return [natural(item) for item in value]


def bits_of_source(value):
    demand_form(type(value) is dict, "a sum and bits are expected")
    return record(value, {"sum": natural, "bits": list_of(pair)})


def radix(value):
    demand_form(1 <= natural(value) <= 32, "a radix is from 1 to 32")
    return value


ZEROS = list_of(factor_of_zero)
STEPS = {
    "given": {"of": text, "index?": natural, "which": natural},
    "sum": {"claim": polynomial, "zeros": ZEROS},
    "bound": {"claim": polynomial, "products": list_of(product_of_bounds), "zeros": ZEROS},
    "round": {"fact": natural, "divisor": decimal},
    "both": {"facts": list_of(natural)},
    "divide": {"polynomial": polynomial, "divisor": decimal},
    "bits": {"facts": list_of(natural)},
    "common": {"value": name_of("x"), "first": bits_of_source, "second": bits_of_source},
    "power": {"fact": natural},
    "powers": {"fact": natural, "first": list_of(name_of("x")), "second": list_of(name_of("x"))},
    "apply": {"which": natural, "values": list_of(polynomial), "facts": list_of(natural)},
    "cases": {"split": polynomial, "goal": fact, "first": list_of(step), "second": list_of(step)},
}

# The kinds of lines, in the order in which they come. A line is of the first kind whose name is one of its keys.
RANGE = {"below": expression, "at_least?": expression, "residue?": natural, "step?": natural}
LINES = {
    "derivation": {"derivation": natural, "word_bits": natural, "name": text, "words": natural, "flags": natural},
    "input": {"input": text, "words": list_of(natural), "digits?": radix},
    "instruction": {"instruction": text, "r": natural, "from": list_of(source), "reads?": natural, "writes?": natural},
    "output": {"output": text, "words": list_of(source), "digits?": radix},
    "requires": {"requires": text, **RANGE},
    "equal": {"equal": text, "value": expression},
    "left": {"left": expression, "right": expression},
    "ensures": {"ensures": text, **RANGE},
    "lemma": {"lemma": text, "variables": natural, "given": list_of(fact), "shows": list_of(fact),
              "steps": list_of(step)},
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


def read_line(line):
    """The kind of a line, and what it stands for."""
    value = json.loads(line, object_pairs_hook=object_of, parse_int=integer, parse_float=no_integer,
                       parse_constant=no_integer)
    kinds = [kind for kind in LINES if type(value) is dict and kind in value]
    demand_form(kinds, "an unknown kind of line")
    return kinds[0], step(value) if kinds[0] == "step" else record(value, LINES[kinds[0]])


def read(content, first):
    """All lines of a derivation, by their kind. The first has this number in the file."""
    lines = {kind: [] for kind in LINES}
    last = 0
    for number, line in enumerate(content, first):
        try:
            kind, value = read_line(line)
            place = list(LINES).index(kind)
            demand_form(place >= last, "a line comes too late")
            lines[kind].append(value)
            last = place
        except (Unreadable, ValueError) as error:
            raise Unreadable(f"line {number}: {error}")
    demand_form(len(lines["derivation"]) == 1 and len(lines["left"]) == 1, "one head and one relation are expected")
    demand_form(lines["derivation"][0]["derivation"] == 1, "an unknown version of the format")
    demand_form(1 <= lines["derivation"][0]["word_bits"] <= 32, "word_bits is not from 1 to 32")
    for line in lines["requires"] + lines["ensures"]:
        demand_form(("residue" in line) == ("step" in line), "a residue and a step come together")
        demand_form("step" not in line or (line["step"] > 1 and line["residue"] < line["step"]),
                    "a residue is below its step, and a step above 1")
    return lines


# ---- The steps ------------------------------------------------------------------------------------------------------

class Steps:
    """A list of steps: what they state and introduce. It stands alone for a lemma, whose variables exist from the start."""

    def __init__(self, lemmas, variables=0):
        self.lemmas = lemmas      # those that steps may apply
        self.variables = variables
        self.place = ""           # what is checked now
        self.known = set()        # the names of the other variables that exist now
        self.hidden = variables   # the number of the next hidden value
        self.exponents = {}       # of each hidden value that is a power of two
        self.sources = {}         # of each hidden value that is the common bits of two numbers, by its name
        self.instructions = []    # for each instruction the facts that it gives
        self.contract = []        # the facts that the contract gives
        self.quotients = []       # for each division the facts that it gives
        self.facts = []           # the facts that the steps state

    def hide(self):
        """A new hidden value."""
        self.hidden += 1
        self.known.add(f"x{self.hidden - 1}")
        return variable(f"x{self.hidden - 1}")

    def hide_power(self, exponent):
        power = self.hide()
        self.exponents[f"x{self.hidden - 1}"] = exponent
        return power

    def exists(self, name):
        return name in self.known or (name[0] == "x" and int(name[1:]) < self.variables)

    def existing(self, p):
        """A polynomial of the file. All its variables must exist."""
        demand(all(self.exists(name) for name in p.names()), "a variable does not exist")
        return p

    def take(self, steps, prefix):
        for number, item in enumerate(steps):
            self.place = f"{prefix}{number}"
            self.facts += RULES[item["step"]](self, item, f"{prefix}{number}.")

    def stated(self, number, kind):
        """The polynomial of an earlier fact. It must be of this kind."""
        demand(number < len(self.facts), f"there is no fact {number}")
        demand(self.facts[number][0] == kind, f"fact {number} is not a {kind}")
        return self.facts[number][1]

    def given(self, item, prefix):
        facts = self.contract
        if item["of"] != "contract":
            groups = self.instructions if item["of"] == "instruction" else self.quotients
            demand(item["index"] < len(groups), f"there is no {item['of']} {item['index']}")
            facts = groups[item["index"]]
        demand(item["which"] < len(facts), "it does not give as many facts")
        return [facts[item["which"]]]

    def sum(self, item, prefix):
        return [("zero", self.claim(item, Polynomial()))]

    def bound(self, item, prefix):
        total = Polynomial()
        for scale, numbers in item["products"]:
            demand(scale >= 0, "a scale is negative")
            product = constant(scale)
            for number in numbers:
                product = product * self.stated(number, "bound")
            total.add_product(product, constant(1))
        return [("bound", self.claim(item, total))]

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
        return [("bound", result)]

    def both(self, item, prefix):
        first, second = [self.stated(number, "bound") for number in item["facts"]]
        demand(first + second == constant(0), "the facts are not opposite")
        return [("zero", first)]

    def quotient(self, item, prefix):
        p, divisor = self.existing(item["polynomial"]), item["divisor"]
        demand(divisor > 0, "the divisor is not positive")
        quotient, rest = self.hide(), self.hide()
        self.quotients.append([("zero", p - divisor * quotient - rest)] + below(rest, divisor))
        return []

    def bits(self, item, prefix):
        p, rest = [self.stated(number, "bound") for number in item["facts"]]
        limit = p + rest
        demand(limit.is_constant() and is_mask(limit.get((), 0)), "the sum of the facts is not 2^k - 1")
        facts = []
        for i in range(limit.get((), 0).bit_length()):
            bit = self.hide()
            facts += below(bit, 2) + [("zero", bit * bit - bit)]
            p = p - 2 ** i * bit
        return facts + [("zero", p)]

    def common(self, item, prefix):
        name = item["value"]
        demand(self.exists(name) and name in self.sources, f"{name} is not the common bits of two numbers")
        first, second = [self.bits_of(source, item[key])
                         for source, key in zip(self.sources[name], ("first", "second"))]
        total = variable(name)
        for i, (b, c) in enumerate(zip(first, second)):
            total = total - 2 ** i * b * c
        return [("zero", total)]

    def bits_of(self, source, item):
        """Numbers of 0 or 1 that, with their powers of two, are shown to sum up to the source."""
        bits = []
        for first, second in item["bits"]:
            bits.append(self.stated(first, "bound"))
            demand(self.stated(second, "bound") == 1 - bits[-1], "the facts of a bit are not b >= 0 and 1 - b >= 0")
        total = source
        for i, bit in enumerate(bits):
            total = total - 2 ** i * bit
        demand(self.stated(item["sum"], "zero") == total, "the bits are not shown to be those of the source")
        return bits

    def power(self, item, prefix):
        return [("bound", self.hide_power(self.stated(item["fact"], "bound")) - 1)]

    def powers(self, item, prefix):
        k = Polynomial() - self.stated(item["fact"], "zero")
        products = []
        for sign, names in ((1, item["first"]), (-1, item["second"])):
            products.append(constant(1))
            for name in names:
                demand(self.exists(name) and name in self.exponents, f"{name} is not a power of two")
                products[-1] = products[-1] * variable(name)
                k = k + sign * self.exponents[name]
        demand(k.is_constant() and abs(k.get((), 0)) < 2 ** 20, "the exponents do not differ by a constant below 2^20")
        k = k.get((), 0)
        return [("zero", 2 ** max(0, -k) * products[0] - 2 ** max(0, k) * products[1])]

    def apply(self, item, prefix):
        demand(item["which"] < len(self.lemmas), f"there is no lemma {item['which']}")
        lemma, values = self.lemmas[item["which"]], [self.existing(p) for p in item["values"]]
        demand(len(values) == lemma["variables"], "the lemma has another number of variables")
        demand(len(item["facts"]) == len(lemma["given"]), "the lemma is given another number of facts")
        for number, (kind, p) in zip(item["facts"], lemma["given"]):
            demand(self.stated(number, kind) == p.replaced(values), f"fact {number} is not what the lemma is given")
        return [(kind, p.replaced(values)) for kind, p in lemma["shows"]]

    def cases(self, item, prefix):
        split = self.existing(item["split"])
        self.existing(item["goal"][1])
        self.take_case(split, item["first"], item["goal"], prefix + "0")
        self.take_case(-1 - split, item["second"], item["goal"], prefix + "1")
        return [item["goal"]]

    def take_case(self, assumption, steps, goal, prefix):
        """Checks one case, then forgets its facts, its quotients and its variables."""
        facts, quotients, hidden = len(self.facts), len(self.quotients), self.hidden
        self.facts.append(("bound", assumption))
        self.take(steps, prefix + ".")
        self.place = prefix
        demand(goal in self.facts, "the case does not reach its goal")
        del self.facts[facts:], self.quotients[quotients:]
        self.known -= {f"x{number}" for number in range(hidden, self.hidden)}


RULES = {
    "given": Steps.given, "sum": Steps.sum, "bound": Steps.bound, "round": Steps.round, "both": Steps.both,
    "divide": Steps.quotient, "bits": Steps.bits, "common": Steps.common, "power": Steps.power, "powers": Steps.powers,
    "apply": Steps.apply, "cases": Steps.cases,
}


def is_mask(n):
    """Whether n = 2^k - 1 for a k >= 0."""
    return n >= 0 and n & (n + 1) == 0


# ---- The program and the contract -----------------------------------------------------------------------------------

SOURCES = {"add": 2, "sub": 2, "mul_lo": 2, "mul_hi": 2, "mul_his": 2, "mad_lo": 3, "mad_hi": 3, "mad_his": 3, "not": 1,
           "and": 2, "or": 2, "xor": 2, "select": 3, "shl": 2, "shr": 2, "sar": 2, "shf_l": 3, "shf_r": 3}
WITH_FLAGS = ("add", "sub", "mad_lo", "mad_hi", "mad_his")


class Checker(Steps):
    """A derivation. A source is a word, by its name, or a constant, an integer."""

    def __init__(self, lines):
        super().__init__(lines["lemma"])
        self.lines = lines
        self.head = lines["derivation"][0]
        self.bits_of_word = self.head["word_bits"]
        self.base = 2 ** self.bits_of_word
        self.place = "program"
        self.shared = {}          # the hidden values that belong to sources: what and which sources
        self.inputs = {}          # the sources of each number, and its radix, None if it is not in digits
        self.outputs = {}         # the same
        self.new = self.contract  # where the facts of new values go
        self.goals = []           # the facts that the contract asks

    def check(self):
        for number, lemma in enumerate(self.lines["lemma"]):
            self.check_lemma(number, lemma)
        self.take_program()
        self.take_contract()
        self.take(self.lines["step"], "step ")
        for number, goal in enumerate(self.goals):
            self.place = f"goal {number}"
            demand(goal in self.facts, "it is not reached")
        return f"{ascii(self.head['name'])[1:-1]}: {len(self.facts)} facts, every goal is reached"

    def check_lemma(self, number, lemma):
        proof = Steps(self.lemmas[:number], lemma["variables"])
        proof.place = f"lemma {number}"
        try:
            for kind, p in lemma["given"] + lemma["shows"]:
                proof.existing(p)
            proof.facts += lemma["given"]
            proof.take(lemma["steps"], f"lemma {number} step ")
            for goal, item in enumerate(lemma["shows"]):
                proof.place = f"lemma {number} goal {goal}"
                demand(item in proof.facts, "it is not reached")
        finally:
            self.place = proof.place

    # ---- The program ----

    def hide_below(self, n):
        """A new hidden value below n, and its facts."""
        value = self.hide()
        self.new += below(value, n)
        return value

    def zero(self, p):
        self.new.append(("zero", p))

    def bounds(self, *polynomials):
        self.new += [("bound", p) for p in polynomials]

    def define(self, letter, number):
        name = f"{letter}{number}"
        demand(number < self.head["words" if letter == "w" else "flags"], f"{name} is beyond the head's number")
        demand(name not in self.known, f"{name} is defined twice")
        self.known.add(name)
        return variable(name)

    def value(self, item):
        """The polynomial of a source, or of a flag by its name."""
        if type(item) is str:
            demand(item in self.known, f"{item} is not defined before it is read")
            return variable(item)
        demand(0 <= item < self.base, "a constant is not below 2^word_bits")
        return constant(item)

    def take_program(self):
        self.place = "program"
        for line in self.lines["input"]:
            for word in line["words"]:
                self.new += below(self.define("w", word), self.base)
            self.name(self.inputs, line["input"], [f"w{word}" for word in line["words"]], line.get("digits"))
            for low in self.lows(*self.inputs[line["input"]]):
                self.zero(low)
        for line in self.lines["instruction"]:
            self.new = []
            self.instructions.append(self.new)
            self.instruction(line)
        self.new = self.contract
        for line in self.lines["output"]:
            for item in line["words"]:
                self.value(item)
            self.name(self.outputs, line["output"], line["words"], line.get("digits"))

    def name(self, numbers, name, items, digits):
        demand(name not in self.inputs and name not in self.outputs, "two inputs or outputs have the same name")
        demand(digits is None or digits <= self.bits_of_word, "a radix is larger than a word")
        numbers[name] = items, digits

    def lows(self, items, digits):
        """What is 0 in each word of a number in digits: the bits below the digit."""
        for item in items if digits is not None and digits < self.bits_of_word else []:
            yield self.split(item, self.bits_of_word - digits)[1]

    def instruction(self, line):
        """Appends the facts of an instruction: its equation, those of new values, the range of its word."""
        name, sources = line["instruction"], line["from"]
        demand(name in SOURCES and len(sources) == SOURCES[name], "an instruction is not covered")
        demand(name in WITH_FLAGS or not ("reads" in line or "writes" in line), "a flag is not covered")
        for item in sources:
            self.value(item)
        reads = self.value(f"f{line['reads']}") if "reads" in line else constant(0)
        result = self.result(name, sources, reads, line.get("writes"))
        r = self.define("w", line["r"])
        self.new.insert(0, ("zero", r - result))
        self.new += below(r, self.base)

    def result(self, name, sources, reads, writes):
        """What the word of an instruction is equal to. The first source is x, and so on."""
        base = self.base
        values = [self.value(item) for item in sources]
        if name == "not":
            return base - 1 - values[0]
        if name in ("and", "or", "xor"):
            both = self.both_of(*sources)
            return both if name == "and" else values[0] + values[1] - (1 if name == "or" else 2) * both
        if name == "select":
            return self.both_of(*sources[:2]) + self.bits_of_both(base - 1 - values[0], values[2])
        if name in ("shl", "shr", "sar", "shf_l", "shf_r"):
            return self.shift(name, *sources)
        addend = values[-1]
        if name[:3] in ("mul", "mad"):
            low, high = self.product(*sources[:2])
            product = low if name.endswith("_lo") else high
            if name.endswith("_his"):
                product = self.signed(high, *sources[:2])
            if name[:3] == "mul":
                return product
            values = [product, addend]
        if writes is None:
            carry = self.hide_below(2)
        else:
            carry = self.define("f", writes)
            self.new += below(carry, 2)
        if name == "sub":
            return values[0] - values[1] - reads + base * carry
        return values[0] + values[1] + reads - base * carry

    def product(self, x, y):
        """The low and the high word of the product of two sources."""
        key = "product", *sorted((str(x), str(y)))
        if key not in self.shared:
            low, high = self.shared[key] = self.hide_below(self.base), self.hide_below(self.base - 1)
            self.zero(self.value(x) * self.value(y) - low - self.base * high)
        return self.shared[key]

    def signed(self, high, x, y):
        """The high word of the product of two sources in two's complement."""
        sign_x = self.sign(x)
        sign_y = self.sign(y)
        negative = self.hide_below(2)
        return (high - sign_x * self.value(y) - sign_y * self.value(x) + self.base * sign_x * sign_y
                + self.base * negative)

    def bits_of_both(self, x, y):
        """A new value: the number of the bits that two numbers below B have in common."""
        both = self.hide()
        self.bounds(both, x - both, y - both, both - (x + y - (self.base - 1)))
        self.sources[f"x{self.hidden - 1}"] = x, y
        return both

    def both_of(self, first, second):
        """The same of two sources."""
        key = "both", *sorted((str(first), str(second)))
        if key not in self.shared:
            x, y = self.value(first), self.value(second)
            both = self.shared[key] = self.bits_of_both(x, y)
            masks = [item for item in (first, second) if type(item) is int and item > 0 and is_mask(item)]
            if masks:   # by 2^k - 1 it is the rest of a division by 2^k
                high = self.hide_below(self.base // (masks[0] + 1))
                self.zero((y if masks[0] == first else x) - (masks[0] + 1) * high - both)
            self.bounds(both - x + self.base * (x - y) * (x - y))
        return self.shared[key]

    def amount(self, y):
        """The power of two by which a shift by a source multiplies or divides, and whether the source is below W."""
        bits = self.bits_of_word
        if type(y) is int:
            return constant(2 ** (y % bits)), constant(int(y < bits))
        if ("amount", y) not in self.shared:
            multiple = self.hide_below((self.base - 1) // bits + 1)
            rest = self.hide_below(bits)
            self.zero(self.value(y) - bits * multiple - rest)
            power = self.hide_power(rest)
            self.bounds(power - 1, 2 ** (bits - 1) - power)
            self.shared["amount", y] = power, self.equal(multiple, constant(0))
        return self.shared["amount", y]

    def above(self, y, power):
        """What the high part of a word is below, if it is shifted to the right by y."""
        return self.base // power[()] if type(y) is int else self.base

    def split(self, x, y):
        """The high and the low part of x, of which a shift to the right by y leaves the high one."""
        key = "split", str(x), str(y)
        if key not in self.shared:
            power, _ = self.amount(y)
            high, low = self.shared[key] = self.hide_below(self.above(y, power)), self.hide_below(power)
            self.zero(self.value(x) - power * high - low)
        return self.shared[key]

    def sign(self, x):
        return self.split(x, self.bits_of_word - 1)[0]

    def shift(self, name, *sources):
        x, y, base = self.value(sources[0]), sources[-1], self.base
        if name in ("shl", "shr") and type(y) is int and y >= self.bits_of_word:
            return constant(0)
        if name == "shl":
            power, fits = self.amount(y)
            return fits * power * x - base * self.hide_below(power)
        if name == "shr":
            high, _ = self.split(sources[0], y)
            return self.amount(y)[1] * high
        if name == "sar":
            sign = self.sign(sources[0])
            if type(y) is int and y >= self.bits_of_word - 1:
                return (base - 1) * sign
            power, fits = self.amount(y)
            high, low = self.hide_below(base), self.hide_below(power)
            self.zero(x - base * sign - power * (high - base * sign) - low)
            return fits * high + (1 - fits) * (base - 1) * sign
        power, _ = self.amount(y)
        middle = self.hide_below(base)
        high = self.hide_below(power if name == "shf_l" else self.above(y, power))
        low = self.hide_below(base if name == "shf_l" else power)
        whole = base * self.value(sources[1]) + x
        if name == "shf_l":
            self.zero(whole * power - base * base * high - base * middle - low)
        else:
            self.zero(whole - base * power * high - power * middle - low)
        return middle

    # ---- The contract ----

    def take_contract(self):
        for line in self.lines["requires"]:
            a = self.take_range(line, self.inputs, "requires", self.contract)
            if "step" in line:
                self.zero(a - line["step"] * self.hide() - line["residue"])
        for line in self.lines["equal"]:
            a = self.number(line["equal"], self.inputs)
            self.zero(a - self.evaluate(line["value"], self.inputs))
        for number in self.outputs.values():
            self.goals += [("zero", low) for low in self.lows(*number)]
        names = {**self.inputs, **self.outputs}
        left, right = [self.evaluate(self.lines["left"][0][side], names) for side in ("left", "right")]
        self.goals.append(("zero", left - right))
        for line in self.lines["ensures"]:
            a = self.take_range(line, names, "ensures", self.goals)
            if "step" in line:
                self.goals.append(("zero", self.divide(a, line["step"])[1] - line["residue"]))

    def take_range(self, line, names, key, facts):
        """The facts of at_least <= a < below. A precondition gives them, a postcondition asks them. Returns a."""
        a = self.number(line[key], names)
        limit = self.evaluate(line["below"], names)
        facts.append(("bound", limit - 1 - a))
        if "at_least" in line:
            facts.append(("bound", a - self.evaluate(line["at_least"], names)))
        elif names[line[key]][1] is not None:
            facts.append(("bound", limit - 1 + a))
        return a

    def number(self, name, names):
        demand(name in names, "the contract has a name that it may not use there")
        items, digits = names[name]
        total, bits = Polynomial(), self.bits_of_word
        for i, item in enumerate(items):
            word = self.value(item)
            if digits is None:
                total.add_product(constant(self.base ** i), word)
                continue
            if digits < bits:
                word, _ = self.split(item, bits - digits)
            total.add_product(constant(2 ** (digits * i)), word - 2 ** digits * self.sign(item))
        return total

    def evaluate(self, item, names):
        """The polynomial of an expression. The contract gives the facts of its hidden values."""
        if type(item) is int:
            return constant(item)
        if type(item) is str:
            return self.number(item, names)
        operands = [self.evaluate(operand, names) for operand in item[1:]]
        if item[0] in "&|^":
            common = self.common_bits(item[1:], operands, names)
            return common if item[0] == "&" else operands[0] + operands[1] - (1 if item[0] == "|" else 2) * common
        return OPERATIONS[item[0]][1](self, *operands)

    def common_bits(self, items, operands, names):
        """The number of the bits that two operands have in common."""
        words = [self.words(item, names) for item in items]
        if None not in words:
            total = Polynomial()
            for i, (x, y) in enumerate(zip(*words)):
                total.add_product(constant(self.base ** i), self.both_of(x, y))
            return total
        mask = operands[1].get((), 0)
        demand(operands[1].is_constant() and mask > 0 and is_mask(mask), "bits of this operand are not covered")
        return self.divide(operands[0], mask + 1)[1]

    def words(self, item, names):
        """The words of an operand, as sources, if it is a name of a number without digits or a single constant."""
        if type(item) is str and names[item][1] is None:
            return names[item][0]
        if type(item) is int:
            return [item >> i & self.base - 1 for i in range(0, item.bit_length(), self.bits_of_word)]
        return None

    def floor(self, x, m):
        """The quotient and the rest of x by a polynomial: a positive constant, or any value that is positive."""
        if m.is_constant():
            demand(m.get((), 0) > 0, "a constant divisor is not positive")
            return self.divide(x, m[()])
        is_positive = self.less(constant(0), m)
        quotient, rest = self.hide(), self.hide()
        self.zero(x - m * quotient - rest)
        self.bounds(is_positive * rest, is_positive * (m - 1 - rest))
        return quotient, rest

    def divide(self, p, divisor):
        quotient, rest = self.hide(), self.hide_below(divisor)
        self.zero(p - divisor * quotient - rest)
        return quotient, rest

    def equal(self, x, y):
        """t is 1 if x = y, else 0."""
        t = self.hide_below(2)
        self.zero(t * (x - y))
        self.bounds((1 - t) * ((x - y) * (x - y) - 1))
        return t

    def less(self, x, y):
        """t is 1 if x < y, else 0."""
        t = self.hide_below(2)
        self.bounds(t * (y - x - 1), (t - 1) * (y - x))
        return t

    def power_of_two(self, x):
        if x.is_constant():
            demand(0 <= x.get((), 0) < 2 ** 20, "a constant exponent is not from 0 to 2^20 - 1")
            return constant(2 ** x.get((), 0))
        demand(all(coefficient > 0 for coefficient in x.values())
               and all(name[0] == "w" or ("bound", variable(name)) in self.contract for name in x.names()),
               "an exponent is not seen not to be negative")
        power = self.hide_power(x)
        self.bounds(power - 1)
        return power

    def inverse(self, x, m):
        demand(not m.is_constant() or m.get((), 0) > 0, "a constant modulus is not positive")
        t = constant(1) if m.is_constant() else self.less(constant(0), m)
        divisor, x_part, m_part, u, v = [self.hide() for _ in range(5)]
        self.bounds(divisor)
        self.zero(x - divisor * x_part)
        self.zero(m - divisor * m_part)
        self.zero(divisor - u * x - v * m)
        exists = self.equal(divisor, constant(1))
        inverse, quotient = self.hide(), self.hide()
        self.bounds(t * inverse, t * (m - 1 - inverse))
        self.zero(exists * (inverse * x - 1 - m * quotient))
        self.zero((1 - exists) * inverse)
        return inverse

    def divsteps(self, n, eta, f, g):
        u, v, q, r = constant(1), constant(0), constant(0), constant(1)

        def new(p):
            """A new hidden value that is equal to p."""
            value = self.hide()
            self.zero(value - p)
            return value

        for _ in range(n.get((), 0)):
            half, odd = self.hide(), self.hide_below(2)
            self.zero(g - 2 * half - odd)
            swap = new(odd * self.less(eta, constant(0)))
            plus = odd - 2 * swap
            new_f = new(f + swap * (g - f))
            half, lost = self.hide(), self.hide_below(2)
            self.zero(g + plus * f - 2 * half - lost)
            f, g = new_f, half
            eta = new((1 - 2 * swap) * eta - 2)
            u, v, q, r = (new(2 * u + 2 * swap * (q - u)), new(2 * v + 2 * swap * (r - v)), new(q + plus * u),
                          new(r + plus * v))
        return u + 2 ** 32 * v + 2 ** 64 * q + 2 ** 96 * r + 2 ** 128 * eta


OPERATIONS = {
    "+": (2, lambda checker, x, y: x + y),
    "-": (2, lambda checker, x, y: x - y),
    "*": (2, lambda checker, x, y: x * y),
    "div": (2, lambda checker, x, y: checker.floor(x, y)[0]),
    "mod": (2, lambda checker, x, y: checker.floor(x, y)[1]),
    "=": (2, Checker.equal),
    "<": (2, Checker.less),
    "if": (3, lambda checker, c, x, y: x + checker.equal(c, constant(0)) * (y - x)),
    "abs": (1, lambda checker, x: (1 - 2 * checker.less(x, constant(0))) * x),
    "exp2": (1, Checker.power_of_two),
    "inverse": (2, Checker.inverse),
    "divsteps": (4, Checker.divsteps),
    "&": (2, None), "|": (2, None), "^": (2, None),     # common_bits needs the operands' names
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
