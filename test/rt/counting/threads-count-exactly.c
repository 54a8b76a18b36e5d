// Calls and blocks of 8 threads are counted exactly, in functions that all of
// them call and in functions of their own.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %gmon_clang -O0 -a -pthread %s -o program-O0 && %run ./program-O0
// RUN: %calls program-O0 gmon.out | FileCheck %s --check-prefixes=CHECK,BLOCKS
// RUN: %gmon_clang -O2 -a -pthread %s -o program-O2 && %run ./program-O2
// RUN: %calls program-O2 gmon.out | FileCheck %s
//
// Code for libraries has hooks where executables' callers count.
// RUN: %gmon_clang -O2 -fPIC -a -pthread %s -o program-pic && %run ./program-pic
// RUN: %calls program-pic gmon.out | FileCheck %s
//
// CHECK-DAG: <spontaneous> -> main 1
// CHECK-DAG: <spontaneous> -> run 8
// CHECK-DAG: run -> shared 1600000
// CHECK-DAG: own0 -> shared 200000
// CHECK-DAG: own7 -> shared 200000
// CHECK-DAG: run -> own0 200000
// CHECK-DAG: run -> own1 200000
// CHECK-DAG: run -> own2 200000
// CHECK-DAG: run -> own3 200000
// CHECK-DAG: run -> own4 200000
// CHECK-DAG: run -> own5 200000
// CHECK-DAG: run -> own6 200000
// CHECK-DAG: run -> own7 200000
//
// The entry, the two branches, and what follows them.
// BLOCKS: block shared 3200000
// BLOCKS: block shared 1600000
// BLOCKS: block shared 1600000
// BLOCKS: block shared 3200000

#include <pthread.h>

enum { threads = 8, rounds = 200000 };

__attribute__((noinline)) static long shared(long x) {
  long result;
  if (x & 1)
    result = x * 3;
  else
    result = x / 2;
  return result;
}

#define OWN(i)                                                                 \
  __attribute__((noinline)) static long own##i(long x) {                       \
    long result = shared(x);                                                   \
    return result + i + 1;                                                     \
  }
OWN(0) OWN(1) OWN(2) OWN(3) OWN(4) OWN(5) OWN(6) OWN(7)
static long (*const own[])(long) = {own0, own1, own2, own3,
                                    own4, own5, own6, own7};

static void *run(void *argument) {
  long self = (long)argument;
  volatile long sum = 0;
  for (long i = 0; i != rounds; ++i) {
    sum += own[self](i);
    sum += shared(i);
  }
  return 0;
}

int main(void) {
  pthread_t thread[threads];
  for (long i = 0; i != threads; ++i)
    pthread_create(&thread[i], 0, run, (void *)i);
  for (int i = 0; i != threads; ++i)
    pthread_join(thread[i], 0);
  return 0;
}
