"""Inserts quoted files into a Markdown page, or checks that the page has them.

usage: include-files.py [--write] PAGE

A line "<!-- file: NAME -->" is followed by the file NAME of this repository as a
block of code. Exits with 1 and names the page if a file differs.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LANGUAGES = {
    ".cpp": "cpp", ".c": "c", ".py": "python", ".yml": "yaml", ".baseline": "json"
}
QUOTE = re.compile(r"(<!-- file: (\S+) -->\n)(?:\n```\w*\n.*?\n```\n)?", re.DOTALL)


def quoted(match: re.Match) -> str:
    path = ROOT / match.group(2)
    language = LANGUAGES.get(path.suffix, "")
    return f"{match.group(1)}\n```{language}\n{path.read_text()}```\n"


def main() -> int:
    page = pathlib.Path(sys.argv[-1])
    text = page.read_text()
    wanted = QUOTE.sub(quoted, text)
    if sys.argv[1] == "--write":
        page.write_text(wanted)
    elif text != wanted:
        print(f"{page}: run utils/include-files.py --write on it", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
