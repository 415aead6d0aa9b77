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

environment = jinja2.Environment(
    loader=jinja2.FileSystemLoader(pathlib.Path(__file__).parent),
    undefined=jinja2.StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=True,
    autoescape=False,
)
sys.stdout.write(environment.get_template(sys.argv[1]).render(json.load(sys.stdin)))
