; Unrolls a loop of few iterations as without counters, though counter updates are
; calls to the optimizer. Leaves a large loop, or one of unknown trip count, alone.
;
; RUN: opt -load-pass-plugin=%gmon_plugin -passes='loop(gmon-unroll)' -S %s | FileCheck %s

target triple = "x86_64-pc-linux-gnu"

declare void @__gmon_count(ptr, i64, i64, i64) nounwind willreturn memory(inaccessiblemem: readwrite)

; CHECK-LABEL: define void @few(
; CHECK: br i1 %done, label %end, label %loop, !llvm.loop ![[FULL:[0-9]+]]
define void @few(ptr %p) {
  br label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %next, %loop ]
  call void @__gmon_count(ptr null, i64 1, i64 1, i64 1)
  %at = getelementptr i64, ptr %p, i64 %i
  store i64 %i, ptr %at
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, 3
  br i1 %done, label %end, label %loop
end:
  ret void
}

; CHECK-LABEL: define void @many(
; CHECK: br i1 %done, label %end, label %loop{{$}}
define void @many(ptr %p) {
  br label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %next, %loop ]
  call void @__gmon_count(ptr null, i64 1, i64 1, i64 1)
  %at = getelementptr i64, ptr %p, i64 %i
  store i64 %i, ptr %at
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, 100
  br i1 %done, label %end, label %loop
end:
  ret void
}

; A loop without counters.
; CHECK-LABEL: define void @plain(
; CHECK: br i1 %done, label %end, label %loop{{$}}
define void @plain(ptr %p) {
  br label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %next, %loop ]
  %at = getelementptr i64, ptr %p, i64 %i
  store i64 %i, ptr %at
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, 3
  br i1 %done, label %end, label %loop
end:
  ret void
}

; CHECK: ![[FULL]] = distinct !{![[FULL]], ![[HINT:[0-9]+]]}
; CHECK: ![[HINT]] = !{!"llvm.loop.unroll.full"
