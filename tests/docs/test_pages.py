#!/usr/bin/env python3
"""check_links.py and check_commands.py find mistakes, in small trees with one mistake each."""

import tempfile
import unittest
from pathlib import Path

import check_links
from page import command_lines, section, slugs

RIGHT = {
    "README.md": "# A\n\n[b](docs/b.md#c-d), [above](#a), [far](https://example.org/x)\n",
    "docs/b.md": "# B\n\n## C: `D`\n\n```\n[no link](gone.md)\n```\n\n[back](../README.md)\n",
}


def problems(**changes):
    """The problems of the tree with lines added to files: b_md="..." to the file of that name."""
    with tempfile.TemporaryDirectory() as name:
        root = Path(name).resolve()
        for path, text in RIGHT.items():
            file = root / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text + changes.pop(file.name.replace(".", "_"), ""))
        for path, text in changes.items():
            (root / "docs" / path.replace("_", ".")).write_text(text)
        return check_links.problems(root)


class Links(unittest.TestCase):
    def test_right(self):
        self.assertEqual(problems(), [])

    def test_no_file(self):
        self.assertEqual(problems(b_md="[gone](gone.md)\n"), ["docs/b.md: there is no gone.md"])

    def test_no_heading(self):
        self.assertEqual(problems(b_md="[a](../README.md#b)\n"), ["docs/b.md: README.md has no heading #b"])

    def test_unknown_file(self):
        self.assertEqual(problems(b_md="`docs/b.md`, `docs/b`, `docs/c.md`\n"), ["docs/b.md: there is no docs/c.md"])

    def test_not_reached(self):
        self.assertEqual(problems(lost_md="# Lost\n"), ["docs/lost.md is not reached from README.md"])

    def test_long(self):
        self.assertIn("more than 150", problems(README_md="\n" * 150)[0])


class Pages(unittest.TestCase):
    def test_slugs(self):
        self.assertEqual(slugs("# The grid in C++\n## A\n## A\n"), ["the-grid-in-c", "a", "a-1"])

    def test_commands(self):
        text = "text\n\n    limbsmith list      the operations\n    limbsmith run      --bits 7 a   # b\n\n```\nx y     z\n```\n"
        self.assertEqual(command_lines(text), ["limbsmith list", "limbsmith run      --bits 7 a", "x y"])

    def test_section(self):
        self.assertEqual(section("\n## A\nx\n## B\ny\n", "A"), "A\nx\n")


if __name__ == "__main__":
    unittest.main()
