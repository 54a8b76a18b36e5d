/*
 * The cost of a thread's creation and end. Prints the microseconds of CPU time
 * and of elapsed time per thread, of many threads that make one call each.
 *
 * Usage: threads [NUMBER [AT_A_TIME]]
 *
 * Compile it with clang -O2 -pthread and with gmon-clang -O2 -pthread, and
 * compare; take the least of several runs.
 */

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double seconds(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

__attribute__((noinline)) static void *work(void *argument) {
  __asm__ volatile("" : "+r"(argument));
  return argument;
}

int main(int argc, char **argv) {
  int number = argc > 1 ? atoi(argv[1]) : 20000;
  int at_a_time = argc > 2 ? atoi(argv[2]) : 1;
  pthread_t threads[1000];
  if (at_a_time < 1 || at_a_time > 1000)
    return 1;
  double cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
  double real = seconds(CLOCK_MONOTONIC);
  for (int i = 0; i < number; i += at_a_time) {
    for (int j = 0; j != at_a_time; ++j)
      if (pthread_create(&threads[j], NULL, work, NULL))
        return 2;
    for (int j = 0; j != at_a_time; ++j)
      pthread_join(threads[j], NULL);
  }
  printf("%.2f %.2f\n",
         (seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu) / number * 1e6,
         (seconds(CLOCK_MONOTONIC) - real) / number * 1e6);
  return 0;
}
