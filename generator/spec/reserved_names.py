#!/usr/bin/env python3
"""Prints generator/spec/reserved_names.inc: identifiers that C++, its compilers, C libraries and CUDA have in the global
scope or as macros, each with the header that has it.

    python3 generator/spec/reserved_names.py [NVCC] > generator/spec/reserved_names.inc

Compilers decide: every identifier of a preprocessed header that cannot be declared after it is in the list, and every
macro. Needs g++, clang++, nvcc and the headers of glibc and GMP. Names that begin with '_' or contain '__' are left out:
parse_name refuses them all.
"""

import re
import subprocess
import sys
import textwrap

KEYWORDS = set("""alignas alignof and and_eq asm auto bitand bitor bool break case catch char char16_t char32_t char8_t class
co_await co_return co_yield compl concept const const_cast consteval constexpr constinit continue decltype default delete do
double dynamic_cast else enum explicit export extern false float for friend goto if inline int long mutable namespace new
noexcept not not_eq nullptr operator or or_eq private protected public register reinterpret_cast requires restrict return short
signed sizeof static static_assert static_cast struct switch template this thread_local throw true try typedef typeid typename
typeof typeof_unqual union unsigned using virtual void volatile wchar_t while xor xor_eq""".split())

OWN = {"limbsmith", "COAL_IDX", "NUMBER_OF_BIGNUMS"}

# The first header that has a name is the one that is printed.
C = """stdint.h stddef.h stdlib.h string.h strings.h math.h stdio.h time.h limits.h float.h errno.h assert.h ctype.h wchar.h wctype.h
uchar.h inttypes.h signal.h setjmp.h stdarg.h locale.h fenv.h unistd.h fcntl.h pthread.h sched.h semaphore.h dlfcn.h dirent.h poll.h search.h
getopt.h sys/types.h sys/stat.h sys/time.h sys/mman.h sys/socket.h sys/resource.h sys/wait.h sys/uio.h netdb.h netinet/in.h complex.h stdatomic.h tgmath.h gmp.h""".split()
CUDA = "cuda_runtime.h cooperative_groups.h cuda_fp16.h cuda_bf16.h math_constants.h cuda.h nvrtc.h curand_kernel.h".split()
TARGETS = "x86_64-linux-gnu i386-linux-gnu aarch64-linux-gnu powerpc64-linux-gnu mips-linux-gnu sparc-sun-solaris".split()


def run(command, text=""):
    return subprocess.run(command, input=text, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)


def names(text):
    return {name for name in re.findall(r"\b[A-Za-z]\w*", text) if "__" not in name}


def macros(definitions):
    return {match for match in re.findall(r"^#define (\w+)", definitions, re.MULTILINE)} & names(definitions)


def undeclarable(compiler, start, candidates):
    """The candidates that cannot be declared as a type after the text `start`: those in whose line there is an error."""
    candidates = sorted(candidates)
    lines = [f"using {name} = limbsmith_probe;" for name in candidates]
    text = start + "struct limbsmith_probe {};\n#line 1 \"probe\"\n" + "\n".join(lines) + "\n"
    found = re.findall(r"^probe[:(](\d+)\)?[^\n]*error", run(compiler, text).stderr, re.MULTILINE)
    return {candidates[int(line) - 1] for line in found}


def names_of(preprocessor, definitions, compiler, header):
    """The names that a header takes."""
    include = f"#include <{header}>\n"
    defined = macros(run([*preprocessor, *definitions], include).stdout)
    return defined | undeclarable(compiler, include, names(run(preprocessor, include).stdout) - defined - KEYWORDS)


def main():
    nvcc = sys.argv[1] if len(sys.argv) > 1 else "nvcc"
    cuda = [nvcc, "-x", "cu", "-std=c++17", "-arch=sm_90"]
    dialects = [(["g++", "-std=gnu++20", "-x", "c++", "-E", "-"], ["-dM"],
                 ["g++", "-std=gnu++20", "-x", "c++", "-fsyntax-only", "-fmax-errors=0", "-"], C),
                ([*cuda, "-E", "-"], ["-Xcompiler", "-dM"],
                 [*cuda, "-Xcudafe", "--error_limit=100000", "-ptx", "-o", "/dev/null", "-"], CUDA)]
    taken = dict.fromkeys(KEYWORDS | {"main"}, "C or C++") | dict.fromkeys(OWN, "limbsmith")
    for target in TARGETS:
        for name in macros(run(["clang++", f"--target={target}", "-std=gnu++20", "-x", "c++", "-E", "-dM", "-"]).stdout):
            taken.setdefault(name, "compilers")
    for preprocessor, definitions, compiler, headers in dialects:
        for header in headers:
            for name in names_of(preprocessor, definitions, compiler, header):
                taken.setdefault(name, f"<{header}>")
    print("// Made by reserved_names.py. DO NOT EDIT. An owner, and its names in order, each between spaces.")
    for owner in sorted(set(taken.values())):
        own = sorted(name for name in taken if taken[name] == owner)
        lines = textwrap.wrap(" ".join(own), 112, break_long_words=False)
        print(f'{{"{owner}",\n " ' + '\n "'.join(f'{line} "' for line in lines) + "},")


main()
