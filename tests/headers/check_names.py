#!/usr/bin/env python3
"""Headers of one name in one program and in one source; in namespaces of the user; names that are refused, and all others.

Results are compared with Python's integers.
"""

import argparse
import shutil
import subprocess
import tempfile
from pathlib import Path

import common

P, Q = 2**255 - 19, 2**256 - 2**32 - 977
FIELDS = {"p": ("2^255-19", P), "q": ("@secp256k1.p", Q)}
A, B = 3**150, 7**80
COMPILERS = [("g++", "c++14"), ("clang++", "c++14")]
STRICT = ["-Wall", "-Wextra", "-Wshadow", "-Wconversion", "-Wold-style-cast", "-pedantic", "-Werror"]

# A function `PRODUCT` that returns a*b in decimal by the header's namespace NS.
PRODUCT = """
#include <string>
std::string PRODUCT(const char* a, const char* b) {
    NS::plain x, y;
    NS::from_dec(x, a), NS::from_dec(y, b);
    char text[NS::dec_chars];
    return NS::to_dec(text, NS::to_plain(NS::mul(NS::to_elem(x), NS::to_elem(y))));
}
"""
MAIN = """
#include <cstdio>
int main(int, char** argument) { std::printf("%s %s\\n", p(argument[1], argument[2]).c_str(), q(argument[1], argument[2]).c_str()); }
"""


def product(function, namespace):
    return PRODUCT.replace("PRODUCT", function).replace("NS", namespace)


def field(limbsmith, path, modulus, name, *options):
    """A header with products, printed to a path whose folder is made."""
    path.parent.mkdir(exist_ok=True)
    common.run([limbsmith, "generate", common.UNPROVED, "--modulus", modulus, "--ops", "mul", "--name", name, *options,
                "-o", path])
    return path


def source(path, text):
    path.write_text(text)
    return path


def expect_products(folder, sources, moduli=(P, Q)):
    """The program prints the product modulo both; linked without optimisation, so that equal names would be merged."""
    for order in (sources, sources[::-1]):
        common.run(["g++", "-std=c++14", "-O0", *STRICT, *order, "-o", folder / "program"])
        printed = common.run([folder / "program", A, B]).split()
        wanted = [str(A * B % modulus) for modulus in moduli]
        if printed != wanted:
            common.fail(f"{sources} give {printed}, not {wanted}")


def check_one_program(limbsmith, folder):
    """Two sources with headers of one name: other moduli, and one modulus by two reductions."""
    for moduli in ([("2^255-19", P, []), ("@secp256k1.p", Q, [])],
                   [("2^255-19", P, ["--reduction", "montgomery"]), ("2^255-19", P, [])]):
        sources = []
        for function, (modulus, _, options) in zip("pq", moduli):
            header = field(limbsmith, folder / function / "fe.cuh", modulus, "fe", *options)
            sources.append(source(folder / f"{function}.cpp", f'#include "{header}"\n{product(function, "fe")}'))
        main = f"#include <string>\nstd::string p(const char*, const char*);\nstd::string q(const char*, const char*);\n{MAIN}"
        expect_products(folder, [*sources, source(folder / "main.cpp", main)], [value for _, value, _ in moduli])


def refused(command):
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False)
    if done.returncode == 0:
        common.fail(f"compiled: {command}")
    return done.stdout


def check_one_source(limbsmith, folder, nvcc):
    """Headers of one name that differ do not compile together; copies of one do; both do in namespaces of their own."""
    one = field(limbsmith, folder / "one/fe.cuh", "2^255-19", "fe")
    other = field(limbsmith, folder / "other/fe.cuh", "@secp256k1.p", "fe")
    copy = folder / "copy/fe.cuh"
    copy.parent.mkdir()
    copy.write_bytes(one.read_bytes())
    both = source(folder / "both.cu", f'#include "{one}"\n#include "{other}"\n')
    copies = source(folder / "copies.cu", f'#include "{one}"\n#include "{copy}"\nint main() {{ return fe::bits == 255 ? 0 : 1; }}\n')
    apart = source(folder / "apart.cu", f'#include <stdint.h>\nnamespace mine {{\n#include "{one}"\n}}\nnamespace {{\n#include "{other}"\n}}\n'
                   f'{product("p", "mine::fe")}{product("q", "fe")}{MAIN}')
    inside = source(folder / "inside.cu", f'namespace mine {{\n#include "{one}"\n}}\n')
    for compiler, standard in COMPILERS:
        command = [compiler, f"-std={standard}", *STRICT, "-x", "c++", "-fsyntax-only"]
        said = refused([*command, both])
        for modulus in ("2^255-19", "@secp256k1.p"):
            if f"limbsmith generate --modulus '{modulus}'" not in said:
                common.fail(f"{compiler} does not name both commands: {said}")
        if "stdint" not in refused([*command, inside]):
            common.fail(f"{compiler} does not ask for <stdint.h>")
        common.run([*command, copies])
    common.run(["g++", "-std=c++14", "-O0", *STRICT, "-x", "c++", apart, "-o", folder / "program"])
    if common.run([folder / "program", A, B]).split() != [str(A * B % P), str(A * B % Q)]:
        common.fail("headers in namespaces of their own give wrong products")
    if nvcc:
        command = [nvcc, "-std=c++14", "-arch=sm_90", "-Werror=all-warnings", "-Xcompiler=-Wall,-Wextra,-Werror", "-o",
                   folder / "object.o", "-c"]
        if "one_header_of_this_name" not in refused([*command, both]):
            common.fail("nvcc takes two headers of one name")
        common.run([*command, copies])
        common.run([*command, apart])


def check_nested(limbsmith, folder):
    """--name a::b, with a header of the name b beside it."""
    nested = field(limbsmith, folder / "nested/a_fe.cuh", "2^255-19", "a::fe")
    plain = field(limbsmith, folder / "nested/fe.cuh", "@secp256k1.p", "fe")
    main = source(folder / "nested.cpp",
                  f'#include "{nested}"\n#include "{plain}"\n{product("p", "a::fe")}{product("q", "fe")}{MAIN}')
    expect_products(folder, [main])


def check_all_names(limbsmith, folder):
    """Names that occur in headers are names of namespaces like others; those that --power and --expr take are names, too."""
    words = ["add", "mul", "num", "wide", "elem", "plain", "modulus", "ops", "detail", "bits", "limbs", "result", "carry", "a",
             "r", "t", "op", "samples", "other"]
    text = "#include <stdint.h>\n"
    for word in words:
        for number, options in enumerate([["--bits", 64], ["--bits", 64, "--expr", "(t*sum+name)*limb+carry*digit"],
                                           ["--modulus", 65537, "--ops", "mul,pow", "--power", "for=3"]]):
            header = folder / f"{word}{number}.cuh"
            common.run([limbsmith, "generate", common.UNPROVED, *options, "--name", word, "-o", header])
            text += f'namespace n{number} {{\n#include "{header}"\n}}\n'
    for compiler, standard in COMPILERS:
        common.run([compiler, f"-std={standard}", *STRICT, "-x", "c++", "-fsyntax-only", source(folder / "all.cpp", text)])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--limbsmith", required=True)
    parser.add_argument("--nvcc", default="")
    arguments = parser.parse_args()
    nvcc = arguments.nvcc if shutil.which(arguments.nvcc) else None
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        check_one_program(arguments.limbsmith, folder)
        check_one_source(arguments.limbsmith, folder, nvcc)
        check_nested(arguments.limbsmith, folder)
        check_all_names(arguments.limbsmith, folder)
    print("headers of one name are kept apart, in one program and in one source")


if __name__ == "__main__":
    main()
