/*
 * The cost of hooks and counters in programs that do nothing else.
 *
 * Usage: micro CASE MILLIONS [THREADS]
 *
 * CASE is recursion, callers-1, callers-2, callers-16, callers-256, indirect,
 * loop or threads. It makes MILLIONS of calls, or executes MILLIONS of loop
 * iterations with two blocks each; with threads, each thread does. Prints the
 * result of the computation.
 */

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The barrier hides the effect of a call from the compiler. */
#define BARRIER(x) __asm__ volatile("" : "+r"(x))

__attribute__((noinline)) static uint64_t callee(uint64_t x) {
  BARRIER(x);
  return x * 5 + 1;
}

__attribute__((noinline)) static uint64_t other_callee(uint64_t x) {
  BARRIER(x);
  return x * 7 + 3;
}

#define CALL x = callee(x);
#define TWICE(statement) statement statement
#define CALLS_2 TWICE(CALL)
#define CALLS_16 TWICE(TWICE(TWICE(CALLS_2)))
#define CALLS_256 TWICE(TWICE(TWICE(TWICE(CALLS_16))))

/* As many calls as the name says, each at a call site of its own. */
#define CALLERS(number, calls)                                                 \
  __attribute__((noinline)) static uint64_t callers_##number(uint64_t left) {  \
    uint64_t x = 1;                                                            \
    for (left /= number; left; --left) {                                       \
      calls                                                                    \
    }                                                                          \
    return x;                                                                  \
  }

CALLERS(1, CALL)
CALLERS(2, CALLS_2)
CALLERS(16, CALLS_16)
CALLERS(256, CALLS_256)

__attribute__((noinline)) static uint64_t tree(uint64_t depth) {
  BARRIER(depth);
  return depth < 2 ? 1 : tree(depth - 1) + tree(depth - 2) + 1;
}

/* A tree of 35,421 calls, again and again. */
static uint64_t recursion(uint64_t left) {
  uint64_t sum = 0;
  for (left /= 35421; left; --left)
    sum += tree(21);
  return sum;
}

static uint64_t indirect(uint64_t left) {
  uint64_t (*volatile functions[])(uint64_t) = {callee, other_callee};
  uint64_t x = 1;
  for (; left; --left)
    x = functions[x >> 3 & 1](x);
  return x;
}

static uint64_t loop(uint64_t left) {
  uint64_t x = 1;
  for (; left; --left) {
    x = x * 6364136223846793005u + 1442695040888963407u;
    if (x >> 63)
      BARRIER(x);
  }
  return x;
}

static void *one_thread(void *number) {
  return (void *)(uintptr_t)callers_2((uintptr_t)number);
}

static uint64_t threads(uint64_t calls, int number) {
  pthread_t all[64];
  uint64_t sum = 0;
  if (number < 1 || number > 64)
    abort();
  for (int i = 0; i != number; ++i)
    if (pthread_create(&all[i], NULL, one_thread, (void *)(uintptr_t)calls))
      abort();
  for (int i = 0; i != number; ++i) {
    void *result;
    pthread_join(all[i], &result);
    sum += (uintptr_t)result;
  }
  return sum;
}

int main(int argc, char **argv) {
  static const struct {
    const char *name;
    uint64_t (*run)(uint64_t);
  } cases[] = {
      {"recursion", recursion},
      {"callers-1", callers_1},
      {"callers-2", callers_2},
      {"callers-16", callers_16},
      {"callers-256", callers_256},
      {"indirect", indirect},
      {"loop", loop},
  };
  if (argc < 3)
    return 2;
  uint64_t number = (uint64_t)(atof(argv[2]) * 1e6);
  uint64_t result = 0;
  if (!strcmp(argv[1], "threads"))
    result = threads(number, argc > 3 ? atoi(argv[3]) : 1);
  for (size_t i = 0; i != sizeof cases / sizeof *cases; ++i)
    if (!strcmp(argv[1], cases[i].name))
      result = cases[i].run(number);
  printf("%llu\n", (unsigned long long)result);
  return !result;
}
