"""The code on the pages as files, so that tests compile exactly this code."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def fences(language, page="README.md", heading=""):
    """The texts of the code fences of a language on a page, or in a section of it."""
    text = (ROOT / page).read_text()
    if heading:
        text = text.split(f"\n## {heading}\n", 1)[1].split("\n## ", 1)[0]
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


def commands(program, page="README.md"):
    """The indented commands that begin with `program`, unchanged."""
    return re.findall(rf"^    ({re.escape(program)} .*)$", (ROOT / page).read_text(), re.MULTILINE)
