// Calls of functions that may have no hook are counted in front of the call, by
// the code generator's last pass: one instruction in executables for x86-64, in
// free registers elsewhere. Calls of instrumented functions, calls of inlined
// intrinsics and calls by address have no such counter.
//
// REQUIRES: x86-64-target
// RUN: %gmon_clang -O1 -S %s -o - | FileCheck %s --check-prefixes=CHECK,SEGMENT
// RUN: %gmon_clang -O0 -gmon-calls=all -S %s -o - | FileCheck %s --check-prefix=CHECK
// RUN: %gmon_clang -O1 -fPIC -S %s -o - | FileCheck %s --check-prefixes=CHECK,LIBRARY
// RUN: %gmon_clang -O1 -gmon-calls=instrumented -S %s -o - | FileCheck %s --check-prefix=NONE
// RUN: %gmon_clang -O0 -S %s -o - | FileCheck %s --check-prefix=NONE
// NONE-NOT: gmon_outgoing

void *malloc(unsigned long);
double fmod(double, double);
void *kept;
static int sum;
__attribute__((noinline)) static void local(void) { ++sum; }

// CHECK-LABEL: calls:
// SEGMENT: incq %gs:.Lgmon_outgoing0_0(%rip)
// SEGMENT-NEXT: callq malloc@PLT
// SEGMENT-NEXT: .Lgmon_left0_0:
// LIBRARY: movq __gmon_rt_bias@GOTTPOFF(%rip), %r11
// LIBRARY: leaq .Lgmon_outgoing0_0(%rip), %r10
// LIBRARY: addq %fs:(%r11), %r10
// LIBRARY: incq (%r10)
// LIBRARY: callq malloc@PLT
// CHECK-NOT: .Lgmon_outgoing0_1
// CHECK: callq local
// CHECK-NOT: .Lgmon_outgoing0_1
// CHECK: callq *
// CHECK: .Lgmon_outgoing0_1(%rip)
// CHECK: {{(callq|jmp)}} fmod
// CHECK: .long 2815683330
// CHECK: .section gmon_data
// CHECK: .Lgmon_outgoing0_0:
// CHECK: .Lgmon_outgoing0_1:
// CHECK-NOT: .Lgmon_outgoing0_2:
// CHECK: .section .gmon.names,"aMS",@progbits,1
// CHECK: .ascii "malloc"
// CHECK: .ascii "fmod"
double calls(char *to, char *from, double x, void (*f)(void)) {
  kept = malloc(10);
  __builtin_memcpy(to, from, 8);
  local();
  f();
  return __builtin_fmod(x, 3);
}
