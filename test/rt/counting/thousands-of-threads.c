// A thread takes little address space: at most 64 KiB more than in the plain
// program. The limit leaves 130 KiB for each thread with a stack of 64 KiB.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %gmon_clang -O0 -pthread %s -o program
// RUN: sh -c "ulimit -v 150000; ./program 1000" && %calls program gmon.out | FileCheck %s
// RUN: %gmon_clang -O0 -static -pthread %s -o program
// RUN: sh -c "ulimit -v 150000; ./program 1000" && %calls program gmon.out | FileCheck %s

// CHECK: run -> count 1000

#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int running, may_end;
static void count(void) {}
static void *run(void *unused) {
  count();
  pthread_mutex_lock(&lock);
  ++running;
  pthread_cond_broadcast(&changed);
  while (!may_end)
    pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(int argc, char **argv) {
  int num_threads = atoi(argv[1]), made = 0;
  pthread_t *threads = calloc(num_threads, sizeof(*threads));
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 64 << 10);
  for (; made != num_threads; ++made)
    if (pthread_create(&threads[made], &attributes, run, NULL))
      break;
  pthread_mutex_lock(&lock);
  while (running != made)
    pthread_cond_wait(&changed, &lock);
  may_end = 1;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
  for (int i = 0; i != made; ++i)
    pthread_join(threads[i], NULL);
  return made != num_threads;
}
