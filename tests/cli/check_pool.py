"""limbsmith pool against Python: random expressions, at once and lazily.   check_pool.py LIMBSMITH [LINES]"""
import ast
import math
import os
import random
import subprocess
import sys
from fractions import Fraction

SEED = int(os.environ.get("LIMBSMITH_TEST_SEED", "20261120"), 0)


class Wrong(Exception):
    """Python has several errors for this: the value cannot be computed."""


def integer(x):
    if x.denominator != 1:
        raise Wrong("not an integer")
    return int(x)


def integers(function):
    return lambda *values: function(*map(integer, values))


def power(x, e):
    e = integer(e)
    if isinstance(x, int) and e < 0:
        raise Wrong("negative exponent")
    return x ** e


def limited(x):
    if x > 44_000_000:
        raise Wrong("too long")
    return x


def root(x, n):
    """The largest r with r**n <= x, by bisection."""
    if n < 1 or (x < 0 and n % 2 == 0):
        raise Wrong("no root")
    n = min(n, 2 * x.bit_length() + 2 + n % 2)  # of higher degrees of the same parity the root is the same
    above = 1 << x.bit_length() // n + 1
    below = -above
    while above - below > 1:
        middle = (below + above) // 2
        if middle ** n <= x:
            below = middle
        else:
            above = middle
    return below


def jacobi(a, n):
    if n < 0 or n % 2 == 0:
        raise Wrong("not odd")
    a, sign = a % n, 1
    while a:
        while a % 2 == 0:
            a //= 2
            sign = -sign if n % 8 in (3, 5) else sign
        a, n = n, a
        sign = -sign if a % 4 == n % 4 == 3 else sign
        a %= n
    return sign if n == 1 else 0


def is_prime(n):
    """Miller and Rabin, by bases that are enough below 2**81."""
    if n < 42:
        return int(n in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41))
    bases = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)
    shift = (n - 1 & 1 - n).bit_length() - 1
    return int(n % 2 == 1 and all(
        (x := pow(base, n - 1 >> shift, n)) == 1 or any(pow(x, 1 << k, n) == n - 1 for k in range(shift))
        for base in bases))


FUNCTIONS = {
    "gcd": integers(math.gcd), "lcm": integers(math.lcm), "min": lambda *values: min(values),
    "max": lambda *values: max(values), "abs": abs,
    "sum": lambda *values: sum(values[1:], values[0]),
    "product": lambda *values: math.prod(values[1:], start=values[0]),
    "floor": math.floor, "numerator": lambda x: x.numerator, "denominator": lambda x: x.denominator,
    "cmp": lambda x, y: (x > y) - (x < y), "powmod": integers(pow),
    "ceil": math.ceil, "round": round, "isqrt": integers(math.isqrt), "bit_length": integers(int.bit_length),
    "factorial": integers(lambda x: math.factorial(limited(x))), "root": integers(root), "jacobi": integers(jacobi),
    "is_prime": integers(is_prime),
}
OPERATORS = {
    ast.Div: lambda x, y: Fraction(x) / y, ast.Pow: power, ast.Add: lambda x, y: x + y, ast.Sub: lambda x, y: x - y,
    ast.Mult: lambda x, y: x * y, ast.FloorDiv: lambda x, y: x // y, ast.Mod: lambda x, y: x % y,
    ast.LShift: integers(lambda x, y: x << y), ast.RShift: integers(lambda x, y: x >> y),
    ast.BitAnd: integers(lambda x, y: x & y), ast.BitOr: integers(lambda x, y: x | y),
    ast.BitXor: integers(lambda x, y: x ^ y),
}
UNARY = {ast.USub: lambda x: -x, ast.UAdd: lambda x: x, ast.Invert: integers(lambda x: ~x)}


class Reader:
    """The value of an expression: Python reads it, with exact numbers. min and max of two types give a rational."""

    def __init__(self, text, known):
        self.text, self.known = text, known

    def value(self, node=None):
        if node is None:
            node = ast.parse(self.text, mode="eval").body
        if isinstance(node, ast.Constant):
            return node.value if isinstance(node.value, int) else Fraction(ast.get_source_segment(self.text, node))
        if isinstance(node, ast.Name):
            if self.known[node.id] is None:
                raise Wrong("a name without a value")
            return self.known[node.id]
        if isinstance(node, ast.UnaryOp):
            return UNARY[type(node.op)](self.value(node.operand))
        if isinstance(node, ast.BinOp):
            return OPERATORS[type(node.op)](self.value(node.left), self.value(node.right))
        values = [self.value(it) for it in node.args]
        if node.func.id in ("min", "max") and any(isinstance(it, Fraction) for it in values):
            values = [Fraction(it) for it in values]
        return FUNCTIONS[node.func.id](*values)


def attempt(compute):
    try:
        return compute()
    except (Wrong, ZeroDivisionError, ValueError):
        return None


