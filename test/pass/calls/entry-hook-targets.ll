; The entry hook's differences between targets: the size of a table slot, the call
; of the runtime, which preserves all registers itself, and the increment, which
; loses no count to a signal handler.
;
; RUN: sed 's/FEATURE/lse/g' %s > %t.in
; RUN: opt -load-pass-plugin=%gmon_plugin -passes='gmon,verify' -mtriple=aarch64-linux-gnu -S %t.in -o %t.a64
; RUN: FileCheck %s --check-prefixes=CHECK,A64 < %t.a64
; RUN: sed 's/FEATURE/zaamo/g' %s > %t.in
; RUN: opt -load-pass-plugin=%gmon_plugin -passes='gmon,verify' -mtriple=riscv64-linux-gnu -S %t.in -o %t.riscv
; RUN: FileCheck %s --check-prefixes=CHECK,RISCV < %t.riscv
;
; Optimized and unoptimized code generation accept the hook.
; RUN: %if aarch64-target %{ llc -O0 %t.a64 -o - | FileCheck %s --check-prefix=A64-CODE %}
; RUN: %if aarch64-target %{ llc -O2 %t.a64 -o - | FileCheck %s --check-prefix=A64-CODE %}
; RUN: %if riscv64-target %{ llc -O0 %t.riscv -o - | FileCheck %s --check-prefix=RISCV-CODE %}
; RUN: %if riscv64-target %{ llc -O2 %t.riscv -o - | FileCheck %s --check-prefix=RISCV-CODE %}

target datalayout = "e-m:e-i64:64-i128:128-n32:64-S128"

define i64 @plain(i64 %x) {
; CHECK-LABEL: define i64 @plain(i64 %x)
; CHECK: %gmon.slot = getelementptr i32, ptr %{{[0-9]+}}, i64 %{{[0-9]+}}
; CHECK: gmon.hit:
; CHECK-NEXT: %[[COUNT:[0-9]+]] = getelementptr inbounds i8, ptr %gmon.slot, i64 8
; A64-NEXT: call void asm sideeffect ".Lgmon_count${:uid}:\0A\09ldxr x16, $0\0A\09add x16, x16, $1\0A\09stxr w17, x16, $0\0A\09cbnz w17, .Lgmon_count${:uid}", "=*Q,rI,*Q,~{x16},~{x17}"(ptr elementtype(i64) %[[COUNT]], i64 1, ptr elementtype(i64) %[[COUNT]])
; RISCV-NEXT: %[[OLD:[0-9]+]] = load volatile i64, ptr %[[COUNT]], align 8, !nosanitize
; RISCV-NEXT: %[[NEW:[0-9]+]] = add i64 %[[OLD]], 1
; RISCV-NEXT: store volatile i64 %[[NEW]], ptr %[[COUNT]], align 8, !nosanitize
; CHECK: gmon.miss:
; A64-NEXT: call void asm sideeffect "bl __gmon_rt_miss", "{x9},{x10},~{x16},~{x17},~{lr},~{nzcv},~{memory}"(ptr @__gmon_descriptor.plain, i64 %gmon.from)
; RISCV-NEXT: call void asm sideeffect "call t0, __gmon_rt_miss", "{t1},{t2},~{t0},~{memory}"(ptr @__gmon_descriptor.plain, i64 %gmon.from)
  %y = mul i64 %x, 3
  ret i64 %y
}

define i64 @atomic(i64 %x) #0 {
; CHECK-LABEL: define i64 @atomic(i64 %x)
; CHECK: gmon.hit:
; A64: call void asm sideeffect "stadd $1, $0", "=*Q,r,*Q"(ptr elementtype(i64) %[[COUNT:[0-9]+]], i64 1, ptr elementtype(i64) %[[COUNT]])
; RISCV: call void asm sideeffect "amoadd.d zero, $1, $0", "=*A,r,*A"(ptr elementtype(i64) %[[COUNT:[0-9]+]], i64 1, ptr elementtype(i64) %[[COUNT]])
  ret i64 %x
}

define i64 @not_atomic(i64 %x) #1 {
; CHECK-LABEL: define i64 @not_atomic(i64 %x)
; A64: ldxr
; RISCV-NOT: amoadd
  ret i64 %x
}

; A64-CODE-LABEL: plain:
; A64-CODE: hint #7
; A64-CODE: ldxr
; A64-CODE: bl __gmon_rt_miss
; A64-CODE-LABEL: atomic:
; A64-CODE: stadd x{{[0-9]+}}, [x{{[0-9]+}}]
;
; RISCV-CODE-LABEL: plain:
; RISCV-CODE: call t0, __gmon_rt_miss
; RISCV-CODE-LABEL: atomic:
; RISCV-CODE: amoadd.d zero, {{[a-z0-9]+}}, ({{[a-z0-9]+}})

attributes #0 = { "target-features"="+FEATURE" }
attributes #1 = { "target-features"="+FEATURE,-FEATURE" }
