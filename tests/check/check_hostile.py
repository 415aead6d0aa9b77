#!/usr/bin/env python3
"""False and hostile derivations: `limbsmith check-proof` and check.py refuse each, and neither crashes nor runs on.

Each is a small text. They run with 3 % of the usual limits; --limit 1 has the usual ones. A machine that has much to
do may take some times as long as the limits promise.
"""
import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

from examples import bound, content, copy_program, p, total

SECONDS, MEMORY = 10, 2 << 30   # the promise of --limit 1
LIMIT = 0.03
SLACK = 10 if "ASAN_OPTIONS" in os.environ else 4   # sanitizers

def routine(variables, body, legs=(), left="r", right="r", name="p", bits=32, form=(), requires=()):
    lines = [{"derivation": 1, "word_bits": bits, "routine": name}]
    lines += [{"variable": v, "kind": kind, "role": role, **dict(more)} for v, kind, role, *more in variables]
    return [*lines, *form, {"body": body}, *requires, {"left": left, "right": right}, *[{"leg": leg} for leg in legs]]


A, R = ("a", "word", "input"), ("r", "word", "output")
N = ("n", "number", "local", ("words", 2))
I = ("i", "word", "local")


def in_dead_code(statement, *legs):
    """A routine that never comes to the statement. -1 >= 0 is fact 2 there; each leg shows some multiple of it."""
    return routine([A, R, N, I], [["set", [1], "0"], ["if", "0", [["constant", 2, ["1", "2"]], *statement]]], legs)


def times(k):
    return [bound(p(f"-{k}"), [[str(k), 2]])]


def nested(text, inner, depth):
    """The text around itself, where it has a star."""
    before, after = text.split("*")
    return before * depth + inner + after * depth


def constant_of_an_integer():
    """An integer is below 2^31. A constant beyond it makes -1 >= 0, from which all follows."""
    f = routine([("r", "integer", "output")], [["constant", 0, ["2147483648"]]], right=["2147483648"], name="f")
    leg = [bound(p("-1"), [["1", 3]], [[4, p("1")]]), bound(p("1"), [["1"]]), {"step": "both", "facts": [5, 6]},
           total(p("-1"), [7, p("1")])]
    g = routine([A, R, ("t", "integer", "local")], [["call", "f", [], [[2]]], ["set", [1], [0]]], [leg],
                right=["+", "a", ["1"]])
    return f + g


def power_of_a_branch():
    """A power that a branch made after its last leg is no power of two for the statements after the branch."""
    power = ["exp2", ["-", ["0"], ["+", "a", ["1"]]]]
    f = routine([A], [], [[]], power, power, "f", requires=[{"requires": "a", "below": ["0"]}])
    one = [bound(p("1"), [["1"]])]
    leg = [{"step": "power", "fact": 0}, {"step": "powers", "fact": 2, "first": ["x1", "x2"], "second": []},
           bound(p("2 x1 x2", "-1"), [], [[4, p("1")]]), {"step": "round", "fact": 5, "divisor": "2"},
           bound(p("-2 x1 x2", "1"), [], [[4, p("-1")]]), {"step": "round", "fact": 7, "divisor": "2"},
           bound(p("-1"), [["1", 6], ["1", 8]]), *one, {"step": "both", "facts": [9, 10]},
           total(p("1 x0", "-1"), [11, p("-1 x0", "1")])]
    dead = [bound(p("-1", "-1 x0"), [["1", 1], ["4294967296", 2]])]
    return f + routine([A, R], [["set", [1], [0]], ["if", "0", [["set", [1], "1"], ["call", "f", [0], []]]]],
                       [dead, [], leg], right=["1"])


