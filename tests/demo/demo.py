#!/usr/bin/env python3
"""The guided demonstration: demo.py LIMBSMITH [COUNT]; demo.py --check [COUNT] only looks at COUNT. One screen shows how limbsmith prints, proves, runs and checks.

For 131 bits and modulo 2^255-19: a function of the header, and its proofs. Then COUNT random operands (2^20, edges
mixed in) through a few operations on the best device of this machine, every result compared with GMP; without a GPU,
the time of the interpreter. Last, the coordinates of the Certicom challenge curves. Exits with 1 if anything is wrong.
"""
import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

CURVES = pathlib.Path(__file__).resolve().parent.parent / "data" / "certicom.json"
CURVE_OPERATIONS = {"add": ("a", "b"), "sub": ("a", "b"), "mod_add": ("a", "b", "m"), "mul": ("a", "b"), "sqr": ("a",)}

# Options, the name of the header, a function to show, the operations to run.
WIDTH = ("--bits", "131"), "u131", "num add(const num& a, const num& b) {", ("add", "mul")
MODULUS = ("--modulus", "2^255-19"), "fe25519", "elem mul(const elem& a, const elem& b) {", ("add", "mul", "inv")
SHOWN_INSTRUCTIONS = 5
MOST = 1 << 24  # numbers: 700 MB of memory


def rate(per_second):
    for unit, scale in (("G/s", 1e9), ("M/s", 1e6), ("k/s", 1e3)):
        if per_second >= scale:
            return f"{per_second / scale:.3g} {unit}"
    return f"{per_second:.3g} /s"


def excerpt(header, signature):
    """The contract of a function, its signature and its first instructions."""
    before, after = header.split(f"LIMBSMITH_FN {signature}", 1)
    comment = before.rsplit("\n\n", 1)[1].rstrip("\n").splitlines()
    instructions = [line for line in re.findall(r'"([^"]+);\\n\\t"', after.split(": ", 1)[0])
                    if not line.startswith(".reg")]
    shown = [f"    {line};" for line in instructions[:SHOWN_INSTRUCTIONS]]
    if len(instructions) > len(shown):
        shown.append(f"    ... {len(instructions) - len(shown)} more instructions")
    return [*comment, signature, *shown, "}"]


