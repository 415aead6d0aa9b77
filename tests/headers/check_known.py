#!/usr/bin/env python3
"""Compiles known_*.cpp with headers for the moduli of published vectors, and checks the vectors; then pow on files.

Every vector must hold, and the first of each kind must not hold any more when its last value, the result, is changed
by one bit. Powers modulo long numbers of the same length are compiled for one of them.
"""

import argparse
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import common
import known_vectors

MONTGOMERY = "--reduction", "montgomery"  # also for those that have a shorter way
SPECIAL = {"2^255-19", "2^256-2^32-977"}
# Operations that programs need of the header for the field, and of the one for the group order.
ON_CURVE = "add,sub,neg,dbl,mul,sqr,mul_add2,inv,sqrt,legendre,eq,is_zero,select"
OPERATIONS = {"known_power.cpp": ["add,sub,mul,eq,pow,pow_secret,to_bytes,from_bytes"],
              "known_crt.cpp": ["sub,mul,eq,inv,pow,pow_secret,to_bytes,from_bytes"],
              "known_montgomery.cpp": ["add,sub,mul,sqr,inv,eq,select,to_bytes,from_bytes"],
              "known_edwards.cpp": ["add,sub,neg,mul,sqr,mul_add2,mul_sub2,inv,batch_inv,sqrt,eq,from_bytes", "add,mul,eq"],
              "known_weierstrass.cpp": [ON_CURVE],
              "known_signature.cpp": [ON_CURVE, "add,neg,mul,inv,eq"],
              "known_map.cpp": ["add,sub,neg,mul,sqr,inv,sqrt,legendre,eq,is_zero,select"],
              "known_roots.cpp": ["add,neg,mul,sqr,sqrt,legendre,inv,pow,pow_secret,eq"]}
LONG = {"known_montgomery.cpp", "known_edwards.cpp"}  # programs that run for longer than they compile


def changed(values):
    """The values, the last with its lowest bit flipped."""
    if isinstance(values[-1], int):
        return [*values[:-1], values[-1] ^ 1]
    return [*values[:-1], values[-1][:-1] + format(int(values[-1][-1], 16) ^ 1, "x")]


def status(program, values):
    """Exit status and stderr of the program, called with these values."""
    done = subprocess.run([program, *map(str, values)], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          check=False)
    return done.returncode, done.stderr


def check_suite(arguments, folder, index, suite, options):
    """The report on a suite whose vectors were all right."""
    names = {"FIELD": f"field{index}"} | ({"ORDER": f"order{index}"} if suite.order else {})
    headers = [common.generate_field(arguments.limbsmith, folder, modulus, name, [*options, "--ops", operations])
               for modulus, name, operations in zip((suite.field, suite.order), names.values(), OPERATIONS[suite.program])]
    program = common.compile_program(arguments.compiler, arguments.standard, suite.program, headers, names,
                                     "-O1" if suite.program in LONG else "-O0")
    kinds = set()
    for name, kind, *values in suite.cases:
        if (done := status(program, [kind, *values])) != (0, ""):
            common.fail(f"{suite.program}, {name}, {kind}: {done}")
        if kind not in kinds and (done := status(program, [kind, *changed(values)]))[0] != 1:
            common.fail(f"{suite.program}, {name}, {kind}: a wrong value is accepted: {done}")
        kinds.add(kind)
    modulus = suite.field if len(suite.field) < 40 else f"{known_vectors.number(suite.field).bit_length()} bits"
    return f"{suite.program} {' '.join([modulus, *options[1:]])}: {len(suite.cases)} published vectors"


def check_files(limbsmith, folder, suite):
    """The report on the powers of a suite on the command line: run, check, and check of a wrong result."""
    operands = "a.txt", "e.txt"
    columns = list(zip(*(values for _, kind, *values in suite.cases if kind == "power")))
    numbers = [[int(str(value), 0) for value in column] for column in columns]
    wrong = [*numbers[2][:-1], numbers[2][-1] ^ 1]
    for name, column in zip((*operands, "want.txt", "wrong.txt"), [*numbers, wrong]):
        (folder / name).write_text("".join(f"{value:#x}\n" for value in column))
    what = "--op", "pow", "--modulus", suite.field
    got = common.run([limbsmith, "run", "--device", "cpu", *what, *operands, "-o", "got.txt"], cwd=folder)
    if (folder / "got.txt").read_text() != (folder / "want.txt").read_text():
        common.fail(f"run --op pow: {got}")
    common.run([limbsmith, "check", *what, *operands, "want.txt"], cwd=folder)
    refused = subprocess.run([limbsmith, "check", *what, *operands, "wrong.txt"], cwd=folder, capture_output=True,
                             check=False)
    if refused.returncode != 4:
        common.fail(f"check accepts a wrong power: {refused}")
    return f"run and check --op pow, {suite.cases[0][0]}: {len(wrong)} published powers"


def compiled(suites):
    """All suites, but of long moduli one of each length and kind: their headers differ in constants alone and take most
    of the time. The other ones are tried on files."""
    seen = set()
    for suite in suites:
        bits = known_vectors.number(suite.field).bit_length() if suite.field.startswith("0x") else 0
        kind = suite.cases[0][1]
        if bits < 1024 or (bits, kind) not in seen:
            yield suite
        elif kind != "power":
            common.fail(f"{suite.cases[0][0]}: nothing tries it")
        seen.add((bits, kind))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--compiler", default="g++")
    parser.add_argument("--standard", default="c++14")
    parser.add_argument("--jobs", type=int, default=2, help="compilations at a time")
    parser.add_argument("--limbsmith", required=True, type=Path, help="program that generates the headers")
    arguments = parser.parse_args()
    arguments.limbsmith = arguments.limbsmith.resolve()

    suites = list(known_vectors.suites())
    work = [(suite, ()) for suite in compiled(suites)] + [(suite, MONTGOMERY) for suite in suites if suite.field in SPECIAL]
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(arguments.jobs) as pool:
        done = [pool.submit(check_suite, arguments, folder, index, suite, options)
                for index, (suite, options) in enumerate(work)]
        for line in done:
            print(line.result(), flush=True)
        for suite in suites:
            if suite.cases[0][1] == "power":
                print(check_files(arguments.limbsmith, Path(folder), suite), flush=True)


if __name__ == "__main__":
    main()
