; In executables for x86-64, a function that other functions call by name has its
; hook in front of its prologue; callers that count the call enter after the hook. A
; callee in another file is called through a stub, which the linker resolves to the
; second entry if the callee has one. A segment register addresses the counters.
;
; RUN: opt -load-pass-plugin=%gmon_plugin -passes='gmon,verify' -S %s -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: opt -load-pass-plugin=%gmon_plugin -passes='gmon<blocks>,verify' -S %s | FileCheck %s --check-prefix=BLOCKS
; RUN: opt -load-pass-plugin=%gmon_plugin -passes='gmon<hook=none;blocks>,verify' -S %s | FileCheck %s --check-prefix=TOUCH
; RUN: sed '/PIE Level/d; s/, !1}/}/' %s > %t.pic.ll
; RUN: opt -load-pass-plugin=%gmon_plugin -passes='gmon,verify' -S %t.pic.ll | FileCheck %s --check-prefix=LIBRARY
; RUN: %if x86-64-target %{ llc -load=%gmon_plugin -relocation-model=pic %t.ll -o - | FileCheck %s --check-prefix=CODE %}
; RUN: %if x86-64-target %{ llc -load=%gmon_plugin -O0 -relocation-model=static %t.ll -o - | FileCheck %s --check-prefix=CODE %}
; RUN: %if x86-64-target %{ llc -relocation-model=pic %t.ll -o - | FileCheck %s --check-prefix=OTHER %}

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; A function of another file that may have a second entry gets a stub, in a comdat
; of its own. The stub is a function with its own name.
; CHECK: module asm ".pushsection gmon_stubs,\22axG\22,@progbits,elsewhere.hook.gmon,comdat"
; CODE: .section gmon_stubs,"axG",@progbits,elsewhere.hook.gmon,comdat
; CODE-NEXT: .hidden elsewhere.hook.gmon
; CODE-NEXT: .weak elsewhere.hook.gmon
; CODE-NEXT: .type "elsewhere@plt",@function
; CODE: elsewhere.hook.gmon:
; CODE-NEXT: "elsewhere@plt":
; CODE-NEXT: .byte 169
; CODE-NEXT: [[AT:.*]]:
; CODE-NEXT: .reloc [[AT]], R_X86_64_PLT32, elsewhere.hook.gmon
; CODE-NEXT: .long 0
; CODE-NEXT: .zero 11,144
; CODE-NEXT: jmp elsewhere@PLT
; CODE-NEXT: [[END:.Ltmp[0-9]+]]:
; CODE-NEXT: .size "elsewhere@plt", [[END]]-elsewhere.hook.gmon

; An alias has the same entry under its own name; C++ constructors are such aliases.
@alias = alias void (), ptr @aliased
; CHECK: define void @aliased() #[[#]] prologue
; CHECK-NEXT: call void asm sideeffect "{{.*}}", "i"(ptr @aliased.hook.gmon)
; CHECK-NEXT: call void asm sideeffect "{{.*}}", "i"(ptr @alias.hook.gmon)
; CODE-LABEL: aliased:
; CODE: aliased.hook.gmon =
; CODE: [[HERE:.Lgmon_here[0-9]+]]:
; CODE-NEXT: .hidden alias.hook.gmon
; CODE-NEXT: .globl alias.hook.gmon
; CODE-NEXT: alias.hook.gmon = [[HERE]]-([[HERE]]-aliased)
define void @aliased() {
  ret void
}

; LIBRARY-NOT: hook.gmon
; LIBRARY-NOT: %gs
; LIBRARY-NOT: prologue
; LIBRARY: @__gmon_bias
; LIBRARY-NOT: %gs

