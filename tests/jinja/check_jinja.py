#!/usr/bin/env python3
"""generator/jinja fills in templates as Jinja2 does, and templates/compile.py refuses everything else."""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import jinja2

MODEL = {"name": "q", "empty": [], "is_on": True, "is_off": False, "none": None, "bits": 131, "large": 2**64 - 1,
         "words": ["0x1", "0xff"], "ops": {"mul": True, "inv": False},
         "all": [{"name": "a", "type": "num", "n": 1}, {"name": "b", "type": "num", "n": 0}, {"name": "c", "type": "elem", "n": 2}]}

SAME = [
    "{{ name }} {{ bits }} {{ large }}\n",
    "  {% if is_on %}\n  yes\n  {% endif %}\n",
    "{% if is_off %}a{% elif empty %}b{% elif ops.inv %}c{% elif bits > 130 and ops.mul %}d{% else %}e{% endif %}",
    "{% if not none or missing %}short{% endif %}",
    "{% for w in words %}{{ loop.index0 }}{{ loop.index }}:{{ 'first' if loop.first }}{{ w }}{{ ', ' if not loop.last }}{% endfor %}|{% for w in empty %}x{% endfor %}",
    "{% for p in all[1:] %}{{ p.name }}{% endfor %}{{ all[0].type }}{{ all[0]['name'] }}{% for i in range(3) %}{{ i }}{% endfor %}",
    "{{ all|map(attribute='name')|join(', ') }} {{ all|map(attribute='type')|unique|list|length }} {{ name|upper }}",
    "{{ all[-1].name }} {% for p in all[:-1] %}{{ p.name }}{% endfor %}{{ all[1:2]|length }}{{ all[5:]|length }} {{ -bits + 1 }}",
    "{% for p in all if p.n %}{{ p.name }}{{ loop.index }}{{ ', ' if not loop.last }}{% endfor %}",
    "{{ all|selectattr('n')|map(attribute='name')|join('-') }}",
    "{{ bits + 2 * 3 - 1 }} {{ (bits - 1) % 32 }} {{ name ~ '::' ~ bits }}",
    "{{ 'in' if name in ['p', 'q'] else 'out' }} {{ 'x' if name not in ['p'] else 'y' }}",
    "{% for n in [1, 2, 3] %}{{ 'a' if n <= 1 else 'b' if n >= 3 else 'c' if n != 4 and n < 3 }}{% endfor %}",
    "{% set a = 1 %}{% for n in [5] %}{% set a = 2 %}{{ a }}{% endfor %}{{ a }}{% if is_on %}{% set a = 3 %}{% endif %}{{ a }}",
    "{% macro m(x, y) %}{{ x }}{{ later }}{{ y }}\n{% endmacro %}{% set later = name %}{{ m('<', bits) }}{{ m(1, 2) }}",
    "{% macro m(x) %}[{{ x }}{{ caller() }}]{% endmacro %}{% for w in words %}{% call m(w) %}{{ loop.index }}{{ w }}{% endcall %}{% endfor %}",
    "{% for w in words %}{% macro m() %}{{ w }}{% endmacro %}{{ m() }}{% endfor %}{# no text #}\n",
    "{% for a in words %}{% for b in words %}{{ a if a == b else loop.index }}{% endfor %}{% endfor %}\n\n",
    "a  {%- if is_on -%}  b  {%- endif %}\n{{ \"{{\" }} \\n \"quoted\"\n",
]
REFUSED = ["{{ name|lower }}", "{% include 'x' %}", "{{ name is string }}", "{{ +bits }}", "{{ name.upper() }}",
           "{{ all[::2] }}", "{{ 1 < bits < 3 }}", "{% macro m(x=1) %}{% endmacro %}",
           "{% for a, b in all %}{% endfor %}", "{{ bits // 2 }}", "{{ '%x' % bits }}", "{% for a in all %}{{ loop.length }}{% endfor %}", "{% filter upper %}x{% endfilter %}"]
WRONG = ["{{ missing }}", "{{ ops.missing }}", "{% for a in bits %}{% endfor %}", "{{ none }}", "{{ m() }}"]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fill", required=True)
    parser.add_argument("--compile", required=True)
    arguments = parser.parse_args()
    environment = jinja2.Environment(undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True,
                                     keep_trailing_newline=True)
    failures = []
    with tempfile.TemporaryDirectory() as folder:
        template, compiled, model = (Path(folder) / name for name in ("template", "compiled", "model"))
        model.write_text(json.dumps(MODEL))

        def compile_(text):
            template.write_text(text)
            return subprocess.run([sys.executable, arguments.compile, template, compiled], capture_output=True, text=True)

        def fill():
            return subprocess.run([arguments.fill, compiled, model], capture_output=True, text=True)

        for text in SAME:
            compile_(text).check_returncode()
            filled, wanted = fill(), environment.from_string(text).render(MODEL)
            if filled.stdout != wanted or filled.returncode != 0:
                failures.append(f"{text!r}\n  gives  {filled.stdout!r} {filled.stderr}\n  wanted {wanted!r}")
        for text in REFUSED:
            if compile_(text).returncode != 1:
                failures.append(f"{text!r} is not refused")
        for text in WRONG:
            compile_(text).check_returncode()
            if fill().returncode != 1:
                failures.append(f"{text!r} is filled in")
    print("\n".join(failures) or f"{len(SAME)} templates as by Jinja2, {len(REFUSED)} refused, {len(WRONG)} wrong")
    return bool(failures)


sys.exit(main())
