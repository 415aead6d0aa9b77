"""Writes the program that a page shows, its fences of C++ one after the other, to a file: example.py PAGE FILE"""
import re
import sys
from pathlib import Path

page, file = map(Path, sys.argv[1:])
programs = re.findall(r"^```cpp\n(.*?)^```$", page.read_text(), re.DOTALL | re.MULTILINE)
if not programs:
    sys.exit(f"{page} shows no program")
file.write_text("\n".join(programs))
