// Clang's mcount marks choose the functions; the pass replaces them, so no call of
// mcount is left. Without marks it chooses every function, unless the driver says
// that marks were requested.
//
// RUN: %clang -O1 -S -emit-llvm -fPIC %with_plugin -Xclang -pg %s -o - | FileCheck %s
// RUN: %clang -O0 -S -fPIC %with_plugin -Xclang -pg %s -o - | FileCheck %s --check-prefix=ASM
// RUN: %clang -O0 -S -fPIC %with_plugin -Xclang -pg -mfentry %s -o - | FileCheck %s --check-prefix=ASM
// RUN: %clang -O1 -S -emit-llvm -fPIC %with_plugin %s -o - | FileCheck %s --check-prefix=ALL
// RUN: %clang -O1 -S -emit-llvm -fPIC %with_plugin -mllvm -gmon-only-marked %s -o - | FileCheck %s --check-prefix=NONE
// RUN: %clang -O1 -S -emit-llvm -fPIC %with_plugin -finstrument-functions-after-inlining %s -o - | FileCheck %s --check-prefix=CYG
//
// REQUIRES: x86_64

// CHECK: @__gmon_record.plain
// CHECK-NOT: @__gmon_record.excluded
// CHECK-NOT: instrument-function-entry-inlined

// ASM-NOT: {{mcount|__fentry__}}
// ASM: __gmon_rt_miss
// ASM-NOT: {{mcount|__fentry__}}

// ALL-DAG: @__gmon_record.plain
// ALL-DAG: @__gmon_record.excluded

// NONE-NOT: @__gmon

// Hooks of other tools stay and stand beside this pass's hooks.
// CYG: @__gmon_record.plain
// CYG: "instrument-function-entry-inlined"="__cyg_profile_func_enter"

int plain(int x) { return x + 1; }

__attribute__((no_instrument_function)) int excluded(int x) { return x + 2; }
