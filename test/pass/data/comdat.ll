; The profiling data of a function in a comdat belongs to that comdat. Read-only
; data of another function refers to the function and gets a group of its own, so
; that --gc-sections drops both; counters refer to nothing and need no group.
;
; RUN: opt -load-pass-plugin=%gmon_plugin -passes='gmon<blocks>,verify' -S %s | FileCheck %s

target triple = "x86_64-pc-linux-gnu"

$inline_function = comdat any

; CHECK: $inline_function = comdat any
; CHECK-DAG: $__gmon_blocks.plain = comdat nodeduplicate
; CHECK-DAG: $__gmon_descriptor.plain = comdat nodeduplicate
; CHECK-DAG: @__gmon_record.inline_function = private global {{.*}}, section "gmon_data", {{.*}}comdat($inline_function)
; CHECK-DAG: @__gmon_counters.inline_function = private global {{.*}}, section "gmon_data", {{.*}}comdat($inline_function)
; CHECK-DAG: @__gmon_blocks.inline_function = private constant {{.*}}, section ".gmon.blocks", {{.*}}comdat($inline_function)
; CHECK-DAG: @__gmon_descriptor.inline_function = private constant {{.*}}, section ".gmon.functions", {{.*}}comdat($inline_function)
; CHECK-DAG: @__gmon_record.plain = private global [2 x i64] zeroinitializer, section "gmon_data", no_sanitize_address, no_sanitize_hwaddress, align 16
; CHECK-DAG: @__gmon_descriptor.plain = private constant {{.*}}, section ".gmon.functions", {{.*}}comdat,

define linkonce_odr void @inline_function() comdat {
  ret void
}

define void @plain() {
  call void @inline_function()
  ret void
}
