// In a program with many threads, the tables of most threads are small: a
// thread that calls 64 functions from 10 places each needs a quarter of the
// memory of the first four, whose tables may be large. Small tables grow where
// calls are frequent. No call is lost.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %gmon_clangxx -std=c++20 -O1 -pthread %rt_include %s -o program
// RUN: ./program
// RUN: %calls program gmon.out | FileCheck %s
//
// CHECK: _ZL8call_allv -> _Z2f0v 101040
// CHECK: _ZL8call_allv -> _Z3f63v 101040

#include "counting/regions.h"

#include <pthread.h>
#include <stdio.h>

enum { first = 4, others = 100, rounds = 2000 };

#define DEFINE(i)                                                              \
  __attribute__((noinline)) void f##i() {                                      \
    __asm__ volatile("" ::"i"(i));                                             \
  }                                                                            \
  void (*address_of_f##i)() = f##i; // so calls by name are counted by hooks
#define CALL(i) f##i();
#define EIGHT(DO, a, b, c, d, e, f, g, h)                                      \
  DO(a) DO(b) DO(c) DO(d) DO(e) DO(f) DO(g) DO(h)
#define ALL(DO)                                                                \
  EIGHT(DO, 0, 1, 2, 3, 4, 5, 6, 7)                                            \
  EIGHT(DO, 8, 9, 10, 11, 12, 13, 14, 15)                                      \
  EIGHT(DO, 16, 17, 18, 19, 20, 21, 22, 23)                                    \
  EIGHT(DO, 24, 25, 26, 27, 28, 29, 30, 31)                                    \
  EIGHT(DO, 32, 33, 34, 35, 36, 37, 38, 39)                                    \
  EIGHT(DO, 40, 41, 42, 43, 44, 45, 46, 47)                                    \
  EIGHT(DO, 48, 49, 50, 51, 52, 53, 54, 55)                                    \
  EIGHT(DO, 56, 57, 58, 59, 60, 61, 62, 63)

ALL(DEFINE)

__attribute__((noinline)) static void call_all() {
  ALL(CALL)
  ALL(CALL)
  ALL(CALL)
  ALL(CALL)
  ALL(CALL) ALL(CALL) ALL(CALL) ALL(CALL) ALL(CALL)
      ALL(CALL) __asm__ volatile(""); // no tail call
}

/// Calls all functions once while all such threads live, and then `repeated`
/// times.
static int repeated;
static void *call(void *argument) {
  call_all();
  pthread_barrier_wait(static_cast<pthread_barrier_t *>(argument));
  for (int i = 0; i != repeated; ++i)
    call_all();
  return argument;
}

static void start(int count) {
  pthread_barrier_t called;
  pthread_t thread[others];
  pthread_barrier_init(&called, nullptr, unsigned(count));
  for (int i = 0; i != count; ++i)
    pthread_create(&thread[i], nullptr, call, &called);
  for (int i = 0; i != count; ++i)
    pthread_join(thread[i], nullptr);
}

/// Bytes that a region's tables take.
static size_t bytes(const gmon::region *of) {
  size_t sum = of->table_bytes;
  for (auto *each = of->arcs.newest(); each; each = each->older)
    sum += (each->mask + 1) * sizeof(gmon::arc);
  return sum;
}

/// The most that one of the regions has.
static size_t most(bool is_one_of_many) {
  size_t found = 0;
  for (auto *each = gmon::first_region(); each; each = each->next)
    if (each->is_one_of_many == is_one_of_many && bytes(each) > found)
      found = bytes(each);
  return found;
}

int main() {
  start(first);
  start(others);
  size_t few = most(false), many = most(true);
  // One more than there are regions that may have large tables.
  repeated = rounds - 1;
  start(first + 1);
  size_t grown = most(true);
  printf("%zu %zu %zu\n", few, many, grown);
  return many * 4 > few || grown <= many || grown > 2 * many;
}
