#!/usr/bin/env python3
"""The guided demonstration: demo.py LIMBSMITH [COUNT]. Generates, runs and checks, and prints what it finds.

For 131 and 239 bits: the head of the header, then 2^20 random operands (edges mixed in) through five operations on the
best device of this machine, every result checked with GMP. Then the same operations on real data: the coordinates and
field primes of the Certicom challenge curves, at each curve's own width. Exits with 1 if anything is wrong.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

OPERATIONS = {"add": ("a", "b"), "sub": ("a", "b"), "mod_add": ("ra", "rb", "m"), "mul": ("a", "b"), "sqr": ("a",)}
HEAD_LINES = 62
CURVES = pathlib.Path(__file__).resolve().parent.parent / "data" / "certicom.json"


def rate(per_second):
    for unit, scale in (("G/s", 1e9), ("M/s", 1e6), ("k/s", 1e3)):
        if per_second >= scale:
            return f"{per_second / scale:.3g} {unit}"
    return f"{per_second:.3g} /s"


class Demo:
    def __init__(self, binary, folder):
        self.binary = str(pathlib.Path(binary).resolve())
        self.folder = pathlib.Path(folder)
        self.wrong = 0

    def limbsmith(self, *arguments):
        """Runs a command in the folder and returns whether it succeeded."""
        done = subprocess.run([self.binary, *map(str, arguments)], cwd=self.folder, capture_output=True, text=True)
        if done.returncode != 0:
            print(f"limbsmith {' '.join(map(str, arguments))}\n{done.stderr}", file=sys.stderr)
        return done.returncode == 0

    def report(self, name):
        return json.loads((self.folder / name).read_text())

    def measure(self, bits, operation, operands):
        """Runs and checks one operation; returns its row of the table."""
        result = f"{operation}.bin"
        common = ("--bits", bits, "--op", operation, *operands)
        ran = self.limbsmith("run", *common, "-o", result, "--report", "run.json")
        correct = ran and self.limbsmith("check", *common, result, "--report", "check.json")
        self.wrong += not correct
        if not correct:
            return None
        run, check = self.report("run.json"), self.report("check.json")
        return {**run, "gmp": check["gmp_results_per_second"], "gmp_cores": check["gmp_cores"]}

    def header(self, bits):
        print(f"$ limbsmith generate --bits {bits} -o u{bits}.cuh", flush=True)
        if not self.limbsmith("generate", "--bits", bits, "-o", f"u{bits}.cuh"):
            self.wrong += 1
            return
        lines = (self.folder / f"u{bits}.cuh").read_text().splitlines()
        print("\n".join(line[:118] for line in lines[:HEAD_LINES]))
        print(f"... {len(lines) - HEAD_LINES} more lines\n", flush=True)

    def random_operands(self, bits, count):
        draw = ("random", "--bits", bits, "--count", count, "--edges")
        for seed, name in enumerate(("a", "b"), start=1):
            self.limbsmith(*draw, "--seed", seed, "-o", f"{name}.bin")
        self.limbsmith(*draw, "--seed", 3, "--nonzero", "-o", "m.bin")
        for seed, name in enumerate(("ra", "rb"), start=4):
            self.limbsmith(*draw, "--seed", seed, "--below", "m.bin", "-o", f"{name}.bin")

    def random_part(self, count):
        rows = []
        for bits in (131, 239):
            self.random_operands(bits, count)
            for operation, operands in OPERATIONS.items():
                rows.append(self.measure(bits, operation, [f"{name}.bin" for name in operands]))
        device = next((row["device"] for row in rows if row), "no device")
        cores = next((row["gmp_cores"] for row in rows if row), 0)
        print(f"{count} random operands, edges mixed in, on {device}; GMP on {cores} cores:")
        print(f"{'operation':<10} {'bits':>5}  {'results/s':>12} {'GMP':>12}  checked")
        for row in filter(None, rows):
            print(f"{row['operation']:<10} {row['bits']:>5}  {rate(row['results_per_second']):>12} {rate(row['gmp']):>12}"
                  f"  all {row['count']} agree with GMP")
        print(flush=True)

    def curve_part(self):
        print("The Certicom challenge curves: coordinates of P and Q, modulo each curve's prime p:")
        print(f"{'curve':<10} {'bits':>5}  {'results':>8}  checked")
        for curve in json.loads(CURVES.read_text())["curves"]:
            values = [*curve["P"], *curve["Q"]]
            # every value with every value
            (self.folder / "a.txt").write_text("".join(f"{x}\n" for x in values for _ in values))
            (self.folder / "b.txt").write_text("".join(f"{y}\n" for _ in values for y in values))
            files = {"a": "a.txt", "b": "b.txt", "ra": "a.txt", "rb": "b.txt", "m": "=" + curve["p"]}
            rows = [self.measure(curve["bits"], operation, [files[name] for name in operands])
                    for operation, operands in OPERATIONS.items()]
            done = sum(row["count"] for row in rows if row)
            verdict = "all agree with GMP" if all(rows) else "WRONG"
            print(f"{curve['name']:<10} {curve['bits']:>5}  {done:>8}  {', '.join(OPERATIONS)}: {verdict}", flush=True)


def main():
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 1 << 20
    with tempfile.TemporaryDirectory(prefix="limbsmith-demo-") as folder:
        demo = Demo(sys.argv[1], folder)
        for bits in (131, 239):
            demo.header(bits)
        demo.random_part(count)
        demo.curve_part()
    if demo.wrong:
        print(f"{demo.wrong} steps failed", file=sys.stderr)
    return 1 if demo.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
