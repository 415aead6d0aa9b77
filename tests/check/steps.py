"""The rules: the facts that each step of a derivation states, and those that it needs. One that does not follow raises Refused."""
from form import Polynomial, Refused, below, constant, demand, spend, variable
from primes import is_prime


def is_mask(n):
    """Whether n = 2^k - 1 for a k >= 0."""
    return n >= 0 and n & (n + 1) == 0


class Steps:
    """A list of steps: the facts and variables that they introduce. For a lemma it stands alone, with variables from the start."""

    def __init__(self, lemmas, variables=0):
        self.lemmas = lemmas      # those that steps may apply
        self.variables = variables
        self.place = ""           # the step that is checked now
        self.known = set()        # the names of the other variables that exist now
        self.hidden = variables   # the number of the next hidden value
        self.exponents = {}       # of each hidden value that is a power
        self.bases = {}           # the same
        self.sources = {}         # of each hidden value that is the common bits of two numbers, by its name
        self.runs = {}            # of the first value of each run of divsteps: the count, f and g
        self.matrices = {}        # of the first value of each matrix of divsteps: the count, eta, f and g
        self.entries = {}         # of each value of a function that was read: the number of the function, and the index
        self.instructions = []    # for each instruction the facts that it gives
        self.contract = []        # the facts that the contract gives
        self.quotients = []       # for each division the facts that it gives
        self.facts = []           # the facts that the steps state

    def hide(self):
        """A new hidden value."""
        self.hidden += 1
        self.known.add(f"x{self.hidden - 1}")
        return variable(f"x{self.hidden - 1}")

    def hide_power(self, exponent, base=constant(2)):
        power = self.hide()
        self.exponents[f"x{self.hidden - 1}"] = exponent
        self.bases[f"x{self.hidden - 1}"] = base
        return power

    def hide_both(self, x, y):
        """A new hidden value that is the common bits of two numbers."""
        self.hide()
        self.sources[f"x{self.hidden - 1}"] = x, y
        return variable(f"x{self.hidden - 1}")

    def exists(self, name):
        return name in self.known or (name[0] == "x" and int(name[1:]) < self.variables)

    def holds(self, fact):
        spend(1 + len(self.facts) // 16)
        return fact in self.facts

    def existing(self, p):
        """A polynomial of the file. All its variables must exist."""
        demand(all(self.exists(name) for name in p.names()), "a variable does not exist")
        return p

    def take(self, steps, prefix):
        for number, item in enumerate(steps):
            self.place = f"{prefix}{number}"
            spend(1)
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
            spend(i // 64)
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
        exponent, base = self.stated(item["fact"], "bound"), self.existing(item.get("base", constant(2)))
        power = self.hide_power(exponent, base)
        return [("bound", power - 1)] if base == constant(2) else []

    def powers(self, item, prefix):
        k = Polynomial() - self.stated(item["fact"], "zero")
        bases, products = [constant(2)], []
        for sign, names in ((1, item["first"]), (-1, item["second"])):
            products.append(constant(1))
            for name in names:
                demand(self.exists(name) and name in self.exponents, f"{name} is not a power")
                bases.append(self.bases[name])
                products[-1] = products[-1] * variable(name)
                k = k + sign * self.exponents[name]
        demand(all(base == bases[-1] for base in bases[1:]), "the powers have different bases")
        base, of_two = bases[-1], bases[-1] == constant(2)
        demand(k.is_constant() and abs(k.get((), 0)) < (2 ** 20 if of_two else 2 ** 4),
               "the exponents do not differ by a small constant")
        k = k.get((), 0)
        factor = constant(2 ** abs(k)) if of_two else constant(1)
        for _ in range(0 if of_two else abs(k)):
            factor = factor * base
        products[0 if k < 0 else 1] = products[0 if k < 0 else 1] * factor
        return [("zero", products[0] - products[1])]

    def entry(self, item, prefix):
        names = item["first"], item["second"]
        demand(all(self.exists(name) and name in self.entries for name in names), "a value is no entry")
        (one, i), (other, k) = [self.entries[name] for name in names]
        demand(one == other, "the entries are of different functions")
        demand(self.stated(item["fact"], "zero") == i - k, "the indices are not shown to be the same")
        return [("zero", variable(names[0]) - variable(names[1]))]

    def fermat(self, item, prefix):
        prime, base = item["prime"], self.existing(item["base"])
        spend((prime.bit_length() // 64) ** 3)
        demand(is_prime(prime), "it is no prime")
        power = self.hide_power(constant(prime - 2), base)
        divides, q, part = [self.hide() for _ in range(3)]
        return below(divides, 2) + [("zero", base * power - 1 + divides - prime * q), ("zero", divides * base - prime * part)]

    def split(self, item, prefix):
        name, p = item["value"], self.existing(item["power"])
        demand(self.exists(name) and name in self.sources, f"{name} is not the common bits of two numbers")
        if p.is_constant():
            demand(p.get((), 0) > 0 and is_mask(p.get((), 0) - 1), "it is no power of two")
        else:
            powers = [power for power in p.names() if p == variable(power) and power in self.exponents]
            demand(powers and self.bases[powers[0]] == constant(2), "it is no power of two")
        x, y = self.sources[name]
        x_high, x_low, y_high, y_low = [self.hide() for _ in range(4)]
        high, low = self.hide_both(x_high, y_high), self.hide_both(x_low, y_low)
        return [("zero", x - p * x_high - x_low), ("zero", y - p * y_high - y_low), ("zero", variable(name) - p * high - low)
                ] + [("bound", it) for it in (x_low, p - 1 - x_low, y_low, p - 1 - y_low, low, x_low - low, y_low - low,
                                              p - 1 - x_low - y_low + low)]

    def says(self, number, p, m):
        """Demands that the zero says that p is 0 modulo m."""
        rest = self.stated(number, "zero") - p
        demand(all(coefficient % m == 0 for coefficient in rest.values()) if m else not rest, f"fact {number} does not say it")

    def values_of_run(self, name):
        demand(self.exists(name) and name in self.runs, f"{name} is not of a run")
        return [variable(f"x{int(name[1:]) + k}") for k in range(3)]

    def run_facts(self, item, prefix):
        eta, last_f, last_g = self.values_of_run(item["run"])
        n, f, g = self.runs[item["run"]]
        self.says(item["odd"], f - 1, 2)
        limits = [self.stated(number, "bound") for number in item["limits"]]
        most = limits[0] + f
        demand(limits == [most - f, most + f, most - g, most + g], "the limits are not those of f and g")
        h, k = self.hide(), self.hide()
        d, x, y, s, t, last_x, last_y, last_s, last_t = [self.hide() for _ in range(9)]
        bounds = [2 * n + 1 - eta, 2 * n + 1 + eta, most - last_f, most + last_f, most - last_g, most + last_g, d]
        return ([("zero", last_f - 2 * h - 1), ("zero", eta - 2 * k - 1)] + [("bound", p) for p in bounds] +
                [("zero", p) for p in (f - d * x, g - d * y, d - s * f - t * g, last_f - d * last_x, last_g - d * last_y,
                                       d - last_s * last_f - last_t * last_g)])

    def batch(self, item, prefix):
        eta, f, g = self.values_of_run(item["before"])
        last_eta, last_f, last_g = self.values_of_run(item["after"])
        before, after, first = self.runs[item["before"]], self.runs[item["after"]], item["matrix"]
        demand(self.exists(first) and first in self.matrices, f"{first} is not of a matrix")
        k, *start = self.matrices[first]
        u, v, q, r, matrix_eta = [variable(f"x{int(first[1:]) + i}") for i in range(5)]
        demand(before[1:] == after[1:] and after[0] == before[0] + k, "the runs do not follow each other")
        self.says(item["odd"], f - 1, 2)
        for key, p, own, m in zip(("eta", "f", "g"), (eta, f, g), start, (0, 2 ** k, 2 ** k)):
            self.says(item[key], p - own, m)
        return [("zero", 2 ** k * last_f - u * f - v * g), ("zero", 2 ** k * last_g - q * f - r * g),
                ("zero", last_eta - matrix_eta)]

    def end(self, item, prefix):
        _, _, last_g = self.values_of_run(item["run"])
        count, f, g = self.runs[item["run"]]
        self.says(item["odd"], f - 1, 2)
        n = count - self.stated(item["count"], "zero")
        demand(n.is_constant(), "the number of steps is not known")
        n, less, greater = n.get((), 0), g, f
        if "other_odd" in item:
            self.says(item["other_odd"], g - 1, 2)
            n, less, greater = n - 1, f, g
        demand(self.stated(item["least"], "bound") == less, "the lesser number may be negative")
        demand(self.stated(item["order"], "bound") == greater - less, "the order of f and g is not shown")
        c = self.stated(item["most"], "bound") + greater
        demand(c.is_constant(), "the greater number has no limit")
        b = max(c.get((), 0) - 1, 0).bit_length()
        demand(9437 * b + 1 <= 4096 * n, "there are too few steps")
        return [("zero", last_g)]

    def apply(self, item, prefix):
        demand(item["which"] < len(self.lemmas), f"there is no lemma {item['which']}")
        lemma, values = self.lemmas[item["which"]], [self.existing(p) for p in item["values"]]
        demand(len(values) == lemma["variables"], "the lemma has another number of variables")
        demand(len(item["facts"]) == len(lemma["given"]), "the lemma is given another number of facts")
        for number, (kind, p) in zip(item["facts"], lemma["given"]):
            demand(self.stated(number, kind) == p.replaced(values), f"fact {number} is not the one that the lemma is given")
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
        demand(self.holds(goal), "the case does not reach its goal")
        del self.facts[facts:], self.quotients[quotients:]
        self.known -= {f"x{number}" for number in range(hidden, self.hidden)}


RULES = {
    "given": Steps.given, "sum": Steps.sum, "bound": Steps.bound, "round": Steps.round, "both": Steps.both,
    "divide": Steps.quotient, "bits": Steps.bits, "common": Steps.common, "power": Steps.power, "powers": Steps.powers,
    "entry": Steps.entry, "fermat": Steps.fermat,
    "split": Steps.split, "run": Steps.run_facts, "batch": Steps.batch, "end": Steps.end, "apply": Steps.apply,
    "cases": Steps.cases,
}