def length_that_is_a_residue():
    """The caller compares the number of words with the element, the callee an index with its residue."""
    variables = [("n", "element", "input", ("words", 1)), ("i", "word", "input"), ("s", "word", "input", ("length", "n")), R]
    f = routine(variables, [["set", [3], ["element", 2, [1]]]], [[], [bound(p("32 x1"), [["32", 2]])]], name="f",
                form=[{"factor": ["2"], "modulus": ["7"]}], requires=[{"requires": "i", "below": "n"}])
    return f + routine([("t", "number", "input", ("words", 1)), R], [["call", "f", ["1", "3", 0], [[1]]]], [[]])


def squares(depth):
    """Sums of 33 terms, multiplied."""
    bits = [f"-{2 ** i} x{i}" for i in range(32)]
    lines = copy_program()
    lines[0] = {**lines[0], "word_bits": 32}
    return lines[:-1] + [{"step": "given", "of": "contract", "which": k} for k in (0, 1)] + [
        {"step": "bits", "facts": [0, 1]}, bound(p("1 w0", *bits), [], [[98, p("1")]]), bound([], [["1", *[99] * depth]])]


EMPTY = {"equal": [], "ranges": []}
ONE = copy_program()


def deep_lines():
    """Lists within lists, of each kind."""
    left = '{"left": %s, "right": "r"}\n'
    head = content(ONE[:3])
    for depth in (2000, 200000):
        yield head + left % nested('["abs", *]', '"r"', depth)
        yield head + '{"left": "r", "right": "r"}\n' + nested(
            '{"step": "cases", "split": [], "goal": {"bound": []}, "first": [*], "second": []}', "", depth) + "\n"
        yield content(routine([A, R], [])[:-2]) + '{"body": [%s]}\n' % nested('["if", "1", [*]]', "", depth)
        yield content(routine([A, R], [])[:-2]) + '{"body": [["set", [1], %s]]}\n' % nested('["+", "1", *]', "1", depth)
        yield nested("[*]", "", depth) + "\n"
        yield nested('{"a": *}', "1", depth) + "\n"


def cases():
    """The text of each case, and the exit codes that it may have."""
    yield content(constant_of_an_integer()), {4}
    yield content(power_of_a_branch()), {4}
    yield content(length_that_is_a_residue()), {4}
    # operands that only dead code has
    for word in (["div", "7", "0"], ["mod", "7", "0"]):
        yield content(in_dead_code([["set", [1], word]], times(1))), {4}
    yield content(in_dead_code([["set", [1], ["shl", "1", "4294967295"]]], times(4294967264))), {4}
    yield content(in_dead_code([["set", [1], ["limb", 2, "100000000"]]], times(99999999))), {4}
    yield content(in_dead_code([["set", ["limb", 2, "100000000"], "5"]], times(99999999))), {4}
    yield content(in_dead_code([["call", "p", ["0"], []]])), {4}
    # walks that do not end in reasonable time
    count = "4294967295"
    yield content(routine([A, R, I], [["set", [1], "0"], ["below", 2, "0", count, EMPTY, []]])), {4}
    yield content(routine([A, R, I, ("k", "word", "local")],
                          [["set", [1], "0"], ["below", 2, "0", "100000", EMPTY, [["below", 3, "0", "100000", EMPTY, []]]]])), {4}
    yield content(routine([A, R], [["set", [1], "0"]] + [["if", "0", []]] * 40)), {4}
    yield content(routine([A, R], [["set", [1], "0"]] + [["if", "0", []]] * 20000)), {4}
    yield content(routine([A, R], [["set", [1], [0]]] + [["set", [1], ["|", [1], [1]]]] * 20000)), {4}
    yield content(routine([A, R], [["set", [1], [0]]] + [["set", [1], ["if", [0], [1], ["|", [1], "5"]]]] * 2000)), {0, 4}
    yield content(routine([A, R, ("n", "number", "local", ("words", 65535))],
                          [["constant", 2, ["1"] * 65535], ["set", ["limb", 2, "0"], [0]], ["copy", [2], [2]]])), {4}
    # a long way that ends
    yield content(routine([A, R, I], [["set", [1], "0"], ["below", 2, "0", "30000", EMPTY, []]])), {0}
    yield content(routine([A, R], [["set", [1], "0"]] * 30000)), {0}
    # algebra
    yield content(squares(12)), {4}
    number = {"step": "fermat", "prime": str(2 ** 200003 - 1), "base": p("1")}
    yield content(ONE + [number]), {4}
    yield content(ONE + [{**number, "prime": str(2 ** 20011 - 1)}] * 20), {4}
    yield content(ONE + [{**number, "prime": "9" * 1000000}]), {2}
    big = str(2 ** 100000 - 1)
    yield content(ONE + [bound(p(big), [[big]]), bound([], []), {"step": "bits", "facts": [1, 2]}]), {4}
    yield content(ONE[:3] + [{"left": ["exp2", ["1048575"]], "right": "r"}] + ONE[4:]), {4}
    power = ["exp2", ["1048575"]]
    for _ in range(12):
        power = ["*", power, power]
    yield content(ONE[:3] + [{"left": power, "right": "r"}] + ONE[4:]), {4}
    yield content(ONE[:3] + [{"left": ["divsteps", ["65535"], "a", "a", "a"], "right": "r"}] + ONE[4:]), {4}
    # words and flags that the head counts and nothing defines
    for name in ("w1", "w2", "f0"):
        yield content(copy_program({"step": "divide", "polynomial": p(f"1 {name}"), "divisor": "2"})).replace(
            '"words": 1, "flags": 0', '"words": 3, "flags": 1'), {4}
    # tables of words that do not exist, and many names
    yield content([{**line, "words": 2 ** 28 - 1, "flags": 2 ** 28 - 1} if "derivation" in line else line
                   for line in ONE] * 50), {0, 4}
    # text
    yield content(ONE).replace("\n", "\0 and more\n", 1), {2}
    yield content(ONE).replace('"test"', '"other: holds, by 1 step\\ntest"'), {2}
    yield "[" * 10, {2}
    yield "", {2}
    for text in deep_lines():
        yield text, {2}


