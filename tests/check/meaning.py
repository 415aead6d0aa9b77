"""The meaning of programs, contracts and facts: runs on inputs, values of expressions, and whether a contract is broken.

This is the oracle of the tests of check.py. It knows nothing of rules and hidden values. Lines are JSON values.
"""
import math


class Unspecified(Exception):
    """The page gives this no value: it divides by a number that is not positive, or is no power of two."""


def signed(word, bits):
    return word - (word >> (bits - 1) << bits)


def result(name, values, c, bits):
    """The word that an instruction writes, and its carry or borrow. c is the flag that it reads."""
    base, x = 2 ** bits, values[0]
    y, z = (values + [0, 0])[1:3]
    if name[:3] in ("mul", "mad"):
        product = {"lo": x * y % base, "hi": x * y >> bits, "his": (signed(x, bits) * signed(y, bits) >> bits) % base}
        total = product[name[4:]] + (z + c if name[:3] == "mad" else 0)
    elif name in ("add", "sub"):
        total = x + y + c if name == "add" else x - y - c
    else:
        shift, whole = min(y, bits), y << bits | x
        total = {
            "not": lambda: base - 1 - x,
            "and": lambda: x & y,
            "or": lambda: x | y,
            "xor": lambda: x ^ y,
            "select": lambda: (x & y) | (~x & z),
            "min": lambda: min(x, y),
            "shl": lambda: (x << shift) % base,
            "shr": lambda: x >> shift,
            "sar": lambda: (signed(x, bits) >> shift) % base,
            "shf_l": lambda: (whole << z % bits >> bits) % base,
            "shf_r": lambda: (whole >> z % bits) % base,
        }[name]()
    return total % base, abs(total // base)


def divsteps(n, eta, f, g):
    u, v, q, r = 1, 0, 0, 1
    for _ in range(n):
        odd, swap = g % 2, g % 2 == 1 and eta < 0
        if swap:
            eta, f, g, u, v, q, r = -eta - 2, g, (g - f) // 2, 2 * q, 2 * r, q - u, r - v
        else:
            eta, g, u, v, q, r = eta - 2, (g + odd * f) // 2, 2 * u, 2 * v, q + odd * u, r + odd * v
    return u + (v << 32) + (q << 64) + (r << 96) + (eta << 128)


def divided(x, m):
    if m <= 0:
        raise Unspecified
    return divmod(x, m)


def inverse(x, m):
    if m <= 0:
        raise Unspecified
    return pow(x, -1, m) if math.gcd(x, m) == 1 else 0


def power(x):
    if not 0 <= x < 2 ** 20:
        raise Unspecified
    return 2 ** x


OPERATIONS = {
    "+": lambda x, y: x + y,
    "-": lambda x, y: x - y,
    "*": lambda x, y: x * y,
    "div": lambda x, m: divided(x, m)[0],
    "mod": lambda x, m: divided(x, m)[1],
    "=": lambda x, y: int(x == y),
    "<": lambda x, y: int(x < y),
    "if": lambda c, x, y: x if c else y,
    "abs": abs,
    "exp2": power,
    "gcd": math.gcd,
    "inverse": inverse,
    "divsteps": divsteps,
    "&": lambda x, y: x & y,
    "|": lambda x, y: x | y,
    "^": lambda x, y: x ^ y,
}


def value(item, names):
    """The value of an expression. names: the value of each name."""
    if isinstance(item, str):
        return names[item]
    if len(item) == 1:
        return int(item[0])
    return OPERATIONS[item[0]](*[value(operand, names) for operand in item[1:]])


def number(words, digits, bits):
    """The number of an input or output with these words."""
    if digits is None:
        return sum(word << (bits * i) for i, word in enumerate(words))
    if type(digits) is list:
        return sum(signed(word, bits) * digits[0] ** i for i, word in enumerate(words))
    return sum((signed(word, bits) >> (bits - digits)) << (digits * i) for i, word in enumerate(words))


def words_of(a, digits, count, bits):
    """The words of a number that fits."""
    if digits is None:
        return [a >> (bits * i) & (2 ** bits - 1) for i in range(count)]
    words = []
    for i in range(count):
        digit = a if i == count - 1 else signed(a % 2 ** digits, digits)
        words.append((digit << (bits - digits)) % 2 ** bits)
        a = (a - digit) >> digits
    return words


def canonical(words, digits, bits):
    """Whether the bits below each digit are 0."""
    if type(digits) is list:
        return all(abs(signed(word, bits)) <= digits[1] - (i == 0 and len(digits) == 3) for i, word in enumerate(words))
    return digits is None or all(word % 2 ** (bits - digits) == 0 for word in words)


def in_range(line, names, digits):
    """Whether a line of the precondition or the postcondition holds. digits: the radix of each name, or None."""
    name = line.get("requires", line.get("ensures"))
    a, limit = names[name], value(line["below"], names)
    lowest = value(line["at_least"], names) if "at_least" in line else 1 - limit if digits[name] is not None else a
    return lowest <= a < limit and ("step" not in line or a % line["step"] == line["residue"])


class Program:
    """The program and the contract of a derivation that is read."""

    def __init__(self, lines):
        def kind(key):
            return [line for line in lines if next(iter(line)) == key]
        self.bits = lines[0]["word_bits"]
        self.inputs, self.outputs, self.instructions = kind("input"), kind("output"), kind("instruction")
        self.requires, self.equal, self.ensures = kind("requires"), kind("equal"), kind("ensures")
        [self.relation] = kind("left")
        self.digits = {line[key]: line.get("digits") for key in ("input", "output") for line in kind(key)}

    def run(self, inputs):
        """The value of each word and flag. inputs: for each input its words."""
        values = {f"w{word}": given for line, words in zip(self.inputs, inputs)
                  for word, given in zip(line["words"], words)}
        for line in self.instructions:
            sources = [self.source(item, values) for item in line["from"]]
            c = values[f"f{line['reads']}"] if "reads" in line else 0
            r, carry = result(line["instruction"], sources, c, self.bits)
            values[f"w{line['r']}"] = r
            if "writes" in line:
                values[f"f{line['writes']}"] = carry
        return values

    def source(self, item, values):
        return values[item] if item[0] == "w" else int(item)

    def names(self, inputs, values):
        """The value of each name, in a run."""
        result = {line["input"]: number(words, line.get("digits"), self.bits)
                  for line, words in zip(self.inputs, inputs)}
        for line in self.outputs:
            words = [self.source(item, values) for item in line["words"]]
            result[line["output"]] = number(words, line.get("digits"), self.bits)
        return result

    def allows(self, inputs, names):
        """Whether the precondition holds."""
        return (all(canonical(words, line.get("digits"), self.bits) for line, words in zip(self.inputs, inputs))
                and all(in_range(line, names, self.digits) for line in self.requires)
                and all(names[line["equal"]] == value(line["value"], names) for line in self.equal))

    def ends_well(self, names, values):
        """Whether the relation and the postcondition hold."""
        return (all(canonical([self.source(item, values) for item in line["words"]], line.get("digits"), self.bits)
                    for line in self.outputs)
                and value(self.relation["left"], names) == value(self.relation["right"], names)
                and all(in_range(line, names, self.digits) for line in self.ensures))

    def broken_by(self, inputs):
        """Whether the outputs for these inputs break the contract. None if the precondition does not allow them."""
        values = self.run(inputs)
        names = self.names(inputs, values)
        return not self.ends_well(names, values) if self.allows(inputs, names) else None
