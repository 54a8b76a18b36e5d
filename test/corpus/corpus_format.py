"""The lit format of the corpus: every case of every cases.txt is a test."""

from __future__ import annotations

import os
import pathlib
import shutil
import subprocess

import lit.formats
import lit.Test

import corpus


class CorpusFormat(lit.formats.base.TestFormat):
    """Runs GPROF. LLVM_GPROF says whether GPROF is llvm-gprof, which has deviations,
    or GNU gprof itself, which has none."""

    def __init__(self, gprof: str, yaml2obj: str, llvm_gprof: bool):
        self.gprof, self.yaml2obj = gprof, yaml2obj
        self.deviations: dict[str, str] = {}
        if llvm_gprof:
            listed = corpus.HERE.parent / "known-deviations.txt"
            self.deviations = corpus.read_list(listed)

    def getTestsInDirectory(self, test_suite, path_in_suite, lit_config, local_config):
        folder = pathlib.Path(test_suite.getSourcePath(path_in_suite))
        if (folder / "cases.txt").exists():
            for case in corpus.read_cases(folder):
                yield lit.Test.Test(
                    test_suite, path_in_suite + (case.name,), local_config
                )

    def execute(self, test, lit_config):
        folder = pathlib.Path(test.getSourcePath()).parent
        cases = corpus.read_cases(folder)
        case = next(c for c in cases if c.name == test.path_in_suite[-1])
        if not os.path.exists(self.gprof):
            return lit.Test.UNRESOLVED, f"no such program: {self.gprof}"
        work = pathlib.Path(test.getExecPath() + ".tmp")
        shutil.rmtree(work, ignore_errors=True)
        work.mkdir(parents=True)
        try:
            corpus.prepare(case, work, self.yaml2obj)
            outcome = corpus.run(case, self.gprof, work, test.config.environment)
        except subprocess.TimeoutExpired:
            return lit.Test.TIMEOUT, f"no answer in {corpus.SECONDS} s"
        found = corpus.verdict(case, outcome)
        code = lit.Test.FAIL if found else lit.Test.PASS
        if case.title in self.deviations:
            if not found:
                code, found = lit.Test.FAIL, "equals GNU gprof, but is listed\n"
            elif not case.fails:
                found = corpus.verdict(case, outcome, deviates=True)
                code = lit.Test.FAIL if found else lit.Test.PASS
            else:
                code = lit.Test.PASS
        command = " ".join([self.gprof, *case.arguments])
        message = outcome.err.decode(errors="backslashreplace")
        return code, f"in {work}:\n{command}\n{message}{found}"
