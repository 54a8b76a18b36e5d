; A counter in an unreachable block adds no instruction and needs no count.
;
; RUN: opt -load-pass-plugin=%gmon_plugin -passes='gmon<hook=none;blocks=source>,verify' -S %s | FileCheck %s

target triple = "x86_64-pc-linux-gnu"

declare void @__gmon_count(ptr, i64, i64, i64) nounwind willreturn memory(inaccessiblemem: readwrite)

; One share, of the first counter.
; CHECK: module asm ".ascii {{.*}}\\001f\\000\\000\\000\\000\\001\\000\\000\\001\22"
; CHECK: @__gmon_source_counters.f = private global [1 x i64]
; CHECK-NOT: @__gmon_count(
define void @f() {
  call void @__gmon_count(ptr null, i64 -9223372036854775808, i64 1, i64 1)
  ret void
nowhere:
  call void @__gmon_count(ptr null, i64 -9223372036854775807, i64 1, i64 1)
  ret void
}