class Demo:
    def __init__(self, binary, folder):
        self.binary = str(pathlib.Path(binary).resolve())
        self.folder = pathlib.Path(folder)
        self.wrong = 0
        self.device = ()

    def limbsmith(self, *arguments):
        """Runs a command in the folder; its stdout, or None if it fails."""
        done = subprocess.run([self.binary, *map(str, arguments)], cwd=self.folder, capture_output=True, text=True)
        if done.returncode == 0:
            return done.stdout
        self.wrong += 1
        print(f"limbsmith {' '.join(map(str, arguments))}\n{done.stderr}", file=sys.stderr)
        return None

    def report(self, name):
        return json.loads((self.folder / name).read_text())

    def header(self, options, name, signature, _):
        command = "generate", *options, "--name", name, "-o", f"{name}.cuh"
        print(f"$ limbsmith {shlex.join(command)}", flush=True)
        verified = self.limbsmith(*command) is not None and self.limbsmith("verify", *options)
        if not verified:
            return
        for line in excerpt((self.folder / f"{name}.cuh").read_text(), signature):
            print(f"    {line}")
        print(f"$ limbsmith verify {shlex.join(options)}\n    {verified.splitlines()[-1]}\n", flush=True)

    def measure(self, options, operation, operands):
        """Runs and checks one operation; the two reports as one, or None."""
        result = f"{operation}.bin"
        common = *options, "--op", operation, *operands
        if self.limbsmith("run", *common, *self.device, "-o", result, "--report", "run.json") is None:
            return None
        if self.limbsmith("check", *common, result, "--report", "check.json") is None:
            return None
        return {**self.report("check.json"), **self.report("run.json")}

    def has_no_gpu(self):
        self.limbsmith("run", *WIDTH[0], "--op", "add", "=1", "=2", "--report", "run.json")
        return self.report("run.json")["device"].startswith("CPU")

    def random_part(self, count):
        if self.has_no_gpu():
            self.device = "--device", "interpreter"  # which runs the program that is printed, however long it takes
        rows = []
        for options, name, _, operations in (WIDTH, MODULUS):
            for seed, file in enumerate(("a.bin", "b.bin"), start=1):
                self.limbsmith("random", *options, "--count", count, "--edges", "--seed", seed, "-o", file)
            for operation in operations:
                operands = ["a.bin"] if operation == "inv" else ["a.bin", "b.bin"]
                rows.append((options, name, operation, self.measure(options, operation, operands)))
        done = [row for *_, row in rows if row]
        if not done:
            return
        print(f"{count} random numbers through `limbsmith run` on {done[0]['device']}, then through `limbsmith check`:")
        print(f"    {'function':<14} {'results':>9}   {'GMP, ' + str(done[0]['gmp_cores']) + ' cores':>13}")
        for _, name, operation, row in rows:
            if row:
                print(f"    {name + '::' + operation:<14} {rate(row['results_per_second']):>9}   "
                      f"{rate(row['gmp_results_per_second']):>13}   all {row['count']} right")
        if "interpreter" in done[0]["device"]:
            self.interpreter_part()
        print(flush=True)

    def interpreter_part(self):
        """How fast the header is beside the interpreter, which runs batches where there is no GPU."""
        options, name, *_ = MODULUS
        text = self.limbsmith("bench", *options, "--ops", "mul", "--device", "cpu", "--json")
        if text is None:
            return
        rates = {row["code"]: row["results_per_second"] for row in json.loads(text)["rows"] if row["operation"] == "mul"}
        header, interpreter = rates["portable C++"], rates["interpreter"]
        print(f"There is no GPU here, so an interpreter runs the program that the header has. In your C++ program "
              f"{name}::mul\nis compiled: {rate(header)} from memory, {header / interpreter:.1f} times the interpreter's "
              f"{rate(interpreter)} (`limbsmith bench`).")

    def curve_part(self):
        results, curves = 0, json.loads(CURVES.read_text())["curves"]
        for curve in curves:
            values = [*curve["P"], *curve["Q"]]
            # every value with every value
            (self.folder / "a.txt").write_text("".join(f"{x}\n" for x in values for _ in values))
            (self.folder / "b.txt").write_text("".join(f"{y}\n" for _ in values for y in values))
            files = {"a": "a.txt", "b": "b.txt", "m": "=" + curve["p"]}
            for operation, operands in CURVE_OPERATIONS.items():
                row = self.measure(("--bits", curve["bits"]), operation, [files[name] for name in operands])
                results += row["count"] if row else 0
        print(f"Coordinates of {len(curves)} Certicom challenge curves, {curves[0]['bits']} to {curves[-1]['bits']} bits, "
              f"through {', '.join(CURVE_OPERATIONS)}:\n    {results} results right")


def count_of(arguments):
    """COUNT: 1000, 1e6, 2^20. Exits with 2 for text that is no count."""
    text = arguments[0] if arguments else "2^20"
    plain, power, factor = (re.fullmatch(p, text) for p in (r"(\d{1,9})", r"2\^(\d{1,2})", r"(\d{1,9})e(\d)"))
    count = int(plain[1]) if plain else 2 ** int(power[1]) if power else int(factor[1]) * 10 ** int(factor[2]) if factor else 0
    if len(arguments) > 1 or not 1 <= count <= MOST:
        print(f"usage: ./dev demo [COUNT]: a number of numbers from 1 to {MOST}, such as 1000, 1e6 or 2^20; "
              f"not '{' '.join(arguments)}'", file=sys.stderr)
        sys.exit(2)
    return count


def main():
    count = count_of(sys.argv[2:])
    if sys.argv[1] == "--check":
        return 0
    with tempfile.TemporaryDirectory(prefix="limbsmith-demo-") as folder:
        demo = Demo(sys.argv[1], folder)
        print("limbsmith writes arithmetic for one width or one modulus as a CUDA/C++ header: straight-line PTX carry "
              "chains,\nproved for every input, and the same as portable C++.\n")
        for subject in (WIDTH, MODULUS):
            demo.header(*subject)
        demo.random_part(count)
        demo.curve_part()
    if demo.wrong:
        print(f"{demo.wrong} steps failed", file=sys.stderr)
    return 1 if demo.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
