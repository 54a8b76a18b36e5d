; A function that is only called by name, and only by functions with hooks, has no
; hook: its callers count each call before making it. With block counts nothing
; counts calls: the count of a call's block is the number of calls.
;
; RUN: opt -load-pass-plugin=%gmon_plugin -passes='gmon,verify' -S %s -o %t.ll
; RUN: FileCheck %s --check-prefixes=CHECK,CALLS < %t.ll
; RUN: grep ^@__gmon_record %t.ll | sort | FileCheck %s --check-prefix=RECORDS
; RUN: opt -load-pass-plugin=%gmon_plugin -passes='gmon<blocks>,verify' -S %s -o %t.blocks.ll
; RUN: FileCheck %s --check-prefixes=CHECK,BLOCKS < %t.blocks.ll
; RUN: %if x86-64-target %{ llc -O0 %t.ll -o - | FileCheck %s --check-prefix=CODE %}
; RUN: %if x86-64-target %{ llc -O2 -relocation-model=pic %t.ll -o - | FileCheck %s --check-prefix=CODE %}

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Functions that unknown callers may call.
; RECORDS: @__gmon_record.caller =
; RECORDS-NEXT: @__gmon_record.in_a_list =
; RECORDS-NEXT: @__gmon_record.of_others =
; RECORDS-NEXT: @__gmon_record.taken =
; RECORDS-NOT: @__gmon
;
; One caller's counters of call sites.
; CALLS: @__gmon_counters.caller = private global [2 x i64] zeroinitializer
; CALLS-NEXT: @__gmon_descriptor.caller = {{.*}}, i32 2, i32 0 }

@list = global [1 x ptr] [ptr @in_a_list]

define internal void @known() noinline {
  ret void
}

; A function without a hook still refers to its descriptor.
define internal void @known_that_calls() noinline {
; CHECK-LABEL: define internal void @known_that_calls()
; CHECK-NEXT: call void asm sideeffect ".reloc ., R_X86_64_NONE, ${0:c}", "i"(ptr @__gmon_descriptor.known_that_calls)
; CALLS: store volatile i64
; CALLS-NEXT: call void asm sideeffect ".Lgmon_call${:uid}:
; CALLS-NEXT: call void @known()
; BLOCKS: call void asm sideeffect ".Lgmon_call${:uid}:\0A\09\0A\09.ifndef
; BLOCKS-NEXT: call void @known()
  call void @known()
  ret void
}

define internal void @taken() {
  ret void
}

define internal void @of_others() {
  ret void
}

define internal void @in_a_list() {
  ret void
}

define void @caller(ptr %to) {
; CHECK-LABEL: define void @caller(
; CHECK: gmon.body:
; CALLS: %[[BIAS:.*]] = load i64
; CALLS-NEXT: %gmon.copy = getelementptr i8, ptr @__gmon_counters.caller, i64 %[[BIAS]]
; CALLS: store volatile i64 %{{[0-9]+}}, ptr %gmon.copy
; CALLS-NEXT: call void asm sideeffect ".Lgmon_call${:uid}:\0A\09\0A\09.ifndef .Lgmon_counted_${1:c}_0\0A\09.Lgmon_counted_${1:c}_0=0\0A\09.pushsection .gmon.functions,\22aG\22,%progbits,__gmon_descriptor.caller\0A\09.long 0xA7D3E901, ${1:c}-., .Lgmon_call${:uid}-., ${0:c}-.\0A\09.popsection\0A\09.endif", "i,i"(
; CALLS-SAME: ptr @known, ptr @__gmon_counters.caller)
; CALLS-NEXT: call void @known()
; CALLS: getelementptr i8, ptr getelementptr inbounds (i64, ptr @__gmon_counters.caller, i64 1), i64
; CALLS: store volatile i64
; CALLS-NEXT: call void asm sideeffect
; CALLS-NEXT: call void @known_that_calls()
; BLOCKS-NOT: getelementptr inbounds (i64, ptr @__gmon_counters.caller
; BLOCKS: call void asm sideeffect ".Lgmon_call{{.*}}"i,i"(ptr @known, ptr @__gmon_descriptor.caller)
; BLOCKS-NEXT: call void @known()
; BLOCKS: call void asm sideeffect ".Lgmon_call
; BLOCKS-NEXT: call void @known_that_calls()
; CHECK-NOT: pushsection
; CHECK: ret void
  call void @known()
  call void @known_that_calls()
  call void @of_others()
  call void @taken()
  store ptr @taken, ptr %to
  ret void
}

define void @without_hook() noprofile {
  call void @of_others()
  ret void
}

; CODE-LABEL: caller:
; CODE: [[CALL:.Lgmon_call[0-9]+]]:
; CODE: .section .gmon.functions,"aG",@progbits,__gmon_descriptor.caller
; CODE-NEXT: .long 2815682817
; CODE: .long [[CALL]]-
; CODE: call{{q?}} known

; A library's hook adds the thread's bias to find its counters: see direct-entry.ll.
!llvm.module.flags = !{!100}
!100 = !{i32 8, !"PIC Level", i32 2}