; CHECK: define void @f() #[[#]] prologue
; TOUCH: define void @f() {{.*}}@__gmon_entry_touch
; TOUCH-NEXT: call void asm sideeffect ".Lgmon_here
; TOUCH-NEXT: call void @llvm.pseudoprobe
; TOUCH-NEXT: load volatile i64, ptr addrspace(256)
; TOUCH-NEXT: add i64
; TOUCH-NEXT: store volatile i64
; TOUCH-NEXT: ret void
; CODE-LABEL: f:
; CODE-NEXT: .cfi_startproc
; CODE-NEXT: .ascii "\363\017\036\372L\215\035"
; CODE-NEXT: .long .L__gmon_descriptor.f-.L__gmon_function.f-11
; CODE-NEXT: .byte 232
; CODE-NEXT: .long __gmon_entry-.L__gmon_function.f-16
; CODE: [[HERE:.Lgmon_here[0-9]+]]:
; CODE-NEXT: .hidden f.hook.gmon
; CODE-NEXT: .globl f.hook.gmon
; CODE-NEXT: f.hook.gmon = [[HERE]]-([[HERE]]-f)
; CODE-NOT: .type f.hook
define void @f() {
  ret void
}

; A function keeps its hook in its body if it has no room for an entry, its
; address is taken, or its definition is replaceable.
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
; CHECK: define weak void @weak() #[[#]] {
define weak void @weak() {
  ret void
}

; CHECK: define i32 @caller() #[[#]] prologue
; With the plugin, the code generator makes each call one instruction.
; CODE-LABEL: caller:
; CODE: callq f.hook.gmon+16
; CODE: callq taken@PLT
; CODE: callq elsewhere.hook.gmon+16
; OTHER-LABEL: caller:
; OTHER: leaq f.hook.gmon+16(%rip), [[CALLEE:%r..?]]
; OTHER-NEXT: callq *[[CALLEE]]
; Instruction selection makes one instruction of load, add and store.
; CHECK: %[[COUNT:.*]] = load volatile i64, ptr addrspace(256) addrspacecast (ptr @__gmon_counters.caller to ptr addrspace(256))
; CHECK-NEXT: %[[MORE:.*]] = add i64 %[[COUNT]], 1
; CHECK-NEXT: store volatile i64 %[[MORE]], ptr addrspace(256) addrspacecast (ptr @__gmon_counters.caller to ptr addrspace(256))
; CHECK-NEXT: call void asm sideeffect ".Lgmon_call${:uid}:{{.*}}"i,i"(ptr @f.hook.gmon,
; CHECK-NEXT: call void getelementptr (i8, ptr @f.hook.gmon, i64 16)()
; CHECK-NEXT: call void @taken()
; CHECK-NEXT: call void @weak()
; CHECK-NEXT: call void @variadic()
; CHECK: store volatile i64 %{{.*}}getelementptr inbounds (i64, ptr @__gmon_counters.caller, i64 1)
; CHECK-NEXT: call void asm sideeffect ".Lgmon_call
; CHECK-NEXT: call void getelementptr (i8, ptr @elsewhere.hook.gmon, i64 16)(i32 1)
; CHECK-NEXT: call i32 @strcmp
; CHECK-NEXT: call void @_ZSt9terminatev
; CHECK-NEXT: call i32 @again
; A function that counts blocks does not count calls.
; BLOCKS: define i32 @caller()
; BLOCKS: call void asm sideeffect ".Lgmon_call${:uid}:\0A\09\0A\09.pushsection
; BLOCKS-NEXT: call void getelementptr (i8, ptr @f.hook.gmon, i64 16)()
; BLOCKS: call void asm sideeffect ".Lgmon_call${:uid}:\0A\09\0A\09.pushsection
; BLOCKS-NEXT: call void getelementptr (i8, ptr @elsewhere.hook.gmon, i64 16)(i32 1)
define i32 @caller() {
  call void @f()
  call void @taken()
  call void @weak()
  call void () @variadic()
  call void @elsewhere(i32 1) nounwind willreturn
  %a = call i32 @strcmp(ptr null, ptr null)
  call void @_ZSt9terminatev()
  %b = call i32 @again() returns_twice
  ret i32 %a
}
declare void @elsewhere(i32)
declare i32 @strcmp(ptr, ptr)
declare void @_ZSt9terminatev()
declare i32 @again() returns_twice

; CHECK: declare hidden void @elsewhere.hook.gmon(i32)

!llvm.module.flags = !{!0, !1}
!0 = !{i32 8, !"PIC Level", i32 2}
!1 = !{i32 7, !"PIE Level", i32 2}
