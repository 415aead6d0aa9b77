#!/usr/bin/env python3
"""Prints the notes of one version, from docs/CHANGELOG.md, for the page of its release: Markdown, without the heading.

release_notes.py VERSION [--docs URL] [--changelog FILE]

VERSION is a heading of the changelog, such as 0.2.0, or Next for all that has no version yet. On the page of a release, links
to pages of docs/ lead to URL; without one their text alone is left. Exit codes: 1 if the changelog has no such version or no
notes on it, 2 for other arguments.
"""

import argparse
import re
import sys
from pathlib import Path

CHANGELOG = Path(__file__).resolve().parents[1] / "docs/CHANGELOG.md"
HEADING = re.compile(r"^## (.+)$", re.MULTILINE)
LINK = re.compile(r"\[([^]]+)\]\((?![a-z]+:)([^)\s]+)\)")  # none of other sites


def sections(changelog):
    """The notes of each version, the newest first."""
    parts = HEADING.split(changelog)[1:]
    return {name.strip(): notes.strip() for name, notes in zip(parts[::2], parts[1::2])}


def with_links(notes, docs):
    """The notes for a page outside docs/."""
    return LINK.sub(lambda link: f"[{link[1]}]({docs.rstrip('/')}/{link[2]})" if docs else link[1], notes)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("version", metavar="VERSION", help="a heading of the changelog")
    parser.add_argument("--docs", metavar="URL", help="where the release has its docs/")
    parser.add_argument("--changelog", metavar="FILE", type=Path, default=CHANGELOG)
    arguments = parser.parse_args()
    try:
        found = sections(arguments.changelog.read_text(encoding="utf-8"))
    except OSError as error:
        sys.exit(f"release_notes.py: {arguments.changelog}: {error.strerror}")
    notes = found.get(arguments.version)
    if notes is None:
        sys.exit(f"release_notes.py: {arguments.changelog.name} has no version {arguments.version}; it has {', '.join(found) or 'none'}")
    if not notes:
        sys.exit(f"release_notes.py: {arguments.changelog.name} has no notes on {arguments.version}")
    print(with_links(notes, arguments.docs))


if __name__ == "__main__":
    main()
