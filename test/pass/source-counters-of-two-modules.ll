; A function of a library has the copies of two modules' arrays, of what was inlined into
; it, before it counts first. A declaration that is left over is nothing.
;
; RUN: opt -load-pass-plugin=%gmon_plugin -passes='gmon<hook=none;blocks=source>,verify' -S %s | FileCheck %s

target triple = "x86_64-pc-linux-gnu"

@a = hidden global [5 x i64] zeroinitializer, section "gmon_data", align 16
@b = hidden global [5 x i64] zeroinitializer, section "gmon_data", align 16

; Array, index, amount, factor.
declare void @__gmon_count(ptr, i32, i64, i64) nounwind willreturn memory(inaccessiblemem: readwrite)

; CHECK-LABEL: define void @f(
; CHECK: getelementptr i8, ptr @a, i64 %[[BIAS:.*]]
; CHECK-NEXT: %gmon.counters = call ptr asm ""
; CHECK-NEXT: getelementptr i8, ptr @b, i64 %[[BIAS]]
; CHECK-NEXT: %[[SECOND:gmon.counters.*]] = call ptr asm ""
; CHECK-NEXT: getelementptr inbounds i64, ptr %gmon.counters, i64 0
; CHECK: store volatile i64
; CHECK-NEXT: getelementptr inbounds i64, ptr %[[SECOND]], i64 0
; CHECK: store volatile i64
; CHECK: ret void
define void @f() {
  call void @__gmon_count(ptr @a, i32 0, i64 1, i64 1)
  call void @__gmon_count(ptr @b, i32 0, i64 1, i64 1)
  ret void
}

; CHECK-NOT: @__gmon_count(

!llvm.module.flags = !{!100}
!100 = !{i32 8, !"PIC Level", i32 2}
