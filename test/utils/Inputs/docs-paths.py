"""Checks that the paths in documents exist.

usage: docs-paths.py [--links] SOURCES

Prints each fault as "DOCUMENT: PATH"; exits with 1 if there is one. These are paths:

- a relative link of Markdown, and its #heading;
- a document of docs/manual that README.md and the documents to which it links do not name:
  "README.md: no way to DOCUMENT".

Without --links, for source trees, also:

- a word in backquotes that begins with a folder of SOURCES or of SOURCES/test; it may
  be a pattern.
"""

import pathlib
import re
import sys

LINK = re.compile(r"\]\(([^)\s]+)\)|^\[[^\]]+\]: (\S+)", re.MULTILINE)
QUOTED = re.compile(r"(?<!`)`{1,2}([^`\s]+)`{1,2}(?!`)")
CODE_BLOCK = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


def anchor(heading: str) -> str:
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def anchors(text: str) -> set[str]:
    return {anchor(line) for line in re.findall(r"^#+ (.*)", text, re.MULTILINE)}


def broken_links(document: pathlib.Path, text: str) -> list[str]:
    faults = []
    for target in (first or second for first, second in LINK.findall(text)):
        if re.match(r"\w+:", target):
            continue
        path, _, heading = target.partition("#")
        file = document.parent / path if path else document
        if not file.exists():
            faults.append(target)
        elif heading and heading not in anchors(file.read_text()):
            faults.append(target)
    return faults


def linked_documents(root: pathlib.Path, document: pathlib.Path) -> set[pathlib.Path]:
    text = CODE_BLOCK.sub("", document.read_text())
    targets = (first or second for first, second in LINK.findall(text))
    files = {(document.parent / each.partition("#")[0]).resolve() for each in targets}
    return {each for each in files if each.is_file() and root.resolve() in each.parents}


def unreachable_documents(root: pathlib.Path) -> list[str]:
    """Documents of the manual that are more than two steps from README.md."""
    near = linked_documents(root, root / "README.md")
    for document in [each for each in near if each.suffix == ".md"]:
        near |= linked_documents(root, document)
    manual = (root / "docs/manual").resolve()
    return [
        f"no way to {document.relative_to(root.resolve())}"
        for document in sorted(manual.glob("*.*"))
        if document.suffix in (".md", ".rst") and document not in near
    ]


def broken_paths(root: pathlib.Path, text: str) -> list[str]:
    bases = [root, root / "test"]
    return [
        word
        for word in QUOTED.findall(text)
        if re.fullmatch(r"[\w.*+/-]+/[\w.*+/-]*", word)
        and any((base / word.split("/")[0]).is_dir() for base in bases)
        and not word.startswith(("build", "/", "."))
        and not any(any(base.glob(word.rstrip("/"))) for base in bases)
    ]


def faults_of(root: pathlib.Path, document: pathlib.Path, only_links: bool) -> list[str]:
    text = CODE_BLOCK.sub("", document.read_text())
    faults = broken_links(document, text)
    if document == root / "README.md":
        faults += unreachable_documents(root)
    # The changelog may name removed files.
    if not only_links and document.name != "CHANGELOG.md":
        faults += broken_paths(root, text)
    return faults


def main(arguments: list[str]) -> int:
    root = pathlib.Path(arguments[-1])
    documents = sorted(root.glob("*.md"))
    for folder in ("docs", "examples"):
        documents += sorted((root / folder).rglob("*.*"))
    found = False
    for document in documents:
        if document.suffix not in (".md", ".rst"):
            continue
        for fault in faults_of(root, document, arguments[0] == "--links"):
            print(f"{document.relative_to(root)}: {fault}")
            found = True
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
