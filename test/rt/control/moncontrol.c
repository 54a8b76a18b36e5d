// moncontrol(0) stops counting calls, blocks and samples exactly at the call,
// and moncontrol(1) resumes it; any number of times, also in a program that
// ends stopped.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %gmon_clang -O0 -a -I%gmon_include -I%S/../Inputs -pthread %s -o program && %run ./program
// RUN: %calls program gmon.out | FileCheck %s
// RUN: %samples program gmon.out | FileCheck %s --check-prefix=SAMPLES
// RUN: %run ./program stopped && %calls program gmon.out | FileCheck %s
//
// CHECK: <spontaneous> -> in_thread 1
// CHECK: main -> leaf 33
// CHECK: block leaf 33
//
// SAMPLES-NOT: stopped
// SAMPLES: resumed {{[1-9]}}
// SAMPLES-NOT: stopped

#include "burn.h"

#include <gmon/gmon.h>
#include <pthread.h>

static void leaf(void) {}

static void *in_thread(void *argument) { return argument; }

static void resumed(void) { burn_until_sampled(1); }

// As long as it takes to get samples, mostly.
static void stopped(void) {
  clock_t start = clock();
  while (clock() - start < CLOCKS_PER_SEC / 20)
    burn_a_little();
}

static void in_another_thread(void) {
  pthread_t thread;
  pthread_create(&thread, 0, in_thread, 0);
  pthread_join(thread, 0);
}

int main(int argc, char **argv) {
  for (int round = 1; round <= 3; ++round) {
    moncontrol(0);
    moncontrol(0);
    for (int i = 0; i != 1000; ++i)
      leaf();
    stopped();
    in_another_thread();
    moncontrol(1);
    moncontrol(1);
    for (int i = 0; i != 11; ++i)
      leaf();
    resumed();
  }
  in_another_thread();
  if (argc > 1) {
    moncontrol(0);
    leaf();
  }
  return 0;
}
