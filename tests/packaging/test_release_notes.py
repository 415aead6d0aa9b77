#!/usr/bin/env python3
"""packaging/release_notes.py: the notes of each version of the changelog, and errors for those that are not there."""

import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SMALL = "# Changelog\n\nText.\n\n## Next\n\n## 0.2.0\n\n**New**\n\n- [Page](a.md#b), [far](https://c.d/e).\n\n### Part\n\n- x\n\n## 0.1.0\n\n- y\n"


def notes(*arguments):
    done = subprocess.run([sys.executable, "-B", ROOT / "packaging/release_notes.py", *arguments], capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


class Notes(unittest.TestCase):
    def small(self, *arguments):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "CHANGELOG.md"
            file.write_text(SMALL)
            return notes(*arguments, "--changelog", file)

    def test_one_version(self):
        self.assertEqual(self.small("0.2.0"), (0, "**New**\n\n- Page, [far](https://c.d/e).\n\n### Part\n\n- x\n", ""))
        self.assertEqual(self.small("0.1.0"), (0, "- y\n", ""))

    def test_links(self):
        for url in ("https://f.g/docs", "https://f.g/docs/"):
            code, text, _ = self.small("0.2.0", "--docs", url)
            self.assertEqual(code, 0)
            self.assertIn("- [Page](https://f.g/docs/a.md#b), [far](https://c.d/e).\n", text)

    def test_errors(self):
        self.assertEqual(self.small("0.3.0"),
                         (1, "", "release_notes.py: CHANGELOG.md has no version 0.3.0; it has Next, 0.2.0, 0.1.0\n"))
        self.assertEqual(self.small("Next"), (1, "", "release_notes.py: CHANGELOG.md has no notes on Next\n"))
        code, text, error = notes("0.2.0", "--changelog", "/no/such")
        self.assertEqual((code, text, error), (1, "", "release_notes.py: /no/such: No such file or directory\n"))
        self.assertEqual(notes()[0], 2)

    def test_the_changelog(self):
        """All of it is the notes of one version or another, and the version that is built has notes."""
        changelog = (ROOT / "docs/CHANGELOG.md").read_text()
        lines = [line for line in changelog.split("\n## ", 1)[1].splitlines()[1:] if line and not line.startswith("## ")]
        printed = []
        for version in re.findall(r"^## (.+)$", changelog, re.MULTILINE):
            code, text, error = notes(version, "--docs", "D")
            self.assertEqual((code, error), (0, ""))
            printed += [line.replace("](D/", "](") for line in text.splitlines() if line]
        self.assertEqual(printed, lines)
        built = re.search(r"project\(limbsmith VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text())[1]
        self.assertEqual(notes(built)[0], 0)


if __name__ == "__main__":
    unittest.main()
