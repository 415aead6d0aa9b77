"""The code in README.md as files, so that tests compile exactly what it shows."""

import re
from pathlib import Path

README = Path(__file__).resolve().parents[2] / "README.md"


def fences(language, heading=""):
    """The texts of the code fences of a language that follow a heading."""
    text = README.read_text()
    start = text.index(f"\n## {heading}\n") if heading else 0
    return re.findall(rf"^```{language}\n(.*?)^```$", text[start:], re.DOTALL | re.MULTILINE)


def commands(program):
    """The indented commands that begin with `program`, unchanged."""
    return re.findall(rf"^    ({re.escape(program)} .*)$", README.read_text(), re.MULTILINE)
