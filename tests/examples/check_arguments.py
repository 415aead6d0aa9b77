#!/usr/bin/env python3
"""Every example explains itself by --help (0), and refuses words that are no number, too large or too many (2), at once
and with little memory."""

import argparse
import resource
import subprocess

BAD = {
    "rsa": [["x"], ["-1"], ["0"], ["1e9"], ["2^40"], ["1.5"], ["3", "4"], [""], ["99999999999999999999999"]],
    "paillier": [["x"], ["-1"], ["0"], ["1e9"], ["3", "4"], ["--count"]],
    "pi": [["x"], ["-1"], ["0"], ["5000001"], ["1e9"], ["3", "4", "5"]],
    "mersenne": [["x"], ["-1"], ["0"], ["9"], ["4"], ["1e9"], ["127", "y"]],
    "exact_solve": [["--count", "x"], ["--count", "-1"], ["--count", "1e7"], ["--size", "0"], ["--bits", "1e9"],
                    ["--size", "1000", "--bits", "1e6"], ["--large", "2000", "--bits", "1e5"], ["--seed", "-1"],
                    ["no such file"], ["-1"], ["x", "y"]],
    "batch_gcd": [["--count", "x"], ["--count", "-1"], ["--count", "1e12"], ["--count", "100000000000"],
                  ["--shared", "-1"], ["--seed", "-1"], ["no such file"], ["-1"], ["x", "y"]],
}


def run(program, *words):
    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
    return subprocess.run([program, *words], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=20,
                          preexec_fn=limit)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--programs", required=True, help="their folder")
    folder = parser.parse_args().programs
    for name, all_words in BAD.items():
        program = f"{folder}/{name}"
        for option in ("--help", "-h"):
            done = run(program, option)
            assert done.returncode == 0 and name in done.stdout and not done.stderr, (name, option, done)
        for words in all_words:
            done = run(program, *words)
            assert done.returncode == 2 and done.stderr and not done.stdout, (name, words, done)
    print("all right")


main()
