"""All runs of small programs, with the values of all variables."""

import check
import meaning
from examples import content, head
from random_programs import FLAGS

BITS = 4
BASE = 16


class Run:
    """One run of a program: values of all variables, as the page numbers them. Inputs in digits: words, radix."""

    def __init__(self, instructions, inputs, bits=BITS, digits=None):
        self.bits, self.base = bits, 2 ** bits
        self.values = {f"w{i}": value for i, value in enumerate(inputs)}
        self.hidden = 0
        self.shared = {}
        for i, radix in (digits or {}).items():
            if radix < bits:
                self.split(f"w{i}", str(bits - radix))
        for line in instructions:
            self.step(line)

    def hide(self, *values):
        for value in values:
            self.values[f"x{self.hidden}"] = value
            self.hidden += 1

    def value(self, item):
        return self.values[item] if item[0] == "w" else int(item)

    def once(self, key, make):
        """Hides the values that make returns, if nothing has been hidden under this key. Returns them."""
        if key not in self.shared:
            self.shared[key] = make()
            self.hide(*self.shared[key])
        return self.shared[key]

    def amount(self, y):
        if y[0] != "w":
            return
        multiple, rest = divmod(self.value(y), self.bits)
        self.once(y, lambda: (multiple, rest, 2 ** rest, int(multiple == 0)))

    def split(self, x, y):
        if (x, y) not in self.shared:
            self.amount(y)
        return self.once((x, y), lambda: divmod(self.value(x), 2 ** (self.value(y) % self.bits)))

    def sign(self, x):
        return self.split(x, str(self.bits - 1))[0]

    def both(self, first, second):
        x, y = self.value(first), self.value(second)
        masks = [item for item in (first, second) if item[0] != "w" and int(item) & (int(item) + 1) == 0 < int(item)]
        high = [(y if masks[0] == first else x) >> int(masks[0]).bit_length()] if masks else []
        return self.once(frozenset((first, second)), lambda: [x & y] + high)[0]

    def step(self, line):
        name, sources = line["instruction"], line["from"]
        operands = [self.value(item) for item in sources]
        c = self.values[f"f{line['reads']}"] if "reads" in line else 0
        r, carry = meaning.result(name, operands, c, self.bits)
        x, last = operands[0], operands[-1]
        signed = meaning.signed(x, self.bits)
        fixed = sources[-1][0] != "w" and last
        if name[:3] in ("mul", "mad"):
            product = x * operands[1]
            self.once(("product", frozenset(sources[:2])), lambda: (product % self.base, product // self.base))
            if name[4:] == "his":
                self.sign(sources[0])
                self.sign(sources[1])
                self.hide(int(signed * meaning.signed(operands[1], self.bits) < 0))
        elif name in ("and", "or", "xor", "select"):
            self.both(*sources[:2])
            if name == "select":
                self.hide(~x & last)
        elif name == "min":
            self.hide(int(last < x))
        elif name == "shr" and fixed < self.bits:
            self.split(*sources)
        elif name == "shl" and fixed < self.bits:
            self.amount(sources[1])
            self.hide((x << last % self.bits) // self.base if last < self.bits else 0)
        elif name == "sar":
            sign = self.sign(sources[0])
            if fixed < self.bits - 1:
                self.amount(sources[1])
                power = 2 ** (last % self.bits)
                self.hide(signed // power + self.base * sign, signed % power)
        elif name[:3] == "shf":
            self.amount(sources[2])
            power, whole = 2 ** (last % self.bits), operands[1] << self.bits | x
            if name == "shf_l":
                self.hide(r, whole * power // self.base ** 2, whole * power % self.base)
            else:
                self.hide(r, whole // power // self.base, whole % power)
        if "writes" in line:
            self.values[f"f{line['writes']}"] = carry
        elif name in FLAGS:
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


def checker_of(instructions, words, flags, contract=({"left": "a", "right": "b"},), output="w1", bits=BITS, digits={}):
    lines = [head(words, flags, bits), {"input": "a", "words": [0], **digits}, {"input": "b", "words": [1]},
             *instructions, {"output": "r", "words": [output]}, *contract]
    checker = check.Checker(check.read_all(content(lines))[0])
    checker.take_program()
    checker.take_contract()
    return checker


ALL_INPUTS = [(a, b) for a in range(BASE) for b in range(BASE)]
