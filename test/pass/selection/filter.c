// Functions that a filter file names get no hooks; nor do small functions without
// a loop, if the options say so. No function begins at line 0.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: echo '# nothing but a comment'       > names
// RUN: echo 'first  # called very often'   >> names
// RUN: echo 'filter.c:second'              >> names
// RUN: echo 'other.c:third'                >> names
// RUN: echo ':fourth.llvm.4711'            >> names
// RUN: echo filter.c > file
// RUN: echo other.c > other
// RUN: echo filter.c:1001 > line
// RUN: echo filter.c:0 > no-line && echo :0 >> no-line
//
// RUN: %gmon_clang -O1 -S -emit-llvm %s -o - | FileCheck %s --check-prefixes=FIRST,SECOND,THIRD,FOURTH,LOOP
// RUN: %gmon_clang -O1 -S -emit-llvm -gmon-filter=names %s -o - | FileCheck %s --check-prefixes=NO-FIRST,NO-SECOND,THIRD,NO-FOURTH,LOOP
// RUN: %gmon_clang -O1 -S -emit-llvm -a -gmon-filter=names %s -o - | FileCheck %s --check-prefixes=NO-FIRST,NO-SECOND,THIRD,NO-FOURTH,LOOP
// RUN: %gmon_clang -O1 -S -emit-llvm -g -gmon-filter=names %s -o - | FileCheck %s --check-prefixes=NO-FIRST,NO-SECOND,THIRD,NO-FOURTH,LOOP
// RUN: %gmon_clang -O1 -S -emit-llvm -gmon-filter=file %s -o - | FileCheck %s --check-prefix=NONE
// RUN: %gmon_clang -O1 -S -emit-llvm -gmon-filter=other %s -o - | FileCheck %s --check-prefixes=FIRST,SECOND,THIRD,FOURTH,LOOP
// RUN: %gmon_clang -O1 -S -emit-llvm -g -gmon-filter=line %s -o - | FileCheck %s --check-prefixes=FIRST,NO-SECOND,THIRD,FOURTH,LOOP
// RUN: %gmon_clang -O1 -S -emit-llvm -g -gmon-filter=no-line %s -o - | FileCheck %s --check-prefixes=FIRST,SECOND,THIRD,FOURTH,LOOP
// RUN: %gmon_clang -O1 -S -emit-llvm -gmon-filter=no-line %s -o - | FileCheck %s --check-prefixes=FIRST,SECOND,THIRD,FOURTH,LOOP
// RUN: %gmon_clang -O1 -S -emit-llvm -gmon-min-size=5 %s -o - | FileCheck %s --check-prefixes=NO-FIRST,NO-SECOND,THIRD,NO-FOURTH,LOOP
//
// The options survive until the link that merges the modules.
//
// RUN: %if lld %{ %gmon_clang -O1 -flto -gmon-min-size=5 -gmon-filter=names -shared -fPIC -Wl,--save-temps %s -o lto.so && llvm-dis lto.so.0.5.precodegen.bc -o - | FileCheck %s --check-prefixes=NO-FIRST,NO-SECOND,THIRD,NO-FOURTH,LOOP %}
//
// RUN: not %gmon_clang -O1 -S -gmon-filter=missing %s -o - 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not %gmon_clang -O1 -S -a=source -gmon-filter=missing %s -o - 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not %gmon_clang -O1 -S -gmon-flter=missing %s -o - 2>&1 | FileCheck %s --check-prefix=UNKNOWN
//
// FIRST: @__gmon_record.first
// NO-FIRST-NOT: @__gmon_record.first
// SECOND: @__gmon_record.second
// NO-SECOND-NOT: @__gmon_record.second
// THIRD: @__gmon_record.third
// FOURTH: @__gmon_record.fourth
// NO-FOURTH-NOT: @__gmon_record.fourth
// LOOP: @__gmon_record.loop
// NONE-NOT: {{@__gmon_record|mcount}}
// MISSING: error: gmon: filter 'missing': No such file or directory
// MISSING-NOT: error:
// UNKNOWN: error: -gmon-flter=missing: there is no such option

int first(int x) { return x + 1; }
#line 1001
int second(int x) { return x + 2; }
int third(int x) { return (x ^ 3) * (x ^ 5) * (x ^ 7); }
int fourth(int x) { return x + 4; }
void loop(volatile int *x) {
  while (*x)
    ;
}
