; A target that the runtime does not know is an error, not a silent nothing.
;
; RUN: not opt -load-pass-plugin=%gmon_plugin -passes=gmon -disable-output %s 2>&1 | FileCheck %s
; RUN: sed 's/x86_64-apple-macosx/i386-linux-gnu/' %s > %t.ll
; RUN: not opt -load-pass-plugin=%gmon_plugin -passes=gmon -disable-output %t.ll 2>&1 | FileCheck %s --check-prefix=I386

target triple = "x86_64-apple-macosx"

; CHECK: error: gmon: only 64-bit ELF targets are supported, not 'x86_64-apple-macosx'
; I386: error: gmon: only 64-bit ELF targets are supported, not 'i386-linux-gnu'
define void @f() {
  ret void
}
