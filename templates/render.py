"""Fills a Jinja2 template of this folder with the JSON model on standard input: render.py NAME < model > text.

Exits with 3 where jinja2 cannot be imported, so that the caller can try another Python.
"""
import json
import pathlib
import sys

try:
    import jinja2
except ImportError:
    sys.exit(3)

folder = pathlib.Path(__file__).resolve().parent


def public_header(name):
    """The text of limbsmith/NAME for a file that stands alone: without its includes of others."""
    places = (folder.parent / "runtime/include/limbsmith", folder.parents[2] / "include/limbsmith")
    text = next(place / name for place in places if (place / name).exists()).read_text()
    return "".join(line for line in text.splitlines(True) if not line.startswith(("#pragma once", '#include "limbsmith/')))


environment = jinja2.Environment(
    loader=jinja2.FileSystemLoader(folder),
    undefined=jinja2.StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=True,
    autoescape=False,
)
environment.globals["public_header"] = public_header
sys.stdout.write(environment.get_template(sys.argv[1]).render(json.load(sys.stdin)))
