; The blocks outside a spanning tree of the flow graph have counters, and the tree
; has the frequent paths. Six blocks with a loop and a diamond need three
; counters, none of them in the loop's head or latch.
;
; RUN: opt -load-pass-plugin=%gmon_plugin -passes='gmon<blocks>,verify' -S %s | FileCheck %s

target triple = "x86_64-pc-linux-gnu"

; CHECK: @__gmon_counters.f = private global [3 x i64] zeroinitializer, section "gmon_data"
;   Six blocks, three derived counts: the head of the loop is the sum of the sides of
;   the diamond; so is the join, through the back edge. Entry and exit share a counter.
;   The table gives each block's address as its distance from the first table entry.
; CHECK: @__gmon_blocks.f = private constant [23 x i32] [i32 6, i32 3,
; CHECK-SAME: @__gmon_function.f{{[^@]*@}}__gmon_blocks.f, i64 8) to i64)) to i32), i32 0,
; CHECK-SAME: %loop{{[^@]*@}}__gmon_blocks.f, i64 8) to i64)) to i32), i32 3,
; CHECK-SAME: %left{{[^@]*@}}__gmon_blocks.f, i64 8) to i64)) to i32), i32 1,
; CHECK-SAME: %join{{[^@]*@}}__gmon_blocks.f, i64 8) to i64)) to i32), i32 5,
; CHECK-SAME: %exit{{[^@]*@}}__gmon_blocks.f, i64 8) to i64)) to i32), i32 0,
; CHECK-SAME: %right{{[^@]*@}}__gmon_blocks.f, i64 8) to i64)) to i32), i32 2,
; CHECK-SAME: i32 2, i32 2, i32 4, i32 2, i32 6, i32 1, i32 2, i32 0, i32 8]

define void @f(i1 %c, i32 %n) {
; CHECK-LABEL: define void @f(
; CHECK-COUNT-4: store volatile i64
; CHECK-NOT: store volatile i64
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %join ]
  br i1 %c, label %left, label %right
left:
  store volatile i32 1, ptr null
  br label %join
right:
  store volatile i32 2, ptr null
  br label %join
join:
  %next = add i32 %i, 1
  %done = icmp eq i32 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret void
}

; A library adds the thread's bias to find its counters: see direct-entry.ll.
!llvm.module.flags = !{!100}
!100 = !{i32 8, !"PIC Level", i32 2}
