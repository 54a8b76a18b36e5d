"""Checks what a sidecar file says about stacks.

usage: stacks.py STACKS [CHECK...]

A CHECK is
  PATH=LOW:HIGH      percent of the samples whose stacks contain the functions of
                     PATH, "outer > inner", in this order, perhaps with others
                     between them; if the kernel counted nearly all samples at
                     a few interrupts, chance may move them further
  PATH#LOW:HIGH      the same in samples
  complete=LOW       percent of stacks that do not begin with a mark, at least
  profile=FILE       FILE, a profile, belongs to the sidecar, and both have equally
                     many samples, but for those after the end of the program's
                     profile: libraries end later, outside main
  belongs=FILE       FILE belongs to the sidecar
  cpu=PERCENT        samples and the process's CPU time differ by less than that
  thread=NAME        from here on, only samples of threads of this name; * for all
  kind=KIND          from here on, only samples of this kind: running, waiting, all
  folded, lost, whole  there are such samples, or neither
"""

import math
import pathlib
import sys
import zlib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "utils"))
import gmontext  # noqa: E402
import stackstext  # noqa: E402

CHECKED_OFFSET = 41
NOTE = 2**64 - 1
OTHER_SAMPLES = 5


class Checks:
    def __init__(self, path: str):
        self.of = stackstext.read(pathlib.Path(path).read_bytes())
        self.names = stackstext.Names()
        self.stacks = [
            [self.names.name(self.of, context) for context in self.of.stack(number)]
            for number in range(len(self.of.contexts) + 1)
        ]
        self.thread, self.kind = "*", "all"

    def samples(self):
        for each in self.of.samples:
            if self.thread in ("*", self.of.threads[each.thread].name):
                if self.kind in ("all", each.kind):
                    yield self.stacks[each.context], each.count

    def total(self) -> int:
        return sum(count for _, count in self.samples())

    def count(self, path: list[str]) -> int:
        """The samples whose stacks contain `path` as a subsequence."""

        def contains(stack):
            rest = iter(stack)
            return all(name in rest for name in path)

        return sum(count for stack, count in self.samples() if contains(stack))

    def profile(self, path: str, compares: bool) -> str:
        data = pathlib.Path(path).read_bytes()
        digest = (len(data), zlib.crc32(data[CHECKED_OFFSET:]))
        if digest not in self.of.profiles:
            return f"{digest} is not among {self.of.profiles}"
        if not compares:
            return ""
        found, has_arcs = 0, False
        for record in gmontext.decode(data, 64, None).records:
            if isinstance(record, gmontext.Histogram):
                found += sum(record.bins.values())
            elif isinstance(record, gmontext.Arc):
                has_arcs = True
                if (record.from_pc, record.self_pc) == (OTHER_SAMPLES, NOTE):
                    found += record.count
        expected = self.total() + self.of.facts["lost"]
        # Only a file with calls has notes, and so the samples in other modules.
        if not has_arcs and found <= expected:
            return ""
        late = sum(count for stack, count in self.samples() if "main" not in stack)
        if found <= expected <= found + late:
            return ""
        return f"{found} samples, {expected} in stacks, {late} of them outside main"

    def check(self, text: str) -> str:
        """Returns what is wrong, or an empty string."""
        facts = self.of.facts
        name, _, value = text.partition("=")
        if text in ("folded", "lost"):
            return "" if facts[text] else "none"
        if text == "whole":
            return f"{facts}" if facts["folded"] or facts["lost"] else ""
        if name == "thread":
            self.thread = value
        elif name == "kind":
            self.kind = value
        elif name in ("profile", "belongs"):
            return self.profile(value, name == "profile")
        elif name == "complete":
            bad = sum(
                count
                for stack, count in self.samples()
                if not stack or stack[0] in stackstext.MARKS.values()
            )
            percent = 100 - 100 * bad / max(self.total(), 1)
            return "" if percent >= float(value) else f"{percent}%"
        elif name == "cpu":
            expected = facts["rate"] * (facts["user"] + facts["system"]) / 1e9
            found = self.total() + facts["lost"]
            near = abs(found - expected) <= expected * float(value) / 100
            return "" if near else f"{found} samples, expected {expected}"
        else:
            return self.check_share(text)
        return ""

    def slack(self, share: float) -> float:
        """How far chance moves a share, in percent, on a machine that is so busy that few
        samples are independent: three standard deviations. Bounds suffice otherwise."""
        all_samples = sum(each.count for each in self.of.samples) + self.of.facts["lost"]
        squares = self.of.facts.get("squares", 0) or all_samples
        independent = self.total() * all_samples / max(squares, 1)
        if not independent or independent >= 50:
            return 0
        return 300 * math.sqrt(share * (1 - share) / independent)

    def check_share(self, text: str) -> str:
        separator = "#" if "#" in text else "="
        path, _, bounds = text.rpartition(separator)
        low, high = map(float, bounds.split(":"))
        found = float(self.count([name.strip() for name in path.split(">")]))
        if separator == "=":
            found = round(100 * found / max(self.total(), 1), 6)
            slack = self.slack((low + high) / 200)
            low, high = low - slack, high + slack
        return "" if low <= found <= high else f"{found}, total {self.total()}"


def main() -> int:
    checks = Checks(sys.argv[1])
    wrong = False
    for text in sys.argv[2:]:
        if error := checks.check(text):
            print(f"{text}: {error}", file=sys.stderr)
            wrong = True
    if wrong:
        print(checks.of.facts, file=sys.stderr)
        for number, each in enumerate(checks.of.threads):
            found = sum(s.count for s in checks.of.samples if s.thread == number)
            print(f"thread {each.id} {each.name}: {found}", file=sys.stderr)
        for stack, count in sorted(checks.samples(), key=lambda each: -each[1])[:20]:
            print(count, " > ".join(stack), file=sys.stderr)
    return wrong


if __name__ == "__main__":
    sys.exit(main())
