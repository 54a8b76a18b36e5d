; Compilation for LTO only marks functions with their options; the link
; instruments them after the last inlining. Before LLVM 20 the plugin knows such a
; compilation by the module flags that Clang writes.
;
; RUN: sed 's/^; FLAGS: //' %s > %t.full.ll
; RUN: sed '/"ThinLTO"/d; s/, !1}/}/' %t.full.ll > %t.thin.ll
; RUN: opt -load-pass-plugin=%gmon_plugin -passes='lto-pre-link<O2>' -S %t.full.ll | FileCheck %s --check-prefix=MARKED
; RUN: opt -load-pass-plugin=%gmon_plugin -passes='thinlto-pre-link<O2>' -S %t.thin.ll | FileCheck %s --check-prefix=MARKED
; RUN: opt -load-pass-plugin=%gmon_plugin -passes='lto-pre-link<O2>' %t.full.ll -o %t.bc
; RUN: opt -load-pass-plugin=%gmon_plugin -passes='lto<O2>' -S %t.bc | FileCheck %s --check-prefix=HOOKED
; RUN: opt -load-pass-plugin=%gmon_plugin -passes='lto<O0>' -S %t.bc | FileCheck %s --check-prefix=HOOKED
; RUN: opt -load-pass-plugin=%gmon_plugin -passes='thinlto<O2>' -S %t.bc | FileCheck %s --check-prefix=HOOKED
; RUN: opt -load-pass-plugin=%gmon_plugin -passes='default<O0>' -S %s | FileCheck %s --check-prefix=HOOKED
; RUN: opt -load-pass-plugin=%gmon_plugin -passes='default<O3>' -S %s | FileCheck %s --check-prefix=HOOKED

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; MARKED-NOT: @__gmon
; MARKED: attributes #0 = { {{.*}}"gmon"="hook=inline" }
; HOOKED: @__gmon_record.f
; HOOKED: attributes #0 = { {{.*}}"gmon"="done with hook" }

define i32 @f(i32 %x) {
  %y = add i32 %x, 1
  ret i32 %y
}

; FLAGS: !llvm.module.flags = !{!0, !1}
; FLAGS: !0 = !{i32 1, !"EnableSplitLTOUnit", i32 1}
; FLAGS: !1 = !{i32 1, !"ThinLTO", i32 0}
