"""Shared by the checks of generated headers: runs commands, generates headers, lists their functions."""

import re
import secrets
import shlex
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

# Names in a header for a modulus besides functions with a body of several lines.
FIELD_CONSTANTS = {"bits", "limbs", "wide_limbs", "bytes", "modulus", "zero", "one"}

# These checks test text and values; other tests check proofs.
UNPROVED = "--unproved"

HERE = Path(__file__).resolve().parent


def fail(message):
    """Ends the check as failed."""
    sys.stdout.flush()
    sys.exit(f"FAILED: {message}")


def run(command, **options):
    """stdout and stderr of the command, which must succeed."""
    command = [str(word) for word in command]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, errors="replace", check=False, **options)
    if done.returncode != 0:
        fail(f"exit status {done.returncode}\n$ {shlex.join(command)}\n{done.stdout}")
    return done.stdout


def generate(limbsmith, folder, bits, style="inline", options=(), name=None):
    """Path of a new header in the folder, called after its width or `name`."""
    header = Path(folder) / f"{name or f'u{bits}'}.{'cuh' if style == 'inline' else 'h'}"
    options = [*options, "--name", name] if name else options
    run([limbsmith, "generate", UNPROVED, "--bits", bits, "--style", style, *options, "-o", header])
    return header


def generate_field(limbsmith, folder, modulus, name, options=()):
    """Path of a new header for arithmetic modulo a number, NAME.cuh in the folder."""
    header = Path(folder) / f"{name}.cuh"
    run([limbsmith, "generate", UNPROVED, "--modulus", modulus, "--name", name, *options, "-o", header])
    return header


def compile_program(compiler, standard, source, headers, macros, level="-O1"):
    """Path of a program from a source of this folder, with the headers included first and macros (name: value)."""
    program = headers[0].with_suffix("")
    included = [word for header in headers for word in ("-include", header)]
    run([compiler, f"-std={standard}", level, "-Wall", "-Wextra", "-Werror", *included,
         *(f"-D{name}={value}" for name, value in macros.items()), HERE / source, "-lgmp", "-o", program])
    return program


@dataclass
class Function:
    result: str
    name: str
    parameters: list  # type and name of each

    def label(self):
        """The name; that of a second output is appended."""
        outputs = [name for kind, name in self.parameters if kind in ("uint32_t&", "num&")]
        return "_".join([self.name, *outputs])


def signatures(header):
    """The functions of a header. Parts of loops are left out."""
    parts = re.compile(r"^namespace detail \{$.*?^\}  // namespace detail$", re.MULTILINE | re.DOTALL)
    found = re.findall(r"^LIMBSMITH_FN (\w+) (\w+)\((.*)\) \{$", parts.sub("", header.read_text()), re.MULTILINE)
    return [Function(result, name, [parameter.split(" = ")[0].rsplit(" ", 1) for parameter in parameters.split(", ")])
            for result, name, parameters in found]


def functions(header):
    """Labels of the functions of a header."""
    return {function.label() for function in signatures(header)}


def macros(header):
    """Names of the macros of a header of the macro style."""
    return set(re.findall(r"^#define (\w+_(?:loc|glo))\(", header.read_text(), re.MULTILINE))


def expect_in_header(header, checked):
    """Checks that the header has the functions that were checked."""
    missing = checked - functions(header)
    if missing or not checked:
        fail(f"{header.name}: not in the header: {sorted(missing)}")


def expect_same_names(header, offered, checked):
    """Checks that the header has exactly the functions that were checked."""
    if not offered:
        fail(f"{header.name}: no functions found")
    if offered != checked:
        fail(f"{header.name}: not checked: {sorted(offered - checked)}; not in the header: {sorted(checked - offered)}")


def run_checks(program, seed):
    """Checks for each function name, as the program printed them: lines `NAME CHECKS`."""
    lines = run([program, seed]).splitlines()
    return {name: int(count) for name, count in (line.split() for line in lines)}


def add_seed(parser):
    parser.add_argument("--seed", type=int, default=secrets.randbits(32), help="of the random values; default: any")
