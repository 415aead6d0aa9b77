#!/usr/bin/env python3
"""Rooms include each other as docs/architecture.md says, and nowhere in a circle.

The rooms are the folders of generator/ and runtime/, and those of TOP that there are. Includes are read as the compiler reads
them: the first folder of "room/file.hpp" names the room. Files of a sub-folder belong to its room.
"""

import argparse
import re
import sys
from pathlib import Path

INCLUDE = re.compile(r'^\s*#\s*include\s+["<]([\w.]+)/[\w./]+[">]', re.MULTILINE)
ROW = re.compile(r"^\|(?P<places>[^|]*)\|[^|]*\|(?P<uses>[^|]*)\|$", re.MULTILINE)
WORD = re.compile(r"`([\w/]+)`")
TOP = ("bench", "session", "python", "solver")  # rooms beside generator/ and runtime/
PUBLIC = "limbsmith"  # the headers in runtime/include/limbsmith are included by this name


def rooms_of(source):
    """The folder of each room, by the name that includes have."""
    rooms = {name: source / name for name in TOP if (source / name).is_dir()}
    rooms[PUBLIC] = source / "runtime/include/limbsmith"
    for house in ("generator", "runtime"):
        for folder in sorted(path for path in (source / house).iterdir() if path.is_dir()):
            if folder == source / "runtime/include":
                continue
            if folder.name in rooms:
                sys.exit(f"FAILED: two rooms are called {folder.name}")
            rooms[folder.name] = folder
    return rooms


def included(rooms):
    """For each room the rooms that it includes, each with one file that does."""
    graph = {}
    for room, folder in rooms.items():
        graph[room] = {}
        for file in sorted(folder.rglob("*.[ch]pp")):
            for other in INCLUDE.findall(file.read_text()):
                if other in rooms and other != room:
                    graph[room].setdefault(other, file)
    return graph


def cycle_of(graph):
    """Rooms that include each other in a circle, the first again at the end; or an empty list."""
    done = set()

    def search(path):
        for other in graph[path[-1]]:
            if other in path:
                return path[path.index(other):] + [other]
            if other not in done:
                found = search([*path, other])
                if found:
                    return found
        done.add(path[-1])
        return []

    for room in graph:
        found = [] if room in done else search([room])
        if found:
            return found
    return []


def table_of(text):
    """The rooms that each room may use by docs/architecture.md. A row may be about several rooms."""
    table = {}
    for row in ROW.finditer(text):
        for place in WORD.findall(row["places"]):
            if place.split("/")[0] in ("generator", "runtime", *TOP):
                table[place] = set(WORD.findall(row["uses"]))
    return table


def complaints(source):
    rooms = rooms_of(source)
    graph = included(rooms)
    names = {name: folder.relative_to(source).as_posix() for name, folder in rooms.items()}
    file_of = {room: {other: file.relative_to(source) for other, file in uses.items()} for room, uses in graph.items()}

    circle = cycle_of(graph)
    if circle:
        yield "rooms include each other in a circle: " + ", ".join(
            f"{file_of[room][other]} includes {other}/" for room, other in zip(circle, circle[1:]))
    for room, uses in file_of.items():
        if names[room].startswith("runtime/"):
            for other, file in uses.items():
                if not names[other].startswith("runtime/"):
                    yield f"{file} of runtime/ includes {names[other]}"

    table = table_of((source / "docs/architecture.md").read_text())
    for place in sorted(set(table) ^ set(names.values())):
        yield f"docs/architecture.md has a row for {place}, which is no room" if place in table else \
            f"docs/architecture.md has no row for the room {place}"
    for room, uses in file_of.items():
        said = table.get(names[room], set(uses))
        for other in sorted(set(uses) - said):
            yield f"{uses[other]} includes {other}/, which docs/architecture.md does not allow to {names[room]}"
        for other in sorted(said - set(uses)):
            yield f"docs/architecture.md allows {other} to {names[room]}, which includes nothing of it"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--source", required=True, type=Path, help="limbsmith's source tree")
    found = list(complaints(parser.parse_args().source))
    if found:
        sys.exit("FAILED: " + "\n        ".join(found))
    print("the rooms are as docs/architecture.md says")


if __name__ == "__main__":
    main()
