// One instruction counts what Clang's counter counts, in the running thread, and one a test vector
// of MC/DC, with an index. Counts of the loop are in a register. LLVM has nothing to write but names.
//
// REQUIRES: x86_64, native
// RUN: %gmon_clang -O2 -fPIE -fprofile-instr-generate -fcoverage-mapping -fcoverage-mcdc -S %s -o %t.s
// RUN: FileCheck %s --input-file=%t.s --check-prefixes=CHECK,OPT --implicit-check-not="__llvm_prf_{{data|cnts|bits}}"
// RUN: %gmon_clang -O0 -fPIE -fprofile-instr-generate -fcoverage-mapping -fcoverage-mcdc -S %s -o %t.s
// RUN: FileCheck %s --input-file=%t.s --check-prefixes=CHECK,NOOPT --implicit-check-not="__llvm_prf_{{data|cnts|bits}}"

// CHECK-LABEL: decide:
// OPT: incq %gs:.L__gmon_source_counters.decide
// OPT: incq %gs:(%r{{[a-z0-9]+}},%r{{[a-z0-9]+}},8)
// NOOPT: incq %gs:{{[".]*}}L__gmon_source_counters.decide
// NOOPT: incq %gs:({{.*}})
// CHECK: .size decide
int decide(int a, int b) { return a > 3 && b < 7; }

// CHECK-LABEL: loop:
// OPT: incq %gs:.L__gmon_source_counters.loop
// OPT: padd
// OPT-NOT: incq %gs
// OPT: addq %r{{[a-z0-9]+}}, %gs:.L__gmon_source_counters.loop
// OPT-NOT: __gmon_source_counters
// CHECK: .size loop
long loop(const int *values, int size) {
  long sum = 0;
  for (int i = 0; i < size; ++i)
    sum += values[i];
  return sum;
}

// A function that has no hook because it is not marked counts, too.
// CHECK-LABEL: unmarked:
// CHECK: incq %gs:
// CHECK: .size unmarked
__attribute__((no_instrument_function)) void unmarked(void) {}

// CHECK: .section __llvm_covfun
// CHECK: .section __llvm_prf_names
