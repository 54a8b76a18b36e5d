// A fault while its thread blocks all signals ends the program without any handler,
// as in the plain program. With checkpoint=1 there is a profile of up to a second
// before; abort(), which unblocks its signal, leaves a whole one.

// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %gmon_clang -O1 -pthread %s -o p && %clang -O1 -pthread %s -o plain
// RUN: not --crash ./plain fault && not --crash ./p fault && not ls gmon.out
// RUN: env GMON_OPTIONS=checkpoint=1 not --crash ./p late-fault && %calls p gmon.out | FileCheck %s
// RUN: rm gmon.out && not --crash ./p abort && %calls p gmon.out | FileCheck %s

// CHECK: main -> counted 1

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

__attribute__((noinline)) void counted(void) { __asm__ volatile(""); }

static volatile int *nowhere;

static void *fail(void *kind) {
  if (!strcmp(kind, "late-fault"))
    while (access("gmon.out", F_OK) != 0)
      usleep(10000);
  if (!strcmp(kind, "abort"))
    abort();
  return (void *)(long)*nowhere;
}

int main(int argc, char **argv) {
  sigset_t all;
  pthread_t thread;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, NULL);
  counted();
  pthread_create(&thread, NULL, fail, argv[argc - 1]);
  pthread_join(thread, NULL);
}
