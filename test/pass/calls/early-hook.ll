; In executables for x86-64, a function that others call by name has its hook in front
; of its prologue. All calls name the function itself. The code generator counts those
; of functions that may have such a hook, as it counts other outgoing calls: after the
; link, the call may pass by the hook.
;
; RUN: opt -load-pass-plugin=%gmon_plugin -passes='gmon,verify' -S %s -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: opt -load-pass-plugin=%gmon_plugin -passes='gmon<hook=none;blocks>,verify' -S %s | FileCheck %s --check-prefix=TOUCH
; RUN: sed '/PIE Level/d; s/, !1}/}/' %s > %t.pic.ll
; RUN: opt -load-pass-plugin=%gmon_plugin -passes='gmon,verify' -S %t.pic.ll | FileCheck %s --check-prefix=LIBRARY
; RUN: %if x86-64-target %{ llc -load=%gmon_plugin -relocation-model=pic %t.ll -o - | FileCheck %s --check-prefix=CODE %}
; RUN: %if x86-64-target %{ llc -load=%gmon_plugin -relocation-model=static %t.ll -o - | FileCheck %s --check-prefix=CODE %}
; RUN: opt -load-pass-plugin=%gmon_plugin -passes='gmon<calls=instrumented>,verify' -S %s -o %t.hooked.ll
; RUN: %if x86-64-target %{ llc -load=%gmon_plugin -relocation-model=pic %t.hooked.ll -o - | FileCheck %s --check-prefix=HOOKED %}
; RUN: %if x86-64-target %{ llc -relocation-model=pic %t.ll -o - | FileCheck %s --check-prefix=OTHER %}

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; LIBRARY-NOT: %gs
; LIBRARY-NOT: prologue
; LIBRARY: @__gmon_rt_bias
; LIBRARY-NOT: %gs

; CHECK: define void @f() #[[#]] prologue
; TOUCH: define void @f() {{.*}}@__gmon_rt_entry_touch
; CODE-LABEL: f:
; CODE-NEXT: .cfi_startproc
; CODE-NEXT: .ascii "\363\017\036\372L\215\035"
; CODE-NEXT: .long {{\(?}}.L__gmon_descriptor.f-.L__gmon_function.f{{\)?}}-11
; CODE-NEXT: .byte 232
; CODE-NEXT: .long {{\(?}}__gmon_rt_entry-.L__gmon_function.f{{\)?}}-16
define void @f() {
  ret void
}

; An alias is called as the function is.
@alias = alias void (), ptr @aliased
; CHECK: define void @aliased() #[[#]] prologue
define void @aliased() {
  ret void
}

; The linker chooses one of several copies: each has its hook.
; CHECK: define weak void @weak() #[[#]] prologue
define weak void @weak() {
  ret void
}

; A function keeps its hook in its body if the hook has no registers, or if the address
; of the function is taken.
; CHECK: define void @variadic(...) #[[#]] {
define void @variadic(...) {
  ret void
}
; CHECK: define void @nested(ptr nest %p) #[[#]] {
define void @nested(ptr nest %p) {
  ret void
}
@table = global ptr @taken
; CHECK: define void @taken() #[[#]] {
define void @taken() {
  ret void
}

; CHECK: define i32 @caller() #[[#]] prologue
; CHECK-NEXT: call void @f()
; CHECK-NEXT: call void @alias()
; CHECK-NEXT: call void @taken()
; CODE-LABEL: caller:
; CODE: incq %gs:.Lgmon_outgoing[[N:[0-9]+]]_0(%rip)
; CODE-NEXT: callq f
; CODE-NEXT: .Lgmon_left[[N]]_0:
; CODE-NEXT: incq %gs:.Lgmon_outgoing[[N]]_1(%rip)
; CODE-NEXT: callq alias
; CODE-NEXT: .Lgmon_left[[N]]_1:
; CODE-NEXT: callq taken
; CODE-NEXT: incq %gs:.Lgmon_outgoing[[N]]_2(%rip)
; CODE-NEXT: callq weak
; CODE: incq %gs:.Lgmon_outgoing[[N]]_3(%rip)
; CODE-NEXT: callq elsewhere
; CODE: incq %gs:.Lgmon_outgoing[[N]]_4(%rip)
; CODE-NEXT: callq strcmp
; HOOKED-LABEL: caller:
; HOOKED: incq %gs:.Lgmon_outgoing[[N:[0-9]+]]_0(%rip)
; HOOKED-NEXT: callq f
; HOOKED: incq %gs:.Lgmon_outgoing[[N]]_3(%rip)
; HOOKED-NEXT: callq elsewhere
; HOOKED-NOT: incq
; HOOKED: callq strcmp
; HOOKED-NOT: incq
; HOOKED: callq _ZSt9terminatev
; Code that is generated without the plugin leaves the counting to the hooks.
; OTHER-LABEL: caller:
; OTHER-NOT: incq
; OTHER: callq f
; OTHER-NOT: incq
; OTHER: callq elsewhere
define i32 @caller() {
  call void @f()
  call void @alias()
  call void @taken()
  call void @weak()
  call void () @variadic()
  call void @elsewhere(i32 1) nounwind willreturn
  %a = call i32 @strcmp(ptr null, ptr null)
  call void @_ZSt9terminatev()
  ret i32 %a
}
declare void @elsewhere(i32)
declare i32 @strcmp(ptr, ptr)
declare void @_ZSt9terminatev()

!llvm.module.flags = !{!0, !1}
!0 = !{i32 8, !"PIC Level", i32 2}
!1 = !{i32 7, !"PIE Level", i32 2}
