; Code with exact lines keeps its values in memory. Some values have no use to
; load them at, or no point to store them at: unused values, results of calls that
; end their blocks, operands of a phi on an edge from such a call, and values that
; must stay where they are.
;
; RUN: opt -load-pass-plugin=%gmon_plugin -passes='gmon<blocks>,verify' -S %s -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: %clang --target=x86_64-linux-gnu -Wno-override-module -O0 -c %t.ll -o %t.o
; RUN: llvm-nm %t.o | FileCheck --check-prefix=NAMES %s

target triple = "x86_64-pc-linux-gnu"

declare void @call()
declare i32 @value()
declare i32 @personality(...)
declare swiftcc void @fails(ptr swifterror)

; CHECK-LABEL: define void @unused(
; CHECK-NOT: phi
; NAMES-DAG: T unused
define void @unused(i1 %c) #0 !dbg !4 {
  br i1 %c, label %a, label %b, !dbg !5
a:
  call void @call(), !dbg !6
  br label %end, !dbg !6
b:
  br label %end, !dbg !7
end:
  %none = phi i32 [ undef, %a ], [ 0, %b ], !dbg !7
  ret void, !dbg !8
}

; The only use of %first is %second, which is unused.
; CHECK-LABEL: define void @unused_chain(
; CHECK-NOT: phi
; NAMES-DAG: T unused_chain
define void @unused_chain(i1 %c) #0 !dbg !9 {
  br i1 %c, label %a, label %b, !dbg !10
a:
  br label %b, !dbg !10
b:
  %first = phi i32 [ 1, %a ], [ 0, %0 ], !dbg !10
  br i1 %c, label %end, label %b2, !dbg !10
b2:
  br label %end, !dbg !10
end:
  %second = phi i32 [ %first, %b ], [ 2, %b2 ], !dbg !10
  ret void, !dbg !10
}

; The only use of %p is %p.
; CHECK-LABEL: define void @own_use(
; CHECK-NOT: phi
; NAMES-DAG: T own_use
define void @own_use() #0 !dbg !11 {
  br label %loop, !dbg !12
loop:
  %p = phi i32 [ 0, %0 ], [ %p, %loop ], !dbg !12
  %v = call i32 @value(), !dbg !12
  %again = icmp ne i32 %v, 0, !dbg !12
  br i1 %again, label %loop, label %end, !dbg !12
end:
  ret void, !dbg !12
}

; CHECK-LABEL: define i32 @result_of_invoke(
; CHECK-NOT: phi
; NAMES-DAG: T result_of_invoke
define i32 @result_of_invoke(i1 %c) #0 personality ptr @personality !dbg !13 {
  br i1 %c, label %a, label %b, !dbg !14
a:
  %v = invoke i32 @value() to label %end unwind label %pad, !dbg !14
b:
  %w = invoke i32 @value() to label %end unwind label %pad, !dbg !14
end:
  %x = phi i32 [ %v, %a ], [ %w, %b ], !dbg !14
  ret i32 %x, !dbg !14
pad:
  %y = phi i32 [ 1, %a ], [ 2, %b ], !dbg !14
  %l = landingpad { ptr, i32 } cleanup, !dbg !14
  br label %rest, !dbg !14
rest:
  call void @call(), !dbg !14
  %z = icmp eq i32 %y, 1, !dbg !14
  br i1 %z, label %on, label %back, !dbg !14
on:
  resume { ptr, i32 } %l, !dbg !14
back:
  ret i32 %y, !dbg !14
}

; CHECK-LABEL: define i32 @result_of_asm(
; CHECK-NOT: phi
; NAMES-DAG: T result_of_asm
define i32 @result_of_asm(i1 %c) #0 !dbg !15 {
  br i1 %c, label %a, label %b, !dbg !16
a:
  %v = callbr i32 asm sideeffect "", "=r,!i"() to label %end [label %other], !dbg !16
b:
  %w = call i32 @value(), !dbg !16
  br label %end, !dbg !16
end:
  %x = phi i32 [ %v, %a ], [ %w, %b ], !dbg !16
  ret i32 %x, !dbg !16
other:
  ret i32 %v, !dbg !16
}

; CHECK-LABEL: define i32 @indirect(
; NAMES-DAG: T indirect
define i32 @indirect(ptr %to, i32 %n) #0 !dbg !17 {
  %v = call i32 @value(), !dbg !18
  indirectbr ptr %to, [label %a, label %b], !dbg !18
a:
  %x = phi i32 [ %v, %0 ], [ %y, %b ], !dbg !18
  ret i32 %x, !dbg !18
b:
  %y = phi i32 [ 1, %0 ], [ %s, %b ], !dbg !18
  %s = add i32 %y, %n, !dbg !18
  indirectbr ptr %to, [label %a, label %b], !dbg !18
}

