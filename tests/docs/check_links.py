#!/usr/bin/env python3
"""Links of the pages: each leads to a file of the checkout, and to a heading of it; files and rooms that a page names in code
exist; each page of docs/ is reached from the README; and the README is no longer than two printed pages."""

import argparse
import re
import sys
from pathlib import Path

from page import inline_code, is_source, links, pages, slugs

LONGEST_README = 150  # lines


def broken(root, texts):
    """The errors in the links, and the pages that each page links."""
    found, reached = [], {}
    for page, text in texts.items():
        reached[page] = set()
        for link in links(text):
            if "://" in link:
                continue
            name, _, anchor = link.partition("#")
            target = (page.parent / name).resolve() if name else page
            if not target.exists():
                found.append(f"{page.relative_to(root)}: there is no {name}")
            elif anchor and anchor not in slugs(texts.get(target, "")):
                found.append(f"{page.relative_to(root)}: {target.name} has no heading #{anchor}")
            reached[page].add(target)
    return found, reached


def ends(root):
    """The ends of all paths, with and without extension: `cli/options` and `options.hpp` of generator/cli/options.hpp."""
    found = set()
    for path in root.rglob("*"):
        parts = path.relative_to(root).parts
        if is_source(parts):
            for whole in ("/".join(parts[at:]) for at in range(len(parts))):
                found |= {whole, re.sub(r"(\.\w+)+$", "", whole)}
    return found


def unknown_files(root, texts):
    """Names with a slash that no file has. The outcome of a build, and names with a part in capitals, may be any."""
    known = ends(root)
    return [f"{page.relative_to(root)}: there is no {name}" for page, text in texts.items() for name in inline_code(text)
            if re.fullmatch(r"[\w.-]+(/[\w.-]+)+/?", name) and name.rstrip("/") not in known
            and not re.search(r"^build|NAME", name)]


def unreached(root, texts, reached):
    seen, waiting = set(), [root / "README.md"]
    while waiting:
        page = waiting.pop()
        if page in texts and page not in seen:
            seen.add(page)
            waiting += reached[page]
    return [f"{page.relative_to(root)} is not reached from README.md" for page in texts
            if page.is_relative_to(root / "docs") and page not in seen]


def problems(root):
    texts = pages(root)
    found, reached = broken(root, texts)
    found += unknown_files(root, texts) + unreached(root, texts, reached)
    lines = len(texts[root / "README.md"].splitlines())
    if lines > LONGEST_README:
        found.append(f"README.md has {lines} lines, more than {LONGEST_README}")
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--source", required=True, type=Path)
    root = parser.parse_args().source.resolve()
    found = problems(root)
    if found:
        sys.exit("\n".join(found))
    print(f"{len(pages(root))} pages, every link leads somewhere")


if __name__ == "__main__":
    main()
