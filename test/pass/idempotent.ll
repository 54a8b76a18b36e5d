; Running the pass again changes nothing.
;
; RUN: opt -load-pass-plugin=%gmon_plugin -passes='gmon<blocks>' -S %s -o %t.once
; RUN: opt -load-pass-plugin=%gmon_plugin -passes='gmon<blocks>' -S %t.once -o %t.twice
; RUN: FileCheck %s --input-file=%t.once
; RUN: opt -S %t.once -o - | sed -e '/^; ModuleID/d' -e 's/; preds.*//' > %t.1
; RUN: opt -S %t.twice -o - | sed -e '/^; ModuleID/d' -e 's/; preds.*//' > %t.2
; RUN: cmp %t.1 %t.2

target triple = "x86_64-pc-linux-gnu"

; CHECK-COUNT-1: call preserve_allcc void @__gmon_rt_miss(
; CHECK-NOT: call preserve_allcc

define void @f(i1 %c) {
  br i1 %c, label %a, label %b
a:
  call void @g()
  br label %b
b:
  ret void
}

declare void @g()

; A library adds the thread's bias to find its counters: see direct-entry.ll.
!llvm.module.flags = !{!100}
!100 = !{i32 8, !"PIC Level", i32 2}
