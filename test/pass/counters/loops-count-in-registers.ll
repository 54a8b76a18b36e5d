; Inner loops count in registers and add the sums to memory at their exits. Registers go to the
; counters that are updated most often, of loops that no call leaves, that do not wait and run
; for more than a few iterations. A counter that the trip count determines needs no register.
;
; RUN: opt -load-pass-plugin=%gmon_plugin -passes='gmon<hook=none;blocks>,verify' -S %s | FileCheck %s

target triple = "x86_64-pc-linux-gnu"

declare void @other(i64)
declare i32 @pure(i64) nounwind willreturn memory(none)

; CHECK-LABEL: define i64 @counts(
; CHECK: store volatile i64
; CHECK: loop:
; CHECK-NEXT: %[[COUNT:gmon.count.*]] = phi i64 [ 0, %0 ], [ %[[NEXT:.*]], %loop ]
; CHECK-NOT: volatile
; CHECK: %[[NEXT]] = add i64 %[[COUNT]], 1
; CHECK-NOT: volatile
; CHECK: end:
; CHECK-NEXT: call void @llvm.pseudoprobe
; CHECK-NEXT: %[[MEMORY:.*]] = load volatile i64
; CHECK-NEXT: %[[SUM:.*]] = add i64 %[[MEMORY]], %[[NEXT]]
; CHECK-NEXT: store volatile i64 %[[SUM]]
; CHECK-NEXT: ret i64
define i64 @counts(i64 %size) {
  br label %loop
loop:
  %i = phi i64 [ %size, %0 ], [ %next, %loop ]
  %half = call i32 @pure(i64 %i)
  %next = zext i32 %half to i64
  %done = icmp eq i64 %next, 0
  br i1 %done, label %end, label %loop
end:
  ret i64 %next
}

; CHECK-LABEL: define i64 @known_iterations(
; CHECK: loop:
; CHECK-NEXT: %i = phi
; CHECK-NOT: phi
; CHECK-NOT: volatile
; CHECK: end:
; CHECK-NEXT: call void @llvm.pseudoprobe
; CHECK-NEXT: %[[MEMORY:.*]] = load volatile i64
; CHECK-NEXT: %[[SUM:.*]] = add i64 %[[MEMORY]], %size
; CHECK-NEXT: store volatile i64 %[[SUM]]
; CHECK-NEXT: ret i64
define i64 @known_iterations(i64 %size) {
  br label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %next, %loop ]
  call i32 @pure(i64 %i)
  %next = add i64 %i, 1
  %done = icmp eq i64 %next, %size
  br i1 %done, label %end, label %loop
end:
  ret i64 %next
}

; CHECK-LABEL: define void @only_inner(
; CHECK: outer:
; CHECK-NOT: gmon.count{{.*}}phi
; CHECK: inner:
; CHECK-NEXT: %gmon.count{{.*}} = phi i64 [ 0, %outer ]
; CHECK: back:
; CHECK-NEXT: call void @llvm.pseudoprobe
; CHECK-NEXT: load volatile i64
; CHECK: ret void
define void @only_inner(i64 %size) {
  br label %outer
outer:
  %i = phi i64 [ 0, %0 ], [ %i.next, %back ]
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %j.next, %inner ]
  %j.half = call i32 @pure(i64 %j)
  %j.next = zext i32 %j.half to i64
  %j.done = icmp eq i64 %j.next, %i
  br i1 %j.done, label %back, label %inner
back:
  %i.next = add i64 %i, 1
  %i.done = icmp eq i64 %i.next, %size
  br i1 %i.done, label %end, label %outer
end:
  ret void
}

; CHECK-LABEL: define void @waits(
; CHECK-NOT: = phi
; CHECK: ret void
define void @waits(ptr %flag) {
  br label %loop
loop:
  %set = load volatile i1, ptr %flag
  br i1 %set, label %end, label %loop
end:
  ret void
}

; The function that the loop calls may wait.
; CHECK-LABEL: define void @asks(
; CHECK-NOT: %gmon.count{{.*}} = phi
; CHECK: ret void
declare i1 @ready() nounwind willreturn
define void @asks() {
  br label %loop
loop:
  %set = call i1 @ready()
  br i1 %set, label %end, label %loop
end:
  ret void
}

; CHECK-LABEL: define void @unreachable_exit(
; CHECK: %gmon.count{{.*}} = phi i64
; CHECK: never:
; CHECK-NEXT: call void @llvm.pseudoprobe
; CHECK-NEXT: unreachable
define void @unreachable_exit(ptr %numbers) {
  br label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %next, %loop ]
  %next = add i64 %i, 1
  %at = getelementptr i64, ptr %numbers, i64 %i
  %number = load i64, ptr %at
  switch i64 %number, label %never [
    i64 0, label %loop
    i64 1, label %end
    i64 2, label %end
  ], !prof !2
end:
  ret void
never:
  unreachable
}

; CHECK-LABEL: define void @may_be_left(
; CHECK-NOT: %gmon.count{{.*}} = phi
; CHECK: ret void
define void @may_be_left(i64 %size) {
  br label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %next, %loop ]
  call void @other(i64 %i)
  %next = add i64 %i, 1
  %done = icmp eq i64 %next, %size
  br i1 %done, label %end, label %loop
end:
  ret void
}

; CHECK-LABEL: define void @few_iterations(
; CHECK-NOT: %gmon.count{{.*}} = phi
; CHECK: ret void
define void @few_iterations() {
  br label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %next, %loop ]
  call i32 @pure(i64 %i)
  %next = add i64 %i, 1
  %done = icmp eq i64 %next, 8
  br i1 %done, label %end, label %loop
end:
  ret void
}

; CHECK-LABEL: define void @for_ever(
; CHECK-NOT: %gmon.count{{.*}} = phi
; CHECK: br label %loop
define void @for_ever() {
  br label %loop
loop:
  call i32 @pure(i64 0)
  br label %loop
}


!llvm.module.flags = !{!0, !1}
!0 = !{i32 8, !"PIC Level", i32 2}
!1 = !{i32 7, !"PIE Level", i32 2}
!2 = !{!"branch_weights", i32 0, i32 100, i32 1, i32 1}
