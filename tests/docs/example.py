#!/usr/bin/env python3
"""Writes the program that a section of a page shows, its fences of C++ (of C for FILE.c) one after the other, to a file:
example.py PAGE HEADING FILE"""

import sys
from pathlib import Path

from page import fences, section

page, heading, file = sys.argv[1:]
programs = fences(section(Path(page).read_text(encoding="utf-8"), heading), "c" if file.endswith(".c") else "cpp")
if not programs:
    sys.exit(f"{page} shows no program under {heading}")
Path(file).write_text("\n".join(programs), encoding="utf-8")
