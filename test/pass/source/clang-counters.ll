; Clang's counters become source counters, which the map names as Clang's profile
; does; the names stay for the coverage mapping. A test vector of MC/DC counts at
; an index. Values and timestamps are not recorded.
;
; RUN: opt -load-pass-plugin=%gmon_plugin -passes='gmon-coverage,verify' -S %s 2> %t.err | FileCheck %s --implicit-check-not="call void @llvm.instrprof"
; RUN: FileCheck %s --check-prefix=WARNING --input-file=%t.err --implicit-check-not={{.}}
; WARNING: warning: gmon: -gmon-coverage counts no values (-enable-value-profiling)

; Nothing is taken where there is no runtime.
; RUN: sed s/x86_64-pc-linux-gnu/i386-pc-linux-gnu/ %s | opt -load-pass-plugin=%gmon_plugin -passes='gmon-coverage,verify' -S | FileCheck %s --check-prefix=OTHER
; OTHER-NOT: __gmon
; OTHER-COUNT-4: call void @llvm.instrprof.increment(

; LLVM's own pass finds nothing that needs a runtime.
; RUN: opt -load-pass-plugin=%gmon_plugin -passes='gmon-coverage,instrprof' -S %s 2> %t.err | FileCheck %s --check-prefix=LOWERED --implicit-check-not='section "__llvm_prf_{{data|cnts|bits}}"'
; LOWERED: @__llvm_prf_nm = private constant {{.*}}section "__llvm_prf_names"

target triple = "x86_64-pc-linux-gnu"

; The texts have: the number of counters, the function's name; no files, derived counts, lines
; and shares; Clang's name, the hash, increments, bits.
; CHECK: module asm ".ascii {{.*}}\\003f\\000\\000\\000\\000\\000a.c:f\\000\\230\\001\\003\\000\22"
; CHECK: module asm ".ascii {{.*}}\\006decision\\000\\000\\000\\000\\000decision\\000\\030\\002\\004\22"
; CHECK: module asm ".ascii {{.*}}\\001resolve\\000{{.*}}

@__profn_f = private constant [5 x i8] c"a.c:f"
@__profn_decision = linkonce_odr hidden constant [8 x i8] c"decision"
@__profn_resolve = private constant [7 x i8] c"resolve"
@__profn_unused = private constant [6 x i8] c"unused"
@__llvm_coverage_names = internal constant [1 x ptr] [ptr @__profn_unused]
; CHECK: @__llvm_coverage_names = internal constant [4 x ptr] [ptr @__profn_f, ptr @__profn_decision, ptr @__profn_resolve, ptr @__profn_unused]
@resolved = ifunc void (), ptr @resolve

; CHECK-LABEL: define internal i64 @f(
; CHECK-NEXT: call void @__gmon_count(ptr null, i64 [[F:-[0-9]+]], i64 1, i64 1)
; CHECK-NEXT: call void @__gmon_count(ptr null, i64 {{-[0-9]+}}, i64 %step, i64 1)
; CHECK-NEXT: call void @__gmon_count(ptr null, i64 {{-[0-9]+}}, i64 1, i64 1)
; CHECK-NEXT: ret
define internal i64 @f(i64 %step) memory(none) {
  call void @llvm.instrprof.timestamp(ptr @__profn_f, i64 152, i32 3, i32 0)
  call void @llvm.instrprof.increment(ptr @__profn_f, i64 152, i32 3, i32 0)
  call void @llvm.instrprof.increment.step(ptr @__profn_f, i64 152, i32 3, i32 1, i64 %step)
  call void @llvm.instrprof.cover(ptr @__profn_f, i64 152, i32 3, i32 2)
  call void @llvm.instrprof.value.profile(ptr @__profn_f, i64 152, i64 %step, i32 0, i32 0)
  ret i64 0
}

; Two decisions of the function have their bits behind each other. What a decision has
; found is in a variable, whose accesses stay.
; CHECK-LABEL: define i32 @decision(
; CHECK-NEXT: %mcdc.addr = alloca i32
; CHECK-NEXT: call void @__gmon_count(ptr null, i64 [[#%d,KEY:]], i64 1, i64 1)
; CHECK-NEXT: store i32 0, ptr %mcdc.addr
; CHECK-NEXT: load i32, ptr %mcdc.addr
; CHECK-NEXT: add i32 %{{[0-9]+}}, 2
; CHECK-NEXT: %[[BIT:[0-9]+]] = zext i32 %{{[0-9]+}} to i64
; CHECK-NEXT: call void @__gmon_count_at(ptr null, i64 [[#%d,KEY+2]], i64 %[[BIT]], i64 4)
; CHECK-NEXT: call void @__gmon_count(ptr null, i64 [[#%d,KEY+1]], i64 1, i64 1)
define i32 @decision() {
  %mcdc.addr = alloca i32
  call void @llvm.instrprof.increment(ptr @__profn_decision, i64 24, i32 2, i32 0)
  call void @llvm.instrprof.mcdc.parameters(ptr @__profn_decision, i64 24, i32 4)
  store i32 0, ptr %mcdc.addr
  call void @llvm.instrprof.mcdc.tvbitmap.update(ptr @__profn_decision, i64 24, i32 2, ptr %mcdc.addr)
  call void @llvm.instrprof.increment(ptr @__profn_decision, i64 24, i32 2, i32 1)
  ret i32 0
}

; Nothing can count yet where an ifunc is resolved.
; CHECK-LABEL: define ptr @resolve(
; CHECK-NEXT: ret
define ptr @resolve() {
  call void @llvm.instrprof.increment(ptr @__profn_resolve, i64 1, i32 1, i32 0)
  ret ptr null
}

declare void @llvm.instrprof.cover(ptr, i64, i32, i32)
declare void @llvm.instrprof.increment(ptr, i64, i32, i32)
declare void @llvm.instrprof.increment.step(ptr, i64, i32, i32, i64)
declare void @llvm.instrprof.mcdc.parameters(ptr, i64, i32)
declare void @llvm.instrprof.mcdc.tvbitmap.update(ptr, i64, i32, ptr)
declare void @llvm.instrprof.timestamp(ptr, i64, i32, i32)
declare void @llvm.instrprof.value.profile(ptr, i64, i64, i32, i32)
