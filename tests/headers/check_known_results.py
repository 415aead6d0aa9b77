#!/usr/bin/env python3
"""The known results in headers are those of their host code, compiled by the host's compiler.

Headers of whole numbers, residues by each reduction, a modulus that is given at run time, signed digits, in one thread and over lanes.
"""
import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HEADERS = (
    ("--bits", "33"),
    ("--bits", "131"),
    ("--bits", "1024", "--ops", "divrem,gcd,mul_mod,pow_mod,mul_hi,sshr"),
    ("--modulus", "2^61-1"),
    ("--modulus", "2^255-19", "--reduction", "montgomery"),
    ("--modulus", "10^30", "--reduction", "barrett"),
    ("--modulus", "runtime", "--bits", "33"),
    ("--modulus", "runtime", "--bits", "160"),
    ("--radix", "10", "--digits", "8"),
    ("--radix", "2^30", "--digits", "3", "--digit-bound", "715827882"),
    ("--bits", "100", "--map", "tpi:2", "--ops", "add,mul,divrem,gcd,shl"),
    ("--modulus", "2^89-1", "--map", "tpi:2"),
    ("--modulus", "runtime", "--bits", "70", "--map", "tpi:4"),
)
# Their contracts do not say the words of results one after the other, or elements go in and out as they are.
UNKNOWN_OVER_LANES = {"inv_exists", "is_canonical", "legendre", "sqrt", "to_elem", "to_plain", "make_modulus"}
PROGRAM = """#include "header.cuh"
#include "limbsmith/trial.hpp"
#include <cstdio>
using namespace limbsmith::self_check;

template <class Op, class R, class... T>
int wrong(R (Op::*)(T...) const) {
    const auto host = [](const Op& op, std::vector<R>& results, const std::vector<std::decay_t<T>>&... in) {
        for (size_t i = 0; i < results.size(); ++i) results[i] = op(in[i]...);
    };
    Op tried{};
    if constexpr (decltype(detail::draws_modulus<Op>(0))::value) {
        samples moduli(0);
        draw_modulus(tried, moduli);
    }
    const std::string said = difference<R, std::decay_t<T>...>(tried, {128, 128}, host);
    if (said.empty()) return 0;
    std::printf("%s: %s\\n", Op::name(), said.c_str());
    return 1;
}

int main() {
    int all = 0;
CALLS
    return all;
}
"""


def check(limbsmith, include, options, folder):
    """The number of operations; exits where a result is another one."""
    header = folder / "header.cuh"
    subprocess.run([limbsmith, "generate", "--unproved", *options, "--name", "tested", "-o", header], check=True,
                   stdin=subprocess.DEVNULL)
    text = header.read_text(encoding="utf-8")
    drawn = re.findall(r"^void draw_operands\(const (\w+)&", text, re.MULTILINE)
    known = re.findall(r"known_digest\(const (\w+)&\)", text)
    missing = set(drawn) - set(known) - (UNKNOWN_OVER_LANES if "--map" in options else set())
    if not known or missing:
        sys.exit(f"FAILED: {' '.join(options)}: nothing is known of {', '.join(sorted(missing))}")
    calls = "".join(f"    all |= wrong(&tested::ops::{name}::operator());\n" for name in known)
    (folder / "main.cpp").write_text(PROGRAM.replace("CALLS", calls), encoding="utf-8")
    subprocess.run(["c++", "-std=c++17", "-O0", "-I", include, "main.cpp", "-o", "main"], cwd=folder, check=True)
    done = subprocess.run(["./main"], cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"FAILED: {' '.join(options)}:\n{done.stdout}{done.stderr}")
    return len(known)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--limbsmith", required=True)
    parser.add_argument("--include", required=True, help="the folder of limbsmith/trial.hpp")
    arguments = parser.parse_args()
    for options in HEADERS:
        with tempfile.TemporaryDirectory() as name:
            count = check(arguments.limbsmith, arguments.include, options, Path(name))
        print(f"{' '.join(options)}: {count} operations")


if __name__ == "__main__":
    main()
