; A function without a symbol gets one: its calls would be those of the function in front
; of it.
;
; RUN: opt -load-pass-plugin=%gmon_plugin -passes='gmon,verify' -S %s | FileCheck %s
;
; CHECK: define internal void @hidden()
; CHECK: define void @visible()

target triple = "x86_64-unknown-linux-gnu"

define private void @hidden() noinline {
  ret void
}

define void @visible() {
  call void @hidden()
  ret void
}
