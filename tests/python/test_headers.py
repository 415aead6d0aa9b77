"""Headers as text: those of the command, and such that compile."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import limbsmith
import pytest

MAIN = """
#include <cstdio>
int main() {
    f::plain x{{5}};
    printf("%u\\n", f::to_plain(f::mul(f::to_elem(x), f::pow_cube(f::to_elem(x)))).limb[0]);
}"""


def test_a_header_compiles_and_computes(tmp_path):
    compiler = shutil.which("g++") or shutil.which("clang++")
    if compiler is None:
        pytest.skip("there is no compiler")
    source = tmp_path / "main.cpp"
    source.write_text(limbsmith.header_for_cupy(modulus=2**61 - 1, ops=["mul"], name="f", powers={"cube": 3}) + MAIN)
    subprocess.run([compiler, "-std=c++17", source, "-o", tmp_path / "main"], check=True)
    assert subprocess.run([tmp_path / "main"], capture_output=True, text=True).stdout == "625\n"


def test_texts():
    text = limbsmith.generate(bits=64, expr="a*b + 1", name="own", map="tpi:2")
    assert "//     limbsmith generate --bits 64 --ops expr --expr 'a*b+1' --map tpi:2 --name own\n" in text
    assert text == limbsmith.generate(bits=64, expr="a*b + 1", name="own", map="tpi:2")
    assert limbsmith.header_for_cupy(bits=64, ops="add").endswith(limbsmith.generate(bits=64, ops=["add"]))


def test_two_processes_share_the_cache(tmp_path):
    call = "import limbsmith; print(limbsmith.generate(modulus=2**127 - 1, ops='mul,sqr,inv', name='f'), end='')"
    environment = dict(os.environ, XDG_CACHE_HOME=str(tmp_path), PYTHONPATH=str(Path(limbsmith.__file__).parents[1]))
    environment.pop("LIMBSMITH_PROOF_CACHE", None)
    both = [subprocess.Popen([sys.executable, "-c", call], env=environment, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    texts = [it.communicate()[0] for it in both]
    assert [it.returncode for it in both] == [0, 0] and list(tmp_path.rglob("*.*"))
    assert texts == [limbsmith.generate(modulus=2**127 - 1, ops=["mul", "sqr", "inv"], name="f")] * 2


@pytest.mark.parametrize("options, error, message", [
    ({}, ValueError, "--bits is missing"),
    ({"bits": 0}, ValueError, "positive"),
    ({"bits": 64.0}, TypeError, "bits is of type float"),
    ({"modulus": 97.0}, TypeError, "the modulus is of type float"),
    ({"modulus": 97, "ops": "mull"}, ValueError, "mul"),
    ({"modulus": 97, "powers": {"five": 5.0}}, TypeError, "exponent of five"),
    ({"modulus": 97, "style": "macro"}, NotImplementedError, "--style inline"),
    ({"bits": 64, "map": "grid"}, NotImplementedError, "no header"),
    ({"bits": 64, "powers": {"five": 5}}, ValueError, "--power goes with --modulus"),
    ({"bits": 64, "name": "a b"}, ValueError, "a b"),
])
def test_wrong(options, error, message):
    with pytest.raises(error, match=message):
        limbsmith.generate(**options)