def run(command):
    """The exit code, the printed text, the seconds of work and the memory."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (60, 60)))
    printed = process.stdout.read().decode("utf-8", "replace")
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, printed, used.ru_utime + used.ru_stime, used.ru_maxrss * 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--limbsmith", required=True, help="limbsmith, or a program that takes --limit N FILE")
    parser.add_argument("--limit", type=float, default=LIMIT)
    parser.add_argument("--without-python", action="store_true")
    parser.add_argument("--show", action="store_true", help="print times and verdicts")
    arguments = parser.parse_args()
    own = [sys.executable, "-B", Path(__file__).with_name("check.py")]
    checkers = [[arguments.limbsmith, "check-proof"]] + ([] if arguments.without_python else [own])
    failures = number = 0
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "proof.jsonl"
        for number, (text, codes) in enumerate(cases()):
            file.write_text(text, encoding="utf-8")
            for checker in checkers:
                limit = arguments.limit if codes != {0} else 1
                code, printed, seconds, memory = run([*checker, "--limit", str(limit), file])
                last = printed.strip().split("\n")[-1][:100]
                if arguments.show:
                    print(f"{number} {checker[-1]}: {code} {seconds:.2f} s {memory >> 20} MiB: {last}")
                if code not in codes or seconds > SLACK * SECONDS * limit or memory > MEMORY:
                    failures += 1
                    Path("hostile.jsonl").write_text(text, encoding="utf-8")
                    print(f"case {number}, {checker[-1]}: exit code {code}, not of {codes}, or {seconds:.1f} s or "
                          f"{memory >> 20} MiB are too much: {last}; see hostile.jsonl")
    if failures:
        sys.exit("FAILED")
    print(f"both checkers refuse {number + 1} hostile texts in time")


if __name__ == "__main__":
    sys.set_int_max_str_digits(0)
    main()
