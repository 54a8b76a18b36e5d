"""Sphinx's configuration of the site that utils/build-site.sh makes.

The script copies the documents into one folder, in the layout of the source tree, so
the links of the sources are those of the site. README.md is the front page.
"""

import importlib.util
import pathlib
import re

from docutils import nodes
from pygments.lexers.special import TextLexer

project = "llvm-gprof"
extensions = ["myst_parser"]
root_doc = "README"
source_suffix = {".md": "markdown", ".rst": "restructuredtext"}
exclude_patterns = ["site"]
html_theme = "furo" if importlib.util.find_spec("furo") else "alabaster"
html_title = "llvm-gprof"
html_copy_source = False
html_show_sphinx = False
# Folders and files to which documents link, and the live page.
html_extra_path = ["extra"]
highlight_language = "text"
# Two dashes begin an option.
smartquotes = False
# Headings have the anchors that GitHub gives them.
myst_heading_anchors = 4

ROOT = pathlib.Path(__file__).parent
PAGES = {
    page.stem: re.search(r":Manual section: (\d)", page.read_text()).group(1)
    for page in (ROOT / "docs/manual").glob("*.rst")
}


def front_page(text: str) -> str:
    """Adds the table of contents, which GitHub would show as code."""
    manuals = "\n".join(f"docs/manual/{name}" for name in sorted(PAGES))
    live = ""
    if (ROOT / "extra/sqlite.html").exists():
        live = "\n[A live page: SQLite's speedtest1](sqlite.html)\n"
    trees = [
        ("Learn", "tutorial views coverage pgo faq examples", "docs/manual/"),
        ("Use", "ci formats compatibility reliability", "docs/manual/"),
        ("Cost", "benchmarks instructions", "docs/measurements/"),
        ("Design", "overview pass runtime analyzer stacks", "docs/design/"),
        ("Project", "CONTRIBUTING CHANGELOG", ""),
    ]
    parts = [
        (caption, "\n".join(folder + name for name in names.split()))
        for caption, names, folder in trees
    ]
    parts.insert(1, ("Manual pages", manuals))
    contents = "".join(
        f"\n```{{toctree}}\n:hidden:\n:titlesonly:\n:caption: {caption}\n\n{names}\n```\n"
        for caption, names in parts
    )
    title, rest = text.split("\n", 1)
    return title + "\n" + live + rest + contents


def manual_page(name: str, text: str) -> str:
    """Gives a manual page one title, and makes links of the pages that it names."""
    heading = re.compile(
        r"\A=+\n\S+\n=+\n\n-+\n(.*)\n-+\n\n(?::Manual .*\n)+", re.MULTILINE
    )

    def title(match: re.Match) -> str:
        words = f"{name}({PAGES[name]}): {match.group(1).replace('*', '')}"
        return f"{words}\n{'#' * len(words)}\n"

    def link(match: re.Match) -> str:
        page, section = match.groups()
        if PAGES.get(page) != section:
            return match.group(0)
        return f":doc:`{page}({section}) <{page}>`"

    text = heading.sub(title, text)
    return re.sub(r"\*\*([\w-]+)\*\*\\ \((\d)\)", link, text)


def read_source(app, name, source):
    if name == root_doc:
        source[0] = front_page(source[0])
    elif pathlib.PurePath(name).name in PAGES and name.startswith("docs/manual/"):
        source[0] = manual_page(pathlib.PurePath(name).name, source[0])


def link_to_extra(app, env, node, content):
    """Links to what is no document: a folder of the sources, the live page."""
    document = pathlib.PurePath(node.get("refdoc", root_doc))
    place = (ROOT / "extra" / document.parent / node["reftarget"]).resolve()
    if not place.exists():
        return None
    uri = "../" * (len(document.parts) - 1) + str(place.relative_to(ROOT / "extra"))
    return nodes.reference("", "", content, internal=True, refuri=uri)


def setup(app):
    app.add_lexer("mermaid", TextLexer)
    app.connect("source-read", read_source)
    app.connect("missing-reference", link_to_extra)