; CHECK-LABEL: define swiftcc void @error(
; CHECK: call swiftcc void @fails(ptr swifterror %error)
; NAMES-DAG: T error
define swiftcc void @error(ptr swifterror %error) #0 !dbg !19 {
  %own = alloca swifterror ptr
  store ptr null, ptr %own, !dbg !20
  call swiftcc void @fails(ptr swifterror %own), !dbg !20
  %e = load ptr, ptr %own, !dbg !20
  %good = icmp eq ptr %e, null, !dbg !20
  br i1 %good, label %again, label %bad, !dbg !20
again:
  call swiftcc void @fails(ptr swifterror %error), !dbg !20
  ret void, !dbg !20
bad:
  store ptr %e, ptr %error, !dbg !20
  ret void, !dbg !20
}

; CHECK-LABEL: define i32 @tail_call(
; CHECK: musttail call i32 {{.*}}@tail_call{{.*}}(ptr %to, i1 %{{.*}})
; NAMES-DAG: T tail_call
define i32 @tail_call(ptr %to, i1 %c) #0 !dbg !23 {
  %v = call i32 @value(), !dbg !24
  br i1 %c, label %a, label %b, !dbg !24
a:
  %d = icmp eq i32 %v, 0, !dbg !24
  %x = musttail call i32 @tail_call(ptr %to, i1 %d), !dbg !24
  ret i32 %x, !dbg !24
b:
  store i32 %v, ptr %to, !dbg !24
  ret i32 %v, !dbg !24
}

; CHECK-LABEL: define i32 @room(
; NAMES-DAG: T room
define i32 @room(i64 %n) #0 !dbg !21 {
  %r = alloca i32, i64 %n
  %v = call i32 @value(), !dbg !22
  br label %next, !dbg !22
next:
  store i32 %v, ptr %r, !dbg !22
  call void @call(), !dbg !22
  %x = load i32, ptr %r, !dbg !22
  ret i32 %x, !dbg !22
}

attributes #0 = { noinline optnone }

!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: "a.c", directory: "/")
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "unused", file: !2, line: 1, scopeLine: 1, type: !3, spFlags: DISPFlagDefinition, unit: !1)
!5 = !DILocation(line: 2, scope: !4)
!6 = !DILocation(line: 3, scope: !4)
!7 = !DILocation(line: 4, scope: !4)
!8 = !DILocation(line: 5, scope: !4)
!9 = distinct !DISubprogram(name: "unused_chain", file: !2, line: 10, scopeLine: 10, type: !3, spFlags: DISPFlagDefinition, unit: !1)
!10 = !DILocation(line: 11, scope: !9)
!11 = distinct !DISubprogram(name: "own_use", file: !2, line: 20, scopeLine: 20, type: !3, spFlags: DISPFlagDefinition, unit: !1)
!12 = !DILocation(line: 21, scope: !11)
!13 = distinct !DISubprogram(name: "result_of_invoke", file: !2, line: 30, scopeLine: 30, type: !3, spFlags: DISPFlagDefinition, unit: !1)
!14 = !DILocation(line: 31, scope: !13)
!15 = distinct !DISubprogram(name: "result_of_asm", file: !2, line: 40, scopeLine: 40, type: !3, spFlags: DISPFlagDefinition, unit: !1)
!16 = !DILocation(line: 41, scope: !15)
!17 = distinct !DISubprogram(name: "indirect", file: !2, line: 50, scopeLine: 50, type: !3, spFlags: DISPFlagDefinition, unit: !1)
!18 = !DILocation(line: 51, scope: !17)
!19 = distinct !DISubprogram(name: "error", file: !2, line: 60, scopeLine: 60, type: !3, spFlags: DISPFlagDefinition, unit: !1)
!20 = !DILocation(line: 61, scope: !19)
!21 = distinct !DISubprogram(name: "room", file: !2, line: 70, scopeLine: 70, type: !3, spFlags: DISPFlagDefinition, unit: !1)
!22 = !DILocation(line: 71, scope: !21)
!23 = distinct !DISubprogram(name: "tail_call", file: !2, line: 80, scopeLine: 80, type: !3, spFlags: DISPFlagDefinition, unit: !1)
!24 = !DILocation(line: 81, scope: !23)
