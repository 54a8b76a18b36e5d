; One instruction increments a counter, so a signal handler that increments the
; same counter cannot interrupt it. Optimized code selects the instruction from a
; load, an add and a store; unoptimized code uses inline assembly.
;
; REQUIRES: x86-64-target
; RUN: opt -load-pass-plugin=%gmon_plugin -passes='gmon<blocks>,verify' -S %s -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: llc -O2 -relocation-model=pic %t.ll -o - | FileCheck %s --check-prefix=CODE
; RUN: llc -O1 -relocation-model=static %t.ll -o - | FileCheck %s --check-prefix=CODE
; RUN: grep -v 'PIE Level' %s | sed 's/!0, !1/!0/' > %t.library.ll
; RUN: opt -load-pass-plugin=%gmon_plugin -passes='gmon<blocks>,verify' %t.library.ll -S | llc -O2 -relocation-model=pic -o - | FileCheck %s --check-prefix=LIBRARY

target triple = "x86_64-pc-linux-gnu"

declare void @other(ptr)

; CHECK-LABEL: define i64 @optimized(
; CHECK-NOT: incq
; CODE-LABEL: optimized:
; CODE-NOT: mov{{.*}}%gs:
; CODE: incq %gs:.L__gmon_counters.optimized
; CODE-NOT: mov{{.*}}%gs:
; CODE: incq %gs:.L__gmon_counters.optimized+8
; CODE-NOT: mov{{.*}}%gs:
;   One for the entry hook, and four for blocks.
; LIBRARY-LABEL: optimized:
; LIBRARY-COUNT-5: incq {{[0-9]*}}(%
; LIBRARY-NOT: incq
define i64 @optimized(ptr %numbers, i64 %size) {
  br label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %next, %back ]
  %at = getelementptr i64, ptr %numbers, i64 %i
  %number = load i64, ptr %at
  %more = add i64 %number, 1
  store i64 %more, ptr %at
  %odd = trunc i64 %number to i1
  br i1 %odd, label %call, label %back
call:
  call void @other(ptr %at)
  br label %back
back:
  %next = add i64 %i, 1
  %done = icmp eq i64 %next, %size
  br i1 %done, label %end, label %loop
end:
  ret i64 %next
}

; CHECK-LABEL: define void @unoptimized(
; CHECK: call void asm sideeffect "incq %gs:.L__gmon_counters.unoptimized+0(%rip)", ""
; CHECK-NOT: load volatile
; LIBRARY-LABEL: unoptimized:
; CODE-LABEL: unoptimized:
; CODE-NOT: mov{{.*}}%gs:
; CODE: incq %gs:
define void @unoptimized() optnone noinline {
  ret void
}

!llvm.module.flags = !{!0, !1}
!0 = !{i32 8, !"PIC Level", i32 2}
!1 = !{i32 7, !"PIE Level", i32 2}
