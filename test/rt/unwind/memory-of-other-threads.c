// Code without tables may keep any pointer in the frame pointer, and another
// thread may protect or unmap what it points to: no sample ends the program.
//
// REQUIRES: native
// RUN: %gmon_clang -O2 -pthread %s -o %t
// RUN: mkdir -p %t.d && cd %t.d
// RUN: env GMON_OPTIONS=hz=10000 %run %t | FileCheck %s
// RUN: env GMON_OPTIONS=hz=2000:clock=wall %run %t | FileCheck %s
// RUN: env GMON_OPTIONS=hz=2000:sampler=thread %run %t | FileCheck %s
// CHECK: done

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>

// Counts down with `frame` as the frame pointer. No table describes it.
void spin(void *frame, long count);
__asm__(".text\n"
        "spin:\n"
        "  push %rbp\n"
        "  mov %rdi, %rbp\n"
        "1: dec %rsi\n"
        "  jnz 1b\n"
        "  pop %rbp\n"
        "  ret\n");

enum { size = 1 << 20 };
static char *buffer;
static int is_done;

static void *use(void *unused) {
  for (int i = 0; i != 60; ++i)
    spin(buffer + size / 2, 10000000);
  __atomic_store_n(&is_done, 1, __ATOMIC_RELAXED);
  return unused;
}

int main(void) {
  // Lies above the stack of the thread, which is mapped later.
  buffer = mmap(0, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
                -1, 0);
  // A chain of frames that leads back to the code.
  for (char *at = buffer; at + 32 <= buffer + size; at += 16) {
    ((uintptr_t *)at)[0] = (uintptr_t)at + 16;
    ((uintptr_t *)at)[1] = (uintptr_t)&spin + 8;
  }
  pthread_t thread;
  pthread_create(&thread, 0, use, 0);
  while (!__atomic_load_n(&is_done, __ATOMIC_RELAXED)) {
    mprotect(buffer, size, PROT_NONE);
    mprotect(buffer, size, PROT_READ | PROT_WRITE);
  }
  pthread_join(thread, 0);
  puts("done");
}
