#!/usr/bin/env python3
"""Turns a Jinja2 template into data that generator/jinja fills in: compile.py TEMPLATE OUTPUT.

Jinja2's own parser reads it, so that its rules on white space hold. The output is JSON: the statements of the template, one
a line; text is a string, any other node an object with its kind under "is" and the fields that it has. A construct
that generator/jinja does not know is refused here, with its line: ends with 1. Ends with 3 where Jinja2 cannot be imported.
"""
import json
import pathlib
import sys

try:
    from jinja2 import Environment, nodes
except ImportError:
    print("compile.py: no jinja2 here: ./dev setup, or python3 -m pip install jinja2", file=sys.stderr)
    sys.exit(3)

KINDS = {
    nodes.Output, nodes.Name, nodes.Const, nodes.List, nodes.Getattr, nodes.Getitem, nodes.Slice,
    nodes.Call, nodes.CallBlock, nodes.Macro, nodes.FromImport, nodes.Filter, nodes.Keyword, nodes.Assign, nodes.For,
    nodes.If, nodes.CondExpr, nodes.Compare, nodes.Operand, nodes.Concat, nodes.And, nodes.Or, nodes.Not, nodes.Neg, nodes.Add,
    nodes.Sub, nodes.Mul, nodes.Mod,
}
FILTERS = {"join", "length", "list", "map", "selectattr", "unique", "upper"}
LOOP = {"index", "index0", "first", "last"}
OPERATORS = {"eq", "ne", "lt", "lteq", "gt", "gteq", "in", "notin"}
# Fields of nodes that these templates do not use; any other value than this one is refused.
UNUSED = {"ctx": None, "recursive": False, "test": None, "else_": [], "dyn_args": None, "dyn_kwargs": None,
          "with_context": False, "step": None, "defaults": []}
USED = {"If": ["test", "else_"], "CondExpr": ["test"], "For": ["test"]}


def refuse(node, what):
    sys.exit(f"{sys.argv[1]}:{node.lineno}: {what} is not among the constructs that generator/jinja fills in")


def check(node):
    kind = type(node).__name__
    if type(node) not in KINDS:
        refuse(node, kind)
    for name, value in node.iter_fields():
        if name in UNUSED and name not in USED.get(kind, []) and value != UNUSED[name] and name != "ctx":
            refuse(node, f"{kind} with {name}")
    if isinstance(node, nodes.Filter) and node.name not in FILTERS:
        refuse(node, f"the filter {node.name}")
    if isinstance(node, nodes.Operand) and node.op not in OPERATORS:
        refuse(node, f"the comparison {node.op}")
    if isinstance(node, nodes.Compare) and len(node.ops) != 1:
        refuse(node, "a chain of comparisons")
    if isinstance(node, nodes.Mod) and isinstance(node.left, nodes.Const):
        refuse(node, "a format")
    if isinstance(node, nodes.Call) and not isinstance(node.node, nodes.Name):
        refuse(node, "a call of a method")
    if isinstance(node, nodes.Getattr) and isinstance(node.node, nodes.Name) and node.node.name == "loop" and node.attr not in LOOP:
        refuse(node, f"loop.{node.attr}")
    if isinstance(node, (nodes.Assign, nodes.For)) and not isinstance(node.target, nodes.Name):
        refuse(node, "several targets")


def data(part):
    """A node, or a field of a node, as JSON."""
    if isinstance(part, nodes.TemplateData):
        return part.data
    if isinstance(part, nodes.Node):
        check(part)
        fields = {name.rstrip("_"): data(value) for name, value in part.iter_fields() if name not in UNUSED or
                  name in USED.get(type(part).__name__, [])}
        return {"is": type(part).__name__} | fields
    if isinstance(part, (list, tuple)):
        return [data(item) for item in part]
    return part


def main():
    template, output = map(pathlib.Path, sys.argv[1:])
    environment = Environment(trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True)
    body = data(environment.parse(template.read_text()).body)
    lines = ",\n".join(json.dumps(statement, separators=(",", ":")) for statement in body)
    output.write_text(f"[\n{lines}\n]\n")


main()
