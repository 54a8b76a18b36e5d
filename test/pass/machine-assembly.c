// What counts in unoptimized code is inline assembly, which Clang takes the text of for
// an assembler each time. With the plugin it has instructions and labels in its place,
// and one piece of assembly that describes all calls. Without the plugin each piece is
// assembled, to the same code.
//
// REQUIRES: x86-64-target
// RUN: %gmon_clang -a -O0 -g -S %s -o - | FileCheck %s
// RUN: %gmon_clang -O0 -g -S %s -o - | FileCheck %s --check-prefix=HOOKS
// RUN: %gmon_clang -O0 -g -S -emit-llvm %s -o %t.ll
// RUN: llc -O0 -relocation-model=pic %t.ll -o - | FileCheck %s --check-prefix=ALONE
//
//   Two modules in one keep the names of what is local in each apart.
// RUN: %gmon_clang -O0 -DFIRST -S -emit-llvm %s -o %t.a.ll
// RUN: %gmon_clang -O0 -DSECOND -S -emit-llvm %s -o %t.b.ll
// RUN: llvm-link %t.a.ll %t.b.ll -o %t.both.bc
// RUN: %clang -x ir -c %t.both.bc -o %t.both.o
// RUN: %gmon_clang %t.both.o -o %t.both
// RUN: rm -rf %t.run && mkdir %t.run && cd %t.run && %t.both
// RUN: llvm-gprof -b -p %t.both gmon.out | FileCheck %s --check-prefix=BOTH
// BOTH-DAG: {{ }}3 {{.*}} same
// BOTH-DAG: {{ }}5 {{.*}} same

// CHECK-LABEL: g:
// CHECK: #NO_APP
// CHECK-NOT: #APP
// CHECK: incq %gs:.L__gmon_counters.g(%rip)
// CHECK-NOT: #APP
// CHECK: .Lgmon_call{{[0-9]+}}_0:
// CHECK: callq f
// CHECK-NOT: #APP
// CHECK: nop
// CHECK-NEXT: incq %gs:.L__gmon_counters.g+8(%rip)
// CHECK-NOT: #APP
// CHECK: .Lgmon_call{{[0-9]+}}_1:
// CHECK: callq f
// CHECK: retq
// CHECK: #APP
// CHECK-NEXT: .section .gmon.functions
// CHECK-NOT: #NO_APP
// CHECK: .long .Lgmon_call{{[0-9]+}}_0-
// CHECK-NOT: #NO_APP
// CHECK: .long .Lgmon_call{{[0-9]+}}_1-
// CHECK: #NO_APP

// HOOKS-LABEL: g:
// HOOKS: incq %gs:.L__gmon_counters.g
// HOOKS-NEXT: .Lgmon_call{{[0-9]+}}_0:
// HOOKS: incq %gs:.L__gmon_counters.g+8(%rip)
// HOOKS-NEXT: .Lgmon_call{{[0-9]+}}_1:

// ALONE-LABEL: g:
// ALONE: #NO_APP
// ALONE: #APP
// ALONE-NEXT: .Lgmon_call{{[0-9]+}}:
// ALONE: incq %gs:.L__gmon_counters.g+0(%rip)
// ALONE-NEXT: .section .gmon.functions
// ALONE: #NO_APP

#if defined(FIRST)

static int count;
static void same(void) { ++count; }
extern void (*const other)(void);
int main(void) {
  for (int i = 0; i < 3; ++i)
    same();
  other();
  return count != 3;
}

#elif defined(SECOND)

static int count;
static void same(void) { ++count; }
static void five(void) {
  for (int i = 0; i < 5; ++i)
    same();
}
void (*const other)(void) = five;

#else

static void f(int x) { (void)x; }

int g(int x) {
  f(x);
  f(x + 1);
  return x;
}

#endif
