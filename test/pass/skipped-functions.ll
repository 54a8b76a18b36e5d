; What is not instrumented: code without a prologue, code that is not emitted,
; functions that ask for no profile, resolvers, which run before relocation, and
; conventions whose registers the runtime does not save.
;
; RUN: opt -load-pass-plugin=%gmon_plugin -passes='gmon<blocks>,verify' -S %s | FileCheck %s

target triple = "x86_64-pc-linux-gnu"

; CHECK-NOT: {{^}}@__gmon_record
; CHECK:     {{^}}@__gmon_record.hooked
; CHECK-NOT: {{^}}@__gmon_record
; CHECK-LABEL: define void @hooked

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

define preserve_allcc void @preserve_all() {
  ret void
}

define void @no_caller_saved() "no_caller_saved_registers" {
  ret void
}

define x86_intrcc void @interrupt(ptr byval(i64) %frame) {
  ret void
}
