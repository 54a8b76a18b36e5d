// Unoptimized code stores its arguments before the hook: a debugger that stops
// after the prologue sees them. Variables keep their locations.
//
// RUN: %clang -O0 -g -c -fPIC %with_plugin -Xclang -pg -mllvm -gmon-blocks %s -o %t.o
// RUN: llvm-dwarfdump --debug-info %t.o | FileCheck %s --check-prefix=DWARF
// RUN: %clang -O0 -g -S -fPIC %with_plugin -Xclang -pg -mllvm -gmon-blocks %s -o - | FileCheck %s
//
// REQUIRES: x86_64

// CHECK-LABEL: sum:
// CHECK:       subq
// CHECK-NEXT:  movl %edi, -{{[0-9]+}}(%rbp)
// CHECK-NEXT:  movl %esi, -{{[0-9]+}}(%rbp)
// CHECK-NEXT:  .Ltmp
// CHECK-NEXT:  .loc {{.*}} prologue_end

// DWARF: DW_TAG_subprogram
// DWARF: DW_AT_name ("sum")
// DWARF: DW_TAG_formal_parameter
// DWARF-NEXT: DW_AT_location (DW_OP_fbreg
// DWARF-NEXT: DW_AT_name ("a")
// DWARF: DW_TAG_formal_parameter
// DWARF-NEXT: DW_AT_location (DW_OP_fbreg
// DWARF-NEXT: DW_AT_name ("b")
// DWARF: DW_TAG_variable
// DWARF-NEXT: DW_AT_location (DW_OP_fbreg
// DWARF-NEXT: DW_AT_name ("c")

int sum(int a, int b) {
  int c = a + b;
  return c;
}
