// Optimized code has its arguments from the start, too: a debugger that stops
// in front of the hook or a counter shows them.
//
// RUN: %clang -O2 -g -c %with_plugin -Xclang -pg %s -o %t.o
// RUN: llvm-dwarfdump --name=value --name=other %t.o -c | FileCheck %s
// RUN: %clang -O2 -g -c %with_plugin -Xclang -pg -mllvm -gmon-blocks %s -o %t.o
// RUN: llvm-dwarfdump --name=value --name=other %t.o -c | FileCheck %s
// RUN: %clang -O2 -g -c %with_plugin -Xclang -pg -mllvm -gmon-blocks=source %s -o %t.o
// RUN: llvm-dwarfdump --name=value --name=other %t.o -c | FileCheck %s
//
// REQUIRES: x86_64

// CHECK-DAG: [0x0000000000000000, {{.*}}): DW_OP_reg5 RDI
// CHECK-DAG: [0x0000000000000000, {{.*}}): DW_OP_reg4 RSI

int make(int);
static int hooked(int other, int value) {
  int made = make(value);
  return made ? make(made + other) : 0;
}
int (*table[])(int, int) = {hooked};
