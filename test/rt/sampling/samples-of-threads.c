// Each thread is sampled by its own CPU time. Two threads with equal CPU time
// have equally many samples, and the CPU time of many short threads is not
// lost. (On a busy machine the kernel's clock meets short threads less often
// than it should.)
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %gmon_clang -O0 -pthread -I%S/../Inputs %s -o program
// RUN: env GMON_OPTIONS=hz=1000 ./program 400 500 > seconds
// RUN: %samples program gmon.out > samples && %python %S/../Inputs/rate.py 1000 seconds < samples
// RUN: %python %S/../Inputs/between.py one 390:10000 two 390:10000 short_one 30:1500 < samples
//
// At any rate, the highest too.
//
// RUN: env GMON_OPTIONS=hz=10000 ./program 2000 250 > seconds
// RUN: %samples program gmon.out > samples && %python %S/../Inputs/rate.py 10000 seconds < samples
// RUN: %python %S/../Inputs/between.py one 1950:100000 two 1950:100000 short_one 150:7500 < samples
// RUN: env GMON_OPTIONS=hz=20 ./program 4 0 > seconds
// RUN: %samples program gmon.out > samples && %python %S/../Inputs/rate.py 20 seconds < samples

#include "burn.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static double cpu_time(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static unsigned long enough;

// Ends when there are enough samples of it.
#define BURN(name)                                                             \
  static void *name(void *argument) {                                          \
    for (unsigned i = 1; samples_between((uintptr_t)name, (uintptr_t)&&end) <  \
                         enough;                                               \
         ++i) {                                                                \
      burn_a_little();                                                         \
      if (i % 64 == 0 && has_burnt_too_long())                                 \
        break;                                                                 \
    }                                                                          \
  end:                                                                         \
    *(double *)argument = cpu_time();                                          \
    return 0;                                                                  \
  }
BURN(one)
BURN(two)

static void *short_one(void *argument) {
  while (cpu_time() < 0.002)
    for (volatile int i = 0; i != 100000; ++i) {
    }
  return argument;
}

int main(int argc, char **argv) {
  if (argc != 3)
    return 1;
  enough = (unsigned long)atol(argv[1]);
  pthread_t first, second;
  double of_one, of_two;
  pthread_create(&first, 0, one, &of_one);
  pthread_create(&second, 0, two, &of_two);
  pthread_join(first, 0);
  pthread_join(second, 0);
  printf("one %f two %f\n", of_one, of_two);
  for (int i = 0; i != atoi(argv[2]); ++i) {
    pthread_create(&first, 0, short_one, 0);
    pthread_join(first, 0);
  }
  return 0;
}
