; The bias lies in static thread-local storage. With musl that holds only in
; executables: musl loads no library with static thread-local storage.
;
; RUN: opt -load-pass-plugin=%gmon_plugin -passes=gmon -S %s | FileCheck %s --check-prefix=INITIAL
; RUN: sed 's/linux-gnu/linux-musl/' %s > %t.ll
; RUN: opt -load-pass-plugin=%gmon_plugin -passes=gmon -S %t.ll | FileCheck %s --check-prefix=DYNAMIC
; RUN: sed 's/linux-gnu/linux-musl/; s/^!llvm.module.flags.*/!llvm.module.flags = !{!0, !1}/' %s > %t.ll
; RUN: opt -load-pass-plugin=%gmon_plugin -passes=gmon -S %t.ll | FileCheck %s --check-prefix=INITIAL
; RUN: sed 's/linux-gnu/linux-musl/; s/^!llvm.module.flags.*//' %s > %t.ll
; RUN: opt -load-pass-plugin=%gmon_plugin -passes=gmon -S %t.ll | FileCheck %s --check-prefix=INITIAL

target triple = "x86_64-unknown-linux-gnu"

; INITIAL: @__gmon_rt_bias = external hidden thread_local(initialexec) global i64
; DYNAMIC: @__gmon_rt_bias = external hidden thread_local global i64

; A function whose address is taken has its hook in its body.
@table = global ptr @f
define void @f() {
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 8, !"PIC Level", i32 2}
!1 = !{i32 7, !"PIE Level", i32 2}
