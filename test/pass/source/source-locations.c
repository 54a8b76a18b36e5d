// Debug locations carry the lines until the counters are placed. The pass then drops
// these locations, unless debug information, remarks or `--coverage` need them.
//
// RUN: %gmon_clang -a=source -O1 -S -emit-llvm %s -o - | FileCheck %s
// RUN: %gmon_clang -a=source -O0 -S -emit-llvm %s -o - | FileCheck %s
// CHECK: define {{.*}}i32 @f(
// CHECK-NOT: !dbg
// CHECK: __gmon_source
// CHECK-NOT: !dbg
//
// RUN: %gmon_clang -a=source -O1 -g1 -S -emit-llvm %s -o - \
// RUN:   | FileCheck --check-prefix=KEPT %s
// RUN: %gmon_clang -a=source -O1 -Rpass=inline -S -emit-llvm %s -o - 2>&1 \
// RUN:   | FileCheck --check-prefix=KEPT %s
// RUN: %gmon_clang -a=source -O1 -fsave-optimization-record \
// RUN:   -foptimization-record-file=%t.yaml -S -emit-llvm %s -o - \
// RUN:   | FileCheck --check-prefix=KEPT %s
// KEPT: define {{.*}}i32 @f({{.*}} !dbg
//
// RUN: %gmon_clang -a=source -O1 --coverage -S -emit-llvm %s -o - \
// RUN:   | FileCheck --check-prefix=COVERAGE %s
// COVERAGE: @__llvm_gcov_ctr =

int f(int x) { return x + 1; }
