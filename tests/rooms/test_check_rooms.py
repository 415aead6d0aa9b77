#!/usr/bin/env python3
"""check_rooms.py finds mistakes, in small trees with one each."""

import tempfile
import unittest
from pathlib import Path

import check_rooms

RIGHT = {
    "generator/ir/program.hpp": '#include <vector>\n#include "ir/operand.hpp"\n',
    "generator/spec/spec.cpp": '#include "ir/program.hpp"\n',
    "generator/cli/main.cpp": '#include "spec/spec.hpp"\n#include "bench/row.hpp"\n#include "limbsmith/batch.hpp"\n',
    "runtime/include/limbsmith/batch.hpp": '#include "limbsmith/error.hpp"\n',
    "runtime/jit/device.cpp": '#include "limbsmith/batch.hpp"\n',
    "bench/row.cpp": '#include "spec/spec.hpp"\n',
    "session/session.cpp": '#include "spec/spec.hpp"\n',
    "docs/architecture.md": """
| place | its one job | may use |
|---|---|---|
| `generator/ir` | programs | nothing |
| `generator/spec` | requests | `ir` |
| `runtime/include/limbsmith` | batches | nothing |
| `runtime/jit` | devices | `limbsmith` |
| `bench` | measures | `spec` |
| `session` | the library face | `spec` |
| `generator/cli` | commands | `spec`, `bench`, `limbsmith` |
""",
}


LATER = {"solver/rho/walk.cpp": '#include "session/session.hpp"\n', "python/module.cpp": '#include "session/session.hpp"\n'}
LATER_ROWS = "| `solver` | logarithms | `session` |\n| `python` | arrays | `session` |\n"


def complaints(more=None, **changes):
    """The complaints of the tree with more files, and with lines added to files: spec_cpp="..." to the file of that name."""
    with tempfile.TemporaryDirectory() as name:
        for path, text in {**RIGHT, **(more or {})}.items():
            file = Path(name) / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text + changes.get(file.name.replace(".", "_"), ""))
        return list(check_rooms.complaints(Path(name)))


class Rooms(unittest.TestCase):
    def test_right(self):
        self.assertEqual(complaints(), [])

    def test_circle(self):
        circle = complaints(program_hpp='  #  include "cli/options.hpp"\n')[0]
        self.assertIn("in a circle", circle)
        self.assertIn("generator/ir/program.hpp includes cli/", circle)
        self.assertIn("generator/spec/spec.cpp includes ir/", circle)

    def test_runtime_uses_generator(self):
        self.assertIn("runtime/jit/device.cpp of runtime/ includes generator/ir", complaints(
            device_cpp='#include "ir/program.hpp"\n'))

    def test_not_allowed(self):
        self.assertEqual(complaints(main_cpp='#include "ir/program.hpp"\n'), [
            "generator/cli/main.cpp includes ir/, which docs/architecture.md does not allow to generator/cli"])

    def test_allowed_and_not_used(self):
        self.assertEqual(complaints(architecture_md="| `bench` | measures | `spec`, `ir` |\n"), [
            "docs/architecture.md allows ir to bench, which includes nothing of it"])

    def test_rooms_that_come_later(self):
        self.assertEqual(complaints(LATER, architecture_md=LATER_ROWS), [])
        self.assertEqual(complaints(LATER), [
            "docs/architecture.md has no row for the room python", "docs/architecture.md has no row for the room solver"])
        self.assertEqual(complaints(architecture_md=LATER_ROWS), [
            "docs/architecture.md has a row for python, which is no room",
            "docs/architecture.md has a row for solver, which is no room"])

    def test_rooms_that_come_later_use_what_they_may(self):
        self.assertEqual(complaints(LATER, architecture_md=LATER_ROWS, walk_cpp='#include "spec/spec.hpp"\n'), [
            "solver/rho/walk.cpp includes spec/, which docs/architecture.md does not allow to solver"])
        self.assertIn("in a circle", complaints(LATER, architecture_md=LATER_ROWS, session_cpp='#include "solver/rho.hpp"\n')[0])
        self.assertIn("runtime/jit/device.cpp of runtime/ includes solver", complaints(
            LATER, architecture_md=LATER_ROWS, device_cpp='#include "solver/rho.hpp"\n'))

    def test_no_room(self):
        self.assertEqual(complaints(architecture_md="| `generator/attic` | old | nothing |\n"), [
            "docs/architecture.md has a row for generator/attic, which is no room"])


if __name__ == "__main__":
    unittest.main()
