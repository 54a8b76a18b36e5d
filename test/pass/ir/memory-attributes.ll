; Drops memory attributes of instrumented functions and of their calls: the
; functions write memory, and later passes would delete calls that count.
;
; RUN: opt -load-pass-plugin=%gmon_plugin -passes='gmon,early-cse,verify' -S %s | FileCheck %s

target triple = "x86_64-pc-linux-gnu"

; CHECK: define i32 @square(i32 %x) #[[SQUARE:[0-9]+]]
define i32 @square(i32 %x) #0 {
  %y = mul i32 %x, %x
  ret i32 %y
}

; CHECK-LABEL: define i32 @twice(
; CHECK-COUNT-2: call i32 @square(i32 %x)
define i32 @twice(i32 %x) {
  %a = call i32 @square(i32 %x) memory(none)
  %b = call i32 @square(i32 %x)
  %c = add i32 %a, %b
  ret i32 %c
}

; CHECK: attributes #[[SQUARE]] = { nounwind willreturn "gmon"="done with hook" }
attributes #0 = { nounwind willreturn memory(none) speculatable }

; A library adds the thread's bias to find its counters: see direct-entry.ll.
!llvm.module.flags = !{!100}
!100 = !{i32 8, !"PIC Level", i32 2}
