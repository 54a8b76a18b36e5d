; Source counters: a diamond needs two counters, whose lines the map lists. The
; optimized code has two counters of its own, whose shares the map lists. These
; and their record for the runtime are in the function's comdat. Counting is a
; load, an add and a store.
;
; RUN: opt -load-pass-plugin=%gmon_plugin -passes='gmon<hook=none;blocks=source>,verify' -S %s | FileCheck %s

target triple = "x86_64-pc-linux-gnu"

; CHECK: module asm ".pushsection .gmon_map,\22G\22,@progbits,__gmon_map.[[KEY:[0-9a-f]+]],comdat"
; Size, key, two counters, the function's name, one file and its path.
; CHECK-NEXT: module asm ".ascii {{.*}}\\002f\\000\\001/src/f.c\\000
; CHECK-NEXT: module asm ".popsection"
; CHECK-NEXT: module asm ".pushsection .gmon_map,\22G\22,@progbits,__gmon_map.[[CODE:[0-9a-f]+]],comdat"
; Size, key, two counters, the function's name and two shares: the first counter, whose
; number is long, takes the first count once; the next counter takes the second count.
; CHECK-NEXT: module asm ".ascii {{.*}}\\002f\\000\\000\\000\\000\\002{{.*}}\\000\\001\\001\\001\\001\22"
; CHECK-NEXT: module asm ".popsection"
; CHECK: @[[ARRAY:__gmon_source_counters\.f]] = private global [2 x i64] zeroinitializer, section "gmon_data"{{.*}}, comdat($f), align 8
; CHECK: @__gmon_source.f = private constant { i64, i32, i32 } { i64 -{{[0-9]+}}, {{.*}}, i32 2 }, section "gmon_source"{{.*}}, comdat($f), align 8
; CHECK: @llvm.compiler.used = appending global [1 x ptr] [ptr @__gmon_source.f]

$f = comdat any

; CHECK-LABEL: define linkonce_odr void @f(
; The thread gets its copy of the counters if it has none.
; CHECK: %gmon.touched = icmp ne i64 %{{.*}}, 0
; CHECK: gmon.body:
; CHECK: %[[BIAS:.*]] = load i64, ptr %{{.*}}!nosanitize
; CHECK: getelementptr i8, ptr @[[ARRAY]], i64 %[[BIAS]]
; CHECK: %gmon.counters = call ptr asm ""
; CHECK: %[[FIRST:[0-9]+]] = getelementptr inbounds i64, ptr %gmon.counters, i64 0
; CHECK: load volatile i64, ptr %[[FIRST]], align 8, {{.*}}!nosanitize
; CHECK: store volatile i64 %{{[0-9]+}}, ptr %[[FIRST]], align 8, {{.*}}!nosanitize
; CHECK: store i32 1
; CHECK: %[[SECOND:[0-9]+]] = getelementptr inbounds i64, ptr %gmon.counters, i64 1
; CHECK: store volatile i64 %{{[0-9]+}}, ptr %[[SECOND]], align 8, {{.*}}!nosanitize
; CHECK: store i32 2
; CHECK-NOT: store
; CHECK: ret void
; CHECK: call preserve_allcc void @__gmon_rt_touch(
define linkonce_odr void @f(i1 %c, ptr %p) comdat !dbg !5 {
entry:
  br i1 %c, label %left, label %right, !dbg !8
left:
  store i32 1, ptr %p, !dbg !9
  br label %join, !dbg !9
right:
  store i32 2, ptr %p, !dbg !10
  br label %join, !dbg !10
join:
  ret void, !dbg !11
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3, !4}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: NoDebug)
!1 = !DIFile(filename: "f.c", directory: "/src")
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 8, !"PIC Level", i32 2}
!5 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !6, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !0)
!6 = !DISubroutineType(types: !7)
!7 = !{}
!8 = !DILocation(line: 2, scope: !5)
!9 = !DILocation(line: 3, scope: !5)
!10 = !DILocation(line: 5, scope: !5)
!11 = !DILocation(line: 6, scope: !5)
