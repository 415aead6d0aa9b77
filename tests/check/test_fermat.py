"""Tests of the rules `fermat` and `entry`, and of the numbers that count as prime.

Primes are compared with trial division, and with numbers that pass simpler tests.
"""
import unittest

from case import Case
from examples import bound, copy_program, p, total
from form import Refused, constant, variable
from primes import is_prime, jacobi
from steps import Steps

# Strong probable primes to the base 2, and Lucas probable primes, that are not prime (Pomerance, Selfridge,
# Wagstaff; OEIS A001262, A217255); numbers of Carmichael; squares of Wieferich's primes; a product that passes for
# all bases up to 37.
COMPOSITE = [2047, 3277, 4033, 4681, 8321, 15841, 29341, 5459, 5777, 10877, 16109, 18971, 561, 1105, 1729, 1093 ** 2, 3511 ** 2,
             3215031751, 3825123056546413051, 318665857834031151167461, (2 ** 89 - 1) * (2 ** 107 - 1)]


def fermat(prime, base):
    return {"step": "fermat", "prime": str(prime), "base": base}


class Primes(unittest.TestCase):
    def test_as_trial_division_says(self):
        for n in range(-5, 5000):
            self.assertEqual(n > 1 and all(n % k for k in range(2, int(n ** 0.5) + 1)), is_prime(n), n)

    def test_composite_numbers(self):
        for n in COMPOSITE:
            self.assertFalse(is_prime(n), n)

    def test_primes(self):
        for n in (2 ** 61 - 1, 2 ** 255 - 19, 2 ** 521 - 1, 2 ** 256 - 2 ** 32 - 977, 2 ** 64 - 2 ** 32 + 1):
            self.assertTrue(is_prime(n), n)

    def test_jacobi_symbol(self):
        for n in (3, 5, 7, 11, 13, 31):
            for a in range(-40, 40):
                self.assertEqual(jacobi(a, n) % n, pow(a, (n - 1) // 2, n), (a, n))


class Fermat(Case):
    def test_facts_hold(self):
        for prime in (2, 3, 5, 7, 11, 13, 31):
            for base in range(-2 * prime, 2 * prime + 1):
                proof = Steps([], 1)
                proof.take([{**fermat(prime, []), "prime": prime, "base": variable("x0")}], "")
                power = base ** (prime - 2)
                divides = int(base % prime == 0)
                values = [base, power, divides, (base * power - 1 + divides) // prime, divides * base // prime]
                values = [constant(value) for value in values]
                facts = [(kind, fact.replaced(values).get((), 0)) for kind, fact in proof.facts]
                self.assertEqual([("bound", divides), ("bound", 1 - divides), ("zero", 0), ("zero", 0)], facts)

    def test_facts(self):
        product, part = p("1 w0 x0", "-1", "1 x1", "-13 x2"), p("1 w0 x1", "-13 x3")
        self.holds(copy_program(fermat(13, p("1 w0")), bound(p("1 x1"), [["1", 0]]), bound(p("1", "-1 x1"), [["1", 1]]),
                                total(product, [2, p("1")]), total(part, [3, p("1")])))

    def test_power(self):
        """base^11 by the rule `power` is the same as that by `fermat` for 13, and not for 11."""
        other = [bound(p("11"), [["11"]]), {"step": "power", "fact": 4, "base": p("1 w0")}, total([]),
                 {"step": "powers", "fact": 5, "first": ["x0"], "second": ["x4"]}]
        self.holds(copy_program(fermat(13, p("1 w0")), *other, total(p("1 x0", "-1 x4"), [6, p("1")])))
        self.refused(copy_program(fermat(11, p("1 w0")), *other, total(p("1 x0", "-1 x4"), [6, p("1")])), "step 5")
        self.refused(copy_program(fermat(13, p("1 w0", "1")), *other), "step 4")

    def test_refused(self):
        for n in (*COMPOSITE, -7, 0, 1, 4, 9, 15):
            self.refused(copy_program(fermat(n, p("1 w0"))), "step 0")
        self.refused(copy_program(fermat(7, p("1 w9"))), "step 0")
        self.refused(copy_program(fermat(7, p("1 x0"))), "step 0")
        for step in ({"step": "fermat", "prime": "7"}, {"step": "fermat", "prime": 7, "base": p("1 w0")},
                     {"step": "fermat", "base": p("1 w0")}, {**fermat(7, p("1 w0")), "fact": 0}):
            self.unreadable(copy_program(step))


class Entry(unittest.TestCase):
    def test_entries(self):
        proof = Steps([], 4)
        index, other = variable("x0"), variable("x1")
        proof.entries = {"x2": (0, index), "x3": (0, other), "x1": (1, index)}
        proof.facts = [("zero", index - other), ("bound", index - other)]

        def taken(first, second, fact):
            return proof.entry({"first": first, "second": second, "fact": fact}, "")
        self.assertEqual([("zero", variable("x2") - variable("x3"))], taken("x2", "x3", 0))
        for wrong in (("x3", "x2", 0), ("x2", "x3", 1), ("x2", "x3", 2), ("x2", "x1", 0), ("x2", "x0", 0), ("x9", "x3", 0)):
            with self.assertRaises(Refused):
                taken(*wrong)