class Writer:
    """Random expressions, most of which have a value."""

    def __init__(self, draw):
        self.draw, self.names = draw, []

    def number(self):
        kind = self.draw.randrange(6)
        if kind < 3:
            return str(self.draw.randrange(12))
        if kind == 3:
            return str(self.draw.getrandbits(self.draw.randrange(1, 200)))
        if kind == 4:
            bits = self.draw.getrandbits(70)
            return self.draw.choice((hex, bin, oct, "{:_}".format, "{:#_x}".format))(bits)
        return self.draw.choice(("0.5", "1.25", "2.5e1", "3e-2", ".75", "12e0"))

    def atom(self):
        if self.names and self.draw.randrange(3) == 0:
            return self.draw.choice(self.names[-40:])
        return self.number()

    def expression(self, depth):
        draw = self.draw
        if depth == 0:
            return self.atom()
        inner = lambda: self.expression(draw.randrange(depth))
        kind = draw.randrange(14)
        if kind == 12:
            return inner() + draw.choice((" & ", "|", " ^ ", " << 2 & ")) + inner()
        if kind == 13:
            return "~" + inner()
        if kind < 5:
            return inner() + draw.choice((" + ", " - ", "*", "/", "//", "%", "-", " * ")) + inner()
        if kind == 5:
            return f"({inner()})"
        if kind == 6:
            return "-" + inner()
        if kind == 7:
            return f"{self.number()}**{draw.choice(('2', '-1', '3', '-2', '0', '(4/2)'))}"
        if kind == 8:
            return f"({inner()} {draw.choice(('<<', '>>'))} {draw.choice(('0', '1', '5 + 4', '70', '-1', '3 - 2'))})"
        name = draw.choice(list(FUNCTIONS))
        if name == "powmod":
            return f"powmod({inner()}, {draw.choice(('-1', '0', '5', '10**9'))}, {self.atom()})"
        if name in ("factorial", "is_prime"):
            return f"{name}({self.draw.choice((str(draw.randrange(400)), str(draw.getrandbits(60)), '7/1', '-3'))})"
        if name == "root":
            return f"root({inner()}, {draw.choice(('1', '2', '3', '5', '0', '64', '10**25 + 1'))})"
        if name == "jacobi":
            return f"jacobi({inner()}, {inner()} | 1)"
        count = {"cmp": 2, "abs": 1, "floor": 1, "numerator": 1, "denominator": 1, "ceil": 1, "round": 1, "isqrt": 1,
                 "bit_length": 1}.get(name, draw.randrange(1, 5))
        return f"{name}({', '.join(inner() for _ in range(count))})"


def written(draw, lines):
    """Lines, each after those that it uses: the names and the expression, or the arguments of a function of two."""
    writer, result = Writer(draw), []
    for k in range(lines):
        kind, names = draw.randrange(12), [f"v{k}"]
        text = writer.expression(draw.randrange(1, 5))
        if kind == 0:
            names, text = [f"q{k}", f"r{k}"], f"divmod({text}, {writer.expression(1)})"
        if kind == 1:
            names, text = [f"g{k}", f"s{k}", f"t{k}"], f"xgcd({text}, {writer.expression(1)})"
        result.append((names, text))
        writer.names += names
    return result


def run(program, options, lines):
    text = "".join(f"{', '.join(names)} = {expression}\n" for names, expression in lines)
    done = subprocess.run([program, "pool", "-", *options], input=text, capture_output=True, text=True)
    if done.returncode not in (0, 1):
        sys.exit(done.stderr)
    return dict(line.split(" = ", 1) for line in done.stdout.splitlines())


def expected(names, text, known, printed):
    """The values of a line; those of xgcd are the printed ones if they are right."""
    if len(names) == 1:
        return [attempt(Reader(text, known).value)]
    arguments = ast.parse(text, mode="eval").body.args
    both = attempt(lambda: [Reader(text, known).value(it) for it in arguments])
    if both is None:
        return [None] * len(names)
    if len(names) == 2:
        return attempt(lambda: divmod(*both)) or [None, None]
    both = attempt(lambda: list(map(integer, both)))
    if both is None:
        return [None] * 3
    g, s, t = (int(printed[name]) for name in names)
    is_right = g == math.gcd(*both) and both[0] * s + both[1] * t == g
    return [g, s, t] if is_right else ["no Bezout's identity"] * 3


def check(lines, printed, options):
    known = {}
    for names, text in lines:
        values = expected(names, text, known, printed)
        for name, value in zip(names, values):
            known[name] = value
            is_error = printed[name].startswith("error: ")
            if is_error != (value is None) or (not is_error and printed[name] != str(value)):
                sys.exit(f"FAILED with seed {SEED} {options}: {', '.join(names)} = {text}\n{name} = {printed[name]}, "
                         f"Python: {value}")
    return known


def decimals(value, digits):
    """As `--digits` writes it: of two that are as near, the even one."""
    scaled = round(abs(Fraction(value)) * 10**digits)
    text = str(scaled).rjust(digits + 1, "0")
    return ("-" if value < 0 else "") + text[:len(text) - digits] + ("." + text[len(text) - digits:] if digits else "")


def check_rounded(program, lines, known):
    """Python's float() of a fraction is correctly rounded, too."""
    for digits in (0, 1, 17, 50):
        for name, text in run(program, ["--digits", str(digits)], lines).items():
            if known[name] is not None and text != decimals(known[name], digits):
                sys.exit(f"FAILED with seed {SEED}: --digits {digits}: {name} = {text}, not {known[name]}")
    for name, text in run(program, ["--double"], lines).items():
        try:
            nearest = known[name] if known[name] is None else float(Fraction(known[name]))
        except OverflowError:
            nearest = math.inf if known[name] > 0 else -math.inf
        if nearest is not None and float(text) != nearest:
            sys.exit(f"FAILED with seed {SEED}: --double: {name} = {text}, not {nearest}")


def main():
    sys.set_int_max_str_digits(0)
    program, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1500
    draw = random.Random(SEED)
    lines = written(draw, count)
    for options in ([], ["--lazy", "1"], ["--lazy", "100"], ["--lazy", "100000"]):
        shuffled = draw.sample(lines, len(lines))
        known = check(lines, run(program, options, shuffled), options)
    check_rounded(program, lines, known)
    errors = sum(value is None for value in known.values())
    if not count / 20 < errors < count:
        sys.exit(f"FAILED: {errors} of {len(known)} values are errors; the expressions test too little")
    print(f"seed {SEED}: {len(known)} values, {errors} of them errors, agree with Python's")


main()
