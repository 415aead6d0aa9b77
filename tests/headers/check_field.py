#!/usr/bin/env python3
"""Compiles field_main.cpp with headers of many moduli by a host compiler, and runs it."""

import argparse
import json
import re
import tempfile
from concurrent.futures import ThreadPoolExecutor

import common

CERTICOM = {curve["name"]: int(curve["p"], 16)
            for curve in json.loads((common.HERE.parent / "data/certicom.json").read_text())["curves"]}
RSA_1024 = int("135066410865995223349603216278805969938881475605667027524485143851526510604859533833940287150571909441"
               "798207282164471551373680419703964191743046496589274256239341020864383202110372958725762358509643110564"
               "073501508187510676594629205563685529475213500852879416377328533906109750544334999811150056977236890927"
               "563")  # RSA Factoring Challenge (2001)

MONTGOMERY = "--reduction", "montgomery"  # also for those that have a shorter way
DIVSTEPS, FERMAT = ("--inverse", "divsteps"), ("--inverse", "fermat")  # also where the other is the cheaper one

BARRETT = "--reduction", "barrett"

# The modulus on the command line, its value in the defining document, options. One program for each group.
GROUPS = [
    [("2", 2), ("10", 10), ("2^64", 2**64), ("2^131-2", 2**131 - 2), ("2^61+2^9-2", 2**61 + 2**9 - 2),
     ("3", 3, *BARRETT), ("2^32-1", 2**32 - 1, *BARRETT), ("2^127-1", 2**127 - 1, *BARRETT),
     ("@secp256k1.n", 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141, *BARRETT)],
    [("3", 3), ("5", 5), ("7", 7), ("2^31-1", 2**31 - 1), ("2^32-5", 2**32 - 5), ("2^32-1", 2**32 - 1),
     ("2^32+15", 2**32 + 15), ("2^61-1", 2**61 - 1), ("2^64-2^32+1", 2**64 - 2**32 + 1),
     ("@eccp79.p", CERTICOM["ECCp-79"]), ("2^127-1", 2**127 - 1), ("2^128-159", 2**128 - 159),
     ("2^32-5", 2**32 - 5, *MONTGOMERY), ("2^127-1", 2**127 - 1, *MONTGOMERY)],
    [("3", 3, *DIVSTEPS), ("2^64-2^32+1", 2**64 - 2**32 + 1, *DIVSTEPS),
     ("15", 15), ("3^40*5", 3**40 * 5), ("105*2^120-105", 105 * (2**120 - 1)), ("3^160", 3**160),
     ("@eccp131.p", CERTICOM["ECCp-131"], *FERMAT)],
    [("@eccp131.p", CERTICOM["ECCp-131"]), ("2^160-1", 2**160 - 1),
     ("@secp256k1.p", 2**256 - 2**32 - 977),
     ("@secp256k1.n", 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141),
     ("2^255-19", 2**255 - 19), ("2^255-19", 2**255 - 19, *MONTGOMERY)],
    [("@p256.p", 2**256 - 2**224 + 2**192 + 2**96 - 1),
     ("@p256.p", 2**256 - 2**224 + 2**192 + 2**96 - 1, *MONTGOMERY), ("2^216-2^108-1", 2**216 - 2**108 - 1),
     ("@bn254.r", 21888242871839275222246405745257275088548364400416034343698204186575808495617),
     ("@p384.p", 2**384 - 2**128 - 2**96 + 2**32 - 1),
     ("@bls12_381.p", 0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab)],
    [("2^521-1", 2**521 - 1)],
    [(hex(RSA_1024), RSA_1024)],
    [("2^1024-1", 2**1024 - 1)],
]


def identifier(expression, options):
    """A namespace for the modulus, for example m_2e255m19."""
    text = expression if len(expression) < 40 else f"{len(expression)}_digits"
    text = "_".join([text, *options[1:]])
    return "m_" + re.sub(r"\W", "_", text.replace("^", "e").replace("-", "m").replace("+", "p").lstrip("@"))


def check_group(arguments, folder, group):
    """The report on a group of headers whose functions were all right."""
    names = [identifier(expression, options) for expression, _, *options in group]
    headers = [common.generate_field(arguments.limbsmith, folder, expression, name, options)
               for (expression, _, *options), name in zip(group, names)]
    fields = " ".join(f'X({name}, "{value:#x}")' for (_, value, *_), name in zip(group, names))
    program = common.compile_program(arguments.compiler, arguments.standard, "field_main.cpp", headers,
                                     {"LIMBSMITH_FIELDS(X)": fields}, arguments.level)
    counts = common.run_checks(program, arguments.seed)
    lines = []
    for name, header in zip(names, headers):
        of_this = {key.split(".")[1]: count for key, count in counts.items() if key.startswith(f"{name}.")}
        common.expect_same_names(header, common.functions(header), set(of_this) - common.FIELD_CONSTANTS)
        lines.append(f"{header.name}: {len(of_this)} functions, {sum(of_this.values())} checks")
    return lines


POWERS = "--power", "e=65537", "--power", "ones=2^80-1"


def check_runtime(arguments, folder):
    """The same for headers with a modulus given at run time."""
    headers = {f"rt{bits}": common.generate_field(arguments.limbsmith, folder, "runtime", f"rt{bits}",
                                                  ["--bits", bits, *POWERS])
               for bits in (2, 31, 32, 64, 131, 256)}
    program = common.compile_program(arguments.compiler, arguments.standard, "runtime_field_main.cpp",
                                     list(headers.values()),
                                     {"LIMBSMITH_FIELDS(X)": " ".join(f"X({name})" for name in headers)},
                                     arguments.level)
    counts = common.run_checks(program, arguments.seed)
    lines = []
    for name, header in headers.items():
        of_this = {key.split(".")[1]: count for key, count in counts.items() if key.startswith(f"{name}.")}
        common.expect_same_names(header, common.functions(header), set(of_this) - {"one", "r2"})
        lines.append(f"{header.name}: {len(of_this)} functions, {sum(of_this.values())} checks")
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--compiler", default="g++")
    parser.add_argument("--standard", default="c++14")
    parser.add_argument("--level", default="-O1", help="of optimisation")
    parser.add_argument("--widest", type=int, default=1024, metavar="BITS", help="leave out groups with longer moduli")
    parser.add_argument("--jobs", type=int, default=2, help="compilations at a time")
    parser.add_argument("--limbsmith", required=True, help="program that generates the headers")
    common.add_seed(parser)
    arguments = parser.parse_args()

    print(f"seed {arguments.seed}", flush=True)
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(arguments.jobs) as pool:
        # The longest first.
        work = [pool.submit(check_group, arguments, folder, group) for group in reversed(GROUPS)
                if max(value.bit_length() for _, value, *_ in group) <= arguments.widest]
        work.append(pool.submit(check_runtime, arguments, folder))
        for done in work:
            print("\n".join(done.result()), flush=True)


if __name__ == "__main__":
    main()
