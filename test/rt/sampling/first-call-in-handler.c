// A thread's first call of a profiled function may be in a handler that blocks
// all signals, even before the thread calls its function. The thread is sampled
// when the handler has returned.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %clang -w -O1 -c -DBEGIN %s -o begin.o
// RUN: %gmon_clang -w -O1 -pthread %s begin.o -o program
// RUN: env GMON_OPTIONS=hz=1000 %run ./program 2> err && count 0 < err
// RUN: %samples program gmon.out | FileCheck %s
// RUN: env GMON_OPTIONS=hz=1000 %run ./program early 2> err && count 0 < err
// RUN: %samples program gmon.out | FileCheck %s
// RUN: %if native %{ env GMON_OPTIONS=sampler=thread:hz=1000 ./program early 2> err %}
// RUN: count 0 < err
// RUN: %samples program gmon.out | FileCheck %s
// RUN: %if perf-switches %{ env GMON_OPTIONS=event=cs ./program 2> err %}
// RUN: count 0 < err
// RUN: %if perf-switches %{ %samples program gmon.out | FileCheck %s %}
// RUN: %if perf-switches %{ env GMON_OPTIONS=event=cs ./program early 2> err %}
// RUN: count 0 < err
// RUN: %if perf-switches %{ %samples program gmon.out | FileCheck %s %}
// RUN: %gmon_clang -w -O1 -pthread -static %s begin.o -o static
// RUN: env GMON_OPTIONS=hz=1000 %run ./static early 2> err && count 0 < err
// RUN: %samples static gmon.out | FileCheck %s
//
// CHECK: burn {{[1-9][0-9][0-9]}}

#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#ifdef BEGIN

void burn(void);

// Not profiled.
void *begin(void *unused) {
  raise(SIGUSR1);
  burn();
  return unused;
}

#else

void *begin(void *unused);

static void handle(int signal) {}

static double cpu_time(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec + now.tv_nsec * 1e-9;
}

void burn(void) {
  for (int i = 0; i != 300; ++i) {
    double end = cpu_time() + 0.002;
    while (cpu_time() < end)
      for (volatile int j = 0; j != 1000; ++j) {
      }
    usleep(1); // a context switch
  }
}

int main(int argc, char **argv) {
  struct sigaction action = {.sa_handler = handle};
  sigfillset(&action.sa_mask);
  sigaction(SIGUSR1, &action, 0);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  if (argc > 1) {
    // The C library unblocks this signal before it calls the function.
    sigset_t usr1, none;
    sigemptyset(&none);
    sigemptyset(&usr1);
    sigaddset(&usr1, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &usr1, 0);
    kill(getpid(), SIGUSR1);
    pthread_attr_setsigmask_np(&attributes, &none);
  }
  pthread_t thread;
  pthread_create(&thread, &attributes, begin, 0);
  pthread_join(thread, 0);
  return 0;
}

#endif
