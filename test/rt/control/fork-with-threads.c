// Forking is safe while other threads count: no child hangs, and each counts
// only what it calls itself.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %gmon_clang -O1 -pthread %s -o program && %run ./program
// RUN: ls gmon.out.* | count 50
// RUN: %calls program gmon.out.* | FileCheck %s
// RUN: %calls program gmon.out | FileCheck %s --check-prefix=PARENT
//
// CHECK: main -> leaf 500
// CHECK-NOT: ->
//
// PARENT: work -> leaf {{[0-9]+}}

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

__attribute__((noinline)) static void leaf(int x) {
  __asm__ volatile("" : "+r"(x));
}

static void *work(void *argument) {
  for (int i = 0;; ++i)
    leaf(i);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  for (int child = 0; child != 50; ++child) {
    if (fork() == 0) {
      for (int i = 0; i != 10; ++i)
        leaf(i);
      return 0;
    }
    int status;
    wait(&status);
    if (status != 0)
      return 1;
  }
  return 0;
}
