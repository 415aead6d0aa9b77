#!/usr/bin/env python3
"""The commands on the pages work: those of limbsmith are run, in the order of their page, in a folder of its own. For other
commands, and for those with a placeholder (FILE, …), the names of files, subcommands and options are checked. Options in
the text are those of some command, and docs/header.md has every operation.

The parts in brackets, which a reader may leave out, are left out. To save time, random draws at most 100 numbers, bench only
lists rows, and a command is run once. Reports, schedules of all suites and machine code have tests of their own, which take longer; here
their options are checked. Commands for a GPU may end with exit code 3."""

import argparse
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

from page import command_lines, inline_code, pages

TESTED_ELSEWHERE = {"docs/experiments.md"}  # by tests/bench/check_experiments.py
GENERATED = "docs/reference/"
PLACEHOLDER = re.compile(r"…|\.\.\.|\b[A-Z]{3,}\b|\bT\b")
FEW = 100
# Options in the text of pages that belong to programs other than limbsmith.
OTHERS = {"--interpret": "examples/pi/pi.cpp", "--kind": "tests/fuzz/main.cpp", "--install": None, "--prefix": None,
          "--gres": None, "--gpus-per-task": None, "--scheduler": "examples/dask/expression.py", "--build": None, "--check": "dev", "--all": "dev",
          "--strict": None, "--save": "examples/python/ecm.py", "--docs": "packaging/release_notes.py"}


def options_of(text):
    return re.findall(r"(?<![\w-])--[a-z][a-z-]*", text)


class Checker:
    def __init__(self, root, limbsmith, folder):
        self.root, self.limbsmith, self.folder, self.found = root, limbsmith, folder, []
        names = re.findall(r"^  ([a-z-]+) ", self.run("--help").stdout.split("Subcommands:")[1], re.MULTILINE)
        self.help = {name: self.run(name, "--help").stdout for name in names}
        self.known = {option for text in self.help.values() for option in options_of(text)} | {"--version"}
        self.ran = []

    def run(self, *arguments):
        return subprocess.run([self.limbsmith, *arguments], cwd=self.folder, text=True, check=False, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def say(self, page, what):
        self.found.append(f"{page}: {what}")

    def check(self, page, command):
        """A line of code on a page, which may have several commands."""
        command = re.sub(r"^printf .* \| ", "", command)
        for part in command.split(" && "):
            words = part.split() or [""]
            first = words[0].removeprefix("build/")
            if first == "limbsmith":
                self.check_limbsmith(page, part)
            elif first == "./dev":
                if len(words) > 1 and not re.search(rf"^  {words[1]} ", (self.root / "dev").read_text(), re.MULTILINE):
                    self.say(page, f"./dev help has no {words[1]}")
            elif first in ("python3", "cmake") or first.startswith("examples/"):
                self.check_other(page, part, words, first)

    def check_limbsmith(self, page, command):
        rest = command.split(maxsplit=1)[1]
        name = rest.split()[0]
        if name not in self.help:
            return self.say(page, f"limbsmith has no command {name}: {command}")
        for option in options_of(rest):
            if option not in options_of(self.help[name]):
                self.say(page, f"limbsmith {name} has no {option}: {command}")
        shown = re.sub(r"\[(?:[^][]|\[[^]]*\])*\]", "", rest)
        arguments = shlex.split(shown)
        is_tested = name in ("report", "cache") or "--machine" in arguments or "all" in arguments
        if is_tested or PLACEHOLDER.search(re.sub(r"'[^']*'", "", shown)) or arguments in self.ran:
            return None
        self.ran.append(list(arguments))
        if name == "random" and "--count" in arguments:
            at = arguments.index("--count") + 1
            arguments[at] = str(min(int(arguments[at]), FEW))
        if name == "bench":
            arguments.append("--dry-run")
        done = self.run(*arguments)
        if done.returncode != 0 and not ("cuda" in arguments and done.returncode == 3):
            self.say(page, f"exit code {done.returncode}: limbsmith {' '.join(arguments)}\n{done.stderr[-1000:]}")
        return None

    def check_other(self, page, command, words, first):
        for word in words[1:] if first != "cmake" else []:
            if word.endswith((".py", ".md")) and not PLACEHOLDER.search(word) and not (self.root / word).exists():
                self.say(page, f"there is no {word}: {command}")
        if first.startswith("examples/"):
            sources = list((self.root / first).glob("*.[ch]pp")) + list((self.root / "examples").glob("*.hpp"))
            if not (self.root / first).is_dir():
                self.say(page, f"there is no example {first}: {command}")
        elif first == "python3":
            sources = [self.root / words[1]]
        else:
            sources = [self.root / "CMakeLists.txt", self.root / "cmake/install.cmake"]
            text = "".join(path.read_text() for path in sources)
            for name in re.findall(r"-D(\w+)=", command):
                if not name.startswith("CMAKE_") and name not in text:
                    self.say(page, f"CMake knows no {name}: {command}")
            return
        text = "".join(path.read_text(encoding="utf-8") for path in sources if path.exists())
        for option in options_of(command):
            if option not in text:
                self.say(page, f"{words[0]} {first} has no {option}: {command}")

    def check_text(self, page, code):
        """Code within a sentence: a command of limbsmith, or options."""
        words = code.split()
        if words[0] == "limbsmith" and len(words) > 1 and re.fullmatch("[a-z-]+", words[1]):
            if words[1] not in self.help:
                return self.say(page, f"limbsmith has no command {words[1]}: `{code}`")
            wanted = set(options_of(self.help[words[1]]))
        else:
            wanted = self.known
        if words[0] in ("g++", "cmake"):
            return None
        for option in options_of(code):
            if option not in wanted and option not in OTHERS:
                self.say(page, f"no command has {option}: `{code}`")
            elif OTHERS.get(option) and option not in wanted and option not in (self.root / OTHERS[option]).read_text():
                self.say(page, f"{OTHERS[option]} has no {option}: `{code}`")
        return None

    def check_operations(self):
        listed = json.loads(self.run("list", "--json").stdout)
        names = {entry["name"] for kind in listed.values() if isinstance(kind, list) for entry in kind
                 if isinstance(entry, dict) and "operands" in entry}
        text = (self.root / "docs/header.md").read_text(encoding="utf-8")
        for name in sorted(names):
            if not re.search(rf"\b{name}\b", text):
                self.say("docs/header.md", f"lacks the operation {name}")
        if len(names) < 50:
            self.say("docs/header.md", f"compared with {len(names)} operations only")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--source", required=True, type=Path)
    parser.add_argument("--limbsmith", required=True, type=Path)
    arguments = parser.parse_args()
    root = arguments.source.resolve()
    os.environ.update(LIMBSMITH_IMAGE_CACHE="off")
    with tempfile.TemporaryDirectory() as name:
        checker = Checker(root, arguments.limbsmith.resolve(), name)
        for path, text in pages(root).items():
            page = str(path.relative_to(root))
            if page in TESTED_ELSEWHERE or page.startswith(GENERATED):
                continue
            for file in "a.txt", "b.txt":
                checker.run("random", "--bits", "131", "--count", str(FEW), "-o", file)
            for command in command_lines(text):
                checker.check(page, command)
            for code in inline_code(text):
                checker.check_text(page, code)
        checker.check_operations()
    if checker.found:
        sys.exit("\n".join(checker.found))
    if len(checker.ran) < 30:
        sys.exit(f"only {len(checker.ran)} commands were found")
    print(f"{len(checker.ran)} commands work")


if __name__ == "__main__":
    main()
