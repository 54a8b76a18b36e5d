// A handler that interrupts a program between munmap() and mmap() of the same
// place does not map memory there, which the program would overwrite.
//
// REQUIRES: native
// RUN: %gmon_clang -O2 %s -o %t
// RUN: mkdir -p %t.d && cd %t.d
// RUN: env GMON_OPTIONS=hz=10000 %run %t | FileCheck %s
// CHECK: done

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

int main(void) {
  enum { size = 1 << 21 };
  char *at = 0;
  // The kernel puts new mappings into the highest gap. After a few mappings of
  // this size, that is the one that the program makes.
  for (int i = 0; i != 16; ++i) {
    char *made = mmap(0, size, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (!at)
      at = made;
  }
  for (int i = 0; i != 2000; ++i) {
    munmap(at, size);
    for (volatile int wait = 0; wait != 100000; ++wait) {
    }
    mmap(at, size, PROT_READ | PROT_WRITE,
         MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    memset(at, 0xff, 4096);
  }
  puts("done");
}
