#!/usr/bin/env python3
"""Writes docs/reference/ from the comments of generated headers (which come from the templates and the
contracts), those of the public headers of runtime/ and session/, and the texts of --help.

make_reference.py LIMBSMITH         writes the pages anew
make_reference.py --check LIMBSMITH says which page differs, and ends with 1
"""
import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs/reference"
NOTE = "<!-- Made by docs/make_reference.py (`./dev generate`). DO NOT EDIT. -->\n"

HEADERS = [  # page, title, the command whose header is shown
    ("numbers", "Numbers of a width", ["--bits", "131"]),
    ("field", "Arithmetic modulo a number", ["--modulus", "@eccp131.p", "--name", "eccp131"]),
    ("runtime-field", "Arithmetic modulo a number that is given at run time",
     ["--bits", "256", "--modulus", "runtime", "--name", "mod256"]),
]
PUBLIC = [ROOT / "runtime/include/limbsmith", ROOT / "session/include/limbsmith"]


def comments(text):
    """The lines at the top; and (comment lines, declarations) for every public declaration, together with the following
    declarations that have no comment."""
    top, found, block, scopes, is_new, after = None, [], [], [], False, 0
    lines = text.splitlines()
    for number, line in enumerate(lines):
        hidden = any(scopes)  # within a body, a private part, a namespace that is not for users
        word = line.strip()
        if word.startswith("//"):
            block.append(re.sub(r"^\s*// ?", "", line))
            is_new = True
            continue
        if is_new and top is None:
            top, block = block, []
        if word in ("private:", "public:"):
            scopes[-1] = word == "private:"
        code = None
        if word and not hidden and number >= after:
            code, length = declaration(lines[number:])
            after = number + length
        is_type = code and re.match(r"(template <.*> )?(struct|class|enum)\b", code)
        if code and (block or is_type):
            found.append((block, [code]))
        elif code and found:
            found[-1][1].append(code)
        if word:
            block, is_new = [], False
        scope = re.match(r"(template <.*> )?(inline )?(namespace|struct|class|enum)\b", word)
        for brace in re.findall("[{}]", line):
            if brace == "}":
                scopes and scopes.pop()
            else:
                scopes.append(not scope or bool(re.match(r"(inline )?namespace (detail|ops|operators)\b|namespace {", word)))
                scope = None
    return top or [], found


def declaration(lines):
    """A function, type or constant without its body, and its number of lines; None for other lines."""
    if not re.match(r"\s*(template|struct|class|constexpr|inline|enum|using|explicit|static|LIMBSMITH_(FN|VIEW) |[\w:<>,&* ]+\()",
                    lines[0]) or re.match(r"\s*(return|if|for|while|asm|uint\w+ \w+ = |static_assert|inline namespace |struct one_header_of_this_name |struct \w+;|template <>|enum :|using [\w:]+;)", lines[0]):
        return None, 1
    text = ""
    for length, line in enumerate(lines[:12], 1):
        text += " " + line.strip()
        if re.search(r"[{;]", line):
            break
    text = re.sub(r"\b(LIMBSMITH_(FN|VIEW)|inline|constexpr) ", "", text.strip())
    text = re.split(r"\{| : \w+\(", text)[0].strip().rstrip(";")
    return re.sub(r"\s+", " ", text), length


def name_of(code):
    """The name in a declaration: add, class batch ..."""
    code = re.sub(r"^template <.*?> (?=struct|class|using|[\w:]+[ <])", "", code)
    known = re.match(r"(?:struct|class|enum class|using) \w+", code) or re.search(r"operator\W+(?=\()|~?\w+(?=\(| = )", code)
    return known[0] if known else code


def items(comment):
    """A comment as Markdown: text, then `key: value` lines as a list."""
    text, listed = [], []
    for line in comment:
        counts = re.match(r"(\d+ instructions): (.*)", line)
        named = re.match(r"(\w+): (.*)", line)
        if counts:
            listed.append(f"- cost: {counts[1]}: {counts[2]}")
        elif named and named[1] in ("requires", "ensures", "source", "Errors", "Requires", "Ensures", "calls", "bound"):
            listed.append(f"- {named[1].lower()}: {named[2]}")
        elif listed and not named:
            listed[-1] += " " + line.strip()
        else:
            text.append(line)
    plain = "\n".join(text)
    if text and (" = " in plain or "mod " in plain) and len(text) == 1:
        plain = f"`{plain}`"
    return plain + ("\n\n" + "\n".join(escape(line) for line in listed) if listed else "")


def escape(text):
    return re.sub(r"([*<>])", r"\\\1", text)


def page(title, top, entries):
    out = [f"# {title}\n", NOTE]
    if top:
        out.append("```\n" + "\n".join(top) + "\n```\n")
    for comment, codes in entries:
        declared = "\n".join(f"{code};" for code in codes)
        out.append(f"### {name_of(codes[0])}\n\n```cpp\n{declared}\n```\n\n{items(comment).strip()}\n")
    return "\n".join(out)


def run(limbsmith, *arguments):
    done = subprocess.run([limbsmith, *arguments], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"limbsmith {' '.join(arguments)}: {done.stderr}")
    return done.stdout


def command_line(limbsmith):
    text = run(limbsmith, "--help")
    names = re.findall(r"^  ([\w-]+) ", text[text.index("Subcommands:"):], re.MULTILINE)
    out = ["# The command line\n", NOTE, f"```\n{text.strip()}\n```\n"]
    for name in names:
        # CLI11 lists the options that exclude another one in an order that differs between builds.
        text = re.sub(r"(?<=Excludes: ).*", lambda names: " ".join(sorted(names[0].split())), run(limbsmith, name, "--help"))
        out.append(f"## limbsmith {name}\n\n```\n{text.strip()}\n```\n")
    return "\n".join(out)


def pages(limbsmith):
    """{file name: text}"""
    made = {"command-line.md": command_line(limbsmith)}
    index = ["# Reference\n", NOTE, "- [The command line](command-line.md)"]
    with tempfile.TemporaryDirectory() as folder:
        for name, title, options in HEADERS:
            header = pathlib.Path(folder) / "header.cuh"
            run(limbsmith, "generate", *options, "-o", str(header))
            top, entries = comments(header.read_text())
            made[f"{name}.md"] = page(f"{title}: `limbsmith generate {' '.join(options)}`", top, entries)
            index.append(f"- [{title}]({name}.md)")
    headers = {path.relative_to(folder.parent).as_posix(): path for folder in PUBLIC for path in folder.rglob("*.hpp")}
    for name, path in sorted(headers.items()):
        top, entries = comments(path.read_text())
        file = f"{name.removesuffix('.hpp').replace('/', '-')}.md"
        made[file] = page(f"`<{name}>`", top, entries)
        index.append(f"- [`<{name}>`]({file}): {top[0] if top else ''}")
    made["README.md"] = "\n".join(index) + "\n"
    return made


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("limbsmith")
    arguments = parser.parse_args()
    made = pages(arguments.limbsmith)
    there = {path.name: path.read_text() for path in FOLDER.glob("*.md")}
    if arguments.check:
        wrong = sorted(name for name in made.keys() | there.keys() if made.get(name) != there.get(name))
        if wrong:
            sys.exit(f"docs/reference: {', '.join(wrong)}: differ from the sources; ./dev generate makes them")
        return
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in there.keys() - made.keys():
        (FOLDER / name).unlink()
    for name, text in made.items():
        (FOLDER / name).write_text(text)


main()
