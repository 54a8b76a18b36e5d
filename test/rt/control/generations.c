// Children of children count exactly what they call, with threads of their own,
// in static programs, and in libraries.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %gmon_clang -O1 -pthread %s -o dynamic && %run ./dynamic
// RUN: %calls dynamic first.* | FileCheck %s --check-prefix=FIRST
// RUN: %calls dynamic second.* | FileCheck %s --check-prefix=SECOND
// RUN: %calls dynamic gmon.out | FileCheck %s
// RUN: rm *first* *second* *gmon.out*
// RUN: %gmon_clang -O1 -pthread -static %s -o static && %run ./static
// RUN: %calls static first.* | FileCheck %s --check-prefix=FIRST
// RUN: %calls static second.* | FileCheck %s --check-prefix=SECOND
// RUN: %calls static gmon.out | FileCheck %s
// RUN: rm *first* *second* *gmon.out*
// RUN: %gmon_clang -O1 -pthread -shared -fPIC -DLIBRARY %s -o library.so
// RUN: %gmon_clang -O1 -pthread -DPROGRAM %s ./library.so -o program
// RUN: %run ./program
// RUN: %calls library.so first*library.so | \
// RUN:   FileCheck %s --check-prefix=FIRST
// RUN: %calls library.so second*library.so | \
// RUN:   FileCheck %s --check-prefix=SECOND
// RUN: %calls library.so gmon.out.library.so | FileCheck %s
//
// CHECK: calls -> leaf 11{{$}}
// FIRST: calls -> leaf 405{{$}}
// SECOND: calls -> leaf 1002{{$}}

#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

void calls(int number);

#ifndef PROGRAM
__attribute__((noinline)) static void leaf(void) { __asm__ volatile(""); }

__attribute__((noinline)) void calls(int number) {
  for (int i = 0; i != number; ++i)
    leaf();
}
#endif

#ifndef LIBRARY
static void *count_100(void *argument) {
  calls(100);
  return argument;
}

static void run_threads(int number) {
  pthread_t threads[16];
  for (int i = 0; i != number; ++i)
    pthread_create(&threads[i], 0, count_100, 0);
  for (int i = 0; i != number; ++i)
    pthread_join(threads[i], 0);
}

static pthread_barrier_t have_called;

static void *wait_forever(void *argument) {
  calls(1);
  pthread_barrier_wait(&have_called);
  pause();
  return argument;
}

static void wait_for_child(void) {
  int status;
  if (wait(&status) < 0 || status)
    abort();
}

static void *fork_in_thread(void *argument) {
  calls(3);
  if (fork() == 0) {
    setenv("GMON_OUT_PREFIX", "first", 1);
    calls(5);
    run_threads(4);
    if (fork() == 0) {
      setenv("GMON_OUT_PREFIX", "second", 1);
      calls(2);
      run_threads(10);
      exit(0);
    }
    wait_for_child();
    exit(0);
  }
  wait_for_child();
  return argument;
}

int main(void) {
  calls(2);
  pthread_barrier_init(&have_called, 0, 4);
  pthread_t thread;
  for (int i = 0; i != 3; ++i)
    pthread_create(&thread, 0, wait_forever, 0);
  pthread_barrier_wait(&have_called);
  calls(3);
  pthread_create(&thread, 0, fork_in_thread, 0);
  pthread_join(thread, 0);
  return 0;
}
#endif
