#!/usr/bin/env python3
"""exact_solve --program exact_solve: random systems, which it checks itself; files, whose answers are those of Python's
fractions; its errors for malformed ones."""

import argparse
import json
import random
import re
import subprocess
import sys
from fractions import Fraction


def run(*arguments, text=None):
    done = subprocess.run([PROGRAM, *arguments], input=text, capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout, done.stderr


def require(condition, *about):
    if not condition:
        sys.exit("FAILED: " + "\n".join(map(str, about)))


def solved(rows):
    """The determinant, and the solution or None, by elimination with fractions."""
    rows = [[Fraction(x) for x in row] for row in rows]
    determinant = Fraction(1)
    for k in range(len(rows)):
        pivot = next((i for i in range(k, len(rows)) if rows[i][k]), None)
        if pivot is None:
            return Fraction(0), None
        if pivot != k:
            rows[k], rows[pivot] = rows[pivot], rows[k]
            determinant = -determinant
        determinant *= rows[k][k]
        rows[k] = [x / rows[k][k] for x in rows[k]]
        for i in range(len(rows)):
            if i != k:
                rows[i] = [x - rows[i][k] * y for x, y in zip(rows[i], rows[k])]
    return determinant, [row[-1] for row in rows]


def check_rows(rows):
    text = "".join(" ".join(map(str, row)) + "\n" for row in rows)
    determinant, solution = solved(rows)
    wanted = f"determinant = {determinant}\n"
    wanted += "singular: no solution, or more than one\n" if solution is None else \
        "".join(f"x{i} = {x}\n" for i, x in enumerate(solution, 1))
    code, out, err = run("-", text=text)
    require((code, out) == (0, wanted), text, code, out, err, "wanted:", wanted)
    require("all right: A·x = b exactly" in err, err)


def check_random_systems():
    code, out, err = run("--count", "50", "--size", "6", "--large", "20")
    require(code == 0 and "50 systems of 6 x 6" in out and "1 system of 20 x 20" in out, code, out, err)
    require(re.search(r"all right: .*( as by FLINT|FLINT was left out.*)\n$", out), out)
    require("50 systems of 6 x 6" in out and "4 singular" in out, out)
    for size in "1", "2", "3":
        code, out, err = run("--count", "30", "--size", size, "--bits", "2", "--large", "0", "--json")
        report = json.loads(out)
        require(code == 0 and all(it["is_right"] and it["count"] == 30 for it in report["systems"]), code, out, err)


def check_files():
    hilbert = [[Fraction(1, i + j + 1) for j in range(6)] + [1] for i in range(6)]
    require(solved(hilbert)[0] == Fraction(1, 186313420339200000), "the determinant of Hilbert's matrix")
    check_rows(hilbert)
    check_rows([[1, 2, 3], [2, 4, 6]])
    check_rows([[1, 2, 3], [2, 4, 7]])
    check_rows([[0, 1]])
    check_rows([[0, 0, 1, 5], [0, -2, 0, 3], [7, 0, 0, 1]])
    draw = random.Random(1)
    for size in (1, 2, 3, 4, 5) * 5:
        check_rows([[draw.choice((-1, 0, 0, 1, Fraction(-5, 6), 3**50)) for _ in range(size + 1)] for _ in range(size)])
    code, out, _ = run("-", text="# forms of numbers\n\n 0x10/3 1.25\t-1.5e1 \r\n+1 -1e-1 2 # the last row")
    wanted = solved([["16/3", "1.25", "-15"], [1, "-0.1", 2]])
    require((code, out) == (0, "determinant = {}\nx1 = {}\nx2 = {}\n".format(wanted[0], *wanted[1])), code, out)
    code, out, _ = run("-", "--json", text="2 1/3 1\n1 -1 0.5\n")
    report = json.loads(out)
    require((code, report["determinant"], report["solution"]) == (0, "-7/3", ["1/2", "0"]), code, out)


def check_refusals():
    for text, message in (("1 2 3\n4 x 5", ":2:3: not a rational: 'x'"),
                          ("1 2 3\n1 1/0 3", ":2:3: division by zero"),
                          ("1 2 3\n1 1e9999999999 3", ":2:3: longer than 2^30 bits"),
                          ("1 2 3\n\n1 2 # 3", ":3:4: fewer numbers than in the first row"),
                          ("1 2 3\n1 2 3  4", ":2:8: more numbers than in the first row"),
                          ("1 2\n  3 4", ":2:3: more rows than unknowns"),
                          ("1 2 3\n", ":2:1: 2 unknowns, but no more than 1 row"),
                          ("5\n", ":1:2: a row has a coefficient of each unknown, and the right side"),
                          ("", ":1:1: no rows")):
        done = run("-", text=text)
        require(done == (2, "", f"exact_solve: standard input{message}\n"), repr(text), done)
    for arguments in (["/no/such/file"], ["-", "--count", "3"], ["--size", "0"], ["--device", "gpu"], ["--unknown"]):
        code, out, err = run(*arguments, text="1 1\n")
        is_refused = code == 2 and not out and err.startswith("exact_solve: ") and err.count("\n") == 1
        require(is_refused, arguments, code, out, err)
    code, out, _ = run("--help")
    require(code == 0 and "Example: printf '2 1/3 1\\n1 -1 0.5\\n' | exact_solve -" in out, out)


parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--program", required=True)
PROGRAM = parser.parse_args().program
check_random_systems()
check_files()
check_refusals()
