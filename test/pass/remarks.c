// Remarks say how each function's calls, blocks and lines are counted, or why its
// calls are not. Without remark options there are none.
//
// RUN: rm -rf %t && mkdir %t && cd %t && echo named > filter
// RUN: %gmon_clang -O2 -c %s -o o 2>&1 | count 0
// RUN: %gmon_clang -O2 -c -Rpass=gmon -Rpass-missed=gmon %s -o o 2>&1 | FileCheck %s --check-prefixes=EXCLUDED,HOOKS --implicit-check-not=remark:
// RUN: %gmon_clang -O2 -c -Rpass=gmon %s -o o 2>&1 | FileCheck %s --check-prefix=DONE
// RUN: %gmon_clang -O2 -c -Rpass-missed=gmon %s -o o 2>&1 | FileCheck %s --check-prefix=MISSED
//
// Small functions, filter files, calling conventions:
// RUN: %gmon_clang -O2 -c -fPIC -a -gmon-min-size=4 -gmon-filter=filter -Rpass=gmon -Rpass-missed=gmon %s -o o 2>&1 | FileCheck %s --check-prefixes=EXCLUDED,SMALL --implicit-check-not=remark:
//
// Lines without hooks, and calls of a monitoring routine:
// RUN: %gmon_clang -O2 -c -a=source -gmon-hook=none -Rpass=gmon -Rpass-missed=gmon %s -o o 2>&1 | FileCheck %s --check-prefixes=EXCLUDED,LINES --implicit-check-not=remark:
// RUN: %gmon_clang -O2 -c -gmon-hook=call -Rpass=gmon %s -o o 2>&1 | FileCheck %s --check-prefix=ROUTINE
//
// Unoptimized code, and the optimization record:
// RUN: %gmon_clang -O0 -c -a -Rpass=gmon %s -o o 2>&1 | FileCheck %s --check-prefix=UNOPTIMIZED
// RUN: %gmon_clang -O2 -c -fsave-optimization-record=yaml -foptimization-record-file=record -foptimization-record-passes=gmon %s -o o
// RUN: FileCheck %s --check-prefix=RECORD < record
//
// REQUIRES: x86_64

static __attribute__((noinline)) int callee(int x) { return x * 3; }
int caller(int x) { return callee(x) + callee(x + 1); }
int small(int x) { return x + 1; }
int named(int x) {
  for (int i = 0; i < x; ++i)
    __asm__ volatile("");
  return x;
}
__attribute__((preserve_most)) void preserving(void) {}

__attribute__((no_instrument_function)) int excluded(int x) { return x; }
__attribute__((naked)) void naked(void) { __asm__("ret"); }
__attribute__((no_profile_instrument_function)) int noprofile(int x) {
  return x;
}
static int (*resolve(void))(int) { return caller; }
int dispatched(int) __attribute__((ifunc("resolve")));

// EXCLUDED-DAG: remarks.c:[[@LINE-8]]:1: remark: calls of 'excluded' are not counted: it is not marked for mcount (no_instrument_function, or compiled without -pg) [-Rpass-missed=gmon]
// EXCLUDED-DAG: remark: calls of 'naked' are not counted: its attribute naked leaves out the prologue
// EXCLUDED-DAG: remark: calls of 'noprofile' are not counted: its attributes ask for no profile
// EXCLUDED-DAG: remark: calls of 'resolve' are not counted: it runs before relocations are applied, to resolve an ifunc

// HOOKS-DAG: remark: calls of 'callee' are counted by its callers [-Rpass=gmon]
// HOOKS-DAG: remark: calls of 'caller' are counted by a hook at its entry
// HOOKS-DAG: remark: calls of 'small' are counted by a hook in front of its prologue
// HOOKS-DAG: remark: calls of 'named' are counted by a hook in front of its prologue
// HOOKS-DAG: remark: calls of 'preserving' are not counted: its calling convention preserves the registers of hooks

// DONE-NOT: not counted
// DONE: are counted
// DONE-NOT: not counted
// MISSED-NOT: are counted
// MISSED: are not counted
// MISSED-NOT: are counted

// SMALL-DAG: remark: calls of 'callee' are not counted: it is smaller than -gmon-min-size, and has no loop
// SMALL-DAG: remark: calls of 'caller' are counted by a hook at its entry
// SMALL-DAG: remark: blocks of 'caller' are counted
// SMALL-DAG: remark: calls of 'small' are not counted: it is smaller than
// SMALL-DAG: remark: calls of 'named' are not counted: the file of -gmon-filter names it
// SMALL-DAG: remark: calls of 'preserving' are not counted: it is smaller than

// LINES-DAG: remark: calls of 'callee' are not counted: -gmon-hook=none
// LINES-DAG: remark: lines of 'callee' are counted
// LINES-DAG: remark: calls of 'caller' are not counted: -gmon-hook=none
// LINES-DAG: remark: lines of 'caller' are counted
// LINES-DAG: remark: calls of 'small' are not counted: -gmon-hook=none
// LINES-DAG: remark: lines of 'small' are counted
// LINES-DAG: remark: calls of 'named' are not counted: -gmon-hook=none
// LINES-DAG: remark: lines of 'named' are counted
// LINES-DAG: remark: calls of 'preserving' are not counted: its calling convention
// LINES-DAG: remark: lines of 'preserving' are counted

// ROUTINE: remark: calls of 'caller' are counted by a monitoring routine

// UNOPTIMIZED: remark: calls of 'callee' are counted by a hook in front of its prologue
// UNOPTIMIZED: remark: blocks of 'callee' are counted

// RECORD: --- !Missed
// RECORD-NEXT: Pass: gmon
// RECORD-NEXT: Name: NoHook
// RECORD: Function: excluded
// RECORD: --- !Passed
// RECORD-NEXT: Pass: gmon
// RECORD-NEXT: Name: Hook
// RECORD: Function: caller
