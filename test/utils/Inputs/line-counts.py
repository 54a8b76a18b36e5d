"""Checks the reasons that compiler-tests.py finds for different counts."""

import os
import sys

root = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(root, "..", "..", "..", "utils"))

import linecounts
from linecounts import Executions, reason_for

once = Executions({"f": 1}, {"f": 1})
# Executed once: llvm-cov also counts executions that control left.
assert reason_for(1, 9, once, set(), [1]) == "left"
assert reason_for(1, 9, once, {1, 9}, [1]) == "region"
assert reason_for(9, 1, Executions({"f": 9}, {}), set(), [9]) == "again"
assert reason_for(3, 4, Executions({"f": 4}, {"f": 3}), set(), [3]) == "jump"
assert reason_for(8, 9, None, set(), [1, 8]) == "several"
# The line has no code, or none of it was executed.
nowhere = Executions({}, {})
assert reason_for(0, 1, nowhere, set(), []) == "left"
assert reason_for(0, 1, linecounts.NO_CODE, set(), []) == "nothing"
assert reason_for(1, 5, nowhere, {1, 5}, [1]) == "region"
assert reason_for(2, 5, nowhere, {1, 5}, [2]) == ""
# Without a referee there are no reasons.
assert reason_for(0, 1, None, set(), []) == ""
# The referee does not confirm llvm-gprof's count.
assert reason_for(2, 9, once, {9}, [2]) == ""
assert reason_for(2, 1, once, {1, 2}, [2]) == ""
assert reason_for(8, 10, nowhere, set(), [1, 8]) == ""
assert reason_for(0, 3, once, {3}, [0]) == ""

counts = linecounts.read_lcov("SF:a/f.c\nFNDA:3,f\nDA:1,3\nDA:2,0\nend_of_record\n")
assert counts.lines == {("a/f.c", 1): 3, ("a/f.c", 2): 0}, counts
assert counts.functions == {"f": 3}, counts
pieces = linecounts.read_annotated(
    "*** File /a/f.c:\n    1,10,9 -> for (;;)\n           int a;\n       ##### -> a;\n"
)
assert pieces == {("f.c", 1): [1, 10, 9], ("f.c", 3): []}, pieces
