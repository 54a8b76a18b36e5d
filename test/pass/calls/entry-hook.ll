; The entry hook looks the return address up in the function's table: it increments the
; counter of a known address, and calls the runtime, preserving registers, for a new one.
;
; RUN: opt -load-pass-plugin=%gmon_plugin -passes='gmon,verify' -S %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; CHECK: @__gmon_record.f = private global [2 x i64] zeroinitializer, section "gmon_data", no_sanitize_address, no_sanitize_hwaddress, align 16
; CHECK: @__gmon_descriptor.f = private constant { i32, i32, i32, i32, i32, i32 } { i32 -1479284736,
; CHECK-SAME: i32 trunc (i64 sub (i64 ptrtoint (ptr @__gmon_function.f to i64), i64 ptrtoint (ptr getelementptr inbounds (i8, ptr @__gmon_descriptor.f, i64 4) to i64)) to i32),
; CHECK-SAME: i32 0, i32 trunc (i64 sub (i64 ptrtoint (ptr @__gmon_record.f to i64), i64 ptrtoint (ptr getelementptr inbounds (i8, ptr @__gmon_descriptor.f, i64 12) to i64)) to i32),
; CHECK-SAME: i32 0, i32 0 }, section ".gmon.functions", no_sanitize_address, no_sanitize_hwaddress, comdat, align 4
; CHECK: @__gmon_rt_bias = external hidden thread_local(initialexec) global i64
; CHECK: @__gmon_function.f = private alias i32 (i32), ptr @f

define i32 @f(i32 %x) {
; CHECK-LABEL: define i32 @f(i32 %x) #0 {
; CHECK-NEXT:    %[[ADDRESS:.*]] = call ptr @llvm.threadlocal.address.p0(ptr @__gmon_rt_bias)
; CHECK-NEXT:    %gmon.bias = load i64, ptr %[[ADDRESS]], align 8, !nosanitize
; CHECK-NEXT:    %[[SUM:.*]] = getelementptr i8, ptr @__gmon_record.f, i64 %gmon.bias
;   In one register.
; CHECK-NEXT:    %gmon.record = call ptr asm "", "=r,0"(ptr %[[SUM]])
; CHECK-NEXT:    %[[RETURN:.*]] = call ptr @llvm.returnaddress(i32 0)
; CHECK-NEXT:    %gmon.from = ptrtoint ptr %[[RETURN]] to i64
;   The mask comes before the table: see gmon/abi.h.
; CHECK-NEXT:    %[[MASKADDR:.*]] = getelementptr inbounds i8, ptr %gmon.record, i64 8
; CHECK-NEXT:    %[[MASK:.*]] = load volatile i64, ptr %[[MASKADDR]], align 8, !nosanitize
; CHECK-NEXT:    %[[TABLE:.*]] = load volatile i64, ptr %gmon.record, align 8, !nosanitize
; CHECK-NEXT:    %[[SLOTS:.*]] = getelementptr i8, ptr %gmon.record, i64 %[[TABLE]]
; CHECK-NEXT:    %[[INDEX:.*]] = and i64 %gmon.from, %[[MASK]]
; CHECK-NEXT:    %gmon.slot = getelementptr i64, ptr %[[SLOTS]], i64 %[[INDEX]]
; CHECK-NEXT:    %[[KEY:.*]] = load i64, ptr %gmon.slot, align 8, !nosanitize
; CHECK-NEXT:    %gmon.known = icmp eq i64 %[[KEY]], %gmon.from
; CHECK-NEXT:    br i1 %gmon.known, label %gmon.hit, label %gmon.miss, !prof ![[LIKELY:[0-9]+]]
; CHECK:       gmon.hit:
; CHECK-NEXT:    %[[COUNT:.*]] = getelementptr inbounds i8, ptr %gmon.slot, i64 8
; CHECK-NEXT:    %[[OLD:.*]] = load volatile i64, ptr %[[COUNT]], align 8, !nosanitize
; CHECK-NEXT:    %[[NEW:.*]] = add i64 %[[OLD]], 1
; CHECK-NEXT:    store volatile i64 %[[NEW]], ptr %[[COUNT]], align 8, !nosanitize
; CHECK-NEXT:    br label %gmon.body
; CHECK:       gmon.body:
; CHECK-NEXT:    %y = add i32 %x, 1
; CHECK-NEXT:    ret i32 %y
; CHECK:       gmon.miss:
; CHECK-NEXT:    call preserve_allcc void @__gmon_rt_miss(ptr @__gmon_descriptor.f, i64 %gmon.from)
; CHECK-NEXT:    br label %gmon.body
  %y = add i32 %x, 1
  ret i32 %y
}

; CHECK: declare hidden preserve_allcc void @__gmon_rt_miss(ptr, i64) #[[RT:[0-9]+]]
; CHECK: attributes #0 = { "gmon"="done with hook" }
; CHECK: attributes #[[RT]] = { cold nounwind }

; A library's hook adds the thread's bias to find its counters: see direct-entry.ll.
!llvm.module.flags = !{!100}
!100 = !{i32 8, !"PIC Level", i32 2}
