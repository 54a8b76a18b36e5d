// A thread takes over the timer of an ended thread, so the number of timers
// does not grow with that of all threads. If the kernel creates no timers, all
// threads share ITIMER_PROF.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %gmon_clang -O1 -pthread -I%S/../Inputs %s -o program
// RUN: ./program
// RUN: env GMON_OPTIONS=verbose=1 ./program limited 2> err && FileCheck %s < err
// RUN: %samples program gmon.out | FileCheck %s --check-prefix=SAMPLES
//
// CHECK: gmon: RLIMIT_SIGPENDING is too low for a timer of each thread
// SAMPLES: burn {{[1-9]}}

#include "burn.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

static void *burn(void *limited) {
  if (*(int *)limited)
    burn_until_sampled(1);
  else
    burn_a_little();
  return 0;
}

/// Timers of this process, by the kernel's list; 0 where it keeps none.
static int timers(void) {
  FILE *list = fopen("/proc/self/timers", "r");
  char line[256];
  int number = 0;
  while (list && fgets(line, sizeof(line), list))
    number += strncmp(line, "ID:", 3) == 0;
  if (list)
    fclose(list);
  return number;
}

int main(int argc, char **argv) {
  int limited = argc > 1;
  if (limited)
    setrlimit(RLIMIT_SIGPENDING, &(struct rlimit){0, 0});
  for (int i = 0; i != (limited ? 3 : 2000); ++i) {
    pthread_t threads[4];
    for (int j = 0; j != 4; ++j)
      pthread_create(&threads[j], 0, burn, &limited);
    for (int j = 0; j != 4; ++j)
      pthread_join(threads[j], 0);
  }
  return !limited && timers() > 400;
}
