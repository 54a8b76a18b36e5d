// What was inlined into one block several times is counted by one instruction, unless
// control may end in between: exit() is to find what was counted before it.
//
// REQUIRES: x86_64, native
// RUN: %gmon_clang -a=source -O2 -fPIE -S %s -o - | FileCheck %s

void ends(void);

static int twice(int x) { return 2 * x; }

// CHECK-LABEL: merged:
// CHECK: addq $3, %gs:
// CHECK-NOT: addq ${{.*}}, %gs:
// CHECK: .size merged
int merged(int a, int b, int c) { return twice(a) ^ twice(b) ^ twice(c); }

// CHECK-LABEL: apart:
// CHECK-NOT: addq ${{.*}}, %gs:
// CHECK: callq ends
// CHECK: addq $2, %gs:
// CHECK: .size apart
int apart(int a, int b, int c) {
  int first = twice(a);
  ends();
  return first ^ twice(b) ^ twice(c);
}
