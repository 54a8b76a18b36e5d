// Uses the processor for as long as a test says, by the thread's clock.

#ifndef CPU_TIME_H
#define CPU_TIME_H

#include <time.h>

/// Part of its caller, which is sampled.
__attribute__((always_inline)) static inline void use_cpu_time(long nanoseconds) {
  struct timespec start, now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start);
  do {
    for (volatile int i = 0; i != 1000; ++i) {
    }
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  } while ((now.tv_sec - start.tv_sec) * 1000000000 + now.tv_nsec -
               start.tv_nsec <
           nanoseconds);
}

#endif // CPU_TIME_H
