#!/usr/bin/env python3
"""Runs the commands of generated/commands.txt in another folder: generated/ must hold exactly their output."""

import argparse
import shlex
import tempfile
from pathlib import Path

import common


def files(folder):
    """{path in the folder: content}"""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def first_difference(old, new):
    """Number of the first line that differs, and the line on both sides."""
    old_lines, new_lines = old.splitlines() + [b"(end)"], new.splitlines() + [b"(end)"]
    for number, (a, b) in enumerate(zip(old_lines, new_lines), 1):
        if a != b:
            return f"line {number}:\n  committed {a.decode(errors='replace')}\n  made      {b.decode(errors='replace')}"
    return "line ends"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--limbsmith", required=True)
    parser.add_argument("--generated", required=True, type=Path)
    arguments = parser.parse_args()

    committed = files(arguments.generated)
    commands = committed.pop("commands.txt").decode()
    with tempfile.TemporaryDirectory() as folder:
        made_folder = Path(folder) / "generated"
        made_folder.mkdir()
        for line in commands.splitlines():
            words = shlex.split(line, comments=True)
            if not words:
                continue
            if words[:2] != ["limbsmith", "generate"]:
                common.fail(f"not a `limbsmith generate` command: {line}")
            common.run([Path(arguments.limbsmith).resolve(), *words[1:]], cwd=folder)
            print(line, flush=True)
        made = files(made_folder)
    if not made:
        common.fail("no command")
    for name in sorted(committed.keys() | made.keys()):
        if name not in made:
            common.fail(f"generated/{name}: made by no command")
        if name not in committed:
            common.fail(f"generated/{name}: missing; ./dev generate makes it")
        if committed[name] != made[name]:
            difference = first_difference(committed[name], made[name])
            common.fail(f"generated/{name}: differs from the output of its command now; {difference}")


if __name__ == "__main__":
    main()
