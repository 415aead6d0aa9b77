"""Markdown pages: their sections, code, commands, headings and links."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def is_source(parts):
    """Whether a path is in no folder that is built, or installed by ./dev setup."""
    return not any(part.startswith("build") or part in (".git", ".venv", ".cuda", ".compilers") for part in parts[:-1])


def pages(root):
    """The texts of all pages of a checkout."""
    found = [path for path in sorted(root.rglob("*.md")) if is_source(path.relative_to(root).parts)]
    return {path: path.read_text(encoding="utf-8") for path in found}


def section(text, heading):
    """The text from the heading `## HEADING` to the next one of this rank; all of it without a heading."""
    if not heading:
        return text
    begin = text.index(f"\n## {heading}\n")
    return re.split(r"^## ", text[begin + 4:], maxsplit=1, flags=re.MULTILINE)[0]


def fences(text, language):
    """The texts of the code fences of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


def without_fences(text):
    return re.sub(r"^ *```.*?^ *```$", "", text, flags=re.DOTALL | re.MULTILINE)


def command_lines(text):
    """The lines of indented code, and of fences without a language, without the text beside the command: a comment,
    or words after four spaces."""
    lines = re.findall(r"^    (\S.*)$", without_fences(text), re.MULTILINE)
    for fence in fences(text, ""):
        lines += fence.splitlines()
    return [re.split(r"\s+#\s|\s{4,}(?=[a-z0-9])", line, maxsplit=1)[0].rstrip() for line in lines]


def inline_code(text):
    return re.findall(r"(?<!`)`([^`\n]+)`(?!`)", without_fences(text))


def slugs(text):
    """The anchors of the headings, as GitHub makes them."""
    found = []
    for heading in re.findall(r"^#+ (.*)$", without_fences(text), re.MULTILINE):
        name = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).strip().lower()
        name = re.sub(r"[^\w\- ]", "", name).replace(" ", "-")
        found.append(name if name not in found else f"{name}-{found.count(name)}")
    return found


def links(text):
    return re.findall(r"\]\(([^)\s]+)\)", without_fences(text))
