"""The form of the derivation of a routine: its lines, statements and words. form.py reads a file by it."""
import form
from form import (RANGE, decimal, demand_form, expression, fact, list_of, natural, radix, record, step, text)

OPERATIONS = ("+", "-", "*", "div", "mod", "&", "|", "^", "shl", "shr", "=", "!=", "<")


def place(value):
    """("whole", variable), or ("element" or "limb", variable, word)."""
    demand_form(type(value) is list and len(value) in (1, 3), "a place is expected")
    if len(value) == 1:
        return "whole", natural(value[0])
    demand_form(text(value[0]) in ("element", "limb"), "an unknown place")
    return value[0], natural(value[1]), word(value[2])


def word(value):
    """An integer, a place, or an operation: its name, its operands."""
    if type(value) is str:
        return natural(decimal(value))
    demand_form(type(value) is list and value, "a word is expected")
    if type(value[0]) is int or value[0] in ("element", "limb"):
        return place(value)
    demand_form(text(value[0]) in OPERATIONS + ("if",), "an unknown operation")
    demand_form(len(value) == (4 if value[0] == "if" else 3), "an operation has the wrong number of operands")
    return (value[0], *map(word, value[1:]))


def argument(value):
    return ("variable", natural(value)) if type(value) is int else word(value)


def invariant(value):
    demand_form(type(value) is dict, "an invariant is expected")
    return record(value, {"equal": list_of(relation), "each?": list_of(relation_for_each), "ranges": list_of(named_range),
                          "divsteps?": divsteps})


def divsteps(value):
    demand_form(type(value) is dict, "divsteps are expected")
    line = record(value, {"of": list_of(text), "count": expression})
    demand_form(len(line["of"]) == 3, "three names are expected")
    return line


def relation(value):
    demand_form(type(value) is list and len(value) == 2, "two expressions are expected")
    return [expression(item) for item in value]


def relation_for_each(value):
    demand_form(type(value) is list and len(value) == 5 and text(value[0]), "an index and four expressions are expected")
    return [value[0]] + [expression(item) for item in value[1:]]


def named_range(value):
    demand_form(type(value) is dict, "a range is expected")
    line = record(value, {"name": text, **RANGE})
    return check_range(line)


def check_range(line):
    demand_form(("residue" in line) == ("step" in line), "a residue and a step come together")
    demand_form("step" not in line or (line["step"] > 1 and line["residue"] < line["step"]),
                "a residue is below its step, and a step above 1")
    return line


def block(value):
    return list_of(statement)(value)


LOOP = (natural, word, word, invariant, block)
STATEMENTS = {
    "set": (place, word), "copy": (place, place), "constant": (natural, lambda value: list_of(limb)(value)),
    "call": (text, list_of(argument), list_of(place)), "if": (word, block),
    "below": LOOP, "up_to": LOOP, "down_to": LOOP,
}


def limb(value):
    return natural(decimal(value))


def statement(value):
    demand_form(type(value) is list and value and text(value[0]) in STATEMENTS, "an unknown statement")
    shape = STATEMENTS[value[0]]
    demand_form(len(value) == len(shape) + 1, "a statement has the wrong length")
    return (value[0], *(read(item) for read, item in zip(shape, value[1:])))


def one_of(*names):
    def read_one(value):
        demand_form(text(value) in names, "an unknown name")
        return value
    return read_one


def size(value):
    demand_form(1 <= natural(value) < 2 ** 16, "a size is from 1 to 2^16 - 1")
    return value


LINES = {
    "derivation": {"derivation": natural, "word_bits": natural, "routine": text},
    "variable": {"variable": text, "kind": one_of("number", "element", "word", "integer", "byte"),
                 "role": one_of("input", "output", "local"), "words?": size, "digits?": radix, "count?": size, "length?": text},
    "factor": {"factor": expression, "modulus": expression},
    "body": {"body": block},
    "requires": {"requires": text, **RANGE},
    "equal": {"equal": text, "value": expression},
    "left": {"left": expression, "right": expression},
    "ensures": {"ensures": text, **RANGE},
    "lemma": {"lemma": text, "variables": natural, "given": list_of(fact), "shows": list_of(fact),
              "steps": list_of(step)},
    "leg": {"leg": list_of(step)},
}


def demand_whole(lines):
    """Demands that the lines of a routine fit together."""
    demand_form(len(lines["left"]) == 1 and len(lines["body"]) == 1, "one body and one relation are expected")
    demand_form(len(lines["factor"]) <= 1, "two forms")
    demand_form(lines["derivation"][0]["derivation"] == 1, "an unknown version of the format")
    demand_form(1 <= lines["derivation"][0]["word_bits"] <= 32, "word_bits is not from 1 to 32")
    for line in lines["requires"] + lines["ensures"]:
        check_range(line)
    demand_form(len({line["length"] for line in lines["variable"] if "length" in line}) <= 1, "two lengths")
    for line in lines["variable"]:
        demand_form("count" not in line or "length" not in line, "an array has a count or a length")
        demand_form("digits" not in line or line["kind"] == "number", "numbers, and they alone, have digits")
        demand_form(("words" in line) == (line["kind"] in ("number", "element")), "numbers, and they alone, have words")


form.TABLES.append(LINES)
form.WHOLE.append(demand_whole)
