"""Runs check.py on derivations, as lines, a text or bytes."""
import contextlib
import io
import os
import tempfile
import unittest

import check
from examples import content


def outcome(lines):
    """The exit code and the line that is printed. Lines are JSON values, or the text of a file, or its bytes."""
    data = lines if type(lines) is bytes else (lines if type(lines) is str else content(lines)).encode()
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "derivation.jsonl")
        with open(path, "wb") as file:
            file.write(data)
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
            code = check.main([path])
    return code, printed.getvalue().strip()


class Case(unittest.TestCase):
    def holds(self, lines):
        self.assertEqual((0, ""), (outcome(lines)[0], "" if outcome(lines)[0] == 0 else outcome(lines)[1]))

    def refused(self, lines, start):
        code, line = outcome(lines)
        self.assertEqual(4, code, line)
        self.assertTrue(line.startswith(start + ": "), line)
        self.assertNotIn("\n", line)

    def unreadable(self, lines):
        code, line = outcome(lines)
        self.assertEqual(2, code, line)
        self.assertNotIn("\n", line)
