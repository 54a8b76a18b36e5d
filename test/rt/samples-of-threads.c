// Each thread is sampled by its own CPU time: two that use the processor for
// as long have as many samples, and what many short threads use together is
// not lost. (On a busy machine the kernel's clock meets short threads less
// often than it should.)
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %gmon_clang -O1 -pthread %s -o program
// RUN: env GMON_OPTIONS=hz=1000 ./program
// RUN: %samples program gmon.out > samples && FileCheck %s < samples
// RUN: %python %S/Inputs/between.py one 850:1050 two 850:1050 short_one 30:1500 < samples
//
// At any rate, the highest too.
//
// RUN: env GMON_OPTIONS=hz=10000 ./program
// RUN: %samples program gmon.out | %python %S/Inputs/between.py one 8500:10500 two 8500:10500 short_one 300:15000
// RUN: env GMON_OPTIONS=hz=20 ./program
// RUN: %samples program gmon.out | %python %S/Inputs/between.py one 15:25 two 15:25 short_one 0:60
//
// CHECK-DAG: one
// CHECK-DAG: two
// CHECK-DAG: short_one

#include <pthread.h>
#include <time.h>

static double cpu_time(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

// The clock is read rarely: it is outside the module.
#define BURN(name, seconds, step)                                              \
  static void *name(void *argument) {                                          \
    while (cpu_time() < (seconds))                                             \
      for (volatile int i = 0; i != (step); ++i) {                             \
      }                                                                        \
    return argument;                                                           \
  }
BURN(one, 1.0, 300000)
BURN(two, 1.0, 300000)
BURN(short_one, 0.002, 100000)

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, one, 0);
  pthread_create(&second, 0, two, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  for (int i = 0; i != 500; ++i) {
    pthread_create(&first, 0, short_one, 0);
    pthread_join(first, 0);
  }
  return 0;
}
