// Unoptimized code counts in inline assembly, whose text Clang would pass to an
// assembler each time. The plugin emits instructions and labels instead, and
// describes all calls of optimized code in one piece of assembly. Without the
// plugin each piece is assembled, to the same code.
//
// REQUIRES: x86-64-target
// RUN: %gmon_clang -a -O0 -g -S %s -o - | FileCheck %s
// RUN: %gmon_clang -a -O1 -g -S %s -o - | FileCheck %s --check-prefix=CALLS
// RUN: %gmon_clang -O1 -g -S -emit-llvm %s -o %t.ll
// RUN: llc -O1 -relocation-model=pic %t.ll -o - | FileCheck %s --check-prefix=ALONE
//
//   Merging two modules keeps the names of their local symbols apart.
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
// CHECK-NOT: #APP
// CHECK: incq %gs:.L__gmon_counters.g(%rip)
// CHECK: callq f
// CHECK: nop
// CHECK-NEXT: incq %gs:.L__gmon_counters.g+8(%rip)
// CHECK: callq f
// CHECK-NOT: #APP
// CHECK: retq
// CHECK-NOT: .Lgmon_call

// CALLS-LABEL: h:
// CALLS: .Lgmon_call{{[0-9]+}}_0:
// CALLS: {{callq|jmp}} local
// CALLS-NOT: #APP
// CALLS: .Lgmon_call{{[0-9]+}}_1:
// CALLS: {{callq|jmp}} local
// CALLS: ret
// CALLS: #APP
// CALLS-NEXT: .section .gmon.functions
//   A counter of a piece is in front.
// CALLS: .Lgmon_piece{{[0-9]+}}_0:
// CALLS: .section .gmon.functions
// CALLS-NOT: {{#NO_APP|[.]section}}
// CALLS: .long .Lgmon_call{{[0-9]+}}_0-
// CALLS-NOT: {{#NO_APP|[.]section}}
// CALLS: .long .Lgmon_call{{[0-9]+}}_1-
// CALLS: #NO_APP

// ALONE-LABEL: h:
// ALONE: #APP
// ALONE: .Lgmon_call{{[0-9]+}}:
// ALONE: .section .gmon.functions
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

void f(int x);

int g(int x) {
  f(x);
  f(x + 1);
  return x;
}

volatile int sum;
__attribute__((noinline)) static void local(int x) { sum += x; }

int h(int x) {
  local(x);
  local(x + 1);
  return x;
}

#endif
