#!/usr/bin/env python3
"""Compiles field_main.cpp with headers of some moduli by a host compiler, and runs it."""

import argparse
import json
import re
import tempfile
from concurrent.futures import ThreadPoolExecutor

import common

CERTICOM = {curve["name"]: int(curve["p"], 16)
            for curve in json.loads((common.HERE.parent / "data/certicom.json").read_text())["curves"]}
MONTGOMERY = "--reduction", "montgomery"  # also for those that have a shorter way
DIVSTEPS, FERMAT = ("--inverse", "divsteps"), ("--inverse", "fermat")  # also where the other is the cheaper one

BARRETT = "--reduction", "barrett"

# The modulus on the command line, its value in the defining document, options. One program for each group.
GROUPS = [
    [("2", 2), ("15", 15), ("2^32-1", 2**32 - 1, *BARRETT), ("2^61-1", 2**61 - 1), ("3^40*5", 3**40 * 5),
     ("3", 3, *DIVSTEPS)],
    [("2^131-2", 2**131 - 2), ("@eccp131.p", CERTICOM["ECCp-131"], *FERMAT),
     ("@secp256k1.n", 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141),
     ("2^255-19", 2**255 - 19), ("2^255-19", 2**255 - 19, *MONTGOMERY)],
    [("2^521-1", 2**521 - 1)],
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
        common.expect_in_header(header, set(of_this) - common.FIELD_CONSTANTS)
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
        for done in work:
            print("\n".join(done.result()), flush=True)


if __name__ == "__main__":
    main()
