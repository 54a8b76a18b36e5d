; hook=call: a plain call of the monitoring routine that Clang's mark names, or
; else of the target's routine, in a function that keeps its frame pointer.
;
; RUN: opt -load-pass-plugin=%gmon_plugin -passes='gmon<hook=call>,verify' -S %s | FileCheck %s
; RUN: opt -load-pass-plugin=%gmon_plugin -passes='gmon<hook=call>,verify' -mtriple=aarch64-linux-gnu -S %s | FileCheck %s --check-prefix=ARGUMENT
; RUN: opt -load-pass-plugin=%gmon_plugin -passes='gmon<hook=call>,verify' -mtriple=riscv64-linux-gnu -S %s | FileCheck %s --check-prefix=ARGUMENT

target triple = "x86_64-pc-linux-gnu"

; CHECK-NOT: __gmon
define void @marked() #0 {
; CHECK-LABEL: define void @marked() #0
; CHECK-NEXT: call void @"\01my_mcount"()
; CHECK-NEXT: ret void
  ret void
}
; CHECK: attributes #0 = { "frame-pointer"="all" "gmon"="done" }

; ARGUMENT-LABEL: define void @marked()
; ARGUMENT: %[[RETURN:.*]] = call ptr @llvm.returnaddress(i32 0)
; ARGUMENT: call void @"\01my_mcount"(ptr %[[RETURN]])

attributes #0 = { "instrument-function-entry-inlined"="\01my_mcount" }
