"""What README.md shows, as files: nothing that it promises to compile is written down twice."""

import re
from pathlib import Path

README = Path(__file__).resolve().parents[2] / "README.md"


def fences(language, heading=""):
    """The texts of the code fences of a language that follow a heading."""
    text = README.read_text()
    start = text.index(f"\n## {heading}\n") if heading else 0
    return re.findall(rf"^```{language}\n(.*?)^```$", text[start:], re.DOTALL | re.MULTILINE)


def commands(program):
    """The indented commands that begin with `program`, as they stand."""
    return re.findall(rf"^    ({re.escape(program)} .*)$", README.read_text(), re.MULTILINE)
