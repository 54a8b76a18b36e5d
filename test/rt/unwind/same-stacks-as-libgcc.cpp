// A handler that interrupts the program at any place finds the stack that
// libgcc finds: in optimized code and in other, with hooks and without, in the
// C library's functions that are written in assembly, in the vdso, in frames of
// variable size, on realigned stacks, while exceptions are thrown, in
// callbacks, after longjmp, and in handlers on other stacks.
//
// REQUIRES: native
// RUN: rm -rf %t && mkdir %t && cd %t
//   Code of the runtime that takes samples has no tables.
// RUN: export GMON_OPTIONS=sampler=off
// DEFINE: %{test} = %rt_include %s -lm -o p
// DEFINE: %{judge} = && ./p | FileCheck %s
// RUN: %clangxx -O0 %{test} %gmon_rt %{judge}
// RUN: %clangxx -O2 %{test} %gmon_rt %{judge}
// RUN: %clangxx -O3 -fomit-frame-pointer -march=native %{test} %gmon_rt %{judge}
// RUN: %if x86_64 %{ %clangxx -O2 -fcf-protection -Wl,-z,lazy %{test} %gmon_rt %{judge} %}
// RUN: %if lld %{ %clangxx -O2 -fuse-ld=lld %{test} %gmon_rt %{judge} %}
// RUN: %clangxx -O2 -no-pie %{test} %gmon_rt %{judge}
//   A static libgcc takes a lock, which the interrupted code may hold.
//
// RUN: %clangxx -O2 -static -DNO_EXCEPTIONS %{test} %gmon_rt %{judge}
// RUN: %if static-pie %{ %clangxx -O2 -static-pie -DNO_EXCEPTIONS %{test} %gmon_rt %{judge} %}
// RUN: %gmon_clangxx -O0 %{test} %{judge}
// RUN: %gmon_clangxx -O2 %{test} %{judge}
// RUN: %gmon_clangxx -O2 -a %{test} %{judge}
//
// CHECK: many compared, 0 different

#include "../Inputs/stack-judge.h"
#include <alloca.h>
#include <math.h>
#include <setjmp.h>
#include <stdexcept>
#include <string.h>
#include <ucontext.h>

#define APART __attribute__((noinline))

static volatile double real;
static volatile int whole;

APART int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }

APART void throw_from(int depth) {
  if (depth == 0)
    throw std::runtime_error("thrown");
  throw_from(depth - 1);
  whole = whole + 1;
}

APART void exceptions() {
#ifndef NO_EXCEPTIONS
  for (int i = 0; i != 300; ++i)
    try {
      throw_from(10);
    } catch (const std::exception &) {
      whole = whole + 1;
    }
#endif
}

static int compare_numbers(const void *a, const void *b) {
  int x = *static_cast<const int *>(a), y = *static_cast<const int *>(b);
  return x < y ? -1 : x > y;
}

APART void callbacks() {
  static int numbers[10000];
  for (int &each : numbers)
    each = rand();
  qsort(numbers, 10000, sizeof(int), compare_numbers);
}

APART void library() {
  static char from[1 << 16], to[1 << 16];
  timespec time;
  for (int i = 0; i != 300; ++i) {
    memset(from, 'x', 60000);
    memcpy(to, from, i * 200);
    whole = whole + int(strlen(from)) + memcmp(from, to, i * 200);
    for (int j = 0; j != 60; ++j) {
      real = real + sin(j * 1.1) + exp(i * 1e-6) + pow(i, 1.5);
      clock_gettime(CLOCK_MONOTONIC, &time);
      free(malloc(j * 100));
    }
    snprintf(to, sizeof(to), "%d %g %s", i, i * 1.1, "text");
    whole = whole + getppid();
  }
}

APART void variable_frames(int n) {
  volatile char array[n];
  for (int i = 0; i != n; ++i)
    array[i] = char(i);
  char *more = static_cast<char *>(alloca(n * 3));
  memset(more, 1, n * 3);
  whole = whole + more[n] + array[n / 2];
  if (n > 1)
    variable_frames(n - 1);
  whole = whole + 1;
}

APART void realigned(int n) {
  alignas(256) volatile char aligned[300];
  for (volatile char &each : aligned)
    each = char(n);
  if (n)
    realigned(n - 1);
  whole = whole + aligned[5];
}

APART long many_arguments(long a, long, long, long, long, long, long, long h) {
  whole = whole + 1;
  return a + h;
}

APART void arguments_on_the_stack() {
  for (int i = 0; i != 100000; ++i)
    whole = whole + int(many_arguments(1, 2, 3, 4, 5, 6, i, 8));
}

APART void jumps() {
  jmp_buf place;
  for (volatile int i = 0; i < 10000; i = i + 1)
    if (!setjmp(place))
      longjmp(place, 1);
}

static void nested(int) { whole = whole + fib(15); }

APART void handlers() {
  static char room[1 << 16];
  stack_t stack = {room, 0, sizeof(room)};
  sigaltstack(&stack, nullptr);
  struct sigaction action = {};
  action.sa_handler = nested;
  sigaction(SIGHUP, &action, nullptr);
  action.sa_handler = [](int) { raise(SIGHUP); };
  action.sa_flags = SA_ONSTACK;
  sigaction(SIGUSR1, &action, nullptr);
  for (int i = 0; i != 50; ++i)
    raise(SIGUSR1);
}

static ucontext_t program, coroutine;

static void run_coroutine() {
  for (;;) {
    whole = whole + fib(12);
    swapcontext(&coroutine, &program);
  }
}

APART void coroutines() {
  static char room[1 << 16];
  getcontext(&coroutine);
  coroutine.uc_stack.ss_sp = room;
  coroutine.uc_stack.ss_size = sizeof(room);
  makecontext(&coroutine, run_coroutine, 0);
  for (int i = 0; i != 300; ++i)
    swapcontext(&program, &coroutine);
}

APART void deep(int n) {
  if (n)
    deep(n - 1);
  else
    fib(20);
  whole = whole + 1;
}

int main() {
  judge::interrupt_each(100000);
  for (int i = 0; i != 3; ++i) {
    fib(22);
    exceptions();
    callbacks();
    library();
    variable_frames(100);
    realigned(300);
    arguments_on_the_stack();
    jumps();
    handlers();
    coroutines();
    deep(2000);
  }
  return judge::finish();
}
