; Counters of a loop to which the same blocks add, each a multiple of what they add to
; the other, share a register, as those of functions do that are inlined there. Two
; registers are the most.
;
; RUN: opt -load-pass-plugin=%gmon_plugin -passes='gmon<hook=none;blocks=source>,verify' -S %s | FileCheck %s

target triple = "x86_64-pc-linux-gnu"

@array = hidden global [5 x i64] zeroinitializer, section "gmon_data", align 16

; Array, index, amount, factor.
declare void @__gmon_count(ptr, i32, i64, i64) nounwind willreturn memory(inaccessiblemem: readwrite)

; CHECK-LABEL: define void @f(
; CHECK: loop:
; CHECK-NEXT: %[[ODD:gmon.count[0-9.]*]] = phi i64 [ 0, %0 ], [ %[[ODDNEXT:gmon.count[0-9.]*]], %back ]
; CHECK-NEXT: %[[ALL:gmon.count[0-9.]*]] = phi i64 [ 0, %0 ], [ %[[ALLNEXT:[0-9]+]], %back ]
; CHECK-NEXT: %i = phi
; CHECK-NEXT: %[[ALLNEXT]] = add i64 %[[ALL]], 1
; CHECK-NOT: volatile
; CHECK: odd:
; CHECK-NEXT: add i64 %[[ODD]], 1
; CHECK-NOT: volatile
; CHECK: rare:
; CHECK: load volatile i64, ptr addrspace(256) addrspacecast (ptr getelementptr inbounds (i64, ptr @array, i64 4)
; CHECK: back:
; CHECK: end:
; CHECK: %[[TAKEN:[0-9]+]] = freeze i64 %[[ODDNEXT]]
; CHECK-NEXT: mul i64 %[[TAKEN]], 3
; CHECK: add i64 %{{[0-9]+}}, %[[ODDNEXT]]
; CHECK: %[[FIRST:[0-9]+]] = load volatile i64, ptr addrspace(256) addrspacecast (ptr @array
; CHECK-NEXT: add i64 %[[FIRST]], %[[ALLNEXT]]
; CHECK: %[[FROZEN:[0-9]+]] = freeze i64 %[[ALLNEXT]]
; CHECK-NEXT: %[[DOUBLE:[0-9]+]] = mul i64 %[[FROZEN]], 2
; CHECK-NEXT: %[[SECOND:[0-9]+]] = load volatile i64, ptr addrspace(256) addrspacecast (ptr getelementptr inbounds (i64, ptr @array, i64 1)
; CHECK-NEXT: add i64 %[[SECOND]], %[[DOUBLE]]
; CHECK: ret void
define void @f(ptr %numbers, i64 %size) {
  br label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %next, %back ]
  call void @__gmon_count(ptr @array, i32 0, i64 1, i64 1)
  call void @__gmon_count(ptr @array, i32 1, i64 1, i64 1)
  call void @__gmon_count(ptr @array, i32 1, i64 1, i64 1)
  %at = getelementptr i64, ptr %numbers, i64 %i
  %number = load i64, ptr %at
  %is.odd = trunc i64 %number to i1
  br i1 %is.odd, label %odd, label %even
odd:
  call void @__gmon_count(ptr @array, i32 2, i64 3, i64 1)
  call void @__gmon_count(ptr @array, i32 3, i64 1, i64 1)
  br label %back
even:
  %is.rare = icmp eq i64 %number, 42
  br i1 %is.rare, label %rare, label %back
rare:
  call void @__gmon_count(ptr @array, i32 4, i64 1, i64 1)
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
