; A placeholder with an index adds one to one of the function's adjacent counters, which are
; shares of as many source counters. Copies of one function share them.
;
; RUN: opt -load-pass-plugin=%gmon_plugin -passes='gmon<hook=none;blocks=source>,verify' -S %s | FileCheck %s

target triple = "x86_64-pc-linux-gnu"

; The map: six counters, the function's name, six shares: each the distance of a source counter,
; the count's number, the factor. Three counters are of the first group, two of the second.
; CHECK: module asm ".ascii {{.*}}\\006f\\000\\000\\000\\000\\006\\000\\000\\001\\001\\001\\001\\001\\002\\001\\006\\003\\001\\001\\004\\001\\011\\005\\001\22"
; CHECK: @[[ARRAY:__gmon_source_counters\.f]] = private global [6 x i64] zeroinitializer

; CHECK-LABEL: define void @f(
; CHECK: %gmon.counters = call ptr asm ""
; CHECK: %[[AT:[0-9]+]] = add i64 0, %i
; CHECK-NEXT: %[[COUNTER:[0-9]+]] = getelementptr inbounds i64, ptr %gmon.counters, i64 %[[AT]]
; CHECK-NEXT: load volatile i64, ptr %[[COUNTER]]
; CHECK: %[[AT:[0-9]+]] = add i64 3, %j
; CHECK-NEXT: getelementptr inbounds i64, ptr %gmon.counters, i64 %[[AT]]
; CHECK: %[[AT:[0-9]+]] = add i64 0, %j
; CHECK-NEXT: getelementptr inbounds i64, ptr %gmon.counters, i64 %[[AT]]
define void @f(i64 %i, i64 %j) {
  call void @__gmon_count_at(ptr null, i64 -9223372036854775808, i64 %i, i64 3)
  call void @__gmon_count_at(ptr null, i64 -9223372036854775800, i64 %j, i64 2)
  call void @__gmon_count_at(ptr null, i64 -9223372036854775808, i64 %j, i64 3)
  call void @__gmon_count(ptr null, i64 -9223372036854775790, i64 1, i64 1)
  ret void
}

declare void @__gmon_count(ptr, i64, i64, i64) nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @__gmon_count_at(ptr, i64, i64, i64) nounwind willreturn memory(inaccessiblemem: readwrite)

!llvm.module.flags = !{!0}
!0 = !{i32 8, !"PIC Level", i32 2}
