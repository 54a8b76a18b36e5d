; A target without a runtime gets one warning for the module and unchanged code:
; other operating systems or none, the kernel, other processors, 32-bit addresses.
;
; RUN: opt -load-pass-plugin=%gmon_plugin -passes=gmon -S %s 2>&1 | FileCheck %s --implicit-check-not=warning
; RUN: sed 's/x86_64-apple-macosx/i386-linux-gnu/' %s > %t.ll
; RUN: opt -load-pass-plugin=%gmon_plugin -passes=gmon -S %t.ll 2>&1 | FileCheck %s --check-prefix=I386
; RUN: sed 's/e-m:o/e-p:32:32/; s/x86_64-apple-macosx/x86_64-linux-gnux32/' %s > %t.ll
; RUN: opt -load-pass-plugin=%gmon_plugin -passes=gmon -S %t.ll 2>&1 | FileCheck %s --check-prefix=X32
; RUN: sed 's/x86_64-apple-macosx/powerpc64le-linux-gnu/' %s > %t.ll
; RUN: opt -load-pass-plugin=%gmon_plugin -passes='gmon<blocks>' -S %t.ll 2>&1 | FileCheck %s --check-prefix=PPC
; RUN: sed 's/e-m:o/e-m:e/; s/x86_64-apple-macosx/x86_64-unknown-freebsd/' %s > %t.ll
; RUN: opt -load-pass-plugin=%gmon_plugin -passes='gmon<blocks=source>' -S %t.ll 2>&1 | FileCheck %s --check-prefixes=BSD,PLAIN --implicit-check-not=warning
; RUN: sed 's/e-m:o/e-m:e/; s/x86_64-apple-macosx/aarch64-none-elf/' %s > %t.ll
; RUN: opt -load-pass-plugin=%gmon_plugin -passes='gmon<blocks>' -S %t.ll 2>&1 | FileCheck %s --check-prefixes=NONE,PLAIN --implicit-check-not=warning
; RUN: sed 's/e-m:o/e-m:e/; s/x86_64-apple-macosx/aarch64-linux-android21/' %s > %t.ll
; RUN: opt -load-pass-plugin=%gmon_plugin -passes=gmon -S %t.ll 2>&1 | FileCheck %s --check-prefixes=ANDROID,PLAIN --implicit-check-not=warning
; RUN: sed 's/e-m:o/e-m:e/; s/x86_64-apple-macosx/x86_64-linux-gnu/' %s > %t.ll
; RUN: echo '!llvm.module.flags = !{!0}' >> %t.ll
; RUN: echo '!0 = !{i32 1, !"Code Model", i32 2}' >> %t.ll
; RUN: opt -load-pass-plugin=%gmon_plugin -passes=gmon -S %t.ll 2>&1 | FileCheck %s --check-prefixes=KERNEL,PLAIN --implicit-check-not=warning

target datalayout = "e-m:o"
target triple = "x86_64-apple-macosx"

; CHECK: warning: gmon: not profiled: there is no runtime for 'x86_64-apple-macosx'
; I386: warning: gmon: not profiled: there is no runtime for 'i386-linux-gnu'
; X32: warning: gmon: not profiled: there is no runtime for 'x86_64-linux-gnux32'
; PPC: warning: gmon: not profiled: there is no runtime for 'powerpc64le-linux-gnu'
; BSD: warning: gmon: not profiled: there is no runtime for 'x86_64-unknown-freebsd'
; NONE: warning: gmon: not profiled: there is no runtime for 'aarch64-none-elf'
; ANDROID: warning: gmon: not profiled: there is no runtime for 'aarch64-linux-android21'
; KERNEL: warning: gmon: not profiled: there is no runtime for -mcmodel=kernel

; CHECK-LABEL: define void @f()
; CHECK-NEXT: ret void
; I386-LABEL: define void @f()
; I386-NEXT: ret void
; X32-LABEL: define void @f()
; X32-NEXT: ret void
; PPC-LABEL: define void @f()
; PPC-NEXT: ret void
; PLAIN-LABEL: define void @f()
; PLAIN-NEXT: ret void
define void @f() {
  ret void
}

; CHECK-LABEL: define void @g()
; CHECK-NEXT: ret void
define void @g() {
  ret void
}
