#!/usr/bin/env python3
"""Writes manual pages (man1/) and completions (limbsmith for bash, _limbsmith for zsh, limbsmith.fish) from the texts of --help.

manuals.py LIMBSMITH FOLDER
"""
import re
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Option:
    names: list     # -o, --output
    value: str      # FILE; empty for a flag
    text: str       # a sentence
    note: str = ""  # on its value, as CLI11 prints it

    @property
    def choices(self):
        """The values that an option names one after the other: `auto, montgomery, special`."""
        listed = re.sub(r"\([^)]*\)", "", self.text)
        found = re.search(r"(?:: |^)((?:[a-z]+\s*, )+[a-z]+)\s*$", listed)
        return [word.strip() for word in found[1].split(",")] if found and self.value else []


@dataclass
class Page:
    name: str       # empty for the program
    summary: str
    usage: str
    options: list = field(default_factory=list)
    positionals: list = field(default_factory=list)
    commands: list = field(default_factory=list)  # name, text
    end: str = ""


def help_of(limbsmith, *command):
    return subprocess.run([limbsmith, *command, "--help"], check=True, capture_output=True, text=True).stdout


def entries(lines):
    """The entries of a section: the term on the left, and its text."""
    found = []
    for line in lines:
        if line.startswith("   "):  # the text of an entry that was too long for its column
            found[-1] = found[-1][0], line.strip()
        else:
            left, _, text = line.strip().partition("  ")
            found.append((left, text.strip()))
    return found


def page_of(name, text):
    summary, usage, *rest = text.splitlines()
    page = Page(name, summary, usage.removeprefix("Usage: "))
    sections = {}
    body = iter(rest)
    for line in body:
        if line in ("Options:", "Positionals:", "Subcommands:"):
            section = sections.setdefault(line, [])
            for entry in body:
                if not entry:
                    break
                section.append(entry)
        elif line:
            page.end = "\n".join([line, *body])
    for left, about in entries(sections.get("Options:", [])):
        names, _, value = left.partition(" ")
        value, _, note = value.partition(" ")
        if value in ("Excludes:", "Needs:", "REQUIRED"):
            value, note = "", f"{value} {note}"
        page.options.append(Option(names.split(","), value, about, note.removesuffix("...").strip()))
    page.positionals = entries(sections.get("Positionals:", []))
    page.commands = entries(sections.get("Subcommands:", []))
    return page


def roff(text):
    return re.sub(r"^([.'])", r"\\&\1", text.replace("\\", "\\e").replace("-", "\\-"), flags=re.MULTILINE)


def manual(page, version, pages):
    title = f"limbsmith-{page.name}" if page.name else "limbsmith"
    out = [f'.TH {title.upper()} 1 "" "limbsmith {version}"', ".SH NAME", f"{roff(title)} \\- {roff(page.summary)}",
           ".SH SYNOPSIS", f".B {roff(page.usage)}"]
    for heading, rows in (("COMMANDS", page.commands), ("ARGUMENTS", page.positionals)):
        out += [f".SH {heading}"] * bool(rows)
        for left, text in rows:
            out += [".TP", f".B {roff(left)}", roff(text)]
    out.append(".SH OPTIONS")
    for option in page.options:
        out += [".TP", f".B {roff(', '.join(option.names))} {roff(option.value)}".rstrip(),
                roff(f"{option.text}{f' ({option.note})' if option.note else ''}")]
    if page.end:
        out += [".SH NOTES", ".nf", roff(page.end), ".fi"]
    others = [f"limbsmith-{it.name}" if it.name else "limbsmith" for it in pages if it is not page]
    out += [".SH SEE ALSO", ", ".join(f"\\fB{roff(other)}\\fR(1)" for other in others)]
    return "\n".join(out) + "\n"


def bash(commands):
    cases = "\n".join(
        f'        {page.name}) words="{" ".join(name for option in page.options for name in option.names)}" ;;' for page in commands)
    values = "\n".join(
        f'        {page.name}:{name}) words="{" ".join(option.choices)}" ;;'
        for page in commands for option in page.options if option.choices for name in option.names)
    return f"""# Completion of limbsmith for bash.
_limbsmith() {{
    local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} command=${{COMP_WORDS[1]}} words=
    if ((COMP_CWORD == 1)); then
        COMPREPLY=($(compgen -W "{" ".join(page.name for page in commands)} --help --version" -- "$word"))
        return
    fi
    case $command:$before in
{values}
    esac
    [[ -n $words || $word != -* ]] || case $command in
{cases}
    esac
    if [[ -n $words ]]; then
        COMPREPLY=($(compgen -W "$words" -- "$word"))
    else
        COMPREPLY=($(compgen -f -- "$word"))
    fi
}}
complete -o filenames -F _limbsmith limbsmith
"""


def quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"


def zsh(commands):
    def described(option, name):
        about = re.sub(r"([\[\]:\\])", r"\\\1", option.text)
        value = f":{option.value.split('=')[0] or ' '}:" + (f"({' '.join(option.choices)})" if option.choices else "_files")
        return quoted(f"{name}[{about}]{value if option.value else ''}")

    listed = "\n".join(f"    {quoted(f'{page.name}:{page.summary}')}" for page in commands)
    cases = "\n".join(
        f"    {page.name}) _arguments " + " ".join(described(option, name) for option in page.options for name in option.names) +
        " '*:file:_files' ;;" for page in commands)
    return f"""#compdef limbsmith
# Completion of limbsmith for zsh.
local -a commands=(
{listed}
)
if ((CURRENT == 2)); then
    _describe command commands
    return
fi
local command=$words[2]
shift words
((CURRENT -= 1))
case $command in
{cases}
esac
"""


def fish(commands):
    out = ["# Completion of limbsmith for fish."]
    for page in commands:
        out.append(f"complete -c limbsmith -n __fish_use_subcommand -f -a {page.name} -d {quoted(page.summary)}")
        for option in page.options:
            names = " ".join(f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in option.names)
            value = f" -x -a {quoted(' '.join(option.choices))}" if option.choices else " -r" if option.value else ""
            out.append(f"complete -c limbsmith -n '__fish_seen_subcommand_from {page.name}' {names}{value} -d {quoted(option.text)}")
    return "\n".join(out) + "\n"


def main():
    limbsmith, folder = sys.argv[1], Path(sys.argv[2])
    version = subprocess.run([limbsmith, "--version"], check=True, capture_output=True, text=True).stdout.split()[-1]
    program = page_of("", help_of(limbsmith))
    commands = [page_of(name, help_of(limbsmith, name)) for name, _ in program.commands]
    (folder / "man1").mkdir(parents=True, exist_ok=True)
    for page in (pages := [program, *commands]):
        name = f"limbsmith-{page.name}" if page.name else "limbsmith"
        (folder / "man1" / f"{name}.1").write_text(manual(page, version, pages))
    for name, made in (("limbsmith", bash), ("_limbsmith", zsh), ("limbsmith.fish", fish)):
        (folder / name).write_text(made(commands))


if __name__ == "__main__":
    main()
