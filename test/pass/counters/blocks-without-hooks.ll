; Block counters without hooks: the function tests its record and sets the thread up.
;
; RUN: opt -load-pass-plugin=%gmon_plugin -passes='gmon<hook=none;blocks>,verify' -S %s | FileCheck %s

target triple = "x86_64-pc-linux-gnu"

define void @f() {
; CHECK-LABEL: define void @f()
; CHECK:         %[[RECORD:.*]] = call ptr asm ""
; CHECK-NEXT:    %[[TABLE:.*]] = load i64, ptr %[[RECORD]]
; CHECK-NEXT:    %gmon.touched = icmp ne i64 %[[TABLE]], 0
; CHECK-NEXT:    br i1 %gmon.touched, label %gmon.body, label %gmon.miss
; CHECK:       gmon.body:
; CHECK:         store volatile i64
; CHECK:         ret void
; CHECK:       gmon.miss:
; CHECK-NEXT:    call preserve_allcc void @__gmon_rt_touch(ptr @__gmon_descriptor.f)
; CHECK-NEXT:    br label %gmon.body
  ret void
}

; A library adds the thread's bias to find its counters: see direct-entry.ll.
!llvm.module.flags = !{!100}
!100 = !{i32 8, !"PIC Level", i32 2}
