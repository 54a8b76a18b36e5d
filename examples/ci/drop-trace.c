// The pass removes the calls of trace and nothing else.
//
// RUN: gmon-clang -g -a -fpass-plugin=%plugin %s -o %t
// RUN: env GMON_OPTIONS=out=%t.gmon %t
// RUN: llvm-gprof check %s.rules %t %t.gmon
//
// FileCheck tests the same: no times, no addresses, always in one order.
// RUN: llvm-gprof export --format=filecheck -l %t %t.gmon | FileCheck %s
// CHECK-NOT:  calls(trace)
// CHECK:      calls(main -> step) == 10
// CHECK-NEXT: calls(step -> half) == 5
// CHECK-NOT:  calls(trace)
// CHECK:      lines("drop-trace.c:[[# @LINE + 10]]") == 0
//
// Without the pass, a rule fails, and the message has the measured count.
// RUN: gmon-clang -g -a %s -o %t.plain
// RUN: env GMON_OPTIONS=out=%t.plain.gmon %t.plain
// RUN: not llvm-gprof check %s.rules %t.plain %t.plain.gmon | FileCheck %s --check-prefix=PLAIN
// PLAIN: rules:2: failed: calls(trace) == 0: found 15

static volatile int sum;

void trace(int n) { sum += n; }

void half(int n) {
  trace(n);
  sum += n / 2;
}

void step(int n) {
  trace(n);
  if (n % 2 == 0)
    half(n);
  else
    sum += n;
}

int main(void) {
  for (int n = 0; n < 10; n++)
    step(n);
  return 0;
}
