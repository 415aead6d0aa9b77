"""Checks the derivation of a routine: goes along its statements, learns facts, and comes to goals, which legs show.

This was written from the page that specifies derivations (Routines), as check.py was.
"""
import routine_form    # by which form reads routines
from check import Checker
from form import Polynomial, below, constant, demand, spend
from steps import is_mask


def is_size(n):
    return n > 1 and is_mask(n - 1)


class Interface:
    """The part that a caller sees: inputs and outputs, records like the line of a variable; and the lines of the contract."""

    def __init__(self, lines):
        self.lines = lines
        self.word_bits = lines["derivation"][0]["word_bits"]
        if "variable" in lines:
            self.form = lines["factor"][0] if lines["factor"] else None
            self.inputs, self.outputs = [[line for line in lines["variable"] if line["role"] == role]
                                         for role in ("input", "output")]
        else:
            self.form = None
            self.inputs, self.outputs = [
                [program_line(line[role], len(line["words"]), line.get("digits"), self.word_bits)
                 for line in lines[role]] for role in ("input", "output")]


def program_line(name, words, digits, word_bits):
    """A number of a program as a caller sees it: one signed word is an integer."""
    if words == 1 and digits == word_bits:
        return {"variable": name, "kind": "integer", "signed": True}
    line = {"variable": name, "kind": "number", "words": words}
    return line if digits is None else {**line, "digits": digits}


def size_of(line):
    """How many words the value has, and of how many bits its digits are, if they are signed."""
    return line.get("words", line.get("count", 1)), line.get("digits")


def is_signed(line):
    return "signed" in line or "digits" in line


def is_array(line):
    return "count" in line or "length" in line


def has_entries(line):
    return is_array(line) and line["kind"] in ("number", "element")


class Function:
    """A function of integers: its values at the indices at which it was read, and facts for each index of a range."""

    def __init__(self, line):
        self.line = line
        self.reads = []         # [index, value, how many properties are learned there]
        self.properties = []    # of each: the relation, and the values that variables had

    def copy(self):
        other = Function(self.line)
        other.reads, other.properties = [list(read) for read in self.reads], list(self.properties)
        return other


def divide(checker, p, divisor):
    return Checker.divide(checker, p, divisor[()])


def natural_quotient(checker, x, y):
    quotient = checker.hide()
    rest = checker.hide_below(y)
    checker.bounds(quotient)
    checker.zero(x - y * quotient - rest)
    return quotient, rest


