// Functions with only known callers have no hook, and their calls are counted
// at the callers: at every level of optimization, in recursions and tail calls,
// by threads, with counters of blocks, and through assembly; and not while
// profiling is stopped.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %gmon_clang -I%gmon_include -O0 -g -pthread %s -o program && %run ./program
// RUN: %calls program gmon.out | FileCheck %s
// RUN: nm program | FileCheck %s --check-prefix=NAMES
// RUN: %gmon_clang -I%gmon_include -O2 -g -pthread %s -o program && %run ./program
// RUN: %calls program gmon.out | FileCheck %s
// RUN: llvm-gprof -b -l -q program | FileCheck %s --check-prefix=LINES
// RUN: %gmon_clang -I%gmon_include -O0 -g -a -pthread %s -o program && %run ./program
// RUN: %calls program gmon.out | FileCheck %s
// RUN: %gmon_clang -I%gmon_include -O2 -g -a -pthread %s -o program && %run ./program
// RUN: %calls program gmon.out | FileCheck %s
// RUN: %gmon_clang -I%gmon_include -O2 -fPIC -ffunction-sections -Wl,--gc-sections -pthread %s -o program && %run ./program
// RUN: %calls program gmon.out | FileCheck %s
// RUN: %if lld %{ %gmon_clang -I%gmon_include -O2 -flto -pthread %s -o program && %run ./program %}
// RUN: %calls program gmon.out | FileCheck %s
// RUN: %if lld %{ %gmon_clang -I%gmon_include -O2 -flto=thin -a -pthread %s -o program && %run ./program %}
// RUN: %calls program gmon.out | FileCheck %s
//
// RUN: %gmon_clang -I%gmon_include -O2 -fPIC -save-temps -pthread %s -o program && %run ./program
// RUN: %calls program gmon.out | FileCheck %s
// RUN: %gmon_clang -I%gmon_include -O2 -a -save-temps -pthread %s -o program && %run ./program
// RUN: %calls program gmon.out | FileCheck %s
// RUN: llvm-readelf -S program | FileCheck %s --check-prefix=READ-ONLY
//
// CHECK-NOT: -> stopped
// CHECK: chain -> chain 3021
// CHECK-NEXT: chain -> leaf 4028
// CHECK-NEXT: main -> chain 1007
// CHECK-NEXT: work -> leaf 80000
// CHECK-NOT: -> stopped
//
// NAMES-NOT: Lgmon_call
//
// READ-ONLY: .gmon.functions PROGBITS {{.*}} A {{ *0 +0 }}
//
// Two calls of one function, on two lines.
// LINES: 7/4028 main (known-callers.c:[[#@LINE+33]] @
// LINES-NEXT: 1000/4028 main (known-callers.c:[[#@LINE+30]] @
// LINES-NEXT: 3021/4028 chain (known-callers.c:[[#@LINE+12]] @

#include <gmon/gmon.h>
#include <pthread.h>

#define NOINLINE static __attribute__((noinline))

NOINLINE void leaf(void) { __asm__ volatile(""); }

NOINLINE void chain(int length) {
  leaf();
  if (length)
    chain(length - 1);
  __asm__ volatile("");
}

NOINLINE void stopped(void) { __asm__ volatile(""); }

static void *work(void *argument) {
  for (int i = 0; i < 20000; ++i)
    leaf();
  return argument;
}

int main(void) {
  pthread_t threads[4];
  for (int i = 0; i < 4; ++i)
    pthread_create(&threads[i], 0, work, 0);
  for (int i = 0; i < 1000; ++i)
    chain(3);
  for (int i = 0; i < 7; ++i)
    chain(3);
  for (int i = 0; i < 4; ++i)
    pthread_join(threads[i], 0);
  moncontrol(0);
  stopped();
  moncontrol(1);
  return 0;
}
