#!/usr/bin/env python3
"""Checks that folders of the code are layers.

usage: check-layers.py [LAYERS]

LAYERS (default: utils/layers.txt) lists areas, each with its folders in order. A
file includes only from its own folder and from the folders before it. Modules do not
include each other in a circle; a module is a header and the source files that include it
first. Each violation is a line; exit status 1 if there is any.
"""

import collections
import graphlib
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
INCLUDE = re.compile(r'^#include "([^"]+)"', re.MULTILINE)


def read_layers(path: pathlib.Path) -> dict[str, list[str]]:
    """The folders of each area, in order."""
    layers: dict[str, list[str]] = {}
    area = ""
    for line in path.read_text().splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        word = line.split()[0]
        if line.startswith(" "):
            layers[area].append(word)
        else:
            area = word
            layers[area] = []
    return layers


class Area:
    """The source files of one area."""

    def __init__(self, name: str, folders: list[str]):
        self.folder = ROOT / name
        self.rank = {folder: place for place, folder in enumerate(folders)}
        self.rank["."] = len(folders)
        self.files = [
            path for path in sorted(self.folder.rglob("*"))
            if path.suffix in (".h", ".cpp", ".inc", ".S") and path.is_file()
        ]

    def layer(self, path: pathlib.Path) -> str:
        parts = path.relative_to(self.folder).parts
        return parts[0] if len(parts) > 1 else "."

    def includes(self, path: pathlib.Path) -> list[pathlib.Path]:
        """The files of the area that one file includes."""
        found = []
        for name in INCLUDE.findall(path.read_text()):
            for base in self.folder, self.folder / "include", path.parent:
                if (base / name).is_file():
                    found.append(base / name)
                    break
        return found

    def violations(self) -> list[str]:
        wrong = []
        graph: dict[str, set[str]] = collections.defaultdict(set)
        for path in self.files:
            layer = self.layer(path)
            name = path.relative_to(ROOT)
            if layer not in self.rank:
                wrong.append(f"{name}: no layer has this folder")
                continue
            for other in self.includes(path):
                below = self.layer(other)
                if self.rank.get(below, 0) > self.rank[layer]:
                    wrong.append(f"{name}: includes {other.relative_to(ROOT)}, "
                                 "of a later layer")
                if other.suffix == ".h" and path.suffix == ".h":
                    graph[str(name)].add(str(other.relative_to(ROOT)))
                elif module(other) != module(path):
                    graph[module(path)].add(module(other))
        # A source file belongs to the module of its header.
        modules: dict[str, set[str]] = collections.defaultdict(set)
        for user, used in graph.items():
            modules[stem(user)] |= {stem(each) for each in used} - {stem(user)}
        try:
            graphlib.TopologicalSorter(modules).prepare()
        except graphlib.CycleError as error:
            wrong.append("modules in a circle: " + " -> ".join(error.args[1]))
        return wrong


def module(path: pathlib.Path) -> str:
    return str(path.relative_to(ROOT))


def stem(name: str) -> str:
    return name.rsplit(".", 1)[0]


def main() -> int:
    layers = read_layers(pathlib.Path(
        sys.argv[1] if len(sys.argv) > 1 else ROOT / "utils/layers.txt"))
    wrong = []
    for name, folders in layers.items():
        wrong += Area(name, folders).violations()
    print("\n".join(wrong) if wrong else "all includes are of earlier layers")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
