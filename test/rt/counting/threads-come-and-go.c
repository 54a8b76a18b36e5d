// Threads that start and end, joined or detached, lose no counts, and memory
// stops growing once it suffices for the simultaneous threads.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %gmon_clang -O1 -a -pthread %s -o program && ./program
// RUN: %calls program gmon.out | FileCheck %s
//
// CHECK: <spontaneous> -> work 4000
// CHECK: work -> leaf 400000

#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdio.h>

static sem_t finished;

__attribute__((noinline)) static int leaf(int x) {
  __asm__ volatile("" : "+r"(x));
  return x + 1;
}

static void *work(void *argument) {
  int x = 0;
  for (int i = 0; i != 100; ++i)
    x = leaf(x);
  sem_post(&finished);
  return argument;
}

/// The number in a file of /proc/self behind a text that fscanf() skips.
static long number_in(const char *name, const char *format) {
  long number = -1;
  FILE *status = fopen(name, "r");
  while (fscanf(status, format, &number) != 1 && fgetc(status) != EOF) {
  }
  fclose(status);
  return number;
}

/// Pages of the process, whether in memory or not.
static long pages(void) { return number_in("/proc/self/statm", "%ld"); }

static long threads(void) {
  return number_in("/proc/self/status", "Threads: %ld");
}

static void come_and_go(int waves) {
  pthread_attr_t detached;
  pthread_attr_init(&detached);
  pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
  for (int wave = 0; wave != waves; ++wave) {
    pthread_t joined[5], forgotten;
    for (int i = 0; i != 5; ++i) {
      pthread_create(&joined[i], 0, work, 0);
      pthread_create(&forgotten, &detached, work, 0);
    }
    for (int i = 0; i != 5; ++i)
      pthread_join(joined[i], 0);
    for (int i = 0; i != 10; ++i)
      sem_wait(&finished);
    // The last of a wave must be gone: how many live at a time is not chance.
    while (threads() != 1)
      sched_yield();
  }
}

int main(void) {
  sem_init(&finished, 0, 0);
  come_and_go(100);
  long before = pages();
  come_and_go(300);
  // How many threads live at a time is up to the machine; regions of four
  // thousand would be a hundred thousand pages.
  long grown = pages() - before;
  if (grown > 2000)
    fprintf(stderr, "grew by %ld pages\n", grown);
  return grown > 2000;
}
