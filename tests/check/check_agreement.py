#!/usr/bin/env python3
"""Two checkers agree: `limbsmith check-proof` and check.py, on derivations that limbsmith writes and on changed ones.

Each change is one number, word or line of the text. Either both accept it, or both refuse it. Why they refuse may
differ: what one cannot read (2), the other may not cover (4).
"""

import argparse
import contextlib
import io
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import check

SUBJECTS = [("64", "add,sqr"), ("33", "mul"), ("131", "neg,mul_lo"), ("96", "lt,select"), ("64", "cneg,min")]
TOKEN = re.compile(r'"-?\d+"|"[wfx]\d+"|(?<=[\[,:])\d+|"[a-z_]+"')


def by_python(file):
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()) as said:
        return check.main([str(file)]), said.getvalue()


def by_limbsmith(limbsmith, file):
    done = subprocess.run([limbsmith, "check-proof", file], capture_output=True, text=True, check=False)
    return done.returncode, done.stderr


def changed_token(token, tokens):
    """Another token of the same kind: a neighbouring number, another value, another word of the text."""
    if token.isdigit():
        return str(max(0, int(token) + random.choice([-1, 1, 2])))
    if re.fullmatch(r'"-?\d+"', token):
        return f'"{int(token[1:-1]) + random.choice([-1, 1])}"'
    return random.choice(tokens)


def changed(lines):
    """The lines with one change."""
    lines = list(lines)
    place = random.randrange(len(lines))
    kind = random.random()
    if kind < 0.1:
        del lines[place]
    elif kind < 0.2:
        lines.insert(random.randrange(len(lines)), lines[place])
    elif kind < 0.3:
        other = random.randrange(len(lines))
        lines[place], lines[other] = lines[other], lines[place]
    else:
        found = list(TOKEN.finditer(lines[place]))
        if found:
            token = random.choice(found)
            other = changed_token(token[0], [match[0] for match in found])
            lines[place] = lines[place][:token.start()] + other + lines[place][token.end():]
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--limbsmith", required=True)
    parser.add_argument("--changes", type=int, default=120, help="of each text")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    random.seed(arguments.seed)
    counts = {0: 0, 2: 0, 4: 0}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "proof.jsonl"
        for bits, operations in SUBJECTS:
            subprocess.run([arguments.limbsmith, "verify", "--bits", bits, "--ops", operations, "--derivation", file],
                           check=True)
            lines = file.read_text(encoding="utf-8").splitlines()
            for change in range(arguments.changes):
                file.write_text("\n".join(changed(lines) if change > 0 else lines) + "\n", encoding="utf-8")
                (ours, said), (theirs, also_said) = by_limbsmith(arguments.limbsmith, file), by_python(file)
                if (ours == 0) != (theirs == 0) or not {ours, theirs} <= {0, 2, 4} or (change == 0 and ours != 0):
                    Path("disagreement.jsonl").write_text(file.read_text(encoding="utf-8"), encoding="utf-8")
                    sys.exit(f"FAILED: check-proof ends with {ours}: {said}check.py with {theirs}: {also_said}"
                             "see disagreement.jsonl")
                counts[ours] += 1
    print(f"both checkers agree: {counts[0]} hold, {counts[4]} are refused, {counts[2]} cannot be read")


if __name__ == "__main__":
    sys.set_int_max_str_digits(0)
    main()