class Routine(Checker):
    """callees: the interfaces of those derivations before that hold, by name."""

    def __init__(self, lines, callees):
        super().__init__({**lines, "step": []})
        self.variables = self.limit = 0
        self.lines, self.callees = lines, callees
        self.all = lines["variable"]
        self.new = self.contract = self.facts
        # The value of each variable that has one: a polynomial, or the list of its digits; for an array with entries the
        # number of a function, and the pairs of index and value written since.
        self.values = {}
        self.functions = []
        self.at = None        # in a relation for each entry: the name of the index, and its value
        self.is_learning = False
        self.residues = []    # of numbers by a factor and a modulus
        self.made = {}        # results of operations on polynomials
        self.legs = 0
        self.open = 0         # branches
        self.factor, self.modulus = constant(1), constant(0)
        self.names = self.named     # the value of a name, and whether it is signed
        self.of_contract = True     # which names parameters alone

    def check(self):
        for number, lemma in enumerate(self.lines["lemma"]):
            self.check_lemma(number, lemma)
        self.place = "program"
        self.begin()
        self.go_on((self.lines["body"][0]["body"], 0, None, None), self.finish)
        demand(self.legs == len(self.lines["leg"]), "there are more legs than goals")
        return f"{ascii(self.head['routine'])[1:-1]}: {self.legs} legs, every goal is reached"

    # ---- Goals and branches ----

    def ask(self, *goals):
        goals = [(kind, p) for kind, p in goals
                 if not p.is_constant() or (p.get((), 0) != 0 if kind == "zero" else p.get((), 0) < 0)]
        if not goals:
            return
        demand(self.legs < len(self.lines["leg"]), f"leg {self.legs} is missing")
        leg = self.legs
        self.legs += 1
        self.take(self.lines["leg"][leg]["leg"], f"leg {leg} step ")
        for number, goal in enumerate(goals):
            self.place = f"leg {leg} goal {number}"
            demand(self.holds(goal), "it is not reached")
        self.place = "program"

    def ask_bounds(self, *goals):
        self.ask(*[("bound", goal) for goal in goals])

    def branch(self, walk):
        facts, quotients, hidden = len(self.facts), len(self.quotients), self.hidden
        values, residues, made = dict(self.values), list(self.residues), dict(self.made)
        functions = [function.copy() for function in self.functions]
        spend(40 + len(values) + len(residues) + len(made) + sum(len(function.reads) for function in functions))
        self.open += 1
        demand(self.open <= 64, "too many branches are within each other")
        walk()
        self.open -= 1
        del self.facts[facts:], self.quotients[quotients:]
        self.known -= {f"x{number}" for number in range(hidden, self.hidden)}
        self.values, self.residues, self.made, self.functions = values, residues, made, functions

    # ---- Expressions ----

    def once(self, operation, *operands):
        """The result of the operation on the polynomials: the earlier one, if there is one."""
        key = operation, *[frozenset(operand.items()) for operand in operands]
        if key not in self.made:
            self.made[key] = operation(self, *operands)
        return self.made[key]

    def floor(self, x, m):
        return self.once(Checker.floor, x, m)

    def divide(self, p, divisor):
        return self.once(divide, p, constant(divisor))

    def equal(self, x, y):
        p = x - y
        return constant(int(p == constant(0))) if p.is_constant() else self.once(Checker.equal, p, constant(0))

    def less(self, x, y):
        p = y - x
        return constant(int(p.get((), 0) > 0)) if p.is_constant() else self.once(Checker.less, constant(0), p)

    def divisor(self, x, y):
        return self.once(Checker.divisor, x, y)

    def inverse(self, x, m):
        return self.once(Checker.inverse, x, m)

    def power_of_two(self, x):
        return self.once(Checker.power_of_two, x)

    def power_of(self, b, x):
        return self.once(Checker.power_of, b, x)

    def number(self, name, names):
        return self.names(name)[0]

    def common_bits(self, items, operands, names):
        mask = operands[1].get((), 0)
        if operands[1].is_constant() and mask > 0 and is_mask(mask):
            return self.divide(operands[0], mask + 1)[1]
        return self.hide_both(*operands)

    def divsteps(self, n, eta, f, g):
        n = n.get((), 0)
        matrix = [self.hide() for _ in range(5)]
        self.matrices[f"x{self.hidden - 5}"] = n, eta, f, g
        total = Polynomial()
        for i, entry in enumerate(matrix):
            if i < 4:
                self.bounds(2 ** n - entry, 2 ** n + entry)
            total = total + 2 ** (32 * i) * entry
        return total

    def demand_natural(self, exponent):
        self.ask_bounds(exponent)

    def expression(self, item):
        return self.evaluate(item, None)

    def range(self, line, key, is_goal):
        """The facts of a range, appended to those that are learned, or returned as goals."""
        goals = []
        a, signed = self.names(line[key])
        limit = self.expression(line["below"]) - 1
        self.put(goals, is_goal, ("bound", limit - a))
        if "at_least" in line:
            self.put(goals, is_goal, ("bound", a - self.expression(line["at_least"])))
        else:
            self.put(goals, is_goal, ("bound", limit + a if signed else a))
        if "step" in line and is_goal:
            goals.append(("zero", self.divide(a, line["step"])[1] - line["residue"]))
        elif "step" in line:
            self.zero(a - line["step"] * self.hide() - line["residue"])
        return goals

    def put(self, goals, is_goal, item):
        (goals if is_goal else self.facts).append(item)

    def find(self, name):
        demand(self.names == self.named, "the contract of the callee names an entry")
        spend(1 + len(self.all) // 16)
        found = [number for number, line in enumerate(self.all) if line["variable"] == name and number in self.values
                 and (line["role"] != "local" or not self.of_contract)]
        demand(len(found) == 1, f"{name} is not the name of one value")
        return found[0]

    def named(self, name):
        if self.at and name and self.at[0] == name:
            return self.at[1], False
        number = self.find(name)
        line = self.all[number]
        if self.at and has_entries(line):
            return self.named_entry(name, self.at[1]), False
        value = self.whole(number)
        return self.residue(value, self.factor, self.modulus) if self.is_element(line) else value, is_signed(line)

    def form(self, form):
        if form is None:
            return constant(1), constant(0)
        factor, modulus = self.expression(form["factor"]), self.expression(form["modulus"])
        if factor != constant(1):
            demand(factor.is_constant() and is_size(factor.get((), 0)), "the form is not covered")
        return factor, modulus

    def residue(self, number, factor, modulus):
        if factor == constant(1):
            return number
        for key, value in self.residues:
            if key == (number, factor, modulus):
                return value
        self.ask_bounds(modulus - 1, self.low_bits(modulus, 2) - 1)
        value = self.hide_below(modulus)
        quotient = self.hide()
        self.zero(factor * value - number - modulus * quotient)
        self.residues.append(((number, factor, modulus), value))
        return value

    # ---- Variables ----

    def is_element(self, line):
        return line["kind"] == "element"

    def line(self, number):
        demand(number < len(self.all), "there is no such variable")
        return self.all[number]

    def size(self, line):
        """The limit of numbers of this kind: they are less."""
        return 256 ** line["count"] if line["kind"] == "byte" else self.base ** line.get("words", line.get("count", 1))

    def learn_kind(self, value, line):
        if "digits" in line:
            return
        if "length" in line:
            self.bounds(value)
        elif line["kind"] == "integer":
            self.bounds(value + self.base // 2, self.base // 2 - 1 - value)
        else:
            self.new += below(value, self.size(line))

    def any(self, line):
        if has_entries(line):
            self.functions.append(Function(line))
            return (len(self.functions) - 1, ())
        value = self.hide()
        self.learn_kind(value, line)
        if self.is_element(line):
            self.bounds(self.modulus - 1 - value)
        return value

    def radix(self, line):
        return 256 if line["kind"] == "byte" else self.base

    def count(self, line):
        return self.named(line["length"])[0] if "length" in line else constant(line.get("count", line.get("words", 1)))

    def whole(self, number):
        line = self.line(number)
        demand(number in self.values, f"{line['variable']} has no value")
        demand(not has_entries(line), "an array of numbers is no number")
        value = self.values[number]
        if type(value) is not list:
            return value
        total, weight = Polynomial(), 1
        for digit in value:
            total.add_product(constant(weight), digit)
            weight *= self.radix(line)
        return total

    def is_word(self, line):
        return not is_array(line) and line["kind"] != "byte" and size_of(line) == (1, None)

    # ---- Words ----

    def low_bits(self, x, size):
        return constant(x.get((), 0) % size) if x.is_constant() else self.divide(x, size)[1]

    def quotient_of(self, x, y):
        demand(not y.is_constant() or y.get((), 0) >= 1, "a division by a constant below 1")
        if x.is_constant() and y.is_constant():
            demand(x.get((), 0) >= 0, "a division of a constant below 0")
            return constant(x.get((), 0) // y[()]), constant(x.get((), 0) % y[()])
        return self.once(natural_quotient, x, y)

    def signed_of(self, w):
        if w.is_constant():
            return w if w.get((), 0) < self.base // 2 else w - self.base
        return w - self.base * self.less(constant(self.base // 2 - 1), w)

    def word_of(self, i):
        if i.is_constant():
            return i if i.get((), 0) >= 0 else i + self.base
        return i + self.base * self.less(i, constant(0))

    def converted(self, value, before, after):
        if (before == "integer") == (after == "integer"):
            return value
        return self.signed_of(value) if after == "integer" else self.word_of(value)

    def word(self, item):
        if type(item) is int:
            demand(item < self.base, "a constant is not a word")
            return constant(item)
        if item[0] in ("whole", "element", "limb"):
            return self.read(item)
        x, y = self.word(item[-2] if item[0] != "if" else item[2]), self.word(item[-1])
        name = item[0]
        if name in "+-*":
            return self.low_bits(x + y if name == "+" else x - y if name == "-" else x * y, self.base)
        if name in ("div", "mod"):
            self.ask_bounds(y - 1)
            return self.quotient_of(x, y)[name == "mod"]
        if name in "&|^":
            common = self.common_of(x, y)
            return common if name == "&" else x + y - (1 if name == "|" else 2) * common
        if name in ("shl", "shr"):
            self.ask_bounds(self.bits_of_word - 1 - y)
            power = self.power_of_two(y)
            return self.low_bits(x * power, self.base) if name == "shl" else self.quotient_of(x, power)[0]
        if name == "if":
            return x + self.equal(self.word(item[1]), constant(0)) * (y - x)
        if name == "<":
            return self.less(x, y)
        equal = self.equal(x, y)
        return equal if name == "=" else 1 - equal

    def common_of(self, x, y):
        for mask, other in ((y, x), (x, y)):
            if mask.is_constant() and is_size(mask.get((), 0) + 1):
                return self.low_bits(other, mask[()] + 1)
        return self.bits_of_both(x, y)

    # ---- Places ----

    def index(self, item):
        line = self.line(item[1])
        demand(not has_entries(line), "an entry is no word")
        demand(is_array(line) if item[0] == "element" else line["kind"] in ("number", "element"), "no such digits")
        return self.word(item[2])

    def digit(self, number, index):
        """Its place among digits that are known one by one, or None; else its weight in the number; and the digit."""
        line = self.line(number)
        count, radix = self.count(line), self.radix(line)
        if number not in self.values:
            self.values[number] = self.any(line)
        self.ask_bounds(index, count - 1 - index)
        if index.is_constant() and count.is_constant():
            if type(self.values[number]) is not list:
                before = self.values[number]
                self.values[number] = [self.hide_below(radix) for _ in range(count.get((), 0))]
                self.zero(before - self.whole(number))
            at = index.get((), 0)
            demand(0 <= at < count.get((), 0), "there is no such digit")
            return at, None, self.values[number][at]
        before = self.whole(number)
        power = self.power_of_two((8 if line["kind"] == "byte" else self.bits_of_word) * index)
        return None, power, self.quotient_of(self.quotient_of(before, power)[0], constant(radix))[1]

    def read(self, item):
        line = self.line(item[1])
        if item[0] != "whole":
            index = self.index(item)
            demand(item[1] in self.values, "a number is read before it is written")
            if "digits" in line:
                demand(index == constant(0), "a digit other than the first is read")
                low = self.low_bits(self.whole(item[1]), 2 ** line["digits"])
                return 2 ** (self.bits_of_word - line["digits"]) * low
            return self.digit(item[1], index)[2]
        demand(self.is_word(line), "a number is read as a word")
        return self.converted(self.whole(item[1]), line["kind"], "word")

    def write(self, item, value):
        line = self.line(item[1])
        if item[0] == "whole":
            demand(self.is_word(line), "a word is written as a number")
            return self.write_whole(item[1], self.converted(value, "word", line["kind"]))
        demand(not self.is_element(line) and "digits" not in line, "such a digit is written")
        if line["kind"] == "byte":
            value = self.low_bits(value, 256)
        at, power, digit = self.digit(item[1], self.index(item))
        demand(line["role"] != "input", "an input is written")
        if at is not None:
            self.values[item[1]] = self.values[item[1]][:at] + [value] + self.values[item[1]][at + 1:]
            return
        after = self.whole(item[1]) + power * (value - digit)
        self.learn_kind(after, line)
        self.values[item[1]] = after

    def write_whole(self, number, value):
        line = self.line(number)
        demand(line["role"] != "input", "an input is written")
        self.values[number] = value
        if self.is_element(line):
            self.ask_bounds(self.modulus - 1 - self.whole(number))

    # ---- Entries ----

    def value_at(self, number, index):
        """The function at the index."""
        function = self.functions[number]
        found = [read for read in function.reads if read[0] == index]
        if not found:
            value = self.hide_below(constant(self.base ** function.line["words"]))
            self.entries[f"x{self.hidden - 1}"] = number, index
            found = [[index, value, 0]]
            function.reads += found
        while not self.is_learning and found[0][2] < len(function.properties):
            found[0][2] += 1
            self.learn_property(*function.properties[found[0][2] - 1], index)
        return found[0][1]

    def learn_property(self, relation, values, index):
        before = self.values, self.at, self.of_contract
        self.values, self.at, self.of_contract = values, (relation[0], index), False
        self.is_learning = True
        _, start, end, _, _ = relation
        is_before = self.less(index, self.expression(start))
        is_in = (1 - is_before) * self.less(index, self.expression(end))
        self.new += [(kind, is_in * p) for kind, p in self.said(relation)]
        self.is_learning = False
        self.values, self.at, self.of_contract = before

    def said(self, relation):
        """A relation between the entry at the index and others; an element is below N."""
        left = relation[3]
        number = self.array_of(relation)[2]
        value, residue = self.entry(number, self.at[1] if type(left) is str else self.expression(left[2]), True)
        facts = [("zero", residue - self.expression(relation[4]))]
        if self.is_element(self.all[number]):
            facts.append(("bound", self.modulus - 1 - value))
        return facts

    def array_of(self, relation):
        name = relation[3]
        if type(name) is list:
            demand(name[0] == "at", "a relation for each entry begins with none")
            name = name[1]
        demand(type(name) is str, "a relation for each entry begins with none")
        number = self.find(name)
        demand(has_entries(self.all[number]), "no array of numbers")
        return (*self.values[number], number)

    def add_property(self, relation):
        self.functions[self.array_of(relation)[0]].properties.append((relation, dict(self.values)))

    def entry(self, number, index, is_named):
        """The number and, if an expression names it, the residue."""
        line = self.all[number]

        def both(value):
            return value, self.residue(value, self.factor, self.modulus) if is_named and self.is_element(line) else value
        function, writes = self.values[number]
        last = max((at for at, (other, _) in enumerate(writes) if other == index), default=-1)
        result = both(writes[last][1] if last >= 0 else self.value_at(function, index))
        for other, value in writes[last + 1:]:
            if not (index - other).is_constant():
                here = self.equal(index, other)
                result = tuple(old + here * (new - old) for old, new in zip(result, both(value)))
        return result

    def named_entry(self, name, index):
        number = self.find(name)
        demand(has_entries(self.all[number]), "no array of numbers")
        return self.entry(number, index, True)[1]

    def index_of_entry(self, item):
        demand(item[0] == "element", "an array of numbers is no number")
        is_integer = type(item[2]) is not int and item[2][0] == "whole" and self.line(item[2][1])["kind"] == "integer"
        index = self.whole(item[2][1]) if is_integer else self.word(item[2])
        self.ask_bounds(index, self.count(self.line(item[1])) - 1 - index)
        return index

    def number_at(self, item):
        """The value of a variable or an entry, as it is kept."""
        line = self.line(item[1])
        if has_entries(line):
            return self.entry(item[1], self.index_of_entry(item), False)[0]
        demand(item[0] == "whole" and not is_array(line), "a digit is no number")
        self.whole(item[1])
        return self.values[item[1]]

    def write_number(self, item, value):
        line = self.line(item[1])
        if not has_entries(line):
            demand(item[0] == "whole" and not is_array(line), "a digit is no number")
            return self.write_whole(item[1], value)
        index = self.index_of_entry(item)
        if type(value) is list:
            value = sum((constant(self.base ** i) * digit for i, digit in enumerate(value)), Polynomial())
        demand(line["role"] != "input", "an input is written")
        if self.is_element(line):
            self.ask_bounds(self.modulus - 1 - value)
        function, writes = self.values[item[1]]
        self.values[item[1]] = function, writes + ((index, value),)

    def ask_for_each(self, name, start, end, written, goals):
        """In branches: for each index that was written, and for any other."""
        def show(index, others):
            self.at = name, index
            self.bounds(index - self.expression(start))
            self.bounds(self.expression(end) - 1 - index)
            for other in others:
                self.zero(self.equal(index, other))
            self.ask(*goals())
            self.at = None
        for index in written:
            self.branch(lambda index=index: show(index, []))
        self.branch(lambda: show(self.hide(), written))

    # ---- Statements ----

    def begin(self):
        parameters = [line["variable"] for line in self.all if line["role"] != "local"]
        demand(len(set(parameters)) == len(parameters), "two parameters have the same name")
        for line in self.all:
            demand(not has_entries(line) or ("count" in line) == (line["role"] == "local"), "an array that is not covered")
            demand(line["kind"] != "integer" or not is_array(line), "an array of integers")
            demand(line["kind"] != "word" or not is_array(line) or line["role"] == "input", "an array that is no input")
            demand(line["kind"] != "byte" or ("count" in line and "length" not in line and self.bits_of_word >= 8),
                   "bytes without a size")
            demand("length" not in line or ("count" not in line and (line["role"] == "input" or has_entries(line))),
                   "an array of no size")
            demand(not self.is_element(line) or self.lines["factor"], "an element without a form")
            demand(line.get("digits", 1) < self.bits_of_word, "a digit is as long as a word")
            demand("length" not in line or any(
                other["variable"] == line["length"] and other["role"] == "input" and not is_array(other)
                and other["kind"] in ("word", "integer") for other in self.all),
                   "a length is no input that is a word or an integer")
        for number, line in enumerate(self.all):
            if line["role"] == "input" and has_entries(line):
                self.values[number] = self.any(line)
            elif line["role"] == "input":
                self.values[number] = self.hide()
                self.learn_kind(self.values[number], line)
        self.factor, self.modulus = self.form(self.lines["factor"][0] if self.lines["factor"] else None)
        for number, line in enumerate(self.all):
            if line["role"] == "input" and self.is_element(line) and not has_entries(line):
                self.bounds(self.modulus - 1 - self.values[number])
        for line in self.all:
            if line["role"] == "input" and self.is_element(line) and has_entries(line):
                self.add_property(["", 0, line["length"], line["variable"], line["variable"]])
        for line in self.lines["equal"]:
            left = self.number(line["equal"], None)
            self.zero(left - self.expression(line["value"]))
        for line in self.lines["requires"]:
            if not self.is_each(line["requires"]):
                self.range(line, "requires", False)
        for number, line in enumerate(self.all):
            if (line["kind"] == "byte" or has_entries(line)) and line["role"] != "input":
                self.values[number] = self.any(line)
        self.of_contract = False

    def finish(self):
        self.of_contract = True
        for number, line in enumerate(self.all):
            demand(line["role"] != "output" or number in self.values, "an output has no value")
        arrays = [line for line in self.all if has_entries(line) and line["role"] != "local"]

        def goals(of_arrays):
            found = []
            for number, line in enumerate(self.all if of_arrays else []):
                if has_entries(line) and self.is_element(line) and line["role"] == "output":
                    found.append(("bound", self.modulus - 1 - self.entry(number, self.at[1], True)[0]))
            if of_arrays == bool(arrays):
                left, right = [self.expression(self.lines["left"][0][side]) for side in ("left", "right")]
                found.append(("zero", left - right))
            for line in self.lines["ensures"]:
                if self.is_each(line["ensures"]) == of_arrays:
                    found += self.range(line, "ensures", True)
            return found
        self.ask(*goals(False))
        if arrays:
            self.ask_for_each("", 0, arrays[0]["length"], [], lambda: goals(True))
        self.of_contract = False

    def is_each(self, name):
        return any(line["variable"] == name and has_entries(line) and line["role"] != "local" for line in self.all)

    # Where the way goes on: a block, the number of its next statement, the loop that is gone through turn by turn (its
    # counter, where that is, where it ends, by how much it goes), and where it goes on after the block.

    def go_on(self, rest, end):
        """Goes from there to the end of the way, and on with `end`."""
        while rest:
            spend(4)
            block, number, loop, after = rest
            if number < len(block):
                rest = self.statement(*block[number], rest=(block, number + 1, loop, after), end=end)
            elif loop:
                counter, at, last, s = loop
                rest = self.turn(block, (counter, at + s, last, s), after)
            else:
                rest = after
        end()

    def turn(self, block, loop, after):
        counter, at, last, s = loop
        self.values.pop(counter, None)
        if (at - last) * s >= 0:
            return after
        self.values[counter] = constant(at)
        return block, 0, loop, after

    def statement(self, name, *parts, rest, end):
        """Returns where the way goes on."""
        if name == "if":
            self.decide(*parts, rest, end)
        elif name in ("below", "up_to", "down_to"):
            return self.loop(name, *parts, rest)
        else:
            {"set": self.set, "copy": self.copy, "constant": self.constant, "call": self.call}[name](*parts)
        return rest

    def set(self, place, word):
        self.write(place, self.word(word))

    def copy(self, to, source):
        keys = ("kind", "words", "digits")
        kinds = [["number" if line.get(key) == "element" else line.get(key) for key in keys]
                 for line in (self.line(to[1]), self.line(source[1]))]
        demand(kinds[0] == kinds[1], "a copy of another size")
        self.write_number(to, self.number_at(source))

    def constant(self, to, limbs):
        demand(not is_array(self.line(to)) and size_of(self.line(to)) == (len(limbs), None), "a constant of another size")
        demand(all(limb < self.base for limb in limbs), "a constant is not a word")
        if self.line(to)["kind"] in ("word", "integer"):
            return self.write(("whole", to), constant(limbs[0]))
        self.write_whole(to, [constant(limb) for limb in limbs])

    def decide(self, condition, block, rest, end):
        condition = self.word(condition)

        def taken():
            self.bounds(condition - 1)
            self.go_on((block, 0, None, rest), end)
        self.branch(taken)
        self.zero(condition)

    def loop(self, order, counter, first, bound, invariant, block, rest):
        line = self.line(counter)
        demand(line["kind"] in ("word", "integer") and line["role"] == "local" and not is_array(line)
               and counter not in self.values, "a counter is no local word")
        written, read = set(), {counter}
        add_written(block, written)
        add_read(bound, read)
        demand(not written & read, "a loop changes its end")
        first = self.converted(self.word(first), "word", line["kind"])
        end = self.converted(self.word(bound), "word", line["kind"])
        half = self.base // 2
        least, most = (0, self.base - 1) if line["kind"] == "word" else (-half, half - 1)
        s = -1 if order == "down_to" else 1
        if order == "up_to":
            end = end + 1
            self.ask_bounds(most - end)
        if order == "down_to":
            end = end - 1
            self.ask_bounds(end - least)
        if not any(invariant.values()):
            demand(first.is_constant() and end.is_constant(), "a loop of unknown length has no invariant")
            return self.turn(block, (counter, first.get((), 0), end.get((), 0), s), rest)
        start = self.start(invariant)
        self.values[counter] = first
        self.ask_invariant(invariant, start)
        for number in sorted(written):
            if number in self.values:
                self.values[number] = self.any(self.line(number))
        at = self.hide()
        done, left, span = s * (at - first), s * (end - at), s * (end - first)
        self.bounds(done, left if span.is_constant() and span.get((), 0) >= 0 else done * left)
        self.values[counter] = at
        for item in invariant.get("each", []):
            self.add_property(item)
        for item in invariant["ranges"]:
            self.range(item, "name", False)
        for x, y in invariant["equal"]:
            x = self.expression(x)
            self.zero(x - self.expression(y))
        self.facts += self.steps_of(invariant, start)

        def turn():
            self.bounds(left - 1)
            self.go_on((block, 0, None, None), after)

        def after():
            self.values[counter] = at + s
            self.ask_invariant(invariant, start)
        self.branch(turn)
        self.bounds(Polynomial() - left)
        del self.values[counter]
        return rest

    def start(self, invariant):
        """The variables of divsteps before the loop."""
        values = [self.number(name, None) for name in invariant.get("divsteps", {"of": []})["of"]]
        demand(not values or values[0] == constant(-1), "divsteps begin with another eta")
        return values

    def steps_of(self, invariant, start):
        if not start:
            return []
        count = self.expression(invariant["divsteps"]["count"])
        if count.is_constant():
            demand(count.get((), 0) >= 0, "a number of divsteps is negative")
        else:
            self.demand_natural(count)
        if count != constant(0):
            now = [self.hide() for _ in range(3)]
            self.runs[f"x{self.hidden - 3}"] = count, start[1], start[2]
            start = now
        return [("zero", self.number(name, None) - value) for name, value in zip(invariant["divsteps"]["of"], start)]

    def ask_invariant(self, invariant, start):
        goals = []
        for item in invariant["ranges"]:
            goals += self.range(item, "name", True)
        for x, y in invariant["equal"]:
            x = self.expression(x)
            goals.append(("zero", x - self.expression(y)))
        goals += self.steps_of(invariant, start)
        self.ask(*goals)
        for relation in invariant.get("each", []):
            written = [index for index, _ in self.array_of(relation)[1]]
            self.ask_for_each(*relation[:3], written, lambda relation=relation: self.said(relation))

    def call(self, name, arguments, results):
        demand(name in self.callees, f"there is no {name} before it that holds")
        callee = self.callees[name]
        demand(callee.word_bits == self.bits_of_word, "words of another size")
        demand(len(arguments) == len(callee.inputs) and len(results) == len(callee.outputs),
               "a wrong number of arguments or results")
        demand(not any(type(line.get("digits")) is list for line in callee.inputs + callee.outputs),
               "a program on numbers in places is not called")
        given = {}
        for line, item in zip(callee.inputs, arguments):
            demand(line["variable"] not in given, "two parameters have one name")
            given[line["variable"]] = self.argument(line, item), is_signed(line)
        for line, item in zip(callee.inputs, arguments):
            if "length" in line:
                demand(line["length"] in given and item[0] == "variable", "there is no length")
                self.ask(("zero", self.count(self.line(item[1])) - given[line["length"]][0]))

        def inside(name):
            demand(name in given, f"the contract of the callee names {name}")
            return given[name]
        outside, self.names = self.names, inside
        factor, modulus = self.form(callee.form)
        goals = []
        for line in callee.inputs:
            if self.is_element(line):
                value, signed = given[line["variable"]]
                goals.append(("bound", modulus - 1 - value))
                given[line["variable"]] = self.residue(value, factor, modulus), signed
        for line in callee.lines["requires"]:
            goals += self.range(line, "requires", True)
        for line in callee.lines["equal"]:
            left = self.number(line["equal"], None)
            goals.append(("zero", left - self.expression(line["value"])))
        self.ask(*goals)
        values = []
        for line in callee.outputs:
            demand(not is_array(line), "a result is an array")
            value = self.hide()
            values.append(value)
            self.learn_kind(value, line)
            if self.is_element(line):
                self.bounds(modulus - 1 - value)
                value = self.residue(value, factor, modulus)
            demand(line["variable"] not in given, "two parameters have one name")
            given[line["variable"]] = value, is_signed(line)
        left, right = [self.expression(callee.lines["left"][0][side]) for side in ("left", "right")]
        self.zero(left - right)
        for line in callee.lines["ensures"]:
            self.range(line, "ensures", False)
        self.names = outside
        for line, item, value in zip(callee.outputs, results, values):
            if item[0] != "whole" and not has_entries(self.line(item[1])):
                demand(self.is_word(line), "a result of another size")
                self.write(item, self.converted(value, line["kind"], "word"))
                continue
            to = self.line(item[1])
            demand((not is_array(to) or has_entries(to)) and
                   (to.get("words", 1), to.get("digits")) == (line.get("words", 1), line.get("digits")),
                   "a result of another size")
            self.write_number(item, self.converted(value, line["kind"], to["kind"]))

    def argument(self, line, item):
        demand(not has_entries(line), "an argument is an array of numbers")
        if type(item) is not int and item[0] in ("whole", "element", "limb") and has_entries(self.line(item[1])):
            source = self.line(item[1])
            demand(not is_array(line) and line["kind"] != "byte" and not line.get("digits") and
                   source["words"] == line.get("words", 1), "an argument of another size")
            return self.converted(self.number_at(item), source["kind"], line["kind"])
        if type(item) is int or item[0] != "variable":
            demand(self.is_word(line), "an argument of another size")
            return self.converted(self.word(item), "word", line["kind"])
        source = self.line(item[1])
        value = self.whole(item[1])
        if "length" in line:
            demand(line["kind"] == "word" and source["kind"] not in ("byte", "integer") and "digits" not in source,
                   "an argument is no array of words")
            return value
        demand("length" not in source and is_array(source) == is_array(line) and
               (source["kind"] == "byte") == (line["kind"] == "byte") and
               size_of(source) == size_of(line),
               "an argument of another size")
        return value if is_array(line) else self.converted(value, source["kind"], line["kind"])


def add_written(block, written):
    for name, *parts in block:
        if name == "set":
            written.add(parts[0][1])
        elif name == "copy":
            written.add(parts[0][1])
        elif name == "constant":
            written.add(parts[0])
        elif name == "call":
            written.update(item[1] for item in parts[2])
        elif name == "if":
            add_written(parts[1], written)
        else:
            written.add(parts[0])
            add_written(parts[4], written)


def add_read(word, read):
    if type(word) is int:
        return
    if word[0] in ("whole", "element", "limb"):
        read.add(word[1])
    for part in word[2 if word[0] in ("whole", "element", "limb") else 1:]:
        add_read(part, read)
