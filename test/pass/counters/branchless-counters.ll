; Where a branch only chooses a value, the pass moves the counter updates of its
; arms in front of the branch and multiplies them by the condition, so that the
; optimizer drops the branch. The other arm adds the complement.
;
; RUN: opt -load-pass-plugin=%gmon_plugin -passes='function(gmon-branchless,simplifycfg),verify' -S %s | FileCheck %s

declare void @__gmon_count(ptr, i64, i64, i64) nounwind willreturn memory(inaccessiblemem: readwrite)

; CHECK-LABEL: define i64 @min(
; CHECK: %less = icmp
; CHECK-NEXT: %[[LESS:[0-9]+]] = zext i1 %less to i64
; CHECK-NEXT: call void @__gmon_count(ptr null, i64 1, i64 %[[LESS]], i64 3)
; CHECK-NEXT: call void @__gmon_count(ptr null, i64 2, i64 1, i64 1)
; CHECK-NEXT: call void @__gmon_count(ptr null, i64 2, i64 %[[LESS]], i64 -1)
; CHECK-NEXT: select i1 %less, i64 %a, i64 %b
; CHECK-NEXT: ret i64
define i64 @min(i64 %a, i64 %b) {
  %less = icmp slt i64 %a, %b
  br i1 %less, label %first, label %second
first:
  call void @__gmon_count(ptr null, i64 1, i64 3, i64 1)
  br label %end
second:
  call void @__gmon_count(ptr null, i64 2, i64 1, i64 1)
  br label %end
end:
  %result = phi i64 [ %a, %first ], [ %b, %second ]
  ret i64 %result
}

; A branch with one arm: the other edge leads to the join.
; CHECK-LABEL: define i64 @one(
; CHECK-NOT: br
; CHECK: call void @__gmon_count(ptr null, i64 1, i64 %{{[0-9]+}}, i64 1)
; CHECK-NOT: @__gmon_count
; CHECK: select i1 %c
; CHECK-NEXT: ret i64
define i64 @one(i64 %a, i1 %c) {
  br i1 %c, label %then, label %end
then:
  call void @__gmon_count(ptr null, i64 1, i64 1, i64 1)
  %next = add i64 %a, 1
  br label %end
end:
  %result = phi i64 [ %next, %then ], [ %a, %0 ]
  ret i64 %result
}

; Updates of one counter in front of several branches become one update.
; CHECK-LABEL: define i64 @two(
; CHECK: %[[SUM:[0-9]+]] = add i64 %x, %y
; CHECK-NEXT: call void @__gmon_count(ptr null, i64 1, i64 %[[SUM]], i64 1)
; CHECK-NOT: @__gmon_count
; CHECK: ret i64
define i64 @two(i64 %a, i1 %c, i1 %d) {
  %x = zext i1 %c to i64
  call void @__gmon_count(ptr null, i64 1, i64 %x, i64 1)
  %y = zext i1 %d to i64
  call void @__gmon_count(ptr null, i64 1, i64 %y, i64 1)
  ret i64 %a
}

; An update that adds zero is deleted.
; CHECK-LABEL: define i64 @nothing(
; CHECK-NOT: @__gmon_count
; CHECK: ret i64
define i64 @nothing(i64 %a, i64 %b, i1 %c) {
  br i1 %c, label %then, label %end
then:
  call void @__gmon_count(ptr null, i64 1, i64 0, i64 1)
  br label %end
end:
  %result = phi i64 [ %a, %then ], [ %b, %0 ]
  ret i64 %result
}

; An arm that does more than choose a value keeps its branch, and so does a rare arm.
; CHECK-LABEL: define i64 @busy(
; CHECK: br i1
; CHECK: call void @__gmon_count(ptr null, i64 1, i64 1, i64 1)
; CHECK-LABEL: define i64 @rare(
; CHECK: br i1
; CHECK: call void @__gmon_count(ptr null, i64 1, i64 1, i64 1)
define i64 @busy(i64 %a, i1 %c, ptr %p) {
  br i1 %c, label %then, label %end
then:
  call void @__gmon_count(ptr null, i64 1, i64 1, i64 1)
  store i64 %a, ptr %p
  br label %end
end:
  ret i64 %a
}
define i64 @rare(i64 %a, i1 %c) {
  br i1 %c, label %then, label %end, !prof !0
then:
  call void @__gmon_count(ptr null, i64 1, i64 1, i64 1)
  br label %end
end:
  %result = phi i64 [ 1, %then ], [ %a, %0 ]
  ret i64 %result
}

!0 = !{!"branch_weights", i32 1, i32 2000}
