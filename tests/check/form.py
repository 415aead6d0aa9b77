"""Polynomials, and the form of a file of derivations: read_all reads one, or raises Unreadable.

check.py is the checker. It reads the whole file by this before it checks anything. All numbers are exact integers.
"""
import json
import re


class Unreadable(Exception):
    """The file does not have the form of a derivation."""


class Refused(Exception):
    """The derivation does not hold."""


def demand(condition, reason, error=Refused):
    if not condition:
        raise error(reason)


def demand_form(condition, reason):
    demand(condition, reason, Unreadable)


class Work:
    """How much may still be done: a unit takes about a microsecond. Checking ends, whoever wrote the file."""
    left = float("inf")


def spend(work):
    Work.left -= work
    demand(Work.left >= 0, "it takes too much work")


class Polynomial(dict):
    """The coefficient of each term; none is 0. A term is the sorted tuple of its variables, () for the constant."""

    def add_product(self, p, q):
        """Adds p·q in place. Only for a polynomial that was just made: nothing else may refer to it."""
        of_p, of_q = [max((n.bit_length() for n in it.values()), default=0) for it in (p, q)]
        spend(1 + len(p) * len(q) * (1 + (of_p * of_q >> 24) + (of_p + of_q >> 11)))
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


# ---- The form of the file. Each function takes a JSON value, demands its form, and returns its meaning. ------

def natural(value):
    demand_form(type(value) is int and 0 <= value < 2 ** 32, "an integer from 0 to 2^32 - 1 is expected")
    return value


def text(value):
    demand_form(type(value) is str, "a string is expected")
    demand_form(all(c >= " " and c != "\x7f" for c in value), "a text has control characters")
    return value


def decimal(value):
    demand_form(re.fullmatch("0|-?[1-9][0-9]*", text(value)), "a decimal string is expected")
    demand_form(len(value) <= 100000, "a number is too long")
    spend(len(value) ** 2 // 100000)
    return int(value)


def name_of(letters):
    def read_name(value):
        demand_form(re.fullmatch(f"[{letters}](0|[1-9][0-9]*)", text(value)), "a variable is expected")
        natural(int(value[1:]))
        return value
    return read_name


def source(value):
    """A word, which stays a string, or a constant, which becomes an integer."""
    return name_of("w")(value) if text(value).startswith("w") else natural(decimal(value))


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


# The operations of expressions, and how many operands they have.
OPERANDS = {"+": 2, "-": 2, "*": 2, "div": 2, "mod": 2, "=": 2, "<": 2, "if": 3, "abs": 1, "exp2": 1, "gcd": 2, "inverse": 2,
            "divsteps": 4, "power": 3, "&": 2, "|": 2, "^": 2}


def expression(value):
    """A name stays a string. An integer becomes an integer. An operation becomes a list: its word, its operands."""
    if type(value) is str:
        return value
    demand_form(type(value) is list and value, "an expression is expected")
    if len(value) == 1:
        demand_form(decimal(value[0]) >= 0, "a constant of an expression is negative")
        return decimal(value[0])
    if value[0] == "at":
        demand_form(len(value) == 3, "an array and an index are expected")
        return ["at", text(value[1]), expression(value[2])]
    demand_form(text(value[0]) in OPERANDS, "an unknown operation")
    demand_form(len(value) - 1 == OPERANDS[value[0]], "an operation has the wrong number of operands")
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
    demand_form(result["step"] != "run" or len(result["limits"]) == 4, "four facts are expected")
    return result


def pair(value):
    demand_form(type(value) is list and len(value) == 2, "two facts are expected")
    return [natural(item) for item in value]


def bits_of_source(value):
    demand_form(type(value) is dict, "a sum and bits are expected")
    return record(value, {"sum": natural, "bits": list_of(pair)})


def radix(value):
    if type(value) is list:
        demand_form(len(value) in (2, 3), "digits are a radix, or a base and a bound")
        demand_form(value[2:] in ([], ["open"]), "digits are open, or nothing else is said of them")
        return [natural(item) for item in value[:2]] + value[2:]
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
    "power": {"fact": natural, "base?": polynomial},
    "powers": {"fact": natural, "first": list_of(name_of("x")), "second": list_of(name_of("x"))},
    "entry": {"first": name_of("x"), "second": name_of("x"), "fact": natural},
    "fermat": {"prime": decimal, "base": polynomial},
    "split": {"value": name_of("x"), "power": polynomial},
    "run": {"run": name_of("x"), "odd": natural, "limits": list_of(natural)},
    "batch": {"before": name_of("x"), "after": name_of("x"), "matrix": name_of("x"), "odd": natural, "eta": natural,
              "f": natural, "g": natural},
    "end": {"run": name_of("x"), "odd": natural, "count": natural, "least": natural, "order": natural, "most": natural,
            "other_odd?": natural},
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


TABLES = [LINES]    # of programs; routine_form adds that of routines


def is_too_deep(line):
    """Whether more than 1,000 lists and objects are within each other."""
    depth = 0
    for found in re.finditer(r'"(?:[^"\\]|\\.)*"|[][{}]', line):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(found.group(), 0)
        if depth > 1000:
            return True
    return False


def read_line(line, of_routine):
    """The kind of a line, its meaning, and whether it is of a routine."""
    demand_form("\0" not in line, "a character of no text")
    demand_form(not is_too_deep(line), "lists are too deep within each other")
    value = json.loads(line, object_pairs_hook=object_of, parse_int=integer, parse_float=no_integer,
                       parse_constant=no_integer)
    if type(value) is dict and "derivation" in value:
        of_routine = "routine" in value
    table = TABLES[of_routine]
    kinds = [kind for kind in table if type(value) is dict and kind in value]
    demand_form(kinds, "an unknown kind of line")
    return kinds[0], step(value) if kinds[0] == "step" else record(value, table[kinds[0]]), of_routine


def read_all(content):
    """The lines of each derivation of a file, by their kind. Each derivation begins with its head."""
    derivations, last, of_routine = [], 0, False
    for number, line in enumerate(content.removesuffix("\n").split("\n"), 1):
        try:
            kind, value, of_routine = read_line(line, of_routine)
            table = TABLES[of_routine]
            place = list(table).index(kind)
            if place == 0:
                derivations.append({kind: [] for kind in table})
            demand_form(derivations, "a head is expected")
            demand_form(place == 0 or place >= last, "a line comes too late")
            derivations[-1][kind].append(value)
            last = place
        except (Unreadable, ValueError) as error:
            raise Unreadable(f"line {number}: {error}")
    for lines in derivations:
        WHOLE["body" in lines](lines)
    return derivations


def demand_whole(lines):
    """Demands that the lines of a program fit together."""
    demand_form(len(lines["left"]) == 1, "one relation is expected")
    demand_form(lines["derivation"][0]["derivation"] == 1, "an unknown version of the format")
    demand_form(1 <= lines["derivation"][0]["word_bits"] <= 32, "word_bits is not from 1 to 32")
    demand_form(all(lines["derivation"][0][key] < 2 ** 28 for key in ("words", "flags")), "too many values")
    for line in lines["requires"] + lines["ensures"]:
        demand_form(("residue" in line) == ("step" in line), "a residue and a step come together")
        demand_form("step" not in line or (line["step"] > 1 and line["residue"] < line["step"]),
                    "a residue is below its step, and a step above 1")


WHOLE = [demand_whole]
