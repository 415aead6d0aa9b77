#!/usr/bin/env python3
"""The figures of docs/speed.md on one thread per number, from results of `limbsmith bench --suite headline` or `all`.

thread.py RESULTS.json                       prints them as Markdown
thread.py RESULTS.json --into docs/speed.md  puts them between the marks there
thread.py --check docs/speed.md              says whether they are those of the results linked there; ends with 1 if not

Promises: every figure is one of the results or follows from them, and is what `limbsmith report` shows for the row.
"""
import json

from marked import Marked, quantity, rate, share, table

# The quoted moduli: as the suite writes them, and their names on the page.
BY_MONTGOMERY = [("@eccp109.p", "ECCp-109"), ("@eccp131.p", "ECCp-131"), ("@eccp163.p", "ECCp-163"),
                 ("3^141", "3^141 (no form)"), ("@bn254.p", "BN254"), ("@eccp359.p", "ECCp-359"),
                 ("3^321", "3^321 (no form)"), ("3^644", "3^644 (no form)")]
SPECIAL = [("2^255-19", "2^255-19, special"), ("@secp256k1.p", "secp256k1, special"), ("@p256.p", "P-256, special"),
           ("@p384.p", "P-384, special")]
INVERSES = [("@goldilocks", "2^64-2^32+1"), ("@eccp131.p", "ECCp-131"), ("@bn254.p", "BN254"),
            ("@secp256k1.p", "secp256k1"), ("@bls12_381.p", "BLS12-381"), ("3^644", "3^644, composite")]
PRODUCTS = [(131, "rows", "131 bits, rows"), (256, "rows", "256 bits, rows"), (512, "rows", "512 bits, rows"),
            (512, "karatsuba:1", "512 bits, Karatsuba (`auto`)"), (1024, "rows", "1024 bits, rows"),
            (1024, "karatsuba:2", "1024 bits, Karatsuba twice (`auto`)")]


def times_rows(row):
    return f"{row['times_rows']:.2f} ×"


class Results:
    def __init__(self, path):
        self.all = json.loads(path.read_text())
        self.rows = [row for row in self.all["rows"] if row["suite"] == "headline" and "error" not in row]

    def row(self, operation, of, algorithm, place="registers"):
        """The row of a width or modulus, or None."""
        return next((row for row in self.rows if row["operation"] == operation and row["place"] == place
                     and (row.get("modulus") or row["bits"]) == of and row["algorithm"] == algorithm), None)


def products(results):
    lines = []
    for bits, algorithm, name in PRODUCTS:
        row = results.row("mul", bits, algorithm)
        columns = results.row("mul", bits, "schoolbook") if algorithm == "rows" else None
        lines.append([name, f"{row['wide_products']:g}", rate(row), share(row), times_rows(row), share(columns)])
    return table(["product", "wide products", "results/s", "of the limit", "rows", "schoolbook (columns), of the limit"], lines)


def modular(results):
    lines = []
    for moduli, algorithm in [(BY_MONTGOMERY, "montgomery"), (SPECIAL, "special")]:
        for modulus, name in moduli:
            cells = [results.row(operation, modulus, algorithm) for operation in ("mul", "sqr", "mul_add2")]
            lines.append([name, str(cells[0]["limbs"])] + [f(row) for row in cells for f in (rate, share, times_rows)])
    return table(["modulus", "limbs"] + [cell for name in ("mul", "sqr", "a·b+c·d") for cell in (name, "limit", "rows")],
                 lines)


def inverses(results):
    def of(modulus, method, operation="inv", place="registers"):
        rows = [results.row(operation, modulus, f"{reduction}+{method}", place) for reduction in ("montgomery", "special")]
        return rate(next(filter(None, rows), None))

    return table(["inverse", "one by one, registers", "by Fermat", "batched, from memory (64 a thread, stride = threads)"],
                 [[name, of(modulus, "divsteps"), of(modulus, "fermat"),
                   of(modulus, "divsteps", "batch_inv of 64", "memory")] for modulus, name in INVERSES])


def batches(results):
    def cells(row):
        return [rate(row), share(row), f"{row['times_gmp']:.0f} ×"]

    lines = []
    for operation, algorithm in [("add", "carry chain"), ("mod_add", "carry chain"), ("mul", "rows")]:
        lines.append([f"`{operation}`"] + [cell for bits in (131, 256)
                                           for cell in cells(results.row(operation, bits, algorithm, "memory"))])
    lines.append(["Montgomery `mul`, ECCp-131 and BN254"] +
                 [cell for modulus in ("@eccp131.p", "@bn254.p")
                  for cell in cells(results.row("mul", modulus, "montgomery", "memory"))])
    return table(["batch", "131 bits", "limit", "GMP", "256 bits", "limit", "GMP"], lines)


def power(value):
    """8.34e12 -> 8.34·10¹²"""
    digits, exponent = f"{value:.2e}".split("e+")
    return f"{digits}·10{str(int(exponent)).translate(str.maketrans('0123456789', '⁰¹²³⁴⁵⁶⁷⁸⁹'))}"


def section(path):
    results = Results(path)
    limits, machine = results.all["rooflines"], results.all["machine"]
    reached = limits["reached_by"]
    return f"""One {machine["device"]["name"]}. A limit is the most that any kernel of the same run reaches:

- {power(limits["wide_products_per_second"])} wide products (`IMAD.WIDE`, 32×32+64 bits) a second: {reached["wide_products"]}
- {quantity(limits["memory_bytes_per_second"])}B/s of device memory, read and written: {reached["memory_bytes"]}

A product of which one word is needed counts as half a wide product. “Rows” compares with the largest possible rate of products by
rows: 2n²+n/2 wide products for a product modulo a number of n limbs, n(n+1)/2+n²+n/2 for a square, 3n²+n/2 for a·b+c·d. It is
not an upper limit: Karatsuba's products and special moduli exceed it.

Operands are in registers. A figure is the best of one or two independent chains a thread and of 128 or 256 threads a block. Every
kernel is checked against GMP after it is timed.

{products(results)}
Modular products. Results are canonical: the final subtraction is included.

{modular(results)}
{inverses(results)}
Batches in device memory, limb-major. “Limit” is the share of the memory's rate, if each byte is read or written once. GMP has all
{machine["host"]["cores"]} cores of the host:

{batches(results)}
[{path.stem}](../bench/results/{path.name}) is the run behind these tables, {len(results.all["rows"])} rows; `limbsmith report` makes
[its page](../bench/results/{path.stem}.html).
"""


if __name__ == "__main__":
    Marked(__file__, section).main(__doc__)
