// Optimized executables for x86-64 find their counters by the register GS. A
// program that sets GS ends with an error line that names the option to use,
// and with its profile so far. Compiled with that option, it continues.
//
// REQUIRES: x86_64
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %gmon_clang -O2 %s -o program
// RUN: not ./program > out 2> err && FileCheck %s --check-prefix=OUT < out && count 1 < out
// RUN: FileCheck %s --check-prefix=ERROR < err && count 1 < err
// RUN: %calls program gmon.out | FileCheck %s --check-prefix=HALF
// RUN: not ./program syscall 2> err && FileCheck %s --check-prefix=ERROR < err
// RUN: %gmon_clang -O2 -static %s -o program && not ./program 2> err && FileCheck %s --check-prefix=ERROR < err
//
// RUN: %gmon_clang -O2 -fPIC %s -o program && ./program 2> err && count 0 < err
// RUN: %calls program gmon.out | FileCheck %s --check-prefix=ALL
// RUN: %gmon_clang -O0 %s -o program && ./program syscall
// RUN: %calls program gmon.out | FileCheck %s --check-prefix=ALL
//
// OUT: before
// ERROR: gmon: the program sets the register GS, by which its counters are found; compile it with gmon-clang -fPIC{{$}}
// HALF: main -> leaf 5
// ALL: main -> leaf 10

#define _GNU_SOURCE
#include <asm/prctl.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

int arch_prctl(int option, unsigned long address);

static long word[100];

__attribute__((noinline)) static void leaf(void) { __asm__ volatile(""); }

int main(int argc, char **argv) {
  for (int i = 0; i < 5; ++i)
    leaf();
  printf("before\n");
  if (argc > 1 ? syscall(SYS_arch_prctl, ARCH_SET_GS, word)
               : arch_prctl(ARCH_SET_GS, (unsigned long)word))
    return 2;
  for (int i = 0; i < 5; ++i)
    leaf();
  printf("after\n");
  return 0;
}
