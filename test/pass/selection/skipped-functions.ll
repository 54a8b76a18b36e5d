; Not instrumented: functions without a prologue, functions that are not emitted,
; noprofile functions, ifunc resolvers, which run before relocation, and interrupt
; handlers. Functions that preserve more registers than the C convention have no
; hook, but their blocks are counted.
;
; RUN: opt -load-pass-plugin=%gmon_plugin -passes='gmon<blocks>,verify' -S %s | FileCheck %s
; RUN: opt -load-pass-plugin=%gmon_plugin -passes='gmon,verify' -S %s | FileCheck %s --check-prefix=HOOKS

target triple = "x86_64-pc-linux-gnu"

; CHECK-NOT: {{^}}@__gmon_record
; CHECK:     {{^}}@__gmon_record.hooked
; CHECK-DAG: {{^}}@__gmon_descriptor.preserve_all =
; CHECK-DAG: {{^}}@__gmon_descriptor.no_caller_saved =
; CHECK-NOT: {{^}}@__gmon_{{(record|descriptor)}}
; CHECK-LABEL: define void @hooked

; HOOKS:     {{^}}@__gmon_record.hooked
; HOOKS-NOT: {{^}}@__gmon_{{record|counters}}
; HOOKS-LABEL: define void @hooked
; HOOKS-LABEL: define preserve_allcc
; HOOKS-NEXT:  ret void
; HOOKS-LABEL: define void @no_caller_saved
; HOOKS-NEXT:  ret void

@dispatched = ifunc void (), ptr @resolver

define void @hooked() {
  ret void
}

define void @without_prologue() naked {
  unreachable
}

define available_externally void @elsewhere() {
  ret void
}

define void @noprofile() noprofile {
  ret void
}

define void @skipprofile() skipprofile {
  ret void
}

define ptr @resolver() {
  ret ptr @hooked
}

; CHECK-LABEL: define preserve_allcc void @preserve_all
; CHECK-NOT:     returnaddress
; CHECK:         call preserve_allcc void @__gmon_rt_touch(ptr @__gmon_descriptor.preserve_all)
define preserve_allcc void @preserve_all() {
  ret void
}

; CHECK-LABEL: define void @no_caller_saved
; CHECK-NOT:     returnaddress
; CHECK:         call preserve_allcc void @__gmon_rt_touch(ptr @__gmon_descriptor.no_caller_saved)
define void @no_caller_saved() "no_caller_saved_registers" {
  ret void
}

; CHECK-LABEL: define x86_intrcc
; CHECK-NEXT:    ret void
define x86_intrcc void @interrupt(ptr byval(i64) %frame) {
  ret void
}
