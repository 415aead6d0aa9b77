#!/usr/bin/env python3
"""Checks a derivation: a proof that a program of big-integer instructions meets its contract.  Usage: check.py [--limit N] FILE

Exit code 0 promises this: for every input that the precondition allows, the program in FILE computes outputs for which
the relation and the postcondition in FILE hold. Exit code 4: the derivation does not show it; one line says which step
does not follow, which goal is not reached, or why the program is not covered. Exit code 2: FILE cannot be read.
Any other exit code promises nothing.

This was written from the page that specifies derivations, and from nothing else. All numbers are exact integers.
The whole file is read first (form.py). Then the lemmas are checked, the program, the contract, the steps (steps.py), at
last the goals.
"""
import resource
import sys
import threading

from form import Polynomial, Refused, Unreadable, Work, below, constant, demand, demand_form, read_all, variable
from steps import Steps, is_mask

SOURCES = {"add": 2, "sub": 2, "mul_lo": 2, "mul_hi": 2, "mul_his": 2, "mad_lo": 3, "mad_hi": 3, "mad_his": 3, "not": 1,
           "and": 2, "or": 2, "xor": 2, "select": 3, "shl": 2, "shr": 2, "sar": 2, "shf_l": 3, "shf_r": 3,
           "min": 2}
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
        self.shared = {}          # the hidden values that belong to sources, by their kind and the sources
        self.inputs = {}          # the sources of each number, and its radix, None if it is not in digits, or base and bound
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
            demand(self.holds(goal), "it is not reached")
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
                demand(proof.holds(item), "it is not reached")
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
        if type(digits) is list:
            base, bound, *open_ = digits
            demand(base >= 2 and 1 <= bound < self.base // 2, "digits do not fit their words")
            demand(open_ in ([], ["open"]), "digits are open, or nothing else is said of them")
        else:
            demand(digits is None or digits <= self.bits_of_word, "a radix is larger than a word")
        numbers[name] = items, digits

    def lows(self, items, digits):
        """The part of each word of a number in digits that is 0: the bits below the digit."""
        for item in items if type(digits) is int and digits < self.bits_of_word else []:
            yield self.split(item, self.bits_of_word - digits)[1]

    def places(self, items, digits):
        """Two values of each word of a number in places that are not negative: it is a digit within the bound."""
        for i, item in enumerate(items if type(digits) is list else []):
            digit = self.value(item) - self.base * self.sign(item)
            most = digits[1] - (i == 0 and len(digits) == 3)
            yield most - digit
            yield most + digit

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
        """The polynomial that the word of an instruction equals. The first source is x, and so on."""
        base = self.base
        values = [self.value(item) for item in sources]
        if name == "not":
            return base - 1 - values[0]
        if name in ("and", "or", "xor"):
            both = self.both_of(*sources)
            return both if name == "and" else values[0] + values[1] - (1 if name == "or" else 2) * both
        if name == "select":
            return self.both_of(*sources[:2]) + self.bits_of_both(base - 1 - values[0], values[2])
        if name == "min":
            return values[0] + self.less(values[1], values[0]) * (values[1] - values[0])
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
        both = self.hide_both(x, y)
        self.bounds(both, x - both, y - both, both - (x + y - (self.base - 1)))
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
        """The limit of the high part of a word that is shifted to the right by y: the part is less."""
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
        for number in self.inputs.values():
            for p in self.places(*number):
                self.bounds(p)
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
        for number in self.outputs.values():
            self.goals += [("bound", p) for p in self.places(*number)]
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
            if type(digits) is list:
                total.add_product(constant(digits[0] ** i), word - self.base * self.sign(item))
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
        if item[0] == "at":
            return self.named_entry(item[1], self.evaluate(item[2], names))
        operands = [self.evaluate(operand, names) for operand in item[1:]]
        if item[0] in "&|^":
            common = self.common_bits(item[1:], operands, names)
            return common if item[0] == "&" else operands[0] + operands[1] - (1 if item[0] == "|" else 2) * common
        return OPERATIONS[item[0]](self, *operands)

    def named_entry(self, name, index):
        demand(False, f"{name} is no array")

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
        self.demand_natural(x)
        power = self.hide_power(x)
        self.bounds(power - 1)
        return power

    def demand_natural(self, exponent):
        demand(all(coefficient > 0 for coefficient in exponent.values())
               and all(name[0] == "w" or ("bound", variable(name)) in self.contract for name in exponent.names()),
               "an exponent is not seen not to be negative")

    def power_of(self, b, x):
        self.demand_natural(x)
        return self.hide_power(x, b)

    def divisor(self, x, y):
        divisor, x_part, y_part, u, v = [self.hide() for _ in range(5)]
        self.bounds(divisor)
        self.zero(x - divisor * x_part)
        self.zero(y - divisor * y_part)
        self.zero(divisor - u * x - v * y)
        return divisor

    def inverse(self, x, m):
        demand(not m.is_constant() or m.get((), 0) > 0, "a constant modulus is not positive")
        t = constant(1) if m.is_constant() else self.less(constant(0), m)
        exists = self.equal(self.divisor(x, m), constant(1))
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
    "+": lambda checker, x, y: x + y,
    "-": lambda checker, x, y: x - y,
    "*": lambda checker, x, y: x * y,
    "div": lambda checker, x, y: checker.floor(x, y)[0],
    "mod": lambda checker, x, y: checker.floor(x, y)[1],
    "=": lambda checker, x, y: checker.equal(x, y),
    "<": lambda checker, x, y: checker.less(x, y),
    "if": lambda checker, c, x, y: x + checker.equal(c, constant(0)) * (y - x),
    "abs": lambda checker, x: (1 - 2 * checker.less(x, constant(0))) * x,
    "exp2": lambda checker, x: checker.power_of_two(x),
    "power": lambda checker, b, x, m: checker.floor(checker.power_of(b, x), m)[1],
    "gcd": lambda checker, x, y: checker.divisor(x, y),
    "inverse": lambda checker, x, m: checker.inverse(x, m),
    "divsteps": lambda checker, *operands: checker.divsteps(*operands),     # of a routine in another way
}


def main(arguments):
    import routine      # which needs this file
    checker, limit = None, 1
    if arguments[:1] == ["--limit"]:
        limit, arguments = float(arguments[1]), arguments[2:]
    Work.left = 8_000_000 * limit
    try:
        demand_form(len(arguments) == 1, "usage: check.py [--limit N] FILE")
        with open(arguments[0], "rb") as file:
            derivations = read_all(file.read().decode("utf-8"))
        callees = {}
        for lines in derivations:
            checker = routine.Routine(lines, callees) if "body" in lines else Checker(lines)
            print(checker.check(), flush=True)
            callees[lines["derivation"][0].get("routine", lines["derivation"][0].get("name"))] = routine.Interface(lines)
        return 0
    except Refused as refusal:
        print(f"{checker.place if checker else 'reading'}: {refusal}", file=sys.stderr)
        return 4
    except MemoryError:
        print("limits: it takes too much memory", file=sys.stderr)
        return 4
    except (Unreadable, OSError, UnicodeDecodeError, RecursionError) as error:
        print(f"cannot read: {ascii(str(error))[1:-1]}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    # Expressions may be nested deeply, so all this runs on a large stack. The exit code is 1 unless main returns.
    codes = [1]
    resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
    sys.set_int_max_str_digits(0)
    sys.setrecursionlimit(100000)
    threading.stack_size(256 * 1024 * 1024)
    thread = threading.Thread(target=lambda: codes.append(main(sys.argv[1:])))
    thread.start()
    thread.join()
    sys.exit(codes[-1])
