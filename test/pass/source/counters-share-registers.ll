; Source counters of a loop share a register if the same blocks update them and
; each update is a multiple of the other. So do counters of functions inlined into
; the loop, and a counter behind it. What every iteration adds is computed behind
; the loop, without a register. At most two registers are used; the last pass,
; which counts blocks, handles a loop that needs more.
;
; RUN: opt -load-pass-plugin=%gmon_plugin -passes='gmon-early,verify' -S %s | FileCheck %s --check-prefix=EARLY
; RUN: opt -load-pass-plugin=%gmon_plugin -passes='gmon-early,gmon<hook=none;blocks=source>,verify' -S %s | FileCheck %s

target triple = "x86_64-pc-linux-gnu"

; The operands: array (null), counter's number, amount and factor.
declare void @__gmon_count(ptr, i64, i64, i64) nounwind willreturn memory(inaccessiblemem: readwrite)

; EARLY-LABEL: define void @shared(
; EARLY: loop:
; EARLY-NEXT: %[[ODD:gmon.count[0-9.]*]] = phi i64 [ 0, %0 ], [ %[[ODDNEXT:gmon.count[0-9.]*]], %back ]
; EARLY-NEXT: %i = phi
; EARLY-NOT: @__gmon_count
; EARLY: odd:
; EARLY-NEXT: add i64 %[[ODD]], 1
; EARLY-NOT: @__gmon_count
; EARLY: end:
; EARLY-NEXT: call void @__gmon_count(ptr null, i64 -9223372036854775806, i64 %[[ODDNEXT]], i64 3)
; EARLY-NEXT: call void @__gmon_count(ptr null, i64 -9223372036854775805, i64 %[[ODDNEXT]], i64 1)
; EARLY-NEXT: call void @__gmon_count(ptr null, i64 -9223372036854775808, i64 %size, i64 1)
; EARLY-NEXT: call void @__gmon_count(ptr null, i64 -9223372036854775807, i64 %size, i64 2)
; EARLY-NEXT: ret void

; CHECK-LABEL: define void @shared(
; CHECK-NOT: volatile
; CHECK: end:
; CHECK: %[[FIRST:[0-9]+]] = load volatile i64, ptr addrspace(256) addrspacecast (ptr getelementptr inbounds (i64, ptr @__gmon_source_counters.shared, i64 1)
; CHECK-NEXT: add i64 %[[FIRST]], %
; CHECK-NEXT: store volatile
; CHECK-NEXT: %[[SECOND:[0-9]+]] = load volatile i64, ptr addrspace(256) addrspacecast (ptr @__gmon_source_counters.shared to
; CHECK-NEXT: add i64 %[[SECOND]], %
; CHECK-NEXT: store volatile
; CHECK-NEXT: ret void
define void @shared(ptr %numbers, i64 %size) {
  br label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %next, %back ]
  call void @__gmon_count(ptr null, i64 -9223372036854775808, i64 1, i64 1)
  call void @__gmon_count(ptr null, i64 -9223372036854775807, i64 1, i64 1)
  call void @__gmon_count(ptr null, i64 -9223372036854775807, i64 1, i64 1)
  %at = getelementptr i64, ptr %numbers, i64 %i
  %number = load i64, ptr %at
  %is.odd = trunc i64 %number to i1
  br i1 %is.odd, label %odd, label %back
odd:
  call void @__gmon_count(ptr null, i64 -9223372036854775806, i64 3, i64 1)
  call void @__gmon_count(ptr null, i64 -9223372036854775805, i64 1, i64 1)
  br label %back
back:
  %next = add i64 %i, 1
  %done = icmp eq i64 %next, %size
  br i1 %done, label %end, label %loop
end:
  ret void
}

; EARLY-LABEL: define void @three(
; EARLY: loop:
; EARLY: call void @__gmon_count
; EARLY: odd:
; EARLY-NEXT: call void @__gmon_count
; EARLY: rare:
; EARLY-NEXT: call void @__gmon_count
; EARLY: end:
; EARLY-NEXT: ret void

; CHECK-LABEL: define void @three(
; CHECK: loop:
; CHECK-COUNT-2: phi i64 [ 0, %0 ]
; CHECK: rare:
; CHECK: store volatile
; CHECK: end:
; CHECK-COUNT-2: store volatile
; CHECK-NEXT: ret void
define void @three(ptr %numbers, i64 %size) {
  br label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %next, %back ]
  call void @__gmon_count(ptr null, i64 -9223372036854775792, i64 1, i64 1)
  %at = getelementptr i64, ptr %numbers, i64 %i
  %number = load i64, ptr %at
  %is.odd = trunc i64 %number to i1
  br i1 %is.odd, label %odd, label %even
odd:
  call void @__gmon_count(ptr null, i64 -9223372036854775791, i64 1, i64 1)
  br label %back
even:
  %is.rare = icmp eq i64 %number, 42
  br i1 %is.rare, label %rare, label %back
rare:
  call void @__gmon_count(ptr null, i64 -9223372036854775790, i64 1, i64 1)
  br label %back
back:
  %next = add i64 %i, 1
  %done = icmp eq i64 %next, %size
  br i1 %done, label %end, label %loop
end:
  ret void
}

!llvm.module.flags = !{!0, !1}
!0 = !{i32 8, !"PIC Level", i32 2}
!1 = !{i32 7, !"PIE Level", i32 2}
