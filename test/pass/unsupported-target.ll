; A target that the runtime does not know is an error, not a silent nothing.
;
; RUN: not opt -load-pass-plugin=%gmon_plugin -passes=gmon -disable-output %s 2>&1 | FileCheck %s

target triple = "x86_64-apple-macosx"

; CHECK: error: gmon: only ELF targets are supported, not 'x86_64-apple-macosx'
define void @f() {
  ret void
}
