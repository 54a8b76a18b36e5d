; Static allocas stay in the entry block, wherever they stand in it: in another
; block they would be dynamic.
;
; RUN: opt -load-pass-plugin=%gmon_plugin -passes='gmon<blocks>,verify' -S %s | FileCheck %s

target triple = "x86_64-pc-linux-gnu"

declare void @use(ptr)

define void @f(i64 %n) {
; CHECK-LABEL: define void @f(i64 %n)
; CHECK-NEXT:    %early = alloca i32
; CHECK-NEXT:    %late = alloca i32
; CHECK:         gmon.body:
; CHECK:         call void @use(ptr %early)
; CHECK:         %dynamic = alloca i8, i64 %n
; CHECK:         call void @use(ptr %late)
; CHECK:         call void @use(ptr %dynamic)
  %early = alloca i32
  call void @use(ptr %early)
  %late = alloca i32
  %dynamic = alloca i8, i64 %n
  call void @use(ptr %late)
  call void @use(ptr %dynamic)
  ret void
}

; A library adds the thread's bias to find its counters: see direct-entry.ll.
!llvm.module.flags = !{!100}
!100 = !{i32 8, !"PIC Level", i32 2}
