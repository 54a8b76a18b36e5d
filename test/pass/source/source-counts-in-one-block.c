// One instruction counts a block, whatever was inlined into it, unless control may
// end inside the block: exit() must find the counts of what ran before it.
//
// REQUIRES: x86_64, native
// RUN: %gmon_clang -a=source -O2 -fPIE -S %s -o - | FileCheck %s

void ends(void);

static int twice(int x) { return 2 * x; }

// CHECK-LABEL: merged:
// CHECK: incq %gs:.L__gmon_source_counters.merged(%rip)
// CHECK-NOT: __gmon_source_counters
// CHECK: .size merged
int merged(int a, int b, int c) { return twice(a) ^ twice(b) ^ twice(c); }

// CHECK-LABEL: apart:
// CHECK: incq %gs:.L__gmon_source_counters.apart(%rip)
// CHECK-NOT: __gmon_source_counters
// CHECK: callq ends
// CHECK: incq %gs:.L__gmon_source_counters.apart+8(%rip)
// CHECK-NOT: __gmon_source_counters
// CHECK: .size apart
int apart(int a, int b, int c) {
  int first = twice(a);
  ends();
  return first ^ twice(b) ^ twice(c);
}
