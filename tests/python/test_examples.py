"""The examples for Python: the commands of docs/examples.md as printed, wrong arguments, and results that are wrong, which they have to find."""

import base64
import importlib.util
import io
import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from random import Random

import limbsmith
import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/docs"))
from page import command_lines, section  # noqa: E402

COMMANDS = command_lines(section((ROOT / "docs/examples.md").read_text(), "Python"))
PROGRAMS = sorted(path.stem for path in (ROOT / "examples/python").glob("*.py"))


def example(name):
    spec = importlib.util.spec_from_file_location(name, ROOT / f"examples/python/{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def exit_of(name, *words):
    """The exit code of an example, or the message of one that failed."""
    with pytest.raises(SystemExit) as ended:
        example(name).main(words) if isinstance(name, str) else name.main(words)
    return ended.value.code


def test_page_has_all_examples():
    assert {Path(command.split()[1]).stem for command in COMMANDS} == set(PROGRAMS)


@pytest.mark.parametrize("command", COMMANDS)
def test_command_of_the_page(command):
    python, words = command.split(maxsplit=1)
    assert python == "python3"
    environment = dict(os.environ, PYTHONDONTWRITEBYTECODE="1")
    done = subprocess.run(["bash", "-c", f"{shlex.quote(sys.executable)} {words}"], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert " a second" in done.stdout + done.stderr


@pytest.mark.parametrize("name", PROGRAMS)
def test_help(name, capsys):
    assert exit_of(name, "--help") == 0
    out = capsys.readouterr().out
    assert "usage:" in out and example(name).__doc__.splitlines()[0] in out


def jwk(**numbers):
    """A JSON Web Key, with a mark for test_wrong_arguments, which puts it into a file."""
    texts = {name: base64.urlsafe_b64encode(value.to_bytes(-(-value.bit_length() // 8))).decode().rstrip("=") for name, value in numbers.items()}
    return f"KEY {json.dumps(texts)}"


P, Q = 2**521 - 1, 2**607 - 1
WRONG = [
    ("rsa", ["--count", "0"], "--count is 0"),
    ("rsa", ["--count", "x"], "invalid int value: 'x'"),
    ("rsa", ["--messages", "no such file"], "no such file"),
    ("rsa", ["--key", "KEY {}"], "no JSON Web Key with n, e, p and q: KeyError('n')"),
    ("rsa", ["--key", "KEY []"], "no JSON Web Key"),
    ("rsa", ["--key", "KEY text"], "no JSON Web Key"),
    ("rsa", ["--key", jwk(n=35, e=3, p=7, q=5)], "n is not p*q of 512 bits"),
    ("rsa", ["--key", jwk(n=P * Q + 2, e=3, p=P, q=Q)], "n is not p*q of 512 bits"),
    ("rsa", ["--key", jwk(n=P * P, e=3, p=P, q=P)], "p and q are not two primes"),
    ("rsa", ["--key", jwk(n=P * Q, e=3, p=P * Q, q=1)], "p and q are not two primes"),
    ("rsa", ["--key", jwk(n=2 * P * Q, e=3, p=2 * P, q=Q)], "p and q are not two primes"),
    ("rsa", ["--key", jwk(n=P * Q, e=2, p=P, q=Q)], "e = 2 has no inverse modulo p - 1 and q - 1"),
    ("rsa", ["--key", jwk(n=P * Q, e=1, p=P, q=Q)], "e is not from 3 to n - 1"),
    ("rsa", ["--key", jwk(n=P * Q, e=2**1200 + 1, p=P, q=Q)], "e is not from 3 to n - 1"),
    ("rsa", ["--key", "KEY " + json.dumps(dict(n="!", e="AQAB", p="Bw", q="Bw"))], "no JSON Web Key"),
    ("paillier", ["--bits", "63"], "--bits is 63"),
    ("paillier", ["--bits", "100000"], "--bits is 100000"),
    ("paillier", ["--count", "-1"], "--count is -1"),
    ("ntt", ["--size", "12"], "--size is 12, and should be a power of two"),
    ("ntt", ["--size", "0"], "--size is 0"),
    ("ntt", ["--count", "0"], "--count is 0"),
    ("ntt", ["--modulus", "2^^3"], "--modulus 2^^3"),
    ("ntt", ["--modulus", "2^40000"], "--modulus 2^40000"),
    ("ntt", ["--modulus", "97", "--size", "64"], "Field(97) has no root of order 64: the greatest power of two in p - 1 is 32"),
    ("ntt", ["--modulus", "65", "--size", "64"], "the modulus of Field(65) is no prime"),
    ("ntt", ["--modulus", "561", "--size", "16"], "the modulus of Field(561) is no prime"),
    ("ecm", ["2^^3"], "N: modulus: expected a number"),
    ("ecm", ["2^89-1"], "N: 2^89-1 is a prime, or probably one"),
    ("ecm", ["3"], "N: 3 is a prime"),
    ("ecm", ["--b1", "1"], "--b1 is 1"),
    ("ecm", ["--curves", "0"], "--curves is 0"),
    ("miller_rabin", ["x"], "'x' is no number"),
    ("miller_rabin", ["7", "1"], "'1' is no number from 2"),
    ("miller_rabin", ["2**8192"], "'2**8192' is no number"),
    ("miller_rabin", ["2**9000"], "'2**9000' is no number"),
    ("miller_rabin", ["2**-1"], "'2**-1' is no number"),
    ("miller_rabin", ["2**1000000000000"], "'2**1000000000000' is no number"),
    ("miller_rabin", ["--start", "1"], "'1' is no number"),
    ("miller_rabin", ["--bases", "2,,3"], "'' is no number"),
    ("miller_rabin", ["--count", "0"], "'0' is no number from 1"),
    ("miller_rabin", ["--rounds", "-1"], "'-1' is no number from 1"),
]


@pytest.mark.parametrize("name, words, message", WRONG)
def test_wrong_arguments(name, words, message, tmp_path, capsys):
    key = tmp_path / "key"
    for k, word in enumerate(words):
        if word.startswith("KEY "):
            key.write_text(word.removeprefix("KEY "))
            words = [*words[:k], str(key), *words[k + 1:]]
    assert exit_of(name, *words) == 2
    assert message in capsys.readouterr().err


def test_rsa(tmp_path, capsys, monkeypatch):
    rsa = example("rsa")
    (tmp_path / "messages").write_bytes(rsa.RFC_7515["message"] + b"\n\n")
    (tmp_path / "key").write_text(rsa.RFC_7515["key"])
    rsa.main(["--messages", str(tmp_path / "messages"), "--key", str(tmp_path / "key")])
    signature, of_empty = capsys.readouterr().out.split()
    key = rsa.Key(rsa.RFC_7515["key"])
    assert int(signature, 16) == rsa.integer(rsa.RFC_7515["signature"]) and len(signature) == len(of_empty) == 512
    assert pow(int(of_empty, 16), key.e, key.n) == key.padded(b"")

    signatures = limbsmith.UInt(2048).array([int(signature, 16), int(of_empty, 16) ^ 1])
    with pytest.raises(ArithmeticError, match="signature 1 is wrong"):
        key.verify(signatures, [rsa.RFC_7515["message"], b""])
    with pytest.raises(ValueError, match="^number 0 is 0xa1f816.*; numbers of Field"):
        key.verify(limbsmith.UInt(2048).array([key.n]), [b""])
    with monkeypatch.context() as patch:
        patch.setattr(limbsmith.FieldArray, "pow_secret", lambda a, exponent: a)
        assert exit_of(rsa, "--count", "1") == "rsa.py: signature 0 is wrong"
    rsa.RFC_7515["signature"] = "AA"
    assert exit_of(rsa, "--count", "1") == "rsa.py: the signature of RFC 7515, appendix A.2, is another one"


@pytest.mark.parametrize("count", ["1", "5"])
def test_paillier(count, capsys, monkeypatch):
    paillier = example("paillier")
    words = ["--bits", "128", "--count", count]
    paillier.main(words)
    assert "all results are right" in capsys.readouterr().out
    monkeypatch.setattr(paillier.PublicKey, "add", lambda key, a, b: a * b * b)
    if count != "1":
        assert exit_of(paillier, *words).startswith("paillier.py: the sum of number ")
    monkeypatch.setattr(limbsmith, "crt", lambda residues: residues[0] + 1)
    assert exit_of(paillier, *words) == "paillier.py: the decryption of number 0 is wrong"


def test_miller_rabin(capsys, monkeypatch):
    miller_rabin = example("miller_rabin")
    monkeypatch.setattr(sys, "stdin", io.StringIO("2 3 4\n0x9 561 3215031751\n2**89\n618970019642690137449562111"))
    miller_rabin.main(["-"])
    assert capsys.readouterr().out.split() == ["2", "3", "618970019642690137449562111"]
    miller_rabin.main(["-"])  # the rest of standard input, which is empty
    assert capsys.readouterr().out == ""
    assert miller_rabin.number("2**8191") == 2**8191
    miller_rabin.main(["--start", "2", "--count", "30"])
    assert [int(line.split()[-1]) + 2 for line in capsys.readouterr().out.splitlines()] == [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31]
    miller_rabin.main(["3215031751", "--bases", "2,3,5,7"])
    miller_rabin.main(["3215031751", "--bases", "2,3,5,7,11"])
    miller_rabin.main(["3", "27", "125", "--bases", "3,5"])  # 3^13 = 0 modulo 27
    assert capsys.readouterr().out.split() == ["3215031751", "3"]
    with monkeypatch.context() as patch:
        patch.setattr(miller_rabin, "passes", lambda n, base: n == n)
        assert exit_of(miller_rabin, "7") == "miller_rabin.py: 2047 should pass with 1 bases and fail with 14"
    with monkeypatch.context() as patch:
        patch.setattr(miller_rabin, "passes", lambda n, base: n != n)
        assert exit_of(miller_rabin, "7") == "miller_rabin.py: 2047 should pass with 1 bases and fail with 14"
    if miller_rabin.gmpy2:
        monkeypatch.setattr(miller_rabin, "check_known", lambda: None)
        monkeypatch.setattr(miller_rabin, "passes", lambda n, base: n == n)
        assert exit_of(miller_rabin, "9") == "miller_rabin.py: gmpy2 finds other primes"


def transform_by_definition(numbers, root, p):
    return [sum(x * pow(root, j * k, p) for j, x in enumerate(numbers)) % p for k in range(len(numbers))]


@pytest.mark.parametrize("p", [2, 17, 65537, 2**64 - 2**32 + 1, int("73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001", 16)])
def test_ntt(p):
    ntt = example("ntt")
    field, random = limbsmith.Field(p), Random(p)
    for size in (1, 2, 4, 16) if p > 2 else (1,):
        transform = ntt.Transform(field, size)
        assert pow(transform.root, size, p) == 1 and (size == 1 or pow(transform.root, size // 2, p) == p - 1)
        rows = [[0] * size, [1] * size, [p - 1] * size, [p - 1] + [0] * (size - 1), *([random.randrange(p) for _ in range(size)] for _ in range(3))]
        x = field.array(rows)
        assert transform.forward(x).tolist() == [transform_by_definition(row, transform.root, p) for row in rows]
        assert transform.inverse(transform.forward(x)).tolist() == rows
        products = transform.convolve(x, x[::-1]).tolist()
        for a, b, product in zip(rows, rows[::-1], products):
            assert product == [sum(a[j] * b[k - j] for j in range(size)) % p for k in range(size)]


@pytest.mark.parametrize("count", ["1", "3"])
def test_ntt_finds_wrong_results(count, capsys, monkeypatch):
    ntt = example("ntt")
    words = ["--size", "8", "--count", count]
    ntt.main(words)
    assert "results are right" in capsys.readouterr().out
    with monkeypatch.context() as patch:
        patch.setattr(ntt.Transform, "inverse", lambda self, x: self.steps(x, self.inverse_twiddles))
        assert exit_of(ntt, *words) == "ntt.py: the inverse does not invert"
    with monkeypatch.context() as patch:
        patch.setattr(ntt.Transform, "convolve", lambda self, x, y: self.forward(x))
        assert exit_of(ntt, *words).endswith("of a product is wrong")
    monkeypatch.setattr(ntt.Transform, "forward", lambda self, x: x)
    monkeypatch.setattr(ntt.Transform, "inverse", lambda self, x: x)
    assert exit_of(ntt, *words) == "ntt.py: the known transform is another one"
