#!/usr/bin/env python3
"""Compiles a header by nvcc for the supported targets, one kernel a function, and reads the report of ptxas.

Up to 256 bits no kernel may use a stack frame or spill registers, except those that keep a table of powers.
"""

import argparse
import os
import re
import shutil
import tempfile
from pathlib import Path

import common
import device_kernels

TARGETS = ["sm_75", "sm_80", "sm_86", "sm_89", "sm_90", "sm_100", "sm_120"]
MOST_BITS_WITHOUT_SPILLS = 256
# A table of powers, or an exponent in limbs, is indexed at run time, so it is in local memory.
WITH_TABLE = re.compile(r"kernel_pow((_secret)?(_2)?|_mod_2)")

KERNEL = re.compile(r"Compiling entry function '(\w+)' for '(\w+)'")
PROPERTIES = re.compile(r"Function properties for (\w+)")
MEMORY = re.compile(r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads")
REGISTERS = re.compile(r"Used (\d+) registers")


def read_report(report, targets):
    """{target: {kernel: (registers, stack frame, spill stores, spill loads)}}"""
    out = {target: {} for target in targets}
    kernel = target = memory = None
    for line in report.splitlines():
        if match := KERNEL.search(line):
            kernel, target = match.groups()
        elif (match := PROPERTIES.search(line)) and match[1] != kernel:
            common.fail(f"a function of its own, not inlined into {kernel}: {match[1]}")
        elif match := MEMORY.search(line):
            memory = tuple(int(number) for number in match.groups())
        elif match := REGISTERS.search(line):
            out.setdefault(target, {})[kernel] = (int(match[1]), *memory)
    return out


def check_report(report, kernels, bits):
    for target, found in report.items():
        if set(found) != kernels:
            common.fail(f"{target}: not compiled: {sorted(kernels - set(found))}; "
                        f"not in the header: {sorted(set(found) - kernels)}")
        for kernel, (registers, stack, stores, loads) in sorted(found.items()):
            if bits <= MOST_BITS_WITHOUT_SPILLS and not WITH_TABLE.fullmatch(kernel) and (stack or stores or loads):
                common.fail(f"{kernel} for {target}: {registers} registers, {stack} bytes stack frame, "
                            f"{stores} bytes spill stores, {loads} bytes spill loads")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nvcc", default=os.environ.get("NVCC", "nvcc"))
    parser.add_argument("--limbsmith", help="program that generates the header of the macro style")
    parser.add_argument("--targets", nargs="+", choices=TARGETS, default=TARGETS, help="default: all")
    parser.add_argument("--registers", metavar="TARGET", help="also print the registers of each kernel")
    parser.add_argument("--option", action="append", default=[], help="one more option for nvcc")
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--header", type=Path, help="named after its namespace")
    source.add_argument("--macro-bits", type=int, help="check a header of the macro style, made for this width")
    arguments = parser.parse_args()

    if not shutil.which(arguments.nvcc):
        print("skipped: no nvcc")
        return

    with tempfile.TemporaryDirectory() as folder:
        if arguments.header:
            header = arguments.header
            bits = int(re.search(r"^.*constexpr int bits = (\d+)", header.read_text(), re.MULTILINE)[1])
            text, kernels = device_kernels.of_functions(header)
        else:
            bits = arguments.macro_bits
            header = common.generate(arguments.limbsmith, folder, bits, "macro")
            text, kernels = device_kernels.of_macros(header)
        source = Path(folder) / "kernels.cu"
        source.write_text(text)
        output = common.run([arguments.nvcc, "-std=c++14", f"-gencode=arch=compute_75,code=[{','.join(arguments.targets)}]",
                             "-Werror=all-warnings", "-Xcompiler=-Wall,-Wextra,-Werror", "-Xptxas=-v", *arguments.option, "-include", header, "-c", "-o",
                             Path(folder) / "kernels.o", source])
    report = read_report(output, arguments.targets)
    check_report(report, kernels, bits)
    most = max(registers for found in report.values() for registers, *_ in found.values())
    spills = sum(any(memory) for found in report.values() for _, *memory in found.values())
    print(f"{header.name}: {len(kernels)} kernels for each of {len(report)} targets, at most {most} registers, "
          f"{spills} kernels with a stack frame or spills")
    if arguments.registers:
        for kernel, (registers, *_) in sorted(report[arguments.registers].items()):
            print(f"  {kernel.removeprefix('kernel_')}: {registers}")


if __name__ == "__main__":
    main()
